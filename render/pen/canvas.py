"""Surfaces of pictures: the table, cards, panels, shadows and outlines.

Rounded corners are drawn larger and scaled down, so their edges are smooth.
"""

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.pen import theme
from render.pen.picture_cache import cached
from render.pen.pieces import carry, lay_part
from render.pen.pillow_wrappers import map_levels, scaled
from render.pen.png_encoding import to_palette
from render.pen.theme import Colour

Box = tuple[int, int, int, int]
SUPERSAMPLING = 4
#: The width and height in pixels of the grain tile, which repeats.
GRAIN_SIZE = 128
#: Tables are cached at heights that are multiples of this many pixels.
TABLE_HEIGHT_STEP = 480
#: A board's table looks the same from top to bottom, so only a strip of this height in pixels is cached and repeated.
TABLE_STRIP_HEIGHT = 120


def offset_box(outer: Box, inner: Box) -> Box:
    """Convert a box relative to the upper left corner of `outer` to the coordinate system of `outer`."""
    x, y = outer[:2]
    return (x + inner[0], y + inner[1], x + inner[2], y + inner[3])


def with_margin(box: Box, by: int) -> Box:
    """Return a box with a margin on each side."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def inner_box(image: Image.Image, margin: int) -> Box:
    """Return a picture's box without the margins."""
    return (margin, margin, image.width - margin, image.height - margin)


@cached
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rounded rectangle."""
    side = 2 * radius + 2
    if min(width, height) > side:
        # Only the corners are drawn large and scaled down. They look the same whatever the size of the rectangle.
        corners, near, right, low = rounded(side, side, radius), radius + 1, width - radius - 1, height - radius - 1
        mask = Image.new("L", (width, height), 255)
        for x, left in ((0, 0), (right, near)):
            for y, top in ((0, 0), (low, near)):
                mask.paste(corners.crop((left, top, left + near, top + near)), (x, y))
        return mask
    big = Image.new("L", (width * SUPERSAMPLING, height * SUPERSAMPLING), 0)
    ImageDraw.Draw(big).rounded_rectangle(
        (0, 0, width * SUPERSAMPLING - 1, height * SUPERSAMPLING - 1), radius * SUPERSAMPLING, fill=255
    )
    return big.reduce(SUPERSAMPLING)


@cached
def _grain_row(width: int, strength: int) -> Image.Image:
    """Return one row of grain tiles: a faint paper grain around a middle grey. It is the same on every machine."""
    tile, row = _grain_tile(strength), Image.new("L", (width, GRAIN_SIZE))
    for x in range(0, width, GRAIN_SIZE):
        row.paste(tile, (x, 0))
    return row


@cached
def _grain_tile(strength: int) -> Image.Image:
    tile = bytearray(GRAIN_SIZE * GRAIN_SIZE)
    seed = 2463534242
    for index in range(len(tile)):
        seed ^= (seed << 13) & 0xFFFFFFFF
        seed ^= seed >> 17
        seed ^= (seed << 5) & 0xFFFFFFFF
        tile[index] = 128 + (seed % (2 * strength + 1)) - strength
    return Image.frombytes("L", (GRAIN_SIZE, GRAIN_SIZE), bytes(tile)).filter(ImageFilter.BoxBlur(1))


def textured(image: Image.Image, strength: int) -> Image.Image:
    """Add the grain of paper to an RGB picture, and return the picture.

    This works on one row of grain tiles at a time, because a board takes several megabytes and each step needs a copy.
    """
    paper = Image.merge("RGB", [_grain_row(image.width, strength)] * 3)
    for top in range(0, image.height, GRAIN_SIZE):
        # The last row may be lower; the sum of two pictures is as high as the lower one.
        row = image.crop((0, top, image.width, min(top + GRAIN_SIZE, image.height)))
        image.paste(ImageChops.add(row, paper, 1, -128), (0, top))
    return image


def with_corners(image: Image.Image, radius: int = theme.RADIUS) -> Image.Image:
    """Return an RGBA copy of a picture with rounded corners."""
    out = image.convert("RGBA")
    out.putalpha(rounded(*image.size, radius))
    return out


def blank_card(size: tuple[int, int], dark: bool) -> Image.Image:
    """Draw an empty card: parchment or, if `dark`, the violet of backs and of the Blight."""
    return _blank_card(size, dark).copy()


@cached
def _blank_card(size: tuple[int, int], dark: bool) -> Image.Image:
    wide, tall = size
    image = textured(Image.new("RGB", size, theme.BLIGHT if dark else theme.PARCHMENT), 3)
    edge = theme.BLACK if dark else theme.INK
    ImageDraw.Draw(image).rounded_rectangle((0, 0, wide - 1, tall - 1), theme.RADIUS, outline=edge, width=2)
    return image


def table(width: int, height: int) -> Image.Image:
    """Draw the dark table, with a soft light in the middle and darker edges.

    It is cut from a cached table whose height is the next multiple of `TABLE_HEIGHT_STEP`. Pictures have many different
    heights, and drawing a new table for each would take as long as drawing everything on it.
    """
    whole = bare_table(width, -(-height // TABLE_HEIGHT_STEP) * TABLE_HEIGHT_STEP)
    above = (whole.height - height) // 2
    return whole.crop((0, above, width, above + height))


@cached
def bare_table(width: int, height: int) -> Image.Image:
    """Return the dark table. The picture is cached and shared, so never draw on it."""
    glow = scaled(ImageChops.invert(Image.radial_gradient("L")), (width, height))
    glow = map_levels(glow, lambda level: level * 1.25)
    image = Image.new("RGB", (width, height), theme.TABLE)
    image.paste(theme.mix(theme.TABLE_LIT, theme.PANEL, 0.25), (0, 0, width, height), glow)
    return textured(image, 2)


def board_table(width: int, x0: int, x1: int, tall: int) -> Image.Image:
    """Return a part of a board's or a hand's table. The caller may draw on it.

    The table is bright in the middle columns and the same from top to bottom, so a section of a picture fits at any
    height, and stays cached when the sections above it grow.
    """
    return _repeated(_lit_strip(width), x0, x1, tall)


def mapped_table(width: int, tall: int) -> Image.Image:
    """Return a part of a board's table at full width, mapped to the palette. The caller may paste pieces on it."""
    return _repeated(_mapped_strip(width), 0, width, tall)


def _repeated(strip: Image.Image, x0: int, x1: int, tall: int) -> Image.Image:
    """Return some columns of a strip of the table, repeated from top to bottom."""
    image = strip.crop((x0, 0, x1, tall))
    columns = strip.crop((x0, 0, x1, strip.height)) if tall > strip.height else strip
    for y in range(strip.height, tall, strip.height):
        image.paste(columns, (0, y))
    return image


@cached
def _mapped_strip(width: int) -> Image.Image:
    return to_palette(_lit_strip(width))


@cached
def _lit_strip(width: int) -> Image.Image:
    strip, lit = Image.new("RGB", (width, TABLE_STRIP_HEIGHT)), theme.mix(theme.TABLE_LIT, theme.PANEL, 0.25)
    for x in range(width):
        away = abs(2 * x / width - 1)
        strip.paste(theme.mix(lit, theme.TABLE, away * away), (x, 0, x + 1, TABLE_STRIP_HEIGHT))
    return strip


def stacked(sections: Sequence[Image.Image]) -> Image.Image:
    """Stack sections of equal width that are all mapped to the palette."""
    first = sections[0]
    image = Image.new(first.mode, (first.width, sum(section.height for section in sections)))
    if palette := first.getpalette():
        image.putpalette(palette)
    y = 0
    for section in sections:
        lay_part(image, section, (0, y))
        y += section.height
    return image


def shadow(width: int, height: int, radius: int, blur: int, depth: int) -> Image.Image:
    """Return a soft shadow's alpha mask, `blur` pixels larger than the piece on each side."""
    mask = Image.new("L", (width + 2 * blur, height + 2 * blur), 0)
    mask.paste(map_levels(rounded(width, height, radius), lambda level: level * depth / 255), (blur, blur))
    return mask.filter(ImageFilter.GaussianBlur(blur / 2))


@cached
def _shadow_parts(
    width: int, height: int, radius: int, blur: int, depth: int
) -> tuple[tuple[int, int, Image.Image], ...]:
    """Return the visible parts of a shadow, each with its offset from the piece that casts the shadow."""
    mask = shadow(width, height, radius, blur, depth)
    wide, tall, corner = mask.width, mask.height, blur + radius + 4
    parts: list[Box] = [(0, 0, wide, tall)]
    if min(wide, tall) > 2 * corner:
        # Only the rim of a shadow is visible: above, below, left and right of the piece, and at its round corners. The
        # piece lies 4 pixels higher than its shadow. The parts reach 2 pixels under its edges.
        top, bottom, side = blur - 2, tall - blur - 6, blur + 2
        low, right = tall - corner, wide - corner
        parts = [
            (0, 0, wide, top),
            (0, bottom, wide, tall),
            (0, corner, side, low),
            (wide - side, corner, wide, low),
            *((x, y, x + corner, end) for x in (0, right) for y, end in ((top, corner), (low, bottom))),
        ]
    return tuple((part[0] - blur, part[1] - blur + 4, mask.crop(part)) for part in parts)


def lay_shadow(image: Image.Image, box: Box, radius: int = theme.RADIUS, blur: int = 10, depth: int = 150) -> None:
    """Draw the shadow that a piece casts on a picture."""
    x0, y0, x1, y1 = box
    for x, y, mask in _shadow_parts(x1 - x0, y1 - y0, radius, blur, depth):
        image.paste(theme.BLACK, (x0 + x, y0 + y), mask)


@cached
def panel(
    width: int, height: int, fill: Colour, edge: Colour | None, radius: int = theme.RADIUS, line: int = theme.LINE
) -> Image.Image:
    """Draw a rounded panel as RGBA, with an outline inside its edge."""
    image = Image.new("RGBA", (width, height), (*fill, 0))
    mask = rounded(width, height, radius)
    if edge is None:
        image.paste((*fill, 255), (0, 0), mask)
        return image
    image.paste((*edge, 255), (0, 0), mask)
    inner = rounded(width - 2 * line, height - 2 * line, max(1, radius - line))
    image.paste((*fill, 255), (line, line), inner)
    return image


def lay_card(image: Image.Image, part: Image.Image, x: int, y: int, radius: int = theme.RADIUS) -> None:
    """Paste an opaque piece with rounded corners on an RGB image. Only the bands with the corners are blended."""
    carry(image, part, x, y)
    low = part.height - radius
    if low <= radius:
        image.paste(part, (x, y), part)
        return
    for top, bottom in ((0, radius), (low, part.height)):
        band = part.crop((0, top, part.width, bottom))
        image.paste(band, (x, y + top), band)
    image.paste(part.crop((0, radius, part.width, low)), (x, y + radius))


@cached
def _panel_ends(
    width: int, height: int, fill: Colour, edge: Colour | None, radius: int, line: int
) -> tuple[Image.Image, ...]:
    """Return a panel's top and bottom strips, including its corners. A low panel is returned as a single piece."""
    whole, deep = panel(width, height, fill, edge, radius, line), max(radius, line + 1)
    if height <= 2 * deep:
        return (whole,)
    return whole.crop((0, 0, width, deep)), whole.crop((0, height - deep, width, height))


def lay_panel(
    image: Image.Image,
    box: Box,
    fill: Colour,
    edge: Colour | None = None,
    radius: int = theme.RADIUS,
    line: int = theme.LINE,
) -> None:
    """Draw a rounded panel on an image. Only its top and its bottom, which include the corners, are blended."""
    x0, y0, x1, y1 = box
    # The top and the bottom look the same at any height, so they are drawn only once for all panels of a width.
    height = min(y1 - y0, 2 * max(radius, line + 1) + 2)
    top, *rest = _panel_ends(x1 - x0, height, fill, edge, radius, line)
    image.paste(top, (x0, y0), top)
    for bottom in rest:
        above, below = y0 + top.height, y1 - bottom.height
        image.paste(bottom, (x0, below), bottom)
        image.paste(edge or fill, (x0, above, x1, below))
        if edge is not None:
            image.paste(fill, (x0 + line, above, x1 - line, below))


@cached
def ring(width: int, height: int, radius: int, line: int) -> Image.Image:
    """Return the mask of an outline with rounded corners."""
    mask = rounded(width, height, radius).copy()
    hole = ImageChops.invert(rounded(width - 2 * line, height - 2 * line, max(1, radius - line)))
    frame = Image.new("L", mask.size, 255)
    frame.paste(hole, (line, line))
    return ImageChops.multiply(mask, frame)


@cached
def _ring_bands(width: int, height: int, radius: int, line: int) -> tuple[tuple[int, int, Image.Image], ...]:
    """Return the four edges of an outline with their offsets. The large empty middle doesn't have to be pasted."""
    mask, thick = ring(width, height, radius, line), max(radius, line)
    if min(width, height) <= 2 * thick:
        return ((0, 0, mask),)
    boxes = (
        (0, 0, width, thick),
        (0, height - thick, width, height),
        (0, thick, line, height - thick),
        (width - line, thick, width, height - thick),
    )
    return tuple((box[0], box[1], mask.crop(box)) for box in boxes)


def lay_ring(image: Image.Image, box: Box, colour: Colour, radius: int = theme.RADIUS, line: int = 4) -> None:
    """Outline a box on a picture, which may already be mapped to the palette."""
    x0, y0, x1, y1 = box
    for x, y, band in _ring_bands(x1 - x0, y1 - y0, radius, line):
        at = (x0 + x, y0 + y)
        if image.mode == "P":
            # The outline has soft edges, so it is drawn in full colour and then mapped to the palette.
            part = image.crop((*at, at[0] + band.width, at[1] + band.height)).convert("RGB")
            part.paste(colour, (0, 0), band)
            image.paste(to_palette(part), at, map_levels(band, lambda level: 255 if level else 0))
        else:
            image.paste(colour, at, band)


def rule(draw: ImageDraw.ImageDraw, x0: int, x1: int, y: int, colour: Colour = theme.GOLD) -> None:
    """Draw a thin line with a small lozenge at each end."""
    draw.line((x0 + 6, y, x1 - 6, y), fill=colour, width=2)
    for x in (x0 + 4, x1 - 4):
        draw.polygon([(x - 4, y), (x, y - 4), (x + 4, y), (x, y + 4)], fill=colour)
