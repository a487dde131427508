"""Tracks the interactions that are being handled, which must finish before the bot stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot.discord.bot import Interaction
from bot.discord.ui import errors
from bot.discord.ui.person_lookup import say_at_once

#: Time limit in seconds for telling a person that their interaction was cancelled.
REFUSAL_TIMEOUT = 3.0


class InFlightInteractions:
    """Tracks interactions while they are being handled, and lets them finish when the bot stops."""

    def __init__(self) -> None:
        #: True while the bot is stopping and refuses new interactions.
        self.closed = False
        self._tasks: set[asyncio.Task[object]] = set()

    @property
    def in_progress(self) -> int:
        """The number of interactions that are being handled right now."""
        return len(self._tasks)

    @asynccontextmanager
    async def track(self, interaction: Interaction) -> AsyncGenerator[None]:
        """Track the `with` block as the handling of an interaction. If the block is cancelled, tell the person."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        except asyncio.CancelledError:
            await _tell_cancelled(interaction)
            raise
        finally:
            self._tasks.discard(task)

    async def wait_until_idle(self) -> None:
        """Wait until no interaction is being handled."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def shut_down(self, grace: float) -> int:
        """Refuse new interactions, wait up to `grace` seconds for the running ones, and cancel the unfinished ones.

        Returns the number of cancelled interactions.
        """
        self.closed = True
        ends = asyncio.get_running_loop().time() + grace
        while self._tasks and (remaining_seconds := ends - asyncio.get_running_loop().time()) > 0:
            # `_tasks` also contains the refusals of interactions that arrive during the shutdown.
            await asyncio.wait(self._tasks, timeout=remaining_seconds)
        late = set(self._tasks)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)
        return len(late)


async def _tell_cancelled(interaction: Interaction) -> None:
    """Tell a person that their interaction was cancelled. Otherwise, Discord would continue to show "thinking"."""
    text = say_at_once(interaction).t("I'm restarting. In a minute, `/act` shows whether your move was made.")
    try:
        async with asyncio.timeout(REFUSAL_TIMEOUT):
            await errors.send_private(interaction, text)
    except (TimeoutError, discord.HTTPException, aiohttp.ClientError) as error:
        errors.log.warning("a person could not be told that the bot stops", extra={"reason": str(error)})
