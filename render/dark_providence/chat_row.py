"""Draws the mythos row of the chat board as dark slips, in as many lines as they need."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from PIL import Image

from render.dark_providence.board_records import Mythos
from render.dark_providence.change_marks import OUTLINE
from render.dark_providence.chat_records import Row
from render.dark_providence.chat_standings import EDGE, chip_width, lay_chip
from render.pen import theme
from render.pen.canvas import board_table, lay_panel, lay_ring
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.pen.theme import mix
from render.sheets.chat_board import MIN_TEXT, WIDTH
from render.text.text_layout import Style, width, write

LINE, SLIP, GAP = 50, 44, 8
TITLE = Style(MIN_TEXT, "title", theme.GOLD_LIT)
NAME = Style(MIN_TEXT, "bold", theme.BLIGHT_INK)
MORE = Style(MIN_TEXT, "text", theme.MUTED)


def _text(card: Mythos) -> str:
    """Return a card's name, its points and the influence on it."""
    marks = [f"{{cube{colour}}}{count}" for colour, count in card.marks]
    return " ".join(filter(None, [card.name, card.worth, "{lock}" if card.lock else "", *marks]))


def _wide(card: Mythos) -> int:
    return 26 + width(_text(card), NAME) + (chip_width(card.mark) + 8 if card.mark else 0)


@lru_cache(maxsize=256)
def _lines(row: Row) -> tuple[tuple[Mythos, ...], ...]:
    """Divide the cards into lines. The first one begins with the title, and the last one ends with the rest."""
    lines: list[list[Mythos]] = [[]]
    x = _start(row)
    for card in row.cards:
        if x + _wide(card) > WIDTH - EDGE:
            lines.append([])
            x = EDGE
        lines[-1].append(card)
        x += _wide(card) + GAP
    if row.more and x + width(row.more, MORE) > WIDTH - EDGE:
        lines.append([])
    return tuple(tuple(line) for line in lines)


def _start(row: Row) -> int:
    return EDGE + width(row.title, TITLE) + 18


def row_height(row: Row) -> int:
    """Return the height of the mythos row."""
    return len(_lines(row)) * LINE if row.cards or row.more else 0


def in_play(row: Row) -> Row:
    """Return one line of the row: the cards that have just changed, then those with influence or a lock."""
    marked = sorted(
        (card for card in row.cards if card.marks or card.lock or card.mark), key=lambda card: not card.mark
    )
    for count in range(len(marked), 0, -1):
        cards = tuple(card for card in row.cards if card in marked[:count])
        rest = len(row.cards) - count
        short = replace(row, cards=cards, more=f"+{rest}" if rest else "")
        if len(_lines(short)) == 1:
            return short
    return replace(row, cards=())


@cached
def draw_row(row: Row) -> Image.Image:
    """Draw the mythos row as a palette image."""
    image = board_table(WIDTH, 0, WIDTH, row_height(row))
    x = EDGE + 2
    write(image, x, 2, row.title, TITLE)
    x = _start(row)
    for number, line in enumerate(_lines(row)):
        x = _line(image, x if not number else EDGE, number * LINE, line)
    if row.more:
        write(image, x, (len(_lines(row)) - 1) * LINE + 2, row.more, MORE)
    return to_palette(image)


def _mark_signs(image: Image.Image, x: int, y: int, card: Mythos) -> None:
    """Add the lock and the influence on a card as pieces. The slip's text begins at `x`."""
    text = _text(card)
    for sign, kind, name in (("{lock}", "lock", card.lock_name), ("{cube", "influence", card.marks_name)):
        if sign in text:
            start = text.index(sign)
            end = start + len(sign) if kind == "lock" else len(text)
            left = x + width(text[:start], NAME)
            mark(image, (left, y + 2, left + width(text[start:end], NAME), y + SLIP - 2), f"{kind}:{card.seed}", name)


def _line(image: Image.Image, x: int, y: int, cards: Sequence[Mythos]) -> int:
    """Draw a line of slips. Return its right end."""
    for card in cards:
        end = x + _wide(card)
        mark(image, (x, y, end, y + SLIP), f"card:{card.seed}", card.name)
        _mark_signs(image, x + 16, y, card)
        lay_panel(image, (x, y, end, y + SLIP), theme.BLIGHT, mix(theme.BLIGHT, theme.BLIGHT_INK, 0.5), 10)
        lay_panel(image, (x + 5, y + 8, x + 10, y + SLIP - 8), theme.VIOLET, None, 2)
        write(image, x + 16, y + 1, _text(card), NAME)
        if card.mark:
            lay_chip(image, end - 6, y + 4, card.mark)
            lay_ring(image, (x - 1, y - 1, end + 1, y + SLIP + 1), OUTLINE, 11)
        x = end + GAP
    return x
