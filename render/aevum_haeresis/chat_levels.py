"""Chooses how much the chat board shows, so that it is never too tall."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from render.aevum_haeresis import chat_counts, chat_place, chat_sides
from render.aevum_haeresis.chat_board_records import ChatBoard, ChatCard, ChatRow
from render.aevum_haeresis.chat_layout import GAP, INNER, PLAIN, STEP
from render.sheets.chat_board import MAX_TALL
from render.text.text_layout import icons_in, width

#: The height of the head.
HEAD = 104
NO_NEWS: tuple[tuple[str, ...], ...] = ((),)

Signs = tuple[tuple[str, str], ...]
Columns = tuple[tuple[ChatCard, ...], tuple[ChatCard, ...]]


@dataclass(frozen=True, slots=True)
class Level:
    """A level of detail: the board, both columns' cards, the news in lines, and the icons' names in lines.

    `goal` says what ends the game, or is "" if this isn't shown.
    """

    board: ChatBoard
    cards: Columns
    news: tuple[str, ...]
    goal: str
    signs: tuple[Signs, ...]

    @property
    def tall(self) -> int:
        """The height of the picture."""
        board = self.board
        tall = HEAD + news_height(self.news) + (chat_place.PLACE if board.place else chat_place.EMPTY) + GAP
        tall += (chat_place.HUNTERS + GAP) * bool(board.hunters) + (chat_place.CONFLICT + GAP) * bool(board.conflict)
        tall += chat_sides.HEAD_HEIGHT + GAP + chat_place.chapter_height(board.rows)
        tall += max(map(chat_sides.column_height, self.cards))
        return tall + chat_counts.height(board.counts, self.goal) + GAP + signs_height(self.signs)


def choose_level(board: ChatBoard) -> Level:
    """Return the fullest level of detail that fits, or the briefest if none does."""
    level = None
    for level in _levels(board):
        if level.tall <= MAX_TALL:
            break
    assert level is not None
    return level


def _levels(board: ChatBoard) -> Iterator[Level]:
    """Yield the levels of detail, the fullest first."""
    count = max(len(side.levels) for side in board.sides)
    for number in range(count):
        for news in board.news[:2] or NO_NEWS:
            for goal in (board.goal, ""):
                yield _level(board, number, news, goal)
    crowded = board
    for crowded in (_with_counted_hunters(board), _with_single_cards(_with_counted_hunters(board))):
        for news in board.news[1:] or board.news or NO_NEWS:
            yield _level(crowded, count, news, "")
    yield replace(_level(crowded, count, (board.news or NO_NEWS)[-1], ""), signs=())


def _level(board: ChatBoard, number: int, news: tuple[str, ...], goal: str) -> Level:
    one, two = (side.levels[min(number, len(side.levels) - 1)] for side in board.sides)
    return Level(board, (one, two), news, goal, _sign_lines(board, (one, two)))


def _with_counted_hunters(board: ChatBoard) -> ChatBoard:
    """Return a board with only the number of Hunters beside the soul number."""
    if board.place is None or not board.hunters:
        return board
    now = f"{board.place.now}  {len(board.hunters)}{{hunter}}"
    return replace(board, hunters=(), place=replace(board.place, now=now))


def _with_single_cards(board: ChatBoard) -> ChatBoard:
    """Return a board with only the latest revealed card of each player."""
    one, two = (_single(row) for row in board.rows)
    return replace(board, rows=(one, two))


def _single(row: ChatRow) -> ChatRow:
    return replace(row, cards=tuple(replace(card, aim="") for card in row.cards[-1:]))


# -- news and the icons' names --------------------------------------------------------------------------------------


def news_height(lines: Sequence[str]) -> int:
    """Return the height of the news with the space below."""
    return len(lines) * STEP + 14 + GAP if lines else 0


def _sign_lines(board: ChatBoard, cards: Columns) -> tuple[Signs, ...]:
    """Return the icons of the shown cards with their names, in lines. Names that stand in the head are left out."""
    used = {icon for column in cards for card in column for icon in icons_in(card.figures)}
    used |= {"turn" for column in cards for card in column if card.spent}
    used |= {icon for row in board.rows for card in row.cards for icon in icons_in(card.cost)}
    used |= {"hunter"} if board.hunters else set(icons_in(board.place.now if board.place else ""))
    used |= {"first" for side in board.sides if side.active}
    used -= set(icons_in(board.head.asked))
    signs = [sign for sign in board.signs if sign[0] in used]
    count = -(-sum(map(sign_width, signs)) // INNER)
    # Two lines have about the same number of signs.
    each = -(-len(signs) // max(1, count))
    return tuple(tuple(signs[start : start + each]) for start in range(0, len(signs), each or 1))


def sign_width(sign: tuple[str, str]) -> int:
    """Return the width of an icon with its name and the space behind it."""
    return width(sign[1], PLAIN) + 64


def signs_height(lines: Sequence[Signs]) -> int:
    """Return the height of the icons' names."""
    return len(lines) * STEP + 4
