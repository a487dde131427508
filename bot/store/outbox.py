"""The outbox: rows for posts, written in the transaction of the change that causes them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from bot.store.connection import Reader, Transaction
from bot.store.rows import REFUSED, OutboxRow, to_text

#: The pattern of a refused row's error.
_WAS_REFUSED = f"{REFUSED}%"


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
        """SELECT * FROM outbox
           WHERE match_id = ? AND status = 'due' AND coalesce_key IS NOT NULL AND NOT uncertain""",
        (match_id,),
    )
    return [OutboxRow.of(row) for row in rows if row["id"] not in tx.in_hand]


async def put(
    tx: Transaction,
    match_id: int,
    posts: Sequence[Post],
    *,
    now: int,
    withdrawn: Collection[str] = (),
) -> None:
    """Add rows in this order, and remove the rows that wait under the `withdrawn` keys.

    Rows that are being delivered stay and come first. A new row keeps the rate limit of the row it replaces.
    """
    keys = {post.coalesce_key for post in posts} | set(withdrawn)
    limits: dict[str | None, int] = {}
    replaced = [row for row in await waiting_keys(tx, match_id) if row.coalesce_key in keys]
    for row in replaced:
        if row.error is not None and not row.refused:
            limits[row.coalesce_key] = max(limits.get(row.coalesce_key, 0), row.due_at(now))
    if replaced:
        await tx.run(f"DELETE FROM outbox WHERE id IN ({_marks(len(replaced))})", [row.id for row in replaced])  # noqa: S608 - our own words
    if not posts:
        return
    values: list[Any] = []
    for post in posts:
        # Discord takes nonces of up to 25 characters.
        nonce = secrets.token_hex(12)
        key = post.coalesce_key
        not_before = max(post.not_before, limits.get(key, 0) if key else 0)
        values += [match_id, post.kind, post.seat, to_text(post.payload), key, nonce, not_before, now, now]
    rows = ", ".join([f"({_marks(9)})"] * len(posts))
    await tx.run(
        f"""INSERT INTO outbox
            (match_id, kind, seat, payload, coalesce_key, nonce, not_before, created_at, put_off_at)
            VALUES {rows}""",  # noqa: S608 - our own words
        values,
    )
    tx.has_post = True


async def waiting_matches(db: Reader, now: int) -> list[int]:
    """Return the matches with rows due now, the longest wait first."""
    rows = await db.all(
        """SELECT match_id FROM outbox AS row WHERE status = 'due' AND not_before <= ?
           AND NOT EXISTS (
               SELECT 1 FROM outbox AS held WHERE held.status = 'due' AND held.not_before > ?
               AND held.match_id = row.match_id AND held.kind = row.kind AND held.seat IS row.seat
               AND held.id < row.id AND coalesce(held.error, '') NOT LIKE ?)
           GROUP BY match_id ORDER BY min(id)""",
        (now, now, _WAS_REFUSED),
    )
    return [row["match_id"] for row in rows]


async def due(db: Reader, now: int) -> set[int]:
    """Return the ids of all rows due now."""
    rows = await db.all("SELECT id FROM outbox WHERE status = 'due' AND not_before <= ?", (now,))
    return {row["id"] for row in rows}


async def due_of(db: Reader, match_id: int) -> list[int]:
    """Return the ids of all undelivered rows of a match."""
    rows = await db.all("SELECT id FROM outbox WHERE match_id = ? AND status = 'due' ORDER BY id", (match_id,))
    return [row["id"] for row in rows]


async def get(db: Reader, row_id: int) -> OutboxRow | None:
    """Return one row, or None."""
    row = await db.one("SELECT * FROM outbox WHERE id = ?", (row_id,))
    return None if row is None else OutboxRow.of(row)


async def sums(db: Reader, match_id: int) -> dict[tuple[str, str], int]:
    """Return how many rows of a match there are of each status and kind."""
    rows = await db.all(
        """SELECT status, kind, count(*) AS n FROM outbox WHERE match_id = ?
           GROUP BY status, kind ORDER BY status, kind""",
        (match_id,),
    )
    return {(row["status"], row["kind"]): row["n"] for row in rows}


async def next_time(db: Reader, now: int) -> int | None:
    """Return the next time at which a row becomes due, or None."""
    row = await db.one("SELECT min(not_before) AS at FROM outbox WHERE status = 'due' AND not_before > ?", (now,))
    return None if row is None else row["at"]


async def next_row(db: Reader, match_id: int, now: int, in_hand: Collection[int]) -> OutboxRow | None:
    """Return the match's next due row, in order.

    A row that must wait blocks only rows of its own kind and seat: a board that can't be drawn does not stop a call. A
    refused row blocks nothing, since Discord may accept the next one.
    """
    held: set[tuple[str, int | None]] = set()
    rows = await db.all("SELECT * FROM outbox WHERE match_id = ? AND status = 'due' ORDER BY id LIMIT 200", (match_id,))
    for row in rows:
        lane = (row["kind"], row["seat"])
        if row["not_before"] > now or row["id"] in in_hand:
            if not OutboxRow.of(row).refused:
                held.add(lane)
        elif lane not in held:
            return OutboxRow.of(row)
    return None


async def held_call(db: Reader, match_id: int, now: int) -> OutboxRow | None:
    """Return the match's call that is not due yet, or None; a refused call does not count."""
    row = await db.one(
        "SELECT * FROM outbox WHERE match_id = ? AND kind = 'turn' AND status = 'due' AND not_before > ?",
        (match_id, now),
    )
    call = None if row is None else OutboxRow.of(row)
    return None if call is None or call.refused else call


async def last_told(db: Reader, match_id: int) -> OutboxRow | None:
    """Return the match's last post that told what happened, or None."""
    row = await db.one(
        """SELECT * FROM outbox WHERE match_id = ? AND kind IN ('turn', 'story') AND status = 'done'
           ORDER BY id DESC LIMIT 1""",
        (match_id,),
    )
    return None if row is None else OutboxRow.of(row)


async def has_refused_call(db: Reader, match_id: int) -> bool:
    """Tell whether a call of the match was refused and has not been made since."""
    row = await db.one(
        "SELECT 1 FROM outbox WHERE match_id = ? AND kind = 'turn' AND status = 'due' AND error LIKE ?",
        (match_id, _WAS_REFUSED),
    )
    return row is not None


async def held_up(db: Reader, guild_id: int, errors: Collection[str]) -> set[int]:
    """Return the matches of a server with posts that wait because of one of these reasons."""
    rows = await db.all(
        f"""SELECT DISTINCT match_id FROM outbox JOIN matches ON matches.id = match_id
            WHERE outbox.status = 'due' AND guild_id = ? AND outbox.error IN ({_marks(len(errors))})""",  # noqa: S608 - our own words
        (guild_id, *errors),
    )
    return {row["match_id"] for row in rows}


async def wait_too_long(db: Reader, now: int) -> bool:
    """Tell whether a row's wait was set later than now: the clock was set back."""
    row = await db.one("SELECT 1 FROM outbox WHERE status = 'due' AND not_before > ? AND put_off_at > ?", (now, now))
    return row is not None


async def keep_waits(tx: Transaction, now: int) -> None:
    """Shorten waits that a clock set back has made longer."""
    await tx.run(
        """UPDATE outbox SET not_before = not_before - (put_off_at - ?), put_off_at = ?
           WHERE status = 'due' AND not_before > ? AND put_off_at > ?""",
        (now, now, now, now),
    )


async def hurry(tx: Transaction, match_ids: Collection[int], now: int) -> None:
    """Make everything in these matches due now."""
    await tx.run(
        f"""UPDATE outbox SET not_before = min(not_before, ?)
            WHERE status = 'due' AND match_id IN ({_marks(len(match_ids))})""",  # noqa: S608 - our own words
        (now, *match_ids),
    )
    tx.has_post = True


async def board_comes(db: Reader, match_id: int, now: int) -> bool:
    """Tell whether a post with a new live board is due now."""
    row = await db.one(
        """SELECT 1 FROM outbox
           WHERE match_id = ? AND kind IN ('turn', 'story') AND status = 'due' AND not_before <= ?""",
        (match_id, now),
    )
    return row is not None


async def finish(tx: Transaction, row_id: int, status: str, now: int, error: str | None = None) -> None:
    """Mark a row as "done", or as "dead" with the reason."""
    await tx.run(
        "UPDATE outbox SET status = ?, finished_at = ?, error = ?, attempts = attempts + 1 WHERE id = ?",
        (status, now, error, row_id),
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
            """UPDATE outbox SET not_before = max(not_before, ?), put_off_at = ?, error = ?
               WHERE match_id = ? AND coalesce_key = ? AND status = 'due' AND id > ?""",
            (not_before, now, error, row.match_id, row.coalesce_key, row.id),
        )
        if newer and row.kind != "turn" and not uncertain:
            await tx.run("DELETE FROM outbox WHERE id = ?", (row.id,))
            return
    await tx.run(
        """UPDATE outbox SET attempts = attempts + 1, not_before = ?, put_off_at = ?, error = ?,
                  uncertain = CASE WHEN ? THEN 0 ELSE max(uncertain, ?) END
           WHERE id = ?""",
        (not_before, now, error, refused, uncertain, row.id),
    )


async def prune(tx: Transaction, before: int) -> int:
    """Delete rows that were delivered before this time; dead rows stay longer, for the operator."""
    return await tx.run("DELETE FROM outbox WHERE status = 'done' AND finished_at < ?", (before,)) + await tx.run(
        "DELETE FROM outbox WHERE status = 'dead' AND finished_at < ?", (before - 14 * 86400,)
    )


async def counts(db: Reader) -> dict[str, int]:
    """Return how many rows are due, done and dead."""
    rows = await db.all("SELECT status, count(*) AS n FROM outbox GROUP BY status")
    return {"due": 0, "done": 0, "dead": 0} | {row["status"]: row["n"] for row in rows}


def _marks(count: int) -> str:
    return ", ".join("?" * count)
