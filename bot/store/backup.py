"""Backups: a whole copy of a database that may be in use, and a copy put back in its place.

Either is made beside its place under another name, checked, written through to the disk, and only then given its name:
whoever looks sees the whole file or none. For commands: nothing here is to be called by a running bot.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import aiosqlite

from bot.store.connection import plain
from bot.store.errors import StoreError
from bot.store.lock import FileLock
from bot.store.opening import PATIENCE, connect_read_only
from bot.store.reading import existing

#: What is added to the name of a file that is not whole yet, and of a database that was replaced.
PART = ".part"
REPLACED = ".before-restore"


def back_up(database: Path | str, target: Path) -> None:
    """Copy a database, in use or not, to a file that is not there yet.

    The copy is of one moment and needs no log beside it. Raises StoreError; the target is not made then.
    """
    source, place = existing(database), target.absolute()
    if os.path.lexists(place):
        raise StoreError(f"There is a file {target} already; a backup is never written over another one.")
    with _unfinished(place, f"The backup {target} can't be written") as part:
        asyncio.run(_copy(source, part))
        _name(part, place)
        _write_through(place.parent)


def restore(database: Path | str, file: Path) -> Path | None:
    """Put a backup in the place of a database that nobody uses; return where the replaced one is kept now, if any.

    Raises StoreError; the database is as it was then.
    """
    source, place = existing(file), Path(database).resolve()
    if not place.parent.is_dir():
        raise StoreError(f"The folder {place.parent} for the database does not exist.")
    aside = place.with_name(place.name + REPLACED)
    if source == place:
        raise StoreError(f"The file {file} is the database itself.")
    lock = FileLock(place)
    try:
        if os.path.lexists(aside):
            raise StoreError(f"There is a file {aside} from an earlier time; move it away first.")
        with _unfinished(place, f"The database {place} can't be restored") as part:
            asyncio.run(_copy(source, part))
            kept = _set_aside(place, aside)
            if kept is not None:
                _belong_alike(kept, part)
            os.replace(part, place)
            _write_through(place.parent)
        return kept
    finally:
        lock.release()


async def _copy(source: Path, part: Path) -> None:
    """Copy a database of ours page by page in one reading transaction, and check what was written."""
    reader = await connect_read_only(source)
    try:
        writer = await aiosqlite.connect(part, isolation_level=None, timeout=PATIENCE)
        try:
            await reader.backup(writer)
            # A copy is to be one file: as a log would keep its last pages.
            await writer.execute_fetchall("PRAGMA journal_mode = DELETE")
            faults = list(await writer.execute_fetchall("PRAGMA integrity_check(1)"))
            if faults[0][0] != "ok":
                raise StoreError(f"The database {source} is damaged: {faults[0][0]}.")
        finally:
            await writer.close()
    finally:
        await reader.close()
    _write_through(part)


def _set_aside(place: Path, aside: Path) -> Path | None:
    """Keep the present database under another name as well, so that there is one at every moment."""
    if place.exists():
        with suppress(sqlite3.Error):  # a damaged one is kept as it is
            asyncio.run(_fold_log(place))
        _name(place, aside)
    for ending in ("-wal", "-shm"):
        left = place.with_name(place.name + ending)
        if left.exists():
            # What only the log holds goes with the database it belongs to; the new one must not meet it.
            os.replace(left, aside.with_name(aside.name + ending))
    return aside if aside.exists() else None


async def _fold_log(place: Path) -> None:
    """Write what only the log holds into the database file."""
    connection = await aiosqlite.connect(place, isolation_level=None, timeout=PATIENCE)
    try:
        await connection.execute_fetchall("PRAGMA journal_mode = DELETE")
    finally:
        await connection.close()


def _name(path: Path, other: Path) -> None:
    """Give a file another name that is free; raises FileExistsError."""
    try:
        os.link(path, other)
    except FileExistsError:
        raise
    except OSError:
        os.rename(path, other)  # where a file can have one name only


def _belong_alike(old: Path, new: Path) -> None:
    """Let whoever may use the old file use the new one."""
    facts = old.stat()
    os.chmod(new, facts.st_mode & 0o777)
    if sys.platform != "win32":
        with suppress(PermissionError):
            os.chown(new, facts.st_uid, facts.st_gid)


@contextmanager
def _unfinished(place: Path, trouble: str) -> Generator[Path]:
    """Give the block a name beside the place for what is not whole yet; whatever is left under it is removed."""
    try:
        # Readable for this user only: it holds every secret of every match.
        handle, name = tempfile.mkstemp(PART, place.name, place.parent)
        os.close(handle)
        try:
            yield Path(name)
        finally:
            for ending in ("", "-journal", "-wal", "-shm"):
                with suppress(OSError):
                    os.unlink(name + ending)
    except sqlite3.Error as error:
        raise StoreError(f"{trouble}: {plain(error)}.") from error
    except OSError as error:
        raise StoreError(f"{trouble}: {error.strerror or error}.") from error


def _write_through(path: Path) -> None:
    """Have a file's content, or a folder's names, on the disk before going on."""
    with suppress(PermissionError):  # Windows opens no folders
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
