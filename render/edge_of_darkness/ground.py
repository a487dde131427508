"""The bare table under the board, and pieces of it to draw on."""

from PIL import Image

from render.edge_of_darkness.layout import Box, layout
from render.pen.canvas import bare_table


def bare(seats: int) -> Image.Image:
    """Give the table of a board without anything on it."""
    return bare_table(*layout(seats).size)


def ground(seats: int, box: Box) -> Image.Image:
    """Cut a piece out of the bare table, to be drawn on."""
    return bare(seats).crop(box)
