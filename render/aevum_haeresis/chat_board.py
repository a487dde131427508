"""Draws the chat board: whose turn it is, what changed, the Location, both sides, and how both players stand.

It is a stack of sections, each drawn from a record that is also its cache key. The sides have several levels of
detail; the fullest that fits is used.
"""

from collections.abc import Iterable, Iterator

from PIL import Image

from render.aevum_haeresis import chat_counts, chat_place, chat_sides
from render.aevum_haeresis.change_marks import OUTLINE, VESTMENT
from render.aevum_haeresis.chat_board_records import ChatBoard, ChatHead
from render.aevum_haeresis.chat_layout import EDGE, GAP, NEWS_STYLE, NEWS_WIDTH, STEP, WIDTH, half_x, strip
from render.aevum_haeresis.chat_levels import (
    HEAD,
    Columns,
    Signs,
    choose_level,
    news_height,
    sign_width,
    signs_height,
)
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, mapped_table, stacked
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part
from render.pen.png_encoding import to_palette
from render.pen.theme import mix
from render.sheets.board_header import write_headline
from render.sheets.chat_board import MIN_TALL, MIN_TEXT
from render.text.text_layout import Style, width, write, write_fit

#: The picture's height to aim at, and the heights that the pictures of both Damned may have.
IDEAL, SCENES = 930, (192, 160, 128, 96, 64)


def draw_chat_board(whole: ChatBoard) -> Image.Image:
    """Draw the chat board as a palette image."""
    level = choose_level(whole)
    board, free = level.board, max(0, IDEAL - level.tall)
    scene = next((tall for tall in SCENES if tall <= free), 0) if _has_scene(level.cards) else 0
    parts = [draw_head(board.head), *([_news(level.news)] if level.news else [])]
    parts += [*_middle(board, min(free - scene, chat_place.MOST_EXTRA)), _heads(board), *_rows(board)]
    parts += [_columns(level.cards, scene), _space(chat_counts.counts(board.counts, level.goal)), _signs(level.signs)]
    rest = MIN_TALL - sum(part.height for part in parts)
    return stacked([*parts, mapped_table(WIDTH, rest)] if rest > 0 else parts)


def _has_scene(cards: Columns) -> bool:
    return any(card.type == "damned" for column in cards for card in column[:1])


def _space(part: Image.Image) -> Image.Image:
    """Return a section with the space below it."""
    whole = mapped_table(WIDTH, part.height + GAP)
    lay_part(whole, part, (0, 0))
    return whole


# -- head and news --------------------------------------------------------------------------------------------------


@cached
def draw_head(head: ChatHead) -> Image.Image:
    """Draw who decides, and what they decide."""
    image, left, right = strip(HEAD), EDGE + 4, WIDTH - EDGE - 4
    if head.icon:
        lay_icon(image, head.icon, left, 16, 68, theme.PALE)
        left += 84
    style = Style(36, "title", theme.GOLD_LIT)
    room = width(head.round, style) if head.round else 0
    if head.round:
        write(image, right - room, 6, head.round, style)
    write_headline(image, left, 0, head.headline, right - left - room - 20, 48, MIN_TEXT)
    write_fit(image, left, 57, head.asked, Style(36, "text", theme.PALE), right - left, least=MIN_TEXT)
    return to_palette(image)


@cached
def _news(lines: tuple[str, ...]) -> Image.Image:
    """Draw what changed, in the colour of all marks of changes."""
    tall = news_height(lines) - GAP
    image = strip(tall + GAP)
    lay_panel(image, (EDGE, 0, WIDTH - EDGE, tall), mix(theme.TABLE, VESTMENT, 0.55), OUTLINE, line=2)
    lay_icon(image, "story", EDGE + 14, tall // 2 - 22, 44, theme.PALE)
    for number, line in enumerate(lines):
        write(image, EDGE + 72, 6 + number * STEP, line, NEWS_STYLE, NEWS_WIDTH)
    return to_palette(image)


# -- the middle and the columns -------------------------------------------------------------------------------------


def _middle(board: ChatBoard, extra: int) -> Iterator[Image.Image]:
    """Yield the Location, `extra` pixels higher than usual, then Hunters and the Conflict."""
    if board.place is None:
        yield _space(chat_place.no_place(board.no_place))
    else:
        yield _space(chat_place.place(board.place, chat_place.PLACE + extra))
    if board.hunters:
        count = chat_place.fitting_hunters(board.hunters)
        more = f"+{len(board.hunters) - count}" if count < len(board.hunters) else ""
        yield _space(chat_place.hunters(board.hunters[:count], more))
    if board.conflict is not None:
        yield _space(chat_place.conflict(board.conflict))


def _halves(pair: Iterable[Image.Image], tall: int) -> Image.Image:
    """Return a section with a piece for each player."""
    image = mapped_table(WIDTH, tall)
    for seat, part in enumerate(pair):
        lay_part(image, part, (half_x(seat), 0))
    return image


def _heads(board: ChatBoard) -> Image.Image:
    return _halves(map(chat_sides.head, board.sides), chat_sides.HEAD_HEIGHT + GAP)


def _rows(board: ChatBoard) -> Iterator[Image.Image]:
    if tall := chat_place.chapter_height(board.rows):
        yield _halves((chat_place.row(seat, row, tall) for seat, row in enumerate(board.rows)), tall)


def _columns(cards: Columns, scene: int) -> Image.Image:
    tall = max(map(chat_sides.column_height, cards)) + scene
    return _halves((chat_sides.column(seat, found, tall, scene) for seat, found in enumerate(cards)), tall)


# -- the icons' names -----------------------------------------------------------------------------------------------


@cached
def _signs(lines: tuple[Signs, ...]) -> Image.Image:
    image = strip(signs_height(lines))
    for number, line in enumerate(lines):
        x = (WIDTH - sum(map(sign_width, line)) + 24) // 2
        for icon, word in line:
            lay_icon(image, icon, x, number * STEP, 36, theme.PALE)
            write(image, x + 42, number * STEP - 3, word, Style(MIN_TEXT, "text", theme.MUTED))
            x += sign_width((icon, word))
    return to_palette(image)
