"""A dedicated connection to the server, which receives news of work at once and reads the server's clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg  # pyright: ignore[reportMissingTypeStubs]

from bot.app.clock import RemoteClock, passed
from bot.store.work_queue import CHANNEL

log = logging.getLogger(__name__)

#: Seconds between two readings of the clock, which also test the connection.
PULSE = 60.0
#: The timeout of a reading, in seconds.
PATIENCE = 10.0
#: Seconds before reconnecting: at first, doubled each time up to the maximum.
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0

#: The query for the server's time, in seconds since 1970.
NOW = "SELECT extract(epoch FROM clock_timestamp())::float8"
#: The driver raises InternalClientError when a server has said goodbye without closing the connection.
_FAULTS = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


async def rest(lost: asyncio.Event) -> None:
    """Wait until the connection is lost, or the next reading of the clock."""
    with suppress(TimeoutError):
        await asyncio.wait_for(lost.wait(), PULSE)


class Listener:
    """Receives processes' messages, and reconnects automatically.

    Nothing is lost meanwhile: each process also looks for work at intervals.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[Any]], clock: RemoteClock, hear: Callable[[str | None], None]
    ) -> None:
        """`hear` gets each message; None if some may have been missed."""
        self._connect = connect
        self._clock = clock
        self._hear = hear
        #: Whether the log says that the connection is down.
        self._deaf = False
        self._task = asyncio.create_task(self._run(), name="listening")

    async def stop(self) -> None:
        """Stop listening."""
        self._task.cancel()
        await asyncio.wait({self._task})

    async def _run(self) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                connection = await self._connect()
                try:
                    wait = FIRST_WAIT
                    await self._listen(connection)
                finally:
                    connection.terminate()
            except _FAULTS as error:
                log.debug("the listening connection failed", exc_info=error)
            if not self._deaf:
                self._deaf = True
                log.warning("the server tells of no new work; each process looks for it every half minute")
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _listen(self, connection: Any) -> None:
        """Listen until the connection is lost; errors of the driver propagate."""
        lost = asyncio.Event()

        def hear(_connection: Any, _process: int, _channel: str, message: str) -> None:
            self._hear(message)

        def end(_connection: Any) -> None:
            lost.set()

        connection.add_termination_listener(end)
        await connection.add_listener(CHANNEL, hear)
        if self._deaf:
            self._deaf = False
            log.warning("the server tells of new work again")
        self._hear(None)
        while not lost.is_set():
            asked = passed()
            self._clock.set(await connection.fetchval(NOW, timeout=PATIENCE), asked, passed())
            await rest(lost)
