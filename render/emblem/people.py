"""People as busts: silhouettes that differ by what they wear on their heads; drawn on the pen's grid."""

from collections.abc import Callable

from render.pen.grid import Pen, Point, blob
from render.pen.theme import Colour


def _fedora(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.6, 6), (8.4, 1.6), (11, 2.4), (13.4, 1.4), (15.8, 2), (16.4, 6)], ink)
    pen.line([(4.4, 7.2), (8, 6), (16, 6), (19.6, 7)], ink, 1.6)


def _stetson(pen: Pen, ink: Colour) -> None:
    pen.fill([(8, 6), (8.2, 0.8), (11.6, 2), (14.6, 0.6), (16, 6)], ink)
    pen.line([(2.6, 4.6), (6, 6.4), (18, 6.4), (21.4, 4.6)], ink, 1.7)


def _bowler(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.6, 6.2), (7.8, 3.4), (10, 1.2), (14, 1.2), (16.2, 3.4), (16.4, 6.2)], ink)
    pen.line([(6, 6), (7.4, 6.6), (16.6, 6.6), (18, 6)], ink, 1.2)


def _topper(pen: Pen, ink: Colour) -> None:
    pen.fill([(8.2, 6), (7.6, -2), (16.4, -2), (15.8, 6)], ink)
    pen.line([(5.8, 5.6), (7.6, 6.4), (16.4, 6.4), (18.2, 5.6)], ink, 1.3)


def _cloche(pen: Pen, ink: Colour) -> None:
    pen.fill([(7, 9.4), (7, 5), (9, 2.2), (12, 1.4), (15, 2.2), (17, 5), (17, 9.4), (18.2, 10), (5.8, 10)], ink)
    pen.fill([(7, 9), (8.4, 13), (7.6, 13.4), (6.4, 10)], ink)
    pen.fill([(17, 9), (15.6, 13), (16.4, 13.4), (17.6, 10)], ink)


def _bob(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.4, 13), (6.4, 6), (8.6, 2.8), (12, 2), (15.4, 2.8), (17.6, 6), (17.6, 13), (15.4, 13), (8.6, 13)], ink)


def _bun(pen: Pen, ink: Colour) -> None:
    _parting(pen, ink)
    pen.disc(12, 1.6, 2.4, ink)
    pen.line([(8.4, 3), (15.8, 0)], ink, 0.7)


def _parting(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 7.4), (7.2, 4.6), (9.4, 2.6), (13, 2.2), (16.2, 3.6), (16.8, 7.4)], ink)


def _aviator(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.2, 12), (7, 6), (9, 3), (12, 2.2), (15, 3), (17, 6), (16.8, 12)], ink)
    pen.disc(7.2, 9.4, 1.3, ink)
    pen.disc(16.8, 9.4, 1.3, ink)


def _cap(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.8, 6.4), (6.6, 4), (9.6, 2), (14, 1.8), (17.6, 4), (17.2, 6.4)], ink)
    pen.line([(12, 6.4), (19, 7)], ink, 1.2)


def _kepi(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 6.4), (8, 2.4), (16, 1.6), (16.6, 6.4)], ink)
    pen.line([(7.4, 6.8), (18.6, 7.6)], ink, 1.1)


def _hood(pen: Pen, ink: Colour) -> None:
    pen.fill([(4.6, 22), (5.4, 9), (8, 4), (12, 0.8), (16, 4), (18.6, 9), (19.4, 22)], ink)


def _wig(pen: Pen, ink: Colour) -> None:
    for x, y in ((7.2, 6), (16.8, 6), (6.4, 9), (17.6, 9), (6.6, 12), (17.4, 12), (9, 3.6), (12, 2.8), (15, 3.6)):
        pen.disc(x, y, 2, ink)


def _bare(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 7), (7.6, 4.6), (9, 3.4), (15, 3.4), (16.4, 4.6), (16.6, 7)], ink)


def _crown(pen: Pen, ink: Colour) -> None:
    pen.fill([(7, 6.4), (6, -0.4), (9, 2.6), (12, -1.8), (15, 2.6), (18, -0.4), (17, 6.4)], ink)
    for side in (-1, 1):
        pen.fill([(12 + 4.2 * side, 5), (12 + 6 * side, 14), (12 + 3.6 * side, 14)], ink)


def _mitre(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.2, 6.4), (6.6, 1), (12, -5.4), (17.4, 1), (16.8, 6.4)], ink)


def _kettle(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 6), (7.8, 2.6), (12, 0.4), (16.2, 2.6), (16.6, 6)], ink)
    pen.line([(3.4, 7.4), (7, 5.8), (17, 5.8), (20.6, 7.4)], ink, 1.5)


def _helm(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.6, 14.8), (6.4, 3.4), (9, 1.6), (15, 1.6), (17.6, 3.4), (17.4, 14.8), (12, 16.8)], ink)


def _veil(pen: Pen, ink: Colour) -> None:
    pen.fill([(4.4, 21), (5.6, 9), (7.4, 4), (12, 1.6), (16.6, 4), (18.4, 9), (19.6, 21)], ink)
    pen.line([(7, 4.4), (17, 4.4)], ink, 1.4)


def _tonsure(pen: Pen, ink: Colour) -> None:
    for x, y in ((7.3, 6), (7.1, 8.4), (16.7, 6), (16.9, 8.4), (8.6, 4.4), (15.4, 4.4)):
        pen.disc(x, y, 1.5, ink)


def _feather(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.4, 6), (7, 2.4), (14, 1), (17.6, 5)], ink)
    pen.line([(5, 6.6), (19, 5.4)], ink, 1.4)
    pen.fill(blob(19.6, 0.6, 6, 1.5, -38, 0.5), ink)


def _coif(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.8, 13.6), (6.6, 6), (8.6, 3), (12, 2), (15.4, 3), (17.4, 6), (17.2, 13.6), (14.6, 15), (9.4, 15)], ink)


def _beak(pen: Pen, ink: Colour) -> None:
    _broad(pen, ink)
    pen.fill([(9.6, 7.4), (10.6, 12.6), (2.6, 15.6), (6.6, 11)], ink)


def _broad(pen: Pen, ink: Colour) -> None:
    pen.fill([(8, 6), (8.8, 0.4), (15.2, 0.4), (16, 6)], ink)
    pen.fill(blob(12, 6, 9.6, 1.7), ink)


def _fur(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.4, 6.6), (7, -1), (17, -1), (17.6, 6.6)], ink)
    pen.fill(blob(12, 6.2, 6.6, 1.8), ink)
    for y in (-0.4, 1.4, 3.2):
        for x in (6.9, 17.1):
            pen.disc(x, y, 0.9, ink)


def _braids(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.2, 9), (7, 5.4), (9.2, 2.8), (12, 2.2), (14.8, 2.8), (17, 5.4), (16.8, 9)], ink)
    for side in (-1, 1):
        for n in range(5):
            pen.disc(12 + side * (5.2 + 0.3 * n), 8.4 + n * 2.2, 1.5, ink)


def _square(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 6.6), (7.2, 3.6), (16.8, 3.6), (16.6, 6.6)], ink)
    pen.fill([(4.4, 3), (12, 0.2), (19.6, 3), (12, 5.4)], ink)
    pen.line([(18.6, 3.2), (19.2, 8)], ink, 0.7)


def _thorns(pen: Pen, ink: Colour) -> None:
    HATS["hood"](pen, ink)
    for x, y, dx in ((6.6, 4.6, -3.4), (9, 2, -2), (12, 0.6, 0), (15, 2, 2), (17.4, 4.6, 3.4)):
        pen.fill([(x - 1.2, y + 1.6), (x + dx, y - 4.4), (x + 1.2, y + 1.6)], ink)


HATS: dict[str, Callable[[Pen, Colour], None]] = {
    "fedora": _fedora, "stetson": _stetson, "bowler": _bowler, "topper": _topper, "cloche": _cloche, "bob": _bob,
    "bun": _bun, "parting": _parting, "aviator": _aviator, "cap": _cap, "kepi": _kepi, "hood": _hood, "wig": _wig,
    "bare": _bare, "glasses": _parting, "beard": _parting, "crown": _crown, "mitre": _mitre, "kettle": _kettle,
    "helm": _helm, "veil": _veil, "tonsure": _tonsure, "feather": _feather, "coif": _coif, "beak": _beak,
    "broad": _broad, "fur": _fur, "braids": _braids, "square": _square, "thorns": _thorns,
}  # fmt: skip


def draw_bust(
    pen: Pen, ink: Colour, hat: str, slope: float, edges: tuple[float, float], head: tuple[float, float]
) -> None:
    """Draw shoulders, head and hat; `slope` is the height of the neck, `edges` the sleeve at the foot and above it."""
    foot, sleeve = edges
    shoulders: list[Point] = [
        (foot, 25), (sleeve, 20), (5, slope + 1.6), (9.6, slope), (10.2, 13), (13.8, 13), (14.4, slope),
        (19, slope + 1.6), (24 - sleeve, 20), (24 - foot, 25),
    ]  # fmt: skip
    pen.fill(shoulders, ink)
    pen.fill(blob(12, 8.6, *head), ink)
    HATS[hat](pen, ink)
