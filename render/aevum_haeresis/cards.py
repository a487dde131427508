"""Draws cards at full size, and their common back."""

from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from render.aevum_haeresis.soul_and_execution_counts import SUNS
from render.emblem.aevum_haeresis import emblem, secret
from render.icons import lay_icon
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import Box, blank_card, lay_panel, rounded
from render.pen.picture_cache import cached
from render.pen.pillow_wrappers import scaled
from render.sheets.card_parts import Line, fit_lines, framed, lay_band, lay_lines
from render.text.text_layout import Style, width, write, write_block, write_fit


@dataclass(frozen=True, slots=True)
class Square:
    """A square of a Story's icon band."""

    icon: str
    colour: str
    skull: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """The contents of a card's picture.

    `cost` is text with icons. `left`, `middle` and `right` form the row under the picture. Stories have `band` in this
    row instead, and cards with times of day have `track`. `use` is "now" if the card can be used now, "idle" if it
    can't, and "" if this isn't shown. `now` explains how the card can be used now.
    """

    seed: str
    type: str
    faction: str
    name: str
    kind: str
    cost: str = ""
    left: str = ""
    middle: str = ""
    right: str = ""
    band: tuple[Square, ...] = ()
    track: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    copies: int = 1
    use: str = ""
    now: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """The sizes of a card's parts."""

    size: tuple[int, int]
    title: int
    band: int
    picture: int
    row: int
    text: int


LARGE = Scale((680, 940), 48, 80, 260, 104, 46)
#: Maximum height of the picture on a card that is shown alone.
MAX_PICTURE_HEIGHT = 440
#: A name that is too wide even at this fraction of the title's size is written on two lines.
TITLE_MIN_SCALE = 0.7


def _title(image: Image.Image, face: Face, scale: Scale) -> None:
    """Draw the title band in the faction's colour, with the faction's mark, the card's name and its cost."""
    right = lay_band(image, COLOURS[face.faction], scale.band, scale.title, face.cost)
    side = round(scale.band * 0.74)
    lay_icon(image, f"faction_{face.faction}", 14, (scale.band - side) // 2 + 2, side, theme.PALE)
    left = 22 + side
    if width(face.name, Style(round(scale.title * TITLE_MIN_SCALE), "title")) <= right - left:
        title = Style(scale.title, "title", theme.PALE)
        write_fit(image, left, (scale.band - round(scale.title * 1.3)) // 2 + 2, face.name, title, right - left)
        return
    room, name = (left, 1, right, scale.band), Style(scale.title, "bold", theme.PALE)
    write_block(image, room, face.name, name, lines=2, valign="middle")


def _picture(image: Image.Image, face: Face, scale: Scale) -> None:
    """Draw the picture under the title, with the kind of card on it."""
    top, wide = scale.band, image.width - 8
    image.paste(emblem(face.seed, face.type, face.faction, wide, scale.picture), (4, top))
    style = Style(max(theme.TEXT_MIN, round(scale.title * 0.66)), "italic", theme.WHITE)
    room = wide - 60
    broad = min(room, width(face.kind, style)) + 30 + style.size
    tall = round(style.size * 1.4)
    y = top + scale.picture - tall - 6
    lay_panel(image, (12, y, 12 + broad, y + tall), theme.TABLE, None, tall // 2)
    lay_icon(image, face.type, 18, y + 2, tall - 4, theme.PALE)
    write_fit(image, 22 + tall, y + round(style.size * 0.02), face.kind, style, broad - tall - 14)


def _row(image: Image.Image, face: Face, scale: Scale) -> int:
    """Draw the row under the picture: numbers, an icon band, or a track. Return the upper edge of the text below."""
    top = scale.band + scale.picture
    box = (16, top + 6, image.width - 16, top + scale.row)
    if face.band:
        _squares(image, box, face)
    elif face.track:
        _times(image, box, face)
    elif not (face.left or face.middle or face.right):
        return top + 6
    style = Style(round(scale.row * 0.62), "bold", theme.INK)
    y = (box[1] + box[3]) // 2 - round(style.size * 0.62)
    if face.left:
        write(image, box[0], y, face.left, style)
    if face.right:
        write(image, box[2] - width(face.right, style), y, face.right, style)
    if face.middle:
        left = box[0] + (width(face.left, style) + 16 if face.left else 0)
        right = box[2] - (width(face.right, style) + 16 if face.right else 0)
        write_fit(image, left, y, face.middle, style, right - left, "centre" if face.left else "left")
    rule = top + scale.row + 5
    ImageDraw.Draw(image).line((18, rule, image.width - 18, rule), fill=theme.GOLD, width=2)
    return rule + 4


def _squares(image: Image.Image, box: Box, face: Face) -> None:
    """Draw a Story's icon band: three squares with icons and skulls. Playable squares are white, fillers are black."""
    x0, y0, x1, y1 = box
    side, gap = y1 - y0, 14
    wide = (x1 - x0 - 2 * gap) // 3
    for index, square in enumerate(face.band):
        x = x0 + index * (wide + gap)
        fill = {"white": theme.WHITE, "black": theme.BLACK}.get(square.colour, theme.PARCHMENT_SHADE)
        lay_panel(image, (x, y0, x + wide, y1), fill, theme.INK, 12, 3)
        if square.colour == "none":
            style = Style(side // 2, "bold", theme.INK_SOFT)
            write(image, x + (wide - width("–", style)) // 2, y0 + side // 8, "–", style)
            continue
        ink, icon = theme.INK if square.colour == "white" else theme.PALE, round(side * 0.78)
        middle, step = x + wide // 2, icon * square.skull // 2 + 4 * square.skull
        lay_icon(image, square.icon, middle - icon // 2 - step, y0 + (side - icon) // 2, icon, ink)
        if square.skull:
            lay_icon(image, "skull", middle - icon // 2 + step, y0 + (side - icon) // 2, icon, ink)


def _times(image: Image.Image, box: Box, face: Face) -> None:
    """Draw the four times of day with their numbers."""
    x0, y0, x1, y1 = box
    wide = (x1 - x0 - 24) // 4
    side = round((y1 - y0) * 0.66)
    style = Style(round((y1 - y0) * 0.62), "bold", theme.INK)
    for index, value in enumerate(face.track):
        x = x0 + index * (wide + 8)
        lay_panel(image, (x, y0, x + wide, y1), theme.SLIP, theme.GOLD, 12)
        text = str(value)
        free = wide - side - width(text, style) - 6
        lay_icon(image, SUNS[index], x + free // 2, y0 + (y1 - y0 - side) // 2, side, theme.INK)
        write(image, x + free // 2 + side + 6, (y0 + y1) // 2 - round(style.size * 0.64), text, style)


def _picture_height(face: Face, scale: Scale) -> Scale:
    """Return the height of the picture on a card that is shown alone, which depends on the length of its text."""
    under = bool(face.band or face.track or face.left or face.middle or face.right)
    free = scale.size[1] - scale.band - under * scale.row - 60
    need = fit_lines(face.lines, scale.size[0] - 56, 2 * free, scale.text)[2]
    return replace(scale, picture=max(scale.picture, min(MAX_PICTURE_HEIGHT, free - need)))


def _drawn(face: Face, scale: Scale) -> Image.Image:
    image = blank_card(scale.size, dark=False)
    _picture(image, face, scale)
    _title(image, face, scale)
    top = _row(image, face, scale)
    lay_lines(image, (28, top + 6, image.width - 28, image.height - 14), face.lines, scale.text, above=4)
    return framed(image)


@cached
def large_card(face: Face) -> Image.Image:
    """Draw a card at full size."""
    return _drawn(face, _picture_height(face, LARGE))


@cached
def small_back(wide: int, tall: int) -> Image.Image:
    """Draw a card back small enough for a pile."""
    return scaled(card_back((2 * wide, 2 * tall)), (wide, tall))


@cached
def card_back(size: tuple[int, int]) -> Image.Image:
    """Draw the common back of all hidden cards. Plot cards and Heretics have the same back."""
    image = blank_card(size, dark=True)
    wide, tall = size
    inset = max(4, min(size) // 16)
    scene = secret(wide - 2 * inset, tall - 2 * inset)
    image.paste(scene, (inset, inset), rounded(*scene.size, max(4, theme.RADIUS - 4)))
    return framed(image)
