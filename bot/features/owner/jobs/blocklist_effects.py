"""Carries out blocks: frees a blocked person's seats, and leaves a blocked server after one message to it."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord

from bot.app.clock import HOUR
from bot.discord.bot import Bot
from bot.discord.commands.background_reconciler import Reconciler
from bot.discord.http import error_codes
from bot.discord.ui import fallbacks
from bot.features.owner.jobs.blocklist_gate import ban_notice
from bot.features.owner.service.announcements import Announcements
from bot.features.owner.service.blocklist import Blocklist, BlocklistRow
from rules.kernel.words.translation import Translator

log = logging.getLogger("bot.discord")

#: Seconds until the next check, normally and while another process is doing the work.
IDLE_INTERVAL, BUSY_INTERVAL = 60.0, 5.0


class BlocklistEnforcer(Reconciler):
    """Takes blocked people out of matches and leaves blocked servers, in only one process.

    Each step can be repeated without harm.
    """

    name = "doorkeeper"
    refusal_message = "somebody who is not served any more can't be taken out of everything yet"
    wakes_on = ("bars_read",)

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self._bot = bot
        self._blocklist = bot.service.part(Blocklist)

    def on_event(self) -> None:
        """Start a check if the newly read blocklist contains a block that has not taken full effect."""
        if self._blocklist.are_unsettled:
            self.wake()

    async def work(self) -> float:
        """Leave blocked servers, and take blocked people out of matches; return the seconds until the next check."""
        if not await self._blocklist.unsettled():
            return IDLE_INTERVAL
        async with self._blocklist.try_lock() as leads:
            if not leads:
                return BUSY_INTERVAL
            rows, settled = await self._blocklist.unsettled(), 0
            for row in rows:
                with self.isolated((row.what, row.subject)):
                    settled += not await self._enforce(row)
        return IDLE_INTERVAL if settled == len(rows) else float(HOUR)

    async def _enforce(self, row: BlocklistRow) -> bool:
        """Leave a blocked server, or take a blocked person out of their matches; return whether some matches remain."""
        if row.what == "person":
            if await self._bot.service.account_exit.leave_everything(row.subject):
                return True
        else:
            await self._leave_server(row)
        await self._blocklist.mark_settled(row)
        return False

    async def _leave_server(self, row: BlocklistRow) -> None:
        """Send a blocked server one message, then leave it.

        The server's matches are suspended, as in any server that has removed the bot.
        """
        if row.told_at is None:
            await self._blocklist.mark_notified(row)
            await self._notify_server(row)
        try:
            await self._bot.http.leave_guild(row.subject)
        except discord.HTTPException as error:
            if error.code not in error_codes.REMOVED:
                raise
        log.warning("left a server that is not served", extra={"guild": row.subject})
        await self._bot.delivery_failures.record_removal(row.subject)

    async def _notify_server(self, row: BlocklistRow) -> None:
        place = await self._bot.service.part(Announcements).channel_for(row.subject)
        if place is not None:
            none = discord.AllowedMentions.none()
            channel = self._bot.get_partial_messageable(place.channel_id)
            # If the bot isn't allowed to post in the server, it leaves without a message.
            with suppress(discord.HTTPException):
                words = ban_notice(Translator(place.locale), row)
                await fallbacks.send(self._bot, channel.send, content=words, allowed_mentions=none, silent=True)
