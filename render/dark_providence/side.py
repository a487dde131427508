"""The column beside the map: the mythos row, the two tracks, everybody's VP, what is left in the box."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from render.dark_providence.layout import ground, layout
from render.dark_providence.marks import lay_outline, lay_tag
from render.dark_providence.scene import Mythos, Racer, Side, Track
from render.dark_providence.tokens import lay_marks
from render.emblem.dark_providence import beyond
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, lay_panel, rounded, rule, within
from render.pen.png import palette, to_palette
from render.pen.theme import mix
from render.text.writing import Style, width, write, write_block, write_fit

TITLE = Style(32, "title", theme.GOLD_LIT)
#: The largest height of a mythos card, and the smallest, which fits its name and markers.
CARD_MOST, CARD_LEAST = 184, 62
#: From this height a card has a picture, and the picture's width.
PICTURED, PICTURE = 104, 112
TITLE_TALL = 48
TRACK_TALL = 100
RACER_TALL = 40
SUPPLIES_TALL = 100
LEAST_VP = -5


def draw_side(seats: int, solo: bool, side: Side) -> Image.Image:
    """Compose the column, in the palette, from cached pieces."""
    x0, y0, x1, y1 = layout(seats, solo).side
    wide, tall = x1 - x0, y1 - y0
    image = Image.new("P", (wide, tall))
    image.putpalette(palette().getpalette() or [])
    place = _Place(seats, solo)
    end = tall - SUPPLIES_TALL
    image.paste(_supplies(place, (0, end, wide, tall), side.supplies), (0, end))
    y = end - 58 - len(side.race) * RACER_TALL
    image.paste(_race(place, (0, y, wide, end), side.goal, side.threshold, side.race), (0, y))
    for track in reversed(side.tracks):
        end, y = y, y - TRACK_TALL - 10
        image.paste(_track(place, (0, y, wide, end), track), (0, y))
    row = _boxes((0, TITLE_TALL, wide, y), len(side.row))
    head = (0, 0, wide, row[0][1] if row else y)
    image.paste(_title(place, head, side.title, side.deck, "" if side.row else side.empty), (0, 0))
    for card, box in zip(side.row, row, strict=False):
        image.paste(_card(place, box, card), box[:2])
    if row and row[-1][3] < y:
        gap = (0, row[-1][3], wide, y)
        image.paste(_bare(place, gap), gap[:2])
    return image


def _boxes(box: Box, count: int) -> list[Box]:
    """Lay out the mythos row from top to bottom, as many cards as fit."""
    x0, y0, x1, y1 = box
    tall = min(CARD_MOST, (y1 - y0) // max(1, count))
    if tall < CARD_LEAST:
        tall = CARD_LEAST
        count = (y1 - y0) // tall
    return [(x0, y0 + n * tall, x1, y0 + (n + 1) * tall) for n in range(count)]


class _Place(NamedTuple):
    """The table under the column."""

    seats: int
    solo: bool

    def ground(self, box: Box) -> Image.Image:
        """Return the table under a box of the column."""
        return ground(self.seats, self.solo, within(layout(self.seats, self.solo).side, box))


@cached(8)
def _bare(place: _Place, box: Box) -> Image.Image:
    return to_palette(place.ground(box))


@cached(16)
def _title(place: _Place, box: Box, title: str, deck: int, empty: str) -> Image.Image:
    """Draw the title of the mythos row, with the cards left in the deck."""
    image = place.ground(box)
    wide = image.width
    write_fit(image, 2, 2, title, TITLE, wide - 100, least=24)
    style, text = Style(34, "bold", theme.PALE), f"{{deck}} {deck}"
    write(image, wide - width(text, style) - 6, 0, text, style)
    if empty:
        write_block(image, (8, TITLE_TALL, wide - 8, TITLE_TALL + 90), empty, Style(26, "italic", theme.MUTED))
    return to_palette(image)


@cached(64)
def _card(place: _Place, box: Box, card: Mythos) -> Image.Image:
    """Draw a mythos card as a dark slip: name, points, lock, influence, and a picture if it fits."""
    image = place.ground(box)
    wide, tall = image.width, image.height
    inner = (4, 4, wide - 4, tall - 4)
    lay_panel(image, inner, theme.BLIGHT, mix(theme.BLIGHT, theme.BLIGHT_INK, 0.5), 10)
    if tall >= PICTURED:
        _pictured(image, card)
    else:
        _slim(image, card)
    if card.mark:
        lay_outline(image, inner, 10)
        lay_tag(image, wide - 10, 0, card.mark, wide - 30)
    return to_palette(image)


def _pictured(image: Image.Image, card: Mythos) -> None:
    """Fill a high card: the picture with the points at the left, name and influence at the right."""
    wide, tall = image.size
    side = min(PICTURE, tall - 24)
    y = (tall - side) // 2
    image.paste(beyond(card.seed, PICTURE, side), (14, y), rounded(PICTURE, side, 8))
    if card.worth:
        style = Style(28, "bold", theme.WHITE)
        foot = width(card.worth, style) + 20
        lay_panel(image, (14 + PICTURE - foot, y + side - 36, 14 + PICTURE, y + side), theme.BLIGHT, None, 8)
        write(image, 24 + PICTURE - foot, y + side - 34, card.worth, style)
    if card.lock:
        lay_icon(image, "lock", 10, y - 6, 40, theme.PALE)
    left = 28 + PICTURE
    room = (left, 10, wide - 14, tall - 46)
    write_block(image, room, card.name, Style(30, "bold", theme.BLIGHT_INK), lines=2, valign="middle")
    lay_marks(image, left, tall - 42, card.marks, wide - left - 12)


def _slim(image: Image.Image, card: Mythos) -> None:
    """Fill a low card with two lines: the name, then influence and points."""
    wide, tall = image.size
    half = tall // 2
    lay_panel(image, (4, 14, 10, tall - 14), theme.VIOLET, None, 3)
    left = 20
    if card.lock:
        lay_icon(image, "lock", left - 4, half - 27, 28, theme.PALE)
        left += 30
    name = Style(28, "bold", theme.BLIGHT_INK)
    write_fit(image, left, half - 29, card.name, name, wide - 14 - left)
    worth = Style(26, "bold", theme.WHITE)
    end = wide - 14 - width(card.worth, worth)
    write(image, end, half - 2, card.worth, worth)
    lay_marks(image, 20, half - 1, card.marks, end - 24)


@cached(48)
def _track(place: _Place, box: Box, track: Track) -> Image.Image:
    """Draw a track: its name, the marker's space and its VP, and all spaces."""
    image = place.ground(box)
    wide, low = image.width, image.height - 6
    lay_panel(image, (4, 4, wide - 4, low), theme.PANEL, theme.STEEL_DARK, 10)
    lay_icon(image, track.icon, 12, 10, 46, theme.PALE)
    figure = Style(46, "bold", theme.WHITE)
    text = f"{track.values[track.space]}"
    right = wide - 18 - width(text, figure)
    write(image, right, 1, text, figure)
    write_fit(image, 66, 12, track.name, Style(30, "bold", theme.PALE), right - 76)
    _spaces(image, track, (12, 62, wide - 12, low - 8))
    if track.mark:
        lay_outline(image, (4, 4, wide - 4, low), 10)
        lay_tag(image, right - 14, 0, track.mark, 170)
    return to_palette(image)


def _spaces(image: Image.Image, track: Track, box: Box) -> None:
    """Draw the spaces with their VP; passed ones are filled, the marker's is lit."""
    x0, y0, x1, y1 = box
    count = len(track.values)
    step = (x1 - x0) / count
    for index, value in enumerate(track.values):
        left, right = round(x0 + index * step) + 1, round(x0 + (index + 1) * step) - 1
        here = index == track.space
        paper = theme.GOLD_LIT if here else mix(theme.BLACK, theme.GOLD, 0.6) if index < track.space else theme.HOLLOW
        lay_panel(image, (left, y0 - (4 if here else 0), right, y1), paper, theme.WHITE if here else None, 5)
        ink = theme.INK if here else theme.PALE if index < track.space else theme.MUTED
        style = Style(theme.TEXT_LEAST, "bold", ink)
        write(image, (left + right - width(str(value), style)) // 2, y0 + 4, str(value), style)


@cached(24)
def _race(place: _Place, box: Box, goal: str, threshold: int, race: tuple[Racer, ...]) -> Image.Image:
    """Draw everybody's VP as bars, with the mark that ends the match."""
    image = place.ground(box)
    wide = image.width
    rule(ImageDraw.Draw(image), 0, wide, 4)
    write_fit(image, 8, 9, goal, Style(30, "bold", theme.PALE), wide - 16, "right")
    for index, racer in enumerate(race):
        y = 48 + index * RACER_TALL
        _bar(image, (8, y, wide - 8, y + RACER_TALL - 4), racer, threshold)
    return to_palette(image)


def _bar(image: Image.Image, box: Box, racer: Racer, threshold: int) -> None:
    """Draw one bar; the line in it is 0 VP."""
    x0, y0, x1, y1 = box
    icon = "old_one" if racer.colour is None else f"seat{racer.colour}"
    colour = theme.LEAF if racer.colour is None else theme.SEATS[racer.colour].colour
    lay_icon(image, icon, x0, y0, 34, theme.PALE)
    figure = Style(34, "bold", theme.WHITE)
    right, left = x1 - 52, x0 + 44
    lay_panel(image, (left, y0 + 6, right, y1 - 6), theme.HOLLOW, theme.STEEL_DARK, 8)
    span = threshold - LEAST_VP
    share = min(1.0, max(0.0, (racer.vp - LEAST_VP) / span))
    reach = left + round((right - left) * share)
    if reach - left >= 18:
        lay_panel(image, (left, y0 + 6, reach, y1 - 6), colour, theme.BLACK, 8)
    zero = left + round((right - left) * -LEAST_VP / span)
    ImageDraw.Draw(image).line((zero, y0 + 2, zero, y1 - 3), fill=theme.PALE, width=2)
    number = str(racer.vp)
    write(image, x1 - width(number, figure), y0 - 5, number, figure)


@cached(16)
def _supplies(place: _Place, box: Box, supplies: tuple[tuple[str, int], ...]) -> Image.Image:
    """Write what is left in the box, in two rows."""
    image = place.ground(box)
    wide = image.width
    rule(ImageDraw.Draw(image), 0, wide, 4)
    per_row = -(-len(supplies) // 2)
    style = Style(30, "bold", theme.PALE)
    for index, (icon, count) in enumerate(supplies):
        x = 8 + (index % per_row) * ((wide - 8) // per_row)
        y = 13 + (index // per_row) * 44
        lay_icon(image, icon, x, y, 38, theme.PALE)
        write(image, x + 45, y, str(count), style)
    return to_palette(image)
