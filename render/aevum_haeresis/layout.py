"""The dimensions of the board: the viewer's side at the bottom, the opponent's at the top, shared areas in between."""

from PIL import Image

from render.pen import theme
from render.pen.canvas import Box, board_table
from render.sheets.board_header import HeadPlan
from render.text.text_layout import Style

WIDTH = theme.BOARD
EDGE = 12
GAP = 10
HEADER_HEIGHT = 120
#: The margin of a piece for its outline, and the space above a side's cards for change labels.
MARGIN = 5
TAG = 18
MIN_TEXT_SIZE = theme.BOARD_MIN_TEXT
HEAD = HeadPlan(
    side=330, icon_top=10, icon_side=62, headline=0, title=10, title_style=Style(40, "title", theme.GOLD_LIT),
    title_least=MIN_TEXT_SIZE, detail=68, detail_style=Style(32, "text", theme.MUTED), news=70, foot=8,
)  # fmt: skip


def ground(box: Box, margin: int = 0) -> Image.Image:
    """Return the part of the empty table under a box and a margin around it, as a background for a piece."""
    return board_table(WIDTH, box[0] - margin, box[2] + margin, box[3] - box[1] + 2 * margin)
