"""Marks recent changes on the board with an outline and a small label."""

from PIL import Image

from render.pen import theme
from render.pen.canvas import Box
from render.sheets import change_marks

EMBER = theme.ACCENTS["edge_of_darkness"]


def lay_mark(image: Image.Image, box: Box, label: str, radius: int = theme.RADIUS) -> None:
    """Outline a box in ember red, and draw a label at its upper right corner."""
    if label:
        change_marks.lay_outline(image, box, EMBER, radius)
        lay_tag(image, box, label)


def lay_tag(image: Image.Image, box: Box, label: str, lift: int = 26) -> None:
    """Draw a label at the upper right corner of a box."""
    x0, y0, x1, _ = box
    change_marks.lay_tag(image, x1 - 6, y0 - lift, label, x1 - x0 - 8, EMBER)
