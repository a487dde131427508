"""The Great Old One's strip: its goal, its VP, its two cultists and their orders."""

from dataclasses import replace

from PIL import Image

from render.dark_providence.layout import MARGIN, layout
from render.dark_providence.marks import lay_outline
from render.dark_providence.scene import Cultist, OldOne
from render.dark_providence.strips import lay_counts, lay_mythos, lay_vp, strip_panel
from render.emblem.vista import vista
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, inside, lay_panel, rounded
from render.pen.theme import mix
from render.text.writing import Style, write, write_fit

PAD = 20
LEFT_WIDE = 620
#: The width that a label on a cultist takes from the line of the order.
TAG_ROOM = 220
NUMBER = Style(34, "bold", theme.WHITE)


def draw_old_one(seats: int, foe: OldOne) -> Image.Image:
    """Draw the strip with a margin of the table around it, without labels."""
    image = _without_cultists(seats, replace(foe, cultists=(), mark="")).copy()
    for box, cultist in zip(cultist_boxes(inside(image, MARGIN)), foe.cultists, strict=True):
        image.paste(_cultist(seats, box, foe.acting, cultist), box[:2])
    if foe.mark:
        lay_outline(image, inside(image, MARGIN))
    return image


def cultist_boxes(box: Box) -> list[Box]:
    """Return the boxes of the two cultists in the box of the strip."""
    x0, y0, x1, y1 = box
    half = (y1 - y0 - 26) // 2
    tops = (y0 + 10, y0 + 16 + half)
    return [(x0 + LEFT_WIDE + 16, top, x1 - 12, top + half) for top in tops]


def _panel(seats: int, acting: bool) -> Image.Image:
    where = layout(seats, True).old_one
    assert where is not None
    return strip_panel(seats, True, where, theme.LEAF, acting)


@cached(8)
def _without_cultists(seats: int, foe: OldOne) -> Image.Image:
    """Draw all of the strip but the cultists."""
    image = _panel(seats, foe.acting).copy()
    x0, y0, _, y1 = inside(image, MARGIN)
    _self(image, (x0 + PAD, y0 + 12, x0 + LEFT_WIDE, y1 - 10), foe)
    return image


def _self(image: Image.Image, box: Box, foe: OldOne) -> None:
    """Draw its picture, name and VP, the progress of its goal, and what it holds."""
    x0, y0, x1, y1 = box
    scene = vista(foe.seed, 120, 120, blight=True)
    image.paste(scene, (x0, y0), rounded(120, 120, 12))
    lay_icon(image, "old_one", x0 + 22, y0 + 22, 76, theme.PALE)
    left = x0 + 136
    write_fit(image, left, y0 - 6, foe.name, Style(40, "title", theme.PALE), x1 - left - 160, least=28)
    lay_vp(image, x1 - 150, y0 - 8, y0 + 58, foe.vp)
    write_fit(image, left, y0 + 46, foe.goal, Style(28, "text", theme.PALE), x1 - left)
    _progress(image, (left, y0 + 86, x1 - 96, y0 + 116), foe)
    text = f"{foe.reached}/{foe.needed}"
    write_fit(image, x1 - 88, y0 + 78, text, NUMBER, 88, "right")
    lay_counts(image, x0, y1 - 90, x0 + 300, foe.counts[:3])
    x = x0
    for _ in range(foe.madness):
        lay_icon(image, "madness", x, y1 - 42, 40, theme.PALE)
        x += 44
    if not foe.madness:
        lay_icon(image, "madness", x, y1 - 42, 40, theme.PALE)
        write(image, x + 45, y1 - 40, "0", Style(34, "bold", theme.MUTED))
    lay_mythos(image, (x0 + 310, y1 - 94, x1, y1), foe.mythos)


def _progress(image: Image.Image, box: Box, foe: OldOne) -> None:
    """Draw the goal as a bar of steps; reached ones glow."""
    x0, y0, x1, y1 = box
    step = (x1 - x0) / foe.needed
    for n in range(foe.needed):
        lit = n < foe.reached
        paper = theme.LEAF if lit else theme.HOLLOW
        left, right = round(x0 + n * step), round(x0 + (n + 1) * step) - 4
        lay_panel(image, (left, y0, right, y1), paper, theme.WHITE if lit else theme.STEEL_DARK, 6)


@cached(16)
def _cultist(seats: int, box: Box, acting: bool, cultist: Cultist) -> Image.Image:
    """Draw one cultist: colour and shape, city, markers, and its order in this turn."""
    image = _panel(seats, acting).crop(box)
    wide, tall = image.size
    colour = theme.SEATS[cultist.colour].colour
    lay_panel(image, (0, 0, wide, tall), mix(theme.PANEL, theme.BLACK, 0.35), mix(theme.PANEL, colour, 0.5), 10)
    lay_icon(image, "cultist", 8, 8, 44, theme.PALE)
    lay_icon(image, f"seat{cultist.colour}", 36, 30, 28, theme.PALE)
    name = f"{cultist.name} · {cultist.city}"
    write_fit(image, 72, 8, name, Style(30, "bold", theme.WHITE), wide - 450)
    lay_counts(image, wide - 366, 10, wide - 8, cultist.counts)
    lay_icon(image, "cultist" if cultist.revealed else "allegiance", 16, tall - 46, 36, theme.PALE)
    room = wide - 84 - (TAG_ROOM if cultist.mark else 0)
    write_fit(image, 72, tall - 48, cultist.order, Style(28, "text", theme.PALE), room)
    if cultist.mark:
        lay_outline(image, (3, 3, wide - 3, tall - 3), 10, 4)
    return image
