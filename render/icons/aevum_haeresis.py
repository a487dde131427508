"""Icons of Aevum Haeresis: manoeuvres, costs, times of day, ability timings and kinds of cards."""

from render.icons.common import blank_card, pawn
from render.pen import theme
from render.pen.icon_pen import Draw, Pen, Point, blob, polar, star
from render.pen.theme import Colour, mix, rgb

ROPE = rgb("#d9a441")
FLAME, EMBER = rgb("#f0935f"), rgb("#f6d15c")
WOOD = rgb("#8a4f2a")


def skull(pen: Pen) -> None:
    """Draw a skull."""
    bone = rgb("#e9e2d0")
    pen.disc(12, 10.4, 9.6, pen.edge)
    pen.box(6.6, 14, 17.4, 22.6, pen.edge, 2)
    pen.disc(12, 10.4, 8.2, bone)
    pen.box(8, 14, 16, 21.2, bone, 1.2)
    pen.fill(blob(8.6, 11.2, 2.5, 2.8), pen.edge)
    pen.fill(blob(15.4, 11.2, 2.5, 2.8), pen.edge)
    pen.fill([(12, 13.4), (13.3, 16), (10.7, 16)], pen.edge)
    for x in (10.4, 13.6):
        pen.line([(x, 18.2), (x, 21)], pen.edge, 0.9)


def soul(pen: Pen) -> None:
    """Draw the icon of a soul: a pale flame with a dark centre."""
    flame = [
        (12.6, 1.4), (17.4, 7.4), (20, 13), (18.6, 19), (12, 22.6), (5.4, 19), (4, 13), (6.4, 9.2), (9.2, 11),
        (9.6, 6),
    ]  # fmt: skip
    pen.shape(flame, rgb("#9fd8d2"), pen.edge, 1.6)
    pen.fill(blob(12, 16, 3.4, 4.4), rgb("#e8fbf8"))


def gold(pen: Pen) -> None:
    """Draw a stack of ingots."""
    for x, y in ((2, 13.6), (12, 13.6), (7, 6)):
        bar = [(x + 2, y), (x + 8, y), (x + 10, y + 7), (x, y + 7)]
        pen.shape(bar, rgb("#e2a93b"), pen.edge, 1.3)
        pen.line([(x + 2.8, y + 1.8), (x + 7, y + 1.8)], rgb("#fbe3a0"), 1.0)


def eye(pen: Pen) -> None:
    """Draw an open eye."""
    pen.fill(blob(12, 12, 11.4, 7.4, 0, 0.7), pen.fg)
    pen.fill(blob(12, 12, 9.0, 5.4, 0, 0.7), theme.WHITE)
    pen.disc(12, 12, 4.2, pen.fg if not pen.dark else theme.TABLE)
    pen.disc(13.4, 10.6, 1.2, theme.WHITE)


def _sun(pen: Pen, y: float, colour: Colour, rays: bool, horizon: bool) -> None:
    """Draw a sun at height `y` above the horizon."""
    if rays:
        for n in range(8):
            pen.line([polar(12, y, 7.4, n * 45), polar(12, y, 10, n * 45)], colour, 1.8)
    pen.disc(12, y, 5.4, colour)
    if horizon:
        pen.rub_out_below(17)
        pen.line([(1.6, 17.6), (22.4, 17.6)], pen.fg, 1.8)


def dawn(pen: Pen) -> None:
    """Draw the sun rising."""
    _sun(pen, 15.6, rgb("#f0b35a"), True, True)


def noon(pen: Pen) -> None:
    """Draw the sun at noon."""
    _sun(pen, 12, rgb("#f6d15c"), True, False)


def dusk(pen: Pen) -> None:
    """Draw the setting sun."""
    _sun(pen, 15.6, rgb("#d9694a"), False, True)


def night(pen: Pen) -> None:
    """Draw the icon of the night: a crescent moon."""
    pen.disc(11, 12, 10, pen.edge)
    pen.disc(11, 12, 8.8, rgb("#c9d3ee"))
    pen.rub_out(15.8, 9.6, 7.4)


def plunder(pen: Pen) -> None:
    """Draw the icon of PLUNDER: crossed axes."""
    for side in (-1, 1):
        pen.line([(12 - 8.6 * side, 21.6), (12 + 5.8 * side, 4.6)], pen.edge, 3.8)
        pen.line([(12 - 8.6 * side, 21.6), (12 + 5.8 * side, 4.6)], WOOD, 1.9)
        head: list[Point] = [
            (12 + x * side, y) for x, y in ((3.4, 4.2), (6.4, 1.0), (11.4, 4.0), (9.8, 11.0), (6.6, 8.6))
        ]
        pen.shape(head, theme.STEEL, pen.edge, 1.5)


def recruit(pen: Pen) -> None:
    """Draw the icon of RECRUIT: a raised open hand."""
    skin = rgb("#77b7ee") if pen.dark else rgb("#2f6fa8")
    fingers = (((7.4, 12), (6, 4.6)), ((10.6, 11), (10.2, 2.4)), ((13.8, 11), (14.2, 2.4)), ((16.8, 12), (18, 5)))
    for width, colour in ((4.6, pen.edge), (2.6, skin)):
        for root, tip in fingers:
            pen.line([root, tip], colour, width)
        pen.line([(7.4, 18), (3, 12.4)], colour, width)
    pen.fill([(4.8, 12), (19, 12), (18.4, 19), (15.4, 23.4), (9, 23.4), (5.6, 18.6)], pen.edge)
    pen.fill([(6.2, 11), (17.8, 11), (17.2, 18.4), (14.8, 22.2), (9.6, 22.2), (6.8, 18)], skin)
    pen.circle(12, 16, 2.6, pen.edge, 1.2)


def accuse(pen: Pen) -> None:
    """Draw the icon of ACCUSE: a noose."""
    for width, colour in ((4.8, pen.edge), (2.8, ROPE)):
        pen.line([(12, 0.8), (12, 10)], colour, width)
        pen.line([polar(12, 16, 5.6, t) for t in range(-90, 271, 15)], colour, width)
    pen.box(8.6, 5.6, 15.4, 12.2, pen.edge, 1.4)
    for y in (7.2, 9.2, 11.0):
        pen.line([(10.2, y), (13.8, y - 0.4)], ROPE, 1.2)


def health(pen: Pen) -> None:
    """Draw the icon of Health: a heart."""
    for grow, colour in ((1.3, pen.edge), (0.0, rgb("#c23b36"))):
        for x in (7.4, 16.6):
            pen.disc(x, 8.6, 5.2 + grow, colour)
        pen.fill([(2.6 - grow, 10.4 + grow), (21.4 + grow, 10.4 + grow), (12, 21.6 + 1.5 * grow)], colour)
    pen.arc(7.6, 8.6, 3.2, 180, 270, theme.WHITE, 1.3)


def heresy(pen: Pen) -> None:
    """Draw the icon of a Heresy: a burning book."""
    leaf: list[Point] = [(12, 15), (7, 12.6), (1.6, 13.2), (1.6, 21), (7, 20.4), (12, 22.8), (17, 20.4), (22.4, 21),
                         (22.4, 13.2), (17, 12.6)]  # fmt: skip
    fire: list[Point] = [(12.4, 0.8), (16, 5), (17.6, 10), (15.6, 14.4), (12, 16.4), (8.4, 14.4), (6.6, 10.4),
                         (8.6, 6.8), (10.2, 8.2)]  # fmt: skip
    pen.shape(leaf, theme.PARCHMENT, pen.edge, 1.5)
    pen.shape(fire, rgb("#c23b36"), pen.edge, 1.5)
    pen.fill(blob(12.1, 11.6, 2.6, 3.6, 0, 0.2), EMBER)
    pen.line([(12, 17.4), (12, 22)], pen.edge, 1.2)


def dem(pen: Pen) -> None:
    """Draw the icon of Deus Ex Machina: a lightning bolt."""
    bolt: list[Point] = [(15, 0.8), (4, 13.6), (10.4, 13.6), (8, 23.2), (20.4, 9.4), (13.6, 9.4)]
    pen.shape(bolt, rgb("#f6d15c"), pen.edge, 2.0)


def imr(pen: Pen) -> None:
    """Draw the icon of In Medias Res: a green pennant on a pole."""
    pen.line([(5.4, 1.6), (5.4, 22.6)], pen.edge, 3.4)
    pen.line([(5.4, 1.8), (5.4, 22.4)], WOOD, 1.6)
    pen.shape([(7, 2.6), (22.6, 8.6), (7, 14.6)], rgb("#5f8f4e"), pen.edge, 1.5)


def status_quo(pen: Pen) -> None:
    """Draw the icon of Status Quo: an upright column."""
    stone = rgb("#aeb9c9")
    for box in ((3, 1.4, 21, 6.2), (6.6, 5, 17.4, 19.6), (3, 18, 21, 22.8)):
        pen.box(*box, pen.edge, 0.8)
    pen.box(4.4, 2.8, 19.6, 5, stone, 0.4)
    pen.box(7.9, 6, 16.1, 18.4, stone)
    pen.box(4.4, 19.2, 19.6, 21.4, stone, 0.4)
    for x in (10.4, 13.6):
        pen.line([(x, 7), (x, 17.6)], theme.STEEL_DARK, 1.0)


def start(pen: Pen) -> None:
    """Draw the icon of the start of a Round: a bell."""
    bell: list[Point] = [
        (12, 2.6), (16, 4.6), (17.4, 9), (18, 14.4), (21.4, 18.4), (2.6, 18.4), (6, 14.4), (6.6, 9), (8, 4.6),
    ]  # fmt: skip
    pen.disc(12, 20, 2.9, pen.edge)
    pen.disc(12, 20, 1.7, ROPE)
    pen.shape(bell, ROPE, pen.edge, 1.5)
    pen.line([(5.8, 15.4), (18.2, 15.4)], rgb("#7a5516"), 1.2)


def when(pen: Pen) -> None:
    """Draw the icon of a reaction: a lightning bolt that leaps from a spark."""
    go = rgb("#f0935f") if pen.dark else rgb("#b3552d")
    pen.arc(12, 12, 9.6, 120, 400, pen.edge, 4.2)
    pen.arc(12, 12, 9.6, 120, 400, go, 2.2)
    pen.fill([(22.6, 12.4), (23.6, 21), (15.4, 18.6)], go)
    pen.disc(12, 12, 4.2, pen.edge)
    pen.disc(12, 12, 2.8, ROPE)


def counter(pen: Pen) -> None:
    """Draw the icon of a counter: three beads."""
    for x, y in ((7.4, 16), (16.6, 16), (12, 7.6)):
        pen.disc(x, y, 5.4, pen.edge)
        pen.disc(x, y, 4.1, rgb("#7b5ea7"))
        pen.disc(x - 1.2, y - 1.3, 1.2, theme.PALE)


def turn(pen: Pen) -> None:
    """Draw the icon for turning a card: a card on its side under a curved arrow."""
    pen.box(1.4, 11.6, 20, 22.8, pen.edge, 1.8)
    pen.box(2.8, 13, 18.6, 21.4, theme.PARCHMENT_SHADE, 0.8)
    go = rgb("#f0935f") if pen.dark else rgb("#b3552d")
    pen.arc(12, 11, 8, 195, 325, go, 2.4)
    pen.fill([(22.8, 3.8), (21.4, 12), (15, 7.6)], go)


def sacrifice(pen: Pen) -> None:
    """Draw the icon of a sacrifice: a person crossed out."""
    pawn(pen, 12, 21.6, 19, theme.PARCHMENT_SHADE, pen.edge, 1.2)
    for width, colour in ((4.8, pen.edge), (2.8, theme.BLOOD)):
        pen.line([(3, 6), (21, 20)], colour, width)
        pen.line([(21, 6), (3, 20)], colour, width)


def fire(pen: Pen, colours: tuple[Colour, Colour]) -> None:
    """Draw flames over logs."""
    outer: list[Point] = [(12.6, 0.8), (16.4, 5.2), (17.4, 8.8), (19.2, 7.4), (20.4, 12.4), (18, 17.4), (12, 19.6),
                          (6, 17.4), (3.6, 12.8), (5.8, 8), (8, 10.4), (9.4, 5.6)]  # fmt: skip
    pen.shape(outer, colours[0], pen.edge, 1.5)
    pen.fill(blob(12, 14, 3.4, 4.6, 0, 0.2), colours[1])
    for width, colour in ((4.4, pen.edge), (2.4, WOOD)):
        pen.line([(3, 22), (20, 17.4)], colour, width)
        pen.line([(21, 22), (4, 17.4)], colour, width)


def pyre(pen: Pen) -> None:
    """Draw the icon of the Pyre: a burning heap."""
    fire(pen, (rgb("#c8553d"), EMBER))


def execution(pen: Pen) -> None:
    """Draw the icon of the Execution: a gallows."""
    for width, colour in ((4.6, pen.edge), (2.4, WOOD)):
        pen.line([(5.4, 22), (5.4, 2.6), (18, 2.6)], colour, width)
        pen.line([(5.4, 8.6), (11, 2.6)], colour, width)
        pen.line([(1.8, 22), (21.4, 22)], colour, width)
    pen.line([(18, 3.6), (18, 9)], pen.edge, 2.6)
    for width, colour in ((3.8, pen.edge), (1.8, ROPE)):
        pen.line([(18, 3.4), (18, 9)], colour, width)
        pen.line([polar(18, 12.8, 3.6, t) for t in range(-90, 271, 20)], colour, width)


def plot(pen: Pen) -> None:
    """Draw the icon of the Plot deck: a card with lines of writing."""
    blank_card(pen, rgb("#d9cfe6"))
    for y in (6.6, 10.2, 13.8, 17.4):
        pen.line([(7.4, y), (16.6 if y < 17 else 12.6, y)], rgb("#3d3049"), 1.5)


def heretics(pen: Pen) -> None:
    """Draw the icon of the Heretic deck: a card with a person on it."""
    blank_card(pen, rgb("#d9cfe6"))
    pawn(pen, 12, 20, 15, rgb("#3d3049"), rgb("#3d3049"), 0.3)


def _head(pen: Pen, hood: Colour) -> None:
    """Draw a hooded head and shoulders."""
    pen.fill([(1.6, 23), (3, 16.6), (7.4, 14), (16.6, 14), (21, 16.6), (22.4, 23)], pen.edge)
    pen.fill([(3.4, 22), (4.4, 17.8), (8, 15.6), (16, 15.6), (19.6, 17.8), (20.6, 22)], hood)
    pen.fill([(12, 0.6), (17.6, 4.4), (19, 11), (16.6, 17.4), (7.4, 17.4), (5, 11), (6.4, 4.4)], pen.edge)
    pen.fill([(12, 2.2), (16.4, 5.4), (17.4, 11), (15.6, 16), (8.4, 16), (6.6, 11), (7.6, 5.4)], hood)


def heretic(pen: Pen) -> None:
    """Draw the icon of a Heretic: a face deep in a hood."""
    _head(pen, rgb("#7d62b8"))
    pen.fill(blob(12, 11, 3.6, 4.6), theme.BLACK)
    for x in (10.6, 13.4):
        pen.disc(x, 10.6, 0.9, rgb("#f6d15c"))


def damned(pen: Pen) -> None:
    """Draw the icon of a Damned: a hood under a crown of thorns."""
    _head(pen, rgb("#8c2f39"))
    pen.fill(blob(12, 11.6, 3.6, 4.4), theme.BLACK)
    for x in (10.6, 13.4):
        pen.disc(x, 11.4, 1.0, rgb("#ff6a4a"))
    crown: list[Point] = [(5.4, 7.6), (4.4, 2), (8.2, 4.4), (12, 0.6), (15.8, 4.4), (19.6, 2), (18.6, 7.6)]
    pen.shape(crown, ROPE, pen.edge, 1.3)


def hunter(pen: Pen) -> None:
    """Draw the icon of a Hunter: a broad hat over a collar."""
    pen.fill([(2, 23.2), (4, 17.4), (9, 15.4), (15, 15.4), (20, 17.4), (22, 23.2)], pen.edge)
    pen.fill([(3.8, 22.2), (5.4, 18.4), (9.4, 16.6), (14.6, 16.6), (18.6, 18.4), (20.2, 22.2)], theme.STEEL_DARK)
    pen.disc(12, 12, 5.4, pen.edge)
    pen.disc(12, 12, 4.2, rgb("#f4ead0"))
    for x in (10.4, 13.6):
        pen.disc(x, 12.4, 0.8, pen.edge)
    pen.fill([(0.8, 9.4), (6.8, 7.4), (8, 1.2), (16, 1.2), (17.2, 7.4), (23.2, 9.4), (17, 11), (7, 11)], pen.edge)
    pen.line([(8, 7), (16, 7)], theme.BLOOD, 1.7)
    pen.fill([(12, 16.2), (15.4, 17), (12, 21.4), (8.6, 17)], theme.WHITE)


def story(pen: Pen) -> None:
    """Draw the icon of a Story: a scroll."""
    pen.box(4.4, 2.6, 19.6, 21.4, pen.edge, 1)
    pen.box(5.8, 4, 18.2, 20, theme.PARCHMENT)
    for y in (1.2, 18.4):
        pen.box(1.8, y, 22.2, y + 4.6, pen.edge, 2.2)
        pen.box(3, y + 1.2, 21, y + 3.4, ROPE, 1)
    for y in (8.4, 11.8, 15.2):
        pen.line([(8, y), (16, y)], theme.INK_SOFT, 1.3)


def event(pen: Pen) -> None:
    """Draw the icon of an Event: a falling star."""
    for end in ((1.8, 14.6), (5.6, 19.4), (10, 22.6)):
        pen.line([(14.6, 9.6), end], pen.edge, 3.4)
        pen.line([(14.6, 9.6), end], FLAME, 1.5)
    pen.fill(star(15.6, 8.4, 9.0, 4.2, 5), pen.edge)
    pen.fill(star(15.6, 8.4, 6.8, 3.0, 5), EMBER)


def camp(pen: Pen) -> None:
    """Draw the icon of a Camp: a tent."""
    pen.shape([(12, 3.4), (22.6, 21.6), (1.4, 21.6)], rgb("#b9673f"), pen.edge, 1.6)
    pen.fill([(12, 8), (16.4, 21), (7.6, 21)], pen.edge)
    pen.line([(12, 3.6), (12, 0.8)], pen.edge, 1.6)
    pen.fill([(12.4, 0.6), (17.4, 2.2), (12.4, 3.8)], theme.BLOOD)


def curse(pen: Pen) -> None:
    """Draw the icon of a Curse: a black candle."""
    pen.box(7.4, 9, 16.6, 22.6, pen.edge, 1.2)
    pen.box(8.8, 10.4, 15.2, 21.4, rgb("#5a3a86"), 0.6)
    pen.fill([(8.8, 10.4), (15.2, 10.4), (14.6, 16), (13, 12.4), (11.6, 17.6), (10, 13)], rgb("#c58cff"))
    pen.shape(blob(12, 5, 2.6, 4.2, 0, 0.1), rgb("#a8ff9a"), pen.edge, 1.3)


def relic(pen: Pen) -> None:
    """Draw the icon of a Relic: a shrine with rays."""
    for angle in range(-150, -20, 24):
        pen.line([polar(12, 12, 8.6, angle), polar(12, 12, 11.2, angle)], rgb("#f6d15c"), 1.6)
    pen.shape([(5, 22.4), (5, 10.6), (12, 4.4), (19, 10.6), (19, 22.4)], ROPE, pen.edge, 1.6)
    pen.box(8.4, 11.4, 15.6, 20.4, pen.edge, 1)
    pen.line([(12, 12.6), (12, 19.2)], theme.WHITE, 1.6)
    pen.line([(10, 14.6), (14, 14.6)], theme.WHITE, 1.6)


def vow(pen: Pen) -> None:
    """Draw the icon of a Vow: a ring with a stone."""
    pen.circle(12, 15, 6.2, pen.edge, 4.6)
    pen.circle(12, 15, 6.2, ROPE, 2.4)
    pen.shape([(7.4, 4.4), (12, 0.8), (16.6, 4.4), (12, 9.8)], rgb("#5d86b5"), pen.edge, 1.4)


def success(pen: Pen) -> None:
    """Draw the icon of a success: a laurel with a tick."""
    pen.disc(12, 12, 11.2, pen.edge)
    pen.disc(12, 12, 9.9, rgb("#3f8f5f"))
    pen.line([(6.4, 12.4), (10.4, 16.6), (17.6, 7.8)], theme.WHITE, 2.8)


def failure(pen: Pen) -> None:
    """Draw the icon of a failure: a cross."""
    pen.disc(12, 12, 11.2, pen.edge)
    pen.disc(12, 12, 9.9, mix(theme.BLOOD, theme.BLACK, 0.15))
    pen.line([(7.4, 7.4), (16.6, 16.6)], theme.WHITE, 2.8)
    pen.line([(16.6, 7.4), (7.4, 16.6)], theme.WHITE, 2.8)


ICONS: dict[str, Draw] = {
    **{
        icon.__name__: icon
        for icon in (
            skull, soul, gold, eye, dawn, noon, dusk, night, plunder, recruit, accuse, health, heresy, dem, imr,
            status_quo, start, when, counter, turn, sacrifice, pyre, execution, plot, heretics, heretic, damned, hunter,
            story, event, camp, curse, relic, vow, success, failure,
        )
    },
}  # fmt: skip
