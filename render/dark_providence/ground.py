"""The bare table under the board, and pieces of it to draw on."""

from PIL import Image

from render.dark_providence.layout import Box, layout
from render.pen.canvas import bare_table


def bare(seats: int, solo: bool) -> Image.Image:
    """Give the table of a board without anything on it."""
    return bare_table(*layout(seats, solo).size)


def ground(seats: int, solo: bool, box: Box) -> Image.Image:
    """Cut a piece out of the bare table, to be drawn on."""
    return bare(seats, solo).crop(box)
