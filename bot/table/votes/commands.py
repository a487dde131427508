"""`/table ask`, `/table resume` and `/table nudge`: requests from a player to the other players."""

from __future__ import annotations

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.match_context import context_here, context_of, match_here, required_seat
from bot.discord.ui.locale import described
from bot.matches.votes.vote_kinds import VOTE_KINDS
from bot.table.seats import nudge_panel
from bot.table.seats.hand_over_commands import complete_seat
from bot.table.votes import panel as votes_panel
from rules.kernel.words.translation import N_


@slash("ask", N_("Ask the table for something everyone must agree to."))
@app_commands.describe(
    what=described(N_("What to ask for; leave it out to see everything you can ask.")),
    days=described(N_("How many days the pause lasts; 0 means until someone resumes the match.")),
    hours=described(N_("How many extra hours to give the players whose turn it is.")),
    seat=described(N_("Whose seat a new player or a computer takes over, or who wins if all others concede.")),
)
@app_commands.choices(
    what=[app_commands.Choice(name=described(kind.label), value=name) for name, kind in VOTE_KINDS.items()]
)
@app_commands.autocomplete(seat=complete_seat)
async def ask(
    interaction: Interaction,
    what: str | None = None,
    days: int | None = None,
    hours: int | None = None,
    seat: int | None = None,
) -> None:
    """Start a vote on a question. If no question is given, show all questions that can be asked now."""
    ctx = await context_of(interaction, await match_here(interaction))
    required_seat(ctx)
    if what is None:
        await votes_panel.show(interaction, ctx)
    else:
        number = None if seat is None else seat - 1
        await votes_panel.ask(interaction, ctx, what, days=days, hours=hours, seat=number)


@slash("resume", N_("Resume this channel's match after a pause."))
async def resume(interaction: Interaction) -> None:
    """End a pause of the match in this channel."""
    await votes_panel.end_pause(interaction, (await match_here(interaction)).id)


@slash("nudge", N_("Nudge the players who keep this match waiting."))
async def nudge(interaction: Interaction) -> None:
    """Ask the awaited players whether they can move. Each of them is pinged in the way that they have chosen."""
    ctx = await context_here(interaction)
    required_seat(ctx)
    await nudge_panel.ask(interaction, ctx)
