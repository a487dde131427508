"""Plain-text tables. Widths are measured in screen columns, because a wide character takes up two columns."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import east_asian_width


def width(text: str) -> int:
    """Return the width of a text in screen columns."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def cut(text: str, room: int) -> str:
    """Shorten a text to at most `room` screen columns. A shortened text ends in an ellipsis."""
    while width(text) > room:
        text = text[:-2].rstrip() + "…"
    return text


def table(column: int, *blocks: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """Return a table with a label in each row, and cells of at most this width. A line separates blocks of rows.

    The cells are as narrow as their texts allow, because a phone has room for about 36 characters.
    """
    first = max(width(label) for block in blocks for label, _ in block)
    column = min(column, max(width(cell) for block in blocks for _, cells in block for cell in cells))
    rule = "─" * (first + (column + 1) * len(blocks[0][0][1]))
    lines: list[str] = []
    for block in blocks:
        if lines:
            lines.append(rule)
        lines += [line(label, cells, first, column + 1) for label, cells in block]
    return lines


def line(label: str, cells: Sequence[str], first: int, column: int) -> str:
    """Return a row of a table: its label in the first column, then its cells, aligned to the right."""
    right = "".join(" " * (column - width(cell)) + cell for cell in cells)
    return (label + " " * (first - width(label)) + right).rstrip()
