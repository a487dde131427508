"""`/watch review`: a computer's review of a finished match."""

from __future__ import annotations

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.features.replays.commands import last_here
from bot.features.reviews import panel
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_


@slash("review", N_("Show what a computer thinks of this channel's match, once it's over."), begins=True)
async def review(interaction: Interaction) -> None:
    """Show a computer's review of the match: the moves that the computer would have played differently."""
    match_id = await last_here(interaction)
    if match_id is None:
        raise Refusal(N_("No match has been played in this channel yet; `/history` lists your own."))
    await panel.open_review(interaction, await interaction.client.service.matches.get(match_id))
