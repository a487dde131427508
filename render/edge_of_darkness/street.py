"""The Street: six large cards in a row, the 1st at the right, the stack's top card at the left."""

from PIL import Image

from render.edge_of_darkness.cards import STREET_SIZE, street_card
from render.edge_of_darkness.layout import LABEL, ground, layout
from render.edge_of_darkness.marks import lay_mark
from render.edge_of_darkness.scene import StreetCard
from render.edge_of_darkness.slips import draw_empty
from render.emblem.vista import vista
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, lay_panel, lay_shadow, rounded
from render.text.writing import Style, width, write, write_fit

EDGE, GAP, STACK_GAP = 16, 12, 20


def draw_street(seats: int, cards: tuple[StreetCard, ...], deck: int, empty: str) -> Image.Image:
    """Draw the row; `cards` runs from the 6th (left) to the 1st (right)."""
    if not any(shown.card for shown in cards):
        image = ground(seats, layout(seats).street)
        _panorama(image, empty)
        return image
    filled = tuple(shown.card is not None for shown in cards)
    image = _empty_street(seats, tuple(shown.place for shown in cards), filled, min(3, deck - 1)).copy()
    boxes = _boxes(len(cards))
    for shown, (x0, y0, x1, _) in zip(cards, boxes, strict=True):
        if shown.card is not None:
            face = street_card(shown.card)
            image.paste(face, (x0, y0), face)
            if shown.influence:
                _influence(image, x1, y0, shown.influence)
    for shown, box in zip(cards, boxes, strict=True):
        lay_mark(image, box, shown.mark)
    return image


def _boxes(count: int) -> list[Box]:
    """Lay out the cards, with a wider gap beside the stack's top card."""
    lefts = [EDGE + index * (STREET_SIZE[0] + GAP) + (STACK_GAP - GAP if index else 0) for index in range(count)]
    return [(x, LABEL, x + STREET_SIZE[0], LABEL + STREET_SIZE[1]) for x in lefts]


@cached(6)
def _empty_street(seats: int, names: tuple[str, ...], filled: tuple[bool, ...], depth: int) -> Image.Image:
    """Draw everything but the cards: the names of the places, the shadows and the stack's edge."""
    image = ground(seats, layout(seats).street)
    for index, (box, name, has_card) in enumerate(zip(_boxes(len(names)), names, filled, strict=True)):
        x0, y0, x1, y1 = box
        write_fit(image, x0 + 8, 3, name, Style(theme.TEXT_SMALL + 2, "text", theme.MUTED), x1 - x0 - 12)
        if not has_card:
            draw_empty(image, box, theme.RADIUS, blight=True)
            continue
        lay_shadow(image, box)
        for layer in range(depth if index == 0 else 0, 0, -1):
            edge = (x0 - 3 * layer, y0 + 4 * layer, x0 - 3 * layer + 40, y1 - 4 + 4 * layer)
            lay_panel(image, edge, theme.PARCHMENT_SHADE, theme.INK, theme.RADIUS)
    return image


def _panorama(image: Image.Image, words: str) -> None:
    """Draw the city in the place of the Street."""
    wide, tall = image.width - 2 * EDGE, STREET_SIZE[1]
    image.paste(
        vista("the city before the prologue", wide, tall, detail=190), (EDGE, LABEL), rounded(wide, tall, theme.RADIUS)
    )
    style = Style(theme.TITLE, "title", theme.PALE)
    write_fit(image, EDGE + 40, LABEL + 24, words, style, wide - 80, "centre")


def _influence(image: Image.Image, x1: int, y0: int, count: int) -> None:
    """Lay the Influence tokens on a card; the player who drafts it takes them as Goodwill."""
    style = Style(36, "bold", theme.WHITE)
    text = f"{count}{{influence}}"
    wide = width(text, style) + 20
    lay_panel(image, (x1 - wide - 8, y0 + 12, x1 - 8, y0 + 60), theme.TABLE, theme.GOLD, 24)
    write(image, x1 - wide + 2, y0 + 13, text, style)
