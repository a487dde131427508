"""Estimates the sizes of a panel on a phone, so that its question, choices and tools fit into the window.

Discord opens a message at its end, and 520 pixels of it are visible on a phone 390 pixels wide. All heights are in CSS
pixels for text enlarged to 130 %, a common setting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext
from bot.discord.ui import controls, limits
from rules.kernel.words.translation import width

#: The height that the question, the choices and the tools may have together.
MAX_HEIGHT = 520
#: The heights of a panel's border and row of tools, of a menu, of a row of buttons, and of a line of text, of a heading
#: and of small print.
FRAME, MENU, BUTTONS = 84, 51, 38
LINE, HEADING, SMALL_PRINT = 29, 34, 24
#: The width of a row, of a button without its label, and of the gap between two buttons.
ROW_WIDTH, BUTTON_WIDTH, GAP_WIDTH = 265, 32, 8
#: Average widths of a character in a text, a heading, small print and a button.
TEXT_CHARACTER, HEADING_CHARACTER, SMALL_CHARACTER, BUTTON_CHARACTER = 9.6, 10.8, 8.2, 9.4


def of_text(text: str) -> int:
    """Return the height of a text in Discord's markdown."""
    return sum(map(_of_line, text.splitlines()))


def _of_line(line: str) -> int:
    if line.startswith("### "):
        return _wrapped(line[4:], HEADING_CHARACTER) * HEADING
    if line.startswith("-# "):
        return _wrapped(line[3:], SMALL_CHARACTER) * SMALL_PRINT
    return _wrapped(line.replace("**", ""), TEXT_CHARACTER) * LINE


def _wrapped(line: str, character: float) -> int:
    """Return the number of lines that a paragraph takes."""
    return max(1, -(-int(width(line) * character) // ROW_WIDTH))


def of_buttons(labels: Iterable[str]) -> int:
    """Return the height of a row of buttons, which may wrap."""
    rows, used = 0, ROW_WIDTH + 1.0
    for label in labels:
        wide = min(ROW_WIDTH, BUTTON_WIDTH + BUTTON_CHARACTER * width(label))
        if used + GAP_WIDTH + wide > ROW_WIDTH:
            rows, used = rows + 1, wide
        else:
            used += GAP_WIDTH + wide
    return rows * BUTTONS


#: The width of a row of tools with text of the usual size, less a margin, and of a button without its label and of a
#: character of it.
TOOLS_WIDTH, TOOL_WIDTH, TOOL_CHARACTER = 250, 24, 7.6


def tool_row(ctx: MatchContext, tools: Iterable[ui.Item[Any]], room: int = limits.COMPONENTS) -> list[ui.Item[Any]]:
    """Return the first tools that fit in one row on a phone, followed by *More* if any are left out.

    A tool that is too wide for the row doesn't keep narrower ones after it out. `room` is the number of components that
    the row may have, including itself. No more tools are read than necessary.
    """
    most, left = min(limits.BUTTONS_PER_ROW, room - 1), iter(tools)
    if most < 1:
        return []
    row: list[ui.Item[Any]] = []
    for tool in left:
        row.append(tool)
        if len(row) > most or _tools_width(row) > TOOLS_WIDTH:
            break
    else:
        return row
    more = controls.button(ctx.reader.label.t("More…"), "more", ctx.info.id)
    dropped = 0
    while row and (len(row) >= most or _tools_width([*row, more]) > TOOLS_WIDTH):
        row.pop()
        dropped += 1
    if dropped == 1:
        row += _narrower(row, more, left, most)
    return [*row, more]


def _narrower(
    row: Sequence[ui.Item[Any]], more: ui.Item[Any], tools: Iterable[ui.Item[Any]], most: int
) -> list[ui.Item[Any]]:
    """Return the next tools that fit between a row and *More*, up to the first one that doesn't."""
    found: list[ui.Item[Any]] = []
    for tool in tools:
        if len(row) + len(found) + 1 >= most or _tools_width([*row, *found, tool, more]) > TOOLS_WIDTH:
            break
        found.append(tool)
    return found


def _tools_width(buttons: Sequence[ui.Item[Any]]) -> float:
    labels = [button.label or "" for button in buttons if isinstance(button, ui.Button)]
    return sum(TOOL_WIDTH + TOOL_CHARACTER * len(label) for label in labels) + GAP_WIDTH * (len(labels) - 1)
