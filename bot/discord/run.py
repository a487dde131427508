"""Run the bot on Discord until it is told to stop."""

from __future__ import annotations

import logging

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.config import EXIT_UNREACHED, ConfigError, Settings, StartError
from bot.discord.client import TenebraeBot
from bot.store import Store

log = logging.getLogger("bot.discord")


async def run(settings: Settings) -> None:
    """Connect with the token of the settings; cancel it to stop the bot cleanly.

    Raises StartError or StoreError, with one sentence for the operator, when the bot can't start.
    """
    token = settings.need_token()
    if settings.discord_api:
        _talk_to(settings.discord_api)
    store = await Store.open(settings.database)
    try:
        bot = TenebraeBot(settings, store)
        try:
            await bot.start(token)
        except discord.LoginFailure:
            raise ConfigError("Discord does not accept the bot token; make a new one and set TENEBRAE_TOKEN.") from None
        except (discord.HTTPException, discord.GatewayNotFound, discord.ConnectionClosed) as error:
            # Once connected, discord.py reconnects by itself; here Discord rejects the bot at the start.
            raise StartError(f"Discord turned the bot away: {error}".rstrip(".") + ".", EXIT_UNREACHED) from error
        finally:
            await bot.close()
            log.info("stopped")
    finally:
        await store.close()


def _talk_to(api: str) -> None:
    """Use another Discord than the real one: its REST address, with the gateway beside it."""
    base = URL(api)
    Route.BASE = api.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme("wss" if base.scheme == "https" else "ws").with_path("/gateway")
