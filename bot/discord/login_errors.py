"""Helpers for commands that talk to Discord: they set the API's address and explain why Discord refuses a login."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import discord
from discord.http import Route

from bot.app.settings import EXIT_DISCORD_UNREACHABLE, ConfigError, Settings, StartError


def talk_to(settings: Settings) -> str:
    """Use the API address from the settings, if any. Return the bot token; raises ConfigError if there is none."""
    if settings.discord_api:
        Route.BASE = settings.discord_api.rstrip("/")
    return settings.require_token()


@contextmanager
def refusals_in_a_sentence(settings: Settings) -> Generator[None]:
    """If Discord refuses something in the `with` block, raise a StartError with a message for the operator."""
    try:
        yield
    except discord.LoginFailure:
        raise ConfigError("Discord does not accept the bot token; make a new one and set TENEBRAE_TOKEN.") from None
    except (discord.HTTPException, discord.RateLimited, discord.GatewayNotFound, discord.ConnectionClosed) as error:
        sentence = f"Discord turned the bot away: {error}".rstrip(".")
        elsewhere = isinstance(error, discord.NotFound) and settings.discord_api
        end = "; is TENEBRAE_DISCORD_API right?" if elsewhere else "."
        raise StartError(sentence + end, EXIT_DISCORD_UNREACHABLE) from error
