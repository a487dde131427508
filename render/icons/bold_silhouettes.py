"""Bold figures in one colour for crests, medallions and the marks of factions."""

from collections.abc import Callable

from render.pen.icon_pen import Pen, Point, blob, ngon, polar, star
from render.pen.theme import Colour

Figure = Callable[[Pen, Colour, Colour], None]


def tower(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a tower."""
    pen.fill([(6, 20), (7, 9), (5.4, 9), (5.4, 4), (8, 4), (8, 6), (10.7, 6), (10.7, 4), (13.3, 4), (13.3, 6), (16, 6),
              (16, 4), (18.6, 4), (18.6, 9), (17, 9), (18, 20)], c)  # fmt: skip
    pen.box(10.4, 13, 13.6, 20.2, field, 1.4)
    pen.box(11.2, 9.4, 12.8, 11.6, field)


def book(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw an open book."""
    pen.fill(
        [(12, 7), (8, 5), (3.4, 5.4), (3.4, 17.4), (8, 17), (12, 19.4), (16, 17), (20.6, 17.4), (20.6, 5.4), (16, 5)], c
    )
    pen.line([(12, 7.6), (12, 18.4)], field, 1.2)
    for y in (8.6, 11.4, 14.2):
        pen.line([(5.4, y - 0.2), (10, y + 0.9)], field, 1)
        pen.line([(18.6, y - 0.2), (14, y + 0.9)], field, 1)


def hammer(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a smith's hammer."""
    pen.line([(6, 20), (14.6, 9.4)], c, 2.6)
    pen.fill([(8.6, 5.4), (12.4, 2.6), (20.6, 9.4), (18.6, 13.4), (16.4, 12.2)], c)
    pen.line([(12.4, 7.4), (16, 10.4)], field, 1)


def wheat(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a sheaf of wheat."""
    for lean in (-5, 0, 5):
        pen.line([(12, 20.4), (12 + lean, 7)], c, 1.3)
        for n in range(3):
            y = 4.6 + n * 3.2
            x = 12 + lean * (1.05 - 0.18 * n)
            pen.fill(blob(x, y, 1.5, 2.2, lean * 4), c)
    pen.line([(8.4, 15.6), (15.6, 15.6)], field, 2.6)
    pen.line([(8.6, 15.6), (15.4, 15.6)], c, 1.2)


def scales(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a pair of scales."""
    pen.line([(12, 3.6), (12, 19)], c, 1.8)
    pen.line([(4.6, 6.8), (19.4, 6.8)], c, 1.6)
    pen.fill([(7.4, 20.8), (16.6, 20.8), (13.4, 18), (10.6, 18)], c)
    for x in (5, 19):
        pen.line([(x, 7), (x - 2.8, 13.4)], c, 0.8)
        pen.line([(x, 7), (x + 2.8, 13.4)], c, 0.8)
        pen.fill([(x - 3.6, 13.2), (x + 3.6, 13.2), (x + 1.8, 16.2), (x - 1.8, 16.2)], c)


def key(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a key."""
    pen.circle(8, 8, 3.6, c, 2.2)
    pen.line([(10.6, 10.6), (19.4, 19.4)], c, 2.3)
    pen.line([(16, 16), (18.8, 13.2)], c, 2)
    pen.line([(18.8, 18.8), (21, 16.6)], c, 2)


def anchor(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw an anchor."""
    pen.circle(12, 5, 2, c, 1.5)
    pen.line([(12, 7), (12, 20)], c, 2)
    pen.line([(8, 9.8), (16, 9.8)], c, 1.8)
    pen.arc(12, 12.6, 7.4, 10, 170, c, 2.2)


def bell(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a bell."""
    pen.disc(12, 4.2, 1.6, c)
    pen.fill([(9, 6), (15, 6), (17, 10), (17.4, 15), (20, 18), (4, 18), (6.6, 15), (7, 10)], c)
    pen.disc(12, 19.6, 2, c)
    pen.line([(5.6, 16.4), (18.4, 16.4)], field, 0.9)


def flame(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a flame."""
    pen.fill(
        [(12.6, 2), (17, 7.4), (19, 12.8), (17.6, 18), (12, 21.4), (6.4, 18), (5, 13), (7, 9), (9.4, 11), (9.8, 6)], c
    )
    pen.fill(blob(12, 16.2, 2.6, 3.8), field)


def lantern(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a lantern."""
    pen.arc(12, 5.6, 2.6, 180, 360, c, 1.4)
    pen.fill([(7, 8.6), (9.4, 5.8), (14.6, 5.8), (17, 8.6)], c)
    pen.box(7.2, 9.4, 16.8, 18, c, 1)
    pen.box(6.4, 18.6, 17.6, 20.8, c, 0.6)
    pen.fill(blob(12, 14, 2.2, 3.4), field)


def swords(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw crossed swords."""
    for side in (-1, 1):
        pen.line([(12 + 8 * side, 3.6), (12 - 6 * side, 18)], c, 1.9)
        pen.line([(12 - 1.8 * side, 17.2), (12 - 7 * side, 12)], c, 1.6)
        pen.line([(12 - 5 * side, 17), (12 - 7.6 * side, 19.8)], c, 2.2)


def eye(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a watching eye with rays."""
    pen.fill(blob(12, 13.6, 9.6, 5.8, 0, 0.6), c)
    pen.disc(12, 13.6, 3.6, field)
    pen.disc(12, 13.6, 1.6, c)
    for turn in (-130, -110, -90, -70, -50):
        pen.line([polar(12, 14.6, 9.2, turn), polar(12, 14.6, 11.6, turn)], c, 1.1)


def tree(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a tree."""
    pen.line([(12, 12), (12, 21)], c, 2.2)
    for x, y, r in ((12, 6.6, 4.2), (7.6, 10, 3.6), (16.4, 10, 3.6), (12, 11.6, 3.6)):
        pen.disc(x, y, r, c)
    pen.line([(8, 20.8), (16, 20.8)], c, 1.4)


def mask(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a theatre mask."""
    pen.fill([(4.4, 4.6), (12, 6.4), (19.6, 4.6), (19, 12.6), (15.6, 18.4), (12, 20.6), (8.4, 18.4), (5, 12.6)], c)
    pen.fill(blob(8.6, 10, 2.2, 1.3, 12), field)
    pen.fill(blob(15.4, 10, 2.2, 1.3, -12), field)
    pen.arc(12, 13, 3.6, 25, 155, field, 1.2)


def cup(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a tankard."""
    pen.box(5.4, 7, 15.4, 20.4, c, 1)
    pen.arc(15.4, 13, 3.6, -80, 80, c, 1.8)
    for x in (6.6, 10.4, 14.2):
        pen.disc(x, 6.4, 2.4, c)
    for x in (8.6, 12.2):
        pen.line([(x, 10.4), (x, 18)], field, 0.9)


def coins(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw three coins."""
    for x, y in ((12, 7.4), (7.2, 15.4), (16.8, 15.4)):
        pen.disc(x, y, 4.3, c)
        pen.fill(ngon(x, y, 1.7, 4), field)


def crown(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a crown."""
    pen.fill([(4.6, 19), (3.4, 7), (8, 11.4), (12, 4), (16, 11.4), (20.6, 7), (19.4, 19)], c)
    pen.line([(5.6, 16), (18.4, 16)], field, 1)


def wheel(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a wheel."""
    pen.circle(12, 12, 7.8, c, 2)
    for turn in range(0, 360, 45):
        pen.line([(12, 12), polar(12, 12, 7.6, turn)], c, 1.2)
    pen.disc(12, 12, 2.2, c)


def arrows(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a drawn bow."""
    pen.arc(7, 12, 9, -68, 68, c, 1.9)
    pen.line([(10.4, 3.8), (6.4, 12), (10.4, 20.2)], c, 0.9)
    pen.line([(5, 12), (19, 12)], c, 1.4)
    pen.fill([(21.6, 12), (17.4, 9.6), (17.4, 14.4)], c)


def ship(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a ship under sail."""
    pen.fill([(3, 15), (21, 15), (17.6, 20), (6.4, 20)], c)
    pen.line([(11.4, 3), (11.4, 15)], c, 1.3)
    pen.fill([(12.8, 4), (19.4, 12.6), (12.8, 13.2)], c)
    pen.fill([(10, 5.6), (4.6, 12.6), (10, 13.2)], c)


def phial(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw an alchemist's phial."""
    pen.box(9.4, 3, 14.6, 5, c, 0.6)
    pen.fill([(10.4, 5), (13.6, 5), (13.6, 10), (18.6, 18.4), (17, 20.8), (7, 20.8), (5.4, 18.4), (10.4, 10)], c)
    pen.disc(10.6, 17, 1.4, field)
    pen.disc(13.8, 15, 1.0, field)


def gate(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a gate."""
    pen.disc(12, 11, 7.6, c)
    pen.box(4.4, 11, 19.6, 20.6, c)
    pen.disc(12, 12, 4.6, field)
    pen.box(7.4, 12, 16.6, 20.8, field)
    for x in (9.6, 12, 14.4):
        pen.line([(x, 8.6), (x, 20)], c, 0.9)
    pen.line([(7.8, 14), (16.2, 14)], c, 0.9)


def rose(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a heraldic rose."""
    for n in range(5):
        x, y = polar(12, 12, 5.2, -90 + n * 72)
        pen.disc(x, y, 4, c)
    for n in range(5):
        pen.line([(12, 12), polar(12, 12, 5.6, -54 + n * 72)], field, 0.8)
    pen.disc(12, 12, 2.4, field)
    pen.disc(12, 12, 1.4, c)


def comet(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a comet."""
    pen.fill(star(15.6, 8.4, 6, 2.6, 6), c)
    for dx, dy in ((-10, 11), (-7, 12.4), (-11.6, 7.4)):
        pen.line([(13.6, 10.4), (14.6 + dx, 8.6 + dy)], c, 1.2)


def moon(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a crescent with a star."""
    pen.disc(11, 12, 8.4, c)
    pen.disc(14, 10.6, 7, field)
    pen.fill(star(16, 11, 3.6, 1.5, 5), c)


def serpent(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a serpent."""
    path: list[Point] = [(6, 20), (14, 19), (17.4, 15.6), (14, 12.4), (9, 11), (7, 7.6), (10, 4.6), (15, 4.8)]
    pen.line(path, c, 2.6)
    pen.fill(blob(16, 4.8, 3, 2), c)
    pen.disc(16.4, 4.4, 0.6, field)


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
    """Draw an oncoming locomotive."""
    pen.disc(12, 10.4, 7.4, c)
    pen.box(9.6, 1, 14.4, 5, c, 0.6)
    pen.fill([(3.6, 16), (20.4, 16), (22.4, 22.4), (1.6, 22.4)], c)
    pen.circle(12, 10.4, 5.4, field, 0.9)
    pen.disc(12, 10.4, 2.4, field)
    for x in (6.4, 10.2, 13.8, 17.6):
        pen.line([(12 + (x - 12) * 0.9, 17.4), (12 + (x - 12) * 1.5, 22)], field, 0.9)


def radio(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw a radio mast."""
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
    """Draw a creature between fish and man."""
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


#: The figures that crests use.
CHARGES: dict[str, Figure] = {
    "tower": tower, "book": book, "hammer": hammer, "wheat": wheat, "scales": scales, "key": key,
    "anchor": anchor, "bell": bell, "flame": flame, "lantern": lantern, "swords": swords, "eye": eye,
    "tree": tree, "mask": mask, "cup": cup, "coins": coins, "crown": crown, "wheel": wheel, "bow": arrows,
    "ship": ship, "phial": phial, "gate": gate, "rose": rose, "comet": comet, "moon": moon, "serpent": serpent,
}  # fmt: skip
#: All figures: those of crests, and objects of the 1920s.
FIGURES: dict[str, Figure] = {
    **CHARGES,
    "revolver": revolver, "dagger": dagger, "skull": skull, "letter": letter, "badge": badge, "train": train,
    "radio": radio, "lens": lens, "pyramid": pyramid, "pentacle": pentacle, "dynamite": dynamite, "fish": fish,
    "tomb": tomb, "padlock": padlock, "candle": candle,
}  # fmt: skip
