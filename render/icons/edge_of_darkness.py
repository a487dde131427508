"""Icons of Edge of Darkness: tokens, operations on Agents, the Street, the tower and the Guilds' sigils."""

from collections.abc import Callable

from render.icons.common import arrow_head, pawn, wax_seal
from render.pen import theme
from render.pen.icon_pen import Draw, Pen, Point, blob, ngon, polar
from render.pen.theme import Colour, mix, rgb

GOLD_DARK = rgb("#7a5516")


def coin(pen: Pen) -> None:
    """Draw the icon of a Coin: a gold coin with a square hole."""
    pen.disc(12, 12, 11, pen.edge)
    pen.disc(12, 12, 9.8, rgb("#e2a93b"))
    pen.circle(12, 12, 7.6, GOLD_DARK, 1.1)
    pen.arc(12, 12, 8.9, 190, 290, rgb("#fbe3a0"), 1.0)
    pen.fill(ngon(12, 12, 3.9, 4), GOLD_DARK)


def goodwill(pen: Pen) -> None:
    """Draw the icon of Goodwill: a rose seal with a heart."""
    wax_seal(pen, theme.ROSE)
    pen.disc(9.8, 10.4, 2.9, theme.WHITE)
    pen.disc(14.2, 10.4, 2.9, theme.WHITE)
    pen.fill([(7.2, 11.8), (16.8, 11.8), (12, 17.4)], theme.WHITE)


def reputation(pen: Pen) -> None:
    """Draw the icon of Reputation: a laurel wreath around a small lozenge."""
    for edge, colour in ((0.9, pen.edge), (0.0, rgb("#e0b84e"))):
        for side in (-1, 1):
            for n, angle in enumerate((78, 42, 8, -26, -58)):
                x, y = polar(12, 12, 8.2, angle)
                x = 12 + side * (x - 12)
                turn = angle - 70 if side == 1 else 250 - angle
                grow = 4.0 - 0.18 * n + edge
                pen.fill(blob(x, y, grow, 1.9 + edge, turn, 0.5), colour)
    pen.shape([(12, 7.6), (15.4, 12), (12, 16.4), (8.6, 12)], theme.BLOOD, pen.edge, 1.0)


def shield(pen: Pen) -> None:
    """Draw a shield."""
    outline = [(12, 1.6), (21, 4.2), (20.6, 11.4), (18, 17), (12, 22.4), (6, 17), (3.4, 11.4), (3, 4.2)]
    pen.shape(outline, rgb("#5d86b5"), pen.edge, 1.8)
    pen.fill([(12, 3.2), (19.6, 5.4), (19.3, 11.2), (17, 16.2), (12, 20.6)], rgb("#86abd3"))
    pen.line([(12, 3.4), (12, 20.4)], pen.edge, 1.0)


def cube(pen: Pen) -> None:
    """Draw a threat cube."""
    cube_in(pen, rgb("#8d8798"))


def cube_in(pen: Pen, colour: Colour) -> None:
    """Draw a cube seen from a corner."""
    top, left, right = mix(colour, theme.WHITE, 0.35), colour, mix(colour, theme.BLACK, 0.35)
    pen.fill(ngon(12, 12, 11.6, 6), pen.edge)
    pen.fill([(12, 2), (20.6, 7), (12, 12), (3.4, 7)], top)
    pen.fill([(3.4, 7.6), (11.6, 12.4), (11.6, 21.6), (3.4, 16.8)], left)
    pen.fill([(20.6, 7.6), (12.4, 12.4), (12.4, 21.6), (20.6, 16.8)], right)


def untrained(pen: Pen) -> None:
    """Draw the icon of an untrained Agent: a hollow pawn."""
    hollow = theme.PANEL if pen.dark else theme.SLIP
    pawn(pen, 12, 21.2, 18.4, hollow, pen.fg, 1.6)


def dispatch(pen: Pen) -> None:
    """Draw the icon of a dispatched Agent: a pawn with an arrow to the upper right."""
    pawn(pen, 8, 22, 15.5, pen.fg, pen.fg, 0.4)
    go = rgb("#3f8f5f") if not pen.dark else rgb("#63c98d")
    pen.line([(13.6, 12.6), (19.4, 6.8)], go, 3.0)
    arrow_head(pen, 22.8, 3.4, -45, 9.4, go)


def back(pen: Pen) -> None:
    """Draw the icon of an Agent that returns: a pawn with an arrow that curls back down to it."""
    pawn(pen, 8, 22, 15.5, pen.fg, pen.fg, 0.4)
    come = rgb("#b3552d") if not pen.dark else rgb("#f0935f")
    pen.arc(14, 9.4, 6.6, -100, 62, come, 3.0)
    arrow_head(pen, 13.0, 18.6, 158, 8.8, come)


def train(pen: Pen) -> None:
    """Draw the icon for training: a hollow pawn with a rising chevron."""
    hollow = theme.PANEL if pen.dark else theme.SLIP
    pawn(pen, 8, 21.6, 15, hollow, pen.fg, 1.5)
    rise = rgb("#2f6fa8") if not pen.dark else rgb("#77b7ee")
    for y in (9.6, 15.6):
        pen.line([(15, y), (18.6, y - 4.6), (22.2, y)], rise, 2.6)


def hunt(pen: Pen) -> None:
    """Draw the icon of a hunt: cross hairs on a beast's eye."""
    red = rgb("#a8322f") if not pen.dark else rgb("#ec6a5e")
    pen.circle(12, 12, 7.6, red, 2.2)
    for turn in (0, 90, 180, 270):
        pen.line([polar(12, 12, 5.2, turn), polar(12, 12, 10.8, turn)], red, 2.2)
    pen.disc(12, 12, 2.2, red)


def rivals(pen: Pen) -> None:
    """Draw the icon of the other players: two pawns, one behind the other."""
    back = rgb("#c56a5a")
    pawn(pen, 16.2, 19.6, 15, back, pen.edge, 0.9)
    pawn(pen, 8.4, 22, 16, back, pen.edge, 1.2)


def defence(pen: Pen) -> None:
    """Draw the icon of the defence track: a wall with battlements."""
    wall: list[Point] = [
        (2, 21.6), (2, 5), (6, 5), (6, 9), (10, 9), (10, 5), (14, 5),
        (14, 9), (18, 9), (18, 5), (22, 5), (22, 21.6),
    ]  # fmt: skip
    pen.shape(wall, rgb("#8f98ab"), pen.edge, 1.6)
    for y, xs in ((13, (8, 16)), (17.2, (4.6, 12, 19.4))):
        pen.line([(2.8, y), (21.2, y)], theme.STEEL_DARK, 0.9)
        for x in xs:
            pen.line([(x, y), (x, y + 4)], theme.STEEL_DARK, 0.9)


def street(pen: Pen) -> None:
    """Draw the icon of the Street: three cards in a row."""
    for x in (1.0, 8.9, 16.8):
        pen.box(x, 6, x + 6.6, 18.4, pen.edge, 1.2)
        pen.box(x + 1.1, 7.1, x + 5.5, 17.3, theme.PARCHMENT, 0.6)


def draw_one(pen: Pen) -> None:
    """Draw the icon for drawing a card: a card that moves into a hand."""
    pen.box(2, 2, 14.6, 19.6, pen.edge, 1.8)
    pen.box(3.4, 3.4, 13.2, 18.2, theme.PARCHMENT, 1)
    go = rgb("#3f8f5f") if not pen.dark else rgb("#63c98d")
    pen.line([(18.6, 3.4), (18.6, 15)], pen.edge, 4.6)
    pen.line([(18.6, 3.4), (18.6, 15)], go, 2.8)
    pen.fill([(18.6, 22.4), (13.4, 14.4), (23.8, 14.4)], go)


def tower(pen: Pen) -> None:
    """Draw the threat tower."""
    wall: list[Point] = [
        (5, 22.4), (5, 8.6), (3, 8.6), (3, 2), (7, 2), (7, 4.6), (10, 4.6), (10, 2), (14, 2),
        (14, 4.6), (17, 4.6), (17, 2), (21, 2), (21, 8.6), (19, 8.6), (19, 22.4),
    ]  # fmt: skip
    pen.shape(wall, rgb("#5b4d78"), pen.edge, 1.5)
    for y in (9.8, 14, 18.2):
        pen.box(8, y, 16, y + 2.6, theme.BLACK, 0.6)


def sink(pen: Pen) -> None:
    """Draw the icon for sinking: an arrow pointing down under a line."""
    pen.line([(12, 2), (12, 13)], pen.fg, 3)
    pen.fill([(12, 18.4), (5.6, 10.6), (18.4, 10.6)], pen.fg)
    pen.line([(3, 21.4), (21, 21.4)], pen.fg, 2.4)


def delay(pen: Pen) -> None:
    """Draw the icon of a delay: an arrow pointing back to a line at the left."""
    pen.line([(21.4, 12), (11, 12)], pen.fg, 3)
    pen.fill([(5.6, 12), (13.4, 5.6), (13.4, 18.4)], pen.fg)
    pen.line([(2.6, 4), (2.6, 20)], pen.fg, 2.4)


def sleeve(pen: Pen) -> None:
    """Draw the icon for sleeving: a slip that is pushed into a sleeve."""
    pen.box(3, 8, 21, 23, pen.edge, 2)
    pen.box(4.4, 9.4, 19.6, 21.6, theme.PARCHMENT_SHADE, 1)
    pen.box(5.6, 1, 18.4, 13.4, pen.edge, 1.2)
    pen.box(6.8, 2.2, 17.2, 12.2, theme.WHITE, 0.6)
    pen.fill([(12, 20), (7.6, 14.8), (16.4, 14.8)], rgb("#3f8f5f"))


def aside(pen: Pen) -> None:
    """Draw the icon of cubes set aside: cubes beside the bag."""
    for x, y in ((7, 17), (17, 17), (12, 8.4)):
        pen.box(x - 4.6, y - 4.6, x + 4.6, y + 4.6, pen.edge, 1)
        pen.box(x - 3.4, y - 3.4, x + 3.4, y + 3.4, rgb("#8d8798"), 0.6)


def hall(pen: Pen) -> None:
    """Draw the icon of a Guild Hall: a pediment on columns."""
    stone = rgb("#d8c9a3")
    pen.shape([(12, 1.8), (22.4, 8.6), (1.6, 8.6)], stone, pen.edge, 1.4)
    pen.box(2.4, 19, 21.6, 22.6, pen.edge)
    pen.box(3.6, 20, 20.4, 21.6, stone)
    for x in (5.4, 12, 18.6):
        pen.box(x - 2.2, 9, x + 2.2, 19.6, pen.edge)
        pen.box(x - 1.2, 9.6, x + 1.2, 19, stone)


def zone(pen: Pen) -> None:
    """Draw the icon of the Threat Zone: a cube behind a jagged warning ring."""
    red = rgb("#c23b36")
    for n in range(8):
        pen.arc(12, 12, 10, n * 45 + 6, n * 45 + 34, red, 2.2)
    pen.box(7, 7, 17, 17, pen.edge, 1.4)
    pen.box(8.4, 8.4, 15.6, 15.6, rgb("#8d8798"), 0.8)


def staged(pen: Pen) -> None:
    """Draw a cube that is about to fall."""
    pen.box(6, 1.6, 18, 13.6, pen.edge, 1.6)
    pen.box(7.4, 3, 16.6, 12.2, rgb("#8d8798"), 0.8)
    pen.line([(12, 15.4), (12, 18)], pen.fg, 2.2)
    pen.fill([(12, 23), (7.4, 17.6), (16.6, 17.6)], pen.fg)


def slip(pen: Pen) -> None:
    """Draw the icon of an Allegiance slip: a small hanging banner."""
    pen.line([(4, 3), (20, 3)], pen.edge, 2.2)
    cloth: list[Point] = [(6, 4), (18, 4), (18, 21.6), (12, 16.8), (6, 21.6)]
    pen.shape(cloth, theme.GOLD_LIT, pen.edge, 1.5)


def chalice(pen: Pen, colour: Colour) -> None:
    """Draw the chalice of the Anointed."""
    pen.fill(
        [
            (5, 3), (19, 3), (18, 9), (15, 12.6), (13.2, 13.6), (13.2, 18), (17.6, 21.4), (6.4, 21.4), (10.8, 18),
            (10.8, 13.6), (9, 12.6), (6, 9),
        ],
        colour,
    )  # fmt: skip


def mask(pen: Pen, colour: Colour) -> None:
    """Draw the mask of the Carnival of Shadows."""
    face: list[Point] = [
        (1.6, 7.4), (6.6, 5.6), (12, 7.8), (17.4, 5.6), (22.4, 7.4), (20.8, 14.4), (16.4, 18), (13.4, 14.8),
        (10.6, 14.8), (7.6, 18), (3.2, 14.4),
    ]  # fmt: skip
    pen.fill(face, colour)
    hole = rgb("#1b1720") if sum(colour) > 330 else theme.PALE
    pen.fill(blob(7.3, 11.3, 3, 1.9, 14), hole)
    pen.fill(blob(16.7, 11.3, 3, 1.9, -14), hole)


def leaf(pen: Pen, colour: Colour) -> None:
    """Draw the leaf of the Gilded Leaves."""
    pen.fill(blob(12.8, 10.6, 10.6, 6.6, -52, 0.55), colour)
    vein = rgb("#1b1720") if sum(colour) > 330 else theme.PALE
    pen.line([(5.4, 21.6), (16.4, 6.4)], vein, 1.3)
    for x, y, dx, dy in ((9.4, 16, 5, -1.0), (12.2, 12.2, 4.4, -1.2), (9.4, 16, -0.8, -4.6), (12.2, 12.2, -0.8, -4.4)):
        pen.line([(x, y), (x + dx, y + dy)], vein, 1.0)
    pen.line([(4, 23), (7, 19)], colour, 2.2)


def hands(pen: Pen, colour: Colour) -> None:
    """Draw the clasped hands of the Fede Cartel."""
    gap = rgb("#1b1720") if sum(colour) > 330 else theme.PALE
    pen.fill([(0.8, 6), (5.4, 4.8), (5.4, 16.8), (0.8, 18)], colour)
    pen.fill([(23.2, 6), (18.6, 4.8), (18.6, 16.8), (23.2, 18)], colour)
    pen.fill([(6.4, 7.2), (11, 6), (17.6, 7.2), (17.6, 14.4), (13, 18.8), (10.6, 18.8), (6.4, 14.4)], colour)
    pen.line([(11.4, 8.6), (8.8, 11.6), (11, 12.6), (13.2, 10.8), (17, 14)], gap, 1.2)
    for x, y in ((11.2, 15.2), (13.4, 13.8)):
        pen.line([(x, y), (x + 2, y + 2.2)], gap, 1.1)


def _in_ink(sigil: Callable[[Pen, Colour], None]) -> Draw:
    """Return a function that draws a Guild's sigil in the colour of the text beside it."""
    return lambda pen: sigil(pen, pen.fg)


ICONS: dict[str, Draw] = {
    **{
        icon.__name__: icon
        for icon in (
            coin, goodwill, reputation, shield, cube, untrained, dispatch, train, hunt, rivals, defence, street,
            tower, sink, delay, sleeve, aside, hall, zone, staged, slip,
        )
    },
    "return": back,
    "draw": draw_one,
    **{sigil.__name__: _in_ink(sigil) for sigil in (chalice, mask, leaf, hands)},
}  # fmt: skip
