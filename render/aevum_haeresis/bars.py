"""A player's bar: name and role, souls, gold, the three tiles of the Execution, the hand."""

from PIL import Image

from render.aevum_haeresis.cards import small_back
from render.aevum_haeresis.layout import BARS, MARGIN, ground
from render.aevum_haeresis.marks import lay_outline
from render.aevum_haeresis.scene import Bar
from render.aevum_haeresis.tokens import SOULS, lay_mosaic, lay_souls
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box
from render.pen.png import to_palette
from render.sheets.strip import lay_strip
from render.text.writing import Style, width, write, write_fit

SOULS_LEFT, GOLD_LEFT, TILES_LEFT, HAND_LEFT, REST_LEFT = 420, 760, 930, 1222, 1440
BIG = 60


@cached(24)
def bar(place: int, record: Bar) -> Image.Image:
    """Draw one bar with a margin of the table around it, in the palette."""
    image = ground(BARS[place], MARGIN)
    inner = x0, y0, _, y1 = lay_strip(image, theme.SEATS[record.seat].colour, record.acting, MARGIN)
    _name(image, (x0 + 20, y0, x0 + SOULS_LEFT - 16, y1), record)
    _souls(image, (x0 + SOULS_LEFT, y0, x0 + GOLD_LEFT - 24, y1), record.souls)
    _gold(image, x0 + GOLD_LEFT, y0, record)
    tiles = (x0 + TILES_LEFT, y0 + 8, x0 + HAND_LEFT - 18, y1 - 8)
    lay_mosaic(image, tiles, record.execution, (theme.HOLLOW, theme.STEEL_DARK), record.rose)
    _hand(image, (x0 + HAND_LEFT, y0, x0 + REST_LEFT - 14, y1), record.hand)
    for index, (icon, count) in enumerate((("location", record.locations), ("card", record.background))):
        y = y0 + 8 + index * 48
        lay_icon(image, icon, x0 + REST_LEFT, y, 44, theme.PALE)
        write(image, x0 + REST_LEFT + 54, y, str(count), Style(36, "bold", theme.PALE if count else theme.MUTED))
    if record.mark:
        lay_outline(image, inner)
    return to_palette(image)


def _name(image: Image.Image, box: Box, record: Bar) -> None:
    x0, y0, x1, _ = box
    lay_icon(image, f"seat{record.seat}", x0, y0 + 10, 50, theme.PALE)
    write_fit(image, x0 + 62, y0 + 6, record.name, Style(42, "bold", theme.WHITE), x1 - x0 - 62, least=26)
    left = x0 + 4
    if record.active:
        lay_icon(image, "first", left, y0 + 64, 40, theme.PALE)
        left += 50
    colour = theme.GOLD_LIT if record.active else theme.MUTED
    write_fit(image, left, y0 + 64, record.role, Style(32, "italic", colour), x1 - left)


def _souls(image: Image.Image, box: Box, souls: int) -> None:
    """Write the number of souls, and draw a flame for each of the ten that win."""
    x0, y0, x1, _ = box
    lay_icon(image, "soul", x0, y0 + 6, 58, theme.PALE)
    end = write(image, x0 + 66, y0 - 2, str(souls), Style(BIG, "bold", theme.WHITE))
    write(image, end + 2, y0 + 22, f"/{SOULS}", Style(34, "bold", theme.MUTED))
    flames = (x0, y0 + 70, x1, y0 + 102)
    lay_souls(image, flames, souls, theme.PALE, theme.HOLLOW, theme.STEEL_DARK)


def _gold(image: Image.Image, x: int, y: int, record: Bar) -> None:
    lay_icon(image, "gold", x, y + 6, 58, theme.PALE)
    write(image, x + 66, y - 2, str(record.gold), Style(BIG, "bold", theme.GOLD_LIT))
    text = f"+{record.income}" + (f" {{gold}}−{record.free}" if record.free else "")
    write(image, x + 8, y + 66, text, Style(32, "bold", theme.MUTED))


def _hand(image: Image.Image, box: Box, count: int) -> None:
    """Draw the hand as a fan of backs, with their number."""
    x0, y0, x1, _ = box
    style, text = Style(BIG, "bold", theme.WHITE), str(count)
    write(image, x0, y0 + 18, text, style)
    left = x0 + width(text, style) + 14
    back = small_back(58, 80)
    shown = min(count, 12)
    step = min(34, max(4, (x1 - left - 58) // max(1, shown - 1)))
    for n in range(shown):
        image.paste(back, (left + n * step, y0 + 16), back)
    if not count:
        lay_icon(image, "hand", left, y0 + 30, 52, theme.PALE)
