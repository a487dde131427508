"""The marks of the factions of Aevum Haeresis: a shield in the faction's colour with one bold figure."""

from render.icons.bold_silhouettes import FIGURES, Figure
from render.pen import theme
from render.pen.icon_pen import Draw, Pen, blob, inset
from render.pen.theme import Colour, rgb

#: The colour of each faction. All these colours are also used by crests, so they are in the palette.
COLOURS: dict[str, Colour] = {
    "neutral": rgb("#4a4a5e"),
    "deathless": rgb("#3c6e47"),
    "warrior": rgb("#8c2f39"),
    "mystics": rgb("#2c7a7b"),
    "opportunist": rgb("#a3672a"),
    "scholar": rgb("#2f5d8c"),
    "lords": rgb("#7a4b8c"),
}


def _axe(pen: Pen, c: Colour, field: Colour) -> None:
    pen.line([(12, 2), (12, 22)], c, 2.2)
    pen.fill([(12, 4), (18, 2.4), (21, 8.4), (18, 14.4), (12, 12.6)], c)
    pen.fill([(12, 4), (6, 2.4), (3, 8.4), (6, 14.4), (12, 12.6)], c)
    pen.line([(12, 4), (12, 12)], field, 0.8)


def _skull(pen: Pen, c: Colour, field: Colour) -> None:
    pen.disc(12, 9.6, 8, c)
    pen.box(7.8, 13, 16.2, 21, c, 1.2)
    for x in (8.8, 15.2):
        pen.fill(blob(x, 10.4, 2.4, 2.8), field)
    pen.fill([(12, 12.6), (13.4, 15.4), (10.6, 15.4)], field)
    for x in (10.4, 13.6):
        pen.line([(x, 17.6), (x, 20.6)], field, 0.9)


#: The figures of the factions: figures drawn in this module, and shared figures.
_OWN: dict[str, Figure] = {"deathless": _skull, "warrior": _axe}
_SHARED = {"neutral": "wheel", "mystics": "moon", "opportunist": "mask", "scholar": "book", "lords": "crown"}


def figure(faction: str) -> Figure:
    """Return the function that draws a faction's figure."""
    return _OWN.get(faction) or FIGURES[_SHARED[faction]]


def _mark(faction: str) -> Draw:
    """Return a function that draws a faction's mark."""

    def draw(pen: Pen) -> None:
        field = COLOURS[faction]
        for grow, colour in ((0.0, pen.edge), (1.1, theme.GOLD_LIT), (2.3, field)):
            pen.fill(
                [(0.8 + grow, 0.8 + grow), (23.2 - grow, 0.8 + grow), (23.2 - grow, 12), (20 - grow * 0.7, 18),
                 (12, 23.6 - grow * 1.2), (4 + grow * 0.7, 18), (0.8 + grow, 12)],
                colour,
            )  # fmt: skip
        figure(faction)(inset(pen, 8.9 * 0.58, 7 * 0.58, 0.58), theme.WHITE, field)

    return draw


ICONS: dict[str, Draw] = {f"faction_{faction}": _mark(faction) for faction in COLOURS}
