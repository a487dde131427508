"""Where everything lies on the board, for each number of players."""

from dataclasses import dataclass

from render.pen import theme

Box = tuple[int, int, int, int]
EDGE = 16
GAP = 14
HEADER = 130
MAP = (1184, 1140)
STRIP_TALL = 128
STRIP_GAP = 10
OLD_ONE_TALL = 250
#: Room around a strip for the outline of what changed.
MARGIN = 4


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of the board's sections. `old_one` is there in solo play only."""

    size: tuple[int, int]
    header: Box
    map: Box
    side: Box
    strips: tuple[Box, ...]
    old_one: Box | None


def layout(seats: int, solo: bool) -> Layout:
    """Lay out the board for a number of players."""
    wide, y = theme.WIDTH, HEADER
    x = EDGE + MAP[0] + GAP
    bottom = y + MAP[1]
    land, side = (EDGE, y, EDGE + MAP[0], bottom), (x, y, wide - EDGE, bottom)
    y, strips, old_one = bottom + 16, list[Box](), None
    for _ in range(seats):
        strips.append((EDGE, y, wide - EDGE, y + STRIP_TALL))
        y += STRIP_TALL + STRIP_GAP
    if solo:
        old_one = (EDGE, y, wide - EDGE, y + OLD_ONE_TALL)
        y += OLD_ONE_TALL + STRIP_GAP
    return Layout((wide, y - STRIP_GAP + EDGE), (0, 0, wide, HEADER), land, side, tuple(strips), old_one)
