"""The head of the board: whose turn it is, what changed, which round."""

from PIL import Image, ImageDraw

from render import theme
from render.canvas import rule
from render.edge_of_darkness.model import Head
from render.glyphs import covers
from render.icons import lay_icon
from render.text import Style, sized, width, write_fit

SIDE = 360
NEWS_LEAST = 26
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
    face = "title" if covers(head.headline, "title") else "bold"
    write_fit(image, left, 2, head.headline, Style(theme.HEADLINE, face, theme.PALE), room, least=34)
    right = wide - 24 - SIDE
    write_fit(image, right, 8, head.round, Style(theme.TITLE, "title", theme.GOLD_LIT), SIDE, "right", 28)
    write_fit(image, right, 66, head.phase, PHASE, SIDE, "right")
    _news(image, left, right + SIDE - width(head.phase, PHASE) - 30 - left, head.news)
    rule(ImageDraw.Draw(image), 16, wide - 16, tall - 5)


def _news(image: Image.Image, x: int, room: int, lines: tuple[str, ...]) -> None:
    """Write what happened: as many lines in one as can be read, at least the first."""
    if not lines:
        return
    style = Style(32, "text", theme.mix(theme.PALE, theme.MUTED, 0.35))
    readable = sized(style, NEWS_LEAST)
    joined = [" · ".join(lines[:count]) for count in range(len(lines), 0, -1)]
    text = next((text for text in joined if width(text, readable) <= room), lines[0])
    write_fit(image, x, 72, text, style, room)
