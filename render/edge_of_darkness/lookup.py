"""Draws look-up results: both sides of a card, or a Location with its advancements."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PIL import Image

from render.edge_of_darkness.board_records import SLOTS, Card, Slip
from render.edge_of_darkness.card_slips import LARGE, draw_blight, draw_city, draw_empty
from render.edge_of_darkness.cards import LARGE_SIZE, large_card
from render.emblem.city_vistas import vista
from render.emblem.crests import crest
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_shadow, rounded, table
from render.sheets.hand_parts import lay_with_shadow
from render.sheets.lookup_pictures import GAP, flavour_slips, lay_column
from render.text.text_layout import Style, sized, width, write_block, write_fit

#: The heights of a Location's board with and without an ability, of its contact, of one version of the advancement, and
#: of a threat.
BOARD, BARE, CONTACT, ROW, THREAT = 370, 256, 270, 220, 250
#: The width of the column beside an advancement, with its slot and the number of copies.
SLOT = 128
#: A row of a sheet: its height, and the function that draws it at a given y.
Row = tuple[int, Callable[[Image.Image, int], None]]


@dataclass(frozen=True, slots=True)
class Copies:
    """One version of a Location's advancement: its slot, and the number of its copies."""

    slot: str
    word: str
    count: int
    slip: Slip


@dataclass(frozen=True, slots=True)
class PlaceSheet:
    """The contents of the picture of a Location."""

    seed: str
    name: str
    kinds: str
    ability: str
    copies: tuple[Copies, ...]
    flavour: str = ""


def draw_card_sheet(card: Card) -> Image.Image:
    """Draw a card's City side, and the Blight side of its slip below it."""
    wide, (slip, *_) = LARGE_SIZE[0], [slip for slip in card.slips if slip]
    city, blight = flavour_slips(slip.flavour, wide), flavour_slips(slip.threat_flavour, wide)
    return lay_column([large_card(card, False), *city, _threat(slip, wide, THREAT), *blight])[0]


def draw_place_sheet(sheet: PlaceSheet) -> Image.Image:
    """Draw a Location's board, its contact, and each version of its advancement with the threat on the back."""
    wide, slip = LARGE_SIZE[0], sheet.copies[0].slip
    board = BOARD if sheet.ability else BARE
    # The versions of the advancement have different numbers of cubes, so the cubes are drawn beside each version.
    contact = _contact(replace(slip, cubes=0), wide, CONTACT)
    rows: list[Row] = [(board, lambda image, y: _board(image, (GAP, y, GAP + wide, y + board), sheet))]
    rows += [*_flavour(sheet.flavour, wide), _laid(contact), *_flavour(slip.flavour, wide)]
    for copies in sheet.copies:
        rows += [(ROW, partial(_printing, copies, wide)), *_flavour(copies.slip.threat_flavour, wide)]
    image, y = table(wide + 2 * GAP, GAP + sum(tall + GAP for tall, _ in rows)), GAP
    for tall, draw in rows:
        draw(image, y)
        y += tall + GAP
    return image


def _flavour(text: str, wide: int) -> list[Row]:
    return [_laid(part) for part in flavour_slips(text, wide)]


def _laid(part: Image.Image) -> Row:
    return part.height, lambda image, y: lay_with_shadow(image, part, GAP, y)


def _printing(copies: Copies, wide: int, image: Image.Image, y: int) -> None:
    """Draw a version of an advancement: its slot, and the threat on the back."""
    _slot(image, GAP, y, ROW, copies)
    lay_with_shadow(image, _threat(copies.slip, wide - SLOT, ROW), GAP + SLOT, y)


def _contact(slip: Slip, wide: int, tall: int) -> Image.Image:
    image = Image.new("RGBA", (wide, tall), (0, 0, 0, 0))
    draw_city(image, (0, 0, wide, tall), slip, LARGE, slip.full)
    return image


def _threat(slip: Slip, wide: int, tall: int) -> Image.Image:
    image = Image.new("RGBA", (wide, tall), (0, 0, 0, 0))
    draw_blight(image, (0, 0, wide, tall), slip, LARGE, slip.threat_text)
    return image


def _board(image: Image.Image, box: Box, sheet: PlaceSheet) -> None:
    """Draw the Location's board: picture, crest, name and ability."""
    x0, y0, x1, y1 = box
    lay_shadow(image, box)
    split = y0 + 130
    scene = vista(sheet.seed, x1 - x0, split - y0 + theme.RADIUS, detail=120)
    image.paste(scene, (x0, y0), rounded(*scene.size, theme.RADIUS))
    lay_panel(image, (x0, split, x1, y1), theme.PANEL, theme.GOLD)
    mark = crest(sheet.seed, 120)
    image.paste(mark, (x0 + 20, split - 40), mark)
    left = x0 + 160
    _name(image, (left, split + 8, x1 - 20, split + 74), sheet.name)
    write_fit(image, left, split + 76, sheet.kinds, Style(32, "italic", theme.GOLD_LIT), x1 - left - 20, least=28)
    if sheet.ability:
        write_block(image, (x0 + 24, split + 122, x1 - 24, y1 - 10), sheet.ability, Style(36, "text", theme.WHITE))


def _name(image: Image.Image, box: Box, name: str) -> None:
    """Write a Location's name on one line, or on two if it is long."""
    x0, y0, x1, y1 = box
    style, least = Style(50, "title", theme.WHITE), 28
    if width(name, sized(style, least)) <= x1 - x0:
        write_fit(image, x0, y0, name, style, x1 - x0, least=least)
    else:
        write_block(image, (x0, y0 - 6, x1, y1), name, style, lines=2, least=least)


def _slot(image: Image.Image, x: int, y: int, tall: int, copies: Copies) -> None:
    """Draw a small sleeve with the slot, the number of copies, and the number of cubes on each copy."""
    lay_panel(image, (x + 14, y + 2, x + 106, y + tall - 84), theme.PARCHMENT, theme.INK)
    step = (tall - 86 - 14) // 3
    for index, slot in enumerate(SLOTS):
        box = (x + 22, y + 9 + index * step, x + 98, y + 5 + (index + 1) * step)
        if slot == copies.slot:
            lay_panel(image, box, theme.ACCENTS["edge_of_darkness"], None, 8)
            lay_icon(image, "card", box[0] + 24, box[1] + (step - 32) // 2, 28, theme.WHITE)
        else:
            draw_empty(image, box, 8)
    cubes = f" +{copies.slip.cubes}{{cube}}" if copies.slip.cubes else ""
    write_fit(image, x + 4, y + tall - 80, f"×{copies.count}{cubes}", Style(34, "bold", theme.PALE), SLOT - 8, least=28)
    write_fit(image, x + 4, y + tall - 38, copies.word, Style(30, "italic", theme.MUTED), SLOT - 8, least=28)
