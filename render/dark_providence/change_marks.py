"""The outline and the small label of recent changes."""

from PIL import Image

from render.dark_providence.layout import MIN_TEXT_SIZE
from render.pen import theme
from render.pen.canvas import Box
from render.sheets import change_marks

SEA = theme.ACCENTS["dark_providence"]
#: The outline colour: a lighter accent, since the dark table and the sea have similar colours.
OUTLINE = theme.mix(SEA, theme.WHITE, 1 / 3)


def lay_outline(image: Image.Image, box: Box, radius: int = theme.RADIUS, line: int = 5) -> None:
    """Outline a box in the game's accent, 3 pixels outside it."""
    change_marks.lay_outline(image, box, OUTLINE, radius, line)


def lay_tag(image: Image.Image, right: int, top: int, label: str, room: int) -> None:
    """Lay a label with its upper right corner at a point, clamped to the picture."""
    change_marks.lay_tag(image, right, top, label, room, SEA, OUTLINE, MIN_TEXT_SIZE)
