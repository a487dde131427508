"""The dimensions of the chat board, which is a stack of sections as wide as the picture."""

from PIL import Image

from render.edge_of_darkness.change_marks import EMBER
from render.pen import theme
from render.pen.canvas import Box, board_table, lay_panel
from render.pen.theme import Colour
from render.sheets.chat_board import MIN_TEXT, WIDTH
from render.text.drawable_characters import covers
from render.text.text_layout import Style, line_height, width, write

EDGE, GAP = 12, 8
#: The height of a line of text, and of a plate.
LINE, PLATE = line_height(Style(MIN_TEXT)), 44
TITLE = Style(34, "title", theme.GOLD_LIT)
WORDS = Style(MIN_TEXT, "text", theme.MUTED)
#: The left edge of the text in the head, the space at its right, and the style of the round.
HEAD_LEFT, HEAD_RIGHT = 102, 24
ROUND = Style(38, "title", theme.GOLD_LIT)
#: The fill and the edge of each kind of plate: a price, a gain, a space in the Street, a change.
PLATES: dict[str, tuple[Colour, Colour]] = {
    "price": (theme.TABLE, theme.GOLD_LIT),
    "gain": (theme.rgb("#3f6b2a"), theme.WHITE),
    "space": (theme.PANEL, theme.STEEL_DARK),
    "change": (EMBER, EMBER),
}


def ground(tall: int) -> Image.Image:
    """Return an empty section of the table, which the caller may draw on."""
    return board_table(WIDTH, 0, WIDTH, tall)


def columns(count: int) -> list[tuple[int, int]]:
    """Return the left and right edges of columns of equal width."""
    wide = (WIDTH - 2 * EDGE + GAP) // count - GAP
    return [(EDGE + n * (wide + GAP), EDGE + n * (wide + GAP) + wide) for n in range(count)]


def headline_style(text: str, size: int) -> Style:
    """Return the style of the headline: in the title font, if it has all characters of a player's name."""
    return Style(size, "title" if covers(text, "title") else "bold", theme.PALE)


def headline_room(round_text: str) -> int:
    """Return the width for the headline, which is beside the round."""
    return WIDTH - HEAD_LEFT - 2 * HEAD_RIGHT - width(round_text, ROUND)


def plate_width(text: str) -> int:
    """Return the width of a plate."""
    return width(text, _plate_style()) + 24


def _plate_style() -> Style:
    return Style(MIN_TEXT, "bold", theme.WHITE)


def lay_plate(image: Image.Image, right: int, top: int, text: str, kind: str) -> int:
    """Draw a plate with its right edge at `right`. Return its left edge."""
    left = right - plate_width(text)
    fill, edge = PLATES[kind]
    radius = PLATE // 2 if kind in ("price", "gain") else 10
    lay_panel(image, (left, top, right, top + PLATE), fill, edge, radius)
    write(image, left + 12, top + 1, text, _plate_style())
    return left


def lay_heading(image: Image.Image, box: Box, title: str, words: str) -> None:
    """Write a section's title and, if there is room, words that explain its icons."""
    x0, y0, x1, _ = box
    end = write(image, x0, y0, title, TITLE)
    room = x1 - end - 24
    if words and width(words, WORDS) <= room:
        write(image, x1 - width(words, WORDS), y0 + 2, words, WORDS)
