"""Draws what a seat has: counts, hand, Story row and decks.

The cards are a list in words, in letters that are legible on a phone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from render.aevum_haeresis.card_list import TALLEST, TEXT, WIDE, entries, list_rows
from render.aevum_haeresis.cards import Face, card_back
from render.aevum_haeresis.title_lists import title_columns, title_rows
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded
from render.pen.pieces import mark
from render.sheets.choice_tiles import WIDTH, first_that_fits
from render.sheets.hand_parts import Count, Pile, closed_row
from render.sheets.row_stack import GAP, Row, Rows
from render.text.text_layout import Style, write, write_fit

#: The number of columns of counts.
COLUMNS = 2
#: The height of the panel with the counts, and the side of the portrait on it.
STATUS_HEIGHT, PORTRAIT = 276, 92
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
    """Draw a seat's counts, its hand in words below them, and then the lists."""
    above = [Row(STATUS_HEIGHT, _top, (replace(holding, hand=None, hand_count=0, hand_words="", piles=()),))]
    if not holding.hand:
        key = f"hand:{holding.seat}"
        above.append(closed_row(BACKS_HEIGHT, holding.hand_words, holding.hand_count, card_back, BACK, key))
    return draw_faces(holding.hand or (), holding.piles, above)


def draw_faces(faces: Sequence[Face], piles: Sequence[Pile], above: Sequence[Row] = ()) -> Rows:
    """Draw cards in words, with lists of titles below. If there are many cards, the list is dense."""
    shown, below = entries(faces), title_rows(piles, WIDTH)
    bare = [replace(entry, note="") for entry in shown]
    variants = ((shown, False), (shown, True), (bare, True))
    layouts = ([*above, *list_rows(found, WIDTH, dense), *below] for found, dense in variants)
    return first_that_fits(layouts, TALLEST * WIDTH)


def draw_lists(piles: Sequence[Pile]) -> Rows:
    """Draw lists of titles in two columns."""
    return Rows(WIDE, title_columns(piles))


def _top(image: Image.Image, y: int, holding: Holding) -> None:
    """Draw the counts across the whole picture."""
    _status(image, (GAP, y, image.width - GAP, y + STATUS_HEIGHT), holding)


def _status(image: Image.Image, box: Box, holding: Holding) -> None:
    """Write the seat's name and all its counts."""
    x0, y0, x1, _ = box
    colour = theme.SEATS[holding.seat].colour
    mark(image, box, f"seat:{holding.seat}", holding.name)
    lay_panel(image, box, theme.mix(theme.PANEL, colour, 0.08), colour, line=3)
    left = x0 + 16
    if holding.art is not None:
        picture = emblem(*holding.art, PORTRAIT, PORTRAIT)
        image.paste(picture, (left, y0 + 12), rounded(*picture.size, 10))
        left += PORTRAIT + 18
    lay_icon(image, f"seat{holding.seat}", left, y0 + 12, 44, theme.PALE)
    write_fit(image, left + 56, y0 + 4, holding.name, Style(44, "bold", theme.WHITE), x1 - left - 72, least=TEXT)
    write_fit(image, left, y0 + 62, holding.leader, Style(36, "italic", theme.MUTED), x1 - left - 16, least=TEXT)
    left = x0 + 16
    step = (x1 - left - 8) // COLUMNS
    for index, count in enumerate(holding.counts):
        x, y = left + index % COLUMNS * step, y0 + 116 + index // COLUMNS * 50
        lay_icon(image, count.icon, x, y + 2, 42, theme.PALE)
        end = write(image, x + 50, y - 2, count.text, Style(38, "bold", theme.WHITE)) + 10
        write_fit(image, end, y + 2, count.word, Style(TEXT, "text", theme.MUTED), x + step - end - 8, least=TEXT)
