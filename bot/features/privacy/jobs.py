"""Erases people's data, servers' data and expired data in the background, in only one process at a time."""

from __future__ import annotations

import discord

from bot.app.clock import DAY, HOUR
from bot.discord.bot import Bot
from bot.discord.commands.background_reconciler import Reconciler
from bot.discord.http import error_codes
from bot.features.privacy.service.erasure import ErasureRow, Privacy
from bot.features.privacy.service.retention import Retention

#: Seconds until the next check: while work is left, while nothing is due, and while another process is erasing.
WORK_LEFT_INTERVAL, IDLE_INTERVAL, BUSY_INTERVAL = 0.05, 60.0, 5.0
#: Seconds from the start of the process to the first search for expired data, between two searches, and between two
#: checks for servers that removed the bot.
FIRST_SWEEP_DELAY, SWEEP_INTERVAL, SERVER_CHECK_INTERVAL = 600, HOUR, DAY


class Eraser(Reconciler):
    """Erases people's and servers' data when it is due, erases expired data, and finds servers that removed the bot."""

    name = "eraser"
    refusal_message = "what is to be deleted can't be deleted yet"
    wakes_on = ("erasure_asked",)

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self._bot = bot
        self._privacy, self._retention = bot.service.part(Privacy), bot.service.part(Retention)
        #: When the next search for expired data is due, and when the next check for servers that removed the bot is
        #: due.
        self._sweep = self._look = bot.clock.monotonic() + FIRST_SWEEP_DELAY

    async def work(self) -> float:
        """Do one step of the work that is due; return the seconds until the next check."""
        now = self._bot.clock.monotonic()
        row, sweeps, looks = await self._privacy.due(), now >= self._sweep, now >= self._look
        if row is None and not sweeps and not looks:
            return IDLE_INTERVAL
        async with self._privacy.try_lock() as leads:
            if not leads:
                return BUSY_INTERVAL
            if row is not None:
                await self._erase(row)
            elif sweeps:
                self._sweep = now if await self._retention.sweep() else now + SWEEP_INTERVAL
            else:
                self._look = now + SERVER_CHECK_INTERVAL
                await self._look_for_servers()
        return WORK_LEFT_INTERVAL

    async def _erase(self, row: ErasureRow) -> None:
        if row.what == "person":
            await self._privacy.advance(row)
        elif not await self._is_gone(row.subject):
            await self._bot.service.unreachable_channels.server_is_back(row.subject)
        else:
            await self._retention.erase_server(row)

    async def _is_gone(self, guild_id: int) -> bool:
        """Return whether the bot is no longer in a server.

        Ask Discord, because the bot may have missed that it was added to the server again.
        """
        try:
            await self._bot.http.get_guild(guild_id, with_counts=False)
        except discord.HTTPException as error:
            if error.code in error_codes.REMOVED:
                return True
            raise
        return False

    async def _look_for_servers(self) -> None:
        """Schedule the erasure of servers that removed the bot while it was offline."""
        unscheduled = await self._retention.unscheduled_servers()
        if not unscheduled:
            return
        current_servers = {guild.id async for guild in self._bot.fetch_guilds(limit=None, with_counts=False)}
        for guild_id in sorted(unscheduled - current_servers):
            if await self._is_gone(guild_id):
                await self._bot.delivery_failures.record_removal(guild_id)
