"""Draws the chat board: whose turn it is, what changed, what is on offer, and how everyone stands.

The picture is a stack of sections. There are several plans with more or less detail, and the first one that fits is
used, so early positions have large pictures and long texts still fit.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.edge_of_darkness.change_marks import EMBER
from render.edge_of_darkness.chat_board_layout import (
    EDGE,
    GAP,
    HEAD_LEFT,
    HEAD_RIGHT,
    LINE,
    ROUND,
    WORDS,
    ground,
    headline_room,
    headline_style,
)
from render.edge_of_darkness.chat_board_records import ChatBoard, Head
from render.edge_of_darkness.chat_kinds import draw_kinds, kinds_tall
from render.edge_of_darkness.chat_places import CHIP, draw_places, place_lines
from render.edge_of_darkness.chat_standings import draw_city, draw_standings, standings_tall
from render.edge_of_darkness.chat_street import draw_street, street_tall
from render.edge_of_darkness.chat_tower import draw_tower, tower_tall
from render.edge_of_darkness.recent_changes import first_sentence
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, mapped_table, rule, stacked
from render.pen.picture_cache import cached
from render.pen.png_encoding import to_palette
from render.sheets.chat_board import MAX_TALL, MIN_TALL, MIN_TEXT, WIDTH
from render.text.text_layout import Style, width, wrap, write, write_fit

HEADER = 105
#: The least height of the picture of the city, which fills free space in the prologue and at the end.
MIN_CITY = 90
NEWS = Style(MIN_TEXT, "text", theme.PALE)
NEWS_ROOM = WIDTH - 2 * EDGE - 36


@dataclass(frozen=True, slots=True)
class Plan:
    """How much detail the picture has.

    `scene` is the least height of the pictures on cards. `news`, `threats` and `places` are numbers of lines.
    `heading` is whether the Street has a title. `detail` is "" if its cards have effects with crests, "no crests" if
    they have only effects, and "crests" if they have only crests.
    """

    scene: int
    news: int
    threats: int
    places: int
    heading: bool
    detail: str = ""


#: From the plan with the most detail to the one with the least. The names of threats matter more than the pictures on
#: cards.
PLANS = (
    Plan(112, 2, 2, 3, True), Plan(80, 2, 2, 2, True), Plan(64, 2, 2, 2, True), Plan(48, 2, 2, 1, True),
    Plan(64, 2, 2, 1, False), Plan(48, 2, 2, 0, False), Plan(36, 2, 2, 0, False), Plan(48, 1, 2, 0, False),
    Plan(36, 1, 2, 0, False), Plan(48, 2, 1, 0, False), Plan(48, 1, 1, 0, False), Plan(36, 1, 1, 0, False),
    Plan(48, 1, 0, 0, False), Plan(48, 1, 0, 0, False, "no crests"), Plan(48, 1, 1, 0, False, "crests"),
    Plan(48, 1, 0, 0, False, "crests"),
)  # fmt: skip


def draw_chat_board(board: ChatBoard) -> Image.Image:
    """Draw the chat board as a palette image."""
    plan = chosen_plan(board)
    news = news_lines(board.news, plan.news)
    above = [_header(board.head), *([_news(news)] if news else [])]
    below = [*draw_standings(board.players, board.columns), mapped_table(WIDTH, GAP)]
    free = MAX_TALL - sum(part.height for part in (*above, *below))
    between = _offer(board, plan, free)
    missing = (MAX_TALL if board.over else MIN_TALL) - sum(part.height for part in (*above, *between, *below))
    if missing > 0:
        winners = tuple(player for player in board.players if player.won)
        between.append(draw_city(winners, missing) if missing >= MIN_CITY else mapped_table(WIDTH, missing))
    return stacked([*above, *between, *below])


def chosen_plan(board: ChatBoard) -> Plan:
    """Return the plan with the most detail that fits."""
    return next((plan for plan in PLANS if board_tall(board, plan) <= MAX_TALL), PLANS[-1])


def _offer(board: ChatBoard, plan: Plan, free: int) -> list[Image.Image]:
    """Draw what is on offer: the advancements of the prologue; later the Street, the tower and, if there is room, the
    Locations with Agents.
    """
    if board.tower is None:
        return [draw_kinds(board.kinds)] if board.kinds else []
    sections = [
        *draw_street(board.street, board.street_words, plan.scene, heading=plan.heading, detail=plan.detail),
        draw_tower(board.tower, plan.threats),
        mapped_table(WIDTH, GAP),
    ]
    free -= sum(part.height for part in sections)
    lines = place_lines(board.places, board.places_word)[: max(0, free) // (CHIP + GAP)]
    return [*sections, *([draw_places(lines, board.places_word)] if lines else [])]


def board_tall(board: ChatBoard, plan: Plan) -> int:
    """Return the least height of a picture, without the picture of the city."""
    news = news_lines(board.news, plan.news)
    tall = HEADER + _news_tall(news) + standings_tall(board.players, board.columns) + GAP + kinds_tall(board.kinds)
    if board.tower is None:
        return tall
    places = place_lines(board.places, board.places_word)[: plan.places]
    tall += street_tall(board.street, plan.scene, heading=plan.heading, detail=plan.detail)
    return tall + tower_tall(board.tower, plan.threats) + GAP + len(places) * (CHIP + GAP)


# -- the head and the news --------------------------------------------------------------------------------------


@cached
def _header(head: Head) -> Image.Image:
    """Draw who decides and what at the left, and the round and the phase at the right."""
    image = ground(HEADER)
    left, right = HEAD_LEFT if head.icon else HEAD_RIGHT, WIDTH - HEAD_RIGHT
    if head.icon:
        lay_icon(image, head.icon, 22, 14, 64, theme.PALE)
    write(image, right - width(head.round, ROUND), 6, head.round, ROUND)
    write(image, right - width(head.phase, WORDS), 54, head.phase, WORDS)
    style = headline_style(head.headline, 56)
    write_fit(image, left, -4, head.headline, style, headline_room(head.round), least=MIN_TEXT)
    room = right - width(head.phase, WORDS) - 24 - left
    write_fit(image, left, 53, head.task, Style(38, "bold", theme.GOLD_LIT), room, least=MIN_TEXT)
    rule(ImageDraw.Draw(image), 16, WIDTH - 16, HEADER - 8)
    return to_palette(image)


@lru_cache(maxsize=256)
def news_lines(news: tuple[tuple[int, str], ...], most: int) -> tuple[str, ...]:
    """Return the news as at most `most` lines: the most important sentences that fit, in the order of the events.

    If a text of several sentences doesn't fit, its first sentence is tried. The most important sentence may have one
    line more.
    """
    chosen: dict[int, str] = {}
    for place in sorted(range(len(news)), key=lambda place: (news[place][0], place)):
        whole = news[place][1]
        for text in (whole, first_sentence(whole) + "."):
            trial = {**chosen, place: text}
            if len(_wrapped(trial)) <= (most if chosen else 2):
                chosen = trial
                break
    return tuple(_wrapped(chosen))


def _wrapped(chosen: dict[int, str]) -> list[str]:
    return wrap(" ".join(chosen[place] for place in sorted(chosen)), NEWS, NEWS_ROOM)


def _news_tall(lines: tuple[str, ...]) -> int:
    return len(lines) * LINE + 12 + GAP if lines else 0


@cached
def _news(lines: tuple[str, ...]) -> Image.Image:
    """Draw what changed, with the edge that marks changes everywhere."""
    tall = _news_tall(lines)
    image = ground(tall)
    lay_panel(image, (EDGE, 0, WIDTH - EDGE, tall - GAP), theme.PANEL, theme.mix(theme.PANEL, EMBER, 0.6))
    lay_panel(image, (EDGE, 0, EDGE + 12, tall - GAP), EMBER, None, 6)
    for number, line in enumerate(lines):
        write(image, EDGE + 26, 4 + number * LINE, line, NEWS, NEWS_ROOM)
    return to_palette(image)
