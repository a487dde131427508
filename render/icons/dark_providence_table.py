"""Icons of Dark Providence's table: gates, markers, kinds of cards and allegiances."""

from render.icons.common import blank_card, pawn
from render.icons.dark_providence import BRASS, CLUE, RITUAL
from render.pen import theme
from render.pen.icon_pen import Draw, Pen, blob, polar, star
from render.pen.theme import Colour, mix, rgb

NIGHT = rgb("#3a2a55")


def lock(pen: Pen) -> None:
    """Draw the icon of a lock: a padlock."""
    pen.arc(12, 9.4, 5.2, 180, 360, pen.fg, 2.6)
    pen.line([(6.8, 9), (6.8, 12)], pen.fg, 2.6)
    pen.line([(17.2, 9), (17.2, 12)], pen.fg, 2.6)
    pen.box(4, 11, 20, 22, theme.GOLD, 2)
    pen.disc(12, 15.4, 2, pen.edge)
    pen.line([(12, 15.4), (12, 19)], pen.edge, 1.8)


def _gate(pen: Pen, inside: Colour) -> None:
    """Draw a stone arch. `inside` draws the inside of the arch."""
    stone = theme.STEEL_DARK
    pen.disc(12, 11, 10, pen.edge)
    pen.box(2, 11, 22, 23, pen.edge)
    pen.disc(12, 11, 9, stone)
    pen.box(3, 11, 21, 22, stone)
    pen.disc(12, 12, 6, inside)
    pen.box(6, 12, 18, 22, inside)


def gate_open(pen: Pen) -> None:
    """Draw an open gate with something glowing behind it."""
    _gate(pen, rgb("#7fe0c8"))
    pen.fill(star(12, 15, 5.4, 2.2, 6), theme.WHITE)


def gate_shut(pen: Pen) -> None:
    """Draw a gate closed with bars."""
    _gate(pen, rgb("#1d2230"))
    for x in (9, 12, 15):
        pen.line([(x, 9), (x, 21.6)], theme.STEEL, 1.2)
    pen.line([(6.6, 15), (17.4, 15)], theme.STEEL, 1.2)


def gate_dormant(pen: Pen) -> None:
    """Draw the icon of a dormant gate: an arch walled up with rough stone."""
    gate_open(pen)
    stone = theme.STEEL_DARK
    pen.disc(12, 12, 6.2, theme.PANEL)
    pen.box(5.8, 12, 18.2, 22, theme.PANEL)
    for y, xs in ((12, (9, 15)), (16, (12,)), (20, (9, 15))):
        pen.line([(6.6, y), (17.4, y)], stone, 0.8)
        for x in xs:
            pen.line([(x, y), (x, min(21.6, y + 4))], stone, 0.8)


def control(pen: Pen) -> None:
    """Draw the icon of a control marker: a flag on a round foot."""
    pen.fill(blob(10, 20, 9, 3.4), pen.edge)
    pen.line([(7, 2), (7, 20)], pen.fg, 2.6)
    pen.shape([(8, 2.6), (22.4, 7.4), (8, 13.4)], theme.GOLD_LIT, pen.edge, 1.3)


def frame(pen: Pen) -> None:
    """Draw the empty frame for one more agent."""
    pen.box(3, 1.4, 21, 22.6, pen.fg, 2.6)
    pen.box(5, 3.4, 19, 20.6, theme.PANEL if pen.dark else theme.SLIP, 1.6)
    pawn(pen, 12, 19.4, 14, theme.STEEL_DARK, theme.STEEL_DARK, 0.2)


def martial_law(pen: Pen) -> None:
    """Draw the icon of martial law: crossed rifles over a star."""
    pen.fill(star(12, 12, 11.6, 5.6, 5), pen.edge)
    pen.fill(star(12, 12, 9.8, 4.8, 5), theme.GOLD_LIT)
    for side in (-1, 1):
        pen.line([(12 - side * 9, 21), (12 + side * 9, 4)], pen.edge, 3.8)
        pen.line([(12 - side * 9, 21), (12 + side * 9, 4)], theme.STEEL, 1.9)


def cthulhu(pen: Pen) -> None:
    """Draw the icon of Cthulhu asleep: a head with burning eyes above a beard of tentacles."""
    skin = rgb("#3f8f5f")
    for x, y, turn in ((5.6, 22, -1), (9.8, 23, -0.4), (14.2, 23, 0.4), (18.4, 22, 1)):
        arm = [(12 + (x - 12) * 0.6, 13), (x + turn, 17.6), (x - turn * 0.6, y - 0.6)]
        pen.line(arm, pen.edge, 4)
        pen.line(arm, skin, 2.2)
    pen.fill(blob(12, 9.4, 9.6, 8.6), pen.edge)
    pen.fill(blob(12, 9.4, 8.4, 7.4), skin)
    for side in (-1, 1):
        pen.fill(blob(12 + side * 3.9, 9.6, 2.6, 1.6, side * 24), rgb("#f6d15c"))


def whateley(pen: Pen) -> None:
    """Draw the icon of the Whateleys' sign: a farmhouse on a hill under a sinister moon."""
    pen.disc(12, 12, 11, pen.edge)
    pen.disc(12, 12, 9.8, theme.BLIGHT_LIT)
    pen.disc(16.4, 7, 3.1, rgb("#f0b35a"))
    pen.fill([(3, 16), (21, 16), (18, 20), (6, 20)], pen.edge)
    pen.fill([(5.4, 16.4), (5.4, 10.6), (9.2, 6.6), (13, 10.6), (13, 16.4)], theme.BLIGHT_INK)
    pen.box(8, 12, 10.6, 16.4, pen.edge)


def secret(pen: Pen) -> None:
    """Draw the icon of the secret stock: cards in a chest."""
    pen.box(2, 8, 22, 22, pen.edge, 1.6)
    pen.box(3.4, 12, 20.6, 20.6, rgb("#8a4f2a"), 1)
    pen.box(3.4, 9.2, 20.6, 12, rgb("#b3552d"), 0.6)
    pen.box(6, 2, 18, 9, pen.edge, 1)
    pen.box(7.2, 3.2, 16.8, 8, theme.PARCHMENT, 0.4)
    pen.disc(12, 14.6, 2.4, theme.GOLD_LIT)


def crypt(pen: Pen) -> None:
    """Draw the icon of the crypt: a tombstone with a cross."""
    stone = rgb("#8f98ab")
    pen.disc(12, 9.6, 8.6, pen.edge)
    pen.box(3.4, 9.6, 20.6, 22.6, pen.edge)
    pen.disc(12, 9.6, 7.2, stone)
    pen.box(4.8, 9.6, 19.2, 21.4, stone)
    pen.line([(12, 5.6), (12, 17.6)], pen.edge, 2.4)
    pen.line([(8, 9.6), (16, 9.6)], pen.edge, 2.4)
    pen.line([(1.4, 22.4), (22.6, 22.4)], pen.edge, 1.8)


def limbo(pen: Pen) -> None:
    """Draw the icon of Limbo: markers fading in mist."""
    for x, y, r, share in ((7, 7.4, 5.6, 0.0), (16.4, 9.6, 4.9, 0.35), (10.4, 17.4, 4.4, 0.6)):
        pen.circle(x, y, r - 1, mix(theme.VIOLET, theme.MUTED, share), 2.0)
        pen.disc(x, y, r - 3, mix(theme.VIOLET, theme.MUTED, share))
    for y, x in ((21.6, 4), (13, 1.4)):
        pen.line([(x, y), (x + 5, y - 1), (x + 11, y + 0.6), (x + 18, y - 0.6)], pen.fg, 1.3)


def mythos(pen: Pen) -> None:
    """Draw the icon of a mythos card: a dark card with an eye in a star."""
    blank_card(pen, NIGHT)
    pen.box(4.6, 2.2, 19.4, 3.4, rgb("#8f78b8"), 0.6)
    pen.fill(star(12, 12.6, 7.2, 3.8, 8), rgb("#7fe0c8"))
    pen.disc(12, 12.6, 2.6, theme.WHITE)
    pen.disc(12, 12.6, 1.4, theme.BLACK)


def asset(pen: Pen) -> None:
    """Draw the icon of an asset card: a parchment card with a title and two symbols."""
    blank_card(pen, theme.PARCHMENT)
    pen.box(4.6, 2.2, 19.4, 7.2, rgb("#3f8f86"), 1)
    pen.disc(8.6, 11.6, 2.4, theme.VIOLET)
    pen.disc(15.4, 11.6, 2.4, BRASS)
    for y in (16.4, 19):
        pen.line([(7, y), (17, y)], theme.INK_SOFT, 1.1)


def city(pen: Pen) -> None:
    """Draw the icon of a city: three houses under a steeple."""
    wall = rgb("#c9b48a")
    outline = [
        (1.6, 22.2), (1.6, 13), (5, 9.4), (8.4, 13), (8.4, 9), (12, 1.4), (15.6, 9), (15.6, 12),
        (22.4, 12), (22.4, 22.2),
    ]  # fmt: skip
    pen.shape(outline, wall, pen.edge, 1.5)
    for x, y in ((4, 15), (10.8, 11), (10.8, 15.6), (17.4, 14.6), (19.6, 18)):
        pen.box(x, y, x + 2.2, y + 2.8, pen.edge, 0.3)


def allegiance(pen: Pen) -> None:
    """Draw the icon of a hidden allegiance: a card with a mask."""
    blank_card(pen, rgb("#2b2233"))
    pen.fill(blob(12, 11.2, 6.6, 4.6, 0, 0.1), theme.PARCHMENT)
    pen.fill([(6.6, 12), (17.4, 12), (14.6, 19), (12, 16.4), (9.4, 19)], theme.PARCHMENT)
    for x in (9.3, 14.7):
        pen.fill(blob(x, 11, 1.9, 1.3, 0, 0.3), rgb("#2b2233"))


def old_one(pen: Pen) -> None:
    """Draw the icon of a Great Old One: an eye among tentacles."""
    skin = rgb("#4d8f7c")
    arms = [[polar(12, 12, 5, t), polar(12, 12, 8.6, t - 6), polar(12, 12, 10, t + 18)] for t in range(0, 360, 45)]
    for width, colour in ((4.2, pen.edge), (2.2, skin)):
        for arm in arms:
            pen.line(arm, colour, width)
    pen.disc(12, 12, 7.0, pen.edge)
    pen.disc(12, 12, 5.9, rgb("#f0d27a"))
    pen.fill(blob(12, 12, 1.8, 5.4, 0, 0.3), theme.BLACK)


def deep_one(pen: Pen) -> None:
    """Draw the icon of a Deep One: a fish's head rising from the water."""
    skin = rgb("#5f9a8a")
    pen.fill(blob(12, 12.4, 10.2, 9.6), pen.edge)
    pen.fill([(12, 0.4), (16, 6), (8, 6)], pen.edge)
    pen.fill(blob(12, 12.4, 8.8, 8.2), skin)
    pen.fill([(12, 2.6), (14.6, 6), (9.4, 6)], skin)
    for x in (7.4, 16.6):
        pen.disc(x, 10, 3.0, pen.edge)
        pen.disc(x, 10, 2.1, rgb("#f4e9a8"))
        pen.disc(x, 10, 0.9, pen.edge)
    pen.line([(6, 16), (9, 17.6), (12, 16.6), (15, 17.6), (18, 16)], pen.edge, 1.6)


def returned(pen: Pen) -> None:
    """Draw the icon of a returned agent: a pale pawn in a halo."""
    pen.circle(12, 8, 7.0, rgb("#7fe0c8") if pen.dark else rgb("#2f8f86"), 2.0)
    pawn(pen, 12, 22.6, 18, rgb("#b9d8d2"), pen.edge, 1.2)


def investigator(pen: Pen) -> None:
    """Draw the icon of an investigator: a face under the brim of a hat."""
    coat = rgb("#a8863f")
    pen.disc(12, 13.4, 6.6, pen.edge)
    pen.disc(12, 13.4, 5.4, rgb("#e8c9a4"))
    pen.shape([(3.6, 23), (6.2, 18.6), (12, 21.4), (17.8, 18.6), (20.4, 23)], coat, pen.edge, 1.2)
    pen.shape([(7, 8.4), (8, 2.2), (12, 3.4), (16, 2.2), (17, 8.4)], CLUE, pen.edge, 1.4)
    pen.line([(2.6, 10.2), (7, 8.8), (17, 8.8), (21.4, 10.2)], pen.edge, 3.6)
    pen.line([(2.8, 10.1), (7, 8.8), (17, 8.8), (21.2, 10.1)], mix(CLUE, theme.BLACK, 0.25), 1.8)


def cultist(pen: Pen) -> None:
    """Draw the icon of a cultist: an empty hood."""
    hood = [(12, 0.8), (17.6, 5.2), (20, 12), (21.6, 23), (2.4, 23), (4, 12), (6.4, 5.2)]
    pen.shape(hood, RITUAL, pen.edge, 1.5)
    pen.fill(blob(12, 12.4, 5.0, 6.6, 0, 0.0), pen.edge)
    for x in (9.8, 14.2):
        pen.fill(blob(x, 12, 1.5, 1.0), rgb("#f4e07a"))


def _dissenter(pen: Pen, left: Colour) -> None:
    """Draw a cracked mask: its left half in the colour of the former side, its right half in gold."""
    for side, colour in ((-1, left), (1, rgb("#e6b25a"))):
        x = 12 + side * 0.8
        half = [(x, 3.2), (x + side * 7, 2), (x + side * 9.8, 4.4), (x + side * 8.6, 14.4), (x, 22.4)]
        pen.shape(half, colour, pen.edge, 1.4)
        pen.fill(blob(12 + side * 5.2, 9.6, 2.7, 1.7, side * -14, 0.3), pen.edge)
    pen.line([(12, 2.2), (10.8, 8), (13.2, 13), (11.2, 17.4), (12, 22.6)], pen.edge, 1.7)


def ex_investigator(pen: Pen) -> None:
    """Draw the icon of a former investigator: a cracked mask, half of it in the investigators' colour."""
    _dissenter(pen, CLUE)


def ex_cultist(pen: Pen) -> None:
    """Draw the icon of a former cultist: a cracked mask, half of it in the cultists' colour."""
    _dissenter(pen, RITUAL)


ICONS: dict[str, Draw] = {
    **{
        icon.__name__: icon
        for icon in (
            lock, gate_open, gate_shut, gate_dormant, control, frame, martial_law, cthulhu, whateley, secret, crypt,
            limbo, mythos, asset, city, allegiance, old_one, deep_one, returned, investigator, cultist,
            ex_investigator, ex_cultist,
        )
    },
}  # fmt: skip
