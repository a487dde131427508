"""A cup's standings as a narrow sheet for a phone: tables of points and knock-out rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw

from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_ring, lay_shadow, rule, table
from render.pen.theme import Colour
from render.text.drawable_characters import covers, drawable
from render.text.text_layout import Style, hyphenated, line_height, width, wrap, write, write_fit

#: The width of the sheet. A phone shows the picture about 300 pixels wide.
WIDTH = 780
MARGIN, PAD, BETWEEN = 16, 20, 18
HEAD, CROWN, BAND = 140, 124, 58
#: The text size, which is 11 points on a phone that shows the picture 255 points wide, and the minimum size for long
#: names.
SMALL, MIN_TEXT_SIZE = 34, 30
ROW, SIDE, TIE_GAP = 54, 52, 16
PLACE = 58
Fate = Literal["plays", "on", "out"]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: place, name and figures.

    `fate` is "on" for a player who has advanced or won, and "out" for a player who has dropped out.
    """

    place: str
    name: str
    figures: tuple[str, ...]
    fate: Fate = "plays"


@dataclass(frozen=True, slots=True)
class PointTable:
    """A table of points, with a short heading above each column of figures."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """A player in a knock-out tie, with the player's wins in the tie.

    `fate` is "out" if the player was eliminated. `struck` is True if the player dropped out.
    """

    name: str
    score: str
    fate: Fate = "plays"
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A knock-out round: its ties, and a text that names the players who have a bye."""

    title: str
    ties: tuple[tuple[Side, ...], ...]
    byes: str = ""


@dataclass(frozen=True, slots=True)
class StandingsSheet:
    """The contents of the sheet as text. `crown` is the name of the winner, or "" if there is no winner."""

    title: str
    subtitle: str
    accent: Colour
    crown: str = ""
    crown_word: str = ""
    parts: tuple[PointTable | Round, ...] = ()
    #: The explanations of the marks, and a note if something is left out.
    foot: tuple[str, ...] = ()


def draw_standings(sheet: StandingsSheet) -> Image.Image:
    """Draw the sheet, with a dark table as the background."""
    talls = [_tall(part) for part in sheet.parts]
    foot = [line for text in sheet.foot for line in _break_lines(text)]
    low = len(foot) * line_height(Style(SMALL)) + (BETWEEN if foot else 0)
    about = _about(sheet)
    head = HEAD + (len(about) - 1) * line_height(Style(SMALL))
    top = head + (CROWN if sheet.crown else 0)
    image = table(WIDTH, top + sum(tall + BETWEEN for tall in talls) + low + MARGIN)
    _head(image, sheet, about, head)
    y = top
    for part, tall in zip(sheet.parts, talls, strict=True):
        at = _paper(image, y, tall, part.title, sheet.accent)
        if isinstance(part, PointTable):
            _points(image, at, part)
        else:
            _round(image, at, part, sheet.accent)
        y += tall + BETWEEN
    for line in foot:
        write(image, MARGIN + PAD, y, line, Style(SMALL, "text", theme.MUTED), WIDTH - 2 * (MARGIN + PAD))
        y += line_height(Style(SMALL))
    return image


def _tall(part: PointTable | Round) -> int:
    if isinstance(part, PointTable):
        return BAND + 30 + 44 + len(part.rows) * ROW + 14
    byes = len(_byes(part)) * line_height(Style(SMALL))
    return BAND + 30 + sum(_tie_tall(pair) + TIE_GAP for pair in _pairs(part)) + byes + 8


def _about(sheet: StandingsSheet) -> list[str]:
    """Return the lines of text below the title. A line ends between two phrases if it can."""
    lines: list[str] = []
    for phrase in sheet.subtitle.split(" · "):
        longer = f"{lines[-1]} · {phrase}" if lines else phrase
        if lines and width(longer, Style(SMALL)) <= WIDTH - 60:
            lines[-1] = longer
        else:
            lines += wrap(phrase, Style(SMALL), WIDTH - 60)
    return lines


def _head(image: Image.Image, sheet: StandingsSheet, about: Sequence[str], tall: int) -> None:
    """Write the title, the game, and the winner."""
    title = drawable(sheet.title)
    face = "title" if covers(title, "title") else "bold"
    write_fit(image, 30, 10, title, Style(54, face, theme.GOLD_LIT), WIDTH - 60, "centre", least=MIN_TEXT_SIZE)
    for at, line in enumerate(about):
        y = 82 + at * line_height(Style(SMALL))
        write_fit(image, 30, y, line, Style(SMALL, "text", theme.MUTED), WIDTH - 60, "centre", least=MIN_TEXT_SIZE)
    rule(ImageDraw.Draw(image), MARGIN, WIDTH - MARGIN, tall - 12)
    if sheet.crown:
        box = (MARGIN, tall + 4, WIDTH - MARGIN, tall + CROWN - BETWEEN)
        lay_shadow(image, box)
        lay_panel(image, box, theme.PARCHMENT_LIT, theme.GOLD, line=3)
        lay_icon(image, "points", box[0] + 20, box[1] + 15, 72, theme.INK)
        x, room = box[0] + 112, box[2] - box[0] - 132
        write_fit(
            image, x, box[1] + 8, sheet.crown_word, Style(SMALL, "text", theme.INK_SOFT), room, least=MIN_TEXT_SIZE
        )
        write_fit(image, x, box[1] + 46, drawable(sheet.crown), Style(46, "bold", theme.INK), room, least=MIN_TEXT_SIZE)


def _paper(image: Image.Image, y: int, tall: int, title: str, accent: Colour) -> int:
    """Draw a sheet of parchment with a title band at its top. Return the upper edge of the contents."""
    box = (MARGIN, y, WIDTH - MARGIN, y + tall)
    lay_shadow(image, box)
    lay_panel(image, box, theme.PARCHMENT, theme.GOLD, line=3)
    band = (MARGIN + 10, y + 10, WIDTH - MARGIN - 10, y + 10 + BAND)
    lay_panel(image, band, theme.mix(accent, theme.BLACK, 0.25), theme.GOLD, 10)
    write_fit(
        image, band[0] + 16, y + 14, title, Style(38, "title", theme.WHITE), band[2] - band[0] - 32, least=MIN_TEXT_SIZE
    )
    return y + BAND + 26


# -- tables of points -----------------------------------------------------------------------------------------


def _points(image: Image.Image, y: int, part: PointTable) -> None:
    x0, x1 = MARGIN + PAD, WIDTH - MARGIN - PAD
    ends = _ends(part, x1)
    for end, wide, word in ends:
        write_fit(
            image, end - wide, y, word, Style(MIN_TEXT_SIZE, "text", theme.INK_SOFT), wide, "right", least=MIN_TEXT_SIZE
        )
    y += 44
    left = min((end - wide for end, wide, _ in ends), default=x1)
    for number, row in enumerate(part.rows):
        if number:
            ImageDraw.Draw(image).line((x0, y, x1, y), fill=theme.PARCHMENT_SHADE, width=2)
        if row.fate == "on":
            lay_panel(image, (x0 - 8, y + 3, x1 + 8, y + ROW - 2), theme.PARCHMENT_LIT, theme.GOLD, 10)
        colour = theme.INK_SOFT if row.fate == "out" else theme.INK
        write_fit(
            image, x0, y + 6, row.place, Style(SMALL, "bold", theme.INK_SOFT), PLACE - 10, "right", least=MIN_TEXT_SIZE
        )
        face = "text" if row.fate == "out" else "bold"
        room = left - x0 - PLACE - 14
        end = write_fit(
            image, x0 + PLACE, y + 6, drawable(row.name), Style(SMALL, face, colour), room, least=MIN_TEXT_SIZE
        )
        if row.fate == "out":
            ImageDraw.Draw(image).line((x0 + PLACE, y + 29, end, y + 29), fill=theme.INK_SOFT, width=3)
        for (right, wide, _), figure in zip(ends, row.figures, strict=True):
            write_fit(
                image, right - wide, y + 6, figure, Style(SMALL, "bold", colour), wide, "right", least=MIN_TEXT_SIZE
            )
        y += ROW


def _ends(part: PointTable, right: int) -> list[tuple[int, int, str]]:
    """Return the right edge, the width and the heading of each column of figures."""
    found: list[tuple[int, int, str]] = []
    for place in reversed(range(len(part.columns))):
        word = part.columns[place]
        widest = max((width(row.figures[place], Style(SMALL, "bold")) for row in part.rows), default=0)
        wide = max(widest, width(word, Style(MIN_TEXT_SIZE))) + 2
        found.append((right, wide, word))
        right -= wide + 18
    return found[::-1]


# -- rounds of a knock-out ------------------------------------------------------------------------------------


def _tie_tall(ties: Sequence[tuple[Side, ...]]) -> int:
    """Return the height of a row of ties."""
    return max(len(tie) for tie in ties) * SIDE + 8


def _pairs(part: Round) -> list[tuple[tuple[Side, ...], ...]]:
    """Return a round's ties grouped into rows of two."""
    return [part.ties[first : first + 2] for first in range(0, len(part.ties), 2)]


def _byes(part: Round) -> list[str]:
    return _break_lines(part.byes) if part.byes else []


def _break_lines(text: str) -> list[str]:
    """Break a text into lines that fit on the paper."""
    room = WIDTH - 2 * (MARGIN + PAD)
    return wrap(hyphenated(drawable(text), Style(SMALL), room), Style(SMALL), room)


def _round(image: Image.Image, y: int, part: Round, accent: Colour) -> None:
    x0, x1 = MARGIN + PAD, WIDTH - MARGIN - PAD
    half = (x1 - x0 - TIE_GAP) // 2
    for pair in _pairs(part):
        tall = _tie_tall(pair)
        if len(part.ties) == 1:
            _tie(image, (x0 + 60, y, x1 - 60, y + tall), pair[0], accent)
        else:
            for place, tie in enumerate(pair):
                left = x0 + place * (half + TIE_GAP)
                _tie(image, (left, y, left + half, y + tall), tie, accent)
        y += tall + TIE_GAP
    for line in _byes(part):
        write(image, x0, y, line, Style(SMALL, "text", theme.INK), x1 - x0)
        y += line_height(Style(SMALL))


def _tie(image: Image.Image, box: Box, tie: tuple[Side, ...], accent: Colour) -> None:
    """Draw a tie. The winner is highlighted, and an undecided tie is outlined in the game's colour."""
    x0, y0, x1, _ = box
    lay_panel(image, box, theme.SLIP, theme.GOLD, 10)
    if not any(side.fate == "on" for side in tie):
        lay_ring(image, box, accent, 10, 4)
    for place, side in enumerate(tie):
        y = y0 + 4 + place * SIDE
        if place:
            ImageDraw.Draw(image).line((x0 + 10, y, x1 - 10, y), fill=theme.PARCHMENT_SHADE, width=2)
        if side.fate == "on":
            lay_panel(image, (x0 + 4, y + 2, x1 - 4, y + SIDE - 1), theme.PARCHMENT_LIT, theme.GOLD, 8)
        colour = theme.INK_SOFT if side.fate == "out" else theme.INK
        face = "text" if side.fate == "out" else "bold"
        score = width(side.score, Style(SMALL, "bold"))
        write(image, x1 - 16 - score, y + 5, side.score, Style(SMALL, "bold", colour))
        room = x1 - x0 - 32 - (score + 12 if score else 0)
        end = write_fit(
            image, x0 + 16, y + 5, drawable(side.name), Style(SMALL, face, colour), room, least=MIN_TEXT_SIZE
        )
        if side.struck:
            ImageDraw.Draw(image).line((x0 + 16, y + 28, end, y + 28), fill=theme.INK_SOFT, width=3)
