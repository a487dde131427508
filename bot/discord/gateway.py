"""The bot on Discord's gateway, with as many connections as Discord recommends. Connections resume their sessions."""

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
    """A gateway connection that keeps trying to resume its session after a failed attempt.

    discord.py's own class starts a new session after one failed attempt, and so loses the events in between.
    """

    async def reconnect(self) -> None:
        """Resume the session. Start a new one only if there was no session or Discord no longer knows it."""
        if self.ws.session_id is None:
            await super().reconnect()
        else:
            await self.reidentify(ReconnectWebSocket(self.id, resume=True))


class GatewayBot(TenebraeBot, discord.AutoShardedClient):
    """The bot, receiving interactions and server events over the gateway."""

    async def setup_hook(self) -> None:
        """Start the background work. Log an error if the portal makes Discord send interactions to a URL instead."""
        await super().setup_hook()
        if self.application is not None and self.application.interactions_endpoint_url:
            log.error(
                "Discord sends all commands and presses to an address instead of here: run `tenebrae serve`, or empty"
                " the field Interactions Endpoint URL in Discord's developer portal."
            )

    @property
    def door(self) -> Door:
        """How this process receives interactions: over the gateway."""
        return "gateway"

    @property
    def is_receiving(self) -> bool:
        """Return whether the gateway is connected and Discord has sent the data of all servers."""
        return self.is_ready() and self.reaches_discord()

    def reaches_discord(self) -> bool:
        """Return whether any gateway connection is open. While none is open, no player can move."""
        return not self.shards or any(not shard.is_closed() for shard in self.shards.values())

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Open a gateway connection to the URL that Discord returned. Later sessions also use this URL."""
        DiscordWebSocket.DEFAULT_GATEWAY = gateway
        await super().launch_shard(gateway, shard_id, initial=initial)
        shard = self.get_shard(shard_id)
        if shard is not None:
            # discord.py has no option for using a different shard class.
            shard._parent.__class__ = ResumingShard  # pyright: ignore[reportPrivateUsage]
