"""Draws the kinds of advancements that can be picked in the prologue on the chat board."""

from PIL import Image

from render.edge_of_darkness.change_marks import EMBER
from render.edge_of_darkness.chat_board_layout import GAP, LINE, columns, ground
from render.edge_of_darkness.chat_board_records import Kind
from render.edge_of_darkness.chat_street import ICONS, NAME
from render.emblem.crests import crest
from render.pen.canvas import blank_card, lay_card, lay_ring, with_corners
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.text.text_layout import hyphenated, wrap, write

COLUMNS, PAD, CREST = 2, 12, 56
TEXT_LEFT = PAD + CREST + 14


def _room() -> int:
    x0, x1 = columns(COLUMNS)[0]
    return x1 - x0 - TEXT_LEFT - PAD


def kinds_tall(kinds: tuple[Kind, ...]) -> int:
    """Return the height of the kinds of advancements."""
    return sum(tall + GAP for tall in _kind_talls(kinds))


def _kind_lines(kind: Kind) -> tuple[list[str], list[str]]:
    room = _room()
    return wrap(hyphenated(kind.name, NAME, room), NAME, room), wrap(kind.icons, ICONS, room)


def _kind_talls(kinds: tuple[Kind, ...]) -> list[int]:
    """Return the heights of the rows."""
    talls = [20 + sum(map(len, _kind_lines(kind))) * LINE for kind in kinds]
    return [max(talls[start : start + COLUMNS]) for start in range(0, len(talls), COLUMNS)]


@cached
def draw_kinds(kinds: tuple[Kind, ...]) -> Image.Image:
    """Draw the kinds of advancements in two columns, as a palette image."""
    image, y, edges = ground(kinds_tall(kinds)), 0, columns(COLUMNS)
    for row, tall in enumerate(_kind_talls(kinds)):
        for kind, (x0, x1) in zip(kinds[row * COLUMNS :], edges, strict=False):
            mark(image, (x0, y, x1, y + tall), f"advancement:{kind.seed}", kind.name)
            lay_card(image, _kind(kind, x1 - x0, tall), x0, y)
            if kind.changed:
                lay_ring(image, (x0, y, x1, y + tall), EMBER, line=6)
        y += tall + GAP
    return to_palette(image)


@cached
def _kind(kind: Kind, wide: int, tall: int) -> Image.Image:
    image = blank_card((wide, tall), dark=False)
    sign = crest(kind.seed, CREST)
    image.paste(sign, (PAD, 12), sign)
    left, y = TEXT_LEFT, 6
    names, icons = _kind_lines(kind)
    for lines, style in ((names, NAME), (icons, ICONS)):
        for line in lines:
            write(image, left, y, line, style, wide - PAD - left)
            y += LINE
    return with_corners(image)
