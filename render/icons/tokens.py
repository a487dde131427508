"""Icons of things a player owns or a card prints: tokens, strength, damage, cubes."""

from render.icons.pen import Draw, Pen, blob, ngon, polar, star
from render.pen import theme
from render.pen.theme import Colour, mix

GOLD_DARK = theme.rgb("#7a5516")


def coin(pen: Pen) -> None:
    """Draw a gold coin with a square hole."""
    pen.disc(12, 12, 11, pen.edge)
    pen.disc(12, 12, 9.8, theme.rgb("#e2a93b"))
    pen.circle(12, 12, 7.6, GOLD_DARK, 1.1)
    pen.arc(12, 12, 8.9, 190, 290, theme.rgb("#fbe3a0"), 1.0)
    pen.fill(ngon(12, 12, 3.9, 4), GOLD_DARK)


def _seal(pen: Pen, colour: Colour) -> None:
    """Draw the scalloped wax seal that Influence and Goodwill share, as they share a token."""
    for n in range(10):
        x, y = polar(12, 12, 8.4, n * 36)
        pen.disc(x, y, 3.4, pen.edge)
    for n in range(10):
        x, y = polar(12, 12, 8.0, n * 36)
        pen.disc(x, y, 2.7, colour)
    pen.disc(12, 12, 8.6, colour)
    pen.circle(12, 12, 7.4, mix(colour, theme.BLACK, 0.25), 0.9)


def influence(pen: Pen) -> None:
    """Draw a violet seal with a crown."""
    _seal(pen, theme.VIOLET)
    pen.fill([(7.2, 15.8), (6.6, 8.6), (9.6, 11.4), (12, 7), (14.4, 11.4), (17.4, 8.6), (16.8, 15.8)], theme.WHITE)


def goodwill(pen: Pen) -> None:
    """Draw a rose seal with a heart."""
    _seal(pen, theme.ROSE)
    pen.disc(9.8, 10.4, 2.9, theme.WHITE)
    pen.disc(14.2, 10.4, 2.9, theme.WHITE)
    pen.fill([(7.2, 11.8), (16.8, 11.8), (12, 17.4)], theme.WHITE)


def reputation(pen: Pen) -> None:
    """Draw a laurel wreath around a small lozenge."""
    for edge, colour in ((0.9, pen.edge), (0.0, theme.rgb("#e0b84e"))):
        for side in (-1, 1):
            for n, angle in enumerate((78, 42, 8, -26, -58)):
                x, y = polar(12, 12, 8.2, angle)
                x = 12 + side * (x - 12)
                turn = angle - 70 if side == 1 else 250 - angle
                grow = 4.0 - 0.18 * n + edge
                pen.fill(blob(x, y, grow, 1.9 + edge, turn, 0.5), colour)
    pen.shape([(12, 7.6), (15.4, 12), (12, 16.4), (8.6, 12)], theme.BLOOD, pen.edge, 1.0)


def battle(pen: Pen) -> None:
    """Draw a sword."""
    edge = pen.edge
    blade = [(21.6, 2.4), (20.9, 7.2), (10.2, 17.0), (7.0, 13.8), (16.8, 3.1)]
    pen.shape(blade, theme.STEEL, edge, 1.8)
    pen.line([(20.0, 4.0), (9.6, 14.4)], theme.STEEL_DARK, 1.2)
    pen.line([(4.8, 12.6), (11.4, 19.2)], edge, 4.0)
    pen.line([(4.8, 12.6), (11.4, 19.2)], theme.GOLD_LIT, 2.0)
    pen.line([(7.2, 16.8), (3.6, 20.4)], edge, 4.4)
    pen.line([(7.2, 16.8), (3.6, 20.4)], theme.rgb("#8a4f2a"), 2.4)
    pen.disc(3.2, 20.8, 2.2, edge)
    pen.disc(3.2, 20.8, 1.2, theme.GOLD_LIT)


def damage(pen: Pen) -> None:
    """Draw a blood-red burst torn by three claws."""
    pen.fill(star(12, 12, 11.8, 8.0, 9), pen.edge)
    pen.fill(star(12, 12, 10.2, 7.2, 9), theme.rgb("#c23b36"))
    for x in (8.2, 12.2, 16.2):
        claw = [(x + 2.2, 5.8), (x + 0.9, 12.4), (x - 2.4, 18.4), (x - 1.2, 11.6)]
        pen.fill(claw, theme.WHITE)


def shield(pen: Pen) -> None:
    """Draw a heater shield."""
    outline = [(12, 1.6), (21, 4.2), (20.6, 11.4), (18, 17), (12, 22.4), (6, 17), (3.4, 11.4), (3, 4.2)]
    pen.shape(outline, theme.rgb("#5d86b5"), pen.edge, 1.8)
    pen.fill([(12, 3.2), (19.6, 5.4), (19.3, 11.2), (17, 16.2), (12, 20.6)], theme.rgb("#86abd3"))
    pen.line([(12, 3.4), (12, 20.4)], pen.edge, 1.0)


def cube(pen: Pen) -> None:
    """Draw a threat cube."""
    cube_in(pen, theme.rgb("#8d8798"))


def cube_in(pen: Pen, colour: Colour) -> None:
    """Draw a cube seen from a corner."""
    top, left, right = mix(colour, theme.WHITE, 0.35), colour, mix(colour, theme.BLACK, 0.35)
    pen.fill(ngon(12, 12, 11.6, 6), pen.edge)
    pen.fill([(12, 2), (20.6, 7), (12, 12), (3.4, 7)], top)
    pen.fill([(3.4, 7.6), (11.6, 12.4), (11.6, 21.6), (3.4, 16.8)], left)
    pen.fill([(20.6, 7.6), (12.4, 12.4), (12.4, 21.6), (20.6, 16.8)], right)


def skull(pen: Pen) -> None:
    """Draw a skull."""
    bone = theme.rgb("#e9e2d0")
    pen.disc(12, 10.4, 9.6, pen.edge)
    pen.box(6.6, 14, 17.4, 22.6, pen.edge, 2)
    pen.disc(12, 10.4, 8.2, bone)
    pen.box(8, 14, 16, 21.2, bone, 1.2)
    pen.fill(blob(8.6, 11.2, 2.5, 2.8), pen.edge)
    pen.fill(blob(15.4, 11.2, 2.5, 2.8), pen.edge)
    pen.fill([(12, 13.4), (13.3, 16), (10.7, 16)], pen.edge)
    for x in (10.4, 13.6):
        pen.line([(x, 18.2), (x, 21)], pen.edge, 0.9)


def soul(pen: Pen) -> None:
    """Draw a soul: a pale flame with a dark heart."""
    flame = [
        (12.6, 1.4),
        (17.4, 7.4),
        (20, 13),
        (18.6, 19),
        (12, 22.6),
        (5.4, 19),
        (4, 13),
        (6.4, 9.2),
        (9.2, 11),
        (9.6, 6),
    ]
    pen.shape(flame, theme.rgb("#9fd8d2"), pen.edge, 1.6)
    pen.fill(blob(12, 16, 3.4, 4.4), theme.rgb("#e8fbf8"))


def gold(pen: Pen) -> None:
    """Draw a stack of ingots."""
    for x, y in ((2, 13.6), (12, 13.6), (7, 6)):
        bar = [(x + 2, y), (x + 8, y), (x + 10, y + 7), (x, y + 7)]
        pen.shape(bar, theme.rgb("#e2a93b"), pen.edge, 1.3)
        pen.line([(x + 2.8, y + 1.8), (x + 7, y + 1.8)], theme.rgb("#fbe3a0"), 1.0)


ICONS: dict[str, Draw] = {
    "coin": coin,
    "influence": influence,
    "goodwill": goodwill,
    "reputation": reputation,
    "battle": battle,
    "damage": damage,
    "shield": shield,
    "cube": cube,
    "skull": skull,
    "soul": soul,
    "gold": gold,
}
