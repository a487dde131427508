"""Reads and writes votes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert, select, update

from bot.store.decoding import readable
from bot.store.statements.rows import VoteRow, dump_json
from bot.store.tables import matches, votes
from bot.store.transactions import Reader, Transaction


async def one(db: Reader, vote_id: int) -> VoteRow | None:
    """Return a vote, or None if there is no vote with this id."""
    if not 0 < vote_id < 2**63:
        return None  # the id comes from a button and may be forged
    row = await db.one(select(votes).where(votes.c.id == vote_id))
    return None if row is None else VoteRow.from_row(row)


async def still_open(db: Reader, match_id: int, kind: str | None = None) -> list[VoteRow]:
    """Return the open votes of a match, oldest first: those of one kind or, if `kind` is None, of all kinds."""
    query = select(votes).where(votes.c.match_id == match_id, votes.c.status == "open").order_by(votes.c.id)
    if kind is not None:
        query = query.where(votes.c.kind == kind)
    return readable(await db.all(query), VoteRow.from_row)


async def close_unreadable(tx: Transaction, match_id: int) -> None:
    """Close a match's unreadable open votes, because nothing else could ever end them."""
    rows = await tx.all(select(votes).where(votes.c.match_id == match_id, votes.c.status == "open"))
    damaged = {row.id for row in rows} - {vote.id for vote in readable(rows, VoteRow.from_row)}
    if damaged:
        await tx.run(update(votes).where(votes.c.id.in_(damaged)).values(status="lapsed"))


async def last_done(db: Reader, match_id: int, kind: str) -> VoteRow | None:
    """Return the match's last successful vote of a kind, or None."""
    query = select(votes).where(votes.c.match_id == match_id, votes.c.kind == kind, votes.c.status == "done")
    row = await db.one(query.order_by(votes.c.id.desc()).limit(1))
    return None if row is None else VoteRow.from_row(row)


async def times_since(db: Reader, match_id: int, asker: int, since: int) -> list[int]:
    """Return the times after `since` when a seat started votes, oldest first. Successful votes are left out."""
    query = select(votes.c.created_at).where(
        votes.c.match_id == match_id, votes.c.asker == asker, votes.c.status != "done", votes.c.created_at > since
    )
    return [row.created_at for row in await db.all(query.order_by(votes.c.id))]


async def add(tx: Transaction, vote: VoteRow, version: int) -> int:
    """Save a vote and return its id.

    `version` prevents processes of releases without votes from working on the match.
    """
    await tx.run(update(matches).where(matches.c.id == vote.match_id).values(version=version))
    row = {
        "match_id": vote.match_id,
        "kind": vote.kind,
        "asker": vote.asker,
        "seq": vote.seq,
        "data": dump_json(vote.data),
        "agreed": dump_json(vote.agreed),
        "status": vote.status,
        "created_at": vote.created_at,
        "ends_at": vote.ends_at,
    }
    return await tx.insert(insert(votes), row)


async def save(tx: Transaction, vote: VoteRow) -> None:
    """Save a vote's answers, outcome and data."""
    changed: dict[str, Any] = {"agreed": dump_json(vote.agreed), "status": vote.status, "data": dump_json(vote.data)}
    await tx.run(update(votes).where(votes.c.id == vote.id).values(**changed))


async def set_message(tx: Transaction, vote_id: int, message_id: int) -> None:
    """Save the id of a vote's message."""
    await tx.run(update(votes).where(votes.c.id == vote_id).values(message_id=message_id))
