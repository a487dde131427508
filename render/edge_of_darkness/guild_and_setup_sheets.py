"""Draws groups of cards: a Guild with its starters, or a set-up with its ten Locations."""

from dataclasses import dataclass

from PIL import Image

from render.edge_of_darkness.board_records import Banner, Slip
from render.edge_of_darkness.card_slips import LARGE, draw_city
from render.edge_of_darkness.cards import LARGE_SIZE, pennant
from render.emblem.city_vistas import vista
from render.emblem.crests import crest
from render.emblem.edge_of_darkness import face
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_shadow, rounded, table
from render.sheets.lookup_pictures import GAP
from render.text.text_layout import Style, line_height, wrap, write, write_block, write_fit

WIDTH = LARGE_SIZE[0]
#: The heights of a head without text, of a starter's row and of a Location's tile, and the width of a portrait.
HEAD, ROW, TILE, PORTRAIT = 200, 200, 250, 170
#: The number of columns of Locations in a set-up.
COLUMNS = 2
_WORDS = Style(32, "text", theme.PALE)


@dataclass(frozen=True, slots=True)
class GuildSheet:
    """The contents of a Guild's picture: its name, and the id, role name and effect of each starter."""

    seed: str
    banner: Banner
    name: str
    kind: str
    starters: tuple[tuple[str, str, Slip], ...]


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """The contents of a set-up's picture: its description, and the id, name and types of each Location."""

    seed: str
    name: str
    kind: str
    blurb: str
    places: tuple[tuple[str, str, str], ...]


def draw_guild_sheet(sheet: GuildSheet) -> Image.Image:
    """Draw a Guild's banner, then each of its starters with a portrait and an effect."""
    image = table(WIDTH + 2 * GAP, GAP + HEAD + GAP + len(sheet.starters) * (ROW + GAP))
    _head(image, sheet.seed, sheet.name, sheet.kind, ())
    flag = pennant(sheet.banner, 120, 184)
    image.paste(flag, (GAP + 28, GAP), flag)
    for number, (seed, role, slip) in enumerate(sheet.starters):
        y = GAP + HEAD + GAP + number * (ROW + GAP)
        portrait = face(seed, PORTRAIT, ROW)
        lay_shadow(image, (GAP, y, GAP + WIDTH, y + ROW))
        image.paste(portrait, (GAP, y), rounded(PORTRAIT, ROW, theme.RADIUS))
        _caption(image, (GAP, y + ROW - 50, GAP + PORTRAIT, y + ROW), role)
        draw_city(image, (GAP + PORTRAIT + 8, y, GAP + WIDTH, y + ROW), slip, LARGE, slip.full)
    return image


def draw_setup_sheet(sheet: SetupSheet) -> Image.Image:
    """Draw a set-up's description, and its Locations in table order."""
    words = wrap(sheet.blurb, _WORDS, WIDTH - 48)
    head = HEAD + len(words) * line_height(_WORDS) + (16 if words else 0)
    rows = -(-len(sheet.places) // COLUMNS)
    image = table(WIDTH + 2 * GAP, GAP + head + GAP + rows * (TILE + GAP))
    _head(image, sheet.seed, sheet.name, sheet.kind, words)
    wide = (WIDTH - GAP * (COLUMNS - 1)) // COLUMNS
    for number, place in enumerate(sheet.places):
        down, across = divmod(number, COLUMNS)
        x, y = GAP + across * (wide + GAP), GAP + head + GAP + down * (TILE + GAP)
        _place(image, (x, y, x + wide, y + TILE), place)
    return image


def _head(image: Image.Image, seed: str, name: str, kind: str, words: tuple[str, ...] | list[str]) -> None:
    """Draw the head of a sheet: a picture of the city, with a name and a description."""
    step = line_height(_WORDS)
    split, end = GAP + HEAD - 116, GAP + HEAD + (len(words) * step + 16 if words else 0)
    lay_shadow(image, (GAP, GAP, GAP + WIDTH, end))
    scene = vista(seed, WIDTH, HEAD - 116 + theme.RADIUS, detail=120)
    image.paste(scene, (GAP, GAP), rounded(*scene.size, theme.RADIUS))
    lay_panel(image, (GAP, split, GAP + WIDTH, end), theme.PANEL, theme.GOLD)
    left = GAP + 172 if not words else GAP + 24
    room = GAP + WIDTH - left - 24
    write_fit(image, left, split + 8, name, Style(50, "title", theme.WHITE), room, least=26)
    write_fit(image, left, split + 70, kind, Style(32, "italic", theme.GOLD_LIT), room, least=28)
    for number, line in enumerate(words):
        write(image, GAP + 24, GAP + HEAD + number * step, line, _WORDS, WIDTH - 48)


def _caption(image: Image.Image, box: Box, text: str) -> None:
    x0, y0, x1, y1 = box
    lay_panel(image, (x0 + 8, y0, x1 - 8, y1 - 8), theme.PANEL, None, 8)
    write_fit(image, x0 + 18, y0 + 2, text, Style(30, "italic", theme.GOLD_LIT), x1 - x0 - 36, least=24)


def _place(image: Image.Image, box: Box, place: tuple[str, str, str]) -> None:
    """Draw a Location as a small board: picture, crest, name and types."""
    seed, name, kinds = place
    x0, y0, x1, y1 = box
    lay_shadow(image, box)
    split = y1 - 158
    scene = vista(seed, x1 - x0, split - y0 + theme.RADIUS, detail=120)
    image.paste(scene, (x0, y0), rounded(*scene.size, theme.RADIUS))
    lay_panel(image, (x0, split, x1, y1), theme.PANEL, theme.GOLD)
    mark = crest(seed, 76)
    image.paste(mark, (x0 + 14, split - 64), mark)
    title, small = Style(34, "title", theme.WHITE), Style(28, "italic", theme.GOLD_LIT)
    write_block(image, (x0 + 18, split + 8, x1 - 14, y1 - 72), name, title, valign="middle")
    write_block(image, (x0 + 18, y1 - 70, x1 - 14, y1 - 6), kinds, small, valign="middle")
