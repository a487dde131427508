"""`/watch`: matches of others, and a computer's review of one."""

from __future__ import annotations

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.ui.locale import described
from bot.features.follow import commands as follow
from bot.features.replays.commands import last_here
from bot.features.reviews import panel as review
from bot.table.lobby import list_command as match_list
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_

WATCH = app_commands.Group(
    name="watch",
    description=described(N_("Watch matches: find them, follow one, and see a computer's review of it.")),
)
WATCH.add_command(follow.follow)
WATCH.add_command(match_list.list_matches)


@slash("review", N_("Show what a computer thinks of this channel's match, once it is over."), group=WATCH)
async def look_back(interaction: Interaction) -> None:
    """Show the computer's assessment of the match, and where it would have played differently."""
    match_id = await last_here(interaction)
    if match_id is None:
        raise Refusal(N_("No match has been played in this channel yet; `/history` lists those that you have played."))
    await review.open_review(interaction, await interaction.client.service.matches.get(match_id))
