"""Damaged rows of the database: how many were met, and when the bot's owner was last told of them."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from bot.clock import Clock
from bot.matches.processes import Processes, is_gone
from bot.matches.rest import DAY
from bot.store import Store, decoding, facts

#: The number of the task to tell the owner, which one process at a time does.
TELLING = 11


class Damage:
    """Counts the damaged rows, and keeps when the owner was last told of them."""

    def __init__(self, store: Store, clock: Clock, processes: Processes) -> None:
        self._store = store
        self._clock = clock
        self._processes = processes

    async def count(self) -> int:
        """Return how many damaged rows were met by the running process that met the most."""
        now = self._clock.now()
        live = [row for row in await self._processes.every() if not is_gone(row, now)]
        return max([decoding.met(), *(int(row.figures.get("unreadable") or 0) for row in live)])

    async def wait(self) -> int:
        """Return in how many seconds the owner may be told again; 0 for now."""
        return await facts.wait(self._store.read, facts.TOLD_OF_DAMAGE, DAY, self._clock.now())

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Let the block tell the owner; yields False while another process does."""
        return self._store.alone(TELLING)

    async def told(self) -> None:
        """Save that the owner is told now."""
        async with self._store.write() as tx:
            await facts.put(tx, facts.TOLD_OF_DAMAGE, self._clock.now())
