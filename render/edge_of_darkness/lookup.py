"""Pictures of one thing that was looked up: a card with both sides, or a Location with its advancements."""

from dataclasses import dataclass

from PIL import Image

from render.edge_of_darkness.cards import LARGE_SIZE, large_card
from render.edge_of_darkness.scene import SLOTS, Card, Slip
from render.edge_of_darkness.slips import LARGE, draw_blight, draw_city, draw_empty
from render.emblem.crest import crest
from render.emblem.vista import vista
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_shadow, rounded, table
from render.sheets.lookup import GAP, lay_row
from render.text.writing import Style, write, write_block, write_fit


@dataclass(frozen=True, slots=True)
class Copies:
    """One printing of a Location's advancement: its slot, and its number of copies."""

    slot: str
    word: str
    count: int
    slip: Slip


@dataclass(frozen=True, slots=True)
class PlaceSheet:
    """A Location with all that belongs to it."""

    seed: str
    name: str
    kinds: str
    ability: str
    copies: tuple[Copies, ...]


def draw_card_sheet(card: Card) -> Image.Image:
    """Draw both sides of a card next to each other."""
    return lay_row([large_card(card, blight) for blight in (False, True)])[0]


def draw_place_sheet(sheet: PlaceSheet) -> Image.Image:
    """Draw a Location's board, and under it each printing of its advancement, contact beside threat."""
    wide = 2 * LARGE_SIZE[0] + 3 * GAP
    head, row = 330, 236
    image = table(wide, head + len(sheet.copies) * (row + GAP) + 2 * GAP)
    _board(image, (GAP, GAP, wide - GAP, head), sheet)
    for index, copies in enumerate(sheet.copies):
        y = head + GAP + index * (row + GAP)
        _slot(image, GAP, y, row, copies)
        half = (wide - 3 * GAP - 150) // 2
        left = GAP + 150
        draw_city(image, (left, y, left + half, y + row), copies.slip, LARGE, copies.slip.full)
        draw_blight(image, (left + half + GAP, y, wide - GAP, y + row), copies.slip, LARGE, copies.slip.threat_text)
    return image


def _board(image: Image.Image, box: Box, sheet: PlaceSheet) -> None:
    """Draw the Location itself: picture, crest, name and ability."""
    x0, y0, x1, y1 = box
    lay_shadow(image, box)
    split = x0 + (x1 - x0) * 5 // 8
    scene = vista(sheet.seed, x1 - split + theme.RADIUS, y1 - y0, detail=120)
    image.paste(scene, (split - theme.RADIUS, y0), rounded(*scene.size, theme.RADIUS))
    lay_panel(image, (x0, y0, split, y1), theme.PANEL, theme.GOLD)
    mark = crest(sheet.seed, 200)
    image.paste(mark, (x0 + 32, y0 + (y1 - y0 - 200) // 2), mark)
    left = x0 + 268
    write_fit(image, left, y0 + 22, sheet.name, Style(64, "title", theme.WHITE), split - left - 24, least=26)
    write_fit(image, left, y0 + 108, sheet.kinds, Style(34, "italic", theme.GOLD_LIT), split - left - 24)
    write_block(image, (left, y0 + 156, split - 24, y1 - 14), sheet.ability, Style(42, "text", theme.WHITE))


def _slot(image: Image.Image, x: int, y: int, tall: int, copies: Copies) -> None:
    """Draw a small sleeve that shows the slot, with the number of copies."""
    lay_panel(image, (x + 14, y + 8, x + 120, y + tall - 56), theme.PARCHMENT, theme.INK)
    step = (tall - 64 - 14) // 3
    for index, slot in enumerate(SLOTS):
        box = (x + 22, y + 15 + index * step, x + 112, y + 11 + (index + 1) * step)
        if slot == copies.slot:
            lay_panel(image, box, theme.ACCENTS["edge_of_darkness"], None, 8)
            lay_icon(image, "card", box[0] + 30, box[1] + (step - 34) // 2, 30, theme.WHITE)
        else:
            draw_empty(image, box, 8)
    write(image, x + 14, y + tall - 50, f"×{copies.count}", Style(40, "bold", theme.PALE))
    write_fit(image, x + 66, y + tall - 42, copies.word, Style(26, "italic", theme.MUTED), 76)
