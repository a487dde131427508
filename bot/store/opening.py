"""Opening the database file: every failure is a sentence, and none leads to an empty database."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import migrations
from bot.store.errors import StoreError
from bot.store.migrations import APPLICATION_ID, VERSION
from bot.store.sqlite import File, Line, transaction

#: The smallest database file, in bytes.
HEADER = 100
#: Offsets in the index of the log (SQLite's format 3007000): its version, the frames logged, and those checkpointed.
INDEX_VERSION, INDEX_LOGGED, INDEX_SAVED = (0, 3_007_000), 16, 96
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


async def open_file(path: Path) -> File:
    """Open, check and migrate the database; raises StoreError."""
    writer, reader = Line(path), Line(path, ["query_only = ON"])
    try:
        connection = await writer.connection()
        await _check(connection, path)
        # The order matters: the journal mode is changed only in our own files.
        writer.pragmas = ("journal_mode = WAL", f"synchronous = {SYNCHRONOUS}", "foreign_keys = ON")
        for pragma in writer.pragmas:
            await connection.exec_driver_sql(f"PRAGMA {pragma}")
        if await version_of(connection) < VERSION:
            async with transaction(writer):
                await connection.run_sync(migrations.bring_up_to_date)
        await reader.connection()
    except BaseException as error:
        await reader.close()
        await writer.close()
        if isinstance(error, SQLAlchemyError):
            raise StoreError(_sentence(path, error)) from error
        raise
    return File(path, writer, reader)


async def open_to_read(path: Path) -> Line:
    """Open an existing database read-only; raises StoreError."""
    # Reading creates a new index, and only the old one reveals a lost log.
    _check_log(path)
    line = Line(path, read_only=True)
    try:
        connection = await line.connection()
        await _check(connection, path)
        if not await version_of(connection):
            raise StoreError(f"The file {path} is not a database of Tenebrae.")
    except BaseException as error:
        await line.close()
        if isinstance(error, SQLAlchemyError):
            raise StoreError(_sentence(path, error)) from error
        raise
    return line


async def version_of(connection: AsyncConnection) -> int:
    """Return the number of a database's format; 0 for an empty one."""
    return await _pragma(connection, "user_version")


async def _pragma(connection: AsyncConnection, name: str) -> int:
    return (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()


async def _check(connection: AsyncConnection, path: Path) -> None:
    version = await version_of(connection)
    owner = await _pragma(connection, "application_id")
    tables = (await connection.exec_driver_sql("SELECT 1 FROM sqlite_schema LIMIT 1")).all()
    if owner != APPLICATION_ID and (owner or version or tables):
        raise StoreError(f"The file {path} is a database of another program.")
    if version > VERSION:
        raise StoreError(migrations.too_new(path, version))
    fault = (await connection.exec_driver_sql("PRAGMA quick_check(1)")).scalar_one()
    if fault != "ok":
        raise StoreError(f"The database {path} is damaged; restore it from a backup.")


def _sentence(path: Path, error: SQLAlchemyError) -> str:
    text = str(error.orig if isinstance(error, DBAPIError) else error)
    if "not a database" in text or "malformed" in text or "corrupt" in text:
        return f"The file {path} is not a database or is damaged; restore it from a backup."
    if "readonly" in text or "read-only" in text:
        return f"The database {path} is read-only."
    if "locked" in text:
        return f"The database {path} is already in use by another process."
    return f"The database {path} can't be opened: {text}."
