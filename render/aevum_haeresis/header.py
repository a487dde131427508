"""The head of the board: whose decision it is, the Round and its phase, what changed."""

from PIL import Image, ImageDraw

from render.aevum_haeresis.ground import ground
from render.aevum_haeresis.layout import HEADER
from render.aevum_haeresis.scene import Head
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import rule
from render.pen.png import to_palette
from render.sheets.header import write_headline, write_news
from render.text.writing import Style, width, write_fit

SIDE = 420
SMALL = Style(32, "text", theme.MUTED)


@cached(6)
def header(head: Head) -> Image.Image:
    """Write the headline on a strip of table, in the palette."""
    image = ground(HEADER)
    wide, tall = image.size
    left = 24
    if head.seat is not None or head.over:
        lay_icon(image, "points" if head.over else f"seat{head.seat}", 20, 10, 66, theme.PALE)
        left = 100
    right = wide - 24 - SIDE
    write_headline(image, left, 0, head.headline, right - left - 16)
    write_fit(image, right, 10, head.phase, Style(40, "title", theme.GOLD_LIT), SIDE, "right", 24)
    write_fit(image, right, 70, head.turn, SMALL, SIDE, "right")
    write_news(image, left, 72, head.news, right + SIDE - width(head.turn, SMALL) - 30 - left)
    rule(ImageDraw.Draw(image), 16, wide - 16, tall - 8)
    return to_palette(image)
