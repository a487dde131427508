"""Draws what a seat has: counts, hand, Story row and decks.

The picture is roughly square, so every client shows it large.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from render.aevum_haeresis.cards import HAND, Face, card_back, hand_card
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded
from render.sheets.hand_parts import Count, Pile, card_rows, closed_row, fill_row, pile_rows
from render.sheets.row_stack import GAP, Row, Rows
from render.text.text_layout import Style, write_block, write_fit

CARD = HAND.size
#: Hands of up to this many cards are drawn two cards wide, and larger hands three cards wide.
MAX_NARROW_HAND = 4
STATUS_HEIGHT = 232
BACK = (150, 204)
BACKS_HEIGHT = 300


@dataclass(frozen=True, slots=True)
class Holding:
    """The counts, cards and decks of one seat.

    `hand` is None for viewers who may not see the hand. `art` has the Damned's id, type and faction.
    """

    seat: int
    name: str
    leader: str
    art: tuple[str, str, str] | None
    counts: tuple[Count, ...]
    hand: tuple[Face, ...] | None
    hand_count: int
    hand_words: str
    piles: tuple[Pile, ...]


def draw_hand(holding: Holding) -> Rows:
    """Draw a seat's counts, its hand below them, and then the lists."""
    cells: list[Face | Pile] = list(holding.hand or ())
    piles = list(holding.piles)
    across = 3 if len(cells) > MAX_NARROW_HAND else 2
    fill_row(cells, piles, across, CARD[1])
    rows = [Row(STATUS_HEIGHT, _top, (replace(holding, hand=None, hand_count=0, hand_words="", piles=()),))]
    if not cells:
        rows.append(closed_row(BACKS_HEIGHT, holding.hand_words, holding.hand_count, card_back, BACK))
    rows += card_rows(cells, [GAP + index * (CARD[0] + GAP) for index in range(across)], CARD, hand_card)
    return Rows(across * (CARD[0] + GAP) + GAP, rows + pile_rows(piles, across))


def draw_faces(faces: Sequence[Face], piles: Sequence[Pile]) -> Rows:
    """Arrange cards in rows of three, with lists below.

    If there are no cards, the lists are as wide as a small hand.
    """
    if not faces:
        return draw_lists(piles)
    across = 3
    places = [GAP + index * (CARD[0] + GAP) for index in range(across)]
    rows = card_rows(list(faces), places, CARD, hand_card)
    return Rows(across * (CARD[0] + GAP) + GAP, rows + pile_rows(piles, across))


def draw_lists(piles: Sequence[Pile]) -> Rows:
    """Arrange lists in a picture as wide as a small hand."""
    return Rows(2 * (CARD[0] + GAP) + GAP, pile_rows(piles, 2))


def _top(image: Image.Image, y: int, holding: Holding) -> None:
    """Draw the counts across the whole picture."""
    _status(image, (GAP, y, image.width - GAP, y + STATUS_HEIGHT), holding)


def _status(image: Image.Image, box: Box, holding: Holding) -> None:
    """Write the seat's name and all its counts."""
    x0, y0, x1, _ = box
    colour = theme.SEATS[holding.seat].colour
    lay_panel(image, box, theme.mix(theme.PANEL, colour, 0.08), colour, line=3)
    left = x0 + 16
    if holding.art is not None:
        picture = emblem(*holding.art, 150, STATUS_HEIGHT - 28)
        image.paste(picture, (left, y0 + 14), rounded(*picture.size, 10))
        left += 168
    lay_icon(image, f"seat{holding.seat}", left, y0 + 18, 48, theme.PALE)
    write_fit(image, left + 60, y0 + 8, holding.name, Style(46, "bold", theme.WHITE), x1 - left - 80, least=28)
    write_fit(image, left, y0 + 70, holding.leader, Style(30, "italic", theme.MUTED), x1 - left - 16)
    step = (x1 - left - 12) // len(holding.counts)
    for index, count in enumerate(holding.counts):
        x, y = left + index * step, y0 + 114
        lay_icon(image, count.icon, x, y, 46, theme.PALE)
        write_fit(image, x + 54, y - 2, count.text, Style(42, "bold", theme.WHITE), step - 58)
        room = (x, y + 50, x + step - 8, y + 104)
        write_block(image, room, count.word, Style(24, "text", theme.MUTED), lines=2)
