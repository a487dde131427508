"""The outbox: rows for posts, written in the transaction of the change that causes them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    true,
    update,
)

from bot.store.connection import Reader, Transaction
from bot.store.matches import known
from bot.store.rows import LIVE, REFUSED, OutboxRow, to_text
from bot.store.tables import matches, outbox

_DUE = outbox.c.status == "due"
#: Seconds that a process of several has for a post; after that another one may try.
LEASE = 120
#: The time of the database, by which all processes measure leases.
_NOW = cast(func.extract("epoch", func.clock_timestamp()), BigInteger)


@dataclass(frozen=True, slots=True)
class Post:
    """Something to deliver, not before `not_before`. With a key it replaces rows that wait under that key."""

    kind: str
    payload: dict[str, Any]
    seat: int | None = None
    coalesce_key: str | None = None
    not_before: int = 0


async def waiting_keys(tx: Transaction, match_id: int) -> list[OutboxRow]:
    """Return the match's waiting rows that have a key and may be replaced.

    Rows that are being delivered may not be replaced. Neither may rows whose post may have been made: only their own
    nonce finds that post.
    """
    rows = await tx.all(
        select(outbox)
        .where(outbox.c.match_id == match_id, _DUE, outbox.c.coalesce_key.is_not(None), outbox.c.uncertain == 0)
        .where(outbox.c.leased_until.is_(None))
        .order_by(outbox.c.id)
    )
    return [OutboxRow.of(row) for row in rows if row.id not in tx.in_hand]


async def put(
    tx: Transaction,
    match_id: int,
    posts: Sequence[Post],
    *,
    now: int,
    withdrawn: Collection[str] = (),
    waiting: Sequence[OutboxRow] | None = None,
) -> None:
    """Add rows in this order, and remove the rows that wait under the `withdrawn` keys.

    Rows that are being delivered stay and come first. A new row waits as long, and for the same
    reason, as the row it replaces. `waiting` is what `waiting_keys` returned in this transaction, if it was asked.
    """
    keys = {post.coalesce_key for post in posts} | set(withdrawn)
    limits: dict[str | None, OutboxRow] = {}
    if waiting is None:
        waiting = await waiting_keys(tx, match_id) if keys - {None} else ()
    replaced = [row for row in waiting if row.coalesce_key in keys]
    for row in replaced:
        if row.error is not None and not row.refused:
            limits[row.coalesce_key] = max(limits.get(row.coalesce_key, row), row, key=lambda one: one.due_at(now))
    if replaced:
        await tx.run(delete(outbox).where(outbox.c.id.in_([row.id for row in replaced])))
    if not posts:
        return
    rows: list[dict[str, Any]] = []
    for post in posts:
        limit = limits.get(post.coalesce_key) if post.coalesce_key else None
        row = {
            "match_id": match_id,
            "kind": post.kind,
            "seat": post.seat,
            "payload": to_text(post.payload),
            "coalesce_key": post.coalesce_key,
            # Discord takes nonces of up to 25 characters.
            "nonce": secrets.token_hex(12),
            "not_before": post.not_before if limit is None else max(post.not_before, limit.due_at(now)),
            "error": None if limit is None else limit.error,
            "created_at": now,
            "put_off_at": now,
        }
        rows.append(row)
    await tx.run(insert(outbox), rows)
    tx.has_post = True


async def waiting_matches(db: Reader, now: int, versions: Mapping[str, int] | None = None) -> list[int]:
    """Return the matches with rows due now, the longest wait first; only those of these versions, if any are given."""
    held = outbox.alias()
    blocked = exists().where(
        held.c.status == "due",
        held.c.not_before > now,
        held.c.match_id == outbox.c.match_id,
        held.c.kind == outbox.c.kind,
        held.c.seat.is_not_distinct_from(outbox.c.seat),
        held.c.id < outbox.c.id,
        func.coalesce(held.c.error, "").not_like(f"{REFUSED}%"),
    )
    mine = true() if versions is None else outbox.c.match_id.in_(select(matches.c.id).where(known(versions)))
    rows = await db.all(
        select(outbox.c.match_id)
        .where(_DUE, outbox.c.not_before <= now, ~blocked, mine)
        .group_by(outbox.c.match_id)
        .order_by(func.min(outbox.c.id))
    )
    return [row.match_id for row in rows]


async def due(db: Reader, now: int) -> set[int]:
    """Return the ids of all rows due now."""
    return {row.id for row in await db.all(select(outbox.c.id).where(_DUE, outbox.c.not_before <= now))}


async def due_of(db: Reader, match_id: int) -> list[int]:
    """Return the ids of all undelivered rows of a match."""
    rows = await db.all(select(outbox.c.id).where(outbox.c.match_id == match_id, _DUE).order_by(outbox.c.id))
    return [row.id for row in rows]


async def get(db: Reader, row_id: int) -> OutboxRow | None:
    """Return one row, or None."""
    row = await db.one(select(outbox).where(outbox.c.id == row_id))
    return None if row is None else OutboxRow.of(row)


async def sums(db: Reader, match_id: int) -> dict[tuple[str, str], int]:
    """Return how many rows of a match there are of each status and kind."""
    kinds = (outbox.c.status, outbox.c.kind)
    counted = select(*kinds, func.count().label("number")).where(outbox.c.match_id == match_id)
    rows = await db.all(counted.group_by(*kinds).order_by(*kinds))
    return {(row.status, row.kind): row.number for row in rows}


async def failing(db: Reader, match_id: int) -> list[OutboxRow]:
    """Return the rows of a match that have been tried in vain: those that wait, and those that were given up."""
    tried = and_(outbox.c.match_id == match_id, outbox.c.status != "done", outbox.c.error.is_not(None))
    return [OutboxRow.of(row) for row in await db.all(select(outbox).where(tried).order_by(outbox.c.id))]


async def next_time(db: Reader, now: int) -> int | None:
    """Return the next time at which a row becomes due, or None."""
    return await db.value(select(func.min(outbox.c.not_before)).where(_DUE, outbox.c.not_before > now))


async def next_row(db: Reader, match_id: int, now: int, in_hand: Collection[int]) -> OutboxRow | None:
    """Return the match's next due row, in order.

    A row that must wait blocks only rows of its own kind and seat: a board that can't be drawn does not stop a call. A
    refused row blocks nothing, since Discord may accept the next one.
    """
    held: set[tuple[str, int | None]] = set()
    undelivered = select(outbox).where(outbox.c.match_id == match_id, _DUE).order_by(outbox.c.id).limit(200)
    for row in await db.all(undelivered):
        lane = (row.kind, row.seat)
        if row.not_before > now or row.id in in_hand:
            if not OutboxRow.of(row).refused:
                held.add(lane)
        elif lane not in held:
            return OutboxRow.of(row)
    return None


async def take(tx: Transaction, match_id: int, now: int, in_hand: Collection[int]) -> OutboxRow | None:
    """Return the match's next due row, to be delivered now; the caller holds the match.

    On a server, where other processes deliver too, the row is leased, and while a match has a leased row no other
    process takes one: its posts stay in order. A lease that has run out is one of a process that died, perhaps after
    it had posted.
    """
    if tx.engine != "postgresql":
        return await next_row(tx, match_id, now, in_hand)
    leased = select(literal(1)).where(outbox.c.match_id == match_id, _DUE, outbox.c.leased_until > _NOW)
    if await tx.one(leased.where(outbox.c.leased_by != tx.owner).limit(1)) is not None:
        return None
    row = await next_row(tx, match_id, now, in_hand)
    if row is None:
        return None
    uncertain = case((outbox.c.leased_until.is_not(None), 1), else_=outbox.c.uncertain)
    own = update(outbox).where(outbox.c.id == row.id)
    leasing = own.values(leased_by=tx.owner, leased_until=_NOW + LEASE, uncertain=uncertain)
    mine = await tx.one(leasing.returning(outbox))
    return None if mine is None else OutboxRow.of(mine)


async def telling(db: Reader, match_id: int) -> list[OutboxRow]:
    """Return the match's undelivered posts that tell what happened, with a new live board."""
    told = outbox.c.kind.in_(("turn", "story"))
    rows = await db.all(select(outbox).where(outbox.c.match_id == match_id, told, _DUE).order_by(outbox.c.id))
    return [OutboxRow.of(row) for row in rows]


async def last_told(db: Reader, match_id: int) -> OutboxRow | None:
    """Return the match's last post that told what happened, or None."""
    told = select(outbox).where(
        outbox.c.match_id == match_id, outbox.c.kind.in_(("turn", "story")), outbox.c.status == "done"
    )
    row = await db.one(told.order_by(outbox.c.id.desc()).limit(1))
    return None if row is None else OutboxRow.of(row)


async def trouble(db: Reader, match_id: int, errors: Collection[str]) -> str | None:
    """Return why a post of the match waits: one of these reasons, or a call that was refused; None if none does."""
    refused = and_(outbox.c.kind == "turn", outbox.c.error.like(f"{REFUSED}%"))
    waits = select(outbox.c.error).where(outbox.c.match_id == match_id, _DUE, or_(outbox.c.error.in_(errors), refused))
    return await db.value(waits.order_by(outbox.c.id).limit(1))


async def stuck_servers(db: Reader, errors: Collection[str]) -> frozenset[int]:
    """Return the servers with a live match that is parked, or with a post that waits for one of these reasons."""
    held = exists().where(outbox.c.match_id == matches.c.id, _DUE, outbox.c.error.in_(errors))
    live = select(matches.c.guild_id).distinct().where(matches.c.status.in_(LIVE))
    rows = await db.all(live.where(or_(matches.c.parked_at.is_not(None), held)))
    return frozenset(row.guild_id for row in rows)


async def held_up(db: Reader, guild_id: int, errors: Collection[str]) -> set[int]:
    """Return the matches of a server with posts that wait because of one of these reasons."""
    rows = await db.all(
        select(outbox.c.match_id)
        .distinct()
        .join_from(outbox, matches)
        .where(_DUE, matches.c.guild_id == guild_id, outbox.c.error.in_(errors))
    )
    return {row.match_id for row in rows}


async def wait_too_long(db: Reader, now: int) -> bool:
    """Tell whether a row's wait was set later than now: the clock was set back."""
    return await db.one(select(literal(1)).where(_put_off_later(now)).limit(1)) is not None


async def keep_waits(tx: Transaction, now: int) -> None:
    """Shorten waits that a clock set back has made longer."""
    shorter = outbox.c.not_before - (outbox.c.put_off_at - now)
    await tx.run(update(outbox).where(_put_off_later(now)).values(not_before=shorter, put_off_at=now))


async def hurry(tx: Transaction, match_ids: Collection[int], now: int) -> None:
    """Make everything in these matches due now."""
    later = update(outbox).where(_DUE, outbox.c.match_id.in_(match_ids), outbox.c.not_before > now)
    await tx.run(later.values(not_before=now))
    tx.has_post = True


async def hold_back_no_more(tx: Transaction, match_id: int, kinds: Collection[str]) -> None:
    """Make rows of these kinds due now that wait for a reason of ours, not of Discord's."""
    held = update(outbox).where(outbox.c.match_id == match_id, _DUE, outbox.c.kind.in_(kinds), outbox.c.error.is_(None))
    await tx.run(held.values(not_before=0))
    tx.has_post = True


async def withdraw(tx: Transaction, match_id: int, key: str) -> None:
    """Remove the rows that wait under this key and that nobody is delivering or may have delivered."""
    waits = (outbox.c.match_id == match_id, outbox.c.coalesce_key == key, _DUE, outbox.c.uncertain == 0)
    await tx.run(delete(outbox).where(*waits, outbox.c.leased_until.is_(None), outbox.c.id.not_in(tx.in_hand)))


async def set_payload(tx: Transaction, row_id: int, payload: dict[str, Any]) -> None:
    """Replace what a row says."""
    await tx.run(update(outbox).where(outbox.c.id == row_id).values(payload=to_text(payload)))


async def finish(tx: Transaction, row_id: int, status: str, now: int, error: str | None = None) -> None:
    """Mark a row as "done", or as "dead" with the reason."""
    await tx.run(
        update(outbox)
        .where(outbox.c.id == row_id)
        .values(status=status, finished_at=now, error=error, attempts=outbox.c.attempts + 1, leased_until=None)
    )


async def postpone(
    tx: Transaction, row: OutboxRow, not_before: int, error: str, now: int, *, uncertain: bool = False
) -> None:
    """Try a row again later, unless a newer row has replaced it.

    With `uncertain` its post may have been made, and nothing replaces the row until that is known, for example from a
    refusal.
    """
    refused = error.startswith(REFUSED)
    if row.coalesce_key is not None and not refused:
        newer = await tx.run(
            update(outbox)
            .where(
                outbox.c.match_id == row.match_id,
                outbox.c.coalesce_key == row.coalesce_key,
                _DUE,
                outbox.c.id > row.id,
            )
            .values(not_before=_later(not_before), put_off_at=now, error=error)
        )
        if newer and row.kind != "turn" and not uncertain:
            await tx.run(delete(outbox).where(outbox.c.id == row.id))
            return
    known = {"uncertain": 0} if refused else {"uncertain": 1} if uncertain else {}
    await tx.run(
        update(outbox)
        .where(outbox.c.id == row.id)
        .values(
            attempts=outbox.c.attempts + 1,
            not_before=not_before,
            put_off_at=now,
            error=error,
            leased_until=None,
            **known,
        )
    )


async def prune(tx: Transaction, before: int) -> int:
    """Delete rows that were delivered before this time; dead rows stay longer, for the operator."""
    delivered = and_(outbox.c.status == "done", outbox.c.finished_at < before)
    dead = and_(outbox.c.status == "dead", outbox.c.finished_at < before - 14 * 86400)
    return await tx.run(delete(outbox).where(outbox.c.status != "due", or_(delivered, dead)))


async def counts(db: Reader) -> dict[str, int]:
    """Return how many rows are due, done and dead."""
    rows = await db.all(select(outbox.c.status, func.count().label("number")).group_by(outbox.c.status))
    return {"due": 0, "done": 0, "dead": 0} | {row.status: row.number for row in rows}


def _put_off_later(now: int) -> ColumnElement[bool]:
    return and_(_DUE, outbox.c.not_before > now, outbox.c.put_off_at > now)


def _later(time: int) -> ColumnElement[int]:
    """Return the later of a row's time and this one."""
    return case((outbox.c.not_before > time, outbox.c.not_before), else_=time)
