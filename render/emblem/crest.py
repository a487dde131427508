"""Crests: a round coat of arms for every kind of card and place, made from its id."""

from random import Random

from PIL import Image, ImageDraw

from render.emblem.charges import CHARGES, HINTS
from render.icons.pen import GRID, Pen, polar
from render.pen import theme
from render.pen.parts import cached
from render.pen.theme import Colour, mix, rgb

#: Field and second field of each tincture: deep, so that a pale charge stands out.
TINCTURES: tuple[tuple[Colour, Colour], ...] = (
    (rgb("#8c2f39"), rgb("#6d222d")),
    (rgb("#2f5d8c"), rgb("#234a73")),
    (rgb("#3c6e47"), rgb("#2d5738")),
    (rgb("#7a4b8c"), rgb("#613a72")),
    (rgb("#a3672a"), rgb("#85511e")),
    (rgb("#2c7a7b"), rgb("#206163")),
    (rgb("#4a4a5e"), rgb("#38384a")),
    (rgb("#8a7a1f"), rgb("#6f6216")),
    (rgb("#a14a6c"), rgb("#823a57")),
    (rgb("#5b6b2f"), rgb("#485623")),
)
DIVISIONS = ("plain", "pale", "fess", "bend", "chevron", "quarter", "rays", "border")


def arms(seed: str) -> tuple[str, int, str]:
    """Choose charge, tincture and division for an id, always the same."""
    dice = Random(f"arms 15298/{seed}")  # this salt spreads the tinctures well over the ten of a set-up
    hinted = next((charge for word, charge in HINTS if word in seed), None)
    charge = dice.choice(tuple(CHARGES))
    return hinted or charge, dice.randrange(len(TINCTURES)), dice.choice(DIVISIONS)


def _divide(pen: Pen, division: str, colour: Colour) -> None:
    """Lay the second tincture over part of the field."""
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


@cached(256)
def crest(seed: str, size: int, blight: bool = False) -> Image.Image:
    """Draw the round crest of an id as RGBA; the Blight side of it is the same arms, drained of light."""
    charge, tincture, division = arms(seed)
    field, second = TINCTURES[tincture]
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
