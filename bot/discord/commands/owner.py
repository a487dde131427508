"""`/owner`: how the bot is, and what waits for those who run it; offered in their own server alone."""

from __future__ import annotations

from bot.discord.panels import owner as panel
from bot.discord.panels.owner_health import HEALTH
from bot.discord.support.bot import Interaction
from bot.discord.support.slash import slash
from rules.kernel.words.text import N_


@slash("owner", N_("For those who run me: how I am, frozen matches, and what people report."))
async def owner(interaction: Interaction) -> None:
    """Show how the bot is."""
    await panel.show(interaction, HEALTH)
