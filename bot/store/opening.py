"""Opening the database file: every failure is a sentence, and none leads to an empty database."""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiosqlite

from bot.store.connection import transaction
from bot.store.errors import StoreError
from bot.store.migrations import MIGRATIONS, VERSION

#: "TENE" in the file's header marks our databases.
APPLICATION_ID = 0x54454E45
#: The smallest database file, in bytes.
HEADER = 100
#: Offsets in the index of the log (SQLite's format 3007000): its version, the frames logged, and those checkpointed.
INDEX_VERSION, INDEX_LOGGED, INDEX_SAVED = (0, 3_007_000), 16, 96
#: Seconds that a statement waits for another program's lock.
PATIENCE = 5.0
#: How sure a commit is: FULL waits until the disk has it, so that not even a power cut undoes it.
SYNCHRONOUS = "FULL"


def checked_path(given: Path | str) -> Path:
    """Return the absolute path; raises StoreError when no database can be there."""
    try:
        # SQLite can't take an absolute path for ":memory:" or a URI.
        path = Path(given).resolve()
        _check_place(path)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"The database {str(given)!r} can't be opened: {reason}.") from error
    return path


def _check_place(path: Path) -> None:
    if not path.parent.is_dir():
        raise StoreError(f"The folder {path.parent} for the database does not exist.")
    if path.is_dir():
        raise StoreError(f"The database {path} is a folder, not a file.")
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        raise StoreError(f"The database {path} is read-only or may not be opened by this user.")
    if path.exists() and 0 < path.stat().st_size < HEADER:
        # SQLite treats a file of a few bytes as empty and would overwrite it.
        raise StoreError(f"The file {path} is not a database or is damaged; restore it from a backup.")
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size and not (path.exists() and path.stat().st_size):
        # SQLite would start with an empty file and drop the matches that are only in the log.
        raise StoreError(f"The database {path} is gone but its log {log.name} is there; restore both from a backup.")
    if path.exists():
        _check_log(path)


def _check_log(path: Path) -> None:
    log = path.with_name(f"{path.name}-wal")
    if not (log.exists() and log.stat().st_size) and _log_held_more(path):
        raise StoreError(
            f"The log {log.name} of the database {path} is lost, and the latest moves with it; put it back or restore "
            f"a backup, or delete {path.name}-shm to go on without those moves."
        )


def _log_held_more(path: Path) -> bool:
    """Tell whether the lost log had changes that are not in the database; SQLite would not report them."""
    index = path.with_name(f"{path.name}-shm")
    if not index.is_file():
        return False
    with index.open("rb") as file:
        head = file.read(HEADER)
    where, version = INDEX_VERSION
    if len(head) < HEADER or struct.unpack_from("=I", head, where)[0] != version:
        return False
    return struct.unpack_from("=I", head, INDEX_LOGGED)[0] > struct.unpack_from("=I", head, INDEX_SAVED)[0]


async def connect_writer(path: Path) -> aiosqlite.Connection:
    """Open, check and migrate the database; return the one connection that writes."""

    async def prepare(connection: aiosqlite.Connection) -> None:
        await _check(connection, path)
        # The order matters: the journal mode is changed only in our own files.
        for pragma in ("journal_mode = WAL", f"synchronous = {SYNCHRONOUS}", "foreign_keys = ON"):
            await connection.execute_fetchall(f"PRAGMA {pragma}")
        await _migrate(connection)

    return await _connect(path, prepare)


async def connect_reader(path: Path) -> aiosqlite.Connection:
    """Open a second connection, which can't write and never waits for a commit."""

    async def prepare(connection: aiosqlite.Connection) -> None:
        await connection.execute_fetchall("PRAGMA query_only = ON")

    return await _connect(path, prepare)


async def connect_read_only(path: Path) -> aiosqlite.Connection:
    """Open an existing database read-only."""

    async def prepare(connection: aiosqlite.Connection) -> None:
        await _check(connection, path)
        if not await version_of(connection):
            raise StoreError(f"The file {path} is not a database of Tenebrae.")

    # Reading creates a new index, and only the old one reveals a lost log.
    _check_log(path)
    return await _connect(path, prepare, "?mode=ro")


async def version_of(connection: aiosqlite.Connection) -> int:
    """Return how many migrations a database has had."""
    return await _pragma(connection, "user_version")


async def _connect(
    path: Path, prepare: Callable[[aiosqlite.Connection], Awaitable[None]], mode: str = ""
) -> aiosqlite.Connection:
    try:
        address = path.as_uri() + mode if mode else path
        connection = await aiosqlite.connect(address, uri=bool(mode), isolation_level=None, timeout=PATIENCE)
        connection.row_factory = sqlite3.Row
        try:
            await prepare(connection)
        except BaseException:
            # The thread of an open connection would keep the process alive.
            await connection.close()
            raise
    except sqlite3.Error as error:
        raise StoreError(_sentence(path, error)) from error
    return connection


async def _pragma(connection: aiosqlite.Connection, name: str) -> int:
    rows = list(await connection.execute_fetchall(f"PRAGMA {name}"))
    return int(rows[0][0])


async def _check(connection: aiosqlite.Connection, path: Path) -> None:
    version = await version_of(connection)
    owner = await _pragma(connection, "application_id")
    tables = list(await connection.execute_fetchall("SELECT 1 FROM sqlite_schema LIMIT 1"))
    if owner != APPLICATION_ID and (owner or version or tables):
        raise StoreError(f"The file {path} is a database of another program.")
    if version > VERSION:
        raise StoreError(
            f"The database {path} was written by a newer version of Tenebrae "
            f"(format {version}, this version knows {VERSION}); update Tenebrae first."
        )
    faults = list(await connection.execute_fetchall("PRAGMA quick_check(1)"))
    if faults[0][0] != "ok":
        raise StoreError(f"The database {path} is damaged; restore it from a backup.")


async def _migrate(connection: aiosqlite.Connection) -> None:
    for number in range(await version_of(connection), VERSION):
        async with transaction(connection, set()) as tx:
            for statement in MIGRATIONS[number]:
                await tx.run(statement)
            await tx.run(f"PRAGMA application_id = {APPLICATION_ID}")
            await tx.run(f"PRAGMA user_version = {number + 1}")


def _sentence(path: Path, error: sqlite3.Error) -> str:
    text = str(error)
    if "not a database" in text or "malformed" in text or "corrupt" in text:
        return f"The file {path} is not a database or is damaged; restore it from a backup."
    if "readonly" in text or "read-only" in text:
        return f"The database {path} is read-only."
    if "locked" in text:
        return f"The database {path} is already in use by another process."
    return f"The database {path} can't be opened: {text}."
