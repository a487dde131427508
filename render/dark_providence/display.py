"""What lies face up, with all its text: each city's asset beside what its city card brings, and the mythos row."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.dark_providence.cards import Face, inks
from render.dark_providence.layout import EDGE
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, lay_panel, rule, table
from render.pen.png import to_palette
from render.pen.theme import mix
from render.sheets.cards import Line, fit_lines, lay_lines
from render.text.writing import Style, width, write, write_fit

COLUMNS, GAP = 4, 10
WIDE = (theme.WIDTH - 2 * EDGE - (COLUMNS - 1) * GAP) // COLUMNS
TITLE_TALL, HEAD_TALL, NAME_TALL, PAD = 56, 36, 36, 10
TITLE = Style(32, "title", theme.GOLD_LIT)
HINT = Style(26, "italic", theme.MUTED)
CITY = Style(26, "bold", theme.PALE)
NAME, TEXT = 26, 22


@dataclass(frozen=True, slots=True)
class Shown:
    """A city with its card's resources and signs as text with icons, and the card that lies face up; a mythos card has
    no city, and a city whose stack has run out no card.
    """

    city: str
    brings: str
    face: Face | None


@dataclass(frozen=True, slots=True)
class Display:
    """The section under the strips."""

    title: str
    hint: str
    shown: tuple[Shown, ...]


def icons_of(face: Face) -> str:
    """Return a card's resources, points and signs as text with icons."""
    return " ".join(f"{count or ''}{{{icon}}}" for icon, count in (*face.icons, *face.worth))


def _lines(face: Face) -> tuple[Line, ...]:
    """Return what a card does, and for an agent what its marker gives on either side."""
    if face.marker is None:
        return face.lines
    sides = [
        " ".join(f"{count}{{{icon}}}" for icon, count in zip(("force", "arcane"), might, strict=True) if count) or "0"
        for might in (face.marker.original, face.marker.returned or (0, 0))
    ]
    return (*face.lines, Line("agent", f"{sides[0]}   {{returned}} {sides[1]}"))


def _title_tall(face: Face) -> int:
    """Return the height of the name and the icons, which share a line if there is room."""
    style = Style(theme.TEXT_LEAST, "bold")
    room = WIDE - 2 * PAD - 10 - width(icons_of(face), Style(NAME, "bold"))
    return NAME_TALL if width(face.name, style) <= room else 2 * NAME_TALL


def _tall(shown: Shown) -> int:
    head = HEAD_TALL if shown.city else 0
    if shown.face is None:
        return head + PAD
    lines = _lines(shown.face)
    text = fit_lines(lines, WIDE - 2 * PAD, 10_000, TEXT)[2] + PAD if lines else 0
    return head + _title_tall(shown.face) + text + PAD


@cached(128)
def _cell(shown: Shown) -> Image.Image:
    """Draw a city's line over its face-up card, or a mythos card."""
    tall = _tall(shown)
    image = table(WIDE, tall)
    top = 0
    if shown.city:
        lay_panel(image, (0, 0, WIDE, tall), theme.PANEL, theme.STEEL_DARK, 10)
        room = WIDE - PAD - width(shown.brings, CITY)
        write(image, room, 2, shown.brings, CITY)
        write_fit(image, PAD, 2, shown.city, CITY, room - PAD - 12)
        top = HEAD_TALL
    if shown.face is not None:
        _card(image, (0, top, WIDE, tall), shown.face)
    return to_palette(image)


def _card(image: Image.Image, box: Box, face: Face) -> None:
    """Write a card: its name and icons, then what it does."""
    paper, ink, _ = inks(face)
    x0, y0, x1, y1 = box
    lay_panel(image, box, paper, mix(theme.BLIGHT, theme.BLIGHT_INK, 0.5) if face.dark else theme.INK, 10)
    style, icons, tall = Style(NAME, "bold", ink), icons_of(face), _title_tall(face)
    right = x1 - PAD - width(icons, style)
    write(image, right, y0 + tall - NAME_TALL + 2, icons, style)
    end = x1 - PAD if tall > NAME_TALL else right - 10
    write_fit(image, x0 + PAD, y0 + 2, face.name, style, end - x0 - PAD)
    if lines := _lines(face):
        lay_lines(image, (x0 + PAD, y0 + tall + 2, x1 - PAD, y1 - PAD), lines, TEXT, above=3, ink=ink)


@cached(8)
def draw_display(display: Display) -> Image.Image:
    """Draw the section, in the palette: cards in columns, each laid where most room is left."""
    ends, places = [TITLE_TALL] * COLUMNS, list[tuple[int, int]]()
    for shown in display.shown:
        column = ends.index(min(ends))
        places.append((EDGE + column * (WIDE + GAP), ends[column]))
        ends[column] += _tall(shown) + GAP
    image = table(theme.WIDTH, max(ends) - GAP + EDGE)
    rule(ImageDraw.Draw(image), EDGE, theme.WIDTH - EDGE, 4)
    end = write(image, EDGE + 2, 9, display.title, TITLE)
    lay_icon(image, "city", end + 24, 14, 32, theme.PALE)
    write_fit(image, end + 64, 14, display.hint, HINT, theme.WIDTH - EDGE - end - 64)
    image = to_palette(image)
    for shown, place in zip(display.shown, places, strict=True):
        image.paste(_cell(shown), place)
    return image
