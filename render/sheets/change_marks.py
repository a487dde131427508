"""Marks recent changes with an outline and a small label, in the game's colours."""

from PIL import Image

from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_ring
from render.pen.png_encoding import to_palette
from render.pen.theme import Colour
from render.text.text_layout import Style, line_height, shorten, width, write

LABEL_HEIGHT = 36
#: The space at the left and the right of a label's text.
PADDING = 11


def lay_outline(image: Image.Image, box: Box, colour: Colour, radius: int = theme.RADIUS, line: int = 5) -> None:
    """Draw an outline 3 pixels outside a box."""
    x0, y0, x1, y1 = box
    lay_ring(image, (x0 - 3, y0 - 3, x1 + 3, y1 + 3), colour, radius + 3, line)


def tag_width(label: str, size: int = theme.BOARD_MIN_TEXT) -> int:
    """Return the width of a label that isn't shortened."""
    return width(label, Style(size, "bold", theme.WHITE)) + 2 * PADDING


def lay_tag(
    image: Image.Image, right: int, top: int, label: str, room: int, colour: Colour, edge: Colour | None = None,
    size: int = theme.BOARD_MIN_TEXT,
) -> None:  # fmt: skip
    """Draw a label with its upper right corner at a point. Move it if it would stick out of the picture."""
    style = Style(size, "bold", theme.WHITE)
    text = shorten(label, style, room - 2 * PADDING)
    wide = width(text, style) + 2 * PADDING
    left, top = max(0, right - wide), min(max(0, top), image.height - LABEL_HEIGHT)
    box = (left, top, left + wide, top + LABEL_HEIGHT)
    # A label has soft edges, so it is drawn in full colour, even if the picture is mapped to the palette.
    tag = image.crop(box).convert("RGB")
    lay_panel(tag, (0, 0, *tag.size), colour, edge, 10)
    write(tag, PADDING, (LABEL_HEIGHT - line_height(style)) // 2 - 1, text, style)
    image.paste(to_palette(tag) if image.mode == "P" else tag, box[:2])
