"""The SQLite database of a simulation, whose statements can be slow or can fail."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import aiosqlite.core
import pytest

from bot.store import sqlite, sqlite_opening, store
from bot.store.database_lock import FileLock
from bot.store.lost_commit_check import CommitCounter
from tests.simulated.event_loop import SimulatedLoop

#: The first words of statements that write.
WRITES = ("INSERT", "UPDATE", "DELETE", "COMMIT")


class Disk:
    """The disk that holds the database file, and its faults."""

    def __init__(self, loop: SimulatedLoop, dice: random.Random, path: Path) -> None:
        self.loop = loop
        self.dice = dice
        self.path = path
        #: The times when the disk stops being slow and when it stops being full.
        self.slow_until = self.full_until = 0.0
        #: Number of upcoming commits that fail, and number of upcoming commits that succeed although the disk reports
        #: an error.
        self.commits_fail = self.commits_unsure = 0
        #: The times of commits that succeeded although the disk reported an error.
        self.made_unsure: list[float] = []
        self.statements = 0

    def takes(self) -> float:
        """Return the seconds that the next statement takes."""
        usual = self.dice.uniform(0.0002, 0.003)
        return usual * 300 if self.loop.time() < self.slow_until else usual

    def fault(self, sql: str) -> Exception | None:
        """Return the error that makes this statement fail now, or None if it succeeds."""
        if self.loop.time() < self.full_until and sql.lstrip().upper().startswith(WRITES):
            return sqlite3.OperationalError("database or disk is full")
        if self.commits_fail and sql == "COMMIT":
            self.commits_fail -= 1
            return _failed("SQLITE_IOERR_WRITE")
        return None

    def lost(self, sql: str) -> Exception | None:
        """Return the error that this statement reports although it has succeeded, or None."""
        if self.commits_unsure and sql == "COMMIT":
            self.commits_unsure -= 1
            self.made_unsure.append(self.loop.time())
            return _failed("SQLITE_IOERR_FSYNC")
        return None

    def stepped(self) -> None:
        """Do nothing, because a file has no clock that could be set."""

    def looked_up(self, statement: str, **values: Any) -> list[Any]:
        """Query the database directly, without using a simulated process or simulated time."""
        with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)) as line:
            line.row_factory = sqlite3.Row
            return line.execute(statement, values).fetchall()

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """During the block, let all SQLite connections use this disk."""
        disk = self

        class Line(_Line):
            def __init__(self, *how: Any) -> None:
                super().__init__(*how)
                self.at = StatementRunner(disk, self)
                self._tx = self._thread = self.at  # type: ignore[assignment]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sqlite, "_ThreadedConnection", Line)
            patch.setattr(sqlite_opening, "SYNCHRONOUS", "OFF")
            patch.setattr(os, "fsync", lambda _: None)
            patch.setattr(store, "FileLock", lambda *how, **more: _held(disk.loop, FileLock(*how, **more)))
            patch.setattr(sqlite_opening, "CommitCounter", lambda *how: _noted(disk.loop, CommitCounter(*how)))
            yield


def _failed(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = name
    return error


def _held(loop: SimulatedLoop, lock: FileLock) -> FileLock:
    loop.machine.holds.append(lock.release)
    return lock


def _noted(loop: SimulatedLoop, mark: CommitCounter) -> CommitCounter:
    def let_go() -> None:
        if mark._file is not None:
            os.close(mark._file)
            mark._file = None

    loop.machine.holds.append(let_go)
    return mark


class _Line(sqlite._ThreadedConnection):
    """A connection that keeps its latest statement in `said`, so that faults can depend on the statement."""

    said = ""

    async def run(self, sql: str, values: Iterable[Any], *, many: bool = False) -> Any:
        self.said = sql
        return await super().run(sql, values, many=many)


class StatementRunner:
    """Stands in for a connection's thread: runs the connection's statements in order and in simulated time."""

    def __init__(self, disk: Disk, line: _Line) -> None:
        self._disk, self._line = disk, line
        self._machine = disk.loop.machine
        self._free = 0.0
        self._machine.holds.append(self._cut)

    def _cut(self) -> None:
        connection = self._line._connection
        if connection is not None:
            # A rollback comes first, because an open cursor would keep the transaction alive after the connection is
            # closed.
            with suppress(sqlite3.Error):
                connection.rollback()
            with suppress(sqlite3.Error):
                connection.close()
            self._line._connection = None

    def start(self) -> None:
        """Do nothing, because there is no thread to start."""

    def put_nowait(self, asked: tuple[Any, Callable[[], Any]]) -> None:
        loop, sql = self._disk.loop, self._line.said
        self._line.said = ""
        self._free = max(self._free + 1e-6, loop.time() + self._disk.takes())
        loop.call_at(self._free, self._run, sql, *asked)

    def _run(self, sql: str, future: Any, statement: Callable[[], Any]) -> None:
        disk, machine = self._disk, self._machine
        disk.statements += 1
        before = disk.dice.random() < 0.5
        if machine.fuse is not None and before and machine.burns():
            return
        fault = disk.fault(sql)
        try:
            if fault is not None:
                raise fault
            result = statement()
            fault = disk.lost(sql)
            if fault is not None:
                raise fault
        except BaseException as error:
            if future is not None:
                aiosqlite.core.set_exception(future, error)
            return
        if machine.fuse is not None and not before and machine.burns():
            return
        if future is not None:
            aiosqlite.core.set_result(future, result)
