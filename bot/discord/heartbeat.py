"""Heartbeats: they show owners which processes run, and bring each process its orders."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import version
from typing import Any

from bot.app import metrics
from bot.app.registry import Registry
from bot.discord.bot import Bot
from bot.discord.commands.background_sync import Reconciler
from bot.matches.processes import HEARTBEAT_INTERVAL, ProcessInstruction
from bot.store.errors import StoreError

#: Seconds between two heartbeats of a stopping process, and for the last one.
STOPPING_INTERVAL, LAST_HEARTBEAT_TIMEOUT = 2.0, 2.0
#: The quantile of the reported durations of presses and posts.
QUANTILE = 0.95
#: Decisions of owners, saved by features, that each process reads again with its heartbeat, beside the limits.
DECISIONS = Registry[Callable[[Bot], Awaitable[None]]]("owners' decisions")


class Heartbeat(Reconciler):
    """Reports that the process runs, and reads the owners' orders."""

    name = "heartbeat"
    trouble = "no sign of life can be given, and what owners decide is not heard"

    def __init__(
        self, bot: Bot, keep_to: Callable[[ProcessInstruction], Awaitable[None]], leases: Callable[[], int]
    ) -> None:
        """`keep_to` carries out an order; `leases` counts the matches that this process holds."""
        super().__init__()
        self._bot = bot
        self._keep_to = keep_to
        self._leases = leases
        # Owners' orders wake it at once, whichever process they used.
        self._news = bot.service.store.orders

    async def work(self) -> float:
        """Send a heartbeat, and follow the owners' order; return the seconds until the next."""
        service = self._bot.service
        standing = await service.processes.send_heartbeat(version("tenebrae"), self._bot.door, self.figures())
        await self.read()
        await self._keep_to(standing)
        return HEARTBEAT_INTERVAL if standing.wanted == "serve" else STOPPING_INTERVAL

    async def read(self) -> None:
        """Read the owners' decisions; raises StoreError."""
        await self._bot.service.quota_overrides.read()
        for read in DECISIONS:
            await read(self._bot)

    def figures(self) -> dict[str, Any]:
        """Return this process's current work, and its speed since the start."""
        return {
            "answers": self._bot.in_flight_count,
            "leases": self._leases(),
            "unreadable": self._bot.service.metrics_cache.unreadable(),
            "acknowledged": metrics.quantile(metrics.ACKNOWLEDGEMENT_SECONDS, QUANTILE),
            "boards": metrics.quantile(metrics.POST_LATENESS, QUANTILE, kinds=("board", "turn")),
        }

    async def stop(self) -> None:
        """Stop, and remove this process from the list."""
        began = self._task is not None
        await super().stop()
        if began:
            with suppress(StoreError, TimeoutError):
                async with asyncio.timeout(LAST_HEARTBEAT_TIMEOUT):
                    await self._bot.service.processes.deregister()
