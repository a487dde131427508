"""The bare table under the board, and pieces of it to draw on."""

from PIL import Image

from render.aevum_haeresis.layout import SIZE, Box
from render.pen.cache import cached
from render.pen.canvas import bare_table
from render.pen.png import to_palette


def bare() -> Image.Image:
    """Give the table of a board without anything on it."""
    return bare_table(*SIZE)


@cached(1)
def mapped() -> Image.Image:
    """Give the bare table in the palette."""
    return to_palette(bare())


def ground(box: Box) -> Image.Image:
    """Cut a piece out of the bare table, to be drawn on."""
    return bare().crop(box)
