"""A player's record as a narrow sheet for a phone: facts, games with placings as bars, and opponents."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.pen import theme
from render.pen.canvas import lay_panel, lay_shadow, rounded, rule, table
from render.pen.theme import Colour
from render.text.drawable_characters import drawable
from render.text.text_layout import Style, line_height, width, wrap, write, write_fit

#: The width of the sheet. A phone shows the picture about 300 pixels wide.
WIDTH = 780
MARGIN, PAD, BETWEEN = 16, 24, 18
HEAD, FACTS, BAND = 96, 132, 62
#: The text size, which is 11 points on a phone that shows the picture 255 points wide, and the minimum size for long
#: names.
SMALL, MIN_TEXT_SIZE = 34, 30
BAR, BAR_STEP, RIVAL = 30, 44, 84
#: The colour for matches that the player and the opponent tied.
LEVEL = theme.MUTED
AHEAD, BEHIND = theme.SEATS[1].colour, theme.SEATS[0].colour


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A game in a profile: its name, a bar for each placing, facts in columns, and lines of text."""

    title: str
    accent: Colour
    bars: tuple[tuple[str, int], ...]
    facts: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent, and how often the player finished ahead of, level with and behind this opponent."""

    name: str
    ahead: int
    level: int
    behind: int


@dataclass(frozen=True, slots=True)
class ProfileSheet:
    """The contents of the sheet as text.

    A fact is a number and its label. `signs` are the labels of an opponent's three numbers.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    games: tuple[GameSheet, ...]
    rivals_title: str
    signs: tuple[str, str, str]
    rivals: tuple[Rival, ...]


def draw_profile(sheet: ProfileSheet) -> Image.Image:
    """Draw the sheet, with a dark table as the background."""
    lines = [_lines(game, WIDTH - 2 * (MARGIN + PAD)) for game in sheet.games]
    talls = [_game_tall(game, len(rows)) for game, rows in zip(sheet.games, lines, strict=True)]
    rivals = _rivals_tall(sheet)
    tall = HEAD + FACTS + sum(talls) + rivals + BETWEEN * (len(talls) + bool(rivals) + 1) + MARGIN
    image = table(WIDTH, tall)
    write_fit(image, 30, 14, drawable(sheet.title), Style(56, "title", theme.GOLD_LIT), WIDTH - 60, "centre", least=36)
    _facts(image, HEAD, sheet.facts)
    y = HEAD + FACTS + BETWEEN
    for game, rows, high in zip(sheet.games, lines, talls, strict=True):
        _game(image, y, high, game, rows)
        y += high + BETWEEN
    if rivals:
        _rivals(image, y, rivals, sheet)
    return image


def _facts(image: Image.Image, y: int, facts: tuple[tuple[str, str], ...]) -> None:
    """Write the facts in columns, each number above its label."""
    x, number_style, label_style = MARGIN, Style(58, "bold", theme.WHITE), Style(SMALL, "text", theme.MUTED)
    needed = [max(width(number, number_style), width(words, label_style)) + 12 for number, words in facts]
    for (number, words), wide in zip(facts, _columns(needed, WIDTH - 2 * MARGIN), strict=True):
        write_fit(image, x + 6, y, number, number_style, wide - 12, "centre", least=38)
        write_fit(image, x + 6, y + 72, words, label_style, wide - 12, "centre", least=MIN_TEXT_SIZE)
        x += wide
    rule(ImageDraw.Draw(image), MARGIN, WIDTH - MARGIN, y + FACTS - 4)


def _columns(needed: list[int], room: int) -> list[int]:
    """Return the widths of columns: equal if their contents fit; otherwise, in proportion to the contents."""
    equal = room // len(needed)
    return [equal] * len(needed) if max(needed) <= equal else [room * wide // sum(needed) for wide in needed]


def _paper(image: Image.Image, y: int, tall: int, title: str, accent: Colour) -> int:
    """Draw a sheet of parchment with a title band at its top. Return the upper edge of the contents."""
    box = (MARGIN, y, WIDTH - MARGIN, y + tall)
    lay_shadow(image, box)
    lay_panel(image, box, theme.PARCHMENT, theme.GOLD, line=3)
    band = (MARGIN + 10, y + 10, WIDTH - MARGIN - 10, y + 10 + BAND)
    lay_panel(image, band, theme.mix(accent, theme.BLACK, 0.25), theme.GOLD, 10)
    room = band[2] - band[0] - 32
    write_fit(image, band[0] + 16, y + 16, title, Style(38, "title", theme.WHITE), room, least=MIN_TEXT_SIZE)
    return y + BAND + 24


# -- games ----------------------------------------------------------------------------------------------------


def _lines(game: GameSheet, room: int) -> list[str]:
    """Break a game's text into lines. Several facts share a line if they fit on it."""
    lines: list[str] = []
    for fact in game.facts:
        longer = f"{lines[-1]} · {fact}" if lines else fact
        if lines and width(longer, Style(SMALL)) <= room:
            lines[-1] = longer
        else:
            lines.append(fact)
    return [line for text in (*lines, *game.lines) for line in wrap(text, Style(SMALL), room)]


def _game_tall(game: GameSheet, rows: int) -> int:
    bars = len(game.bars) * BAR_STEP + 10 if game.bars else 0
    return BAND + 24 + bars + rows * line_height(Style(SMALL)) + 22


def _game(image: Image.Image, y: int, tall: int, game: GameSheet, rows: list[str]) -> None:
    at = _paper(image, y, tall, game.title, game.accent)
    x0, x1 = MARGIN + PAD, WIDTH - MARGIN - PAD
    ink = Style(SMALL, "bold", theme.INK)
    most = max((number for _, number in game.bars), default=1)
    label = max((width(name, ink) for name, _ in game.bars), default=0) + 18
    count = max((width(str(number), ink) for _, number in game.bars), default=0) + 14
    for name, number in game.bars:
        write_fit(image, x0, at, name, ink, label, "left")
        whole = x1 - x0 - label - count
        long = max(10, round(whole * number / max(1, most))) if number else 0
        if long:
            _bar(image, x0 + label, at + 6, long, game.accent)
        write(image, x0 + label + long + 12, at, str(number), ink)
        at += BAR_STEP
    at += 10 if game.bars else 0
    for row in rows:
        write(image, x0, at, row, Style(SMALL, "text", theme.INK), x1 - x0)
        at += line_height(Style(SMALL))


def _bar(image: Image.Image, x: int, y: int, long: int, colour: Colour) -> None:
    image.paste(colour, (x, y), rounded(long, BAR, min(8, long // 2)))


# -- opponents ------------------------------------------------------------------------------------------------


def _rivals_tall(sheet: ProfileSheet) -> int:
    return BAND + 30 + line_height(Style(SMALL)) + len(sheet.rivals) * RIVAL + 14 if sheet.rivals else 0


def _rivals(image: Image.Image, y: int, tall: int, sheet: ProfileSheet) -> None:
    at = _paper(image, y, tall, sheet.rivals_title, theme.INK_SOFT)
    x0, x1 = MARGIN + PAD, WIDTH - MARGIN - PAD
    at = _legend(image, x0, at, x1 - x0, sheet.signs)
    for rival in sheet.rivals:
        numbers = f"{rival.ahead} · {rival.level} · {rival.behind}"
        ink = Style(SMALL, "bold", theme.INK)
        wide = width(numbers, ink)
        write_fit(image, x0, at, rival.name, ink, x1 - x0 - wide - 24, least=MIN_TEXT_SIZE)
        write(image, x1 - wide, at, numbers, ink)
        _shares(image, x0, at + 42, x1 - x0, rival)
        at += RIVAL


def _legend(image: Image.Image, x: int, y: int, room: int, signs: tuple[str, str, str]) -> int:
    """Write what the colours and numbers mean. Return the upper edge of the first row."""
    style, spot = Style(SMALL, "text", theme.INK), 26
    size = SMALL
    while sum(width(words, Style(size)) + spot + 34 for words in signs) > room and size > MIN_TEXT_SIZE:
        size -= 2
    style = Style(size, "text", theme.INK)
    for words, colour in zip(signs, (AHEAD, LEVEL, BEHIND), strict=True):
        image.paste(colour, (x, y + 8), rounded(spot, spot, 6))
        x = write(image, x + spot + 8, y, words, style) + 26
    return y + line_height(Style(SMALL)) + 10


def _shares(image: Image.Image, x: int, y: int, wide: int, rival: Rival) -> None:
    """Draw a bar of the matches against an opponent, divided into ahead, level and behind."""
    met = rival.ahead + rival.level + rival.behind
    bar = Image.new("RGB", (wide, BAR), theme.PARCHMENT_SHADE)
    at = done = 0
    for number, colour in ((rival.ahead, AHEAD), (rival.level, LEVEL), (rival.behind, BEHIND)):
        done += number
        end = round(wide * done / max(1, met))
        bar.paste(colour, (at, 0, end, BAR))
        at = end
    image.paste(bar, (x, y), rounded(wide, BAR, 8))
