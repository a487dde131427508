"""The background of a player's strip on the board: a panel in the owner's colour."""

from PIL import Image

from render.pen import theme
from render.pen.canvas import Box, inner_box, lay_panel
from render.pen.theme import Colour, mix


def lay_strip(image: Image.Image, colour: Colour, acting: bool, margin: int, line: int = 5) -> Box:
    """Draw the panel of a strip, with a bold frame during its owner's turn.

    Return the panel's box without the margin.
    """
    box = x0, y0, _, y1 = inner_box(image, margin)
    paper = mix(theme.PANEL, colour, 0.08)
    lay_panel(image, box, paper, colour if acting else mix(paper, colour, 0.4), line=line if acting else 2)
    lay_panel(image, (x0, y0 + 14, x0 + 8, y1 - 14), colour, None, 4)
    return box
