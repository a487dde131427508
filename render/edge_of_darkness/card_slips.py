"""Draws the City side or the Blight side of a slip, which is one band of a sleeved card, at any size."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.edge_of_darkness.board_records import Slip
from render.emblem.crests import crest
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel
from render.text.text_layout import Style, line_height, sized, width, wrap, write, write_block


@dataclass(frozen=True, slots=True)
class Scale:
    """The sizes of a card's parts."""

    name: int
    text: int
    crest: int
    cube: int
    pad: int
    column: int
    radius: int


LARGE = Scale(name=36, text=32, crest=84, cube=38, pad=16, column=104, radius=12)


def _name_lines(name: str, style: Style, room: int) -> int:
    return 1 if len(wrap(name, sized(style, theme.TEXT_MIN), room)) == 1 else 2


def _cubes(image: Image.Image, x: int, bottom: int, count: int, scale: Scale) -> None:
    """Draw a slip's cube icon at the bottom left, with a number if the slip has several cubes."""
    if count == 0:
        return
    if 0 < count <= 1:
        lay_icon(image, "cube", x + (scale.crest - scale.cube) // 2, bottom - scale.cube, scale.cube, theme.INK)
        return
    style = Style(max(theme.TEXT_MIN, scale.cube - 4), "bold", theme.INK)
    tall = line_height(style)
    write(image, x, bottom - tall + 2, str(count), style)
    lay_icon(image, "cube", x + width(str(count), style) + 1, bottom - scale.cube, scale.cube, theme.INK)


def draw_city(image: Image.Image, box: Box, slip: Slip, scale: Scale, text: str) -> None:
    """Draw a contact: its crest, cubes at the bottom left, name and effect."""
    x0, y0, x1, y1 = box
    edge = theme.mix(theme.PARCHMENT_SHADE, theme.INK_SOFT, 0.35)
    lay_panel(image, box, theme.SLIP, edge, scale.radius)
    mark = crest(slip.seed, scale.crest)
    image.paste(mark, (x0 + scale.pad, y0 + scale.pad), mark)
    _cubes(image, x0 + scale.pad, y1 - scale.pad, slip.cubes, scale)
    left, right = x0 + scale.pad + scale.column, x1 - scale.pad
    ink = theme.INK_SOFT if slip.spent else theme.INK
    style = Style(scale.name, "bold", ink)
    lines = _name_lines(slip.name, style, right - left)
    size = scale.name if lines == 1 else max(theme.TEXT_MIN, scale.name - 2)
    name_box = (left, y0 + scale.pad - 3, right, y0 + scale.pad - 3 + lines * line_height(sized(style, size)))
    bottom = write_block(image, name_box, slip.name, sized(style, size), lines=lines)
    write_block(
        image, (left, bottom + 1, right, y1 - scale.pad + 3), text, Style(scale.text, "text", ink), valign="middle"
    )
    if slip.spent:
        lay_panel(image, (x1 - 12, y0 + 8, x1 - 6, y1 - 8), theme.MUTED, None, 3)


def draw_blight(image: Image.Image, box: Box, slip: Slip, scale: Scale, text: str) -> None:
    """Draw a threat: its faded crest, name, Damage and rewards."""
    x0, y0, x1, y1 = box
    lay_panel(image, box, theme.BLIGHT_LIT, theme.mix(theme.BLIGHT_LIT, theme.BLIGHT_INK, 0.3), scale.radius)
    mark = crest(slip.seed, scale.crest, blight=True)
    image.paste(mark, (x0 + scale.pad, y0 + scale.pad), mark)
    left, right = x0 + scale.pad + scale.column, x1 - scale.pad
    figure = Style(scale.name + 8, "bold", theme.WHITE)
    number = f"{slip.damage}{{damage}}"
    wide = width(number, figure)
    write(image, right - wide, y0 + scale.pad - 4, number, figure)
    style = Style(scale.name, "bold", theme.BLIGHT_INK)
    room = right - wide - 10
    lines = _name_lines(slip.threat, style, room - left)
    name_box = (left, y0 + scale.pad - 3, room, y0 + scale.pad - 3 + lines * line_height(style))
    bottom = write_block(image, name_box, slip.threat, style, lines=lines)
    write_block(
        image, (left, bottom + 1, right, y1 - scale.pad + 3), text, Style(scale.text, "text", theme.BLIGHT_INK),
        valign="middle",
    )  # fmt: skip


def draw_empty(image: Image.Image, box: Box, radius: int, blight: bool = False) -> None:
    """Draw an empty slot: a dashed outline with a small lozenge."""
    x0, y0, x1, y1 = box
    ground, ink = (theme.BLIGHT, theme.mix(theme.BLIGHT, theme.BLIGHT_INK, 0.28)) if blight else (
        theme.mix(theme.PARCHMENT, theme.PARCHMENT_SHADE, 0.55), theme.mix(theme.PARCHMENT_SHADE, theme.INK_SOFT, 0.35)
    )  # fmt: skip
    lay_panel(image, box, ground, None, radius)
    draw = ImageDraw.Draw(image)
    for x in range(x0 + radius, x1 - radius, 14):
        for y in (y0 + 1, y1 - 2):
            draw.line((x, y, min(x + 7, x1 - radius), y), fill=ink, width=2)
    for y in range(y0 + radius, y1 - radius, 14):
        for x in (x0 + 1, x1 - 2):
            draw.line((x, y, x, min(y + 7, y1 - radius)), fill=ink, width=2)
    x, y, r = (x0 + x1) // 2, (y0 + y1) // 2, 7
    draw.polygon([(x - r, y), (x, y - r), (x + r, y), (x, y + r)], fill=ink)
