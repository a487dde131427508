"""Detects that a database has lost its newest changes.

SQLite commits to a write-ahead log beside the file, and later copies the log into the file. If the log is damaged,
truncated or deleted, SQLite treats it as a shorter log and silently continues without the lost commits. Therefore each
transaction with changes also increments a counter in the database and, after the commit, writes the counter to the file
`<database>.mark`. If a database's counter is below its mark, the database has lost changes. Because the mark is written
last, it is never ahead of an intact database, however the process died.

The mark is synced to disk only when the bot stops, because syncing it after each commit would double the cost of a
commit. The mark survives when the process is killed. After a power failure, the mark may be some seconds old. An old
mark causes no false alarm, and it can only hide the loss of those seconds.

Besides the counter, the database has a flag that is set while a process has the database open. If a file was copied
without its log, the flag reveals this even if the mark is missing.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any, Protocol

import aiosqlite

from bot.store.database_files import MARK_SUFFIX, PRIVATE_MODE, WAL_SUFFIX, beside
from bot.store.errors import StoreError

#: The statement that creates the counter's table, which has one row. Only SQLite files need it; a server protects its
#: own log.
_CREATE_TABLE = """CREATE TABLE IF NOT EXISTS commits (
    id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, in_use INTEGER NOT NULL
) STRICT"""
_INSERT_ROW = "INSERT OR IGNORE INTO commits (id, number, in_use) VALUES (1, 0, 0)"
_INCREMENT = "UPDATE commits SET number = number + 1 RETURNING number"
_MARK_OPEN = "UPDATE commits SET number = number + 1, in_use = 1 RETURNING number"
_MARK_CLOSED = "UPDATE commits SET number = number + 1, in_use = 0 RETURNING number"
#: The number of digits in a mark. Because the length is fixed, each mark overwrites the previous one in a single write.
_DIGITS = 20

_log = logging.getLogger(__name__)


class StatementRunner(Protocol):
    """A connection to an SQLite file that runs SQL statements without parameters."""

    async def execute(self, statement: str) -> list[Any]: ...

    async def value(self, statement: str) -> Any: ...


class CommitCounter:
    """The mark file of an open database."""

    def __init__(self, database: Path) -> None:
        """Open the mark file. If there is none, create an empty one, which counts as 0. Raises OSError."""
        self._path = beside(database, MARK_SUFFIX)
        self._file: int | None = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), PRIVATE_MODE)
        self._told = False

    def write(self, number: int) -> None:
        """Write a commit's number to the mark.

        If this fails, the commit is still valid, and the mark is merely too low.
        """
        if self._file is None:
            return
        try:
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, b"%0*d\n" % (_DIGITS, number))
        except OSError as error:
            if not self._told:
                self._told = True
                _log.warning("%s can't be written: %s; a loss would not be noticed.", self._path, error.strerror)

    def close(self) -> None:
        """Sync the mark to disk and close it."""
        if self._file is not None:
            file, self._file = self._file, None
            try:
                os.fsync(file)
            except OSError as error:
                _log.warning("%s can't be synced: %s.", self._path, error.strerror)
            finally:
                os.close(file)


def read_mark(database: Path) -> int | None:
    """Return the number in a database's mark, which the database's counter should have reached; None if there is no
    mark.

    Raises StoreError. If a bot may be running, call this before reading the database: otherwise new commits could put
    the mark ahead of the counter that was read.
    """
    path = beside(database, MARK_SUFFIX)
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except PermissionError as error:
        raise StoreError(
            f"The mark {path} may not be read by this user; give it to the user who runs the bot."
        ) from error
    except OSError as error:
        raise StoreError(f"The mark {path} can't be read: {error.strerror}.") from error
    # Operators empty the file to accept a loss.
    digits = text.strip() or b"0"
    if not digits.isdigit():
        raise StoreError(
            f"The mark {path} is damaged, so that nobody can tell whether the database has lost moves; make it an "
            "empty file to go on."
        )
    return int(digits)


async def check(line: StatementRunner, database: Path, claim: int | None) -> bool:
    """Return whether the last process closed the database properly; raises StoreError if changes are lost.

    `claim` is what `read_mark` returned before the connection was opened.
    """
    number, in_use = await _read_counter(line)
    if number < (claim or 0) or (in_use and claim is None and not _has_log(database)):
        log, mark = beside(database, WAL_SUFFIX).name, beside(database, MARK_SUFFIX).name
        raise StoreError(
            f"The database {database} lacks its latest moves: its log {log} is damaged or lost, or the file is an "
            f"older copy; put back what belongs there or restore a backup, or make {mark} an empty file to go on "
            "without those moves."
        )
    return in_use is False


async def _read_counter(line: StatementRunner) -> tuple[int, bool | None]:
    """Return a file's commit counter and its in-use flag. The flag is None if an older version wrote the file without
    one.
    """
    tables = {name for (name,) in await line.execute("SELECT name FROM sqlite_schema")}
    if "commits" in tables:
        ((number, in_use),) = await line.execute("SELECT number, in_use FROM commits")
        return number, bool(in_use)
    mode = await line.value("PRAGMA journal_mode")
    # A new file's tables are created before its log, so a file that uses a log but has no tables has lost the log.
    return 0, True if mode == "wal" and not tables else None


def _has_log(database: Path) -> bool:
    path = beside(database, WAL_SUFFIX)
    return path.exists() and path.stat().st_size > 0


async def mark_open(line: StatementRunner) -> int:
    """Mark the file as in use, in the caller's transaction. Return its commit counter."""
    await line.execute(_CREATE_TABLE)
    await line.execute(_INSERT_ROW)
    return await line.value(_MARK_OPEN)


async def increment(line: StatementRunner) -> int:
    """Increment the commit counter in the caller's transaction, and return it."""
    return await line.value(_INCREMENT)


async def mark_closed(line: StatementRunner) -> int:
    """Mark the file as closed, in the caller's transaction. Return its commit counter."""
    return await line.value(_MARK_CLOSED)


async def mark_unused(copy: aiosqlite.Connection) -> None:
    """Mark a copy of a database as not in use, because the copy is complete without a log."""
    if await copy.execute_fetchall("SELECT 1 FROM sqlite_schema WHERE name = 'commits'"):
        await copy.execute_fetchall("UPDATE commits SET in_use = 0")
