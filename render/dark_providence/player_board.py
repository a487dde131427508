"""Draws a single player board: counts, allegiance, hand and mythos cards, legible on a phone 340 points wide."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from PIL import Image

from render.dark_providence.cards import Face, card_back
from render.dark_providence.hand_cards import MIN_TEXT, HandCard, card_height, hand_card
from render.emblem import dark_providence as emblem
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded
from render.pen.pieces import mark
from render.sheets.hand_parts import Count, Pile, closed_row, lay_with_shadow
from render.sheets.row_stack import GAP, Row, Rows
from render.text.text_layout import Style, line_height, width, wrap, write, write_fit

WIDTH = 1080
#: The greatest height of a picture that is shown large enough.
MAX_TALL = round(1.6 * WIDTH)
WHOLE = WIDTH - 2 * GAP
#: The size of the card backs that stand for another player's hand.
BACK_SIZE = (150, 196)
BACKS_HEIGHT = 290
#: The left edges of the two columns.
COLUMNS = (GAP, WIDTH - GAP - 524)
#: The height of the upper part of the player's panel, and the space around the counts.
HEAD, PAD = 150, 18
COUNT = Style(36, "bold", theme.WHITE)
PILE = Style(MIN_TEXT, "text", theme.PALE)
#: The part of the card back that is shown instead of the portrait if a seat has no lead agent.
UNKNOWN_LEAD_CROP = (110, 0, 250, 128)


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """One seat's player board.

    `hand` is None for viewers who may not see the hand. `allegiance` is None while the card is hidden. `resources` has
    the name of each resource.
    """

    seat: int
    colour: int
    name: str
    lead: str
    lead_name: str
    vp: str
    actions: str
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
    resources: tuple[tuple[str, str], ...] = ()


class _Shown(NamedTuple):
    """How much is shown: the heights of the pictures of cards and of the allegiance, and whether the piles, the text of
    the allegiance and the texts of mythos cards are.
    """

    picture: int
    seal: int
    piles: bool
    allegiance: bool
    mythos: bool


#: From everything to the least. The hand always has its texts.
_SHOWN = (
    _Shown(96, 60, True, True, True), _Shown(96, 60, False, True, True), _Shown(60, 0, False, True, True),
    _Shown(0, 0, False, True, True), _Shown(60, 0, False, True, False), _Shown(0, 0, False, True, False),
    _Shown(60, 0, False, False, False), _Shown(0, 0, False, False, False),
)  # fmt: skip


def draw_hand(board: PlayerBoard) -> Rows:
    """Draw the player board, with the hand below it, and as much of the rest as there is room for."""
    for shown in _SHOWN:
        whole = Rows(WIDTH, _rows(board, shown))
        if whole.tall <= MAX_TALL:
            break
    return whole  # pyright: ignore[reportPossiblyUnboundVariable]


def _rows(board: PlayerBoard, shown: _Shown) -> list[Row]:
    bare = replace(board, hand=None, hand_count=0, hand_words="", mythos=(), piles=(), resources=())
    rows = [Row(_status_height(board), _status, (bare,))]
    if board.allegiance is not None:
        card = HandCard(board.allegiance if shown.allegiance else replace(board.allegiance, lines=()))
        tall = card_height(card, shown.seal, WHOLE)
        rows.append(
            Row(
                tall,
                _lay_cards,
                (((GAP, card, f"allegiance:{board.seat}"),), tall, shown.seal, WHOLE),
                ((GAP, GAP + WHOLE),),
            )
        )
    if board.hand:
        rows += _card_rows(grouped(board.hand, dict(board.resources)), shown.picture)
    else:
        key = f"hand:{board.seat}"
        rows.append(closed_row(BACKS_HEIGHT, board.hand_words, board.hand_count, card_back, BACK_SIZE, key))
    if shown.mythos:
        rows += _card_rows([HandCard(face) for face in board.mythos], shown.picture)
    elif board.mythos:
        rows.append(_pile_row(Pile("mythos", board.mythos[0].kind, tuple(face.name for face in board.mythos))))
    return rows + [_pile_row(pile) for pile in board.piles if shown.piles]


# -- cards ----------------------------------------------------------------------------------------------------


def grouped(faces: Sequence[Face], names: dict[str, str]) -> list[HandCard]:
    """Return each card once, with the number of equal cards."""
    counts: dict[Face, int] = {}
    for face in faces:
        counts[face] = counts.get(face, 0) + 1
    return [
        HandCard(face, count, tuple(f"{amount}{{{icon}}} {names.get(icon, '')}" for icon, amount in face.icons))
        for face, count in counts.items()
    ]


def _card_rows(cards: Sequence[HandCard], picture: int) -> list[Row]:
    """Return rows of two cards. Both are as high as the higher one."""
    rows: list[Row] = []
    for start in range(0, len(cards), 2):
        pair = cards[start : start + 2]
        row = tuple((x, card, f"card:{card.face.seed}") for x, card in zip(COLUMNS, pair, strict=False))
        tall = max(card_height(card, picture) for card in pair)
        things = tuple((x, x + 524) for x, *_ in row)
        rows.append(Row(tall, _lay_cards, (row, tall, picture, 524), things))
    return rows


def _lay_cards(
    image: Image.Image, y: int, row: Sequence[tuple[int, HandCard, str]], tall: int, picture: int, wide: int
) -> None:
    for x, card, key in row:
        mark(image, (x, y, x + wide, y + tall), key, card.face.name)
        lay_with_shadow(image, hand_card(card, tall, picture, wide), x, y)


def _pile_lines(pile: Pile) -> list[str]:
    return wrap("  ·  ".join(pile.lines), PILE, WHOLE - 2 * PAD)


def _pile_row(pile: Pile) -> Row:
    """Return a row with a list of titles under a heading."""
    return Row(70 + len(_pile_lines(pile)) * line_height(PILE), _lay_pile, (pile,))


def _lay_pile(image: Image.Image, y: int, pile: Pile) -> None:
    lines = _pile_lines(pile)
    box = (GAP, y, GAP + WHOLE, y + 70 + len(lines) * line_height(PILE))
    if pile.key:
        mark(image, box, pile.key, pile.title)
    lay_panel(image, box, theme.PANEL, theme.STEEL_DARK)
    lay_icon(image, pile.icon, GAP + PAD, y + 10, 44, theme.PALE)
    write_fit(image, GAP + PAD + 56, y + 8, pile.title, Style(38, "bold", theme.PALE), WHOLE - 100, least=MIN_TEXT)
    for number, line in enumerate(lines):
        write(image, GAP + PAD, y + 56 + number * line_height(PILE), line, PILE)


# -- the player -----------------------------------------------------------------------------------------------


def _count_lines(board: PlayerBoard) -> list[list[str]]:
    """Divide the counts with their names into lines, leaving out zeros. None is divided."""
    lines: list[list[str]] = [[]]
    for count in board.counts:
        if count.text == "0":
            continue
        text = f"{count.text}{{{count.icon}}} {count.word}"
        if lines[-1] and width("  ·  ".join([*lines[-1], text]), COUNT) > WHOLE - 2 * PAD:
            lines.append([])
        lines[-1].append(text)
    return lines


def _status_height(board: PlayerBoard) -> int:
    return HEAD + len(_count_lines(board)) * (line_height(COUNT) + 4) + 12


def _status(image: Image.Image, y: int, board: PlayerBoard) -> None:
    """Draw the lead agent, name, VP and sanity tokens, and below them the counts."""
    box = x0, y0, x1, _ = (GAP, y, GAP + WHOLE, y + _status_height(board))
    colour = theme.SEATS[board.colour].colour
    mark(image, box, f"seat:{board.seat}", board.name)
    lay_panel(image, box, theme.mix(theme.PANEL, colour, 0.08), colour, line=3)
    cut = (
        emblem.portrait(board.lead, 140, 128) if board.lead else emblem.horror("back", 360, 128).crop(UNKNOWN_LEAD_CROP)
    )
    image.paste(cut, (x0 + 14, y0 + 14), rounded(*cut.size, 10))
    lay_icon(image, f"seat{board.colour}", x0 + 116, y0 + 102, 48, theme.PALE)
    left = x0 + 178
    end = _points(image, (left, y0, x1 - PAD, y0 + HEAD), board)
    write_fit(image, left, y0 + 8, board.name, Style(46, "bold", theme.WHITE), end - left - 16, least=MIN_TEXT)
    style = Style(MIN_TEXT, "italic", theme.MUTED)
    write_fit(image, left, y0 + 60, board.lead_name, style, end - left - 16, least=MIN_TEXT)
    for number, line in enumerate(_count_lines(board)):
        write(image, x0 + PAD, y0 + HEAD + number * (line_height(COUNT) + 4), "  ·  ".join(line), COUNT)


def _points(image: Image.Image, box: Box, board: PlayerBoard) -> int:
    """Write the VP and the actions left, and draw the sanity tokens. Return the left end of the VP."""
    left, y0, right, _ = box
    style = Style(46, "bold", theme.GOLD_LIT)
    end = right - width(f"{{vp}}{board.vp}", style)
    write(image, end, y0 + 8, f"{{vp}}{board.vp}", style)
    _mind(image, left, y0 + 102, right - 260, board)
    if board.actions:
        action = Style(38, "bold", theme.WHITE)
        write(image, right - width(board.actions, action), y0 + 92, board.actions, action)
    return end


def _mind(image: Image.Image, x: int, y: int, right: int, board: PlayerBoard) -> None:
    """Draw the MADNESS tokens on their spaces, then the SANE tokens. Many tokens are drawn closer together."""
    spaces = max(board.limit, board.madness)
    step = min(50, (right - x - 20) // (spaces + board.sane))
    side = step - 6
    y += (44 - side) // 2
    for n in range(spaces):
        if n < board.madness:
            lay_icon(image, "madness", x, y, side, theme.PALE)
        else:
            box = (x + 2, y + 2, x + side - 2, y + side - 2)
            lay_panel(image, box, theme.HOLLOW, theme.STEEL_DARK, side // 2 - 2, 3)
        x += step
    for n in range(board.sane):
        lay_icon(image, "sane", x + 20 + n * step, y, side, theme.PALE)
