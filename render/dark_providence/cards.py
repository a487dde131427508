"""Draws cards at full size, and the common back."""

from dataclasses import dataclass

from PIL import Image

from render.emblem import dark_providence as emblem
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, blank_card, lay_panel, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.theme import Colour, mix, rgb
from render.sheets.card_parts import Line, framed, lay_band, lay_lines
from render.text.text_layout import Style, sized, width, write, write_fit

SEA = theme.ACCENTS["dark_providence"]
#: The colour of the title band, by kind of card.
BANDS: dict[str, Colour] = {
    "asset": mix(SEA, theme.BLACK, 0.35),
    "starting": mix(theme.INK_SOFT, theme.BLACK, 0.2),
    "city": rgb("#234a73"),
    "lead": rgb("#6d222d"),
    "mythos": rgb("#613a72"),
    "old_one": rgb("#2d5738"),
    "control": rgb("#38384a"),
    "cultist_card": rgb("#2d5738"),
    "investigator": rgb("#823a57"),
    "cultist": rgb("#2d5738"),
    "ex_investigator": rgb("#85511e"),
    "ex_cultist": rgb("#85511e"),
}


@dataclass(frozen=True, slots=True)
class Marker:
    """An agent's marker: FORCE and ARCANE on its original side and, if it has one, on its returned side."""

    original: tuple[int, int]
    returned: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Face:
    """The contents of a card's picture.

    `art` is the name of the picture. `band` is the name of the title band's colour. `worth` has points and signs with
    their counts.
    """

    seed: str
    art: str
    band: str
    name: str
    kind: str
    icons: tuple[tuple[str, int], ...] = ()
    worth: tuple[tuple[str, int], ...] = ()
    lines: tuple[Line, ...] = ()
    marker: Marker | None = None
    dark: bool = False
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """The sizes of a card's parts."""

    size: tuple[int, int]
    title: int
    band: int
    picture: int
    chip: int
    text: int
    token: int


LARGE = Scale((680, 940), 50, 76, 290, 96, 50, 150)


def art(face: Face, wide: int, tall: int) -> Image.Image:
    """Draw a card's picture: a person, a thing, a city or a horror."""
    if face.art == "old_one":
        return emblem.horror(face.seed, wide, tall, 3)
    paint = {
        "portrait": emblem.portrait,
        "skyline": emblem.skyline,
        "beyond": emblem.horror,
        "seal": emblem.seal,
        "relic": emblem.thing,
    }[face.art]
    return paint(face.seed, wide, tall)


def inks(face: Face) -> tuple[Colour, Colour, Colour]:
    """Return the colours of a card's background, its text, and its faded text."""
    if face.dark:
        return theme.BLIGHT, theme.WHITE, mix(theme.BLIGHT, theme.BLIGHT_INK, 0.5)
    return theme.PARCHMENT, theme.INK, mix(theme.INK_SOFT, theme.PARCHMENT, 0.35)


def _band(image: Image.Image, face: Face, scale: Scale) -> None:
    """Draw the title band with the card's points at its right."""
    text = "  ".join(f"{count}{{{icon}}}" if count else f"{{{icon}}}" for icon, count in face.worth)
    right = lay_band(image, BANDS[face.band], scale.band, scale.title, text)
    title = Style(scale.title, "title", theme.PALE)
    write_fit(image, 18, (scale.band - round(scale.title * 1.3)) // 2 + 2, face.name, title, right - 18)


def token_size(tall: int) -> tuple[int, int]:
    """Return the width and height of one side of a marker of this height."""
    return round(tall * 1.04), tall


@cached
def token(might: tuple[int, int], back: bool, tall: int) -> Image.Image:
    """Draw one side of an agent's marker: FORCE and ARCANE under a pawn. The returned side is pale."""
    wide = token_size(tall)[0]
    image = Image.new("RGBA", (wide, tall), (0, 0, 0, 0))
    ground = theme.BLIGHT_LIT if back else theme.PANEL
    lay_panel(
        image, (0, 0, wide, tall), ground, theme.BLIGHT_INK if back else theme.GOLD, tall // 7, max(2, tall // 34)
    )
    figure = round(tall * 0.4)
    lay_icon(image, "returned" if back else "agent", (wide - figure) // 2, round(tall * 0.07), figure, theme.PALE)
    parts = [f"{count}{{{icon}}}" for icon, count in zip(("force", "arcane"), might, strict=True) if count]
    style = Style(max(theme.TEXT_MIN, round(tall * 0.25)), "bold", theme.WHITE)
    text = "".join(parts) or "0"
    style = next(
        (trial for size in range(style.size, 21, -1) if width(text, trial := sized(style, size)) <= wide - 4),
        sized(style, theme.TEXT_MIN),
    )
    write(image, (wide - width(text, style)) // 2, tall - round(style.size * 1.5), text, style)
    return image


def lay_marker(image: Image.Image, marker: Marker, right: int, y: int, tall: int) -> None:
    """Draw both sides of an agent's marker, with their right edge at `right`."""
    sides = [token(marker.original, False, tall)]
    if marker.returned is not None:
        sides.append(token(marker.returned, True, tall))
    x = right - len(sides) * (sides[0].width + 6) + 6
    for part in sides:
        image.paste(part, (x, y), part)
        x += part.width + 6


def _picture(image: Image.Image, face: Face, scale: Scale) -> None:
    """Draw the picture under the title, with the kind of card and the agent's marker on it."""
    top, wide = scale.band, image.width - 8
    image.paste(art(face, wide, scale.picture), (4, top))
    style = Style(max(theme.TEXT_MIN, round(scale.title * 0.62)), "italic", theme.WHITE)
    room = wide - 40 if face.marker is None else wide - 2 * token_size(scale.token)[0] - 60
    broad = min(room, width(face.kind, style)) + 24
    tall = round(style.size * 1.4)
    y = top + scale.picture - tall - 6
    lay_panel(image, (12, y, 12 + broad, y + tall), theme.TABLE, None, tall // 2)
    write_fit(image, 24, y + round(style.size * 0.02), face.kind, style, broad - 20)
    if face.marker is not None:
        tall = min(scale.token, scale.picture - 12)
        lay_marker(image, face.marker, image.width - 14, top + (scale.picture - tall) // 2, tall)


def _chips(image: Image.Image, face: Face, box: Box, side: int, middle: bool = False) -> None:
    """Draw the resources, with a separate chip for each kind, because one use of the card provides only one kind."""
    x0, y0, x1, y1 = box
    gap, pad = 10, max(6, side // 8)
    free = x1 - x0 - gap * (len(face.icons) - 1) - 2 * pad * len(face.icons)
    count = sum(count for _, count in face.icons)
    side = min(side, free // count)
    x, tall = x0 + ((free - count * side) // 2 if middle else 0), side + 2 * pad
    y = y0 + (y1 - y0 - tall) // 2
    fill, edge = (theme.BLIGHT_LIT, theme.BLIGHT_INK) if face.dark else (theme.SLIP, theme.GOLD)
    for icon, count in face.icons:
        wide = count * side + 2 * pad
        lay_panel(image, (x, y, x + wide, y + tall), fill, edge, tall // 3)
        for n in range(count):
            lay_icon(image, icon, x + pad + n * side, y + pad, side - 2, inks(face)[1])
        x += wide + gap


def _lines(image: Image.Image, face: Face, box: Box, size: int) -> None:
    """Write the card's text. An icon before each line shows the timing."""
    _, ink, faded = inks(face)
    lay_lines(image, box, face.lines, size, above=3, ink=ink, faded=faded, lit=SEA)


def _piece_key(face: Face) -> str:
    """Return the key of a card as a piece of a look-up picture. Cards of other kinds may have the same id."""
    if face.art == "seal":
        return f"allegiance:{face.seed}"
    kinds = {"old_one": "old_one", "lead": "lead", "cultist_card": "cultist", "control": "control_card"}
    return f"{kinds.get(face.band, 'card')}:{face.seed}"


@cached
def large_card(face: Face) -> Image.Image:
    """Draw a card at full size."""
    scale = LARGE
    image = blank_card(scale.size, face.dark)
    _picture(image, face, scale)
    _band(image, face, scale)
    top = scale.band + scale.picture
    edge = 28
    if face.icons and not face.lines:
        box = (edge - 4, top, image.width - edge + 4, image.height - 10)
        _chips(image, face, box, round(scale.chip * 1.7), middle=True)
    elif face.icons:
        row = round(scale.chip * 1.5)
        _chips(image, face, (edge - 4, top + 4, image.width - edge + 4, top + 4 + row), scale.chip)
        top += row + 4
    _lines(image, face, (edge, top + 10, image.width - edge, image.height - 18), scale.text)
    image = framed(image)
    mark(image, (0, 0, *image.size), _piece_key(face), face.name)
    return image


@cached
def card_back(size: tuple[int, int]) -> Image.Image:
    """Draw the common back of all hidden cards."""
    image = blank_card(size, dark=True)
    wide, tall = size
    side = max(size) - 16
    left, top = (side - wide + 16) // 2, (side - tall + 16) // 2
    scene = emblem.horror("back", side, side).crop((left, top, left + wide - 16, top + tall - 16))
    image.paste(scene, (8, 8), rounded(wide - 16, tall - 16, max(4, theme.RADIUS - 4)))
    return framed(image)
