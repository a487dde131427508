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
    client = discord.Client(intents=discord.Intents.none())
    try:
        with refusals_in_a_sentence():
            await client.login(token)
        assert client.application_id is not None
        return discord.utils.oauth_url(client.application_id, permissions=USED, scopes=SCOPES)
    finally:
        await client.close()
