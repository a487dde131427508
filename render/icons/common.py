"""Icons that several games use: cards and piles, agents, battle, time and arrows."""

from render.pen import theme
from render.pen.icon_pen import Draw, Pen, Point, blob, ngon, polar, star
from render.pen.theme import Colour, mix, rgb


def pawn(pen: Pen, x: float, y: float, size: float, colour: Colour, edge: Colour, width: float = 1.4) -> None:
    """Draw a cloaked pawn that is `size` grid units high, with its foot at (x, y)."""
    s = size / 20
    body: list[Point] = [
        (x - 2.6 * s, y - 11.5 * s), (x + 2.6 * s, y - 11.5 * s), (x + 5 * s, y - 7 * s),
        (x + 6.6 * s, y), (x - 6.6 * s, y), (x - 5 * s, y - 7 * s),
    ]  # fmt: skip
    pen.shape(body, edge, edge, 2 * width)
    pen.disc(x, y - 15 * s, 4.7 * s + width, edge)
    pen.fill(body, colour)
    pen.disc(x, y - 15 * s, 4.7 * s, colour)


def arrow_head(pen: Pen, x: float, y: float, turn: float, size: float, colour: Colour) -> None:
    """Draw an arrow head whose tip is at (x, y)."""
    left, right = polar(x, y, size, turn + 152), polar(x, y, size, turn - 152)
    pen.fill([(x, y), left, right], colour)


def blank_card(pen: Pen, fill: Colour) -> None:
    """Draw an empty card."""
    pen.box(3.2, 0.8, 20.8, 23.2, pen.edge, 2.6)
    pen.box(4.6, 2.2, 19.4, 21.8, fill, 1.6)


def wax_seal(pen: Pen, colour: Colour) -> None:
    """Draw the scalloped wax seal of Influence and of Goodwill, which share a token."""
    for n in range(10):
        x, y = polar(12, 12, 8.4, n * 36)
        pen.disc(x, y, 3.4, pen.edge)
    for n in range(10):
        x, y = polar(12, 12, 8.0, n * 36)
        pen.disc(x, y, 2.7, colour)
    pen.disc(12, 12, 8.6, colour)
    pen.circle(12, 12, 7.4, mix(colour, theme.BLACK, 0.25), 0.9)


def _tilted(x: float, y: float, w: float, h: float, turn: float) -> list[Point]:
    """Return the outline of a card that is turned about a point below its lower edge."""
    corners = [(-w / 2, -h), (w / 2, -h), (w / 2, 0), (-w / 2, 0)]
    out: list[Point] = []
    for cx, cy in corners:
        ox, oy = polar(0, 0, 1, turn)
        out.append((x + cx * ox - cy * oy, y + cx * oy + cy * ox))
    return out


def agent(pen: Pen) -> None:
    """Draw a trained agent."""
    pawn(pen, 12, 21.6, 19, pen.fg, pen.fg, 0.6)


def first(pen: Pen) -> None:
    """Draw the first player's crown with torches."""
    points: list[Point] = [(3, 19.6), (2, 7), (7.6, 11.6), (12, 3), (16.4, 11.6), (22, 7), (21, 19.6)]
    pen.shape(points, rgb("#e2a93b"), pen.edge, 1.6)
    pen.line([(4, 16.6), (20, 16.6)], rgb("#7a5516"), 1.5)
    for x, y in ((2.4, 6.4), (12, 2.8), (21.6, 6.4)):
        pen.disc(x, y, 1.9, pen.edge)
        pen.disc(x, y, 1.2, theme.BLOOD)


def claim(pen: Pen) -> None:
    """Draw the icon of a claim: a banner on a staff."""
    pen.line([(5, 2), (5, 22.4)], pen.edge, 2.6)
    cloth: list[Point] = [(6, 3.4), (21.6, 3.4), (17.6, 9), (21.6, 14.6), (6, 14.6)]
    pen.shape(cloth, rgb("#c8553d"), pen.edge, 1.5)
    pen.line([(9, 9), (11.4, 11.6), (15, 6.4)], theme.WHITE, 1.7)


def choice(pen: Pen) -> None:
    """Draw the choice icon: a small lozenge."""
    pen.fill(ngon(12, 12, 8, 4), pen.fg)


def influence(pen: Pen) -> None:
    """Draw the icon of Influence: a violet seal with a crown."""
    wax_seal(pen, theme.VIOLET)
    pen.fill([(7.2, 15.8), (6.6, 8.6), (9.6, 11.4), (12, 7), (14.4, 11.4), (17.4, 8.6), (16.8, 15.8)], theme.WHITE)


def battle(pen: Pen) -> None:
    """Draw the battle icon: a sword."""
    edge = pen.edge
    blade = [(21.6, 2.4), (20.9, 7.2), (10.2, 17.0), (7.0, 13.8), (16.8, 3.1)]
    pen.shape(blade, theme.STEEL, edge, 1.8)
    pen.line([(20.0, 4.0), (9.6, 14.4)], theme.STEEL_DARK, 1.2)
    pen.line([(4.8, 12.6), (11.4, 19.2)], edge, 4.0)
    pen.line([(4.8, 12.6), (11.4, 19.2)], theme.GOLD_LIT, 2.0)
    pen.line([(7.2, 16.8), (3.6, 20.4)], edge, 4.4)
    pen.line([(7.2, 16.8), (3.6, 20.4)], rgb("#8a4f2a"), 2.4)
    pen.disc(3.2, 20.8, 2.2, edge)
    pen.disc(3.2, 20.8, 1.2, theme.GOLD_LIT)


def damage(pen: Pen) -> None:
    """Draw the icon of Damage: a blood-red burst with three claw marks."""
    pen.fill(star(12, 12, 11.8, 8.0, 9), pen.edge)
    pen.fill(star(12, 12, 10.2, 7.2, 9), rgb("#c23b36"))
    for x in (8.2, 12.2, 16.2):
        claw = [(x + 2.2, 5.8), (x + 0.9, 12.4), (x - 2.4, 18.4), (x - 1.2, 11.6)]
        pen.fill(claw, theme.WHITE)


def hand(pen: Pen) -> None:
    """Draw the icon of a hand of cards: three cards fanned out."""
    for turn, x, y in ((-22, 8.6, 20.8), (22, 15.4, 20.8), (0, 12.0, 20.2)):
        pen.shape(_tilted(x, y, 8.4, 14.6, turn), theme.PARCHMENT, pen.edge, 1.5)


def card(pen: Pen) -> None:
    """Draw one card with three bands."""
    pen.box(4, 1.4, 20, 22.6, pen.edge, 2.4)
    pen.box(5.4, 2.8, 18.6, 21.2, theme.PARCHMENT, 1.4)
    for y in (8.6, 14.8):
        pen.line([(6, y), (18, y)], pen.edge, 1.2)


def deck(pen: Pen) -> None:
    """Draw a stack of cards."""
    for shift in (4.4, 2.2, 0.0):
        pen.box(3 + shift, 1.4 + shift, 16 + shift, 18.4 + shift, pen.edge, 2)
        pen.box(4.2 + shift, 2.6 + shift, 14.8 + shift, 17.2 + shift, theme.PARCHMENT, 1.2)


def discard(pen: Pen) -> None:
    """Draw the icon of a discard: a card thrown onto a pile."""
    pen.shape(_tilted(12, 22.4, 15, 5.0, 0), theme.PARCHMENT_SHADE, pen.edge, 1.4)
    pen.shape(_tilted(15.4, 15.6, 9, 13, 22), theme.PARCHMENT, pen.edge, 1.4)
    pen.line([(5, 3), (5, 10)], pen.fg, 2)
    pen.fill([(5, 14), (1.6, 9), (8.4, 9)], pen.fg)


def arrow(pen: Pen) -> None:
    """Draw an arrow to the right."""
    pen.line([(2.6, 12), (17, 12)], pen.fg, 3)
    pen.fill([(22, 12), (14, 5), (14, 19)], pen.fg)


def swap(pen: Pen) -> None:
    """Draw two arrows in opposite directions."""
    pen.line([(3, 8), (16, 8)], pen.fg, 2.6)
    pen.fill([(22, 8), (15, 2.6), (15, 13.4)], pen.fg)
    pen.line([(21, 17), (8, 17)], pen.fg, 2.6)
    pen.fill([(2, 17), (9, 11.6), (9, 22.4)], pen.fg)


def bag(pen: Pen) -> None:
    """Draw the threat bag."""
    cloth = rgb("#7a5a86")
    pen.fill(blob(12, 15, 10, 8.6), pen.edge)
    pen.fill([(7, 3), (17, 3), (16, 9), (8, 9)], pen.edge)
    pen.fill(blob(12, 15, 8.8, 7.4), cloth)
    pen.fill([(8.4, 4), (15.6, 4), (14.6, 9), (9.4, 9)], cloth)
    pen.line([(8, 8.4), (16, 8.4)], theme.GOLD_LIT, 1.8)


def pool(pen: Pen) -> None:
    """Draw the icon of the common pool: a bowl with markers in it."""
    for x, y in ((8, 8), (15.6, 8), (11.8, 3.6)):
        pen.box(x - 3, y - 2.6, x + 3, y + 3.4, pen.edge, 0.9)
        pen.box(x - 2, y - 1.6, x + 2, y + 2.4, rgb("#8d8798"), 0.5)
    bowl: list[Point] = [(1.6, 11), (22.4, 11), (19.4, 18.6), (15.4, 22), (8.6, 22), (4.6, 18.6)]
    pen.shape(bowl, rgb("#8a4f2a"), pen.edge, 1.4)


def hourglass(pen: Pen) -> None:
    """Draw an hourglass."""
    sand = rgb("#e2a93b")
    pen.line([(5, 2.4), (19, 2.4)], pen.fg, 2.4)
    pen.line([(5, 21.6), (19, 21.6)], pen.fg, 2.4)
    pen.line([(7, 3), (7, 7), (12, 12), (17, 7), (17, 3)], pen.fg, 1.7)
    pen.line([(7, 21), (7, 17), (12, 12), (17, 17), (17, 21)], pen.fg, 1.7)
    pen.fill([(8.6, 6.8), (15.4, 6.8), (12, 10.8)], sand)
    pen.fill([(12, 15.4), (16, 20.4), (8, 20.4)], sand)


def points(pen: Pen) -> None:
    """Draw the icon of victory points: a laurelled medal."""
    pen.fill([(6, 1.6), (11, 1.6), (14, 11), (9.6, 12)], theme.BLOOD)
    pen.fill([(18, 1.6), (13, 1.6), (10, 11), (14.4, 12)], rgb("#d95b54"))
    pen.disc(12, 15.4, 7.4, pen.edge)
    pen.disc(12, 15.4, 6.2, rgb("#e2a93b"))
    pen.circle(12, 15.4, 4.2, rgb("#7a5516"), 1)


def location(pen: Pen) -> None:
    """Draw the icon of a Location: a chapel on a hill."""
    pen.fill(blob(12, 22.4, 12, 5.2), pen.edge)
    pen.fill(blob(12, 22.6, 10.6, 3.9), theme.LEAF)
    wall: list[Point] = [
        (4.6, 20.4), (4.6, 12.4), (9, 9.4), (9, 6.6), (12, 1.2), (15, 6.6), (15, 9.4), (19.4, 12.4), (19.4, 20.4),
    ]  # fmt: skip
    pen.shape(wall, rgb("#d8c9a3"), pen.edge, 1.6)
    pen.box(10.2, 14.6, 13.8, 20.6, pen.edge, 1.6)
    pen.disc(12, 9.4, 1.3, pen.edge)


ICONS: dict[str, Draw] = {
    **{
        icon.__name__: icon
        for icon in (
            agent, first, claim, choice, influence, battle, damage, hand, card, deck, discard, arrow, swap, bag,
            pool, hourglass, points, location,
        )
    },
}  # fmt: skip
