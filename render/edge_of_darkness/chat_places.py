"""Draws the Locations with Agents on the chat board, side by side in lines."""

from functools import lru_cache

from PIL import Image

from render.edge_of_darkness.change_marks import EMBER
from render.edge_of_darkness.chat_board_layout import EDGE, GAP, TITLE, ground
from render.edge_of_darkness.chat_board_records import Posted
from render.edge_of_darkness.locations import LAND
from render.emblem.crests import crest
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_ring
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.sheets.chat_board import MIN_TEXT, WIDTH
from render.text.text_layout import Style, width, write

CHIP, CREST, PAWN = 48, 36, 36
PLACE = Style(MIN_TEXT, "text", theme.PALE)


def _chip_width(place: Posted) -> int:
    agents = sum(PAWN + 6 + (width(str(count), PLACE) if count > 1 else 0) for _, count in place.agents)
    return 10 + CREST + 8 + width(place.name, PLACE) + 10 + agents + 8


@lru_cache(maxsize=256)
def place_lines(places: tuple[Posted, ...], title: str) -> tuple[tuple[Posted, ...], ...]:
    """Arrange the Locations in lines. The first line starts with the title."""
    if not places:
        return ()
    lines: list[list[Posted]] = [[]]
    x = width(title, TITLE) + 20
    for place in places:
        wide = _chip_width(place)
        if lines[-1] and x + wide > WIDTH - 2 * EDGE:
            lines.append([])
            x = 0
        lines[-1].append(place)
        x += wide + GAP
    return tuple(map(tuple, lines))


@cached
def draw_places(lines: tuple[tuple[Posted, ...], ...], title: str) -> Image.Image:
    """Draw lines of Locations, each with its crest and its Agents, as a palette image."""
    image = ground(len(lines) * (CHIP + GAP))
    x = write(image, EDGE + 4, 0, title, TITLE) + 16
    for number, line in enumerate(lines):
        for place in line:
            wide = _chip_width(place)
            _chip(image, (x, number * (CHIP + GAP), x + wide, number * (CHIP + GAP) + CHIP), place)
            x += wide + GAP
        x = EDGE
    return to_palette(image)


def _chip(image: Image.Image, box: Box, place: Posted) -> None:
    x0, y0 = box[:2]
    mark(image, box, f"place:{place.seed}", place.name)
    lay_panel(image, box, LAND, theme.STEEL_DARK, 12)
    sign = crest(place.seed, CREST)
    image.paste(sign, (x0 + 10, y0 + 6), sign)
    x = write(image, x0 + 18 + CREST, y0 + 2, place.name, PLACE) + 10
    for guild, count in place.agents:
        lay_icon(image, f"guild_agent{guild}", x, y0 + 6, PAWN, theme.PALE)
        x += PAWN + 6
        if count > 1:
            x = write(image, x - 4, y0 + 2, str(count), PLACE) + 4
    if place.changed:
        lay_ring(image, box, EMBER, 12, 5)
