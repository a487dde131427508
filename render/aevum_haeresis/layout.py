"""The layout of the board: the viewer's side below, the opponent's above, shared areas between."""

from PIL import Image

from render.pen import theme
from render.pen.canvas import Box, board_table
from render.sheets.board_header import HeadPlan
from render.text.text_layout import Style

WIDTH = theme.BOARD
EDGE = 12
GAP = 10
HEADER_HEIGHT = 120
#: Room around a piece for its outline, and above a side's cards for change labels.
MARGIN = 5
TAG = 18
MIN_TEXT_SIZE = theme.BOARD_MIN_TEXT
HEAD = HeadPlan(
    side=330, icon_top=10, icon_side=62, headline=0, title=10, title_style=Style(40, "title", theme.GOLD_LIT),
    title_least=MIN_TEXT_SIZE, detail=68, detail_style=Style(32, "text", theme.MUTED), news=70, foot=8,
)  # fmt: skip


def ground(box: Box, margin: int = 0) -> Image.Image:
    """Return a piece of bare table to draw on, with a margin around it."""
    return board_table(WIDTH, box[0] - margin, box[2] + margin, box[3] - box[1] + 2 * margin)
