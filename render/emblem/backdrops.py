"""Backgrounds for the people on emblems, such as heavenly bodies, weather, windows, fires and woods."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from render.pen import theme
from render.pen.icon_pen import Inset, Point, blob, polar, star
from render.pen.theme import Colour, Sky, mix


@dataclass(frozen=True, slots=True)
class Stage:
    """A pen for the whole picture. The person is within the grid, from 0 to 24.

    The picture may be wider than the grid.
    """

    pen: Inset
    dice: Random
    sky: Sky
    left: float
    right: float

    @property
    def ink(self) -> Colour:
        """The colour of foreground silhouettes."""
        return theme.silhouette(self.sky[0])

    @property
    def far(self) -> Colour:
        """The colour of distant shapes."""
        return mix(self.sky[0], self.sky[1], 0.4)

    @property
    def dim(self) -> Colour:
        """The colour of shapes slightly behind the person."""
        return mix(self.ink, self.sky[1], 0.54)

    def lit(self, share: float) -> Colour:
        """Return a mix of the colours of the horizon and the light. `share` is the share of the light."""
        return mix(self.sky[1], self.sky[2], share)

    def across(self, step: float, spread: float = 0) -> list[float]:
        """Return x positions from edge to edge, `step` apart. Each is moved at random by up to `spread` / 2 steps."""
        count = int((self.right - self.left) / step) + 2
        return [self.left + (n + spread * (self.dice.random() - 0.5)) * step for n in range(count)]

    def ground(self, y: float, colour: Colour) -> None:
        """Fill everything below the height `y`."""
        self.pen.fill([(self.left, y), (self.right, y), (self.right, 26), (self.left, 26)], colour)


def _glow(stage: Stage, x: float = 12, y: float = 9, r: float = 9, share: float = 0.4) -> None:
    stage.pen.circle(x, y, r * 1.22, stage.lit(share * 0.5), 0.6)
    stage.pen.disc(x, y, r, stage.lit(share))


def _moon(stage: Stage) -> None:
    stage.pen.disc(12, 9.6, 11, mix(*stage.sky[:2], 0.8))
    stage.pen.disc(12, 9.6, 9.4, mix(stage.lit(0.5), theme.PALE, 0.75))


def _crescent(stage: Stage) -> None:
    pale = mix(stage.lit(0.7), theme.PALE, 0.6)
    outer = [polar(13, 9, 11.4, turn) for turn in range(-80, 121, 10)]
    inner = [polar(9.4, 7.2, 10.6, turn) for turn in range(112, -73, -10)]
    stage.pen.disc(11, 9, 10.4, mix(*stage.sky[:2], 0.75))
    stage.pen.fill([*outer, *inner], pale)


def _dawn(stage: Stage) -> None:
    for n in range(11):
        turn = -180 + n * 18
        beam = [(12.0, 20.0), polar(12, 20, 90, turn - 4), polar(12, 20, 90, turn + 4)]
        stage.pen.fill(beam, mix(*stage.sky[:2], 0.95))
    stage.pen.disc(12, 20, 14, stage.lit(0.35))
    stage.pen.disc(12, 20, 11.4, stage.lit(0.8))


def _eclipse(stage: Stage) -> None:
    stage.pen.fill(star(12, 9, 13.6, 10, 26), stage.lit(0.5))
    stage.pen.disc(12, 9, 9.9, stage.lit(1))
    stage.pen.disc(12, 9, 8.9, mix(*stage.sky[:2], 0.62))


def _storm(stage: Stage) -> None:
    pen, cloud = stage.pen, mix(*stage.sky[:2], 0.72)
    for x in stage.across(5, 0.5):
        pen.disc(x, 0.4 + 1.8 * stage.dice.random(), 4.2, cloud)
    _glow(stage, 12, 13, 8.4, 0.25)
    bolt: list[Point] = [(3, 3), (-0.4, 10.6), (2.6, 10.2), (-0.4, 18.6), (6, 8.6), (3, 8.8), (6, 3)]
    pen.fill(bolt, theme.PALE)
    pen.fill([(x * 0.7 + 25, y * 0.8) for x, y in bolt], stage.lit(0.9))
    for x in stage.across(26):
        if x < -4 or x > 33:
            pen.fill([(x + px * 0.6, py * 0.7 + 2) for px, py in bolt], stage.lit(0.7))


def _rain(stage: Stage) -> None:
    _glow(stage, 12, 10, 9, 0.3)
    for x in stage.across(2.4, 0.6):
        for y in (-1, 8, 17):
            shift = 5 * stage.dice.random()
            stage.pen.line([(x + 1.6, y + shift), (x, y + shift + 4.6)], mix(stage.lit(0.5), theme.PALE, 0.35), 0.34)


def _stars(stage: Stage) -> None:
    _glow(stage, 12, 10, 8, 0.22)
    pen, dice = stage.pen, stage.dice
    spots = [(x, 1.6 + 12 * dice.random()) for x in stage.across(5.6, 0.5)]
    for one, other in pairwise(spots):
        if not -4 < one[0] < 20:
            pen.line([one, other], stage.lit(0.4), 0.3)
    for x, y in spots:
        pen.fill(star(x, y, dice.choice((1.5, 2, 2.9)), 0.5, 4), theme.PALE)


def _comet(stage: Stage) -> None:
    _glow(stage, 12, 11, 8.6, 0.34)
    pen = stage.pen
    for half, share in ((3, 0.25), (1.6, 0.7)):
        pen.fill([(0, 4.2 - half), (0, 4.2 + half), (52, -4)], stage.lit(share))
    pen.fill(star(0, 4.2, 4.6, 2.4, 8), theme.PALE)


def _window(stage: Stage) -> None:
    pen = stage.pen
    stage.ground(-2, mix(stage.sky[0], theme.BLACK, 0.25))
    arch = [polar(15, 7.4, 14.6, turn) for turn in range(180, 236, 8)] + [polar(9, 7.4, 14.6, turn)
                                                                          for turn in range(-52, 8, 8)]  # fmt: skip
    pen.fill([(0.4, 26), *arch, (23.6, 26)], stage.lit(0.55))
    pane = stage.lit(0.16)
    for x in (6.2, 12, 17.8):
        pen.line([(x, -2), (x, 26)], pane, 0.6)
    for y in (3.4, 9.4, 15.4, 21.4):
        pen.line([(0.8, y), (23.2, y)], pane, 0.6)
    for x in (12 + 17.5 * n for n in (-5, -4, -3, -2, 2, 3, 4, 5)):
        pen.fill([(x - 4, 26), (x - 4, 9), (x, 2.4), (x + 4, 9), (x + 4, 26)], stage.lit(0.22))
        pen.line([(x, 3), (x, 26)], pane, 0.6)
        for y in (9.4, 15.4, 21.4):
            pen.line([(x - 4, y), (x + 4, y)], pane, 0.6)


def _vault(stage: Stage) -> None:
    pen, stone = stage.pen, mix(*stage.sky[:2], 0.3)
    stage.ground(-2, stone)
    for middle in (12, *[12 + 30 * n for n in (-3, -2, -1, 1, 2, 3)]):
        light = stage.lit(0.42 if middle == 12 else 0.1)
        pen.disc(middle, 9, 11.2, light)
        pen.fill([(middle - 11.2, 9), (middle + 11.2, 9), (middle + 11.2, 26), (middle - 11.2, 26)], light)
        for turn in range(-180, 1, 20):
            pen.line([polar(middle, 9, 11.6, turn), polar(middle, 9, 14, turn)], mix(stone, theme.BLACK, 0.4), 0.5)


def _fire(stage: Stage) -> None:
    _glow(stage, 12, 12, 10.6, 0.3)
    for tall, share, step in ((15, 0.5, 4.6), (9.4, 0.95, 3.6)):
        for x in stage.across(step, 0.4):
            top = 26 - tall * (0.55 + 0.5 * stage.dice.random())
            lean = stage.dice.uniform(-1.6, 1.6)
            stage.pen.fill([(x - 2.6, 26), (x - 1.6, (top + 26) / 2), (x + lean, top), (x + 1.8, (top + 28) / 2),
                            (x + 2.6, 26)], stage.lit(share))  # fmt: skip


def _sea(stage: Stage) -> None:
    stage.pen.disc(12, 10, 9.6, mix(stage.lit(0.5), theme.PALE, 0.35))
    for y, share in ((14.6, 0.5), (18, 0.28), (21.4, 0.1)):
        stage.ground(y + 0.8, mix(stage.sky[0], stage.sky[1], share))
        for x in stage.across(4):
            stage.pen.fill(blob(x, y + 1.2, 2.5, 1.1), mix(stage.sky[0], stage.sky[1], share))
    for y, half in ((16, 5), (19.2, 3.6), (22.8, 5)):
        stage.pen.line([(12 - half, y), (12 + half, y)], stage.lit(0.6), 0.5)


def _wood(stage: Stage) -> None:
    stage.ground(-2, stage.lit(0.12))
    _glow(stage, 12, 9, 8.6, 0.5)
    for x in stage.across(4.4, 0.7):
        if 5 < x < 19:
            continue
        wide = stage.dice.uniform(0.7, 1.5)
        stage.pen.fill([(x - wide, 26), (x - wide * 0.6, -2), (x + wide * 0.6, -2), (x + wide, 26)], stage.far)
        for y, side in ((4, 1), (9, -1), (7, 1)):
            stage.pen.line([(x, y + 3), (x + 3.4 * side, y - 1.6)], stage.far, 0.5)


def _gallows(stage: Stage) -> None:
    _glow(stage, 13, 9.6, 9, 0.45)
    pen, dark = stage.pen, stage.dim
    pen.line([(-2, 26), (-2, 2)], dark, 1.3)
    pen.line([(-4, 2), (8, 2)], dark, 1.2)
    pen.line([(-2, 7), (2.4, 2)], dark, 0.9)
    pen.line([(5.4, 2), (5.4, 6)], dark, 0.5)
    pen.circle(5.4, 7.6, 1.5, dark, 0.5)


def _graves(stage: Stage) -> None:
    stage.pen.disc(12, 10, 9.4, stage.lit(0.34))
    for x in stage.across(6.4, 0.5):
        if 5 < x < 17:
            continue
        y = 14 + 3 * stage.dice.random()
        if stage.dice.random() < 0.5:
            stage.pen.line([(x, y - 2.6), (x, 26)], stage.far, 1.2)
            stage.pen.line([(x - 2.2, y), (x + 2.2, y)], stage.far, 1.2)
        else:
            stage.pen.disc(x, y + 2, 2.3, stage.far)
            stage.pen.fill([(x - 2.3, y + 2), (x + 2.3, y + 2), (x + 2.3, 26), (x - 2.3, 26)], stage.far)
    stage.ground(22, stage.far)


def _towers(stage: Stage) -> None:
    _glow(stage, 12, 8, 8.4, 0.5)
    for x in stage.across(7, 0.4):
        y, half = stage.dice.uniform(7, 14), stage.dice.uniform(1.7, 2.9)
        stage.pen.fill([(x - half, 26), (x - half, y), (x, y - 2.6 * half), (x + half, y), (x + half, 26)], stage.far)
        stage.pen.fill([(x - 0.4, y + 4), (x + 0.4, y + 4), (x + 0.4, y + 5.6), (x - 0.4, y + 5.6)], stage.lit(0.9))


def _snow(stage: Stage) -> None:
    stage.ground(-2, stage.lit(0.2))
    pale = mix(stage.lit(0.3), theme.PALE, 0.7)
    for x in stage.across(15):
        stage.pen.fill(blob(x, 25, 12, 6.4), pale)
    for x in stage.across(2.7, 0.9):
        for y in (0, 6, 12):
            stage.pen.disc(x, y + 5 * stage.dice.random(), stage.dice.choice((0.35, 0.5, 0.7)), pale)


def _fog(stage: Stage) -> None:
    stage.ground(-2, mix(*stage.sky[:2], 0.6))
    _glow(stage, 12, 8, 7.4, 0.6)
    for y, share in ((9, 0.1), (13.4, 0.2), (18, 0.32)):
        for x in stage.across(13, 0.8):
            stage.pen.fill(blob(x, y + 3 * stage.dice.random(), 9, 1.5), stage.lit(share))


def _birds(stage: Stage) -> None:
    stage.ground(-2, stage.lit(0.16))
    stage.pen.disc(15, 13, 7.6, stage.lit(0.9))
    for x in stage.across(4.2, 0.8):
        y = 1.4 + 8 * stage.dice.random()
        stage.pen.line([(x - 1.8, y - 1), (x, y + 0.4), (x + 1.8, y - 1)], stage.ink, 0.7)


def _wheel(stage: Stage) -> None:
    stage.pen.disc(12, 10, 9, stage.lit(0.25))
    for r, width in ((11.6, 1.5), (4, 1)):
        stage.pen.circle(12, 10, r, stage.lit(0.62), width)
    for turn in range(0, 360, 45):
        stage.pen.line([polar(12, 10, 4, turn + 22), polar(12, 10, 11.4, turn + 22)], stage.lit(0.62), 1)


def _candles(stage: Stage) -> None:
    _glow(stage, 12, 10, 9, 0.3)
    for n, x in enumerate(stage.across(3.6)):
        if 3 < x < 20:
            continue
        top = (12, 15, 9, 17)[n % 4]
        stage.pen.fill([(x - 0.9, 26), (x - 0.9, top), (x + 0.9, top), (x + 0.9, 26)], mix(stage.far, theme.PALE, 0.3))
        stage.pen.fill(blob(x, top - 2.2, 2.2, 1.1, 90, 0.6), stage.lit(1))


def _arms(stage: Stage) -> None:
    _glow(stage, 12, 9, 8.6, 0.45)
    for x in stage.across(6.4, 0.3):
        if 3 < x < 21:
            continue
        side, tall = (1 if x < 12 else -1), stage.dice.uniform(0.62, 0.86)
        heading, px, py = -90.0 - 20 * side, x, 26.0
        for n in range(30):
            stage.pen.disc(px, py, 1.7 * (1 - n / 30) + 0.3, stage.dim)
            px, py = polar(px, py, tall, heading)
            heading += side * (1 + n * 0.5)


def _bars(stage: Stage) -> None:
    stage.ground(-2, stage.lit(0.42))
    for x in stage.across(4.8):
        stage.pen.line([(x, -2), (x, 26)], stage.far, 1.2)
    stage.pen.line([(stage.left, 4), (stage.right, 4)], stage.far, 1)


def _peaks(stage: Stage) -> None:
    _glow(stage, 15, 6, 6.4, 0.85)
    for x in stage.across(13, 0.4):
        y = stage.dice.uniform(4, 8)
        stage.pen.fill([(x - 11, 26), (x, y), (x + 11, 26)], stage.far)
        stage.pen.fill([(x - 2.3, y + 3.8), (x, y), (x + 2.3, y + 3.8), (x, y + 2.6)], theme.PALE)
    stage.ground(20, stage.far)
    stage.pen.disc(12, 14, 7, stage.lit(0.22))


def _field(stage: Stage) -> None:
    stage.ground(-2, stage.lit(0.28))
    stage.pen.disc(4, 7, 5, stage.lit(1))
    stage.ground(15, stage.lit(0.75))
    for x in stage.across(1.9, 0.4):
        stage.pen.line([(x, 26), (x + 0.6, 14)], stage.lit(0.35), 0.5)
        stage.pen.fill(blob(x + 0.7, 14.4, 0.6, 1.6), stage.lit(1))


def _curtain(stage: Stage) -> None:
    stage.ground(-2, stage.lit(0.5))
    cloth = (mix(theme.BLOOD, stage.sky[0], 0.35), mix(theme.BLOOD, stage.sky[0], 0.6))
    for n, x in enumerate(stage.across(3)):
        if not 2 < x < 20:
            stage.pen.fill([(x, -2), (x + 3.1, -2), (x + 3.1, 26), (x, 26)], cloth[n % 2])
        stage.pen.disc(x + 1.5, 0, 2.4, cloth[n % 2])


def _rays(stage: Stage) -> None:
    for turn in range(0, 360, 20):
        stage.pen.fill([(12, 9), polar(12, 9, 90, turn), polar(12, 9, 90, turn + 10)], stage.lit(0.2))
    stage.pen.disc(12, 9, 8.4, stage.lit(0.85))


def _rings(stage: Stage) -> None:
    for r, share in ((13.4, 0.12), (10.8, 0.34), (8.2, 0.6), (5.8, 0.9)):
        stage.pen.disc(12, 8.4, r, stage.lit(share))


def _books(stage: Stage) -> None:
    stage.ground(-2, stage.lit(0.3))
    for y in (7, 16, 25):
        stage.pen.fill([(stage.left, y), (stage.right, y), (stage.right, y + 1), (stage.left, y + 1)], stage.far)
        for x in stage.across(2.2, 0.3):
            if stage.dice.random() < 0.85:
                tall = stage.dice.uniform(4.4, 7)
                stage.pen.fill([(x, y), (x, y - tall), (x + 1.6, y - tall), (x + 1.6, y)], stage.far)


def _mirrors(stage: Stage) -> None:
    for x in (12, *[12 + 28 * n for n in (-3, -2, -1, 1, 2, 3)]):
        for r, colour in ((1.14, theme.GOLD), (1, stage.lit(0.4 if x == 12 else 0.1))):
            stage.pen.fill(blob(x, 10, 9.4 * r, 11.6 * r), colour)


def _bricks(stage: Stage) -> None:
    stage.ground(-2, stage.lit(0.34))
    line = stage.lit(0.1)
    for row, y in enumerate(range(1, 26, 4)):
        stage.pen.line([(stage.left, y), (stage.right, y)], line, 0.5)
        for x in stage.across(7):
            stage.pen.line([(x + 3.5 * (row % 2), y), (x + 3.5 * (row % 2), y + 4)], line, 0.5)
    stage.pen.fill(blob(6, 13, 18, 9.4, -30), stage.lit(0.62))


BACKDROPS: dict[str, Callable[[Stage], None]] = {
    "moon": _moon, "crescent": _crescent, "dawn": _dawn, "eclipse": _eclipse, "storm": _storm, "rain": _rain,
    "stars": _stars, "comet": _comet, "window": _window, "vault": _vault, "fire": _fire, "sea": _sea, "wood": _wood,
    "gallows": _gallows, "graves": _graves, "towers": _towers, "snow": _snow, "fog": _fog, "birds": _birds,
    "wheel": _wheel, "candles": _candles, "tentacles": _arms, "bars": _bars, "peaks": _peaks, "field": _field,
    "curtain": _curtain, "rays": _rays, "rings": _rings, "books": _books, "mirror": _mirrors, "wall": _bricks,
}  # fmt: skip
#: The backgrounds that leave the sky beside the person empty.
OPEN_BACKDROPS = frozenset(
    ("moon", "crescent", "dawn", "eclipse", "storm", "rain", "stars", "comet", "gallows", "wheel", "rays", "rings")
)
