"""The head of the board: whose turn it is, the actions left, what changed."""

from PIL import Image, ImageDraw

from render.dark_providence.scene import Head
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, rule
from render.sheets.header import write_headline, write_news
from render.text.writing import Style, width, write_fit

SIDE = 380
PIP = 38
SMALL = Style(30, "text", theme.MUTED)


def draw_header(image: Image.Image, head: Head) -> None:
    """Write the headline on a strip of table."""
    wide, tall = image.size
    left = 24
    if head.colour is not None or head.over:
        lay_icon(image, "points" if head.over else f"seat{head.colour}", 20, 12, 68, theme.PALE)
        left = 102
    room = wide - left - SIDE - 40
    write_headline(image, left, 0, head.headline, room)
    right = wide - 24 - SIDE
    _actions(image, right, head)
    write_fit(image, right, 72, head.turn, SMALL, SIDE, "right")
    write_news(image, left, 76, head.news, right + SIDE - width(head.turn, SMALL) - 30 - left)
    rule(ImageDraw.Draw(image), 16, wide - 16, tall - 6)


def _actions(image: Image.Image, x: int, head: Head) -> None:
    """Show the actions left as lights after their words."""
    end = x + SIDE
    shown = min(head.actions, 4)
    for n in range(shown):
        left = end - (shown - n) * (PIP + 6) + 6
        lay_panel(image, (left, 20, left + PIP, 20 + PIP), theme.GOLD_LIT, theme.WHITE, PIP // 2, 3)
    room = SIDE - shown * (PIP + 6) - 8
    write_fit(image, x, 12, head.label, Style(36, "title", theme.GOLD_LIT), room, "right", 24)
