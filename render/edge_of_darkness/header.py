"""The head of the board: whose turn it is, what changed, which round."""

from PIL import Image, ImageDraw

from render import theme
from render.canvas import rule
from render.edge_of_darkness.model import Head
from render.glyphs import covers
from render.icons import lay_icon
from render.text import Style, write_fit

SIDE = 360


def draw_header(image: Image.Image, head: Head) -> None:
    """Write the headline on a strip of table."""
    wide, tall = image.size
    left = 24
    if head.seat is not None:
        lay_icon(image, f"seat{head.seat}", 20, 14, 66, theme.PALE)
        left = 100
    elif head.over:
        lay_icon(image, "points", 20, 14, 66, theme.PALE)
        left = 100
    room = wide - left - SIDE - 40
    face = "title" if covers(head.headline, "title") else "bold"
    write_fit(image, left, 2, head.headline, Style(theme.HEADLINE, face, theme.PALE), room, least=34)
    write_fit(image, left, 72, head.news, Style(32, "text", theme.mix(theme.PALE, theme.MUTED, 0.35)), room)
    right = wide - 24 - SIDE
    write_fit(image, right, 8, head.round, Style(theme.TITLE, "title", theme.GOLD_LIT), SIDE, "right", 28)
    write_fit(image, right, 66, head.phase, Style(30, "text", theme.MUTED), SIDE, "right")
    rule(ImageDraw.Draw(image), 16, wide - 16, tall - 5)
