"""The outline and the small label of recent changes."""

from PIL import Image

from render.pen import theme
from render.pen.canvas import Box
from render.sheets import change_marks

VESTMENT = theme.ACCENTS["aevum_haeresis"]
#: The outline colour: a lighter accent, since the dark table has a similar colour.
OUTLINE = theme.mix(VESTMENT, theme.WHITE, 0.45)
#: The outline of a card that a question is about.
QUESTION_OUTLINE = theme.GOLD_LIT


def lay_outline(image: Image.Image, box: Box, radius: int = theme.RADIUS, line: int = 5) -> None:
    """Outline a box in the game's accent, 3 pixels outside it."""
    change_marks.lay_outline(image, box, OUTLINE, radius, line)


def lay_tag(image: Image.Image, right: int, top: int, label: str, room: int) -> None:
    """Lay a label with its upper right corner at a point, clamped to the picture."""
    change_marks.lay_tag(image, right, top, label, room, VESTMENT, OUTLINE)
