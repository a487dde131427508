"""Detecting the loss of a database's newest changes.

SQLite commits to a log beside the file, and later copies the log into the file. A log that is damaged, truncated or
deleted looks to it like a shorter one, so it would continue from there silently. Therefore each transaction with
changes also increments a number in the file and, after the commit, writes it to `<database>.mark`. A file whose number
is below its mark has lost changes; as the mark is written last, it is never ahead of an intact file, however the
process died.

The mark is synced to disk when the bot stops, and otherwise left to the system: syncing it each time would double the
cost of a commit. Killing the process loses nothing of it. After a power cut it may be some seconds old: then it raises
no false alarm, and misses at most the loss of those seconds.

The mark's number comes with a flag for a process that has the file open. It detects a file that was copied without its
log, even without its mark.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any, Protocol

import aiosqlite

from bot.store.database_files import MARK_SUFFIX, PRIVATE_MODE, WAL_SUFFIX, beside
from bot.store.errors import StoreError

#: Only files have this table, with one row: a server keeps its own log.
_CREATE_TABLE = """CREATE TABLE IF NOT EXISTS commits (
    id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, in_use INTEGER NOT NULL
) STRICT"""
_INSERT_ROW = "INSERT OR IGNORE INTO commits (id, number, in_use) VALUES (1, 0, 0)"
_INCREMENT = "UPDATE commits SET number = number + 1 RETURNING number"
_MARK_OPEN = "UPDATE commits SET number = number + 1, in_use = 1 RETURNING number"
_MARK_CLOSED = "UPDATE commits SET number = number + 1, in_use = 0 RETURNING number"
#: Digits of a mark: each overwrites the one before in one piece.
_DIGITS = 20

_log = logging.getLogger(__name__)


class StatementRunner(Protocol):
    """A connection to a file that runs statements without values."""

    async def say(self, statement: str) -> list[Any]: ...

    async def value(self, statement: str) -> Any: ...


class CommitCounter:
    """The mark of an open database."""

    def __init__(self, database: Path) -> None:
        """Open the mark, or make an empty one, which claims nothing; raises OSError."""
        self._path = beside(database, MARK_SUFFIX)
        self._file: int | None = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), PRIVATE_MODE)
        self._told = False

    def write(self, number: int) -> None:
        """Write the number of a commit.

        A failure doesn't undo the commit: the mark is merely older.
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


def marked(database: Path) -> int | None:
    """Return the number that a database must have reached; None without a mark. Raises StoreError.

    Beside a running bot, ask before reading the database, so that the database is ahead.
    """
    path = beside(database, MARK_SUFFIX)
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"The mark {path} can't be read: {error.strerror}.") from error
    # An operator empties it to accept a loss.
    digits = text.strip() or b"0"
    if not digits.isdigit():
        raise StoreError(
            f"The mark {path} is damaged, so that nobody can tell whether the database has lost moves; make it an "
            "empty file to go on."
        )
    return int(digits)


async def check(line: StatementRunner, database: Path, claim: int | None) -> bool:
    """Return whether the last process closed the database; raises StoreError if changes are lost.

    The claim is the result of `marked` before the connection was made.
    """
    number, in_use = await _state(line)
    if number < (claim or 0) or (in_use and claim is None and not _has_log(database)):
        log, mark = beside(database, WAL_SUFFIX).name, beside(database, MARK_SUFFIX).name
        raise StoreError(
            f"The database {database} lacks its latest moves: its log {log} is damaged or lost, or the file is an "
            f"older copy; put back what belongs there or restore a backup, or make {mark} an empty file to go on "
            "without those moves."
        )
    return in_use is False


async def _state(line: StatementRunner) -> tuple[int, bool | None]:
    """Return the file's number, and whether it is in use; None for a file of an older version, without that flag."""
    tables = {name for (name,) in await line.say("SELECT name FROM sqlite_schema")}
    if "commits" in tables:
        ((number, in_use),) = await line.say("SELECT number, in_use FROM commits")
        return number, bool(in_use)
    mode = await line.value("PRAGMA journal_mode")
    # A new file gets its tables before it gets a log: an empty one had them in a lost log.
    return 0, True if mode == "wal" and not tables else None


def _has_log(database: Path) -> bool:
    path = beside(database, WAL_SUFFIX)
    return path.exists() and path.stat().st_size > 0


async def opened(line: StatementRunner) -> int:
    """Mark the file as in use, in the caller's transaction; return its number."""
    await line.say(_CREATE_TABLE)
    await line.say(_INSERT_ROW)
    return await line.value(_MARK_OPEN)


async def raised(line: StatementRunner) -> int:
    """Increment the number in the caller's transaction, and return it."""
    return await line.value(_INCREMENT)


async def closed(line: StatementRunner) -> int:
    """Mark the file as closed, in the caller's transaction; return its number."""
    return await line.value(_MARK_CLOSED)


async def mark_unused(copy: aiosqlite.Connection) -> None:
    """Mark a standalone copy of a database as unused."""
    if await copy.execute_fetchall("SELECT 1 FROM sqlite_schema WHERE name = 'commits'"):
        await copy.execute_fetchall("UPDATE commits SET in_use = 0")
