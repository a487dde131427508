"""Icons of the table itself: cards, hand, discard, bag, hall, time, arrows."""

from render.icons.pen import Draw, Pen, Point, blob, polar
from render.pen import theme
from render.pen.theme import Colour


def _tilted(x: float, y: float, w: float, h: float, turn: float) -> list[Point]:
    """Give a card's outline, turned about a point below its foot."""
    corners = [(-w / 2, -h), (w / 2, -h), (w / 2, 0), (-w / 2, 0)]
    out: list[Point] = []
    for cx, cy in corners:
        ox, oy = polar(0, 0, 1, turn)
        out.append((x + cx * ox - cy * oy, y + cx * oy + cy * ox))
    return out


def hand(pen: Pen) -> None:
    """Draw three cards fanned out."""
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


def arrow(pen: Pen) -> None:
    """Draw an arrow to the right."""
    pen.line([(2.6, 12), (17, 12)], pen.fg, 3)
    pen.fill([(22, 12), (14, 5), (14, 19)], pen.fg)


def discard(pen: Pen) -> None:
    """Draw a card thrown down on a pile."""
    pen.shape(_tilted(12, 22.4, 15, 5.0, 0), theme.PARCHMENT_SHADE, pen.edge, 1.4)
    pen.shape(_tilted(15.4, 15.6, 9, 13, 22), theme.PARCHMENT, pen.edge, 1.4)
    pen.line([(5, 3), (5, 10)], pen.fg, 2)
    pen.fill([(5, 14), (1.6, 9), (8.4, 9)], pen.fg)


def street(pen: Pen) -> None:
    """Draw a row of three cards."""
    for x in (1.0, 8.9, 16.8):
        pen.box(x, 6, x + 6.6, 18.4, pen.edge, 1.2)
        pen.box(x + 1.1, 7.1, x + 5.5, 17.3, theme.PARCHMENT, 0.6)


def draw_one(pen: Pen) -> None:
    """Draw a card taken into the hand."""
    pen.box(2, 2, 14.6, 19.6, pen.edge, 1.8)
    pen.box(3.4, 3.4, 13.2, 18.2, theme.PARCHMENT, 1)
    go = theme.rgb("#3f8f5f") if not pen.dark else theme.rgb("#63c98d")
    pen.line([(18.6, 3.4), (18.6, 15)], pen.edge, 4.6)
    pen.line([(18.6, 3.4), (18.6, 15)], go, 2.8)
    pen.fill([(18.6, 22.4), (13.4, 14.4), (23.8, 14.4)], go)


def tower(pen: Pen) -> None:
    """Draw the threat tower."""
    wall: list[Point] = [
        (5, 22.4), (5, 8.6), (3, 8.6), (3, 2), (7, 2), (7, 4.6), (10, 4.6), (10, 2), (14, 2),
        (14, 4.6), (17, 4.6), (17, 2), (21, 2), (21, 8.6), (19, 8.6), (19, 22.4),
    ]  # fmt: skip
    pen.shape(wall, theme.rgb("#5b4d78"), pen.edge, 1.5)
    for y in (9.8, 14, 18.2):
        pen.box(8, y, 16, y + 2.6, theme.BLACK, 0.6)


def swap(pen: Pen) -> None:
    """Draw two arrows that change places."""
    pen.line([(3, 8), (16, 8)], pen.fg, 2.6)
    pen.fill([(22, 8), (15, 2.6), (15, 13.4)], pen.fg)
    pen.line([(21, 17), (8, 17)], pen.fg, 2.6)
    pen.fill([(2, 17), (9, 11.6), (9, 22.4)], pen.fg)


def sink(pen: Pen) -> None:
    """Draw an arrow down under a line."""
    pen.line([(12, 2), (12, 13)], pen.fg, 3)
    pen.fill([(12, 18.4), (5.6, 10.6), (18.4, 10.6)], pen.fg)
    pen.line([(3, 21.4), (21, 21.4)], pen.fg, 2.4)


def delay(pen: Pen) -> None:
    """Draw an arrow back to a line at the left."""
    pen.line([(21.4, 12), (11, 12)], pen.fg, 3)
    pen.fill([(5.6, 12), (13.4, 5.6), (13.4, 18.4)], pen.fg)
    pen.line([(2.6, 4), (2.6, 20)], pen.fg, 2.4)


def sleeve(pen: Pen) -> None:
    """Draw a slip pushed into a sleeve."""
    pen.box(3, 8, 21, 23, pen.edge, 2)
    pen.box(4.4, 9.4, 19.6, 21.6, theme.PARCHMENT_SHADE, 1)
    pen.box(5.6, 1, 18.4, 13.4, pen.edge, 1.2)
    pen.box(6.8, 2.2, 17.2, 12.2, theme.WHITE, 0.6)
    pen.fill([(12, 20), (7.6, 14.8), (16.4, 14.8)], theme.rgb("#3f8f5f"))


def bag(pen: Pen) -> None:
    """Draw the threat bag."""
    cloth = theme.rgb("#7a5a86")
    pen.fill(blob(12, 15, 10, 8.6), pen.edge)
    pen.fill([(7, 3), (17, 3), (16, 9), (8, 9)], pen.edge)
    pen.fill(blob(12, 15, 8.8, 7.4), cloth)
    pen.fill([(8.4, 4), (15.6, 4), (14.6, 9), (9.4, 9)], cloth)
    pen.line([(8, 8.4), (16, 8.4)], theme.GOLD_LIT, 1.8)


def aside(pen: Pen) -> None:
    """Draw cubes lying beside the bag."""
    for x, y in ((7, 17), (17, 17), (12, 8.4)):
        pen.box(x - 4.6, y - 4.6, x + 4.6, y + 4.6, pen.edge, 1)
        pen.box(x - 3.4, y - 3.4, x + 3.4, y + 3.4, theme.rgb("#8d8798"), 0.6)


def hall(pen: Pen) -> None:
    """Draw a guild hall: a pediment on columns."""
    stone = theme.rgb("#d8c9a3")
    pen.shape([(12, 1.8), (22.4, 8.6), (1.6, 8.6)], stone, pen.edge, 1.4)
    pen.box(2.4, 19, 21.6, 22.6, pen.edge)
    pen.box(3.6, 20, 20.4, 21.6, stone)
    for x in (5.4, 12, 18.6):
        pen.box(x - 2.2, 9, x + 2.2, 19.6, pen.edge)
        pen.box(x - 1.2, 9.6, x + 1.2, 19, stone)


def zone(pen: Pen) -> None:
    """Draw a threat zone: a cube behind a jagged warning ring."""
    red = theme.rgb("#c23b36")
    for n in range(8):
        pen.arc(12, 12, 10, n * 45 + 6, n * 45 + 34, red, 2.2)
    pen.box(7, 7, 17, 17, pen.edge, 1.4)
    pen.box(8.4, 8.4, 15.6, 15.6, theme.rgb("#8d8798"), 0.8)


def staged(pen: Pen) -> None:
    """Draw a cube about to fall."""
    pen.box(6, 1.6, 18, 13.6, pen.edge, 1.6)
    pen.box(7.4, 3, 16.6, 12.2, theme.rgb("#8d8798"), 0.8)
    pen.line([(12, 15.4), (12, 18)], pen.fg, 2.2)
    pen.fill([(12, 23), (7.4, 17.6), (16.6, 17.6)], pen.fg)


def slip(pen: Pen) -> None:
    """Draw an allegiance slip: a small hanging banner."""
    pen.line([(4, 3), (20, 3)], pen.edge, 2.2)
    cloth: list[Point] = [(6, 4), (18, 4), (18, 21.6), (12, 16.8), (6, 21.6)]
    pen.shape(cloth, theme.GOLD_LIT, pen.edge, 1.5)


def hourglass(pen: Pen) -> None:
    """Draw an hourglass."""
    sand = theme.rgb("#e2a93b")
    pen.line([(5, 2.4), (19, 2.4)], pen.fg, 2.4)
    pen.line([(5, 21.6), (19, 21.6)], pen.fg, 2.4)
    pen.line([(7, 3), (7, 7), (12, 12), (17, 7), (17, 3)], pen.fg, 1.7)
    pen.line([(7, 21), (7, 17), (12, 12), (17, 17), (17, 21)], pen.fg, 1.7)
    pen.fill([(8.6, 6.8), (15.4, 6.8), (12, 10.8)], sand)
    pen.fill([(12, 15.4), (16, 20.4), (8, 20.4)], sand)


def _sun(pen: Pen, y: float, colour: Colour, rays: bool, horizon: bool) -> None:
    """Draw a sun at a height over the horizon."""
    if rays:
        for n in range(8):
            pen.line([polar(12, y, 7.4, n * 45), polar(12, y, 10, n * 45)], colour, 1.8)
    pen.disc(12, y, 5.4, colour)
    if horizon:
        pen.rub_out_below(17)
        pen.line([(1.6, 17.6), (22.4, 17.6)], pen.fg, 1.8)


def sun_dawn(pen: Pen) -> None:
    """Draw the sun rising."""
    _sun(pen, 15.6, theme.rgb("#f0b35a"), True, True)


def sun_noon(pen: Pen) -> None:
    """Draw the sun at noon."""
    _sun(pen, 12, theme.rgb("#f6d15c"), True, False)


def sun_dusk(pen: Pen) -> None:
    """Draw the sun going down."""
    _sun(pen, 15.6, theme.rgb("#d9694a"), False, True)


def moon(pen: Pen) -> None:
    """Draw the crescent of night."""
    pen.disc(11, 12, 10, pen.edge)
    pen.disc(11, 12, 8.8, theme.rgb("#c9d3ee"))
    pen.rub_out(15.8, 9.6, 7.4)


def plus(pen: Pen) -> None:
    """Draw the sign of a thing gained or opened."""
    pen.line([(12, 5), (12, 19)], pen.fg, 3)
    pen.line([(5, 12), (19, 12)], pen.fg, 3)


def vote(pen: Pen) -> None:
    """Draw victory points: a laurelled medal."""
    pen.fill([(6, 1.6), (11, 1.6), (14, 11), (9.6, 12)], theme.BLOOD)
    pen.fill([(18, 1.6), (13, 1.6), (10, 11), (14.4, 12)], theme.rgb("#d95b54"))
    pen.disc(12, 15.4, 7.4, pen.edge)
    pen.disc(12, 15.4, 6.2, theme.rgb("#e2a93b"))
    pen.circle(12, 15.4, 4.2, theme.rgb("#7a5516"), 1)


ICONS: dict[str, Draw] = {
    "hand": hand,
    "street": street,
    "draw": draw_one,
    "tower": tower,
    "swap": swap,
    "sink": sink,
    "delay": delay,
    "sleeve": sleeve,
    "card": card,
    "deck": deck,
    "arrow": arrow,
    "discard": discard,
    "bag": bag,
    "aside": aside,
    "hall": hall,
    "zone": zone,
    "staged": staged,
    "slip": slip,
    "hourglass": hourglass,
    "dawn": sun_dawn,
    "noon": sun_noon,
    "dusk": sun_dusk,
    "night": moon,
    "plus": plus,
    "points": vote,
}
