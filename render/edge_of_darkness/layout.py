"""The dimensions of the board, which is a stack of sections with letters large enough for a phone."""

from PIL import Image

from render.pen import theme
from render.pen.canvas import board_table
from render.sheets.board_header import HeadPlan
from render.text.text_layout import Style

WIDTH = theme.BOARD
EDGE = 12
GAP = 10
HEADER = 120
#: The margin around a piece, which its outline needs, and the space above it for a change label.
MARGIN = 4
TAG = 26
HEAD = HeadPlan(
    side=300, icon_top=14, icon_side=62, headline=2, title=8, title_style=Style(40, "title", theme.GOLD_LIT),
    title_least=28, detail=66, detail_style=Style(30, "text", theme.MUTED), news=70, foot=5,
)  # fmt: skip


def ground(x0: int, x1: int, tall: int) -> Image.Image:
    """Return the part of the empty table between two x positions, as a background for a piece."""
    return board_table(WIDTH, x0, x1, tall)


def columns(count: int) -> list[tuple[int, int]]:
    """Return the left and right edges of columns of equal width."""
    wide = (WIDTH - 2 * EDGE + GAP) // count - GAP
    return [(EDGE + n * (wide + GAP), EDGE + n * (wide + GAP) + wide) for n in range(count)]
