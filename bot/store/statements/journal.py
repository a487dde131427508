"""The journal of each match, and its saved positions."""

from __future__ import annotations

import zlib
from contextlib import suppress
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, bindparam, func, insert, select

from bot.store.statements import archives
from bot.store.statements.rows import JournalRow, dump_json, unpack
from bot.store.tables import journal, snapshots
from bot.store.transactions import Reader, Transaction

_ADDED = insert(journal)
_OF_MATCH = select(journal).where(journal.c.match_id == bindparam("match_id"))
_PAGE = (
    _OF_MATCH.where(journal.c.seq < bindparam("before"))
    .order_by(journal.c.seq.desc())
    .limit(bindparam("most", type_=Integer))
)
_SINCE = _OF_MATCH.where(journal.c.seq > bindparam("after")).order_by(journal.c.seq)
#: A number greater than the number of any entry.
_END = 2**62


async def append(tx: Transaction, match_id: int, *rows: JournalRow) -> None:
    """Append entries to a match's journal. Entries are never removed from it, only moved to an archive."""
    await tx.run(
        _ADDED,
        [
            {
                "match_id": match_id,
                "seq": row.seq,
                "at": row.at,
                "kind": row.kind,
                "seat": row.seat,
                "user_id": row.user_id,
                "action": None if row.action is None else dump_json(row.action),
                "events": dump_json(row.events),
                "chance": dump_json(row.chance),
                "epoch_before": row.epoch_before,
                "epoch_after": row.epoch_after,
                "restores": row.restores,
            }
            for row in rows
        ],
    )


async def entry(db: Reader, match_id: int, seq: int) -> JournalRow | None:
    """Return a journal entry, or None if it doesn't exist."""
    row = await db.one(select(journal).where(journal.c.match_id == match_id, journal.c.seq == seq))
    if row is not None:
        return JournalRow.from_row(row)
    return next((old for old in await _archived(db, match_id) if old.seq == seq), None)


async def numbers(db: Reader, match_id: int) -> list[int]:
    """Return the numbers of all entries of a match, in order."""
    rows = await db.all(select(journal.c.seq).where(journal.c.match_id == match_id).order_by(journal.c.seq))
    return [row.seq for row in rows] or [old.seq for old in await _archived(db, match_id)]


async def page(db: Reader, match_id: int, before: int | None, limit: int) -> list[JournalRow]:
    """Return the last `limit` entries with numbers below `before`, oldest first. If `before` is None, return the newest
    entries.
    """
    first = _END if before is None else min(before, _END)
    rows = await db.all(_PAGE, {"match_id": match_id, "before": first, "most": limit})
    if rows:
        return [JournalRow.from_row(row) for row in reversed(rows)]
    return [old for old in await _archived(db, match_id) if before is None or old.seq < before][-limit:]


async def since(db: Reader, match_id: int, after: int) -> list[JournalRow]:
    """Return the entries with numbers above `after`, oldest first."""
    rows = await db.all(_SINCE, {"match_id": match_id, "after": after})
    if rows:
        return list(map(JournalRow.from_row, rows))
    return [old for old in await _archived(db, match_id) if old.seq > after]


async def effective_entries(db: Reader, match_id: int, seq: int) -> list[JournalRow]:
    """Return the entries that led to position `seq`, newest first, without entries that were undone.

    The last entry returned is the start of the match.
    """
    entries = {row.seq: row for row in await since(db, match_id, 0) if row.seq <= seq}
    result: list[JournalRow] = []
    while seq > 0 and seq in entries:
        row = entries[seq]
        if row.restores is not None:
            seq = row.restores
        else:
            result.append(row)
            seq -= 1
    return result


async def last_effective_entry(db: Reader, match_id: int, seq: int) -> JournalRow | None:
    """Return the newest entry that led to position `seq` and wasn't undone, or None."""
    row = await db.one(_last_effective_entry(), {"the_match": match_id, "the_seq": seq})
    return None if row is None else JournalRow.from_row(row)


@cache
def _last_effective_entry() -> Select[Any]:
    """Return the query for the entry that `last_effective_entry` returns."""
    match_id = bindparam("the_match", type_=journal.c.match_id.type)
    own = journal.c.match_id == match_id
    first = select(journal.c.seq, journal.c.restores).where(own, journal.c.seq == bindparam("the_seq"))
    chain, earlier = first.cte("chain", recursive=True), journal.alias()
    before = select(earlier.c.seq, earlier.c.restores).where(
        earlier.c.match_id == match_id, earlier.c.seq == chain.c.restores
    )
    chain = chain.union(before)
    return select(journal).where(own, journal.c.seq == chain.c.seq, chain.c.restores.is_(None))


async def last_move_time(db: Reader, match_id: int, seat: int, after: int) -> int | None:
    """Return when a seat's player last moved, in seconds since 1970; None if they haven't since `after`."""
    return await _newest(db, match_id, journal.c.kind == "act", journal.c.seat == seat, journal.c.at > after)


async def last_time(db: Reader, match_id: int, kind: str) -> int | None:
    """Return the time of the newest entry of a kind, in seconds since 1970, or None if there is no such entry."""
    return await _newest(db, match_id, journal.c.kind == kind)


async def _newest(db: Reader, match_id: int, *which: ColumnElement[bool]) -> int | None:
    """Return the time of the newest entry that meets these conditions, in seconds since 1970, or None."""
    query = select(journal.c.at).where(journal.c.match_id == match_id, *which)
    row = await db.one(query.order_by(journal.c.seq.desc()).limit(1))
    return None if row is None else row.at


async def snapshot(db: Reader, match_id: int, seq: int) -> bytes | None:
    """Return the match as it was saved after entry `seq`, or None if it wasn't saved."""
    query = select(snapshots.c.state).where(snapshots.c.match_id == match_id, snapshots.c.seq == seq)
    state = await db.value(query)
    if state is not None:
        return unpack(state)
    archive = await archives.read_archive(db, match_id)
    return None if archive is None else archive.positions.get(seq)


async def previous_position(db: Reader, match_id: int, seq: int) -> int:
    """Return the number of the last entry before `seq` whose position was saved; 0 if there is none.

    The entries from there to `seq` were saved together.
    """
    query = select(func.max(snapshots.c.seq)).where(snapshots.c.match_id == match_id, snapshots.c.seq < seq)
    found = await db.value(query)
    if found is not None:
        return found
    archive = await archives.read_archive(db, match_id)
    return 0 if archive is None else max((at for at in archive.positions if at < seq), default=0)


async def positions(db: Reader, match_id: int, first: int, last: int) -> dict[int, bytes]:
    """Return the match as it was saved after each entry from `first` to `last`, by entry. Corrupt positions are left
    out.
    """
    conditions = (snapshots.c.match_id == match_id, snapshots.c.seq.between(first, last))
    rows = await db.all(select(snapshots.c.seq, snapshots.c.state).where(*conditions).order_by(snapshots.c.seq))
    if rows:
        state_by_seq: dict[int, bytes] = {}
        for row in rows:
            with suppress(zlib.error):
                state_by_seq[row.seq] = unpack(row.state)
        return state_by_seq
    archive = await archives.read_archive(db, match_id)
    return {} if archive is None else {seq: archive.positions[seq] for seq in archive.positions if first <= seq <= last}


async def saved_positions(db: Reader, match_id: int) -> list[int]:
    """Return the numbers of all entries with a saved position, in order."""
    rows = await db.all(select(snapshots.c.seq).where(snapshots.c.match_id == match_id).order_by(snapshots.c.seq))
    if rows:
        return [row.seq for row in rows]
    archive = await archives.read_archive(db, match_id)
    return [] if archive is None else list(archive.positions)


async def _archived(db: Reader, match_id: int) -> list[JournalRow]:
    """Return the journal of an archived match, or an empty list if the match has no archive."""
    archive = await archives.read_archive(db, match_id)
    return [] if archive is None else archive.entries
