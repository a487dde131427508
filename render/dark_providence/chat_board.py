"""Draws the chat board: the picture of the table for a channel, legible on a phone.

From top to bottom: whose turn it is and what changed, the map, the mythos row, and how everyone stands. All parts are
as high as their contents, and the map fills the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from render.dark_providence.chat_map import draw_map, needed_height
from render.dark_providence.chat_reader import read_chat_board
from render.dark_providence.chat_records import ChatBoard, ChatHead, Row
from render.dark_providence.chat_row import draw_row, in_play, row_height
from render.dark_providence.chat_standings import draw_standings
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import board_table, lay_panel, mapped_table, rule
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part
from render.pen.png_encoding import to_palette
from render.sheets.chat_board import MAX_TALL, MIN_TEXT, WIDTH
from render.text.drawable_characters import covers
from render.text.text_layout import Style, width, wrap, write, write_fit
from rules.dark_providence.state.view import ProvidenceView
from rules.kernel.data.events import Event
from rules.kernel.words.translation import Translator

EDGE, GAP = 12, 6
#: The height of the headline, of a line of news, and of the space below them.
TITLE_LINE, NEWS_LINE, FOOT = 62, 38, 12
LIGHT = 34
#: The number of lines of news, at most. A single long event may take one line more.
LINES = 2
DETAIL = Style(36, "title", theme.GOLD_LIT)
NEWS = Style(MIN_TEXT, "text", theme.mix(theme.PALE, theme.MUTED, 0.35))


def draw_chat_board(view: ProvidenceView, say: Translator, events: Sequence[Event]) -> Image.Image:
    """Draw the chat board."""
    return draw(read_chat_board(view, say, events))


@dataclass(frozen=True, slots=True)
class _Layout:
    """A division of the picture: the lines of news, the mythos row, and the upper and lower edges of the map."""

    news: tuple[str, ...]
    row: Row
    top: int
    end: int


def draw(board: ChatBoard) -> Image.Image:
    """Draw the chat board from its records as a palette image, with as much as there is room for."""
    standings = draw_standings(board.standings)
    low = MAX_TALL - GAP - standings.height
    layout = divide(board, low)
    image = mapped_table(WIDTH, MAX_TALL)
    image.paste(_head(replace(board.head, news=()), layout.news, layout.top), (0, 0))
    lay_part(image, draw_map(board.places, board.roads, layout.end - layout.top), (0, layout.top))
    if layout.row.cards:
        lay_part(image, draw_row(layout.row), (0, layout.end + GAP))
    lay_part(image, standings, (0, low))
    return image


def divide(board: ChatBoard, low: int) -> _Layout:
    """Return the layout above the standings, which begin at `low`.

    There is room for two lines of news even if there is less news, so the map usually stays as it is. If the map is
    crowded, that room is used, then the mythos row shows only the cards that players compete for, and then the news is
    shorter.
    """
    whole, short = board.row, in_play(board.row)
    tries = ((whole, LINES, LINES), (whole, LINES, 0), (short, LINES, 0), (short, 1, 0))
    layouts = [_divided(board, low, *trial) for trial in tries]
    need = needed_height(board.places)
    return next((layout for layout in layouts if need <= layout.end - layout.top), layouts[-1])


def _divided(board: ChatBoard, low: int, row: Row, most: int, least: int) -> _Layout:
    news = news_lines(board.head.news, most)
    below = row_height(row) + GAP if row.cards else 0
    return _Layout(news, row, TITLE_LINE + NEWS_LINE * max(least, len(news)) + FOOT, low - GAP - below)


# -- the head -------------------------------------------------------------------------------------------------


def news_lines(told: Sequence[tuple[int, str]], most: int) -> tuple[str, ...]:
    """Return the news in at most `most` lines: the most important events that fit, in the order they happened.

    A single long event may take one line more.
    """
    chosen: list[int] = []
    for index in sorted(range(len(told)), key=lambda n: -told[n][0]):
        trial = sorted([*chosen, index])
        lines = _broken([told[n][1] for n in trial])
        if len(lines) <= most + (not chosen):
            chosen = trial
    return tuple(_broken([told[n][1] for n in chosen]))


def _broken(texts: Sequence[str]) -> list[str]:
    return wrap(" · ".join(texts), NEWS, WIDTH - 2 * EDGE)


@cached
def _head(head: ChatHead, news: tuple[str, ...], tall: int) -> Image.Image:
    """Draw the head on its part of the table as a palette image."""
    image = board_table(WIDTH, 0, WIDTH, tall)
    right = WIDTH - EDGE - _detail(image, head) - 20
    left = EDGE
    if head.icon:
        lay_icon(image, head.icon, left, 7, 52, theme.PALE)
        left += 64
    face = "title" if covers(head.headline, "title") else "bold"
    write_fit(image, left, -2, head.headline, Style(48, face, theme.PALE), right - left, least=MIN_TEXT)
    free = tall - TITLE_LINE - FOOT - len(news) * NEWS_LINE
    for number, line in enumerate(news):
        write(image, EDGE, TITLE_LINE - 4 + free // 3 + number * NEWS_LINE, line, NEWS, WIDTH - 2 * EDGE)
    rule(ImageDraw.Draw(image), 10, WIDTH - 10, tall - 7)
    return to_palette(image)


def _detail(image: Image.Image, head: ChatHead) -> int:
    """Write the text at the right, with a light for each action left. Return the width that is taken."""
    end, lights = WIDTH - EDGE, min(head.actions, 4)
    for n in range(lights):
        left = end - (lights - n) * (LIGHT + 5) + 5
        lay_panel(image, (left, 16, left + LIGHT, 16 + LIGHT), theme.GOLD_LIT, theme.WHITE, LIGHT // 2, 3)
    end -= lights * (LIGHT + 5) + (8 if lights else 0)
    if head.detail:
        write(image, end - width(head.detail, DETAIL), 5, head.detail, DETAIL)
    return WIDTH - EDGE - end + width(head.detail, DETAIL)
