"""Signs of life: by them owners see a process, and with each it hears what they want."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import version
from typing import Any

from bot import metrics
from bot.discord.support.bot import Bot
from bot.discord.support.keeper import Keeper
from bot.matches import StoreError
from bot.matches.processes import BEAT, Standing

#: Seconds between two signs of life of a process that is about to stop, and to say goodbye.
DRAINING, LAST = 2.0, 2.0
#: The share of presses and posts of which it is told how long they take.
SHARE = 0.95


class Heartbeat(Keeper):
    """Says that the process lives, and reads what owners have decided for all of them."""

    name = "heartbeat"
    trouble = "no sign of life can be given, and what owners decide is not heard"

    def __init__(self, bot: Bot, keep_to: Callable[[Standing], Awaitable[None]], leases: Callable[[], int]) -> None:
        """`keep_to` does what owners want; `leases` counts the matches that this process has in hand."""
        super().__init__()
        self._bot = bot
        self._keep_to = keep_to
        self._leases = leases
        # Owners are heard at once, in whichever process they have ordered something.
        self._news = bot.service.store.orders

    async def work(self) -> float:
        """Give a sign of life, and do what owners want; return the seconds until the next."""
        service = self._bot.service
        standing = await service.processes.beat(version("tenebrae"), self._bot.door, self.figures())
        await self.read()
        await self._keep_to(standing)
        return BEAT if standing.wanted == "serve" else DRAINING

    async def read(self) -> None:
        """Read what owners have decided; raises StoreError."""
        service = self._bot.service
        await service.caps.read()
        await service.bars.read()
        self._bot.dispatch("bars_read")

    def figures(self) -> dict[str, Any]:
        """Return what this process has under way, and how fast it has been since it began."""
        return {
            "answers": self._bot.answers_under_way,
            "leases": self._leases(),
            "unreadable": self._bot.service.watching.unreadable(),
            "acknowledged": metrics.within(metrics.ACKNOWLEDGED, SHARE),
            "boards": metrics.within(metrics.LATENESS, SHARE, kinds=("board", "turn")),
        }

    async def stop(self) -> None:
        """End, and be no longer one of the processes."""
        began = self._task is not None
        await super().stop()
        if began:
            with suppress(StoreError, TimeoutError):
                async with asyncio.timeout(LAST):
                    await self._bot.service.processes.leave()
