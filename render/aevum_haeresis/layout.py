"""Where everything lies on the board: the viewer's side below, the opponent's above, what is shared between them."""

from render.pen import theme

Box = tuple[int, int, int, int]
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
#: Room around a piece for the outline of what changed.
MARGIN = 5

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


def grown(box: Box, by: int = MARGIN) -> Box:
    """Give a box with a margin on each side."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)
