"""Draws the head of the board, with a light for each remaining action."""

from PIL import Image

from render.dark_providence.layout import HEAD
from render.pen import theme
from render.pen.canvas import lay_panel
from render.sheets.board_header import Head, draw_header

LIGHT = 38


def draw_head(image: Image.Image, head: Head, actions: int) -> None:
    """Draw the head of the board on a strip of the table."""
    light_count = min(actions, 4)
    draw_header(image, head, HEAD, light_count * (LIGHT + 6) + 8)
    end = image.width - 24
    for n in range(light_count):
        left = end - (light_count - n) * (LIGHT + 6) + 6
        lay_panel(image, (left, 20, left + LIGHT, 20 + LIGHT), theme.GOLD_LIT, theme.WHITE, LIGHT // 2, 3)
