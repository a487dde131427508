"""The layout of the board: the viewer's side below, the opponent's above, shared things in between."""

from PIL import Image

from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, grown, table, table_under
from render.pen.png import to_palette
from render.sheets.header import HeadPlan
from render.text.writing import Style

EDGE = 16
GAP = 10
HEADER_TALL = 124
BAR_TALL = 112
SIDE_TALL = 316
MIDDLE_TALL = 424
PLACE_WIDE = 476
#: Columns of a side: the Damned over the Camp, characters, piles.
LEADER_WIDE = 286
PILES_WIDE = 152
#: Room around a piece for its outline.
MARGIN = 5
HEAD = HeadPlan(
    side=420, icon_top=10, icon_side=66, headline=0, title=10, title_style=Style(40, "title", theme.GOLD_LIT),
    title_least=24, detail=70, detail_style=Style(32, "text", theme.MUTED), news=72, foot=8,
)  # fmt: skip

_WIDE = theme.WIDTH
_TOP = HEADER_TALL + BAR_TALL + GAP
_MIDDLE = _TOP + SIDE_TALL + GAP
_BOTTOM = _MIDDLE + MIDDLE_TALL + GAP
_BAR = _BOTTOM + SIDE_TALL + GAP

SIZE = (_WIDE, _BAR + BAR_TALL + EDGE)
HEADER: Box = (0, 0, _WIDE, HEADER_TALL)
#: The opponent's first, then the viewer's.
BARS: tuple[Box, Box] = (
    (EDGE, HEADER_TALL, _WIDE - EDGE, HEADER_TALL + BAR_TALL),
    (EDGE, _BAR, _WIDE - EDGE, _BAR + BAR_TALL),
)
SIDES: tuple[Box, Box] = (
    (EDGE, _TOP, _WIDE - EDGE, _TOP + SIDE_TALL),
    (EDGE, _BOTTOM, _WIDE - EDGE, _BOTTOM + SIDE_TALL),
)
PLACE: Box = (EDGE, _MIDDLE, EDGE + PLACE_WIDE, _MIDDLE + MIDDLE_TALL)
STAGE: Box = (EDGE + PLACE_WIDE + GAP, _MIDDLE, _WIDE - EDGE, _MIDDLE + MIDDLE_TALL)


@cached(1)
def mapped() -> Image.Image:
    """Return the bare table in the palette."""
    return to_palette(table(*SIZE))


def ground(box: Box, margin: int = 0) -> Image.Image:
    """Return a piece of the bare table to draw on, with a margin around it."""
    return table_under(SIZE, grown(box, margin))
