"""The bare table under the board, and pieces of it to draw on."""

from PIL import Image

from render.canvas import table, textured
from render.edge_of_darkness.layout import Box, layout
from render.parts import cached


@cached(4)
def bare(seats: int) -> Image.Image:
    """Draw the table of a board without anything on it."""
    return textured(table(*layout(seats).size), 2)


def ground(seats: int, box: Box) -> Image.Image:
    """Cut a piece out of the bare table, to be drawn on."""
    return bare(seats).crop(box)


def within(outer: Box, inner: Box) -> Box:
    """Give the place on the board of a box that is measured from the corner of another."""
    x, y = outer[:2]
    return (x + inner[0], y + inner[1], x + inner[2], y + inner[3])
