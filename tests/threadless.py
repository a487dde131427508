"""Connections to SQLite without a thread of their own, for tests that look at what is kept and not at how."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiosqlite.core

from bot.store import sqlite


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
