"""The texts about a player's own points at the start of their turn."""

from __future__ import annotations

from bot.discord.match_context import MatchContext
from bot.matches.hint_allowance import is_first_match
from bot.matches.own_points import are_own_points_shown


def are_possible(ctx: MatchContext) -> bool:
    """Return whether this person can see their own points: they play, and the game and the table allow it."""
    playing = ctx.seat is not None and ctx.info.status == "playing"
    return playing and are_own_points_shown(ctx.info) and ctx.game.own_points is not None


async def lines(ctx: MatchContext) -> list[tuple[str, str]]:
    """Return the name and the value of each line of the player's own points; empty if there are none to show."""
    if ctx.seat is None or not are_possible(ctx):
        return []
    scores = await ctx.bot.service.own_points.at_turn_start(ctx.table, ctx.seat)
    return ctx.game.own_points_text(ctx.reader.text, scores) if scores else []


async def panel_line(ctx: MatchContext) -> str:
    """Return the line of the panel with the player's own points; "" except in a first match."""
    if not is_first_match(ctx.game, ctx.info):
        return ""
    points = " · ".join(f"{name} **{value}**" for name, value in await lines(ctx))
    return (
        f"-# {ctx.reader.text.t('How you stood at the start of this turn: {points}', points=points)}" if points else ""
    )
