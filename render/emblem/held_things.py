"""Objects that people on emblems hold or have beside them. Each is a bold figure with a point where a hand grips it."""

from dataclasses import dataclass

from render.icons.bold_silhouettes import FIGURES, Figure
from render.pen.icon_pen import Inset, Pen, blob, inset, polar, star
from render.pen.theme import Colour


def _pole(pen: Pen, c: Colour, top: float = 2, width: float = 1.3) -> None:
    pen.line([(12, top), (12, 32)], c, width)


def _sword(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(11, 16), (10.8, 3.6), (12, 0), (13.2, 3.6), (13, 16)], c)
    pen.line([(7.6, 16.4), (16.4, 16.4)], c, 1.5)
    pen.line([(12, 16.6), (12, 21)], c, 1.5)
    pen.disc(12, 21.8, 1.4, c)


def _rapier(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, -3), (12, 20)], c, 0.9)
    pen.arc(12, 15.6, 3.4, 20, 160, c, 1.1)
    pen.line([(8, 16), (16, 16)], c, 1.1)
    pen.disc(12, 21.4, 1.3, c)


def _axe(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, 1), (12, 25)], c, 1.6)
    pen.fill([(12, 2.6), (17.6, 0.4), (21, 6), (18, 12), (12, 9.4)], c)
    pen.fill([(12, 3.6), (8.6, 5.6), (12, 8)], c)


def _pike(pen: Pen, c: Colour, field: Colour) -> None:
    _pole(pen, c, 2, 1.2)
    pen.fill([(12, -3), (14.2, 3), (12, 6), (9.8, 3)], c)


def _halberd(pen: Pen, c: Colour, field: Colour) -> None:
    _pole(pen, c, -2)
    pen.fill([(12, -4), (13, 1), (11, 1)], c)
    pen.fill([(12, 1.4), (17.6, 0), (18.6, 4.4), (17, 8), (12, 6.4)], c)
    pen.fill([(12, 2.6), (7, 4.2), (12, 5.4)], c)


def _banner(pen: Pen, c: Colour, field: Colour) -> None:
    _pole(pen, c, -1)
    pen.fill([(12, 0), (25, 1), (20.6, 5.4), (24, 10.4), (12, 10.8)], c)
    pen.disc(16.4, 5.4, 2, field)


def _torch(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(9.8, 10), (14.2, 10), (12.8, 24), (11.2, 24)], c)
    pen.fill([(12.6, -2), (13.4, 2), (16.4, 5), (15.6, 9), (12, 10.6), (8.4, 9), (8, 5), (10.4, 3)], c)


def _scythe(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(11.4, 0), (13, 32)], c, 1.4)
    pen.fill([(12.4, -1), (3, -0.4), (-4, 6.4), (3, 3.6), (12, 2.8)], c)


def _oar(pen: Pen, c: Colour, field: Colour) -> None:
    _pole(pen, c, 6)
    pen.fill([(10.6, 9), (8.6, 6), (9, -1), (12, -3), (15, -1), (15.4, 6), (13.4, 9)], c)


def _flail(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(9, 6), (9, 24)], c, 1.6)
    pen.line([(9, 6), (12, 2), (16, 4)], c, 0.8)
    pen.fill(star(18, 7, 4.4, 2.8, 8), c)


def _spade(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, -2), (12, 16)], c, 1.5)
    pen.line([(9, -2), (15, -2)], c, 1.5)
    pen.fill([(8, 14), (16, 14), (15.8, 20), (12, 24.6), (8.2, 20)], c)


def _trident(pen: Pen, c: Colour, field: Colour) -> None:
    _pole(pen, c, 0)
    pen.line([(7, 0), (7.4, 5), (12, 8), (16.6, 5), (17, 0)], c, 1.4)


def _crook(pen: Pen, c: Colour, field: Colour) -> None:
    _pole(pen, c, 5)
    pen.arc(8.6, 4.6, 3.5, 0, -270, c, 1.5)
    pen.disc(8.4, 5, 1.2, c)


def _staff(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, 1), (11.2, 9), (12.8, 17), (12, 32)], c, 1.5)
    pen.disc(12, 0, 2, c)


def _lamp(pen: Pen, c: Colour, field: Colour) -> None:
    _pole(pen, c, -1)
    pen.line([(12, -1), (18, -1), (18, 1.4)], c, 1)
    pen.fill([(14.6, 4), (18, 0.8), (21.4, 4)], c)
    pen.box(15, 4.6, 21, 11.4, c, 0.6)
    pen.fill(blob(18, 8, 1.4, 2.3), field)


def _rifle(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(11, 10.6), (27, 9.4)], c, 1.3)
    pen.fill([(3, 10), (14, 9.6), (14, 12.2), (9, 13), (2, 17.4), (0.6, 14)], c)
    pen.disc(13.4, 14, 2.8, c)
    pen.fill([(17, 11), (19, 11), (18.4, 15), (16.6, 15)], c)


def _crossbow(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(2, 13), (20, 11)], c, 1.9)
    pen.arc(11.6, 11.8, 7, -68, 58, c, 1.5)
    pen.line([(14.2, 5.4), (8, 12.2), (15.4, 17.6)], c, 0.6)


def _noose(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, -4), (12, 9)], c, 1.4)
    pen.box(10.6, 5, 13.4, 11, c, 0.8)
    pen.circle(12, 16, 5, c, 1.6)


def _whip(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, 20), (12, 12)], c, 1.9)
    pen.line([(12, 12), (14, 5), (19, 2), (22.6, 5), (20, 8.6), (16.6, 7)], c, 1)


def _cane(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, 8), (12, 26)], c, 1.4)
    pen.disc(12, 6.8, 1.9, c)


def _umbrella(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, 1), (12, 20)], c, 1)
    pen.arc(13.6, 20, 1.6, 180, 0, c, 1)
    dome = [polar(12, 9, 11, turn) for turn in range(180, 361, 12)]
    pen.fill([*dome, (19.4, 7.6), (15.8, 9), (12, 7.6), (8.2, 9), (4.6, 7.6)], c)


def _lute(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill(blob(8.6, 15.6, 6.8, 5.2, -45), c)
    pen.line([(12, 12), (20, 3.4)], c, 2)
    pen.line([(19, 2), (22.4, 5)], c, 1.5)
    pen.disc(9.2, 15, 2, field)


def _fiddle(pen: Pen, c: Colour, field: Colour) -> None:
    pen.disc(7.4, 16.6, 4.6, c)
    pen.disc(12, 12, 3.6, c)
    pen.line([(12, 12), (20, 4)], c, 1.7)
    pen.line([(2, 8), (19, 20)], c, 0.8)
    pen.line([(7.4, 16.6), (14, 10)], field, 0.7)


def _flute(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(1, 16), (23, 7)], c, 2)
    for n in range(4):
        pen.disc(9 + 3 * n, 12.8 - 1.23 * n, 0.6, field)


def _raven(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(0, 18.6), (7, 10), (12.6, 7.4), (15, 4), (18.4, 3.4), (21, 5), (25, 7), (20.6, 8), (19, 13), (13, 17),
              (6, 17)], c)  # fmt: skip
    for x in (11, 14):
        pen.line([(x, 16), (x + 0.6, 20)], c, 0.9)
    pen.disc(18.4, 5.8, 0.9, field)


def _dove(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(2, 18), (8, 12), (14, 10), (18, 6), (21, 6.4), (23, 8.4), (20.6, 9.6), (18, 15), (11, 18)], c)
    pen.fill([(15, 12), (9, 8), (7, 0), (13, 4), (18, 10)], c)


def _falcon(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(12, 4), (14.4, 6), (14, 9), (20, 5), (26, -2), (25, 8), (20, 13.4), (14, 14.6), (13.6, 18), (15.4, 22),
              (8.6, 22), (10.4, 18), (10, 14.6), (4, 13.4), (-1, 8), (-2, -2), (4, 5), (10, 9), (9.6, 6)],
             c)  # fmt: skip


def _heron(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill(blob(8, 15, 6.6, 3.2, 20), c)
    pen.line([(12, 14), (14.4, 9), (11.6, 5), (13.4, 1.4)], c, 1.7)
    pen.fill([(13, 0), (21.4, 2.4), (13.4, 3.2)], c)
    for x in (8, 10.4):
        pen.line([(x, 17), (x, 26)], c, 0.9)


def _cat(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(7, 24), (7.4, 16), (9.6, 12), (8.6, 3.4), (11.4, 6), (14.4, 6), (17.2, 3.4), (16.4, 12), (18.4, 18),
              (18.4, 24)], c)  # fmt: skip
    pen.line([(18, 23), (22.6, 21), (22, 15)], c, 1.6)
    for x in (11, 14.8):
        pen.fill(blob(x, 9, 1, 0.7), field)


def _rat(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill(blob(11, 15, 7.4, 4.6), c)
    pen.fill([(14, 11), (18, 10.6), (24, 16), (16, 18.6)], c)
    pen.disc(16.4, 10.4, 2.2, c)
    pen.line([(4, 16), (-1, 18), (-4, 13)], c, 1.1)
    pen.disc(19.4, 13.8, 0.8, field)


def _hound(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(1, 12), (4, 10.6), (12, 11.4), (15.4, 7.4), (16.6, 3.6), (20, 4.4), (21, 6.4), (26, 8), (25.6, 9.8),
              (20.6, 10.6), (18.6, 14), (20.4, 24), (18, 24), (15.4, 17.6), (9, 15.4), (6.4, 18.4), (4.6, 24),
              (2.2, 24), (3.4, 18), (1.6, 15)], c)  # fmt: skip
    pen.fill([(16.4, 4.2), (14.8, 10.4), (18, 8.6)], field)
    pen.line([(1.8, 12.6), (-3, 10.4), (-4.4, 5.4)], c, 1.4)
    pen.disc(20, 6.2, 0.6, field)


def _bear(pen: Pen, c: Colour, field: Colour) -> None:
    pen.disc(12, 13, 8.4, c)
    for x in (4.8, 19.2):
        pen.disc(x, 6, 3.2, c)
    pen.fill(blob(12, 16.4, 4.4, 3.4), field)
    pen.disc(12, 15, 1.6, c)
    for x in (8.4, 15.6):
        pen.disc(x, 10.8, 1.1, field)


def _sack(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill(blob(12, 15, 8, 8.4), c)
    pen.fill([(8, 2), (16, 2), (13.6, 8), (10.4, 8)], c)
    pen.line([(9.4, 7.4), (14.6, 7.4)], field, 1.2)


def _purse(pen: Pen, c: Colour, field: Colour) -> None:
    _sack(pen, c, field)
    pen.disc(12, 15.4, 3.4, field)
    pen.disc(12, 15.4, 1.8, c)


def _basket(pen: Pen, c: Colour, field: Colour) -> None:
    pen.arc(12, 12, 8, 180, 360, c, 1.5)
    for x in (7.4, 12, 16.6):
        pen.disc(x, 11, 2.9, c)
    pen.line([(2, 13.4), (22, 13.4)], field, 1)
    pen.fill([(2.6, 14), (21.4, 14), (18, 23), (6, 23)], c)


def _chalice(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(5, 1), (19, 1), (18, 8), (13.6, 12), (13.6, 18), (18, 22), (6, 22), (10.4, 18), (10.4, 12), (6, 8)], c)
    pen.line([(7, 4), (17, 4)], field, 1)


def _cards(pen: Pen, c: Colour, field: Colour) -> None:
    for turn in (-32, 0, 32):
        leaf = inset(pen, 12, 25, 1, turn)
        leaf.fill([(-4.6, -22), (4.6, -22), (4.6, -8), (-4.6, -8)], field)
        leaf.fill([(-3.9, -21.3), (3.9, -21.3), (3.9, -8.7), (-3.9, -8.7)], c)
        leaf.fill([(0, -18), (2, -15), (0, -12), (-2, -15)], field)


def _dice(pen: Pen, c: Colour, field: Colour) -> None:
    for x, y, pips in ((7, 15, ((-2, -2), (0, 0), (2, 2))), (17, 9, ((-2, -2), (2, 2), (2, -2), (-2, 2)))):
        pen.box(x - 5, y - 5, x + 5, y + 5, c, 1.4)
        for dx, dy in pips:
            pen.disc(x + dx, y + dy, 1.2, field)


def _scroll(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(5, 4), (19, 4), (19, 20), (5, 20)], c)
    for y in (3.4, 20.6):
        pen.line([(3.4, y), (20.6, y)], c, 3)
    for y in (8, 11.6, 15.2):
        pen.line([(8, y), (16, y)], field, 1.2)


def _quill(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(8, 15), (8.6, 9), (14, 2), (21.4, -1.6), (20, 6), (15, 12.4), (9.6, 16)], c)
    pen.line([(4, 24), (16, 5)], c, 1)
    pen.line([(9.6, 15), (17, 4)], field, 0.6)


def _telescope(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(2, 18), (9, 13.2)], c, 2.4)
    pen.line([(9, 13.2), (15, 9)], c, 3.8)
    pen.line([(15, 9), (22, 4)], c, 5.4)
    pen.line([(12, 13), (9, 24)], c, 1.1)


def _hourglass(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(5.4, 3), (18.6, 3), (13.2, 12), (18.6, 21), (5.4, 21), (10.8, 12)], c)
    for y in (2.4, 21.6):
        pen.line([(4.4, y), (19.6, y)], c, 2.4)
    pen.fill([(9, 6), (15, 6), (12, 10.6)], field)


def _scissors(pen: Pen, c: Colour, field: Colour) -> None:
    for side in (-1, 1):
        pen.line([(12 - 3.4 * side, 17), (12 + 4 * side, 1.6)], c, 1.8)
        pen.circle(12 - 4.6 * side, 19.6, 3, c, 1.6)


def _cleaver(pen: Pen, c: Colour, field: Colour) -> None:
    pen.box(9, 0, 19, 13, c, 1)
    pen.disc(16.4, 3, 1.2, field)
    pen.line([(10.6, 12), (10.6, 23)], c, 2.6)


def _mortar(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(11, 12), (19, 1)], c, 2.4)
    pen.fill([(3, 10), (21, 10), (19, 18), (15, 20), (17, 23), (7, 23), (9, 20), (5, 18)], c)
    pen.line([(5, 12.6), (19, 12.6)], field, 0.9)


def _apple(pen: Pen, c: Colour, field: Colour) -> None:
    for x in (8.6, 15.4):
        pen.disc(x, 14, 6, c)
    pen.line([(12, 9), (13, 4)], c, 1.3)
    pen.fill(blob(17, 4.4, 3.6, 1.6, -25, 0.5), c)


def _lily(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, 10), (12, 26)], c, 1.2)
    pen.fill(blob(15.6, 18, 4.6, 1.6, -40, 0.5), c)
    pen.fill([(12, 12), (5, 9), (3.4, 1), (8.6, 4.6), (12, -1), (15.4, 4.6), (20.6, 1), (19, 9)], c)


def _censer(pen: Pen, c: Colour, field: Colour) -> None:
    for x in (7, 12, 17):
        pen.line([(12, -3), (x, 13)], c, 0.8)
    pen.disc(12, 15, 5.6, c)
    pen.line([(6, 14.6), (18, 14.6)], field, 1)
    pen.fill([(8, 20), (16, 20), (14, 23), (10, 23)], c)


def _cross(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, 1), (12, 24)], c, 2.6)
    pen.line([(5.4, 7.4), (18.6, 7.4)], c, 2.6)


def _beads(pen: Pen, c: Colour, field: Colour) -> None:
    for n in range(14):
        pen.disc(*polar(12, 9, 7.4, n * 360 / 14), 1.25, c)
    pen.line([(12, 17), (12, 25)], c, 1.5)
    pen.line([(9, 20), (15, 20)], c, 1.5)


def _bone(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(7, 18), (17, 6)], c, 2.6)
    for x, y in ((5, 17), (8, 20), (16, 4), (19, 7)):
        pen.disc(x, y, 2.4, c)


def _eel(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(2, 22), (9, 23), (14, 19), (11, 14), (6, 11), (8, 5), (14, 4)], c, 3)
    pen.fill(blob(16.6, 3.8, 4.4, 2.6), c)
    pen.disc(17.4, 3, 0.9, field)


def _web(pen: Pen, c: Colour, field: Colour) -> None:
    for turn in range(0, 360, 45):
        pen.line([(12, 12), polar(12, 12, 12, turn)], c, 0.8)
    for r in (4, 7.4, 10.8):
        pen.line([polar(12, 12, r, turn) for turn in range(0, 361, 45)], c, 0.8)


def _chain(pen: Pen, c: Colour, field: Colour) -> None:
    for y in (0, 5.6, 11.2):
        pen.circle(12, y, 2.6, c, 1.3)
    pen.circle(12, 19, 4.6, c, 2.2)


def _bomb(pen: Pen, c: Colour, field: Colour) -> None:
    pen.disc(11, 15, 7.6, c)
    pen.line([(14, 9), (17, 5), (20, 4)], c, 1.2)
    pen.fill(star(21, 3, 3.6, 1.4, 6), c)
    pen.arc(11, 15, 5, 190, 250, field, 1.1)


def _telephone(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(5, 24), (19, 24), (16.4, 20.6), (13.4, 20), (13.4, 6), (10.6, 6), (10.6, 20), (7.6, 20.6)], c)
    pen.fill([(6, 0), (18, 0), (15, 5.4), (9, 5.4)], c)
    pen.line([(18.6, 6), (20.6, 13)], c, 2.4)
    pen.line([(12, 9), (18.6, 8.4)], c, 1.2)


def _crystal(pen: Pen, c: Colour, field: Colour) -> None:
    pen.disc(12, 10, 8.2, c)
    pen.arc(12, 10, 5.4, 190, 260, field, 1.3)
    pen.fill([(6, 23), (8, 18.6), (16, 18.6), (18, 23)], c)


def _ankh(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill(blob(12, 5.6, 4.8, 6), c)
    pen.fill(blob(12, 5.6, 2.4, 3.4), field)
    pen.line([(12, 11), (12, 24)], c, 2.4)
    pen.line([(5.4, 13), (18.6, 13)], c, 2.4)


def _watch(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, -3), (12, 5)], c, 0.9)
    pen.circle(12, 6, 1.8, c, 1)
    pen.disc(12, 15, 8, c)
    pen.disc(12, 15, 6, field)
    pen.line([(12, 10.6), (12, 15), (15.4, 17)], c, 1.2)


def _plane(pen: Pen, c: Colour, field: Colour) -> None:
    for y in (7.4, 15):
        pen.line([(0, y), (24, y)], c, 1.9)
    for x in (5, 19):
        pen.line([(x, 7), (x, 15)], c, 0.9)
    pen.disc(12, 11.6, 3.7, c)
    pen.disc(12, 11.6, 1.2, field)
    pen.line([(7.6, 5), (16.4, 18.2)], c, 1)
    for x in (9, 15):
        pen.line([(x, 16), (x, 19)], c, 0.9)
        pen.disc(x, 20, 1.7, c)


def _shield(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(3, 1), (21, 1), (20.6, 12), (17, 19), (12, 23.4), (7, 19), (3.4, 12)], c)
    pen.line([(12, 4), (12, 19)], field, 2)
    pen.line([(6, 9), (18, 9)], field, 2)


def _orb(pen: Pen, c: Colour, field: Colour) -> None:
    pen.disc(12, 15, 7.6, c)
    pen.line([(5, 13), (19, 13)], field, 1)
    pen.line([(12, 8), (12, 0)], c, 1.7)
    pen.line([(8.8, 3.4), (15.2, 3.4)], c, 1.7)


def _horn(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(1, 17), (6, 20), (13, 19), (19, 13), (23, 3), (13, 5), (13, 11), (9, 15)], c)
    pen.line([(8.6, 15.4), (10.6, 19.6)], field, 0.9)


def _pitcher(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(7, 2), (17, 2), (15, 7), (18.6, 13), (17.6, 20), (15, 23), (9, 23), (6.4, 20), (5.4, 13), (9, 7)], c)
    pen.arc(17, 10, 4.4, -100, 70, c, 1.5)


def _coffer(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(2, 11), (3.4, 5.4), (7, 3), (17, 3), (20.6, 5.4), (22, 11)], c)
    pen.box(2, 12.4, 22, 22, c, 0.6)
    pen.box(10, 9, 14, 16, field, 0.8)
    pen.disc(12, 12.6, 1, c)


def _dividers(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, 3), (5, 23)], c, 1.8)
    pen.line([(12, 3), (19, 23)], c, 1.8)
    pen.disc(12, 2.4, 2.4, c)
    pen.arc(12, 4, 12, 65, 115, c, 1.1)


def _astrolabe(pen: Pen, c: Colour, field: Colour) -> None:
    pen.circle(12, 2, 1.8, c, 1)
    pen.disc(12, 13.4, 9.6, c)
    pen.circle(12, 13.4, 6.6, field, 1)
    pen.circle(13.6, 15, 3, field, 0.9)
    pen.line([(6, 19.4), (18, 7.4)], field, 1.2)


def _retort(pen: Pen, c: Colour, field: Colour) -> None:
    pen.disc(9, 15.4, 7, c)
    pen.fill([(6, 10), (8, 4), (12, 2.4), (24, 14), (22.4, 15.6), (12.6, 9)], c)
    pen.fill([(3.6, 16), (14.4, 16), (12, 20.4), (6, 20.4)], field)


def _heart(pen: Pen, c: Colour, field: Colour) -> None:
    for x in (7.6, 16.4):
        pen.disc(x, 8.4, 5, c)
    pen.fill([(2.9, 10.4), (21.1, 10.4), (12, 22.4)], c)


def _hand(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(7, 12), (17.4, 12), (16.4, 20), (15, 25), (9.4, 25), (8, 20)], c)
    for x, top in ((8, 4.4), (10.8, 2), (13.6, 2.6), (16.4, 5)):
        pen.line([(x, top), (x, 13)], c, 2.2)
    pen.line([(8, 17), (3.8, 11.6)], c, 2.2)


def _antlers(pen: Pen, c: Colour, field: Colour) -> None:
    for side in (-1, 1):
        pen.line([(12 + 2 * side, 20), (12 + 4 * side, 12), (12 + 10 * side, 7), (12 + 10 * side, 0)], c, 1.7)
        pen.line([(12 + 7 * side, 9), (12 + 6 * side, 2)], c, 1.5)
        pen.line([(12 + 4 * side, 13), (12 + 9 * side, 13)], c, 1.3)
    pen.fill([(9, 18), (15, 18), (13.4, 25), (10.6, 25)], c)


def _newspaper(pen: Pen, c: Colour, field: Colour) -> None:
    pen.fill([(2, 4), (20, 1.6), (22, 19.6), (4, 22)], c)
    pen.line([(5, 7), (17.6, 5.4)], field, 2)
    for y in (10.4, 13.4, 16.4):
        pen.line([(5.6, y + 1), (11, y + 0.4)], field, 1)
        pen.line([(13.4, y), (18.8, y - 0.6)], field, 1)


def _nothing(pen: Pen, c: Colour, field: Colour) -> None:
    """Draw nothing: both hands are empty."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that a person can hold: its figure, its size, the point where a hand grips it, and its top edge."""

    figure: Figure
    share: float
    grip: tuple[float, float] = (12, 12)
    top: float = 2


def _long(figure: Figure, share: float = 0.8, grip: float = 16, top: float = -2) -> Thing:
    return Thing(figure, share, (12, grip), top)


def _small(figure: Figure, share: float = 0.42) -> Thing:
    return Thing(figure, share)


def _hung(figure: Figure, share: float = 0.46) -> Thing:
    return Thing(figure, share, (12, 0), -4)


THINGS: dict[str, Thing] = {
    # Figures from this module: long objects, small objects, and objects that hang from the hand.
    "sword": _long(_sword, 0.72, 19), "rapier": _long(_rapier, 0.72, 19, -3), "axe": _long(_axe, 0.72, 17, 0),
    "pike": _long(_pike, top=-3), "halberd": _long(_halberd, top=-4), "banner": _long(_banner, top=-1),
    "torch": _long(_torch, 0.66, 18), "scythe": _long(_scythe), "oar": _long(_oar, top=-3),
    "flail": _long(_flail, 0.66, 18, 0),
    "spade": _long(_spade, 0.7, 8), "trident": _long(_trident),
    "crook": _long(_crook, top=0), "staff": _long(_staff), "lamp": _long(_lamp, top=-2), "cane": _long(_cane, 0.6, 7),
    "rifle": Thing(_rifle, 0.6, (12, 12), 6), "crossbow": Thing(_crossbow, 0.58, (9, 12)),
    "whip": _long(_whip, 0.6, 18),
    "umbrella": _long(_umbrella, 0.72, 17, -2), "lute": _small(_lute, 0.6), "fiddle": _small(_fiddle, 0.58),
    "flute": _small(_flute, 0.5), "raven": Thing(_raven, 0.46, (12, 19)), "dove": Thing(_dove, 0.44, (12, 17), 0),
    "falcon": Thing(_falcon, 0.5, (12, 21), -2), "heron": Thing(_heron, 0.6, (9, 24), 0),
    "cat": Thing(_cat, 0.46, (12, 22)), "rat": Thing(_rat, 0.42, (12, 18)), "hound": Thing(_hound, 0.56, (10, 15)),
    "bear": _small(_bear, 0.42), "sack": _small(_sack, 0.44), "purse": _small(_purse), "basket": _small(_basket, 0.46),
    "chalice": _small(_chalice), "cards": _small(_cards, 0.5), "dice": _small(_dice), "scroll": _small(_scroll),
    "quill": Thing(_quill, 0.54, (7, 20), -2), "telescope": Thing(_telescope, 0.52, (13, 14)),
    "hourglass": _small(_hourglass), "scissors": _small(_scissors), "cleaver": Thing(_cleaver, 0.44, (10.6, 19), 0),
    "mortar": _small(_mortar), "apple": _small(_apple, 0.36), "lily": Thing(_lily, 0.5, (12, 20), -1),
    "censer": _hung(_censer), "cross": _small(_cross, 0.46), "beads": _hung(_beads), "bone": _small(_bone, 0.48),
    "eel": _small(_eel, 0.5), "web": _small(_web, 0.5), "chain": _hung(_chain), "bomb": _small(_bomb, 0.42),
    "telephone": _small(_telephone, 0.5), "crystal": _small(_crystal), "ankh": _small(_ankh), "watch": _hung(_watch),
    "plane": _small(_plane, 0.6), "shield": _small(_shield, 0.5), "orb": _small(_orb), "horn": _small(_horn, 0.46),
    "pitcher": _small(_pitcher), "coffer": _small(_coffer), "dividers": _small(_dividers),
    "astrolabe": _small(_astrolabe, 0.48), "retort": _small(_retort, 0.48), "heart": _small(_heart, 0.36),
    "hand": _small(_hand), "antlers": _small(_antlers, 0.5), "newspaper": _small(_newspaper, 0.46),
    "noose": _hung(_noose, 0.5), "none": _small(_nothing),
    # Figures that crests and medals also use.
    **{name: _small(FIGURES[name]) for name in (
        "book", "hammer", "wheat", "scales", "key", "bell", "lantern", "mask", "coins", "crown", "wheel",
        "phial", "rose", "serpent", "revolver", "dagger", "skull", "letter", "badge", "radio", "lens", "pentacle",
        "dynamite", "fish", "padlock", "candle", "comet", "eye", "flame", "anchor",
    )},
    "bow": _small(FIGURES["bow"], 0.6),
}  # fmt: skip
#: Things of at least this relative size may reach below the lower edge of the grid.
MIN_GROUND_SHARE = 0.6
#: The offsets of the dark copies drawn behind a figure to make it stand out from a bright sky.
_DARK_COPY_OFFSETS = ((-0.5, -0.35), (0.5, -0.35), (-0.5, 0.45), (0.5, 0.45))


def draw_thing(pen: Inset, name: str, hand: tuple[float, float], colour: Colour, ink: Colour) -> None:
    """Draw a thing held in a hand at the point `hand`, with a dark edge. Keep the thing within the grid."""
    thing = THINGS[name]
    x = hand[0] - thing.grip[0] * thing.share
    y = max(hand[1] - thing.grip[1] * thing.share, 0.9 - thing.top * thing.share)
    if thing.share < MIN_GROUND_SHARE:
        y = min(y, 24.2 - 24 * thing.share)
    for dx, dy in _DARK_COPY_OFFSETS:
        thing.figure(inset(pen, x + dx, y + dy, thing.share), ink, ink)
    thing.figure(inset(pen, x, y, thing.share), colour, ink)


#: The frames around objects that no person holds, as outlines around (0, 0).
FRAMES: dict[str, list[tuple[float, float]]] = {
    "disc": blob(0, 0, 11, 11),
    "lozenge": [(0, -12), (14, 0), (0, 12), (-14, 0)],
    "arch": [(-8.6, 13), (-8.6, -2), *(polar(0, -2, 8.6, turn) for turn in range(180, 361, 15)), (8.6, 13)],
    "shield": [(-9.6, -11), (9.6, -11), (9.4, 2), (6, 8.4), (0, 11.6), (-6, 8.4), (-9.4, 2)],
    "gem": [polar(0, 0, 12, 22.5 + n * 45) for n in range(8)],
    "star": star(0, 0, 14, 10.4, 8),
    "square": [(-11, -9.4), (11, -9.4), (11, 9.4), (-11, 9.4)],
    "hexagon": [polar(0, 0, 12, n * 60) for n in range(6)],
}
