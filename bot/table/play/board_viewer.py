"""Shows the whole board privately on request, with a menu of its parts.

A single part is drawn larger than on the board and includes the texts of its cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

import render
from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, context_at, picture, waiting_line
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.toolbar import Toolbar
from bot.table.play import panel, panel_handlers

#: The value that stands for the whole board in the menu of parts.
WHOLE_BOARD = "board"
#: Buttons that features add below the menu of parts.
TOOLS = Toolbar[[MatchContext]]("/match board")


def button(reader: ReaderContext, match_id: int) -> ui.Button[Any]:
    """Return the button below a post that opens the whole board."""
    return controls.button(reader.label.t("Board"), "board", match_id)


def panel_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the panel's button that shows the whole board in place of the panel."""
    return [controls.button(ctx.reader.label.t("Board"), "boardhere", ctx.info.id)]


async def show(interaction: Interaction, ctx: MatchContext, part: str = WHOLE_BOARD) -> None:
    """Show the board or a part of it as this person sees it, with a menu for choosing another part."""
    parts = _parts(ctx)
    file = await _picture(ctx, parts, part)
    below = [*_menu(ctx, parts, part, "parts"), *TOOLS.buttons(ctx)]
    await answers.show(interaction, waiting_line(ctx.reader.text, ctx.table), file, below, accent=ctx.accent)


async def _show_in_panel(press: ComponentInteraction, part: str) -> None:
    """Show the board or a part of it in place of the panel, with a button that leads back."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    parts = _parts(ctx)
    file = await _picture(ctx, parts, part)
    back = controls.button(ctx.reader.label.t("Back"), "panel", ctx.info.id)
    rows = controls.in_rows([*_menu(ctx, parts, part, "partshere"), back])
    items = [controls.text(waiting_line(ctx.reader.text, ctx.table)), *rows]
    await panel_handlers.edit(press.interaction, panel.PanelPage(items, ctx.accent, 1), file)


def _parts(ctx: MatchContext) -> dict[str, str]:
    """Return the names of the whole board and its parts."""
    label = ctx.reader.label
    return {
        WHOLE_BOARD: label.t("The whole board"),
        **render.part_names(ctx.view, ctx.reader.locale, label.names),
    }


async def _picture(ctx: MatchContext, parts: Mapping[str, str], part: str) -> discord.File | None:
    """Return the picture of the board or of a part; None if it can't be drawn. Raises Refusal for an unknown part."""
    if part not in parts:  # the board no longer has this part, or the value is forged
        raise controls.stale_button_error()
    if part == WHOLE_BOARD:
        return await ctx.own_board()
    label = ctx.reader.label
    drawing = ctx.bot.pictures.part(ctx.view, part, ctx.reader.locale, label.names)
    return await picture(drawing, f"{part}.png", ctx.alt(f"{parts[part]}. {ctx.game.alt_text(label, ctx.view)}"))


def _menu(ctx: MatchContext, parts: Mapping[str, str], part: str, verb: str) -> list[ui.Select[Any]]:
    """Return the menu of the board's parts; empty if it has none."""
    options = [controls.option(name, key, default=key == part) for key, name in parts.items()]
    title = ctx.reader.label.t("Enlarge a part")
    return [controls.select(title, options[: limits.SELECT_OPTIONS], verb, ctx.info.id)] if len(parts) > 1 else []


@on("board", opens=True)
async def open_board(press: ComponentInteraction) -> None:
    """Show the whole board to someone who pressed the button below a post."""
    await show(press.interaction, await context_at(press.interaction, press.numbers(1)[0]))


@on("boardhere")
async def open_in_panel(press: ComponentInteraction) -> None:
    """Show the whole board in place of the panel."""
    await _show_in_panel(press, WHOLE_BOARD)


@on("partshere")
async def turn_in_panel(press: ComponentInteraction) -> None:
    """Show the part of the board that was chosen in the panel's menu."""
    await _show_in_panel(press, press.value)


@on("parts")
async def turn(press: ComponentInteraction) -> None:
    """Show the part of the board that was chosen in the menu."""
    await show(press.interaction, await context_at(press.interaction, press.numbers(1)[0]), press.value)
