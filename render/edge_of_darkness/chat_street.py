"""Draws the cards of the Street on the chat board, in three columns."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.change_marks import EMBER
from render.edge_of_darkness.chat_board_layout import (
    EDGE,
    GAP,
    LINE,
    PLATE,
    TITLE,
    columns,
    ground,
    lay_heading,
    lay_plate,
)
from render.edge_of_darkness.chat_board_records import Effect, Offer
from render.emblem.crests import crest
from render.emblem.edge_of_darkness import face
from render.pen import theme
from render.pen.canvas import blank_card, lay_card, lay_ring, rounded, with_corners
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.sheets.chat_board import MIN_TEXT, WIDTH
from render.text.text_layout import Style, hyphenated, line_height, width, wrap, write

COLUMNS = 3
PAD, CREST = 9, 34
NAME = Style(MIN_TEXT, "bold", theme.INK)
ICONS = Style(MIN_TEXT, "text", theme.INK)
#: The largest size of the banner on a card.
BANNER = (40, 56)
#: The x coordinate of the person on a card's picture, between the banner and the plates.
PERSON = 100
HEADING = line_height(TITLE) + 4
#: The height of a line of effects, which are beside crests.
EFFECT_LINE = 40
#: By how much the picture on a card may be higher than the plan says, and the step of its height. With steps, cards
#: look the same in more positions, so fewer pictures have to be drawn.
MORE_SCENE, SCENE_STEP = 96, 16


@dataclass(frozen=True, slots=True)
class Run:
    """A run of effect icons on a line of a card: its crest, if it has one, and the text to the right of it."""

    x: int
    crest: str
    text: str
    indent: int = 0


def draw_street(
    cards: tuple[Offer, ...], words: tuple[str, str], scene: int, *, heading: bool, detail: str
) -> list[Image.Image]:
    """Draw the Street as palette images. `scene` is the least height of a card's picture."""
    if not cards:
        return []
    return [*([_heading(*words)] if heading else []), _cards(cards, scene, detail)]


def street_tall(cards: tuple[Offer, ...], scene: int, *, heading: bool, detail: str) -> int:
    """Return the height of the Street, which is 0 before it is laid."""
    return (HEADING if heading else 0) + _cards_tall(cards, scene, detail) if cards else 0


def _cards_tall(cards: tuple[Offer, ...], scene: int, detail: str) -> int:
    """Return the height of the highest column of cards."""
    columns_of_cards = (cards[column::COLUMNS] for column in range(COLUMNS))
    return max(sum(_card_tall(card, scene, detail) + GAP for card in column) for column in columns_of_cards)


def _room() -> int:
    x0, x1 = columns(COLUMNS)[0]
    return x1 - x0 - 2 * PAD


@cached
def _heading(title: str, words: str) -> Image.Image:
    image = ground(HEADING)
    lay_heading(image, (EDGE + 4, 0, WIDTH - EDGE - 4, HEADING), title, words)
    return to_palette(image)


@lru_cache(maxsize=1024)
def flow(effects: tuple[Effect, ...], corner: str, room: int, detail: str) -> tuple[tuple[Run, ...], ...]:
    """Arrange effects in lines, each in the first line where it fits. `corner` is at the right end of a line."""
    lines: list[list[Run]] = []
    ends: list[int] = []
    for effect in effects:
        mark, parts = _parts(effect, room, detail)
        indent = CREST + 6 if mark else 0
        wide = indent + width(parts[0], ICONS)
        free = [number for number, end in enumerate(ends) if len(parts) == 1 and end + wide <= room]
        if not free:
            lines += [[] for _ in parts]
            ends += [0 for _ in parts]
        first = free[0] if free else len(lines) - len(parts)
        for number, part in enumerate(parts, first):
            lines[number].append(Run(ends[number], mark if number == first else "", part, indent))
            ends[number] += indent + width(part, ICONS) + 18
    if corner:
        left = room - width(corner, ICONS)
        free = [number for number, end in enumerate(ends) if end <= left]
        if not free:
            lines.append([])
        lines[free[-1] if free else -1].append(Run(left, "", corner))
    return tuple(map(tuple, lines))


def _parts(effect: Effect, room: int, detail: str) -> tuple[str, list[str]]:
    """Return an effect's crest and its lines. If the icons need several lines, the contact's name replaces them."""
    mark = effect.crest if detail != "no crests" else ""
    if detail == "crests" and mark:
        return mark, [""]
    icons = wrap(effect.icons, ICONS, room - (CREST + 6 if mark else 0))
    if len(icons) == 1 or not effect.name:
        return mark, icons
    named = wrap(hyphenated(effect.name, ICONS, room - CREST - 6), ICONS, room - CREST - 6)
    return (effect.crest, named) if len(named) < len(icons) else (mark, icons)


def _lines(card: Offer, detail: str) -> tuple[tuple[Run, ...], ...]:
    return flow(card.effects, "" if _corner_fits_beside_name(card) else card.corner, _room(), detail)


def _name(card: Offer) -> tuple[list[str], Style]:
    """Return the lines of a card's name, in thinner letters if this saves a line."""
    room = _room()
    style = NAME if width(card.name, NAME) <= room else Style(MIN_TEXT, "text", theme.INK)
    return wrap(hyphenated(card.name, style, room), style, room), style


def _corner_fits_beside_name(card: Offer) -> bool:
    names, style = _name(card)
    return width(names[-1], style) + 14 + width(card.corner, ICONS) <= _room()


def _card_tall(card: Offer, scene: int, detail: str) -> int:
    return scene + 6 + len(_name(card)[0]) * LINE + len(_lines(card, detail)) * EFFECT_LINE + 6


@cached
def _cards(cards: tuple[Offer, ...], scene: int, detail: str) -> Image.Image:
    """Draw the cards in three columns. In a lower column, the pictures on the cards are higher."""
    tall = _cards_tall(cards, scene, detail)
    image = ground(tall)
    for column, (x0, x1) in enumerate(columns(COLUMNS)):
        stack = cards[column::COLUMNS]
        free = tall - sum(_card_tall(card, scene, detail) + GAP for card in stack)
        y = 0
        for number, card in enumerate(stack):
            share = (free + number) // len(stack)
            more = min(MORE_SCENE, share // SCENE_STEP * SCENE_STEP)
            low = y + _card_tall(card, scene, detail) + min(share, more + SCENE_STEP - 1)
            mark(image, (x0, y, x1, low), f"card:{card.seed}", card.name)
            lay_card(image, _card(card, x1 - x0, low - y, scene + more, detail), x0, y)
            if card.changed or card.taken:
                lay_ring(image, (x0, y, x1, low), EMBER if card.changed else theme.GOLD_LIT, line=6)
            y = low + GAP
    return to_palette(image)


@cached
def _card(card: Offer, wide: int, tall: int, scene: int, detail: str) -> Image.Image:
    """Draw a card: its picture with banner, price and gain, then its name and its effects."""
    image = blank_card((wide, tall), dark=False)
    across = wide - 10
    whole = face(card.seed, 2 * (across - PERSON), scene)
    image.paste(whole.crop((whole.width - across, 0, whole.width, scene)), (5, 5), rounded(across, scene, 10))
    # A banner is a little higher than a low picture, and doesn't cover the name below it.
    flag_tall = min(BANNER[1], scene + 8)
    flag = pennant(card.banner, BANNER[0] * flag_tall // BANNER[1], flag_tall)
    image.paste(flag, (16, 4), flag)
    _plates(image, card, 5 + (scene - PLATE) // 2)
    y = scene + 5
    names, style = _name(card)
    for line in names:
        write(image, PAD, y, line, style, wide - 2 * PAD)
        y += LINE
    if card.corner and _corner_fits_beside_name(card):
        write(image, wide - PAD - width(card.corner, ICONS), y - LINE, card.corner, ICONS)
    _lay_lines(image, PAD, y + 1, _lines(card, detail), wide - 2 * PAD)
    return with_corners(image)


def _plates(image: Image.Image, card: Offer, y: int) -> None:
    """Draw the price, space or change at the right, and the gain beside a price or a space."""
    left = lay_plate(image, image.width - 12, y, card.plate, card.kind)
    if card.gain and not card.changed:
        lay_plate(image, left - 6, y, card.gain, "gain")


def _lay_lines(image: Image.Image, x: int, y: int, lines: tuple[tuple[Run, ...], ...], room: int) -> None:
    """Draw lines of effects beside their crests."""
    for line in lines:
        for run in line:
            left = x + run.x + run.indent
            if run.crest:
                sign = crest(run.crest, CREST)
                image.paste(sign, (x + run.x, y + 3), sign)
            write(image, left, y, run.text, ICONS, x + room - left)
        y += EFFECT_LINE
