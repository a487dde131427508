"""`/profile`: a person's matches and results."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.ui.locale import described
from bot.features.profiles.panel import profile as panel
from rules.kernel.words.translation import N_


@slash(
    "profile",
    N_("Show what you've played and how you did, or what someone else has played in this server."),
    anywhere=True,
)
@app_commands.describe(person=described(N_("Whose profile; by default yours.")))
async def profile(interaction: Interaction, person: discord.User | None = None) -> None:
    """Show the person's own profile from all servers, or another person's profile from this server."""
    whose = interaction.user if person is None else person
    await panel.show(interaction, whose.id, whose.display_name)
