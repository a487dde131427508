"""Draws the Location between the players: its four times of day on an arc, its soul number, and its Hunters."""

from math import cos, radians, sin

from PIL import Image, ImageDraw

from render.aevum_haeresis.board_records import Hunter, Place
from render.aevum_haeresis.change_marks import OUTLINE, lay_outline
from render.aevum_haeresis.layout import EDGE, MARGIN, MIN_TEXT_SIZE, WIDTH, ground
from render.aevum_haeresis.soul_and_execution_counts import SUNS
from render.aevum_haeresis.verge_cards import lay_signs
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import Box, inner_box, lay_panel, lay_ring, mapped_table, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part, mark
from render.pen.png_encoding import to_palette
from render.pen.theme import rgb
from render.text.text_layout import Style, hyphenated, width, write, write_block, write_fit

HEIGHT, BARE, PLATE = 226, 84, 60
#: The width of the arc with the times of day.
ARC = 470
MOST = 4
SPREAD = (200, 246, 294, 340)


@cached
def location(place: Place) -> Image.Image:
    """Draw the Location across the board: times of day at the left, name and Hunters at the right."""
    image = ground((EDGE, 0, WIDTH - EDGE, HEIGHT if place.placer is not None else BARE), MARGIN)
    inner = x0, y0, x1, y1 = inner_box(image, MARGIN)
    lay_panel(image, inner, theme.PANEL, theme.GOLD)
    mark(image, inner, f"card:{place.seed}" if place.seed else "location", place.name or place.empty)
    if place.placer is None:
        lay_icon(image, "location", x0 + 20, y0 + 10, 64, theme.PALE)
        write_fit(
            image, x0 + 110, y0 + 20, place.empty, Style(36, "italic", theme.MUTED), x1 - x0 - 130, least=MIN_TEXT_SIZE
        )
        return _as_section(image)
    scene = emblem(place.seed, "location", place.faction, x1 - x0 - 6, HEIGHT - 6)
    image.paste(scene, (x0 + 3, y0 + 3), rounded(*scene.size, theme.RADIUS - 3))
    _arc(image, (x0 + 3, y0 + 3, x0 + ARC, y1 - 12), place)
    _plate(image, (x0 + ARC + 20, y1 - PLATE - 10, x1 - 10, y1 - 10), place)
    _hunters(image, (x0 + ARC + 20, y0 + 12, x1 - 10, y1 - PLATE - 16), place.hunters)
    if place.mark:
        lay_outline(image, inner)
    return _as_section(image)


def _as_section(image: Image.Image) -> Image.Image:
    """Map a section of the board to the palette, and give it the board's full width."""
    whole = mapped_table(WIDTH, image.height)
    lay_part(whole, to_palette(image), (EDGE - MARGIN, 0))
    return whole


def _arc(image: Image.Image, box: Box, place: Place) -> None:
    """Draw the four times of day on an arc. The current time of day is large and bright, with its soul number."""
    x0, y0, x1, y1 = box
    middle, foot = (x0 + x1) / 2, y1 + 6
    reach, rise = (x1 - x0) * 0.40, (y1 - y0) * 0.78
    draw = ImageDraw.Draw(image)
    path = [(middle + reach * cos(radians(t)), foot + rise * sin(radians(t))) for t in range(196, 346, 3)]
    draw.line(path, fill=theme.GOLD_LIT, width=4, joint="curve")
    for index, turn in enumerate(SPREAD):
        is_current = index == place.time
        x, y = round(middle + reach * cos(radians(turn))), round(foot + rise * sin(radians(turn)))
        r = 58 if is_current else 40
        fill, edge = (theme.PARCHMENT, theme.GOLD_LIT) if is_current else (theme.TABLE, theme.MUTED)
        lay_panel(image, (x - r, y - r, x + r, y + r), fill, edge, r, 6 if is_current else 3)
        ink = theme.INK if is_current else theme.PALE
        side = 42 if is_current else 32
        lay_icon(image, SUNS[index], x - side // 2, y - r + (12 if is_current else 7), side, ink)
        _number(
            image,
            (x, y),
            place.number.value if is_current else place.track[index],
            place.number.shift * is_current,
            is_current,
        )


def _number(image: Image.Image, at: tuple[int, int], value: int, shift: int, is_current: bool) -> None:
    x, y = at
    colour = {1: rgb("#2f7f55"), -1: theme.BLOOD}.get(shift, theme.INK if is_current else theme.PALE)
    style, text = Style(54 if is_current else 34, "bold", colour), str(value)
    if not is_current:
        write(image, x - width(text, style) // 2, y - 6, text, style)
        return
    wide = width(text, style) + 32
    write(image, x - wide // 2, y - 14, text, style)
    lay_icon(image, "soul", x + wide // 2 - 30, y + 4, 30, theme.INK)


def _plate(image: Image.Image, box: Box, place: Place) -> None:
    """Write the name on a band in the faction's colour, with the shape of the player who placed it."""
    x0, y0, x1, _ = box
    lay_panel(image, box, COLOURS[place.faction], theme.INK, 10)
    lay_icon(image, f"seat{place.placer}", x0 + 8, y0 + 10, 42, theme.PALE)
    right = x1 - 10 - 46 * len(place.signs)
    write_fit(image, x0 + 60, y0 + 8, place.name, Style(36, "bold", theme.WHITE), right - x0 - 66, least=MIN_TEXT_SIZE)
    lay_signs(image, x1 - 8, y0 + 11, place.signs, 40)


def _hunters(image: Image.Image, box: Box, hunters: tuple[Hunter, ...]) -> None:
    """Draw the Hunters under the Location, two per row."""
    x0, y0, x1, y1 = box
    shown = hunters if len(hunters) <= MOST else hunters[: MOST - 1]
    columns = 2 if len(hunters) > 2 else 1
    wide, tall = (x1 - x0 - 8 * (columns - 1)) // columns, (y1 - y0 - 6) // 2
    for index, hunter in enumerate(shown):
        x, y = x0 + (index % columns) * (wide + 8), y0 + (index // columns) * (tall + 6)
        _hunter(image, (x, y, x + wide, y + tall), hunter)
    if len(shown) < len(hunters):
        room = (x0 + wide + 8, y0 + tall + 6, x1, y1)
        style = Style(34, "bold", theme.MUTED)
        write_block(image, room, f"+{len(hunters) - len(shown)}", style, align="centre", valign="middle")


def _hunter(image: Image.Image, box: Box, hunter: Hunter) -> None:
    """Draw a Hunter as a slip of paper with its controller's shape."""
    x0, y0, x1, y1 = box
    mark(image, box, f"card:{hunter.seed}", hunter.name)
    lay_panel(image, box, theme.PARCHMENT, COLOURS[hunter.faction], 9, 3)
    lay_icon(image, f"seat{hunter.seat}", x0 + 7, (y0 + y1) // 2 - 15, 30, theme.INK)
    left = x0 + 42
    if x1 - x0 > 300:
        lay_icon(image, "hunter", left, (y0 + y1) // 2 - 22, 44, theme.INK)
        left += 54
    style = Style(32 if x1 - x0 > 300 else 28, "bold", theme.INK)
    name = hyphenated(hunter.name, Style(MIN_TEXT_SIZE, "bold"), x1 - 8 - left)
    write_block(image, (left, y0 + 1, x1 - 8, y1 - 1), name, style, lines=2, valign="middle", least=MIN_TEXT_SIZE)
    if hunter.mark:
        lay_ring(image, (x0 - 3, y0 - 3, x1 + 3, y1 + 3), OUTLINE, 11, 4)
