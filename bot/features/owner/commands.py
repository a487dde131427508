"""`/owner`: the bot's health and the owners' tasks. The command is offered only in the owners' server."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.game_option import complete_game
from bot.discord.commands.slash import slash
from bot.discord.ui import limits
from bot.discord.ui.locale import described
from bot.features.owner.panel import page_frame
from bot.features.owner.panel.health_page import PAGE_NAME
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_


async def _servers(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest servers to the bot's owners. Other people receive no suggestions."""
    try:
        await interaction.client.owners.check(interaction)
    except Refusal:
        return []
    query = current.strip().casefold()
    server_choices = [(name, str(number)) for number, name in await interaction.client.directory.servers()]
    return [
        app_commands.Choice(name=limits.truncate(f"{name} ({number})", limits.CHOICE_NAME), value=number)
        for name, number in server_choices
        if query in name.casefold() or query in number
    ][: limits.CHOICES]


@slash("owner", N_("For the bot's owners: my health, frozen matches, reports and content packs."))
@app_commands.describe(
    pack=described(N_("A content pack to add: a zip with JSON and CSV files.")),
    server=described(N_("Which server it's for: choose it or give its id.")),
    game=described(N_("Which game it's for; by default the one named in pack.json.")),
    name=described(N_("Its name there, in lowercase letters, digits and _; by default the file's name.")),
)
@app_commands.autocomplete(server=_servers, game=complete_game)
async def owner(
    interaction: Interaction,
    pack: discord.Attachment | None = None,
    server: str | None = None,
    game: str | None = None,
    name: str | None = None,
) -> None:
    """Show the bot's health, or load a content pack."""
    if pack is None or not page_frame.FILE_HANDLERS:
        await page_frame.show(interaction, PAGE_NAME)
        return
    for take in page_frame.FILE_HANDLERS:
        await take(interaction, pack, server, game, name)
