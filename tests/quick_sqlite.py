"""Databases in files at little cost, for tests that look at what is kept and not at how: no thread, tables at hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiosqlite.core
import pytest

from bot.store import sqlite, store
from bot.store.copies import Copies


class AtHand:
    """Runs statements where they are asked for, in the place of a connection's thread and of the queue before it.

    Crossing over to a thread and back took a tenth of the time of every test.
    """

    def start(self) -> None:
        """There is no thread to start."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any], Callable[[], Any]]) -> None:
        # Not at once: others have their turn at each statement, as they have with a thread.
        asyncio.get_running_loop().call_soon(self._run, *asked)

    def _run(self, future: asyncio.Future[Any], statement: Callable[[], Any]) -> None:
        try:
            aiosqlite.core.set_result(future, statement())
        except BaseException as error:
            aiosqlite.core.set_exception(future, error)


class Unthreaded(sqlite._Thread):
    """A connection to a file without a thread of its own."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        self._tx = self._thread = AtHand()  # type: ignore[assignment]


#: What a file with empty tables holds, once one has been made: to make the tables takes as long as all else of a start.
_empty: list[bytes] = []
_open_file = store.open_file


async def _open_copy(path: Path, kept: Copies) -> sqlite.File:
    """Open a database; a new one begins as a copy of the first one that was made, with empty tables."""
    is_new = _is_empty(path)
    if is_new and not _empty:
        await (await _open_file(path, kept)).close()
        _keep(path)
    elif is_new:
        _fill(path)
    return await _open_file(path, kept)


def _is_empty(path: Path) -> bool:
    return not path.stat().st_size


def _keep(path: Path) -> None:
    _empty.append(path.read_bytes())


def _fill(path: Path) -> None:
    path.write_bytes(_empty[0])


@contextmanager
def quick_sqlite() -> Iterator[None]:
    """Let the stores that are opened meanwhile cost little."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "_Thread", Unthreaded)
        patch.setattr(store, "open_file", _open_copy)
        yield
