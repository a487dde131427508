"""Headgear: silhouettes around a face on the pen's grid, with their highlights."""

from collections.abc import Callable

from render.pen.icon_pen import Pen, blob
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
    for x, y in ((7.4, 6.6), (6.9, 8.8), (7.4, 10.6), (16.6, 6.6), (17.1, 8.8), (16.6, 10.6)):
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


def _hennin(pen: Pen, ink: Colour) -> None:
    _coif(pen, ink)
    pen.fill([(7.2, 5), (9, -8), (11, -8), (16.8, 4)], ink)
    pen.line([(10, -8), (4.4, -3), (3, 6)], ink, 0.9)


def _jester(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.8, 7), (5, 2.4), (-0.6, 3), (3, -2), (8.4, -0.6), (12, -5.4), (15.6, -0.6), (21, -2), (24.6, 3),
              (19, 2.4), (17.2, 7)], ink)  # fmt: skip
    for x, y in ((-0.6, 3.6), (12, -5.8), (24.6, 3.6)):
        pen.disc(x, y, 1.4, ink)


def _turban(pen: Pen, ink: Colour) -> None:
    for x, y in ((8, 4), (12, 2), (16, 4), (12, 4.6)):
        pen.fill(blob(x, y, 4.4, 3.2), ink)
    pen.line([(12, 0), (13.4, -4)], ink, 1.4)


def _tricorn(pen: Pen, ink: Colour) -> None:
    pen.fill([(2.4, 2.4), (7.4, 1), (12, -2), (16.6, 1), (21.6, 2.4), (17, 6.8), (12, 5.6), (7, 6.8)], ink)


def _laurel(pen: Pen, ink: Colour) -> None:
    _parting(pen, ink)
    for side in (-1, 1):
        for n in range(4):
            pen.fill(blob(12 + side * (6 - 0.9 * n), 6 - 2.3 * n, 2.6, 1, side * (58 - 12 * n), 0.5), ink)


def _long(pen: Pen, ink: Colour) -> None:
    pen.fill([(4.6, 19), (5.8, 7), (8, 3), (12, 1.8), (16, 3), (18.2, 7), (19.4, 19), (16, 17), (8, 17)], ink)


def _wild(pen: Pen, ink: Colour) -> None:
    for x, dx in ((6.6, -5), (8.2, -3.4), (10.4, -1.4), (13.6, 1.4), (15.8, 3.4), (17.4, 5)):
        pen.fill([(x - 1.8, 6), (x + dx, -1.4 + abs(dx) * 0.7), (x + 1.8, 6)], ink)
    pen.fill([(6.4, 11), (6.8, 4.4), (12, 2), (17.2, 4.4), (17.6, 11)], ink)


def _stags_horns(pen: Pen, ink: Colour) -> None:
    for side in (-1, 1):
        pen.line([(12 + 3 * side, 4), (12 + 7 * side, 0), (12 + 8 * side, -6)], ink, 1.4)
        pen.line([(12 + 7 * side, -0.6), (12 + 11 * side, -3)], ink, 1.1)
        pen.line([(12 + 5 * side, 2), (12 + 4.6 * side, -4)], ink, 1.1)


def _ears(pen: Pen, ink: Colour) -> None:
    for side in (-1, 1):
        pen.fill([(12 + 1.4 * side, 4), (12 + 6.8 * side, -4.4), (12 + 6 * side, 8)], ink)


def _halo(pen: Pen, ink: Colour) -> None:
    _hood(pen, ink)
    pen.circle(12, 6.4, 9.4, ink, 1)


def _straw(pen: Pen, ink: Colour) -> None:
    pen.fill([(0.6, 7.4), (12, -3.4), (23.4, 7.4), (18, 6.4), (6, 6.4)], ink)


def _cowl(pen: Pen, ink: Colour) -> None:
    pen.fill([(3.6, 18), (5.4, 8), (9, 2.6), (12, -6.4), (15, 2.6), (18.6, 8), (20.4, 18)], ink)


def _wimple(pen: Pen, ink: Colour) -> None:
    pen.fill([(4, 17), (4.8, 10.4), (-2, 9.6), (-7.6, 3), (2, 5), (8.6, 0.8), (15.4, 0.8), (22, 5), (31.6, 3),
              (26, 9.6), (19.2, 10.4), (20, 17)], ink)  # fmt: skip


def _bearded(pen: Pen, ink: Colour) -> None:
    _parting(pen, ink)
    pen.fill([(7.4, 9), (16.6, 9), (16.4, 15), (13.4, 21), (10.6, 21), (7.6, 15)], ink)


def _bearded_cap(pen: Pen, ink: Colour) -> None:
    _bearded(pen, ink)
    pen.fill([(6.8, 5.4), (7.4, -0.6), (16.6, -0.6), (17.2, 5.4)], ink)


def _bishop(pen: Pen, ink: Colour) -> None:
    _mitre(pen, ink)
    pen.fill([(7.4, 9), (16.6, 9), (15, 16), (12, 18), (9, 16)], ink)


def _plumed(pen: Pen, ink: Colour) -> None:
    _helm(pen, ink)
    pen.fill([(12, 2), (10, -5), (16, -6.4), (22, -2), (24, 4), (19.4, 0.4), (14, -1)], ink)


def _horned(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.8, 7.4), (7.2, 3), (12, -0.4), (16.8, 3), (17.2, 7.4)], ink)
    for side in (-1, 1):
        pen.fill([(12 + 4.6 * side, 5), (12 + 11 * side, 1.6), (12 + 11.4 * side, -5), (12 + 8 * side, -0.6)], ink)


def _bandage(pen: Pen, ink: Colour) -> None:
    _bare(pen, ink)
    pen.line([(16.6, 5), (21, 3.4), (22.4, 6)], ink, 1.1)


HATS: dict[str, Callable[[Pen, Colour], None]] = {
    "fedora": _fedora, "stetson": _stetson, "bowler": _bowler, "topper": _topper, "cloche": _cloche, "bob": _bob,
    "bun": _bun, "parting": _parting, "aviator": _aviator, "cap": _cap, "kepi": _kepi, "hood": _hood, "wig": _wig,
    "bare": _bare, "glasses": _parting, "beard": _parting, "crown": _crown, "mitre": _mitre, "kettle": _kettle,
    "helm": _helm, "veil": _veil, "tonsure": _tonsure, "feather": _feather, "coif": _coif, "beak": _beak,
    "hennin": _hennin, "jester": _jester, "turban": _turban, "tricorn": _tricorn, "laurel": _laurel, "long": _long,
    "wild": _wild, "stag": _stags_horns, "ears": _ears, "halo": _halo, "straw": _straw, "cowl": _cowl,
    "wimple": _wimple, "bearded": _bearded, "patriarch": _bearded_cap, "bishop": _bishop, "plumed": _plumed,
    "horned": _horned, "bandage": _bandage,
    "broad": _broad, "fur": _fur, "braids": _braids, "square": _square, "thorns": _thorns,
}  # fmt: skip


#: How far tall hats rise above the grid, in grid units.
TALL_HATS = {
    "topper": -2, "mitre": -5.4, "bishop": -5.4, "crown": -1.8, "thorns": -4.4, "feather": -3, "fur": -1, "hennin": -8,
    "jester": -7, "turban": -4.4, "tricorn": -2, "laurel": -4, "wild": -2, "stag": -6.6, "ears": -4.4, "halo": -3.4,
    "straw": -3.4, "cowl": -6.4, "patriarch": -1, "plumed": -6.4, "horned": -5,
}  # fmt: skip


def draw_traces(pen: Pen, hat: str, light: Colour) -> None:
    """Draw the highlights of a head, such as eyes in the dark of a hood or a visor, glasses, or a band of gold."""
    if hat in ("hood", "thorns", "cowl", "halo", "ears", "bandage"):
        for x in (10.2, 13.8):
            pen.fill(blob(x, 9, 1.1, 0.7), light)
    elif hat in ("helm", "plumed"):
        pen.line([(8, 7.8), (16, 7.8)], light, 0.9)
        pen.line([(12, 8), (12, 13)], light, 0.6)
    elif hat == "beak":
        pen.circle(9.6, 8.6, 1.2, light, 0.6)
    elif hat in ("crown", "mitre", "bishop", "laurel", "kepi", "patriarch"):
        pen.line([(7.6, 5.2), (16.4, 5.2)], light, 0.8)
        pen.disc(12, 2.2, 0.8, light)
    elif hat in ("glasses", "aviator"):
        y = 8.6 if hat == "glasses" else 5.4
        for x in (9.8, 14.2):
            pen.circle(x, y, 1.6, light, 0.7)
        pen.line([(11.4, y), (12.6, y)], light, 0.5)
    elif hat in ("fedora", "bowler", "topper", "stetson", "broad", "straw", "feather"):
        pen.line([(8.2, 5), (15.8, 5)], light, 0.7)
    elif hat in ("veil", "wimple"):
        pen.arc(12, 8.8, 4.8, 110, 290, light, 0.6)
