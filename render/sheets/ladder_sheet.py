"""A page of a ladder as a narrow sheet for a phone: places, names, points, rating bands and trends."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_shadow, rounded, rule, table
from render.pen.theme import Colour
from render.text.drawable_characters import drawable
from render.text.text_layout import Style, line_height, width, wrap, write, write_fit

#: The width of the sheet. It is the same as a profile's, so both look alike on a phone.
WIDTH = 780
MARGIN, PAD = 16, 22
HEAD, UNDER, ROW, GAP, FOOT = 92, 50, 150, 54, 24
#: The text size, which is 11 points on a phone that shows the picture 255 points wide, and the minimum size for long
#: names.
SMALL, MIN_TEXT_SIZE = 34, 30
#: The width of the column of places, the height of a rating band, and the width of the mark on the band that shows the
#: player's points.
PLACE, BAR, MARK = 92, 18, 8
UP, DOWN = theme.SEATS[2].colour, theme.SEATS[0].colour
#: The colours of the medals for the first three places.
MEDALS: tuple[Colour, ...] = (theme.GOLD_LIT, theme.mix(theme.MUTED, theme.WHITE, 0.45), theme.GOLD)


@dataclass(frozen=True, slots=True)
class Rung:
    """A row of a ladder: place, points, the upper bound of the rating band, and the recent change in points.

    `facts` is the text below the name. A player with a hidden record has only a place.
    """

    place: int
    name: str
    facts: str = ""
    least: int | None = None
    most: int = 0
    trend: int = 0
    own: bool = False


@dataclass(frozen=True, slots=True)
class LadderSheet:
    """The contents of the sheet.

    `apart` is the viewer's own row if it is not on the page. `legend` explains the band and the arrow.
    """

    title: str
    under: str
    accent: Colour
    rungs: tuple[Rung, ...]
    apart: Rung | None
    legend: str


def draw_ladder(sheet: LadderSheet) -> Image.Image:
    """Draw the sheet, with a dark table as the background."""
    room = WIDTH - 2 * (MARGIN + PAD)
    legend = wrap(sheet.legend, Style(SMALL), room)
    under = len(legend) * line_height(Style(SMALL)) + 16
    paper = FOOT + len(sheet.rungs) * ROW + (GAP + ROW if sheet.apart else 0) + under
    image = table(WIDTH, HEAD + UNDER + paper + MARGIN)
    write_fit(image, 24, 14, drawable(sheet.title), Style(54, "title", theme.GOLD_LIT), WIDTH - 48, "centre", least=34)
    write_fit(
        image, 24, HEAD - 6, sheet.under, Style(SMALL, "text", theme.WHITE), WIDTH - 48, "centre", least=MIN_TEXT_SIZE
    )
    y = HEAD + UNDER
    box = (MARGIN, y, WIDTH - MARGIN, y + paper)
    lay_shadow(image, box)
    lay_panel(image, box, theme.PARCHMENT, theme.GOLD, line=3)
    y = _rungs(image, y + FOOT // 2, sheet)
    for line in legend:
        write(image, MARGIN + PAD, y + 8, line, Style(SMALL, "text", theme.INK_SOFT), room)
        y += line_height(Style(SMALL))
    return image


def _rungs(image: Image.Image, y: int, sheet: LadderSheet) -> int:
    """Draw all rows of the ladder. Return their lower edge."""
    all_rungs = [*sheet.rungs, *([sheet.apart] if sheet.apart else [])]
    public_rungs = [one for one in all_rungs if one.least is not None]
    low = min((one.least or 0 for one in public_rungs), default=0)
    high = max((one.most for one in public_rungs), default=1)
    for number, one in enumerate(sheet.rungs):
        if number and not one.own and not sheet.rungs[number - 1].own:
            rule(ImageDraw.Draw(image), MARGIN + PAD, WIDTH - MARGIN - PAD, y)
        _rung(image, y, one, sheet.accent, (low, high))
        y += ROW
    if sheet.apart is not None:
        for x in (-24, 0, 24):
            image.paste(theme.INK_SOFT, (WIDTH // 2 + x - 5, y + GAP // 2 - 5), rounded(10, 10, 5))
        _rung(image, y + GAP, sheet.apart, sheet.accent, (low, high))
        y += GAP + ROW
    y += FOOT // 2
    rule(ImageDraw.Draw(image), MARGIN + PAD, WIDTH - MARGIN - PAD, y)
    return y


def _rung(image: Image.Image, y: int, rung: Rung, accent: Colour, ends: tuple[int, int]) -> None:
    """Draw a row: the place, the name with the points, the facts with the trend, and the rating band.

    `ends` are the lowest and the highest points on the scale.
    """
    if rung.own:
        own = (MARGIN + 10, y + 5, WIDTH - MARGIN - 10, y + ROW - 4)
        lay_panel(image, own, theme.PARCHMENT_LIT, theme.GOLD, 12, 3)
    x0, x1 = MARGIN + PAD, WIDTH - MARGIN - PAD
    _place(image, (x0, y + 14, x0 + PLACE - 18, y + ROW - 14), rung.place)
    x0 += PLACE
    if rung.least is None:
        ink = Style(SMALL, "italic", theme.INK_SOFT)
        write_fit(image, x0, y + (ROW - line_height(ink)) // 2, rung.name, ink, x1 - x0, least=MIN_TEXT_SIZE)
        return
    strong, soft = Style(40, "bold", theme.INK), Style(SMALL, "text", theme.INK)
    points, trend = str(rung.least), f"{abs(rung.trend)}" if rung.trend else ""
    wide = width(points, strong)
    write(image, x1 - wide, y + 15, points, strong)
    write_fit(image, x0, y + 15, drawable(rung.name), strong, x1 - x0 - wide - 24, least=MIN_TEXT_SIZE)
    wide = width(trend, soft) + 34 if trend else 0
    if trend:
        _arrow(image, x1 - wide, y + 73, rung.trend)
        write(image, x1 - wide + 34, y + 63, trend, soft)
    write_fit(image, x0, y + 63, rung.facts, soft, x1 - x0 - wide - 20, least=MIN_TEXT_SIZE)
    _band(image, (x0, y + 113, x1, y + 113 + BAR), rung, accent, ends)


def _place(image: Image.Image, box: Box, place: int) -> None:
    """Write a place. The first three places are drawn as medals."""
    x0, y0, x1, y1 = box
    wide, style = x1 - x0, Style(42, "title", theme.INK)
    top = (y0 + y1 - line_height(style)) // 2
    if place <= len(MEDALS):
        at = (y0 + y1 - wide) // 2
        image.paste(theme.INK, (x0 - 3, at - 3), rounded(wide + 6, wide + 6, wide // 2 + 3))
        image.paste(MEDALS[place - 1], (x0, at), rounded(wide, wide, wide // 2))
    write_fit(image, x0, top, str(place), style, wide, "centre", least=MIN_TEXT_SIZE)


def _arrow(image: Image.Image, x: int, y: int, trend: int) -> None:
    """Draw an arrow pointing up or down for a trend. The two arrows differ in shape as well as in colour."""
    points = [(x, 22 + y), (x + 13, y), (x + 26, y + 22)] if trend > 0 else [(x, y), (x + 13, y + 22), (x + 26, y)]
    ImageDraw.Draw(image).polygon(points, fill=UP if trend > 0 else DOWN, outline=theme.INK)


def _band(image: Image.Image, box: Box, rung: Rung, accent: Colour, ends: tuple[int, int]) -> None:
    """Draw a rating band as a bar on a scale that all rows share, with a mark at the player's points."""
    x0, y0, x1, y1 = box
    (low, high), wide = ends, x1 - x0

    def at(points: int) -> int:
        return round(wide * (points - low) / max(1, high - low))

    bar = Image.new("RGB", (wide, y1 - y0), theme.PARCHMENT_SHADE)
    begin = min(at(rung.least or low), wide - MARK)
    bar.paste(theme.mix(accent, theme.PARCHMENT, 0.35), (begin, 0, max(begin + MARK, at(rung.most)), y1 - y0))
    bar.paste(theme.mix(accent, theme.BLACK, 0.45), (begin, 0, begin + MARK, y1 - y0))
    image.paste(bar, (x0, y0), rounded(wide, y1 - y0, 6))
