"""The panel's row of tools. Tools that don't fit in one row on a phone are on a page behind *More*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext
from bot.discord.ui import controls, limits

#: The width of a row on a phone 390 pixels wide less a margin, of a button without its label, of a character, and of
#: the gap between two buttons, in CSS pixels.
ROW_WIDTH, BUTTON_WIDTH, CHARACTER_WIDTH, GAP_WIDTH = 250, 24, 7.6, 8


def fitting(ctx: MatchContext, tools: Sequence[ui.Item[Any]], room: int = limits.COMPONENTS) -> list[ui.Item[Any]]:
    """Return the first tools that fit in one row on a phone, followed by *More* if any are left out.

    `room` is the number of components that the row may have, including itself.
    """
    most = min(limits.BUTTONS_PER_ROW, room - 1)
    if len(tools) <= most and _width(tools) <= ROW_WIDTH:
        return list(tools)
    more = controls.button(ctx.reader.label.t("More…"), "more", ctx.info.id)
    fitting_counts = [
        count for count in range(min(len(tools), most - 1) + 1) if _width([*tools[:count], more]) <= ROW_WIDTH
    ]
    return [*tools[: max(fitting_counts, default=0)], more] if most > 0 else []


def _width(buttons: Sequence[ui.Item[Any]]) -> float:
    """Return the width of a row of buttons on a phone, in CSS pixels."""
    labels = [button.label or "" for button in buttons if isinstance(button, ui.Button)]
    return sum(BUTTON_WIDTH + CHARACTER_WIDTH * len(label) for label in labels) + GAP_WIDTH * (len(labels) - 1)


def all_rows(tools: Sequence[ui.Item[Any]]) -> list[ui.Item[Any]]:
    """Return all tools in rows of Discord's maximum length."""
    size = limits.BUTTONS_PER_ROW
    return [controls.row(*tools[start : start + size]) for start in range(0, len(tools), size)]
