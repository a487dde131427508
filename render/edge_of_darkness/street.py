"""Draws the Street: six cards in two rows of three, from the top of the deck to the 1st space.

A card's height depends on its slips, because an empty slot is only a thin line.
"""

from dataclasses import replace

from PIL import Image

from render.edge_of_darkness.board_records import Card, Slip, StreetCard
from render.edge_of_darkness.card_slips import draw_empty
from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.change_marks import lay_mark
from render.edge_of_darkness.layout import TAG, WIDTH, columns, ground
from render.emblem.crests import crest
from render.emblem.edge_of_darkness import face
from render.pen import theme
from render.pen.canvas import Box, blank_card, lay_panel, rounded, stacked, with_corners
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.text.text_layout import Style, fitted, line_height, width, write, write_fit

COLUMNS = 3
#: The heights of a card's head and of an empty slot, and the gap between the parts of a card.
HEAD, EMPTY, BETWEEN = 70, 20, 5
CREST, PAD = 48, 8
NAME = Style(30, "bold", theme.INK)
EFFECT = Style(34, "text", theme.INK)
PLACE = Style(28, "bold", theme.PALE)
MIN_TEXT_SIZE = theme.BOARD_MIN_TEXT
#: The height of the text that replaces the Street in the prologue.
WORDS = 64


def draw_street(cards: tuple[StreetCard, ...], deck: int, empty: str) -> Image.Image:
    """Draw the Street as a palette image. `cards` are ordered from the 6th to the 1st space."""
    if not any(shown.card for shown in cards):
        return _words(empty)
    rows = [cards[start : start + COLUMNS] for start in range(0, len(cards), COLUMNS)]
    talls = [max(_card_tall(shown.card) for shown in row) for row in rows]
    parts = [
        _row(row, tall, 0 if number else min(3, deck - 1))
        for number, (row, tall) in enumerate(zip(rows, talls, strict=True))
    ]
    return stacked(parts)


@cached
def _row(row: tuple[StreetCard, ...], tall: int, depth: int) -> Image.Image:
    """Draw a row of cards with room for labels above.

    `depth` is the number of cards that are visible under the top card of the deck.
    """
    image = ground(0, WIDTH, tall + TAG)
    boxes = [(x0, TAG, x1, TAG + tall) for x0, x1 in columns(COLUMNS)]
    for index, (shown, box) in enumerate(zip(row, boxes, strict=True)):
        mark(image, box, f"street:{shown.space}", shown.name)
        if shown.card is None:
            draw_empty(image, box, theme.RADIUS, blight=True)
            write_fit(image, box[0] + 20, TAG + 12, shown.place, PLACE, box[2] - box[0] - 40, least=MIN_TEXT_SIZE)
            continue
        for layer in range(depth if index == 0 else 0, 0, -1):
            lay_panel(image, (box[0] - 3 * layer, TAG + 4, box[0] + 40, TAG + tall - 4 * layer), theme.PARCHMENT_SHADE,
                      theme.INK)  # fmt: skip
        part = _card(replace(shown, mark=""), box[2] - box[0], tall)
        image.paste(part, box[:2], part)
        mark(image, box, shown.card.key, shown.card.name)
    for shown, box in zip(row, boxes, strict=True):
        lay_mark(image, box, shown.mark)
    return to_palette(image)


@cached
def _words(text: str) -> Image.Image:
    """Write the text that replaces the Street."""
    image = ground(0, WIDTH, WORDS)
    style = Style(34, "italic", theme.PALE)
    write_fit(image, 40, 10, text, style, WIDTH - 80, "centre", MIN_TEXT_SIZE)
    return to_palette(image)


@cached
def _card(shown: StreetCard, wide: int, tall: int) -> Image.Image:
    """Draw a card: its banner, its space in the Street and its Influence, then its slips."""
    assert shown.card is not None
    card, image = shown.card, blank_card((wide, tall), False)
    scene = face(card.seed, wide - 10, HEAD)
    image.paste(scene, (5, 5), rounded(wide - 10, HEAD, theme.RADIUS - 4))
    flag = pennant(card.banner, 40, 58)
    image.paste(flag, (14, 4), flag)
    right = wide - 10
    if shown.influence:
        right -= _plate(image, right, f"{shown.influence}{{influence}}", right - 70) + 6
    _plate(image, right, shown.place, right - 64)
    y = 5 + HEAD + BETWEEN
    for slip in card.slips:
        deep = _slip_tall(slip)
        if slip is None:
            draw_empty(image, (10, y, wide - 10, y + deep), 6)
        else:
            _draw_slip(image, (8, y, wide - 8, y + deep), slip)
        y += deep + BETWEEN
    return with_corners(image)


def _plate(image: Image.Image, right: int, text: str, room: int) -> int:
    """Write a text on a dark plate with its right edge at `right`. Return the plate's width."""
    (line,), style = fitted(text, PLACE, room, 1, MIN_TEXT_SIZE)
    wide = width(line, style) + 22
    lay_panel(image, (right - wide, 12, right, 54), theme.TABLE, theme.GOLD, 20)
    write(image, right - wide + 11, 14, line, style)
    return wide


def _room() -> int:
    """Return the width available for a slip's text."""
    x0, x1 = columns(COLUMNS)[0]
    return x1 - x0 - 16 - CREST - 3 * PAD


def _title(slip: Slip) -> tuple[list[str], Style]:
    """Break a slip's name into lines that leave room for its cubes."""
    room = _room() - (width(_cubes(slip), NAME) + 8 if slip.cubes > 0 else 0)
    return fitted(
        slip.name, NAME, room, 1 if width(slip.name, Style(MIN_TEXT_SIZE, "bold")) <= room else 2, MIN_TEXT_SIZE
    )


def _effect(slip: Slip) -> tuple[list[str], Style]:
    """Break a slip's effect into lines."""
    fits_on_line = width(slip.short, Style(MIN_TEXT_SIZE, "text")) <= _room()
    return fitted(slip.short, EFFECT, _room(), 1 if fits_on_line else 3, MIN_TEXT_SIZE)


def _cubes(slip: Slip) -> str:
    return f"{slip.cubes}{{cube}}" if slip.cubes > 1 else "{cube}"


def _slip_tall(slip: Slip | None) -> int:
    if slip is None:
        return EMPTY
    (names, title), (lines, style) = _title(slip), _effect(slip)
    words = len(names) * line_height(title) + (len(lines) * line_height(style) if slip.short else 0)
    return max(words, CREST) + PAD


def _card_tall(card: Card | None) -> int:
    slips = card.slips if card else (None, None, None)
    return 10 + HEAD + sum(_slip_tall(slip) + BETWEEN for slip in slips)


def _draw_slip(image: Image.Image, box: Box, slip: Slip) -> None:
    """Draw a contact: crest, name, cubes at the right, effect."""
    x0, y0, x1, _ = box
    lay_panel(image, box, theme.SLIP, theme.mix(theme.PARCHMENT_SHADE, theme.INK_SOFT, 0.35), 8)
    sign = crest(slip.seed, CREST)
    image.paste(sign, (x0 + PAD, y0 + PAD), sign)
    left, y = x0 + CREST + 2 * PAD, y0 + 2
    if slip.cubes > 0:
        write(image, x1 - PAD - width(_cubes(slip), NAME), y, _cubes(slip), NAME)
    for lines, style in (_title(slip), _effect(slip)):
        for line in lines:
            write(image, left, y, line, style, _room())
            y += line_height(style)
