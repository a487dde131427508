"""Estimates how tall a panel is on a phone, so that the question and all choices fit into the window.

Discord opens a message at its end, and 520 pixels of it are visible on a phone 390 pixels wide. All heights are in CSS
pixels for text enlarged to 130 %, a common setting.
"""

from __future__ import annotations

from collections.abc import Iterable

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
