"""A dedicated connection to the server that receives notifications about new work and reads the server's clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg  # pyright: ignore[reportMissingTypeStubs]

from bot.app.clock import RemoteClock, monotonic
from bot.store.work_queue import NOTIFY_CHANNEL

log = logging.getLogger(__name__)

#: Seconds between two readings of the server's clock. The readings also test the connection.
CLOCK_INTERVAL = 60.0
#: The timeout of a clock reading, in seconds.
CLOCK_TIMEOUT = 10.0
#: Seconds before the first attempt to reconnect, and the maximum. The delay doubles after each failure.
FIRST_RECONNECT_DELAY, MAX_RECONNECT_DELAY = 0.1, 5.0

#: The query for the server's time in seconds since 1970.
SERVER_TIME_QUERY = "SELECT extract(epoch FROM clock_timestamp())::float8"
#: The driver raises InternalClientError if a server announces its shutdown but doesn't close the connection.
_CONNECTION_ERRORS = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


async def wait_for_loss(lost: asyncio.Event) -> None:
    """Wait until the connection is lost or the next reading of the clock is due."""
    with suppress(TimeoutError):
        await asyncio.wait_for(lost.wait(), CLOCK_INTERVAL)


class Listener:
    """Receives messages from other processes, and reconnects automatically.

    If the connection is lost, no work is lost, because each process also looks for due work at intervals.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[Any]], clock: RemoteClock, hear: Callable[[str | None], None]
    ) -> None:
        """`hear` is called with each message, and with None if messages may have been missed."""
        self._connect = connect
        self._clock = clock
        self._hear = hear
        #: Whether the log already says that the connection is down.
        self._is_disconnected = False
        self._task = asyncio.create_task(self._run(), name="listening")

    async def stop(self) -> None:
        """Stop listening, and wait for the task to end."""
        self._task.cancel()
        await asyncio.wait({self._task})

    async def _run(self) -> None:
        wait = FIRST_RECONNECT_DELAY
        while True:
            try:
                connection = await self._connect()
                try:
                    wait = FIRST_RECONNECT_DELAY
                    await self._listen(connection)
                finally:
                    connection.terminate()
            except _CONNECTION_ERRORS as error:
                log.debug("the listening connection failed", exc_info=error)
            if not self._is_disconnected:
                self._is_disconnected = True
                log.warning("the server tells of no new work; each process looks for it every half minute")
            await asyncio.sleep(wait)
            wait = min(2 * wait, MAX_RECONNECT_DELAY)

    async def _listen(self, connection: Any) -> None:
        """Listen for messages until the connection is lost. The driver's errors are raised unchanged."""
        lost = asyncio.Event()

        def hear(_connection: Any, _process: int, _channel: str, message: str) -> None:
            self._hear(message)

        def end(_connection: Any) -> None:
            lost.set()

        connection.add_termination_listener(end)
        await connection.add_listener(NOTIFY_CHANNEL, hear)
        if self._is_disconnected:
            self._is_disconnected = False
            log.warning("the server tells of new work again")
        self._hear(None)
        while not lost.is_set():
            requested_at = monotonic()
            self._clock.set(
                await connection.fetchval(SERVER_TIME_QUERY, timeout=CLOCK_TIMEOUT), requested_at, monotonic()
            )
            await wait_for_loss(lost)
