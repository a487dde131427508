"""The layout of the board, for each number of players."""

from dataclasses import dataclass

from PIL import Image

from render.edge_of_darkness.cards import STREET_SIZE
from render.pen import theme
from render.pen.canvas import Box, table_under
from render.sheets.header import HeadPlan
from render.text.writing import Style

EDGE = 16
GAP = 12
HEADER = 124
LABEL = 40
TOWER_WIDE = 430
PLACE_TALL = 200
TRACK_TALL = 64
MIDDLE = 2 * PLACE_TALL + TRACK_TALL + 2 * GAP
STRIP_TALL = 158
STRIP_GAP = 10
#: Room around a strip for its outline.
MARGIN = 4
HEAD = HeadPlan(
    side=360, icon_top=14, icon_side=66, headline=2, title=8, title_style=Style(40, "title", theme.GOLD_LIT),
    title_least=28, detail=66, detail_style=Style(30, "text", theme.MUTED), news=72, foot=5,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of the board's sections."""

    size: tuple[int, int]
    header: Box
    street: Box
    tower: Box
    places: Box
    strips: tuple[Box, ...]


def layout(seats: int) -> Layout:
    """Lay out the board for a number of players."""
    wide, y = theme.WIDTH, HEADER
    street = (0, y, wide, y + LABEL + STREET_SIZE[1] + 14)
    y = street[3] + 6
    tower = (EDGE, y, EDGE + TOWER_WIDE, y + MIDDLE)
    places = (EDGE + TOWER_WIDE + GAP, y, wide - EDGE, y + MIDDLE)
    y += MIDDLE + 16
    step = STRIP_TALL + STRIP_GAP
    strips = tuple((EDGE, y + seat * step, wide - EDGE, y + seat * step + STRIP_TALL) for seat in range(seats))
    return Layout((wide, strips[-1][3] + EDGE), (0, 0, wide, HEADER), street, tower, places, strips)


def ground(seats: int, box: Box) -> Image.Image:
    """Return a piece of the bare table to draw on."""
    return table_under(layout(seats).size, box)
