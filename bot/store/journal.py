"""The journal of a match, its snapshots, and the requests to go back."""

from __future__ import annotations

from bot.store.connection import Reader, Transaction
from bot.store.rows import JournalRow, UndoRow, to_text, unpack

#: How many of the newest entries are searched for recent moves; a batch of ordered moves can be long.
NEWEST = 200


async def append(tx: Transaction, match_id: int, row: JournalRow) -> None:
    """Write an entry; entries are never changed or removed."""
    await tx.run(
        """INSERT INTO journal (match_id, seq, at, kind, seat, user_id, action, events, chance,
                                epoch_before, epoch_after, restores)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            match_id,
            row.seq,
            row.at,
            row.kind,
            row.seat,
            row.user_id,
            None if row.action is None else to_text(row.action),
            to_text(row.events),
            to_text(row.chance),
            row.epoch_before,
            row.epoch_after,
            row.restores,
        ),
    )


async def entry(db: Reader, match_id: int, seq: int) -> JournalRow | None:
    """Return one entry, or None."""
    row = await db.one("SELECT * FROM journal WHERE match_id = ? AND seq = ?", (match_id, seq))
    return None if row is None else JournalRow.of(row)


async def numbers(db: Reader, match_id: int) -> list[int]:
    """Return the numbers of all entries, in order."""
    return [row["seq"] for row in await db.all("SELECT seq FROM journal WHERE match_id = ? ORDER BY seq", (match_id,))]


async def page(db: Reader, match_id: int, before: int | None, limit: int) -> list[JournalRow]:
    """Return up to `limit` entries with numbers below `before` (None: the newest), oldest first."""
    rows = await db.all(
        "SELECT * FROM journal WHERE match_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
        (match_id, 2**62 if before is None else min(before, 2**62), limit),
    )
    return [JournalRow.of(row) for row in reversed(rows)]


async def since(db: Reader, match_id: int, after: int) -> list[JournalRow]:
    """Return the entries with numbers above `after`, oldest first."""
    rows = await db.all("SELECT * FROM journal WHERE match_id = ? AND seq > ? ORDER BY seq", (match_id, after))
    return list(map(JournalRow.of, rows))


async def line(db: Reader, match_id: int, seq: int) -> list[JournalRow]:
    """Return the acts that led to position `seq`, newest first, without undone ones.

    The newest may be the start of the match, which nobody can undo.
    """
    rows = await db.all(
        "SELECT seq, restores FROM journal WHERE match_id = ? AND seq <= ? AND restores IS NOT NULL",
        (match_id, seq),
    )
    jumps = {row["seq"]: row["restores"] for row in rows}
    entries = {row.seq: row for row in await since(db, match_id, 0) if row.seq <= seq}
    result: list[JournalRow] = []
    while seq > 0 and seq in entries:
        if seq in jumps:
            seq = jumps[seq]
        else:
            result.append(entries[seq])
            seq -= 1
    return result


async def top(db: Reader, match_id: int, seq: int) -> JournalRow | None:
    """Return the newest act that led to position `seq` and was not undone, or None."""
    row = await db.one(
        """WITH RECURSIVE chain (seq, restores) AS (
               SELECT seq, restores FROM journal WHERE match_id = ? AND seq = ?
               UNION
               SELECT earlier.seq, earlier.restores FROM chain
               JOIN journal AS earlier ON earlier.match_id = ? AND earlier.seq = chain.restores
           )
           SELECT journal.* FROM chain JOIN journal ON journal.match_id = ? AND journal.seq = chain.seq
           WHERE chain.restores IS NULL""",
        (match_id, seq, match_id, match_id),
    )
    return None if row is None else JournalRow.of(row)


async def movers(db: Reader, match_id: int, since: int) -> set[int]:
    """Return the seats that made a move by hand at this time or later."""
    rows = await db.all(
        """SELECT DISTINCT seat FROM (SELECT * FROM journal WHERE match_id = ? ORDER BY seq DESC LIMIT ?)
           WHERE kind = 'act' AND at >= ?""",
        (match_id, NEWEST, since),
    )
    return {row["seat"] for row in rows}


async def snapshot(db: Reader, match_id: int, seq: int) -> bytes | None:
    """Return the saved match as it was after entry `seq`, or None."""
    row = await db.one("SELECT state FROM snapshots WHERE match_id = ? AND seq = ?", (match_id, seq))
    return None if row is None else unpack(row["state"])


async def kept(db: Reader, match_id: int) -> list[int]:
    """Return the numbers of all entries after which the match was saved, in order."""
    rows = await db.all("SELECT seq FROM snapshots WHERE match_id = ? ORDER BY seq", (match_id,))
    return [row["seq"] for row in rows]


async def open_request(db: Reader, match_id: int) -> UndoRow | None:
    """Return the open request to go back, or None."""
    row = await db.one("SELECT * FROM undo_requests WHERE match_id = ? AND status = 'open'", (match_id,))
    return None if row is None else UndoRow.of(row)


async def request(db: Reader, request_id: int) -> UndoRow | None:
    """Return one request to go back, or None."""
    row = await db.one("SELECT * FROM undo_requests WHERE id = ?", (request_id,))
    return None if row is None else UndoRow.of(row)


async def asked_since(db: Reader, match_id: int, asker: int, since: int) -> list[int]:
    """Return when a seat asked to go back since then without the table agreeing, oldest first."""
    rows = await db.all(
        """SELECT created_at FROM undo_requests
           WHERE match_id = ? AND asker = ? AND status != 'done' AND created_at > ? ORDER BY id""",
        (match_id, asker, since),
    )
    return [row["created_at"] for row in rows]


async def add_request(
    tx: Transaction, match_id: int, asker: int, agreed: tuple[int, ...], seq: int, restores: int, now: int
) -> int:
    """Open a request to go back, with the seats that agree from the start, and return its id."""
    return await tx.insert(
        """INSERT INTO undo_requests (match_id, asker, seq, restores, agreed, status, created_at)
           VALUES (?, ?, ?, ?, ?, 'open', ?)""",
        (match_id, asker, seq, restores, to_text(agreed), now),
    )


async def answer_request(tx: Transaction, request_id: int, agreed: tuple[int, ...], status: str) -> None:
    """Save an answer to a request."""
    await tx.run(
        "UPDATE undo_requests SET agreed = ?, status = ? WHERE id = ? AND status = 'open'",
        (to_text(agreed), status, request_id),
    )


async def set_request_message(tx: Transaction, request_id: int, message_id: int) -> None:
    """Save which post asks for a request."""
    await tx.run("UPDATE undo_requests SET message_id = ? WHERE id = ?", (message_id, request_id))


async def lapse_requests(tx: Transaction, match_id: int) -> None:
    """Close the open request, since the match has moved on."""
    await tx.run("UPDATE undo_requests SET status = 'lapsed' WHERE match_id = ? AND status = 'open'", (match_id,))
