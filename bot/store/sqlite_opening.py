"""Opens a database file. A failure is reported in a sentence, and never leads to a new, empty database."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

import aiosqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.store import lost_commit_check, migration_copies, migrations
from bot.store.database_files import MARK_SUFFIX, SHM_SUFFIX, WAL_SUFFIX, beside, keep_private
from bot.store.errors import DatabaseDamaged, StoreError
from bot.store.lost_commit_check import CommitCounter
from bot.store.migration_copies import Copies
from bot.store.migrations import APPLICATION_ID, VERSION
from bot.store.sqlite import FileConnection, SqliteFile, transaction
from bot.store.transactions import describe_error

#: The minimum size of a database file in bytes.
MIN_FILE_BYTES = 100
#: The size of the index of SQLite's log in bytes. The index is the first file that SQLite creates, so a disk with less
#: free space counts as full.
SHM_BYTES = 32 * 1024
#: How durable commits are. FULL waits for the disk, so not even a power failure loses a commit.
SYNCHRONOUS = "FULL"


def checked_path(given: Path | str) -> Path:
    """Return the absolute path of a database; raises StoreError if no database can be there."""
    try:
        # In an absolute path, ":memory:" or a URI has no special meaning to SQLite.
        path = Path(given).resolve()
        _check_place(path)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"The database {str(given)!r} can't be opened: {reason}.") from error
    return path


def _check_place(path: Path) -> None:
    """Raise StoreError if no database can be at this path, or if the database at this path has been lost. Nothing is
    changed.
    """
    if not path.parent.is_dir():
        raise StoreError(f"The folder {path.parent} for the database does not exist.")
    if path.is_dir():
        raise StoreError(f"The database {path} is a folder, not a file.")
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        raise StoreError(
            f"The database {path} is read-only or may not be opened by this user; give it to the user who runs the bot."
        )
    if path.exists() and 0 < path.stat().st_size < MIN_FILE_BYTES:
        # SQLite treats a file of a few bytes as empty and would overwrite it.
        raise DatabaseDamaged(path)
    if path.exists() and path.stat().st_size:
        return
    log = beside(path, WAL_SUFFIX)
    if log.exists() and log.stat().st_size:
        # SQLite would start with an empty file and lose the matches that are only in the log.
        raise StoreError(
            f"The database {path} is gone but its log {log.name} is there; put it back or restore a backup."
        )
    if lost_commit_check.read_mark(path):
        raise StoreError(
            f"The database {path} is gone but its mark {beside(path, MARK_SUFFIX).name} is there; put it back"
            " or restore a backup, or delete the mark and start with --new to begin with an empty one."
        )


async def open_file(path: Path, copies: Copies) -> SqliteFile:
    """Open, check and migrate the database, after making a copy if it must be migrated; raises StoreError.

    The caller has locked the database, so its file exists.
    """
    keep_private(path)
    await _check_closed(path)
    writer, reader = FileConnection(path), FileConnection(path, ["query_only = ON"])
    notes: CommitCounter | None = None
    try:
        notes = CommitCounter(path)
        await writer.driver()
        # The journal mode is set last, because setting it changes the file: before that, it must be clear that the file
        # is a Tenebrae database and has its tables. `secure_delete` overwrites deleted data, so no data of an erased
        # user stays in free pages.
        writer.pragmas = (
            *(f"synchronous = {SYNCHRONOUS}", "foreign_keys = ON", "secure_delete = ON", "journal_mode = WAL"),
        )
        for pragma in writer.pragmas[:-1]:
            await writer.execute(f"PRAGMA {pragma}")
        before = await version_of(writer)
        if 0 < before < VERSION:
            await _keep_copy(writer, path, before, copies)
        async with transaction(writer) as connection:
            version = await version_of(writer)
            if version < VERSION:
                await connection.run_sync(migrations.bring_up_to_date, version)
            number = await lost_commit_check.mark_open(writer)
        await writer.execute(f"PRAGMA {writer.pragmas[-1]}")
        # Write the in-use flag into the file itself, not only into the log. Without "main", SQLite would also try to
        # checkpoint its temporary tables, and fail.
        await writer.execute("PRAGMA main.wal_checkpoint")
        notes.write(number)
        migrations.log_database("SQLite", path, before)
        await reader.driver()
    except BaseException as error:
        await reader.close()
        await writer.close()
        if notes is not None:
            notes.close()
        if isinstance(error, SQLAlchemyError):
            raise _opening_error(path, error) from error
        if isinstance(error, OSError):
            raise StoreError(f"The mark of the database {path} can't be written: {error.strerror}.") from error
        raise
    return SqliteFile(path, writer, reader, notes)


async def _keep_copy(line: FileConnection, path: Path, version: int, copies: Copies) -> None:
    """Make a copy of a database before its migration; raises StoreError."""

    async def write(part: Path) -> None:
        try:
            target = await aiosqlite.connect(part, isolation_level=None)
            try:
                await (await line.driver()).backup(target)
                await lost_commit_check.mark_unused(target)
                await target.execute_fetchall("PRAGMA journal_mode = DELETE")
            finally:
                await target.close()
        except sqlite3.Error as error:
            raise StoreError(f"{describe_error(error)}.") from error

    await migration_copies.make_copy(beside(path, f".format-{version}"), path, version, write, copies)


async def join_file(path: Path) -> SqliteFile:
    """Open a database that another process has open, to make a small change; raises StoreError."""
    reader = await open_read_only(path)
    writer = FileConnection(path, (f"synchronous = {SYNCHRONOUS}", "foreign_keys = ON", "secure_delete = ON"))
    try:
        version = await version_of(reader)
        if version != VERSION:
            raise StoreError(migrations.too_old_message(path, version))
        await writer.driver()
    except BaseException as error:
        await reader.close()
        await writer.close()
        if isinstance(error, SQLAlchemyError):
            raise _opening_error(path, error) from error
        raise
    return SqliteFile(path, writer, reader, None)


async def _check_closed(path: Path) -> None:
    """Check a database that no process is using. If the check fails, the database stays unchanged."""
    claim = lost_commit_check.read_mark(path)
    missing = [part for part in (beside(path, WAL_SUFFIX), beside(path, SHM_SUFFIX)) if not part.exists()]
    # Open the file read-only if possible, because closing a writable connection copies the log into the file and
    # deletes the log, even if it is damaged. However, a rollback journal left by a crash needs a writable connection.
    line = FileConnection(path, read_only=not beside(path, "-journal").exists())
    try:
        await _check(line, path)
        if not await lost_commit_check.check(line, path, claim):
            await check_pages(line, path, "quick_check")
    except SQLAlchemyError as error:
        raise _opening_error(path, error) from error
    finally:
        await line.close()
        for part in missing:
            part.unlink(missing_ok=True)  # SQLite creates these files even for reading


async def open_read_only(path: Path) -> FileConnection:
    """Open an existing database read-only; raises StoreError."""
    claim = lost_commit_check.read_mark(path)
    line = FileConnection(path, read_only=True)
    try:
        await _check(line, path)
        await lost_commit_check.check(line, path, claim)
        if not await version_of(line):
            raise StoreError(f"The file {path} is not a database of Tenebrae.")
    except BaseException as error:
        await line.close()
        if isinstance(error, SQLAlchemyError):
            raise _opening_error(path, error) from error
        raise
    return line


async def check_pages(line: FileConnection, path: Path, how: str) -> None:
    """Check a whole database with SQLite's `quick_check` or `integrity_check`; raises DatabaseDamaged."""
    if await line.value(f"PRAGMA {how}(1)") != "ok":
        raise DatabaseDamaged(path)


async def version_of(line: FileConnection) -> int:
    """Return the number of a database's format, or 0 for an empty database."""
    return await line.value("PRAGMA user_version")


async def _check(line: FileConnection, path: Path) -> None:
    version = await version_of(line)
    owner = await line.value("PRAGMA application_id")
    tables = await line.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    if owner != APPLICATION_ID and (owner or version or tables):
        raise StoreError(f"The file {path} is a database of another program.")
    if version > VERSION:
        raise StoreError(migrations.too_new_message(path, version))


def _opening_error(path: Path, error: SQLAlchemyError) -> StoreError:
    text = str(error.orig if isinstance(error, DBAPIError) else error)
    if "not a database" in text or "malformed" in text or "corrupt" in text:
        return DatabaseDamaged(path)
    if "readonly" in text or "read-only" in text:
        if not os.access(path.parent, os.W_OK):
            return StoreError(
                f"The folder {path.parent} of the database can't be written to by this user; give it to the user who"
                " runs the bot."
            )
        return StoreError(f"The database {path} is read-only; give it to the user who runs the bot.")
    if "locked" in text:
        return StoreError(f"The database {path} is already in use by another process.")
    # Check the disk itself, because a full disk causes many different errors in SQLite.
    why = "the disk is full" if _is_full(path.parent) else describe_error(error)
    return StoreError(f"The database {path} can't be opened: {why}.")


def _is_full(folder: Path) -> bool:
    """Return whether a folder's disk has less free space than SQLite needs to open a file."""
    if sys.platform == "win32":
        return False
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize < SHM_BYTES
