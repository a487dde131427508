"""Marks recent changes on the board with an outline and a small label."""

from PIL import Image

from render.dark_providence.layout import MIN_TEXT_SIZE
from render.pen import theme
from render.pen.canvas import Box
from render.sheets import change_marks

SEA = theme.ACCENTS["dark_providence"]
#: The colour of outlines: a lighter shade of the accent colour, which itself is too close to the colours of the table
#: and the sea.
OUTLINE = theme.mix(SEA, theme.WHITE, 1 / 3)


def lay_outline(image: Image.Image, box: Box, radius: int = theme.RADIUS, line: int = 5) -> None:
    """Draw an outline in the game's accent colour, 3 pixels outside a box."""
    change_marks.lay_outline(image, box, OUTLINE, radius, line)


def tag_width(label: str) -> int:
    """Return the width of a label."""
    return change_marks.tag_width(label, MIN_TEXT_SIZE)


def lay_tag(image: Image.Image, right: int, top: int, label: str, room: int) -> None:
    """Draw a label with its upper right corner at a point. Move it if it would stick out of the picture."""
    change_marks.lay_tag(image, right, top, label, room, SEA, OUTLINE, MIN_TEXT_SIZE)
