"""The outbox: what is to be posted, written with the decision that causes it."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from bot.store.connection import Reader, Transaction
from bot.store.rows import OutboxRow, to_text


async def add(
    tx: Transaction,
    match_id: int,
    kind: str,
    payload: dict[str, Any],
    *,
    now: int,
    seat: int | None = None,
    coalesce_key: str | None = None,
) -> None:
    """Write something to deliver.

    With a key it replaces what waits under the same key; what the worker has in hand stays, and comes first.
    A rate limit that the replaced row met is kept.
    """
    not_before = 0
    if coalesce_key is not None:
        for row in await due_under(tx, match_id, coalesce_key):
            not_before = max(not_before, row.not_before)
            await tx.run("DELETE FROM outbox WHERE id = ?", (row.id,))
    # A nonce of 24 characters fits the 25 that Discord takes.
    await tx.insert(
        """INSERT INTO outbox (match_id, kind, seat, payload, coalesce_key, nonce, not_before, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
        (match_id, kind, seat, to_text(payload), coalesce_key, secrets.token_hex(12), not_before, now),
    )
    tx.has_post = True


async def due_under(tx: Transaction, match_id: int, coalesce_key: str) -> list[OutboxRow]:
    """Return the rows that wait under this key and are not in the worker's hand."""
    rows = await tx.all(
        "SELECT * FROM outbox WHERE match_id = ? AND coalesce_key = ? AND status = 'due'",
        (match_id, coalesce_key),
    )
    return [OutboxRow.of(row) for row in rows if row["id"] not in tx.in_hand]


async def withdraw(tx: Transaction, match_id: int, coalesce_key: str) -> None:
    """Take back what waits under this key."""
    for row in await due_under(tx, match_id, coalesce_key):
        await tx.run("DELETE FROM outbox WHERE id = ?", (row.id,))


async def waiting_matches(db: Reader, now: int) -> list[int]:
    """Return the matches that have something to deliver now, the longest waiting first."""
    rows = await db.all(
        """SELECT match_id FROM outbox WHERE status = 'due' AND not_before <= ?
           GROUP BY match_id ORDER BY min(id)""",
        (now,),
    )
    return [row["match_id"] for row in rows]


async def next_time(db: Reader, now: int) -> int | None:
    """Return the earliest later time at which something may be delivered, or None."""
    row = await db.one("SELECT min(not_before) AS at FROM outbox WHERE status = 'due' AND not_before > ?", (now,))
    return None if row is None else row["at"]


async def next_row(db: Reader, match_id: int, now: int, in_hand: Collection[int]) -> OutboxRow | None:
    """Return the match's next row in the order of writing.

    A row that must wait holds up only rows of its own kind and seat: a board that can't be drawn
    doesn't keep a player from being called.
    """
    held: set[tuple[str, int | None]] = set()
    rows = await db.all("SELECT * FROM outbox WHERE match_id = ? AND status = 'due' ORDER BY id LIMIT 200", (match_id,))
    for row in rows:
        lane = (row["kind"], row["seat"])
        if row["not_before"] > now or row["id"] in in_hand:
            held.add(lane)
        elif lane not in held:
            return OutboxRow.of(row)
    return None


async def finish(tx: Transaction, row_id: int, status: str, now: int, error: str | None = None) -> None:
    """Mark a row "done", or "dead" with the reason."""
    await tx.run(
        "UPDATE outbox SET status = ?, finished_at = ?, error = ?, attempts = attempts + 1 WHERE id = ?",
        (status, now, error, row_id),
    )


async def postpone(tx: Transaction, row: OutboxRow, not_before: int, error: str) -> None:
    """Try a row again later, unless something newer has replaced it meanwhile."""
    if row.coalesce_key is not None:
        newer = await tx.run(
            """UPDATE outbox SET not_before = max(not_before, ?)
               WHERE match_id = ? AND coalesce_key = ? AND status = 'due' AND id > ?""",
            (not_before, row.match_id, row.coalesce_key, row.id),
        )
        if newer and row.kind != "turn":
            await tx.run("DELETE FROM outbox WHERE id = ?", (row.id,))
            return
    await tx.run(
        "UPDATE outbox SET attempts = attempts + 1, not_before = ?, error = ? WHERE id = ?",
        (not_before, error, row.id),
    )


async def prune(tx: Transaction, before: int) -> int:
    """Remove what was delivered before this time; what died stays as long again for the operator."""
    return await tx.run("DELETE FROM outbox WHERE status = 'done' AND finished_at < ?", (before,)) + await tx.run(
        "DELETE FROM outbox WHERE status = 'dead' AND finished_at < ?", (before - 14 * 86400,)
    )


async def counts(db: Reader) -> dict[str, int]:
    """Return how many rows are due, done and dead."""
    rows = await db.all("SELECT status, count(*) AS n FROM outbox GROUP BY status")
    return {"due": 0, "done": 0, "dead": 0} | {row["status"]: row["n"] for row in rows}
