"""Draws a player's status bar: name and role, souls, gold, hand, Execution tiles, and piles."""

from PIL import Image

from render.aevum_haeresis.board_records import Bar, Piles
from render.aevum_haeresis.cards import small_back
from render.aevum_haeresis.change_marks import lay_outline
from render.aevum_haeresis.layout import EDGE, MARGIN, MIN_TEXT_SIZE, WIDTH, ground
from render.aevum_haeresis.soul_and_execution_counts import SOULS, lay_mosaic
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, mapped_table
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part, mark
from render.pen.png_encoding import to_palette
from render.sheets.player_strip import lay_strip
from render.text.text_layout import Style, write, write_fit

HEIGHT = 118
SOULS_LEFT, GOLD_LEFT, HAND_LEFT, TILES_LEFT = 400, 560, 744, 864
BIG = 54
SMALL = Style(36, "bold", theme.PALE)


@cached
def bar(record: Bar, piles: Piles) -> Image.Image:
    """Draw one status bar on its part of the table, as a palette image."""
    image = ground((EDGE, 0, WIDTH - EDGE, HEIGHT), MARGIN)
    inner = x0, y0, x1, y1 = lay_strip(image, theme.SEATS[record.seat].colour, record.acting, MARGIN)
    mark(image, inner, f"seat:{record.seat}", record.name)
    _name(image, (x0 + 20, y0, x0 + SOULS_LEFT - 16, y1), record)
    lay_icon(image, "soul", x0 + SOULS_LEFT, y0 + 6, 52, theme.PALE)
    end = write(image, x0 + SOULS_LEFT + 58, y0 - 2, str(record.souls), Style(BIG, "bold", theme.WHITE))
    end = write(image, end + 2, y0 + 18, f"/{SOULS}", Style(32, "bold", theme.MUTED))
    _mark(image, (x0 + SOULS_LEFT, y0 + 4, end, y0 + 60), record, "soul")
    _gold(image, x0 + GOLD_LEFT, y0, record)
    _hand(image, x0 + HAND_LEFT, y0, record)
    tiles = (x0 + TILES_LEFT, y0 + 10, x1 - 12, y1 - 10)
    _mark(image, tiles, record, "execution")
    lay_mosaic(image, tiles, record.execution, (theme.HOLLOW, theme.STEEL_DARK), record.rose)
    _rest(image, x0 + SOULS_LEFT, y0 + 66, record, piles)
    if record.mark or piles.mark:
        lay_outline(image, inner)
    whole = mapped_table(WIDTH, image.height)
    lay_part(whole, to_palette(image), (EDGE - MARGIN, 0))
    return whole


def _mark(image: Image.Image, box: Box, record: Bar, icon: str) -> None:
    """Add one of a seat's counts to the picture's pieces."""
    kind = "background" if icon == "card" else icon
    mark(image, box, f"{kind}:{record.seat}", dict(record.pieces).get(icon, ""))


def _name(image: Image.Image, box: Box, record: Bar) -> None:
    x0, y0, x1, _ = box
    lay_icon(image, f"seat{record.seat}", x0, y0 + 10, 50, theme.PALE)
    write_fit(image, x0 + 62, y0 + 6, record.name, Style(42, "bold", theme.WHITE), x1 - x0 - 62, least=MIN_TEXT_SIZE)
    left = x0 + 4
    if record.active:
        lay_icon(image, "first", left, y0 + 66, 40, theme.PALE)
        left += 50
    colour = theme.GOLD_LIT if record.active else theme.MUTED
    write_fit(image, left, y0 + 66, record.role, Style(34, "italic", colour), x1 - left, least=MIN_TEXT_SIZE)


def _gold(image: Image.Image, x: int, y: int, record: Bar) -> None:
    """Write the gold, with the income per Round above it in small letters."""
    lay_icon(image, "gold", x, y + 6, 52, theme.PALE)
    _mark(image, (x, y + 4, x + HAND_LEFT - GOLD_LEFT - 8, y + 60), record, "gold")
    end = write(image, x + 58, y - 2, str(record.gold), Style(BIG, "bold", theme.GOLD_LIT))
    text = f"+{record.income}" + (f"−{record.free}" if record.free else "")
    write_fit(
        image,
        end + 6,
        y + 18,
        text,
        Style(32, "bold", theme.MUTED),
        x + HAND_LEFT - GOLD_LEFT - end - 10,
        least=MIN_TEXT_SIZE,
    )


def _hand(image: Image.Image, x: int, y: int, record: Bar) -> None:
    """Write the hand size beside a card back."""
    if record.hand:
        back = small_back(42, 56)
        image.paste(back, (x, y + 6), back)
        end = write(image, x + 50, y - 2, str(record.hand), Style(BIG, "bold", theme.WHITE))
        _mark(image, (x, y + 4, end, y + 62), record, "hand")


def _rest(image: Image.Image, x: int, y: int, record: Bar, piles: Piles) -> None:
    """Write the sizes of the Pyre and of the Plot, Heretic, Location and Background decks, leaving out zeros."""
    counts = (
        ("pyre", piles.pyre), ("plot", piles.plot), ("heretics", piles.heretics), ("location", record.locations),
        ("card", record.background),
    )  # fmt: skip
    for icon, count in counts:
        if count:
            lay_icon(image, icon, x, y, 40, theme.PALE)
            low = icon in ("plot", "heretics") and count <= 5
            style = Style(SMALL.size, "bold", theme.rgb("#ec6a5e")) if low else SMALL
            end = write(image, x + 44, y - 2, str(count), style)
            _mark(image, (x, y, end, y + 44), record, icon)
            x = end + 14
