"""Draws a single player board: counts, allegiance, hand and mythos cards.

It is two cards wide, so it is legible on a phone.
"""

from dataclasses import dataclass, replace

from PIL import Image

from render.dark_providence.cards import HAND, STRIP_SIZE, Face, card_back, hand_card, strip_card
from render.emblem import dark_providence as emblem
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded
from render.sheets.hand_parts import Count, Pile, card_rows, closed_row, fill_row, lay_with_shadow, pile_rows
from render.sheets.row_stack import GAP, Row, Rows
from render.text.text_layout import Style, write, write_fit

WIDTH = 1080
CARD = HAND.size
#: The size of the card backs that stand for another player's hand.
BACK_SIZE = (150, 196)
BACKS_HEIGHT = 290
#: The left edges of the two columns.
COLUMNS = (GAP, WIDTH - GAP - CARD[0])


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """One seat's player board.

    `hand` is None for viewers who may not see the hand. `allegiance` is None while the card is hidden.
    """

    colour: int
    name: str
    lead: str
    lead_name: str
    vp: str
    actions: int
    counts: tuple[Count, ...]
    sane: int
    madness: int
    limit: int
    allegiance: Face | None
    hand: tuple[Face, ...] | None
    hand_count: int
    hand_words: str
    mythos: tuple[Face, ...]
    piles: tuple[Pile, ...]


def draw_hand(board: PlayerBoard) -> Rows:
    """Draw the player board, with the hand below it."""
    cells: list[Face | Pile] = list(board.hand or ())
    piles = list(board.piles)
    fill_row(cells, piles, 2, CARD[1])
    bare = replace(board, hand=None, hand_count=0, hand_words="", mythos=(), piles=())
    rows = [Row(CARD[1], _top, (bare,), ((COLUMNS[1], COLUMNS[1] + CARD[0]),))]
    if not cells:
        rows.append(closed_row(BACKS_HEIGHT, board.hand_words, board.hand_count, card_back, BACK_SIZE))
    rows += card_rows(cells, COLUMNS, CARD, hand_card)
    rows += card_rows(board.mythos, COLUMNS, STRIP_SIZE, strip_card)
    return Rows(WIDTH, rows + pile_rows(piles, 2))


def _top(image: Image.Image, y: int, board: PlayerBoard) -> None:
    """Draw the player board beside the allegiance card."""
    _status(image, (GAP, y, GAP + CARD[0], y + CARD[1]), board)
    secret = card_back(CARD) if board.allegiance is None else hand_card(board.allegiance)
    lay_with_shadow(image, secret, COLUMNS[1], y)


#: The part of the card back that is shown instead of the portrait if a seat has no lead agent.
UNKNOWN_LEAD_CROP = (110, 0, 250, 128)


def _status(image: Image.Image, box: Box, board: PlayerBoard) -> None:
    """Draw the lead agent, name, VP, counts and sanity tokens."""
    x0, y0, x1, y1 = box
    colour = theme.SEATS[board.colour].colour
    lay_panel(image, box, theme.mix(theme.PANEL, colour, 0.08), colour, line=3)
    cut = (
        emblem.portrait(board.lead, 140, 128) if board.lead else emblem.horror("back", 360, 128).crop(UNKNOWN_LEAD_CROP)
    )
    image.paste(cut, (x0 + 14, y0 + 14), rounded(*cut.size, 10))
    lay_icon(image, f"seat{board.colour}", x0 + 116, y0 + 102, 48, theme.PALE)
    left, right = x0 + 178, x1 - 16
    write_fit(image, left, y0 + 6, board.name, Style(46, "bold", theme.WHITE), right - left, least=28)
    write_fit(image, left, y0 + 62, board.lead_name, Style(28, "italic", theme.MUTED), right - left)
    style = Style(46, "bold", theme.GOLD_LIT)
    write(image, left, y0 + 94, f"{{vp}}{board.vp}", style)
    for n in range(board.actions):
        lay_icon(image, "action", right - 46 - n * 52, y0 + 100, 46, theme.PALE)
    for index, count in enumerate(board.counts):
        x, y = x0 + 16 + (index % 3) * 168, y0 + 158 + (index // 3) * 78
        lay_icon(image, count.icon, x, y, 44, theme.PALE)
        write(image, x + 54, y - 4, count.text, Style(40, "bold", theme.WHITE))
        write_fit(image, x, y + 44, count.word, Style(25, "text", theme.MUTED), 162)
    _mind(image, x0 + 16, y1 - 68, right, board)


def _mind(image: Image.Image, x: int, y: int, right: int, board: PlayerBoard) -> None:
    """Draw the MADNESS tokens on their spaces, then the SANE tokens. Many tokens are drawn closer together."""
    spaces = max(board.limit, board.madness)
    step = min(60, (right - x - 20) // (spaces + board.sane))
    side = step - 6
    y += (54 - side) // 2
    for n in range(spaces):
        if n < board.madness:
            lay_icon(image, "madness", x, y, side, theme.PALE)
        else:
            lay_panel(
                image, (x + 2, y + 2, x + side - 2, y + side - 2), theme.HOLLOW, theme.STEEL_DARK, side // 2 - 2, 3
            )
        x += step
    for n in range(board.sane):
        lay_icon(image, "sane", x + 20 + n * step, y, side, theme.PALE)
