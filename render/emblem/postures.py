"""Postures of the people on emblems: silhouettes on a grid of 24 by 24, whose lower edge is the ground."""

from collections.abc import Callable
from dataclasses import dataclass

from render.pen.icon_pen import Pen, Point, blob
from render.pen.theme import Colour

#: A function that draws a body in a colour. The second colour is for shapes behind the body.
Body = Callable[[Pen, Colour, Colour], None]


@dataclass(frozen=True, slots=True)
class Posture:
    """A posture: the body, the position of the chin, the head's size and tilt, and the position of the hand."""

    body: Body
    chin: Point
    head: float
    hand: Point
    tilt: float = 0
    #: Whether the face is in profile.
    side: bool = False


def _both(points: list[Point]) -> list[Point]:
    """Return a symmetric outline, given the points of its left half from bottom to top."""
    return [*points, *((24 - x, y) for x, y in reversed(points))]


def _stand(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(4, 26), (5.2, 16), (6.6, 12.8), (10.3, 11.2)]), c)
    pen.line([(17, 14.4), (19.6, 17.6)], c, 2.4)


def _gown(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(2.6, 26), (6, 20.4), (9.4, 17), (8, 14.4), (8.2, 12), (10.6, 11)]), c)
    pen.line([(15.6, 12.4), (19, 15.4), (20.4, 13.6)], c, 1.7)


def _raised(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(2.8, 26), (4, 16), (5.4, 12.8), (9.2, 11.4), (12.8, 11.4), (16, 12.4), (16.6, 16), (18.4, 26)], c)
    pen.line([(15, 13.6), (19.2, 11.2), (20, 6.2)], c, 2.5)


def _arms(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(5, 26), (7.4, 19), (2.4, 13.6), (1.2, 5.6), (3.6, 4.6), (6.4, 9.6), (10.4, 11.8)]), c)


def _stooped(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(2, 26), (1.4, 18), (3.4, 12), (7.4, 8.6), (12, 8.4), (15.4, 10.6), (15.4, 15), (13.6, 19), (15, 26)], c)
    pen.line([(11, 15), (16.4, 19), (20.8, 17.6)], c, 2.1)


def _kneeling(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(3, 26), (2.8, 22.4), (6.4, 19.4), (5.6, 13.4), (7.8, 10.6), (12, 10.4), (14, 13.4), (13.6, 17.4),
              (19.4, 18.2), (20.6, 26)], c)  # fmt: skip
    pen.line([(11.6, 13), (15.8, 14.8), (18.8, 11.6)], c, 1.9)


def _riding(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(blob(11, 17.4, 7.2, 3.4), c)
    pen.fill([(13.4, 17.6), (17, 9), (18, 5.8), (19.4, 8), (23.6, 12.2), (22.4, 13.8), (19.6, 12.8), (18, 18.4)], c)
    for leg in ([(5.6, 18.6), (5, 21.6), (6, 26)], [(8, 19), (9.4, 26)], [(14.4, 19), (13.4, 26)]):
        pen.line(leg, c, 1.7)
    pen.line([(16.4, 18.6), (19.4, 20.6), (18, 24)], c, 1.6)
    pen.line([(4.4, 16), (1.8, 18.4), (1.6, 23)], c, 1.5)
    pen.fill([(7.6, 17), (7.6, 10.8), (9, 9), (11.8, 9), (13.2, 11), (13, 17)], c)
    pen.line([(8.6, 10.6), (4.6, 11.4), (3.6, 9)], c, 1.7)


def _throned(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(4.4, 26), (4.4, 4.4), (3.4, 1), (6, 2.4), (8.6, -1), (12, 1)]), dim)
    pen.fill(_both([(1, 26), (2, 19.4), (5.6, 17.6), (6.4, 13), (10.2, 11.4)]), c)


def _winged(pen: Pen, c: Colour, dim: Colour) -> None:
    wing: list[Point] = [(8, 12), (4.6, 6.4), (-0.6, 1), (-3.6, 8), (-1.6, 9.6), (-2.6, 15), (1, 14.6), (1.8, 20),
                         (5, 17)]  # fmt: skip
    pen.fill([*wing, (8, 21)], dim)
    pen.fill([(24 - x, y) for x, y in [*wing, (8, 21)]], dim)
    pen.fill(_both([(5, 26), (7, 17), (7, 13), (10.4, 11.4)]), c)


def _cloaked(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(10, 11), (14, 11), (16.8, 12.6), (17.6, 17), (17.4, 26), (8, 26), (2.4, 23), (-2, 18.4), (-4.4, 13),
              (0.6, 14.8), (4.4, 13), (7.4, 12)], c)  # fmt: skip
    pen.line([(16, 14.4), (19.4, 17)], c, 2.3)


def _bust(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(0.4, 26), (1.4, 20.4), (4, 17.6), (9.4, 16), (9.8, 13)]), c)


def _turned(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(-1, 26), (1, 19.6), (6, 16), (7, 11), (12.4, 13), (12.6, 16), (17, 18.6), (18.4, 26)], c)


def _leaping(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(8.6, 9.6), (13.8, 9.8), (14.6, 14), (14.4, 17.6), (10, 17.6), (9.6, 14)], c)
    pen.line([(11.4, 16.4), (6.4, 18.6), (3, 24.4)], c, 2.6)
    pen.line([(13, 16.4), (18.4, 15.8), (21.6, 20.4)], c, 2.5)
    pen.line([(9.4, 10.8), (4.6, 9.4), (1.6, 4.8)], c, 2)
    pen.line([(13, 10.8), (17.8, 9.8), (20.4, 5.4)], c, 2)


def _striding(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(7.6, 10.8), (12.6, 10.4), (14.8, 13), (14, 17.4), (16, 20.4), (20, 26), (16.6, 26), (11.6, 21),
              (7.6, 26), (2.6, 26), (6.6, 19), (6, 13.6)], c)  # fmt: skip
    pen.line([(12.6, 13), (15.8, 16.4), (19, 15)], c, 2)


def _floating(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(9.6, 10.6), (14.4, 10.6), (17.4, 12), (24, 11), (23, 17.4), (18, 16.4), (15.6, 19), (16, 22), (12.4, 23),
              (14.4, 26), (8.6, 23.2), (7.4, 18.6), (6, 16.4), (1, 17.4), (0, 11), (6.6, 12)], c)  # fmt: skip


def _rising(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(6.4, 26), (6.4, 18.4), (8.4, 16)]), c)
    for side in (-1, 1):
        x = 12 + 8 * side
        pen.line([(12 + 4 * side, 17.6), (x, 15), (x, 8.6)], c, 2.2)
        for shift in (-1.6, 0, 1.6):
            pen.line([(x, 9), (x + shift, 5.6)], c, 0.8)
    pen.fill(blob(12, 26.4, 14, 4.4), dim)


def _aiming(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(2.4, 26), (3.4, 16), (4.4, 12.8), (8, 11.4), (12, 11.4), (15, 12.4), (14.8, 17), (16, 26)], c)
    pen.line([(13.6, 13.4), (19.6, 13)], c, 2.5)


def _crouching(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(1.6, 26), (2, 20.4), (4.8, 15), (9.6, 12.6), (14.4, 13.4), (17, 17), (20.4, 19.6), (21.4, 26)], c)
    pen.line([(14, 18.6), (18.6, 19), (21, 15.4)], c, 2)


def _laden(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(-1.6, 13), (-1.4, 7), (2, 2.6), (6, 1), (9.6, 2.2), (12, 6), (11.4, 13), (6, 16.6), (1, 16)], dim)
    pen.line([(9.4, 3), (12.6, 8), (12, 12)], c, 0.6)
    pen.fill([(4.6, 26), (6, 17), (8, 12.6), (12.6, 10.8), (15.8, 13), (15.6, 18), (18.6, 26)], c)
    pen.line([(13, 13.6), (9, 10.4)], c, 2)
    pen.line([(13.6, 14.4), (18, 17.4), (20, 15)], c, 1.9)


def _giving(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(4, 26), (4.4, 16), (6, 12.8), (10.3, 11.2)]), c)


def _giant(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(1.6, 26), (0.4, 15), (3.4, 9.6), (8.6, 8)]), c)


def _small(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(6.4, 26), (7.4, 19), (8.4, 16.8), (10.6, 15.6)]), c)
    pen.line([(15.6, 18), (18.4, 17)], c, 1.9)


def _afloat(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(6.4, 22), (7, 14), (8, 11.6), (10.4, 10.4), (13.6, 10.4), (15.6, 11.6), (16.8, 14), (17, 22)], c)
    pen.line([(15.6, 13.4), (19.4, 15.4)], c, 2)
    pen.fill([(-3, 19), (2, 20.6), (21, 20.6), (27, 18.4), (23, 25), (2, 25)], c)


def _behind_wall(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill(_both([(4.4, 26), (5, 16), (6.6, 13), (10.3, 11.4)]), c)
    pen.line([(17, 14.6), (20, 15.4)], c, 2.3)
    for x in range(-8, 32, 8):
        pen.fill([(x, 26), (x, 19), (x + 4.4, 19), (x + 4.4, 21.6), (x + 8, 21.6), (x + 8, 26)], dim)


def _dancing(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(10, 10), (14, 10.2), (14.6, 15), (20.6, 21.6), (17, 22.6), (14, 21.4), (11, 23), (7, 21.6), (4, 22),
              (9, 15)], c)  # fmt: skip
    pen.line([(11, 21), (9.6, 26)], c, 1.7)
    pen.line([(14.6, 21), (19, 25)], c, 1.7)
    pen.line([(10, 11), (5.4, 8), (8, 3.4)], c, 1.7)
    pen.line([(14, 11), (19, 11.4), (20.8, 7)], c, 1.7)


def _leaning(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(4, 26), (6, 18), (9.4, 12), (13, 9.6), (16.6, 10.6), (17.8, 14), (15.4, 20), (14, 26)], c)
    pen.line([(10.8, 13.6), (8, 18), (12.4, 19.6)], c, 1.8)
    pen.line([(16, 13.6), (19, 17)], c, 2)


def _crowd(pen: Pen, c: Colour, dim: Colour) -> None:
    for x, top, colour in ((2.6, 12.6, dim), (21.4, 13.4, dim), (7, 15.4, c), (17.4, 15.8, c)):
        pen.disc(x, top, 2.5, colour)
        pen.fill([(x - 4, 26), (x - 3.6, top + 4.4), (x, top + 2.4), (x + 3.6, top + 4.4), (x + 4, 26)], colour)
    pen.fill(_both([(6, 26), (7, 15), (10.4, 12.4)]), c)
    pen.line([(15.4, 14.6), (19, 9.6)], c, 1.8)


def _whispering(pen: Pen, c: Colour, dim: Colour) -> None:
    pen.fill([(14, 17), (14.8, 9), (17, 5), (19.4, 4), (22, 6), (23.2, 10), (23.6, 17)], dim)
    pen.fill([(12, 26), (12.4, 17), (15.6, 13.4), (21.4, 13.4), (25, 17), (26, 26)], dim)
    pen.fill([(0, 26), (1, 17), (4, 13.6), (7, 12.6), (11.4, 14), (13.6, 18), (14.4, 26)], c)


def _motoring(pen: Pen, c: Colour, dim: Colour) -> None:
    for x in (4, 20):
        pen.circle(x, 20, 3.5, c, 1.2)
        pen.disc(x, 20, 1, c)
    pen.fill([(4, 20.6), (7, 16.4), (15, 16), (16.4, 14.4), (18, 14.6), (20.4, 20), (15, 21.4), (9, 21.4)], c)
    pen.fill([(5.8, 17), (6.4, 12.6), (9.4, 9.8), (13, 10.4), (12, 14), (11, 17.4)], c)
    pen.line([(11.4, 11.6), (16.6, 14.2)], c, 1.7)
    pen.fill([(8.4, 9.8), (2.6, 8.6), (-2.4, 10.6), (3, 11.4), (8, 12)], dim)


POSTURES: dict[str, Posture] = {
    "stands": Posture(_stand, (12, 12), 0.66, (20, 17.6)),
    "gown": Posture(_gown, (12, 11.8), 0.62, (20.6, 13)),
    "raised": Posture(_raised, (11, 12.2), 0.66, (20.2, 5.6)),
    "arms": Posture(_arms, (12, 12.6), 0.62, (21.4, 5)),
    "stooped": Posture(_stooped, (17.8, 14.8), 0.58, (21.6, 17), 14, True),
    "kneels": Posture(_kneeling, (10.6, 11.4), 0.58, (19.4, 10.8), 6, True),
    "rides": Posture(_riding, (10.4, 9.8), 0.46, (3.4, 8.4), 0, True),
    "throned": Posture(_throned, (12, 12.2), 0.58, (19.6, 16.4)),
    "winged": Posture(_winged, (12, 12.2), 0.6, (19, 18)),
    "cloak": Posture(_cloaked, (12, 11.8), 0.64, (20, 17)),
    "bust": Posture(_bust, (12, 15), 0.94, (21.4, 15.6)),
    "turned": Posture(_turned, (10, 14.6), 0.92, (21.4, 14.6), 0, True),
    "leaps": Posture(_leaping, (11.4, 10.4), 0.5, (20.6, 4.8), -8),
    "strides": Posture(_striding, (10.4, 11.4), 0.58, (19.6, 14.8), 4, True),
    "floats": Posture(_floating, (12, 11.6), 0.6, (22.4, 12)),
    "rises": Posture(_rising, (12, 16.8), 0.6, (20, 6.6)),
    "aims": Posture(_aiming, (9.8, 12.2), 0.64, (20.4, 12.8), 0, True),
    "crouches": Posture(_crouching, (13, 17), 0.66, (21.4, 14.8), 10),
    "laden": Posture(_laden, (15, 12.8), 0.52, (20.6, 14.4), 12, True),
    "gives": Posture(_giving, (12, 11.8), 0.64, (12, 18.4)),
    "giant": Posture(_giant, (12, 9.8), 0.48, (21.4, 15)),
    "small": Posture(_small, (12, 16.6), 0.56, (19, 16.6)),
    "afloat": Posture(_afloat, (12, 11.4), 0.56, (20, 15.2)),
    "wall": Posture(_behind_wall, (12, 12.2), 0.64, (20.4, 15)),
    "dances": Posture(_dancing, (12, 10.6), 0.5, (21, 6.4), 8),
    "leans": Posture(_leaning, (15.2, 10.6), 0.54, (19.4, 17), 10),
    "crowd": Posture(_crowd, (12, 13.2), 0.52, (19.4, 9)),
    "motors": Posture(_motoring, (12.4, 10.6), 0.5, (20.4, 9), 10, True),
    "whispers": Posture(_whispering, (8.6, 14), 0.6, (14, 20), 14, True),
}  # fmt: skip
