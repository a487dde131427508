"""Crests: a round coat of arms for each kind of card and each place, drawn from its id."""

from random import Random

from PIL import Image, ImageDraw

from render.icons.bold_silhouettes import CHARGES
from render.pen import theme
from render.pen.icon_pen import GRID, Pen, polar
from render.pen.picture_cache import cached
from render.pen.theme import Colour, mix, rgb

DIVISIONS = ("plain", "pale", "fess", "bend", "chevron", "quarter", "rays", "border")
#: Parts of ids, and the figures that they suggest. For other ids, the figure is chosen by the id's hash.
HINTS: tuple[tuple[str, str], ...] = (
    ("university", "book"), ("academy", "scales"), ("library", "book"), ("oath", "key"), ("herald", "bell"),
    ("scriptorium", "flame"), ("whisper", "mask"), ("undercroft", "serpent"), ("moon", "moon"), ("quay", "anchor"),
    ("bastion", "wheel"), ("lantern", "lantern"), ("forge", "hammer"), ("smith", "hammer"), ("millhollow", "wheat"),
    ("farm", "wheat"), ("citywatch", "eye"), ("watchtower", "tower"), ("war_council", "swords"),
    ("deephollow", "bow"), ("border", "bow"), ("capital", "crown"), ("harbo", "anchor"), ("dock", "ship"),
    ("temple", "flame"), ("chapel", "bell"), ("cathedral", "bell"), ("market", "coins"), ("exchange", "coins"),
    ("bank", "coins"), ("treasury", "key"), ("vault", "key"), ("theat", "mask"), ("tavern", "cup"), ("inn", "cup"),
    ("bridge", "gate"), ("gate", "gate"), ("observatory", "comet"), ("garden", "rose"), ("hunt", "bow"),
    ("lodge", "tree"), ("forest", "tree"), ("sewer", "serpent"), ("apothecary", "phial"), ("hospital", "phial"),
    ("court", "scales"), ("palace", "crown"), ("citizen", "cup"), ("patrician", "rose"),
)  # fmt: skip


def coat_of_arms(seed: str) -> tuple[str, int, str]:
    """Return the figure, the colours and the division of the shield for an id. They are always the same for an id."""
    dice = Random(f"arms 15298/{seed}")  # This salt spreads the colours well over the ten Locations of a set-up.
    hinted = next((charge for word, charge in HINTS if word in seed), None)
    charge = dice.choice(tuple(CHARGES))
    return hinted or charge, dice.randrange(len(theme.TINCTURES)), dice.choice(DIVISIONS)


def _divide(pen: Pen, division: str, colour: Colour) -> None:
    """Draw the second colour over a part of the shield."""
    if division == "pale":
        pen.box(12, 0, 24, 24, colour)
    elif division == "fess":
        pen.box(0, 0, 24, 10, colour)
    elif division == "bend":
        pen.fill([(24, 0), (24, 24), (0, 24)], colour)
    elif division == "chevron":
        pen.fill([(0, 24), (12, 8), (24, 24)], colour)
    elif division == "quarter":
        pen.box(0, 0, 12, 12, colour)
        pen.box(12, 12, 24, 24, colour)
    elif division == "rays":
        for turn in range(0, 360, 45):
            pen.fill([(12, 12), polar(12, 12, 18, turn), polar(12, 12, 18, turn + 22.5)], colour)
    elif division == "border":
        pen.circle(12, 12, 9, colour, 2.4)


@cached
def crest(seed: str, size: int, blight: bool = False) -> Image.Image:
    """Draw an id's round crest as RGBA. On the Blight side, the same coat of arms is drawn in dark colours."""
    charge, tincture, division = coat_of_arms(seed)
    field, second = theme.TINCTURES[tincture]
    figure = rgb("#f6ecd2")
    if blight:
        field, second = mix(field, rgb("#1c1424"), 0.62), mix(second, rgb("#1c1424"), 0.7)
        figure = rgb("#c9b9dc")
    fine = 5 if size <= 64 else 3
    side = size * fine
    big = Image.new("RGB", (side, side), field)
    pen = Pen(ImageDraw.Draw(big), side / GRID, figure, dark=True)
    _divide(pen, division, second)
    inner = Image.new("RGB", (side, side), figure)
    figure_mask = Image.new("L", (side, side), 0)
    cut = Pen(ImageDraw.Draw(figure_mask), side * 0.72 / GRID, figure, dark=True)
    shift = round(side * 0.14)
    layer = Image.new("L", (side, side), 0)
    cut.draw = ImageDraw.Draw(layer)
    CHARGES[charge](cut, 255, 0)  # pyright: ignore[reportArgumentType]  (drawn as a mask: levels, not colours)
    figure_mask.paste(layer, (shift, shift))
    big.paste(inner, (0, 0), figure_mask)
    disc = Image.new("L", (side, side), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, side - 1, side - 1), fill=255)
    pen.circle(12, 12, 11.1, theme.GOLD if not blight else rgb("#6b5580"), 1.5)
    pen.circle(12, 12, 11.8, theme.BLACK, 0.5)
    out = big.convert("RGBA")
    out.putalpha(disc)
    return out.reduce(fine)
