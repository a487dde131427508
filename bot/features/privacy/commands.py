"""`/privacy`: a person's stored data, as a page and as a file, and its deletion."""

from __future__ import annotations

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.features.privacy import panel
from rules.kernel.words.translation import N_


@slash("privacy", N_("See what I store about you, why and how long; get it all, or have it deleted."), anywhere=True)
async def privacy(interaction: Interaction) -> None:
    """Show a person what is stored about them."""
    await panel.show(interaction)
