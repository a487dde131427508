"""`/report`: tell the bot's operator about a problem with this channel's match."""

from __future__ import annotations

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.match_context import match_here
from bot.features.reports.panel import report as report_panel
from rules.kernel.words.translation import N_


@slash("report", N_("Tell the bot's owner what's wrong with this channel's match."), asks=True)
async def report(interaction: Interaction) -> None:
    """Open the form for reporting a problem."""
    await report_panel.ask(interaction, (await match_here(interaction, live=False)).id)
