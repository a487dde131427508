"""*How I stand*: a player's own points, as a line in the panel of a first match and as a page in other matches."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext
from bot.discord.ui import controls, limits
from bot.matches.hint_allowance import is_first_match
from bot.matches.own_points import are_own_points_shown
from bot.table.play import panel


def are_possible(ctx: MatchContext) -> bool:
    """Return whether this person can see their own points: they play, and the game and the table allow it."""
    playing = ctx.seat is not None and ctx.info.status == "playing"
    return playing and are_own_points_shown(ctx.info) and ctx.game.own_points is not None


def buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the panel's button that shows the player's own points; empty in a first match, whose panel has a line."""
    if not are_possible(ctx) or is_first_match(ctx.game, ctx.info):
        return []
    return [controls.button(ctx.reader.label.t("How I stand"), "standing", ctx.info.id)]


async def panel_line(ctx: MatchContext) -> str:
    """Return the line of the panel with the player's own points; "" except in a first match."""
    if not is_first_match(ctx.game, ctx.info):
        return ""
    points = " · ".join(f"{name} **{value}**" for name, value in await _lines(ctx))
    # The total differs from the score track on the board, so the line says what it means.
    line = ctx.reader.text.t("If the game had ended at the start of this turn: {points}", points=points)
    return f"-# {line}" if points else ""


async def page(ctx: MatchContext) -> panel.PanelPage:
    """Return the page with the player's own points."""
    say, points = ctx.reader.text, await _lines(ctx)
    lines = [f"### {say.t('How I stand')}"]
    if points:
        lines.append(f"-# {say.t('At the start of this turn, as if the game had ended then.')}")
        lines += [f"{name}: **{value}**" for name, value in points]
    else:
        lines.append(say.t("There are no points yet."))
    back = controls.button(ctx.reader.label.t("Back"), "panel", ctx.info.id)
    text = controls.text(limits.truncate_lines(lines, limits.CONTENT))
    return panel.PanelPage([text, controls.row(back)], ctx.accent)


async def _lines(ctx: MatchContext) -> list[tuple[str, str]]:
    """Return the name and the value of each line of the player's own points; empty if there are none to show."""
    if ctx.seat is None or not are_possible(ctx):
        return []
    scores = await ctx.bot.service.own_points.at_turn_start(ctx.table, ctx.seat)
    return ctx.game.own_points_text(ctx.reader.text, scores) if scores else []
