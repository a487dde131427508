"""Speeds up SQLite stores, without threads and with ready-made tables, for tests that don't test storage itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiosqlite.core
import pytest

from bot.store import sqlite, store
from bot.store.migration_copies import Copies


class InlineQueue:
    """Stands in for both the thread and the queue of a connection, and runs statements in the event loop's thread.

    Switching to a thread and back took a tenth of every test's time.
    """

    def start(self) -> None:
        """Do nothing, since there is no thread."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any], Callable[[], Any]]) -> None:
        # Run the statement later, so other tasks can run between two statements, as they can when a thread runs them.
        asyncio.get_running_loop().call_soon(self._run, *asked)

    def _run(self, future: asyncio.Future[Any], statement: Callable[[], Any]) -> None:
        try:
            aiosqlite.core.set_result(future, statement())
        except BaseException as error:
            aiosqlite.core.set_exception(future, error)


class UnthreadedConnection(sqlite._ThreadedConnection):
    """A connection to an SQLite file that runs its statements without a thread."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        self._tx = self._thread = InlineQueue()  # type: ignore[assignment]


#: The bytes of a database file with empty tables; empty until the first store is opened. Creating the tables takes half
#: of the start-up time.
_empty_file: list[bytes] = []
_open_file = store.open_file


async def _open_copy(path: Path, kept: Copies) -> sqlite.SqliteFile:
    """Open a database file. A new file is filled with the saved copy of an empty database, so no tables are created."""
    is_new = _is_empty(path)
    if is_new and not _empty_file:
        await (await _open_file(path, kept)).close()
        _remember_empty_file(path)
    elif is_new:
        _copy_empty_file(path)
    return await _open_file(path, kept)


def _is_empty(path: Path) -> bool:
    return not path.stat().st_size


def _remember_empty_file(path: Path) -> None:
    _empty_file.append(path.read_bytes())


def _copy_empty_file(path: Path) -> None:
    path.write_bytes(_empty_file[0])


@contextmanager
def quick_sqlite() -> Iterator[None]:
    """Speed up the stores that are opened during the `with` block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "_ThreadedConnection", UnthreadedConnection)
        patch.setattr(store, "open_file", _open_copy)
        yield
