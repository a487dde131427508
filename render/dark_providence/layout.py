"""The layout of the board, for each number of players."""

from dataclasses import dataclass

from PIL import Image

from render.pen import theme
from render.pen.canvas import Box, table_under
from render.sheets.header import HeadPlan
from render.text.writing import Style

EDGE = 16
GAP = 14
HEADER = 130
MAP = (1184, 1140)
LABELS_TALL = 60
STRIP_TALL = 128
STRIP_GAP = 10
OLD_ONE_TALL = 250
#: Room around a strip for its outline.
MARGIN = 4
HEAD = HeadPlan(
    side=380, icon_top=12, icon_side=68, headline=0, title=12, title_style=Style(36, "title", theme.GOLD_LIT),
    title_least=24, detail=72, detail_style=Style(30, "text", theme.MUTED), news=76, foot=6,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of the board's sections; `old_one` is used only in solo play."""

    size: tuple[int, int]
    header: Box
    map: Box
    side: Box
    labels: Box
    strips: tuple[Box, ...]
    old_one: Box | None


def layout(seats: int, solo: bool) -> Layout:
    """Lay out the board for a number of players."""
    wide, y = theme.WIDTH, HEADER
    x = EDGE + MAP[0] + GAP
    bottom = y + MAP[1]
    land, side = (EDGE, y, EDGE + MAP[0], bottom), (x, y, wide - EDGE, bottom)
    labels = (EDGE, bottom, wide - EDGE, bottom + LABELS_TALL)
    y, strips, old_one = bottom + LABELS_TALL, list[Box](), None
    for _ in range(seats):
        strips.append((EDGE, y, wide - EDGE, y + STRIP_TALL))
        y += STRIP_TALL + STRIP_GAP
    if solo:
        old_one = (EDGE, y, wide - EDGE, y + OLD_ONE_TALL)
        y += OLD_ONE_TALL + STRIP_GAP
    return Layout((wide, y - STRIP_GAP + EDGE), (0, 0, wide, HEADER), land, side, labels, tuple(strips), old_one)


def ground(seats: int, solo: bool, box: Box) -> Image.Image:
    """Return a piece of the bare table to draw on."""
    return table_under(layout(seats, solo).size, box)
