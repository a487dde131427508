"""Draws the Great Old One's strip: its goal, its VP, and its two cultists with their orders."""

from PIL import Image

from render.dark_providence.board_records import Cultist, OldOne
from render.dark_providence.change_marks import lay_outline, lay_tag
from render.dark_providence.layout import MARGIN, MIN_TEXT_SIZE
from render.dark_providence.player_strips import as_section, lay_counts, lay_mythos, lay_vp, mythos_height, strip_panel
from render.emblem.dark_providence import horror
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, inner_box, lay_panel, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.theme import mix
from render.text.text_layout import Style, width, write_fit

PAD = 16
BARE, CULTIST_HEIGHT = 150, 100
#: The width reserved for a cultist's change label, on the line with the order.
TAG_ROOM = 240
NUMBER = Style(36, "bold", theme.WHITE)


@cached
def draw_old_one(foe: OldOne) -> Image.Image:
    """Draw the strip on the table, without its label, as a palette image."""
    below = BARE + mythos_height(foe.mythos)
    tall = below + len(foe.cultists) * (CULTIST_HEIGHT + 8) + 4
    image = strip_panel(tall, theme.LEAF, foe.acting).copy()
    x0, y0, x1, _ = inner_box(image, MARGIN)
    mark(image, inner_box(image, MARGIN), "seat:old_one", foe.name)
    _self(image, (x0 + PAD, y0 + 14, x1 - PAD, y0 + BARE), foe)
    lay_mythos(image, (x0 + 12, y0 + BARE - 2, x1 - 12), foe.mythos)
    for index, cultist in enumerate(foe.cultists):
        part, y = _cultist(cultist, x1 - x0 - 24), y0 + below + index * (CULTIST_HEIGHT + 8)
        image.paste(part, (x0 + 12, y))
        mark(image, (x0 + 12, y, x1 - 12, y + part.height), f"cultist:{cultist.id}", cultist.name)
    if foe.mark:
        lay_outline(image, inner_box(image, MARGIN))
    return as_section(image)


def _self(image: Image.Image, box: Box, foe: OldOne) -> None:
    """Draw the Great Old One's picture, name, VP, progress towards its goal, and counts."""
    x0, y0, x1, _ = box
    scene = horror(foe.seed, 120, 120)
    image.paste(scene, (x0, y0), rounded(120, 120, 12))
    left, middle = x0 + 136, x0 + 620
    write_fit(image, left, y0 - 6, foe.name, Style(42, "title", theme.PALE), middle - left - 180, least=MIN_TEXT_SIZE)
    lay_vp(image, middle - 160, y0 - 8, y0 + 58, foe.vp)
    end = lay_counts(image, left, y0 + 66, middle, foe.counts)
    for _ in range(foe.madness):
        lay_icon(image, "madness", end, y0 + 66, 40, theme.PALE)
        end += 44
    write_fit(image, middle, y0 + 4, foe.goal, Style(32, "text", theme.PALE), x1 - middle, least=MIN_TEXT_SIZE)
    text = f"{foe.reached}/{foe.needed}"
    _progress(image, (middle, y0 + 66, x1 - 110, y0 + 102), foe)
    write_fit(image, x1 - 100, y0 + 62, text, NUMBER, 100, "right", MIN_TEXT_SIZE)


def _progress(image: Image.Image, box: Box, foe: OldOne) -> None:
    """Draw the goal as a bar of steps. Steps that were reached are bright."""
    x0, y0, x1, y1 = box
    step = (x1 - x0) / foe.needed
    for n in range(foe.needed):
        lit = n < foe.reached
        paper = theme.LEAF if lit else theme.HOLLOW
        left, right = round(x0 + n * step), round(x0 + (n + 1) * step) - 4
        lay_panel(image, (left, y0, right, y1), paper, theme.WHITE if lit else theme.STEEL_DARK, 6)


@cached
def _cultist(cultist: Cultist, wide: int) -> Image.Image:
    """Draw one cultist: its colour and shape, its city, its markers, and its order for this turn."""
    image = Image.new("RGB", (wide, CULTIST_HEIGHT), mix(theme.PANEL, theme.LEAF, 0.08))
    tall, colour = CULTIST_HEIGHT, theme.SEATS[cultist.colour].colour
    lay_panel(image, (0, 0, wide, tall), mix(theme.PANEL, theme.BLACK, 0.35), mix(theme.PANEL, colour, 0.5), 10)
    lay_icon(image, "cultist", 8, 6, 44, theme.PALE)
    lay_icon(image, f"seat{cultist.colour}", 36, 28, 28, theme.PALE)
    room = sum(66 + width(text, NUMBER) for _, text in cultist.counts if text != "0")
    lay_counts(image, wide - room, 6, wide, cultist.counts)
    name = f"{cultist.name} · {cultist.city}" if cultist.city else cultist.name
    write_fit(image, 76, 4, name, Style(34, "bold", theme.WHITE), wide - room - 90, least=MIN_TEXT_SIZE)
    lay_icon(image, "cultist" if cultist.revealed else "allegiance", 16, tall - 44, 36, theme.PALE)
    room = wide - 88 - (TAG_ROOM if cultist.mark else 0)
    write_fit(image, 76, tall - 48, cultist.order, Style(32, "text", theme.PALE), room, least=MIN_TEXT_SIZE)
    if cultist.mark:
        lay_outline(image, (3, 3, wide - 3, tall - 3), 10, 4)
        lay_tag(image, wide - 10, tall - 42, cultist.mark, TAG_ROOM)
    return image
