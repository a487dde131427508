"""Draws the players' columns on the chat board: the head of a column, and its cards as slips of parchment."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from render.aevum_haeresis.change_marks import OUTLINE
from render.aevum_haeresis.chat_board_records import ChatCard, ChatSide
from render.aevum_haeresis.chat_layout import (
    BOLD,
    CHIP_HEIGHT,
    GAP,
    HALF,
    PLAIN,
    STEP,
    WIDTH,
    chip_width,
    ground,
    half_x,
    lay_chip,
    wrapped,
)
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_ring, mapped_table, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.pen.theme import mix
from render.sheets.chat_board import MIN_TEXT
from render.text.text_layout import Style, sized, width, write, write_fit

HEAD_HEIGHT = 58
#: The space above and below a card's text, and the smallest size of a card's picture.
PAD, ART = 6, 46
#: The space before the figures and before the label of a change.
FIGURE_GAP = 18
#: How strongly a Spent card is faded.
SPENT_FADE = 0.4


@dataclass(frozen=True, slots=True)
class _Plan:
    """The layout of a card: its name's lines, the line of the figures and of the change's label, and other lines.

    The figures and the label are on the last line of the name if there is room. `tall` is the height.
    """

    name: tuple[str, ...]
    figures: int
    change: int
    attached: tuple[str, ...]
    lines: int
    tall: int


def _art(lines: int) -> int:
    return ART if lines < 2 else 2 * STEP


@lru_cache(maxsize=512)
def _plan(card: ChatCard) -> _Plan:
    if card.note:
        lines = tuple(wrapped(card.note, sized(_NOTE, MIN_TEXT), HALF - 24))
        return _Plan(lines, 0, 0, (), len(lines), len(lines) * STEP + 2 * PAD)
    found = _planned(card, 1)
    return found if found.lines < 2 else _planned(card, 2)


def _planned(card: ChatCard, lines: int) -> _Plan:
    """Lay out a card beside a picture that is as high as this number of lines."""
    room = HALF - _left(card, lines) - 14
    name = tuple(wrapped(card.name, BOLD, room))
    line, x, ends = len(name) - 1, width(name[-1], BOLD), list[int]()
    for wide in (width(card.figures, BOLD), chip_width(card.change) if card.change else 0):
        if wide and x + FIGURE_GAP + wide > room:
            line, x = line + 1, 0
        x += wide + FIGURE_GAP if wide else 0
        ends.append(line)
    attached = tuple(line for one in card.attached for line in wrapped(f"+ {one}", PLAIN, room))
    total = line + 1 + len(attached)
    return _Plan(name, ends[0], ends[1], attached, total, max(total * STEP, ART) + 2 * PAD)


def _left(card: ChatCard, lines: int) -> int:
    return 14 + (_art(lines) + 12 if card.seed else 0)


def column_height(cards: tuple[ChatCard, ...]) -> int:
    """Return the height of a column of cards."""
    return sum(_plan(card).tall + GAP for card in cards)


def column(seat: int, cards: tuple[ChatCard, ...], tall: int, scene: int) -> Image.Image:
    """Draw a column of cards. The first card has a picture of the height `scene` above it, unless this is 0."""
    image = mapped_table(WIDTH, tall).crop((half_x(seat), 0, half_x(seat) + HALF, tall))
    y = 0
    for number, card in enumerate(cards):
        part = slip(seat, card, scene if number == 0 and card.type == "damned" else 0)
        image.paste(part, (0, y))
        if card.seed:
            mark(image, (0, y, HALF, y + part.height), f"card:{card.seed}", card.name)
        y += part.height + GAP
    return image


@cached
def head(side: ChatSide) -> Image.Image:
    """Draw the head of a column: the player's shape, name, and the crown of the Active player."""
    image, colour = ground(side.seat, HEAD_HEIGHT), theme.SEATS[side.seat].colour
    paper = mix(theme.PANEL, colour, 0.14)
    box = (0, 0, HALF, HEAD_HEIGHT)
    mark(image, box, f"seat:{side.seat}", side.name)
    lay_panel(image, box, paper, colour if side.acting else mix(paper, colour, 0.45), line=5 if side.acting else 2)
    lay_icon(image, f"seat{side.seat}", 12, 8, 42, theme.PALE)
    left, right = 64, HALF - 14
    if side.active:
        right -= 40
        lay_icon(image, "first", right, 9, 40, theme.PALE)
        right -= 8
    write_fit(image, left, 8, side.name, Style(36, "bold", theme.WHITE), right - left, least=MIN_TEXT)
    return to_palette(image)


_NOTE = Style(MIN_TEXT, "italic", theme.MUTED)


@cached
def slip(seat: int, card: ChatCard, scene: int = 0) -> Image.Image:
    """Draw a card on a slip of parchment, or a line without a card."""
    plan = _plan(card)
    image = ground(seat, plan.tall + scene)
    if card.note:
        for number, line in enumerate(plan.name):
            write(image, 12, PAD + number * STEP - 2, line, _NOTE)
        return to_palette(image)
    box = (0, 0, HALF, plan.tall + scene)
    edge = theme.GOLD_LIT if card.fights else OUTLINE if card.changed else theme.INK
    line = 4 if card.fights or card.changed else 2
    paper = theme.PARCHMENT if card.seed else theme.PANEL
    lay_panel(image, box, paper, edge if card.seed else theme.STEEL_DARK, line=line)
    lines = plan.lines
    left = _left(card, lines)
    if scene:
        _scene(image, card, scene)
        left = 14
    elif card.seed:
        _portrait(image, card, _art(lines), plan.tall)
    y = scene + (plan.tall - lines * STEP) // 2 + 1
    _text(image, left, y, card, plan)
    if card.spent:
        image = _spent(image, card, box, scene)
    if card.fights or card.changed:
        lay_ring(image, box, edge, line=line)
    return to_palette(image)


def _text(image: Image.Image, left: int, y: int, card: ChatCard, plan: _Plan) -> None:
    ink = theme.INK if card.seed else theme.MUTED
    bold = Style(MIN_TEXT, "bold", ink)
    ends = dict.fromkeys(range(plan.lines), left)
    for number, line in enumerate(plan.name):
        ends[number] = write(image, left, y + number * STEP, line, bold) + FIGURE_GAP
    if card.figures:
        line = plan.figures
        ends[line] = write(image, ends[line], y + line * STEP, card.figures, bold) + FIGURE_GAP
    if card.change:
        lay_chip(image, ends[plan.change], y + plan.change * STEP + 2, card.change)
    first = plan.lines - len(plan.attached)
    for number, line in enumerate(plan.attached, first):
        write(image, left, y + number * STEP, line, Style(MIN_TEXT, "italic", theme.INK_SOFT))


def _portrait(image: Image.Image, card: ChatCard, side: int, tall: int) -> None:
    picture = emblem(card.seed, card.type, card.faction, side, side)
    y = (tall - side) // 2
    lay_panel(image, (5, y - 2, side + 12, y + side + 2), COLOURS[card.faction], None, 9)
    image.paste(picture, (9, y), rounded(side, side, 7))


def _scene(image: Image.Image, card: ChatCard, tall: int) -> None:
    """Draw a wide picture above a card's text."""
    picture = emblem(card.seed, card.type, card.faction, HALF - 8, tall)
    image.paste(picture, (4, 4), rounded(HALF - 8, tall, theme.RADIUS - 4))
    lay_panel(image, (4, tall, HALF - 4, tall + 8), COLOURS[card.faction], None, 2)


def _spent(image: Image.Image, card: ChatCard, box: Box, scene: int) -> Image.Image:
    """Fade a Spent card unless it takes part in the manoeuvre, and add the icon of Spent cards on its picture."""
    if not card.fights:
        image = Image.blend(image, Image.new("RGB", image.size, theme.TABLE), SPENT_FADE)
    side = CHIP_HEIGHT if scene else 30
    x, y = (16, 16) if scene else (6, box[3] - side - 6)
    lay_panel(image, (x - 3, y - 3, x + side + 3, y + side + 3), theme.TABLE, theme.MUTED, 9)
    lay_icon(image, "turn", x, y, side, theme.PALE)
    return image
