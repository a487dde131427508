"""Parts of pictures of hands: counts, cards with shadows, face-down hands, and lists of titles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from PIL import Image

from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_card, lay_panel, lay_shadow, panel
from render.pen.pieces import mark
from render.sheets.row_stack import GAP, Row
from render.text.text_layout import Style, width, write, write_fit

Face = TypeVar("Face")
#: The y coordinate of the first line of a list, and the line spacing.
HEAD = 66
LINE = 46


@dataclass(frozen=True, slots=True)
class Count:
    """A count: its icon, its number as text, and its name."""

    icon: str
    text: str
    word: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A list of titles under a heading. Text after a tab is right-aligned.

    `key` is the key of the list as a piece, or "". `keys` has the keys of the lines as pieces, or is empty.
    """

    icon: str
    title: str
    lines: tuple[str, ...]
    key: str = ""
    keys: tuple[str, ...] = ()


def lay_with_shadow(image: Image.Image, part: Image.Image, x: int, y: int) -> None:
    """Paste a card on a picture, with its shadow."""
    lay_shadow(image, (x, y, x + part.width, y + part.height))
    lay_card(image, part, x, y)


def closed_row(
    tall: int, words: str, count: int, back: Callable[[tuple[int, int]], Image.Image], size: tuple[int, int], key: str
) -> Row:
    """Return a row with a face-down hand: a caption, then card backs, which overlap if there are many.

    `key` is the key of the hand as a piece.
    """
    return Row(tall, _lay_closed, (tall, words, count, back, size, key))


def _lay_closed(
    image: Image.Image, y: int, tall: int, words: str, count: int, back: Callable[[tuple[int, int]], Image.Image],
    size: tuple[int, int], key: str,
) -> None:  # fmt: skip
    x0, x1 = GAP, image.width - GAP
    mark(image, (x0, y, x1, y + tall), key, words)
    lay_panel(image, (x0, y, x1, y + tall), theme.PANEL, theme.STEEL_DARK)
    lay_icon(image, "hand", x0 + 22, y + 16, 44, theme.PALE)
    write_fit(image, x0 + 80, y + 14, words, Style(38, "bold", theme.PALE), x1 - x0 - 110)
    step = min(size[0] + GAP, (x1 - x0 - 40 - size[0]) // max(1, count - 1))
    for n in range(count):
        lay_with_shadow(image, back(size), x0 + 22 + n * step, y + tall - size[1] - 18)


def fill_row(cells: list[Face | Pile], piles: list[Pile], across: int, tall: int) -> None:
    """Move lists from `piles` to the free places beside the last cards, as long as they fit there."""
    while len(cells) % across and piles and len(piles[0].lines) <= (tall - HEAD) // LINE:
        cells.append(piles.pop(0))


def card_rows(
    cells: Sequence[Face | Pile], places: Sequence[int], size: tuple[int, int], card: Callable[[Face], Image.Image]
) -> list[Row]:
    """Return rows of cards and lists. `places` are the left edges of the columns."""
    rows: list[Row] = []
    for start in range(0, len(cells), len(places)):
        row_cells = tuple(zip(places, cells[start : start + len(places)], strict=False))
        things = tuple((x, x + size[0]) for x, cell in row_cells if not isinstance(cell, Pile))
        rows.append(Row(size[1], _lay_cells, (row_cells, size, card), things))
    return rows


def _lay_cells(
    image: Image.Image, y: int, cells: Sequence[tuple[int, Face | Pile]], size: tuple[int, int],
    card: Callable[[Face], Image.Image],
) -> None:  # fmt: skip
    for x, cell in cells:
        if isinstance(cell, Pile):
            lay_pile(image, (x, y, x + size[0], y + size[1]), cell, 1)
        else:
            lay_with_shadow(image, card(cell), x, y)


def pile_height(pile: Pile, columns: int) -> int:
    """Return the height of a list with this number of columns."""
    return HEAD + -(-len(pile.lines) // columns) * LINE + 16


def pile_rows(piles: Sequence[Pile], columns: int) -> list[Row]:
    """Return lists as rows, each as wide as the picture."""
    return [Row(pile_height(pile, columns), _lay_wide, (pile, columns)) for pile in piles]


def _lay_wide(image: Image.Image, y: int, pile: Pile, columns: int) -> None:
    lay_pile(image, (GAP, y, image.width - GAP, y + pile_height(pile, columns)), pile, columns)


def lay_pile(image: Image.Image, box: Box, pile: Pile, columns: int) -> None:
    """Draw a list of titles."""
    x0, y0, x1, y1 = box
    lay_card(image, _pile(x1 - x0, y1 - y0, pile, columns), x0, y0)


def _pile(across: int, tall: int, pile: Pile, columns: int) -> Image.Image:
    """Draw a list of titles.

    The list is not cached on its own, because the row that contains it is cached, and the row rarely changes without
    the list.
    """
    image = panel(across, tall, theme.PANEL, theme.STEEL_DARK).copy()
    lay_icon(image, pile.icon, 20, 12, 46, theme.PALE)
    write_fit(image, 78, 12, pile.title, Style(36, "bold", theme.PALE), across - 96)
    wide = (across - 32) // columns
    for index, line in enumerate(pile.lines):
        x, y = 22 + (index % columns) * wide, HEAD + (index // columns) * LINE
        head, _, rest = line.partition("\t")
        style = Style(30, "text", theme.PALE)
        room = wide - 16
        if rest:
            write(image, x + room - width(rest, style), y, rest, style)
            room -= width(rest, style) + 12
        write_fit(image, x, y, head, style, room)
    return image
