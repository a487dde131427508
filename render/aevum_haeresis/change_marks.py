"""Marks recent changes on the board with an outline and a small label."""

from PIL import Image

from render.pen import theme
from render.pen.canvas import Box
from render.sheets import change_marks

VESTMENT = theme.ACCENTS["aevum_haeresis"]
#: The colour of outlines: a lighter shade of the accent colour, which itself is too close to the table's colour.
OUTLINE = theme.mix(VESTMENT, theme.WHITE, 0.45)
#: The colour of the outline around a card that a question is about.
QUESTION_OUTLINE = theme.GOLD_LIT


def lay_outline(image: Image.Image, box: Box, radius: int = theme.RADIUS, line: int = 5) -> None:
    """Draw an outline in the game's accent colour, 3 pixels outside a box."""
    change_marks.lay_outline(image, box, OUTLINE, radius, line)


def lay_tag(image: Image.Image, right: int, top: int, label: str, room: int) -> None:
    """Draw a label with its upper right corner at a point. Move it if it would stick out of the picture."""
    change_marks.lay_tag(image, right, top, label, room, VESTMENT, OUTLINE)
