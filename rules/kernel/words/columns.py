"""Tables of plain characters, measured in columns of a screen: a wide character takes two."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import east_asian_width


def width(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def cut(text: str, room: int) -> str:
    """Shorten a text until it fits, and end it with an ellipsis."""
    while width(text) > room:
        text = text[:-2].rstrip() + "…"
    return text


def line(label: str, cells: Sequence[str], first: int, column: int) -> str:
    """Return a row: its label in the first column, its cells aligned to the right."""
    right = "".join(" " * (column - width(cell)) + cell for cell in cells)
    return (label + " " * (first - width(label)) + right).rstrip()
