"""Draws counts as pictures: flames for souls, and mosaic tiles for the Execution."""

from PIL import Image

from render.emblem.aevum_haeresis import execution
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded
from render.pen.theme import Colour

#: The number of souls that wins the match, and the number of mosaic tiles that loses it.
SOULS, TILES = 10, 3
SUNS = ("dawn", "noon", "dusk", "night")


def lay_souls(image: Image.Image, box: Box, souls: int, ink: Colour, hollow: Colour, edge: Colour) -> None:
    """Draw a flame for each soul a player has, and a hollow shape for each soul still needed to win."""
    x0, y0, x1, y1 = box
    step, side = (x1 - x0) // SOULS, y1 - y0
    inset = side // 4
    for n in range(SOULS):
        x = x0 + n * step + (step - side) // 2
        if n < souls:
            lay_icon(image, "soul", x, y0, side, ink)
        else:
            lay_panel(image, (x + inset, y0 + inset, x + side - inset, y1 - inset), hollow, edge, side // 4)


def lay_mosaic(image: Image.Image, box: Box, level: int, colours: tuple[Colour, Colour], fresh: bool = False) -> None:
    """Draw the mosaic of the Execution. Each level adds a tile with a third of the scene.

    `colours` are the background and the edge of missing tiles. If `fresh`, the newest tile has a light edge.
    """
    x0, y0, x1, y1 = box
    wide, tall = (x1 - x0 - 12) // TILES, y1 - y0
    scene = execution(wide * TILES, tall)
    for n in range(TILES):
        x = x0 + n * (wide + 6)
        if n >= level:
            lay_panel(image, (x, y0, x + wide, y1), *colours, 8)
            lay_icon(image, "execution", x + wide // 2 - 24, y0 + tall // 2 - 24, 48, theme.PALE)
            image.paste(colours[0], (x + 3, y0 + 3), Image.new("L", (wide - 6, tall - 6), 195))
            continue
        lay_panel(image, (x, y0, x + wide, y1), theme.GOLD_LIT if fresh and n == level - 1 else theme.BLOOD, None, 8)
        part = scene.crop((n * wide + 3, 3, (n + 1) * wide - 3, tall - 3))
        image.paste(part, (x + 3, y0 + 3), rounded(*part.size, 6))
