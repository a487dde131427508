"""Backs up a database, even while a bot is using it, and restores it.

Backups and restored databases are written under a temporary name, checked and synced to disk. Only then are they
renamed, so a file is either complete or missing. These functions are for commands; a running bot must not call them.
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
from sqlalchemy.exc import SQLAlchemyError

from bot.store import checksums, database_swap, lost_commit_check, migrations, pg_dump
from bot.store.database_files import MARK_SUFFIX, SHM_SUFFIX, WAL_SUFFIX, beside, keep_private
from bot.store.database_lock import FileLock
from bot.store.engine_interface import Address, is_server
from bot.store.errors import DatabaseDamaged, StoreError
from bot.store.migrations import VERSION
from bot.store.read_only import existing_file
from bot.store.sqlite import BUSY_TIMEOUT
from bot.store.sqlite_opening import check_pages, open_read_only
from bot.store.transactions import describe_error

#: The suffix of an incomplete file, and the suffix of the old database after a restore.
PARTIAL_SUFFIX = ".part"
REPLACED_SUFFIX = ".before-restore"


def back_up(database: Address, target: Path) -> None:
    """Copy a database, even one in use, to a new file: an SQLite file, or a dump made by `pg_dump`.

    The copy is consistent and needs no write-ahead log beside it. If it raises StoreError, no file is created.
    """
    source = None if is_server(database) else existing_file(Path(database))
    place = target.absolute()
    if os.path.lexists(place):
        raise StoreError(f"There is a file {target} already; a backup is never written over another one.")
    with _temporary_file(place, f"The backup {target} can't be written") as part:
        if source is None:
            pg_dump.dump(str(database), part)
            _sync_to_disk(part)
        else:
            asyncio.run(_copy(source, part))
        line = checksums.checksum_line(part, place.name)
        _give_name(part, place)
        checksums.write(place, line)
        _sync_to_disk(place.parent)


def restore(database: Address, file: Path) -> Path | str | None:
    """Replace an unused database with a backup. Return the new path or name of the old database, or None if there was
    none.

    If it raises StoreError, the database is unchanged.
    """
    if is_server(database):
        return restore_on_server(str(database), file)
    return restore_file(Path(database), file)


def restore_on_server(address: str, file: Path) -> str | None:
    """Replace a database on a server; see `restore`.

    An empty database is filled instead of being replaced, because that needs fewer privileges.
    """
    _check_kind(file, dump=True)
    checksums.check(file)
    dump_format = pg_dump.format_of(file)
    if dump_format > VERSION:
        raise StoreError(migrations.too_new_message(file, dump_format))
    if asyncio.run(database_swap.is_empty(address)):
        pg_dump.load(file, address)
        return None
    with pg_dump.temporary_database(address) as (place, name):
        pg_dump.load(file, place)
        return asyncio.run(database_swap.replace(address, name))


def restore_file(database: Path, file: Path) -> Path | None:
    """Replace the database in a file; see `restore`."""
    _check_kind(file, dump=False)
    source, place = existing_file(file), Path(database).resolve()
    if not place.parent.is_dir():
        raise StoreError(f"The folder {place.parent} for the database does not exist.")
    old_copy = place.with_name(place.name + REPLACED_SUFFIX)
    if source == place:
        raise StoreError(f"The file {file} is the database itself.")
    checksums.check(source)
    lock = FileLock(place)
    try:
        if os.path.lexists(old_copy):
            raise StoreError(f"There is a file {old_copy} from an earlier time; move it away first.")
        with _temporary_file(place, f"The database {place} can't be restored") as part:
            try:
                asyncio.run(_copy(source, part))
            except DatabaseDamaged:
                raise StoreError(f"The file {file} is not a backup or is damaged; restore another one.") from None
            old_database = _set_aside(place, old_copy)
            if old_database is not None:
                _copy_owner(old_database, part)
                keep_private(old_database)
            os.replace(part, place)
            _sync_to_disk(place.parent)
        return old_database
    finally:
        lock.release()


def _check_kind(file: Path, *, dump: bool) -> None:
    """Raise StoreError unless the backup exists and is of the right kind: a server's dump if `dump`, else an SQLite
    file.
    """
    if not file.is_file():
        raise StoreError(f"There is no backup {file}.")
    if not file.stat().st_size:
        raise StoreError(f"The file {file} is empty, so it is not a database of Tenebrae.")
    try:
        is_dump = pg_dump.is_dump(file)
    except OSError as error:
        raise StoreError(f"The backup {file} can't be read: {error.strerror or error}.") from error
    if is_dump and not dump:
        raise StoreError(
            f"The backup {file} is of a database on a PostgreSQL server; name one there in TENEBRAE_DATABASE, restore"
            " it, and move it with `tenebrae database copy`."
        )
    if dump and not is_dump:
        raise StoreError(
            f"The backup {file} is none of a database on a server; if it is an SQLite file, `tenebrae database copy`"
            " moves it there."
        )


def examine(database: Address) -> None:
    """Check every page and index of a database, even one in use. Raises StoreError if the database is damaged."""
    if is_server(database):
        raise StoreError("The database is on a PostgreSQL server; use pg_amcheck, which comes with PostgreSQL.")
    asyncio.run(_examine(existing_file(Path(database))))


async def _examine(path: Path) -> None:
    line = await open_read_only(path)
    try:
        await check_pages(line, path, "integrity_check")
    except SQLAlchemyError as error:
        raise StoreError(f"The database {path} can't be read: {describe_error(error)}.") from error
    finally:
        await line.close()


async def _copy(source: Path, part: Path) -> None:
    """Copy a database page by page in one read transaction, and check the copy."""
    line = await open_read_only(source)
    try:
        reader = await line.driver()
        writer = await aiosqlite.connect(part, isolation_level=None, timeout=BUSY_TIMEOUT)
        try:
            await reader.backup(writer)
            await lost_commit_check.mark_unused(writer)
            # A backup must be a single file, so don't leave its last pages in a write-ahead log.
            await writer.execute_fetchall("PRAGMA journal_mode = DELETE")
            faults = list(await writer.execute_fetchall("PRAGMA integrity_check(1)"))
            if faults[0][0] != "ok":
                raise DatabaseDamaged(source)
        except sqlite3.OperationalError:
            raise  # not damage but, for example, a full disk
        except sqlite3.DatabaseError as error:
            raise DatabaseDamaged(source) from error
        finally:
            await writer.close()
    finally:
        await line.close()
    _sync_to_disk(part)


def _set_aside(place: Path, target: Path) -> Path | None:
    """Give the current database a second path before it is replaced. Return the second path, or None if there is no
    database.
    """
    if place.exists():
        with suppress(StoreError, sqlite3.Error):  # a damaged database is set aside as it is
            asyncio.run(_fold_log(place))
        _give_name(place, target)
    for ending in (WAL_SUFFIX, SHM_SUFFIX, MARK_SUFFIX):
        leftover_file = beside(place, ending)
        if leftover_file.exists():
            # Move these files along with the old database, which needs its log. The new database must not read that
            # log.
            os.replace(leftover_file, beside(target, ending))
    return target if target.exists() else None


async def _fold_log(place: Path) -> None:
    """Copy the changes in the write-ahead log into the database file; raises StoreError if the file is damaged."""
    await (await open_read_only(place)).close()
    connection = await aiosqlite.connect(place, isolation_level=None, timeout=BUSY_TIMEOUT)
    try:
        await lost_commit_check.mark_unused(connection)
        await connection.execute_fetchall("PRAGMA journal_mode = DELETE")
    finally:
        await connection.close()


def _give_name(path: Path, other: Path) -> None:
    """Give a file a second name, or rename it if the file system has no hard links; raises FileExistsError."""
    try:
        os.link(path, other)
    except FileExistsError:
        raise
    except OSError:
        os.rename(path, other)  # the file system has no hard links


def _copy_owner(old: Path, new: Path) -> None:
    """Give the new file the owner of the old file."""
    if sys.platform != "win32":
        facts = old.stat()
        with suppress(PermissionError):
            os.chown(new, facts.st_uid, facts.st_gid)


@contextmanager
def _temporary_file(place: Path, trouble: str) -> Generator[Path]:
    """Create a temporary file beside the target during the block, and afterwards remove it if it still exists."""
    try:
        # Only this user may read the file, because it contains the hidden cards of all matches.
        handle, name = tempfile.mkstemp(PARTIAL_SUFFIX, place.name, place.parent)
        os.close(handle)
        try:
            yield Path(name)
        finally:
            for ending in ("", "-journal", "-wal", "-shm"):
                with suppress(OSError):
                    os.unlink(name + ending)
    except (sqlite3.Error, SQLAlchemyError) as error:
        raise StoreError(f"{trouble}: {describe_error(error)}.") from error
    except OSError as error:
        raise StoreError(f"{trouble}: {error.strerror or error}.") from error


def _sync_to_disk(path: Path) -> None:
    """Sync a file's content, or the names in a folder, to disk."""
    with suppress(PermissionError):  # Windows can't open folders
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
