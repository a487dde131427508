"""Draws the Great Old Ones of Dark Providence, each in its own shape."""

from collections.abc import Callable

from render.emblem.backdrops import Stage
from render.emblem.night_scenes import GLOW
from render.pen import theme
from render.pen.icon_pen import Point, blob, inset, polar
from render.pen.theme import Colour, Sky, mix


def _mirrored(points: list[Point]) -> list[Point]:
    """Return a symmetric outline, given the points of its left half from bottom to top."""
    return [*points, *((24 - x, y) for x, y in reversed(points))]


def _tapering(stage: Stage, start: Point, heading: float, bend: float, thick: float, colour: Colour) -> None:
    """Draw an arm that gets thinner and curls more tightly towards its end."""
    (x, y), steps = start, 26
    for n in range(steps):
        stage.pen.disc(x, y, thick * (1 - n / steps) + 0.22, colour)
        x, y = polar(x, y, thick * 0.55, heading)
        heading += bend * (0.3 + n / steps)


def _eyes(stage: Stage, spots: list[Point], wide: float, tall: float, colour: Colour = GLOW) -> None:
    for x, y in spots:
        stage.pen.fill(blob(x, y, wide, tall, 14 if x < 12 else -14, 0.4), colour)


def _cthulhu(stage: Stage) -> None:
    pen, ink = stage.pen, stage.ink
    pen.disc(12, 9, 13, mix(*stage.sky[:2], 0.85))
    pen.disc(12, 9, 11, stage.lit(0.55))
    wing: list[Point] = [(9, 22), (6, 12), (2.4, 4), (-3.6, -1.6), (-10, 2), (-6.6, 5), (-9.6, 11), (-4.6, 11.6),
                         (-6.4, 18), (-1, 17), (0.6, 24)]  # fmt: skip
    for side in (wing, [(24 - x, y) for x, y in wing]):
        pen.fill(side, stage.ink)
        pen.fill([(12 + (x - 12) * 0.97, y + 0.6) for x, y in side], mix(stage.ink, stage.sky[1], 0.95))
    for x, y in ((-3.6, -1.6), (-9.6, 11), (-6.4, 18)):
        for side in (-1, 1):
            pen.line([(12 - 5 * side, 15), (12 + (x - 12) * 0.95 * -side, y + 0.6)], ink, 0.4)
    pen.fill(_mirrored([(-1, 27), (1.4, 18), (5.4, 14.4), (9, 13.6)]), ink)
    pen.fill(blob(12, 7.2, 5.6, 6.2), ink)
    pen.fill(_mirrored([(6.4, 6), (7.2, 12), (9, 15)]), ink)
    for x, heading, bend in ((8, 118, -7), (9.8, 102, 6), (12, 90, -6), (14.2, 78, -6), (16, 62, 7)):
        _tapering(stage, (x, 11.4), heading, bend, 1.15, mix(ink, stage.sky[1], 0.26))
    _eyes(stage, [(9.4, 7.6), (14.6, 7.6)], 1.7, 1)
    for x in stage.across(4):
        pen.fill(blob(x, 24.6, 2.9, 1.9), mix(stage.sky[0], stage.sky[1], 0.55))


def _hastur(stage: Stage) -> None:
    pen, cloth = stage.pen, theme.GOLD_LIT
    for x, y, r in ((1, 5.4, 3.6), (24, 8, 2.4)):
        pen.disc(x, y, r, theme.PALE)
    for x in stage.across(6.6, 0.4):
        top = stage.dice.uniform(9, 15)
        pen.fill([(x - 1.3, 26), (x - 0.9, top), (x, top - 4), (x + 0.9, top), (x + 1.3, 26)], stage.far)
    hem: list[Point] = [(24.4, 25), (22.4, 21.6), (21, 25.4), (18.6, 22), (16.6, 26), (14.4, 22.4), (12, 26)]
    robe: list[Point] = [
        (12, -1.4),
        (16.4, 3.4),
        (18, 10),
        (21, 12.4),
        (29, 10.4),
        (27.4, 13.6),
        (29.4, 15.4),
        (25.6, 17),
    ]
    whole = [*robe, *hem]
    pen.fill([*whole, *((24 - x, y) for x, y in reversed(whole))], cloth)
    for x in (6, 9.4, 14.6, 18):
        pen.line([(12 + (x - 12) * 0.6, 13), (x, 23)], mix(cloth, stage.ink, 0.45), 0.7)
    pen.fill(blob(12, 8, 4.3, 5.6), stage.ink)
    pen.fill([(9.2, 5.4), (14.8, 5.4), (14.6, 9), (13.4, 12.2), (10.6, 12.2), (9.4, 9)], theme.PALE)
    for x in (10.6, 13.4):
        pen.fill(blob(x, 7.8, 1, 0.75), stage.ink)
    pen.fill(blob(12, 10.6, 0.7, 1), stage.ink)


def _dagon(stage: Stage) -> None:
    pen, ink = stage.pen, stage.ink
    pen.disc(8, 8.4, 9.6, stage.lit(0.5))
    stone = mix(stage.sky[1], theme.PALE, 0.5)
    pen.fill([(17.4, 26), (18.2, -1), (21, -3), (23.6, -1), (24.6, 26)], stone)
    for y in (3, 7, 11, 15, 19):
        pen.line([(19.4, y), (21, y + 1.6), (22.6, y)], mix(stone, ink, 0.6), 0.6)
    fin: list[Point] = [(3, 22), (-4, 21), (0, 17), (-4.6, 13), (0.6, 11), (-2.6, 5.4), (3, 6), (3, 0), (7.4, 3.4)]
    pen.fill([*fin, (10, 12)], stage.dim)
    for x, y in fin[1::2]:
        pen.line([(5, y + 1.4), (x, y)], ink, 0.5)
    pen.fill([(-0.4, 27), (1.4, 18), (3, 9.4), (5.6, 4.4), (9.6, 2), (13.6, 2.6), (16.4, 5), (17.2, 7.2), (16.4, 8.2),
              (12.4, 9.2), (16, 10.4), (16.8, 12), (15.6, 13.8), (12.6, 14.6), (14, 20), (14.6, 27)], ink)  # fmt: skip
    for x, y in ((17, 7.2), (16.4, 12)):
        pen.disc(x, y, 0.9, ink)
    pen.line([(8, 17), (13, 19.6), (20, 16)], ink, 2.8)
    for x, y in ((23.4, 12.4), (24.2, 15), (23.2, 17.8)):
        pen.fill([(19.4, 14.4), (x, y), (20, 17.6)], ink)
    pen.disc(11.4, 6, 2, GLOW)
    pen.disc(11.8, 6, 0.95, ink)
    scale = mix(ink, stage.sky[1], 0.6)
    for dx in (0, 1.5, 3):
        pen.arc(4 + dx, 10.6, 3.2, -45, 50, scale, 0.5)
    for x, y in ((3.6, 17), (6.2, 18.6), (3.4, 20.6), (6, 22), (9, 21.6)):
        pen.arc(x, y, 1.3, 10, 170, scale, 0.4)
    for x in stage.across(4):
        pen.fill(blob(x, 24.6, 2.9, 2), mix(stage.sky[0], stage.sky[1], 0.6))


def _nyarlathotep(stage: Stage) -> None:
    pen, ink = inset(stage.pen, 0.8, 5, 0.93), stage.ink
    for x, tall in ((-9, 13), (33, 15), (47, 9), (-24, 9)):
        pen.fill([(x - tall, 26), (x, 26 - tall), (x + tall, 26)], stage.far)
    for turn in range(-180, 1, 15):
        pen.fill([(12, 12), polar(12, 12, 120, turn), polar(12, 12, 120, turn + 7)], stage.lit(0.12))
    pen.disc(12, 9.4, 9, stage.lit(0.45))
    pen.fill(
        _mirrored(
            [
                (1, 27),
                (2.4, 19),
                (6.4, 16.4),
                (6, 12),
                (7.6, 6),
                (9, 4.4),
                (7.4, -1.4),
                (9.9, 0.4),
                (9.6, -2.6),
                (11, -4.8),
            ]
        ),
        ink,
    )
    band = mix(theme.GOLD_LIT, stage.sky[2], 0.25)
    for n in range(4):
        y = 7.6 + n * 2.4
        for side in (-1, 1):
            pen.line([(12 + 4.2 * side, y), (12 + (5 + 0.45 * n) * side, y + 1.2)], band, 0.6)
    pen.line([(8, 4.8), (16, 4.8)], band, 0.8)
    pen.fill([(11.2, 14.6), (12.8, 14.6), (12.4, 19), (11.6, 19)], band)
    for x, y in ((12, 8), (10.2, 11), (13.8, 11)):
        pen.fill(blob(x, y, 1.5, 1.15), stage.lit(1))
        pen.disc(x, y, 0.6, theme.PALE)
    pen.line([(4.6, 25), (15.4, 18.4)], band, 0.9)
    pen.line([(19.4, 25), (8.6, 18.4)], band, 0.9)


def _black_goat(stage: Stage) -> None:
    pen, ink, edge = stage.pen, stage.ink, mix(stage.ink, stage.sky[1], 0.5)
    pen.disc(12, 7.4, 10.4, stage.lit(0.42))
    for x in stage.across(4.6, 0.6):
        if not 0 < x < 24:
            pen.fill([(x - 1.2, 26), (x - 0.6, -2), (x + 0.6, -2), (x + 1.2, 26)], stage.far)
            pen.line([(x, 7), (x + 3, 1)], stage.far, 0.6)
    for hip, knee, foot in ((5, -1.6, -0.4), (7, 2.6, 4.6), (10, 8.4, 9.6), (14, 15.6, 14.4), (17, 21.4, 19.4),
                            (19, 25.6, 24.4)):  # fmt: skip
        pen.line([(hip, 16), (knee, 18.4), (foot, 24)], ink, 2)
        pen.line([(foot - 1, 24.2), (foot + 1, 24.2)], stage.lit(0.5), 0.9)
    pen.fill(blob(12, 15, 11, 4.4), ink)
    for x, y in ((2.8, 13.6), (5, 15.8), (19.2, 15.6), (21.4, 13.4)):
        pen.fill(blob(x, y, 1.2, 0.8), stage.lit(0.9))
    for grow, colour in ((0.45, edge), (0.0, ink)):
        for side in (-1, 1):
            pen.line([(12 + 2.2 * side, 4.4), (12 + 5 * side, 0.8), (12 + 9 * side, 1.6), (12 + 10.4 * side, 5.4),
                      (12 + 8.4 * side, 8), (12 + 7 * side, 6.8)], colour, 1.9 + grow)  # fmt: skip
            pen.fill([(12 + 3 * side, 5.6), (12 + (8 + grow) * side, 11), (12 + 3 * side, 8.6 + grow)], colour)
        pen.fill(_mirrored([(10.8, 24 + grow), (11 - grow, 21), (9.6 - grow, 19.4), (9.4 - grow, 15.6),
                            (7.6 - grow, 7), (9, 4 - grow)]), colour)  # fmt: skip
    _eyes(stage, [(9.7, 8), (14.3, 8)], 1.6, 1)
    for x in (9.7, 14.3):
        pen.line([(x - 0.7, 8), (x + 0.7, 8)], ink, 0.5)
    for x in (11, 13):
        pen.line([(x, 17), (x + (x - 12) * 0.7, 17.8)], edge, 0.6)


def _yog_sothoth(stage: Stage) -> None:
    pen, ink = stage.pen, stage.ink
    for x in (-5, 25):
        pen.fill([(x, 26), (x + 0.4, 2), (x + 3.6, 2), (x + 4, 26)], stage.far)
    pen.fill([(-8, 2.4), (-6.6, -1), (30.6, -1), (32, 2.4)], stage.far)
    pen.disc(12, 12, 13.4, mix(*stage.sky[:2], 0.8))
    globes = ((5, 5.4, 4.2), (17.8, 4.4, 4.8), (2.6, 14, 3.6), (22, 13.2, 4.2), (7, 19.6, 4.4), (17.2, 20, 4.6),
              (11.4, 2.4, 2.8), (1.8, 21, 2.2), (23.4, 20.4, 2.4), (-3, 9, 2), (27.6, 8, 1.8), (12, 22.4, 2.4),
              (12, 11.6, 6.4))  # fmt: skip
    for n, (x, y, r) in enumerate(globes):
        pen.disc(x, y, r + 0.5, ink)
        pen.disc(x, y, r, stage.lit((0.3, 0.75, 0.5, 1)[n % 4]))
        pen.disc(x - r * 0.3, y - r * 0.35, r * 0.3, theme.PALE)
    pen.fill(blob(12, 11.8, 5, 3, 0, 0.5), ink)
    pen.disc(12, 11.8, 2, GLOW)
    pen.disc(12, 11.8, 0.9, ink)


OLD_ONES: dict[str, tuple[Callable[[Stage], None], Sky]] = {
    "black_goat": (_black_goat, theme.SKIES[5]),
    "cthulhu": (_cthulhu, theme.RUIN_SKIES[2]),
    "dagon": (_dagon, theme.SKIES[1]),
    "hastur": (_hastur, theme.SKIES[2]),
    "nyarlathotep": (_nyarlathotep, theme.RUIN_SKIES[0]),
    "yog_sothoth": (_yog_sothoth, theme.RUIN_SKIES[1]),
}
