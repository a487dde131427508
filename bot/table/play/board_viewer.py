"""Shows the board privately on request, with a menu of its parts.

A single part is drawn larger than on the board and includes the texts of its cards.
"""

from __future__ import annotations

import render
from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, context_at, picture, waiting_line
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.toolbar import Toolbar

#: The value that stands for the whole board in the menu of parts.
WHOLE_BOARD = "board"
#: Buttons that features add below the menu of parts.
TOOLS = Toolbar[[MatchContext]]("/match board")


async def show(interaction: Interaction, ctx: MatchContext, part: str = WHOLE_BOARD) -> None:
    """Show the board or a part of it as this person sees it, with a menu for choosing another part."""
    label, view, names = ctx.reader.label, ctx.view, ctx.reader.label.names
    parts = {WHOLE_BOARD: label.t("The whole board"), **render.part_names(view, ctx.reader.locale, names)}
    if part not in parts:  # the board no longer has this part, or the value is forged
        raise controls.stale_button_error()
    if part == WHOLE_BOARD:
        file = await ctx.own_board()
    else:
        drawing = ctx.bot.pictures.part(view, part, ctx.reader.locale, names)
        file = await picture(drawing, f"{part}.png", f"{parts[part]}. {ctx.game.alt_text(label, view)}")
    options = [controls.option(name, key, default=key == part) for key, name in parts.items()]
    menu = controls.select(label.t("Show a part larger"), options[: limits.SELECT_OPTIONS], "parts", ctx.info.id)
    below = [*([menu] if len(parts) > 1 else []), *TOOLS.buttons(ctx)]
    await answers.show(interaction, waiting_line(ctx.reader.text, ctx.table), file, below, accent=ctx.accent)


@on("parts")
async def turn(press: ComponentInteraction) -> None:
    """Show the part of the board that was chosen in the menu."""
    await show(press.interaction, await context_at(press.interaction, press.numbers(1)[0]), press.value)
