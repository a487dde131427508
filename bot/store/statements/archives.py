"""Archives of finished matches. An archive has the journal and all positions of a match as one compressed stream of
about 20 KB.

The positions of a match are very similar, so compressing them together needs only a fortieth of the space. A match has
either an archive or rows in `journal` and `snapshots`. The functions of the module `journal` read both.
"""

from __future__ import annotations

import asyncio
import json
import lzma
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import contextmanager
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update

from bot.store import work_queue
from bot.store.decoding import UnreadableValue, report
from bot.store.statements.matches import ARCHIVE_DELAY
from bot.store.statements.rows import ENDED_STATUSES, JournalRow, pack, unpack
from bot.store.tables import archives, journal, matches, snapshots
from bot.store.transactions import Reader, Transaction

#: The compression level. A higher level takes ten times as long and saves only a tenth of the space.
COMPRESSION_LEVEL = 1
#: Maximum number of archives that stay unpacked in memory. A reader often requests one entry of an archive after
#: another.
MAX_OPEN_ARCHIVES = 2


#: A function that returns a changed copy of a journal row.
Change = Callable[[dict[str, Any]], dict[str, Any]]


class Archive(NamedTuple):
    """The contents of an archive: the journal rows as plain values, and the saved match after each entry."""

    rows: list[dict[str, Any]]
    positions: dict[int, bytes]

    @property
    def entries(self) -> list[JournalRow]:
        """The journal entries, in order."""
        return [JournalRow.from_row(SimpleNamespace(**row)) for row in self.rows]


async def read_archive(db: Reader, match_id: int) -> Archive | None:
    """Return a finished match's archive, or None if it has none; raises UnreadableValue."""
    data = await db.value(select(archives.c.data).where(archives.c.match_id == match_id))
    if data is None:
        return None
    with _naming_match(match_id):
        return await asyncio.to_thread(_decompressed, data)


@contextmanager
def _naming_match(match_id: int) -> Generator[None]:
    """Run a block that unpacks a match's archive, and convert its errors to an UnreadableValue that names the match."""
    try:
        yield
    except (lzma.LZMAError, ValueError, EOFError) as error:
        raise UnreadableValue("archives.data", match_id) from error


async def is_missing(db: Reader, match_id: int) -> bool:
    """Return whether a match has started and ended, but has no archive yet."""
    packed = select(archives.c.match_id).where(archives.c.match_id == matches.c.id).exists()
    ended = select(matches.c.id).where(matches.c.id == match_id, matches.c.status.in_(ENDED_STATUSES))
    return await db.one(ended.where(matches.c.started_at.is_not(None), ~packed)) is not None


async def build_archive(db: Reader, match_id: int) -> bytes:
    """Build a match's archive from its journal and positions, and return it compressed."""
    rows = await db.all(select(journal).where(journal.c.match_id == match_id).order_by(journal.c.seq))
    snapshot_query = select(snapshots.c.seq, snapshots.c.state).where(snapshots.c.match_id == match_id)
    states = await db.all(snapshot_query.order_by(snapshots.c.seq))
    plain = [dict(zip(journal.c.keys(), row, strict=True)) for row in rows]
    return await asyncio.to_thread(_compressed, plain, ((row.seq, unpack(row.state)) for row in states))


async def rows_with(db: Reader, match_ids: Collection[int], word: str) -> dict[int, list[dict[str, Any]]]:
    """Return the journal rows, as plain values, of those matches whose archived journal contains this text.

    This doesn't decompress the positions, which make up most of an archive.
    """
    rows = await db.all(select(archives.c.match_id, archives.c.data).where(archives.c.match_id.in_(match_ids)))
    return await asyncio.to_thread(_rows_with, [(row.match_id, row.data) for row in rows], word.encode())


class ArchiveChange(NamedTuple):
    """The old data of an archive and its replacement, both compressed."""

    old: bytes
    new: bytes


async def change_archive(db: Reader, match_id: int, change: Change) -> ArchiveChange | None:
    """Apply `change` to the journal rows in a match's archive. Return None if nothing changes.

    Call this outside of transactions, because it takes a tenth of a second.
    """
    old = await db.value(select(archives.c.data).where(archives.c.match_id == match_id))
    if old is None:
        return None
    with _naming_match(match_id):
        new = await asyncio.to_thread(_rewritten, old, change)
    return None if new is None else ArchiveChange(old, new)


async def replace(tx: Transaction, match_id: int, by: ArchiveChange) -> bool:
    """Save a changed archive. Return False if another change has been saved since the archive was read."""
    same = archives.c.match_id == match_id, archives.c.data == by.old
    return await tx.run(update(archives).where(*same).values(data=by.new)) > 0


async def save(tx: Transaction, match_id: int, seq: int, data: bytes) -> bool:
    """Replace a match's journal and positions with an archive of them, which ends with entry `seq`.

    Return False and save nothing if the match is running, has newer entries or already has an archive.
    """
    still = select(matches.c.seq).where(matches.c.id == match_id)
    if await tx.value(still) != seq or not await is_missing(tx, match_id):
        return False
    await tx.run(insert(archives), {"match_id": match_id, "data": data})
    await tx.run(delete(journal).where(journal.c.match_id == match_id))
    await tx.run(delete(snapshots).where(snapshots.c.match_id == match_id))
    return True


async def unpack_archive(tx: Transaction, match_id: int, now: int) -> None:
    """Restore a match's journal and positions from its archive, if it has one, so that entries can be added."""
    archive = await read_archive(tx, match_id)
    if archive is None:
        return
    await tx.run(insert(journal), archive.rows)
    snapshot_rows = [
        {"match_id": match_id, "seq": seq, "state": pack(state)} for seq, state in archive.positions.items()
    ]
    await tx.run(insert(snapshots), snapshot_rows)
    await tx.run(delete(archives).where(archives.c.match_id == match_id))
    await work_queue.schedule(tx, "packing", [match_id], now + ARCHIVE_DELAY, now)


def _rewritten(data: bytes, change: Change) -> bytes | None:
    archive = _decompressed(data)
    rows = [change(row) for row in archive.rows]
    return None if rows == archive.rows else _compressed(rows, archive.positions.items())


def _rows_with(packed: Iterable[tuple[int, bytes]], word: bytes) -> dict[int, list[dict[str, Any]]]:
    rows_by_match: dict[int, list[dict[str, Any]]] = {}
    for match_id, data in packed:
        try:
            with _naming_match(match_id):
                head = _head(data)
                if word in head:
                    rows_by_match[match_id] = json.loads(head)
        except UnreadableValue as error:
            report(error)
    return rows_by_match


def _head(data: bytes) -> bytes:
    """Decompress only the beginning of an archive, and return its journal rows as JSON."""
    reader, buffer = lzma.LZMADecompressor(), b""
    while b"\n" not in buffer:
        buffer += reader.decompress(data, 4096)
        data = b""
    index, _, head = buffer.partition(b"\n")
    size = json.loads(index)[0]
    while len(head) < size:
        head += reader.decompress(b"", size - len(head))
    return head[:size]


def _compressed(rows: list[dict[str, Any]], states: Iterable[tuple[int, bytes]]) -> bytes:
    head = json.dumps(rows, ensure_ascii=False).encode()
    positions = list(states)
    index = json.dumps([len(head), [(seq, len(state)) for seq, state in positions]]).encode()
    return lzma.compress(
        b"\n".join([index, head + b"".join(state for _, state in positions)]), preset=COMPRESSION_LEVEL
    )


@lru_cache(MAX_OPEN_ARCHIVES)
def _decompressed(data: bytes) -> Archive:
    index, _, body = lzma.decompress(data).partition(b"\n")
    at, sizes = json.loads(index)
    rows, positions = json.loads(body[:at]), dict[int, bytes]()
    for seq, size in sizes:
        positions[seq] = body[at : at + size]
        at += size
    return Archive(rows, positions)
