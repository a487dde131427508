"""The dimensions and common parts of the chat board."""

from PIL import Image

from render.aevum_haeresis.change_marks import OUTLINE, VESTMENT
from render.pen import theme
from render.pen.canvas import board_table, lay_panel
from render.sheets.chat_board import MIN_TEXT, WIDTH
from render.text.text_layout import Style, hyphenated, line_height, width, wrap, write

EDGE, GAP = 12, 6
INNER = WIDTH - 2 * EDGE
#: The width of one player's half.
HALF = (INNER - GAP) // 2
PLAIN = Style(MIN_TEXT, "text", theme.PALE)
BOLD = Style(MIN_TEXT, "bold", theme.PALE)
STEP = line_height(PLAIN)
CHIP_HEIGHT = 36
#: The style of the news, and the width of their lines.
NEWS_STYLE, NEWS_WIDTH = Style(MIN_TEXT, "text", theme.WHITE), INNER - 84


def strip(tall: int) -> Image.Image:
    """Return a strip of the empty table as wide as the picture."""
    return board_table(WIDTH, 0, WIDTH, tall)


def half_x(seat: int) -> int:
    """Return the left edge of a seat's half."""
    return EDGE + seat * (HALF + GAP)


def ground(seat: int, tall: int) -> Image.Image:
    """Return the table under a piece of a seat's half."""
    return board_table(WIDTH, half_x(seat), half_x(seat) + HALF, tall)


def chip_width(text: str) -> int:
    """Return the width of a change's label."""
    return width(text, BOLD) + 20


def lay_chip(image: Image.Image, x: int, y: int, text: str) -> int:
    """Draw the label of a change, which covers nothing else, and return its right edge."""
    right = x + chip_width(text)
    lay_panel(image, (x, y, right, y + CHIP_HEIGHT), VESTMENT, OUTLINE, 10)
    write(image, x + 10, y - 2, text, Style(MIN_TEXT, "bold", theme.WHITE))
    return right


def lay_badge(image: Image.Image, right: int, y: int, text: str) -> int:
    """Draw a price as a badge with its right edge at `right`, and return its left edge."""
    left = right - width(text, BOLD) - 24
    lay_panel(image, (left, y, right, y + CHIP_HEIGHT + 6), theme.TABLE, theme.GOLD, 18)
    write(image, left + 12, y + 1, text, Style(MIN_TEXT, "bold", theme.WHITE))
    return left


def wrapped(text: str, style: Style, room: int) -> list[str]:
    """Break a text into lines, with hyphens in words that are too long."""
    return [line for part in text.split("\n") for line in wrap(hyphenated(part, style, room), style, room)]


def signed(amount: int) -> str:
    """Return an amount with its sign."""
    return f"{amount:+d}".replace("-", "\N{MINUS SIGN}")
