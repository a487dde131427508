"""The page *How I stand* of the panel: the player's own points. In a first match, the panel has a line instead."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext, context_at, required_seat
from bot.discord.ui import controls, limits
from bot.discord.ui.controls import ComponentInteraction, on
from bot.matches.hint_allowance import is_first_match
from bot.table.play import own_points_texts, panel, panel_handlers


def buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the panel's button that shows the player's own points; empty in a first match, whose panel has a line."""
    if not own_points_texts.are_possible(ctx) or is_first_match(ctx.game, ctx.info):
        return []
    return [controls.button(ctx.reader.label.t("How I stand"), "standing", ctx.info.id)]


@on("standing")
async def show(press: ComponentInteraction) -> None:
    """Show the player's own points in place of the panel."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    required_seat(ctx)
    if not own_points_texts.are_possible(ctx):
        raise controls.stale_button_error()
    say, points = ctx.reader.text, await own_points_texts.lines(ctx)
    lines = [f"### {say.t('How I stand')}"]
    if points:
        lines.append(f"-# {say.t('At the start of this turn, as if the game had ended then.')}")
        lines += [f"{name}: **{value}**" for name, value in points]
    else:
        lines.append(say.t("There are no points yet."))
    back = controls.button(ctx.reader.label.t("Back"), "panel", ctx.info.id)
    text = controls.text(limits.truncate_lines(lines, limits.CONTENT))
    await panel_handlers.edit(press.interaction, panel.PanelPage([text, controls.row(back)], ctx.accent))
