"""The gateway with as many connections as Discord asks for. Each resumes its session whenever it can."""

from __future__ import annotations

import logging

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from yarl import URL

from bot.discord.client import TenebraeBot
from bot.store.statements.rows import Door

log = logging.getLogger("bot.discord")


class ResumingShard(Shard):
    """A connection that retries a failed resume as a resume.

    discord.py's own starts a new session then, and would lose the events in between.
    """

    async def reconnect(self) -> None:
        """Resume the session. Start a new one only if there is none, or Discord has forgotten it."""
        if self.ws.session_id is None:
            await super().reconnect()
        else:
            await self.reidentify(ReconnectWebSocket(self.id, resume=True))


class GatewayBot(TenebraeBot, discord.AutoShardedClient):
    """The bot that receives interactions and server events over the gateway."""

    async def setup_hook(self) -> None:
        """Start the work; tell the operator if Discord will send no interactions here."""
        await super().setup_hook()
        if self.application is not None and self.application.interactions_endpoint_url:
            log.error(
                "Discord sends all commands and presses to an address instead of here: run `tenebrae serve`, or empty"
                " the field Interactions Endpoint URL in Discord's developer portal."
            )

    @property
    def door(self) -> Door:
        """See Bot."""
        return "gateway"

    @property
    def is_receiving(self) -> bool:
        """See TenebraeBot: only once all servers are known."""
        return self.is_ready() and self.reaches_discord()

    def reaches_discord(self) -> bool:
        """See Bot: while no shard is connected, no one can move."""
        return not self.shards or any(not shard.is_closed() for shard in self.shards.values())

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect one shard to Discord's address, which later sessions use too."""
        DiscordWebSocket.DEFAULT_GATEWAY = gateway
        await super().launch_shard(gateway, shard_id, initial=initial)
        made = self.get_shard(shard_id)
        if made is not None:
            # discord.py has no other way to set the class of its shards.
            made._parent.__class__ = ResumingShard  # pyright: ignore[reportPrivateUsage]
