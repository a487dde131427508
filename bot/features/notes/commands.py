"""`/match note`: a private note about a match."""

from __future__ import annotations

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.match_context import match_here
from bot.features.notes import panel
from rules.kernel.words.translation import N_


@slash("note", N_("Write a note about this channel's match. Only you ever see it."), asks=True)
async def note(interaction: Interaction) -> None:
    """Open the note form, which shows the person's earlier note."""
    await panel.ask(interaction, (await match_here(interaction, live=False)).id)
