"""The link for adding the bot to a server."""

from __future__ import annotations

import discord

from bot.app.settings import Settings
from bot.discord.http.channel_permissions import USED_PERMISSIONS
from bot.discord.login_errors import refusals_in_a_sentence, talk_to

SCOPES = ("bot", "applications.commands")


def link_of(application_id: int) -> str:
    """Return the link for adding an application to a server, with only the permissions that the bot needs."""
    return discord.utils.oauth_url(application_id, permissions=USED_PERMISSIONS, scopes=SCOPES)


async def bot_invitation(settings: Settings) -> tuple[str, str]:
    """Log in and return the bot's name and the link for adding the bot to a server; raises StartError."""
    token = talk_to(settings)
    # Without this intent, discord.py would log a warning, although this client never uses the gateway.
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        with refusals_in_a_sentence(settings):
            await client.login(token)
        assert client.application_id is not None
        return str(client.user), link_of(client.application_id)
    finally:
        await client.close()
