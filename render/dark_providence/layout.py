"""The dimensions of the board, which is a stack of sections with letters large enough for a phone."""

from PIL import Image

from render.pen import theme
from render.pen.canvas import board_table
from render.sheets.board_header import HeadPlan
from render.text.text_layout import Style

EDGE = 12
GAP = 10
HEADER = 128
MAP = (1184, 1160)
WIDTH = MAP[0] + 2 * EDGE
#: The smallest text size: 9 points on a phone that is 390 points wide. It is larger than on other boards because this
#: board is wider.
MIN_TEXT_SIZE = 28
#: The margin around a strip, which its outline needs.
MARGIN = 4
HEAD = HeadPlan(
    side=360, icon_top=12, icon_side=68, headline=0, title=12, title_style=Style(40, "title", theme.GOLD_LIT),
    title_least=MIN_TEXT_SIZE, detail=70, detail_style=Style(32, "text", theme.MUTED), news=74, foot=6,
    least=MIN_TEXT_SIZE,
)  # fmt: skip


def ground(x0: int, x1: int, tall: int) -> Image.Image:
    """Return the part of the empty table between two x positions, as a background for a piece."""
    return board_table(WIDTH, x0, x1, tall)
