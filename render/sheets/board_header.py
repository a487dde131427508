"""The head of a board: who decides, the latest news, and the progress of the match."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import rule
from render.text.drawable_characters import covers
from render.text.text_layout import Style, sized, width, write_fit
from rules.kernel.words.translation import Translator


@dataclass(frozen=True, slots=True)
class Head:
    """The contents of a board's head.

    `icon` is the icon of the seat that decides, or "" if several seats decide. `title` and `detail` are at the right.
    """

    headline: str
    icon: str
    news: tuple[str, ...]
    title: str
    detail: str
    over: bool = False


@dataclass(frozen=True, slots=True)
class HeadPlan:
    """The layout of a board's head: the y coordinate of each element, and the styles of the texts at the right."""

    side: int
    icon_top: int
    icon_side: int
    headline: int
    title: int
    title_style: Style
    title_least: int
    detail: int
    detail_style: Style
    news: int
    #: The space between the line under the head and the lower edge.
    foot: int
    least: int = theme.BOARD_MIN_TEXT


def icon_of(seat: int | None, over: bool, marks: str = "seat") -> str:
    """Return the icon before the headline.

    It is the icon of the seat that decides, a medal when the match is over, or "" if several seats decide. If `marks`
    is "guild", `seat` is the number of a Guild.
    """
    if over:
        return "points"
    return "" if seat is None else f"{marks}{seat}"


def ending(say: Translator, winners: Sequence[int]) -> str:
    """Return the text for the end of the match, with the names of any winners."""
    if not winners:
        return say.t("The game is over")
    names = say.join([say.seat(seat) for seat in winners])
    return say.n("{names} wins", "{names} win", len(winners), names=names)


def headline(say: Translator, to_act: Sequence[int], *, turn: bool) -> str:
    """Return the text about who must decide. `turn` is True if the only seat that must decide is taking its turn."""
    names = say.join([say.seat(seat) for seat in to_act])
    if turn and len(to_act) == 1:
        return say.t("{name}'s turn", name=names)
    return say.n("{names} decides", "{names} decide", len(to_act), names=names)


def draw_header(image: Image.Image, head: Head, plan: HeadPlan, taken: int = 0) -> None:
    """Draw a head on a strip of the table. The last `taken` pixels of the title's line are left free."""
    wide, tall = image.size
    left, right = 24, wide - 24 - plan.side
    if head.icon:
        lay_icon(image, head.icon, 20, plan.icon_top, plan.icon_side, theme.PALE)
        left = 34 + plan.icon_side
    write_headline(image, left, plan.headline, head.headline, right - left - 16)
    write_fit(image, right, plan.title, head.title, plan.title_style, plan.side - taken, "right", plan.title_least)
    write_fit(image, right, plan.detail, head.detail, plan.detail_style, plan.side, "right", plan.least)
    room = right + plan.side - width(head.detail, plan.detail_style) - 30 - left
    write_news(image, left, plan.news, head.news, room, plan.least)
    rule(ImageDraw.Draw(image), 16, wide - 16, tall - plan.foot)


def write_headline(
    image: Image.Image, x: int, y: int, text: str, room: int, size: int = theme.HEADLINE, least: int = 28
) -> None:
    """Write the headline.

    It is written in the title font, or in another font if the title font lacks a character of a player's name.
    """
    face = "title" if covers(text, "title") else "bold"
    write_fit(image, x, y, text, Style(size, face, theme.PALE), room, least=least)


def write_news(
    image: Image.Image, x: int, y: int, lines: tuple[str, ...], room: int, least: int = theme.BOARD_MIN_TEXT
) -> None:
    """Write the news on one line: as many items as fit at a legible size, but at least the first."""
    if not lines:
        return
    style = Style(32, "text", theme.mix(theme.PALE, theme.MUTED, 0.35))
    readable = sized(style, least)
    joined = [" · ".join(lines[:count]) for count in range(len(lines), 0, -1)]
    text = next((text for text in joined if width(text, readable) <= room), lines[0])
    write_fit(image, x, y, text, style, room, least=least)
