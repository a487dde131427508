"""Keeps open panels up to date for as long as Discord allows editing them without a button press."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.discord.bot import Bot
from bot.discord.ui import errors
from bot.store.errors import StoreError
from bot.table.play import panel_handlers
from bot.table.play.open_panels import OpenPanel
from rules.kernel.errors import Refusal

log = logging.getLogger(__name__)

#: Seconds between two checks. Several moves in quick succession cause only one edit.
CHECK_INTERVAL = 3.0
#: Statuses from this number on mean that Discord has a fault.
FAULT = 500


class LivePanels:
    """Updates open panels when their match has changed, even if another process handled the move."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start checking open panels in the background."""
        self._running = asyncio.create_task(self._run(), name="live panels")

    async def stop(self) -> None:
        """Stop checking. Open panels are not updated any more."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait({self._running})
            self._running = None

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            try:
                await self.check()
            except StoreError:
                log.debug("open panels could not be looked at", exc_info=True)
            except Exception:
                log.exception("open panels could not be shown anew")

    async def check(self) -> None:
        """Update the panels whose match has changed. The database is read only if any panel is open."""
        bot = self._bot
        panels = bot.open_panels.editable(bot.clock.now())
        if not panels:
            return
        now = await bot.service.matches.last_seqs({panel.match_id for panel in panels})
        for panel in panels:
            if now.get(panel.match_id, panel.seq) != panel.seq:
                await self._renew(panel)

    async def _renew(self, panel: OpenPanel) -> None:
        try:
            await asyncio.create_task(panel_handlers.renew(panel), context=panel.context)
        except (discord.HTTPException, Refusal, *errors.CONNECTION_ERRORS) as error:
            if isinstance(error, errors.CONNECTION_ERRORS) or getattr(error, "status", 0) >= FAULT:
                # The next check tries again, because the panel may lack a decision that waits for the person.
                log.debug("an open panel could not be edited", exc_info=True)
                self._bot.open_panels.remember(panel)
            else:
                # An outdated panel does no harm, because its buttons report that the match has moved on.
                self._bot.open_panels.forget(panel)
