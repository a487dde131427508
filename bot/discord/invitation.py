"""The link by which the bot is added to a server."""

from __future__ import annotations

import discord

from bot.config import Settings
from bot.discord.login import refusals_in_a_sentence, talk_to
from bot.discord.support.permissions import USED

SCOPES = ("bot", "applications.commands")


async def invitation(settings: Settings) -> str:
    """Ask Discord which application the token belongs to, and return its link; raises StartError."""
    token = talk_to(settings)
    # It never connects. Without this intent discord.py would warn that it is missing.
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        with refusals_in_a_sentence(settings):
            await client.login(token)
        assert client.application_id is not None
        return discord.utils.oauth_url(client.application_id, permissions=USED, scopes=SCOPES)
    finally:
        await client.close()
