"""The gateway by as many connections as Discord asks for, each of which resumes its session whenever it can."""

from __future__ import annotations

import logging

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from yarl import URL

from bot.discord.client import TenebraeBot
from bot.matches.processes import Door

log = logging.getLogger("bot.discord")


class ResumingShard(Shard):
    """A connection that tries a failed resume again as a resume.

    discord.py's own begins a new session then, and what Discord told meanwhile would be lost.
    """

    async def reconnect(self) -> None:
        """Come back to the session; begin a new one only if there is none, or Discord has forgotten it."""
        if self.ws.session_id is None:
            await super().reconnect()
        else:
            await self.reidentify(ReconnectWebSocket(self.id, resume=True))


class GatewayBot(TenebraeBot, discord.AutoShardedClient):
    """The bot that hears of interactions and servers over the gateway."""

    async def setup_hook(self) -> None:
        """Begin the work; tell the operator if Discord will send no interactions here."""
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
    def hears(self) -> bool:
        """See TenebraeBot: only once all servers are known."""
        return self.is_ready() and self.reaches_discord()

    def reaches_discord(self) -> bool:
        """See Bot: while no shard is connected, nobody can move."""
        return not self.shards or any(not shard.is_closed() for shard in self.shards.values())

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect one shard by the address that Discord has named, which counts for later sessions too."""
        DiscordWebSocket.DEFAULT_GATEWAY = gateway
        await super().launch_shard(gateway, shard_id, initial=initial)
        made = self.get_shard(shard_id)
        if made is not None:
            # discord.py leaves no other place to say of which class its shards are.
            made._parent.__class__ = ResumingShard  # pyright: ignore[reportPrivateUsage]
