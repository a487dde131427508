"""Charges of another age: what lies in drawers, safes and cellars of the twenties; one bold figure each."""

from render.emblem.charges import CHARGES, Charge
from render.icons.pen import Pen, blob, polar, star
from render.pen.theme import Colour


def revolver(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a revolver."""
    pen.fill([(1.6, 7), (20.6, 7), (22.4, 8.2), (22.4, 10.4), (10.4, 11), (1.6, 11)], c)
    pen.fill([(15.2, 9), (22.4, 9), (23, 21), (17.6, 21), (15.6, 13)], c)
    pen.fill([(9, 9), (16, 9), (15, 13.6), (10, 13.6)], c)
    pen.circle(13.6, 14.6, 2.4, c, 1.2)
    for y in (8.2, 10, 11.8):
        pen.line([(10.4, y), (13.8, y)], field, 0.7)


def dagger(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a wavy dagger."""
    blade = [(10, 8.4), (14, 8.4), (15, 11.6), (13.4, 14.4), (14, 17), (12, 23), (10, 17.4), (10.8, 14.6), (9, 11.6)]
    pen.fill(blade, c)
    pen.line([(12, 10), (12.2, 19)], field, 0.8)
    pen.line([(5.6, 8.8), (8, 7.2), (16, 7.2), (18.4, 8.8)], c, 2)
    pen.line([(12, 2.6), (12, 7)], c, 2.8)
    pen.disc(12, 2.4, 1.9, c)


def skull(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a skull."""
    pen.disc(12, 10, 8, c)
    pen.box(8, 14, 16, 21, c, 1.2)
    for x in (8.8, 15.2):
        pen.fill(blob(x, 10.8, 2.3, 2.6), field)
    pen.fill([(12, 12.8), (13.3, 15.4), (10.7, 15.4)], field)
    for x in (10.4, 12, 13.6):
        pen.line([(x, 18), (x, 20.8)], field, 0.7)


def letter(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a sealed letter."""
    pen.box(2, 5.4, 22, 19.4, c, 1)
    pen.line([(3, 6.6), (12, 13.8), (21, 6.6)], field, 1.1)
    pen.disc(12, 14, 2.9, field)
    pen.disc(12, 14, 1.9, c)


def badge(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a policeman's badge."""
    pen.fill([(12, 1.4), (15, 4), (20, 3.6), (20.6, 12), (17.6, 18), (12, 22.6), (6.4, 18), (3.4, 12), (4, 3.6),
              (9, 4)], c)  # fmt: skip
    pen.fill(star(12, 11.4, 5.6, 2.4, 5), field)


def train(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a locomotive coming on."""
    pen.disc(12, 10.4, 7.4, c)
    pen.box(9.6, 1, 14.4, 5, c, 0.6)
    pen.fill([(3.6, 16), (20.4, 16), (22.4, 22.4), (1.6, 22.4)], c)
    pen.circle(12, 10.4, 5.4, field, 0.9)
    pen.disc(12, 10.4, 2.4, field)
    for x in (6.4, 10.2, 13.8, 17.6):
        pen.line([(12 + (x - 12) * 0.9, 17.4), (12 + (x - 12) * 1.5, 22)], field, 0.9)


def radio(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a mast that sends."""
    pen.line([(12, 8), (6.4, 22)], c, 1.6)
    pen.line([(12, 8), (17.6, 22)], c, 1.6)
    for y, half in ((12, 1.8), (16, 3.4), (20, 5)):
        pen.line([(12 - half, y), (12 + half, y)], c, 1.1)
    pen.disc(12, 7, 2, c)
    for r in (4.6, 7.8):
        pen.arc(12, 7, r, -50, 50, c, 1.4)
        pen.arc(12, 7, r, 130, 230, c, 1.4)


def lens(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a magnifying glass over a footprint."""
    pen.line([(15, 15), (21.4, 21.4)], c, 3.4)
    pen.circle(10, 10, 7.2, c, 2)
    pen.fill(blob(9.4, 9, 2, 3.4, 12), c)
    pen.disc(11, 14, 1.4, c)


def pyramid(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw an eye in a triangle with rays."""
    for turn in range(-160, 0, 20):
        pen.line([polar(12, 14, 10.4, turn), polar(12, 14, 12, turn)], c, 0.9)
    pen.fill([(12, 3.6), (22, 21), (2, 21)], c)
    pen.fill(blob(12, 15, 4.8, 3, 0, 0.6), field)
    pen.disc(12, 15, 1.7, c)


def pentacle(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a warding star with an eye of flame."""
    pen.circle(12, 12, 10, c, 1.3)
    pen.line([polar(12, 12, 9.4, -90 + 144 * n) for n in range(6)], c, 1.5)
    pen.fill(blob(12, 12, 1.6, 3, 0, 0.3), c)


def dynamite(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw three sticks with a burning fuse."""
    for x in (5.4, 10, 14.6):
        pen.box(x - 0.2, 8, x + 4, 22, c, 0.8)
    pen.line([(4.4, 13), (20, 13)], field, 1)
    pen.line([(4.4, 17), (20, 17)], field, 1)
    pen.line([(12, 8), (12.6, 5), (16, 4)], c, 1.1)
    pen.fill(star(17.6, 4, 3.6, 1.5, 6), c)


def fish(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw something between a fish and a man."""
    pen.fill(blob(10, 12, 8.6, 5.6, 0, 0.3), c)
    pen.fill([(16, 12), (22.6, 6), (21, 12), (22.6, 18)], c)
    pen.fill([(8, 7.6), (13, 2.6), (14.4, 8)], c)
    pen.fill([(9, 16.6), (11, 21.4), (13.4, 16)], c)
    pen.disc(6, 10.6, 1.5, field)
    for x in (10.2, 12.4):
        pen.arc(x - 3, 12, 4, -40, 40, field, 0.9)


def tomb(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a grave with a hand reaching out."""
    pen.disc(8, 8, 5.4, c)
    pen.box(2.6, 8, 13.4, 20, c)
    pen.line([(8, 5.4), (8, 13)], field, 1.2)
    pen.line([(5.6, 8), (10.4, 8)], field, 1.2)
    pen.line([(1, 20.6), (23, 20.6)], c, 1.6)
    pen.line([(18, 20), (18, 15)], c, 2)
    for x in (15.8, 17.2, 18.8, 20.4):
        pen.line([(18, 15.6), (x, 11.2)], c, 1)


def padlock(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a padlock."""
    pen.arc(12, 9, 5, 180, 360, c, 2.2)
    pen.line([(7, 9), (7, 12)], c, 2.2)
    pen.line([(17, 9), (17, 12)], c, 2.2)
    pen.box(4, 11, 20, 22, c, 1.6)
    pen.disc(12, 15.4, 1.9, field)
    pen.line([(12, 15.4), (12, 19)], field, 1.5)


def candle(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw three candles of different heights."""
    for x, top in ((6, 13), (12, 9), (18, 14.6)):
        pen.box(x - 2, top, x + 2, 22, c, 0.6)
        pen.fill(blob(x, top - 3.4, 1.5, 2.8, 0, 0.2), c)
    pen.line([(2.6, 22.4), (21.4, 22.4)], c, 1.4)


RELICS: dict[str, Charge] = {
    **CHARGES,
    "revolver": revolver, "dagger": dagger, "skull": skull, "letter": letter, "badge": badge, "train": train,
    "radio": radio, "lens": lens, "pyramid": pyramid, "pentacle": pentacle, "dynamite": dynamite, "fish": fish,
    "tomb": tomb, "padlock": padlock, "candle": candle,
}  # fmt: skip

#: Words in an id that suggest a figure; every other id takes one by its hash.
RELIC_HINTS: tuple[tuple[str, str], ...] = (
    ("anarchist", "flame"), ("auction", "hammer"), ("vault", "padlock"), ("letters", "letter"), ("corruption", "coins"),
    ("coup", "crown"), ("cover_up", "mask"), ("hospital", "phial"), ("debt", "scales"), ("deep_ones", "fish"),
    ("dynamite", "dynamite"), ("exorcism", "bell"), ("explorer", "wheel"), ("fbi", "badge"), ("library", "book"),
    ("ghoul", "skull"), ("island", "tomb"), ("insurance", "letter"), ("martial", "swords"), ("university", "tower"),
    ("express", "train"), ("collector", "phial"), ("police", "badge"), ("machine", "wheel"), ("detective", "lens"),
    ("radio", "radio"), ("returner", "tomb"), ("dagger", "dagger"), ("conspirator", "mask"), ("seance", "candle"),
    ("lodge", "pyramid"), ("warehouse", "lantern"), ("speakeasy", "cup"), ("starry", "comet"), ("press", "letter"),
    ("gun", "revolver"), ("wall_street", "coins"), ("ward", "pentacle"), ("contacts", "lantern"), ("favour", "rose"),
    ("thoughts", "scales"), ("cash", "coins"), ("key", "key"), ("forbidden_rite", "candle"), ("revolver", "revolver"),
    ("killer", "dagger"), ("notes", "letter"), ("tome", "book"), ("rumour", "bell"),
    ("elder_sign", "pentacle"), ("impostor", "mask"), ("lost_city", "tower"), ("cacophony", "radio"),
    ("music", "bell"), ("necronomicon", "book"), ("tesla", "radio"), ("offering", "dagger"), ("manuscript", "letter"),
    ("trapezohedron", "pyramid"), ("whateley", "tree"), ("yellow_sign", "serpent"), ("colour_out", "comet"),
    ("great_race", "wheel"), ("cats", "moon"), ("new_moon", "moon"), ("procession", "candle"), ("whispers", "mask"),
    ("thin_places", "gate"), ("recruitment", "letter"), ("revelation", "eye"), ("knives", "dagger"),
    ("stars_align", "comet"),
)  # fmt: skip


def hinted(seed: str) -> str | None:
    """Give the figure that an id suggests."""
    return next((figure for word, figure in RELIC_HINTS if word in seed), None)
