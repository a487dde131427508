"""The head of the board: whose turn it is, what changed, which round."""

from PIL import Image, ImageDraw

from render.edge_of_darkness.scene import Head
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import rule
from render.sheets.header import write_headline, write_news
from render.text.writing import Style, width, write_fit

SIDE = 360
PHASE = Style(30, "text", theme.MUTED)


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
    write_headline(image, left, 2, head.headline, room)
    right = wide - 24 - SIDE
    write_fit(image, right, 8, head.round, Style(theme.TITLE, "title", theme.GOLD_LIT), SIDE, "right", 28)
    write_fit(image, right, 66, head.phase, PHASE, SIDE, "right")
    write_news(image, left, 72, head.news, right + SIDE - width(head.phase, PHASE) - 30 - left)
    rule(ImageDraw.Draw(image), 16, wide - 16, tall - 5)
