"""Icons of secret societies: kinds of cards, what stands on them, pieces of the dead and the deep, allegiances."""

from render.icons.deeds import pawn
from render.icons.occult import CLUE, RITUAL
from render.icons.pen import Draw, Pen, blob, polar, star
from render.pen import theme
from render.pen.theme import Colour, mix, rgb

NIGHT = rgb("#3a2a55")
BRASS = rgb("#d9a441")


def crypt(pen: Pen) -> None:
    """Draw a tombstone with a cross."""
    stone = rgb("#8f98ab")
    pen.disc(12, 9.6, 8.6, pen.edge)
    pen.box(3.4, 9.6, 20.6, 22.6, pen.edge)
    pen.disc(12, 9.6, 7.2, stone)
    pen.box(4.8, 9.6, 19.2, 21.4, stone)
    pen.line([(12, 5.6), (12, 17.6)], pen.edge, 2.4)
    pen.line([(8, 9.6), (16, 9.6)], pen.edge, 2.4)
    pen.line([(1.4, 22.4), (22.6, 22.4)], pen.edge, 1.8)


def limbo(pen: Pen) -> None:
    """Draw Limbo: markers that fade in a mist."""
    for x, y, r, share in ((7, 7.4, 5.6, 0.0), (16.4, 9.6, 4.9, 0.35), (10.4, 17.4, 4.4, 0.6)):
        pen.circle(x, y, r - 1, mix(theme.VIOLET, theme.MUTED, share), 2.0)
        pen.disc(x, y, r - 3, mix(theme.VIOLET, theme.MUTED, share))
    for y, x in ((21.6, 4), (13, 1.4)):
        pen.line([(x, y), (x + 5, y - 1), (x + 11, y + 0.6), (x + 18, y - 0.6)], pen.fg, 1.3)


def _bare_card(pen: Pen, fill: Colour) -> None:
    pen.box(3.2, 0.8, 20.8, 23.2, pen.edge, 2.6)
    pen.box(4.6, 2.2, 19.4, 21.8, fill, 1.6)


def mythos(pen: Pen) -> None:
    """Draw a mythos card: dark, with an eye in a star."""
    _bare_card(pen, NIGHT)
    pen.box(4.6, 2.2, 19.4, 3.4, rgb("#8f78b8"), 0.6)
    pen.fill(star(12, 12.6, 7.2, 3.8, 8), rgb("#7fe0c8"))
    pen.disc(12, 12.6, 2.6, theme.WHITE)
    pen.disc(12, 12.6, 1.4, theme.BLACK)


def asset(pen: Pen) -> None:
    """Draw an asset card: parchment with a title and two symbols."""
    _bare_card(pen, theme.PARCHMENT)
    pen.box(4.6, 2.2, 19.4, 7.2, rgb("#3f8f86"), 1)
    pen.disc(8.6, 11.6, 2.4, theme.VIOLET)
    pen.disc(15.4, 11.6, 2.4, BRASS)
    for y in (16.4, 19):
        pen.line([(7, y), (17, y)], theme.INK_SOFT, 1.1)


def city(pen: Pen) -> None:
    """Draw a town: three houses under a steeple."""
    wall = rgb("#c9b48a")
    outline = [
        (1.6, 22.2), (1.6, 13), (5, 9.4), (8.4, 13), (8.4, 9), (12, 1.4), (15.6, 9), (15.6, 12),
        (22.4, 12), (22.4, 22.2),
    ]  # fmt: skip
    pen.shape(outline, wall, pen.edge, 1.5)
    for x, y in ((4, 15), (10.8, 11), (10.8, 15.6), (17.4, 14.6), (19.6, 18)):
        pen.box(x, y, x + 2.2, y + 2.8, pen.edge, 0.3)


def allegiance(pen: Pen) -> None:
    """Draw a card with a mask on it: an allegiance nobody knows."""
    _bare_card(pen, rgb("#2b2233"))
    pen.fill(blob(12, 11.2, 6.6, 4.6, 0, 0.1), theme.PARCHMENT)
    pen.fill([(6.6, 12), (17.4, 12), (14.6, 19), (12, 16.4), (9.4, 19)], theme.PARCHMENT)
    for x in (9.3, 14.7):
        pen.fill(blob(x, 11, 1.9, 1.3, 0, 0.3), rgb("#2b2233"))


def old_one(pen: Pen) -> None:
    """Draw a Great Old One: an eye among tentacles."""
    skin = rgb("#4d8f7c")
    arms = [[polar(12, 12, 5, t), polar(12, 12, 8.6, t - 6), polar(12, 12, 10, t + 18)] for t in range(0, 360, 45)]
    for width, colour in ((4.2, pen.edge), (2.2, skin)):
        for arm in arms:
            pen.line(arm, colour, width)
    pen.disc(12, 12, 7.0, pen.edge)
    pen.disc(12, 12, 5.9, rgb("#f0d27a"))
    pen.fill(blob(12, 12, 1.8, 5.4, 0, 0.3), theme.BLACK)


def deep_one(pen: Pen) -> None:
    """Draw a Deep One: a fish's head rising from the water."""
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
    """Draw an agent come back from the dead: a pale pawn in a halo."""
    pen.circle(12, 8, 7.0, rgb("#7fe0c8") if pen.dark else rgb("#2f8f86"), 2.0)
    pawn(pen, 12, 22.6, 18, rgb("#b9d8d2"), pen.edge, 1.2)


def _ring(pen: Pen, colour: Colour) -> None:
    pen.disc(12, 12, 11.2, pen.edge)
    pen.disc(12, 12, 9.9, colour)


def action(pen: Pen) -> None:
    """Draw the mark of a card's action."""
    _ring(pen, rgb("#2c6f69"))
    pen.fill([(8.2, 5.6), (18.6, 12), (8.2, 18.4)], theme.WHITE)


def bonus(pen: Pen) -> None:
    """Draw the mark of a bonus action: it costs no action."""
    _ring(pen, rgb("#b0792a"))
    pen.line([(12, 6), (12, 18)], theme.WHITE, 3.2)
    pen.line([(6, 12), (18, 12)], theme.WHITE, 3.2)


def reaction(pen: Pen) -> None:
    """Draw the mark of a reaction: a bolt."""
    _ring(pen, rgb("#8c3f2f"))
    pen.fill([(13.8, 3.8), (6.4, 13.4), (11.2, 13.4), (9.6, 20.4), (17.6, 10.4), (12.6, 10.4)], theme.WHITE)


def acquired(pen: Pen) -> None:
    """Draw the mark of what happens when a card is acquired: an arrow into a tray."""
    _ring(pen, rgb("#4c5f8c"))
    pen.line([(12, 4.6), (12, 10)], theme.WHITE, 3.0)
    pen.fill([(12, 14.8), (7.4, 8.8), (16.6, 8.8)], theme.WHITE)
    pen.line([(6.4, 13.6), (6.4, 17.6), (17.6, 17.6), (17.6, 13.6)], theme.WHITE, 2.0)


def ongoing(pen: Pen) -> None:
    """Draw the mark of a lasting effect: two linked rings."""
    _ring(pen, rgb("#6c5a2c"))
    pen.circle(8.6, 12, 3.6, theme.WHITE, 2.0)
    pen.circle(15.4, 12, 3.6, theme.WHITE, 2.0)


def end(pen: Pen) -> None:
    """Draw the mark of the end of the game: a setting sun."""
    _ring(pen, rgb("#5a3a6c"))
    pen.line([(5.4, 15.8), (18.6, 15.8)], theme.WHITE, 2.2)
    pen.fill([polar(12, 14.6, 5.2, 180 + n * 20) for n in range(10)], theme.WHITE)
    pen.line([(12, 5), (12, 7)], theme.WHITE, 1.8)
    for side in (-1, 1):
        pen.line([(12 + side * 5.6, 8.2), (12 + side * 6.4, 7.2)], theme.WHITE, 1.8)


def destroys(pen: Pen) -> None:
    """Draw a card torn in two."""
    for side in (-1, 1):
        x = 12 + side * 1.4
        half = [(x + side * 9, 2), (x + side * 9, 22), (x + side * 1.4, 22), (x, 17), (x + side * 2.4, 12), (x, 7),
                (x + side * 1.4, 2)]  # fmt: skip
        pen.shape(half, theme.PARCHMENT, pen.edge, 1.4)
    pen.line([(12.4, 1.4), (11.4, 7), (13.4, 12), (11.4, 17), (12.4, 22.6)], theme.BLOOD, 1.6)


def investigator(pen: Pen) -> None:
    """Draw a face under a hat brim."""
    coat = rgb("#a8863f")
    pen.disc(12, 13.4, 6.6, pen.edge)
    pen.disc(12, 13.4, 5.4, rgb("#e8c9a4"))
    pen.shape([(3.6, 23), (6.2, 18.6), (12, 21.4), (17.8, 18.6), (20.4, 23)], coat, pen.edge, 1.2)
    pen.shape([(7, 8.4), (8, 2.2), (12, 3.4), (16, 2.2), (17, 8.4)], CLUE, pen.edge, 1.4)
    pen.line([(2.6, 10.2), (7, 8.8), (17, 8.8), (21.4, 10.2)], pen.edge, 3.6)
    pen.line([(2.8, 10.1), (7, 8.8), (17, 8.8), (21.2, 10.1)], mix(CLUE, theme.BLACK, 0.25), 1.8)


def cultist(pen: Pen) -> None:
    """Draw a hood without a face."""
    hood = [(12, 0.8), (17.6, 5.2), (20, 12), (21.6, 23), (2.4, 23), (4, 12), (6.4, 5.2)]
    pen.shape(hood, RITUAL, pen.edge, 1.5)
    pen.fill(blob(12, 12.4, 5.0, 6.6, 0, 0.0), pen.edge)
    for x in (9.8, 14.2):
        pen.fill(blob(x, 12, 1.5, 1.0), rgb("#f4e07a"))


def _dissenter(pen: Pen, left: Colour) -> None:
    """Draw a mask of two halves: the old side broken away."""
    for side, colour in ((-1, left), (1, rgb("#e6b25a"))):
        x = 12 + side * 0.8
        half = [(x, 3.2), (x + side * 7, 2), (x + side * 9.8, 4.4), (x + side * 8.6, 14.4), (x, 22.4)]
        pen.shape(half, colour, pen.edge, 1.4)
        pen.fill(blob(12 + side * 5.2, 9.6, 2.7, 1.7, side * -14, 0.3), pen.edge)
    pen.line([(12, 2.2), (10.8, 8), (13.2, 13), (11.2, 17.4), (12, 22.6)], pen.edge, 1.7)


def ex_investigator(pen: Pen) -> None:
    """Draw a dissenter who was an investigator."""
    _dissenter(pen, CLUE)


def ex_cultist(pen: Pen) -> None:
    """Draw a dissenter who was a cultist."""
    _dissenter(pen, RITUAL)


ICONS: dict[str, Draw] = {
    draw.__name__: draw
    for draw in (
        crypt, limbo, mythos, asset, city, allegiance, old_one, deep_one, returned, action, bonus, reaction, acquired,
        ongoing, end, destroys, investigator, cultist, ex_investigator, ex_cultist,
    )
}  # fmt: skip
