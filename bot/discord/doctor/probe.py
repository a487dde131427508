"""The Discord client of `tenebrae doctor`. It loads this version's commands, to compare them with those on Discord."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord
from discord import app_commands

import rules
from bot.app.clock import SystemClock
from bot.discord.commands import registration
from bot.discord.commands.registry import add_commands, add_owner_commands
from bot.discord.commands.slash import IN_SERVERS, INSTALLS
from bot.discord.invite import link_of

#: How many seconds to wait for a response from Discord.
ANSWER_TIMEOUT = 30.0
#: The HTTP statuses for a server or channel that the bot can't access.
UNREACHABLE_STATUSES = (403, 404)


class ProbeClient(discord.Client):
    """A client that sends requests without the gateway. It also compares Discord's clock with this machine's clock."""

    def __init__(self) -> None:
        trace_config = aiohttp.TraceConfig()
        trace_config.on_request_end.append(self._hear)
        # Without this intent, discord.py would log a warning.
        super().__init__(intents=discord.Intents(guilds=True), http_trace=trace_config)
        self.games = rules.GAMES
        #: How many seconds this machine's clock is ahead of Discord's clock, measured at the last response.
        self.ahead: float | None = None
        self._tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
            self, allowed_installs=INSTALLS, allowed_contexts=IN_SERVERS
        )
        self._commands: tuple[list[registration.Payload], dict[str, registration.Payload]] | None = None

    async def _hear(self, _: Any, __: Any, params: aiohttp.TraceRequestEndParams) -> None:
        date_header = params.response.headers.get("Date")
        if date_header:
            self.ahead = SystemClock().now() - parsedate_to_datetime(date_header).timestamp()

    @property
    def link(self) -> str:
        """The link for adding the bot to a server."""
        assert self.application_id is not None  # set once the client has logged in
        return link_of(self.application_id)

    async def commands(self) -> tuple[list[registration.Payload], dict[str, registration.Payload]]:
        """Return the global commands, and each game's command group by game id, in Discord's format."""
        if self._commands is None:
            add_commands(self._tree, self.games)
            self._commands = await registration.payloads(self._tree)
        return self._commands

    async def owners_commands(self, guild_id: int) -> list[registration.Payload]:
        """Return the commands for the owners' server, in Discord's format."""
        add_owner_commands(self._tree, guild_id)
        return await registration.payloads_in(self._tree, guild_id)
