"""Icons of people and of what they do: agents, dispatch, return, train, claim, hunt."""

from render.icons.pen import Draw, Pen, Point, blob, ngon, polar, star
from render.pen import theme
from render.pen.theme import Colour


def pawn(pen: Pen, x: float, y: float, size: float, colour: Colour, edge: Colour, width: float = 1.4) -> None:
    """Draw a cloaked pawn standing with its foot at (x, y), `size` units high."""
    s = size / 20
    body: list[Point] = [
        (x - 2.6 * s, y - 11.5 * s), (x + 2.6 * s, y - 11.5 * s), (x + 5 * s, y - 7 * s),
        (x + 6.6 * s, y), (x - 6.6 * s, y), (x - 5 * s, y - 7 * s),
    ]  # fmt: skip
    pen.shape(body, edge, edge, 2 * width)
    pen.disc(x, y - 15 * s, 4.7 * s + width, edge)
    pen.fill(body, colour)
    pen.disc(x, y - 15 * s, 4.7 * s, colour)


def agent(pen: Pen) -> None:
    """Draw a trained agent."""
    pawn(pen, 12, 21.6, 19, pen.fg, pen.fg, 0.6)


def untrained(pen: Pen) -> None:
    """Draw an untrained agent: the same pawn, hollow."""
    hollow = theme.PANEL if pen.dark else theme.SLIP
    pawn(pen, 12, 21.2, 18.4, hollow, pen.fg, 1.6)


def arrow_head(pen: Pen, x: float, y: float, turn: float, size: float, colour: Colour) -> None:
    """Fill an arrow head whose tip is at (x, y)."""
    left, right = polar(x, y, size, turn + 152), polar(x, y, size, turn - 152)
    pen.fill([(x, y), left, right], colour)


def dispatch(pen: Pen) -> None:
    """Draw a pawn sent out: arrow away to the upper right."""
    pawn(pen, 8, 22, 15.5, pen.fg, pen.fg, 0.4)
    go = theme.rgb("#3f8f5f") if not pen.dark else theme.rgb("#63c98d")
    pen.line([(13.6, 12.6), (19.4, 6.8)], go, 3.0)
    arrow_head(pen, 22.8, 3.4, -45, 9.4, go)


def back(pen: Pen) -> None:
    """Draw a pawn called home: arrow curling back down to it."""
    pawn(pen, 8, 22, 15.5, pen.fg, pen.fg, 0.4)
    come = theme.rgb("#b3552d") if not pen.dark else theme.rgb("#f0935f")
    pen.arc(14, 9.4, 6.6, -100, 62, come, 3.0)
    arrow_head(pen, 13.0, 18.6, 158, 8.8, come)


def train(pen: Pen) -> None:
    """Draw a hollow pawn with a rising chevron."""
    hollow = theme.PANEL if pen.dark else theme.SLIP
    pawn(pen, 8, 21.6, 15, hollow, pen.fg, 1.5)
    rise = theme.rgb("#2f6fa8") if not pen.dark else theme.rgb("#77b7ee")
    for y in (9.6, 15.6):
        pen.line([(15, y), (18.6, y - 4.6), (22.2, y)], rise, 2.6)


def claim(pen: Pen) -> None:
    """Draw a banner on a staff."""
    pen.line([(5, 2), (5, 22.4)], pen.edge, 2.6)
    cloth: list[Point] = [(6, 3.4), (21.6, 3.4), (17.6, 9), (21.6, 14.6), (6, 14.6)]
    pen.shape(cloth, theme.rgb("#c8553d"), pen.edge, 1.5)
    pen.line([(9, 9), (11.4, 11.6), (15, 6.4)], theme.WHITE, 1.7)


def hunt(pen: Pen) -> None:
    """Draw cross hairs on a beast's eye."""
    red = theme.rgb("#a8322f") if not pen.dark else theme.rgb("#ec6a5e")
    pen.circle(12, 12, 7.6, red, 2.2)
    for turn in (0, 90, 180, 270):
        pen.line([polar(12, 12, 5.2, turn), polar(12, 12, 10.8, turn)], red, 2.2)
    pen.disc(12, 12, 2.2, red)


def rivals(pen: Pen) -> None:
    """Draw the other players: two pawns, one behind the other."""
    back = theme.rgb("#c56a5a")
    pawn(pen, 16.2, 19.6, 15, back, pen.edge, 0.9)
    pawn(pen, 8.4, 22, 16, back, pen.edge, 1.2)


def eye(pen: Pen) -> None:
    """Draw an open eye."""
    pen.fill(blob(12, 12, 11.4, 7.4, 0, 0.7), pen.fg)
    pen.fill(blob(12, 12, 9.0, 5.4, 0, 0.7), theme.WHITE)
    pen.disc(12, 12, 4.2, pen.fg if not pen.dark else theme.TABLE)
    pen.disc(13.4, 10.6, 1.2, theme.WHITE)


def lock(pen: Pen) -> None:
    """Draw a padlock."""
    pen.arc(12, 9.4, 5.2, 180, 360, pen.fg, 2.6)
    pen.line([(6.8, 9), (6.8, 12)], pen.fg, 2.6)
    pen.line([(17.2, 9), (17.2, 12)], pen.fg, 2.6)
    pen.box(4, 11, 20, 22, theme.GOLD, 2)
    pen.disc(12, 15.4, 2, pen.edge)
    pen.line([(12, 15.4), (12, 19)], pen.edge, 1.8)


def _gate(pen: Pen, inside: Colour) -> None:
    """Draw an arch of stone around what it shows."""
    stone = theme.STEEL_DARK
    pen.disc(12, 11, 10, pen.edge)
    pen.box(2, 11, 22, 23, pen.edge)
    pen.disc(12, 11, 9, stone)
    pen.box(3, 11, 21, 22, stone)
    pen.disc(12, 12, 6, inside)
    pen.box(6, 12, 18, 22, inside)


def gate_open(pen: Pen) -> None:
    """Draw an open gate with something glowing behind it."""
    _gate(pen, theme.rgb("#7fe0c8"))
    pen.fill(star(12, 15, 5.4, 2.2, 6), theme.WHITE)


def gate_shut(pen: Pen) -> None:
    """Draw a gate closed with bars."""
    _gate(pen, theme.rgb("#1d2230"))
    for x in (9, 12, 15):
        pen.line([(x, 9), (x, 21.6)], theme.STEEL, 1.2)
    pen.line([(6.6, 15), (17.4, 15)], theme.STEEL, 1.2)


def crown(pen: Pen) -> None:
    """Draw the first player's torch-lit crown."""
    points: list[Point] = [(3, 19.6), (2, 7), (7.6, 11.6), (12, 3), (16.4, 11.6), (22, 7), (21, 19.6)]
    pen.shape(points, theme.rgb("#e2a93b"), pen.edge, 1.6)
    pen.line([(4, 16.6), (20, 16.6)], theme.rgb("#7a5516"), 1.5)
    for x, y in ((2.4, 6.4), (12, 2.8), (21.6, 6.4)):
        pen.disc(x, y, 1.9, pen.edge)
        pen.disc(x, y, 1.2, theme.BLOOD)


def token_track(pen: Pen) -> None:
    """Draw the defence track: a wall with battlements."""
    wall: list[Point] = [
        (2, 21.6), (2, 5), (6, 5), (6, 9), (10, 9), (10, 5), (14, 5),
        (14, 9), (18, 9), (18, 5), (22, 5), (22, 21.6),
    ]  # fmt: skip
    pen.shape(wall, theme.rgb("#8f98ab"), pen.edge, 1.6)
    for y, xs in ((13, (8, 16)), (17.2, (4.6, 12, 19.4))):
        pen.line([(2.8, y), (21.2, y)], theme.STEEL_DARK, 0.9)
        for x in xs:
            pen.line([(x, y), (x, y + 4)], theme.STEEL_DARK, 0.9)


def target(pen: Pen) -> None:
    """Draw a small lozenge that marks a choice."""
    pen.fill(ngon(12, 12, 8, 4), pen.fg)


ICONS: dict[str, Draw] = {
    "agent": agent,
    "untrained": untrained,
    "dispatch": dispatch,
    "return": back,
    "train": train,
    "claim": claim,
    "hunt": hunt,
    "rivals": rivals,
    "eye": eye,
    "lock": lock,
    "gate_open": gate_open,
    "gate_shut": gate_shut,
    "first": crown,
    "defence": token_track,
    "choice": target,
}
