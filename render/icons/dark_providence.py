"""Icons on the cards of Dark Providence: resources, tracks, points, sanity and card timings."""

from render.icons.common import arrow_head
from render.pen import theme
from render.pen.icon_pen import Draw, Pen, blob, polar, star
from render.pen.theme import Colour, mix, rgb

RITUAL = rgb("#4f9a5b")
CLUE = rgb("#c8557f")
BLUE = rgb("#3f78c0")
ARCANE = rgb("#3a3f94")
MONEY = rgb("#6f9e6a")
BRASS = rgb("#d9a441")


def recover(pen: Pen) -> None:
    """Draw the icon of recovery: a marker with an arrow that brings it back."""
    home = rgb("#2f8f86") if not pen.dark else rgb("#6fd6c8")
    pen.disc(12, 13, 4.8, pen.edge)
    pen.disc(12, 13, 3.6, theme.VIOLET)
    pen.arc(12, 13, 8.4, -35, 225, home, 3.2)
    arrow_head(pen, 10.8, 2.6, -42, 9.4, home)


def wealth(pen: Pen) -> None:
    """Draw the icon of WEALTH: two banknotes with a gold seal."""
    pen.box(3.6, 2.6, 23.4, 15.6, pen.edge, 2)
    pen.box(4.8, 3.8, 22.2, 14.4, mix(MONEY, theme.BLACK, 0.3), 1.2)
    pen.box(0.6, 7.6, 20.6, 21.6, pen.edge, 2)
    pen.box(1.9, 8.9, 19.3, 20.3, MONEY, 1.2)
    pen.disc(10.6, 14.6, 4.4, pen.edge)
    pen.disc(10.6, 14.6, 3.3, BRASS)
    for x in (4.2, 17):
        pen.disc(x, 14.6, 1.1, theme.WHITE)


def force(pen: Pen) -> None:
    """Draw the icon of FORCE: a sheriff's star."""
    red, points = rgb("#b8432f"), star(12, 12.9, 9.0, 4.7, 5)
    for n in range(0, 10, 2):
        pen.disc(*points[n], 2.9, pen.edge)
    pen.shape(points, red, pen.edge, 2.2)
    pen.fill(points, red)
    for n in range(0, 10, 2):
        pen.disc(*points[n], 1.8, red)
    pen.circle(12, 12.9, 3.2, theme.WHITE, 1.3)
    pen.disc(12, 12.9, 1.4, theme.WHITE)


def arcane(pen: Pen) -> None:
    """Draw the icon of ARCANE: a pentagram in a circle."""
    pen.disc(12, 12, 11.4, pen.edge)
    pen.disc(12, 12, 10.2, ARCANE)
    tips = [polar(12, 12.2, 8.2, -90 + 144 * n) for n in range(6)]
    pen.line(tips, rgb("#cfd6ff"), 1.5)
    pen.circle(12, 12, 8.8, rgb("#8d96e0"), 1.0)


def _candle(pen: Pen, x: float, grow: float) -> None:
    """Draw a green flame with a slit eye, centred on `x`."""
    g = grow
    flame = [
        (x, 12 - 10.6 * g), (x + 4.2 * g, 12 - 4.6 * g), (x + 7.2 * g, 12 + 1.4 * g), (x + 6 * g, 12 + 7.6 * g),
        (x, 12 + 10.6 * g), (x - 6 * g, 12 + 7.6 * g), (x - 7.2 * g, 12 + 1.8 * g), (x - 4.8 * g, 12 - 1.6 * g),
        (x - 2.4 * g, 12 - 0.4 * g),
    ]  # fmt: skip
    pen.shape(flame, RITUAL, pen.edge, 1.5)
    pen.fill(blob(x, 12 + 4 * g, 4.6 * g, 3.4 * g, 0, 0.6), rgb("#e9f5c8"))
    pen.fill(blob(x, 12 + 4 * g, 1.2 * g, 3.0 * g, 0, 0.4), pen.edge)


def _glass(pen: Pen, x: float, grow: float) -> None:
    """Draw a magnifying glass."""
    g = grow
    pen.line([(x + 3.4 * g, 12 + 4 * g), (x + 8.4 * g, 12 + 9.4 * g)], pen.edge, 5.0 * g)
    pen.line([(x + 3.4 * g, 12 + 4 * g), (x + 8.2 * g, 12 + 9.2 * g)], rgb("#8a4f2a"), 3.0 * g)
    pen.disc(x - 1.8 * g, 12 - 2.2 * g, 8.4 * g, pen.edge)
    pen.disc(x - 1.8 * g, 12 - 2.2 * g, 7.2 * g, CLUE)
    pen.disc(x - 1.8 * g, 12 - 2.2 * g, 4.9 * g, rgb("#fbe4ec"))
    pen.arc(x - 1.8 * g, 12 - 2.2 * g, 3.2 * g, 190, 270, CLUE, 1.1)


def _course(pen: Pen, rise: bool) -> None:
    """Draw a thick arrow at the right edge of an icon, pointing up if `rise`, otherwise down."""
    light = pen.dark
    colour = (rgb("#63c98d") if light else rgb("#2f7f55")) if rise else (rgb("#f0935f") if light else rgb("#b3552d"))
    tip, foot, turn = (1.6, 21.4, -90) if rise else (22.4, 2.6, 90)
    pen.line([(19.2, foot), (19.2, 12)], colour, 3.2)
    arrow_head(pen, 19.2, tip, turn, 11.0, colour)


def ritual(pen: Pen) -> None:
    """Draw the icon of the ritual: a green flame with an eye."""
    _candle(pen, 12, 1.0)


def ritual_up(pen: Pen) -> None:
    """Draw the icon of an advance of the ritual: the ritual's flame and an arrow pointing up."""
    _candle(pen, 7.2, 0.86)
    _course(pen, True)


def ritual_down(pen: Pen) -> None:
    """Draw the icon of a setback of the ritual: the ritual's flame and an arrow pointing down."""
    _candle(pen, 7.2, 0.86)
    _course(pen, False)


def investigation(pen: Pen) -> None:
    """Draw the icon of the investigation: a magnifying glass."""
    _glass(pen, 12, 1.1)


def investigation_up(pen: Pen) -> None:
    """Draw the icon of an advance of the investigation: a magnifying glass and an arrow pointing up."""
    _glass(pen, 8.0, 0.74)
    _course(pen, True)


def investigation_down(pen: Pen) -> None:
    """Draw the icon of a setback of the investigation: a magnifying glass and an arrow pointing down."""
    _glass(pen, 8.0, 0.74)
    _course(pen, False)


def vp(pen: Pen) -> None:
    """Draw the icon of victory points for every player: a blue disc."""
    pen.disc(12, 12, 11.2, pen.edge)
    pen.disc(12, 12, 9.9, BLUE)
    pen.circle(12, 12, 8.0, mix(BLUE, theme.WHITE, 0.5), 0.9)
    pen.fill(star(12, 12.4, 6.0, 2.6, 5), theme.WHITE)


def vp_pink(pen: Pen) -> None:
    """Draw the icon of victory points for investigators: a rose badge."""
    badge = [(12, 0.9), (22.4, 4.0), (21.6, 13), (18, 18.8), (12, 23.1), (6, 18.8), (2.4, 13), (1.6, 4.0)]
    pen.shape(badge, CLUE, pen.edge, 1.5)
    pen.fill(star(12, 11.4, 6.0, 2.6, 5), theme.WHITE)


def vp_green(pen: Pen) -> None:
    """Draw the icon of victory points for cultists: a green lozenge with barbs."""
    pen.shape(star(12, 12, 11.6, 8.2, 4), RITUAL, pen.edge, 1.5)
    pen.fill(star(12, 12.4, 5.6, 2.4, 5), theme.WHITE)


def _spiral(pen: Pen, colour: Colour, width: float) -> None:
    points = [polar(12, 12, 0.6 + n * 0.2, n * 22) for n in range(36)]
    pen.line(points, colour, width)


def sane(pen: Pen) -> None:
    """Draw the icon of a SANE token: a pale disc with an open eye."""
    pen.disc(12, 12, 11.2, pen.edge)
    pen.disc(12, 12, 9.9, rgb("#d9e6ee"))
    pen.fill(blob(12, 12, 7.4, 4.4, 0, 0.6), rgb("#5d86b5"))
    pen.disc(12, 12, 2.6, theme.WHITE)
    pen.disc(12, 12, 1.4, pen.edge)


def madness(pen: Pen) -> None:
    """Draw the icon of a MADNESS token: a violet disc with a spiral."""
    pen.disc(12, 12, 11.2, pen.edge)
    pen.disc(12, 12, 9.9, rgb("#6c3a8c"))
    _spiral(pen, rgb("#f3d9ff"), 1.6)


def sanity(pen: Pen) -> None:
    """Draw the icon of the sanity test: a cracked head."""
    head = [
        (12.6, 1.4), (18.6, 3.2), (21.4, 8.6), (20.6, 14), (18, 16.6), (18, 22.6), (8.2, 22.6), (8.2, 19.4),
        (4.6, 19.2), (4.2, 15.4), (2.2, 14.4), (4.4, 10.2), (5.2, 5.2), (8.4, 2.4),
    ]  # fmt: skip
    pen.shape(head, rgb("#d7a6e6"), pen.edge, 1.5)
    pen.line([(14.6, 1.8), (11.4, 6.6), (15.4, 9.2), (11.8, 15.2)], rgb("#5a1f78"), 2.2)


def assassinate(pen: Pen) -> None:
    """Draw the icon of an assassination: a dagger with blood, pointing down."""
    pen.shape([(9, 8.2), (15, 8.2), (14.4, 16), (12, 23), (9.6, 16)], theme.STEEL, pen.edge, 1.4)
    pen.line([(12, 9), (12, 20)], theme.STEEL_DARK, 1.0)
    pen.line([(5, 7.6), (19, 7.6)], pen.edge, 4.2)
    pen.line([(5.4, 7.6), (18.6, 7.6)], BRASS, 2.2)
    pen.line([(12, 2), (12, 6)], pen.edge, 4.6)
    pen.line([(12, 2), (12, 6)], theme.BLOOD, 2.6)
    for x, y, r in ((18.2, 15.4, 2.3), (6, 18.4, 1.9)):
        pen.fill([(x, y - 2.4 * r), (x + r * 0.9, y - 0.2), (x - r * 0.9, y - 0.2)], theme.BLOOD)
        pen.disc(x, y, r, theme.BLOOD)


def _ring(pen: Pen, colour: Colour) -> None:
    pen.disc(12, 12, 11.2, pen.edge)
    pen.disc(12, 12, 9.9, colour)


def action(pen: Pen) -> None:
    """Draw the icon of an action."""
    _ring(pen, rgb("#2c6f69"))
    pen.fill([(8.2, 5.6), (18.6, 12), (8.2, 18.4)], theme.WHITE)


def bonus(pen: Pen) -> None:
    """Draw the icon of a bonus action, which costs no action."""
    _ring(pen, rgb("#b0792a"))
    pen.line([(12, 6), (12, 18)], theme.WHITE, 3.2)
    pen.line([(6, 12), (18, 12)], theme.WHITE, 3.2)


def reaction(pen: Pen) -> None:
    """Draw the icon of a reaction: a lightning bolt."""
    _ring(pen, rgb("#8c3f2f"))
    pen.fill([(13.8, 3.8), (6.4, 13.4), (11.2, 13.4), (9.6, 20.4), (17.6, 10.4), (12.6, 10.4)], theme.WHITE)


def acquired(pen: Pen) -> None:
    """Draw the icon of an effect that applies when a card is acquired: an arrow into a tray."""
    _ring(pen, rgb("#4c5f8c"))
    pen.line([(12, 4.6), (12, 10)], theme.WHITE, 3.0)
    pen.fill([(12, 14.8), (7.4, 8.8), (16.6, 8.8)], theme.WHITE)
    pen.line([(6.4, 13.6), (6.4, 17.6), (17.6, 17.6), (17.6, 13.6)], theme.WHITE, 2.0)


def ongoing(pen: Pen) -> None:
    """Draw the icon of a lasting effect: two linked rings."""
    _ring(pen, rgb("#6c5a2c"))
    pen.circle(8.6, 12, 3.6, theme.WHITE, 2.0)
    pen.circle(15.4, 12, 3.6, theme.WHITE, 2.0)


def end(pen: Pen) -> None:
    """Draw the icon of the end of the game: a setting sun."""
    _ring(pen, rgb("#5a3a6c"))
    pen.line([(5.4, 15.8), (18.6, 15.8)], theme.WHITE, 2.2)
    pen.fill([polar(12, 14.6, 5.2, 180 + n * 20) for n in range(10)], theme.WHITE)
    pen.line([(12, 5), (12, 7)], theme.WHITE, 1.8)
    for side in (-1, 1):
        pen.line([(12 + side * 5.6, 8.2), (12 + side * 6.4, 7.2)], theme.WHITE, 1.8)


ICONS: dict[str, Draw] = {
    **{
        icon.__name__: icon
        for icon in (
            recover, wealth, force, arcane, ritual, ritual_up, ritual_down, investigation, investigation_up,
            investigation_down, vp, vp_pink, vp_green, sane, madness, sanity, assassinate, action, bonus, reaction,
            acquired, ongoing, end,
        )
    },
}  # fmt: skip
