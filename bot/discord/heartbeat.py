"""The heartbeat of each process: it shows owners which processes are running, and reads the owners' instructions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import version
from typing import Any

from bot.app import metrics
from bot.app.registry_class import Registry
from bot.discord.bot import Bot
from bot.discord.commands.background_reconciler import Reconciler
from bot.matches.processes import HEARTBEAT_INTERVAL, ProcessInstruction
from bot.store.errors import StoreError

#: Seconds between two heartbeats of a draining process, and the time limit for removing the process from the list.
STOPPING_INTERVAL, LAST_HEARTBEAT_TIMEOUT = 2.0, 2.0
#: The quantile that heartbeats report for durations: 95% of the measured durations are no longer than the reported one.
QUANTILE = 0.95
#: Functions of features that load the owners' saved decisions, such as bans. They are called at each heartbeat.
DECISIONS = Registry[Callable[[Bot], Awaitable[None]]]("owners' decisions")


class Heartbeat(Reconciler):
    """Regularly reports that the process is running, and reads the owners' instructions."""

    name = "heartbeat"
    refusal_message = "no sign of life can be given, and what owners decide is not heard"

    def __init__(
        self, bot: Bot, carry_out: Callable[[ProcessInstruction], Awaitable[None]], leases: Callable[[], int]
    ) -> None:
        """`carry_out` carries out an instruction. `leases` returns how many matches are leased by this process."""
        super().__init__()
        self._bot = bot
        self._carry_out = carry_out
        self._leases = leases
        # When an owner gives an instruction in any process, this event wakes the task at once.
        self._news = bot.service.store.orders

    async def work(self) -> float:
        """Send a heartbeat and carry out the owners' instruction. Return the seconds until the next heartbeat."""
        service = self._bot.service
        standing = await service.processes.send_heartbeat(version("tenebrae"), self._bot.door, self.figures())
        await self.read()
        await self._carry_out(standing)
        return HEARTBEAT_INTERVAL if standing.wanted == "serve" else STOPPING_INTERVAL

    async def read(self) -> None:
        """Read the owners' limits and other decisions; raises StoreError if the database fails."""
        await self._bot.service.quota_overrides.read()
        for read in DECISIONS:
            await read(self._bot)

    def figures(self) -> dict[str, Any]:
        """Return the figures shown to owners: this process's current work, and its speed since the start."""
        return {
            "answers": self._bot.in_flight_count,
            "leases": self._leases(),
            "unreadable": self._bot.service.metrics_cache.unreadable(),
            "acknowledged": metrics.quantile(metrics.ACKNOWLEDGEMENT_SECONDS, QUANTILE),
            "boards": metrics.quantile(metrics.POST_LATENESS, QUANTILE, kinds=("board", "turn")),
        }

    async def stop(self) -> None:
        """Stop the task, and remove this process from the list of running processes."""
        began = self._task is not None
        await super().stop()
        if began:
            with suppress(StoreError, TimeoutError):
                async with asyncio.timeout(LAST_HEARTBEAT_TIMEOUT):
                    await self._bot.service.processes.deregister()
