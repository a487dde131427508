"""Icons of markers and of what lies in the box: gates, control, frames, pool, stock, what haunts a city."""

from render.icons.deeds import gate_open, pawn
from render.icons.pen import Draw, Pen, Point, blob, star
from render.pen import theme


def gate_dormant(pen: Pen) -> None:
    """Draw a gate that nobody has touched: an arch walled up with rough stone."""
    gate_open(pen)
    stone = theme.STEEL_DARK
    pen.disc(12, 12, 6.2, theme.PANEL)
    pen.box(5.8, 12, 18.2, 22, theme.PANEL)
    for y, xs in ((12, (9, 15)), (16, (12,)), (20, (9, 15))):
        pen.line([(6.6, y), (17.4, y)], stone, 0.8)
        for x in xs:
            pen.line([(x, y), (x, min(21.6, y + 4))], stone, 0.8)


def pool(pen: Pen) -> None:
    """Draw the common pool: a bowl with markers in it."""
    for x, y in ((8, 8), (15.6, 8), (11.8, 3.6)):
        pen.box(x - 3, y - 2.6, x + 3, y + 3.4, pen.edge, 0.9)
        pen.box(x - 2, y - 1.6, x + 2, y + 2.4, theme.rgb("#8d8798"), 0.5)
    bowl: list[Point] = [(1.6, 11), (22.4, 11), (19.4, 18.6), (15.4, 22), (8.6, 22), (4.6, 18.6)]
    pen.shape(bowl, theme.rgb("#8a4f2a"), pen.edge, 1.4)


def control(pen: Pen) -> None:
    """Draw a control marker: a flag on a round foot."""
    pen.fill(blob(10, 20, 9, 3.4), pen.edge)
    pen.line([(7, 2), (7, 20)], pen.fg, 2.6)
    pen.shape([(8, 2.6), (22.4, 7.4), (8, 13.4)], theme.GOLD_LIT, pen.edge, 1.3)


def frame(pen: Pen) -> None:
    """Draw an agent's empty frame: a place for one more."""
    pen.box(3, 1.4, 21, 22.6, pen.fg, 2.6)
    pen.box(5, 3.4, 19, 20.6, theme.PANEL if pen.dark else theme.SLIP, 1.6)
    pawn(pen, 12, 19.4, 14, theme.STEEL_DARK, theme.STEEL_DARK, 0.2)


def martial_law(pen: Pen) -> None:
    """Draw martial law: crossed rifles over a star."""
    pen.fill(star(12, 12, 11.6, 5.6, 5), pen.edge)
    pen.fill(star(12, 12, 9.8, 4.8, 5), theme.GOLD_LIT)
    for side in (-1, 1):
        pen.line([(12 - side * 9, 21), (12 + side * 9, 4)], pen.edge, 3.8)
        pen.line([(12 - side * 9, 21), (12 + side * 9, 4)], theme.STEEL, 1.9)


def cthulhu(pen: Pen) -> None:
    """Draw the sleeper: a head with burning eyes over a beard of tentacles."""
    skin = theme.rgb("#3f8f5f")
    for x, y, turn in ((5.6, 22, -1), (9.8, 23, -0.4), (14.2, 23, 0.4), (18.4, 22, 1)):
        arm = [(12 + (x - 12) * 0.6, 13), (x + turn, 17.6), (x - turn * 0.6, y - 0.6)]
        pen.line(arm, pen.edge, 4)
        pen.line(arm, skin, 2.2)
    pen.fill(blob(12, 9.4, 9.6, 8.6), pen.edge)
    pen.fill(blob(12, 9.4, 8.4, 7.4), skin)
    for side in (-1, 1):
        pen.fill(blob(12 + side * 3.9, 9.6, 2.6, 1.6, side * 24), theme.rgb("#f6d15c"))


def whateley(pen: Pen) -> None:
    """Draw the Whateleys: a farmhouse on a hill under a bad moon."""
    pen.disc(12, 12, 11, pen.edge)
    pen.disc(12, 12, 9.8, theme.BLIGHT_LIT)
    pen.disc(16.4, 7, 3.1, theme.rgb("#f0b35a"))
    pen.fill([(3, 16), (21, 16), (18, 20), (6, 20)], pen.edge)
    pen.fill([(5.4, 16.4), (5.4, 10.6), (9.2, 6.6), (13, 10.6), (13, 16.4)], theme.BLIGHT_INK)
    pen.box(8, 12, 10.6, 16.4, pen.edge)


def secret(pen: Pen) -> None:
    """Draw the secret stock: cards in a chest."""
    pen.box(2, 8, 22, 22, pen.edge, 1.6)
    pen.box(3.4, 12, 20.6, 20.6, theme.rgb("#8a4f2a"), 1)
    pen.box(3.4, 9.2, 20.6, 12, theme.rgb("#b3552d"), 0.6)
    pen.box(6, 2, 18, 9, pen.edge, 1)
    pen.box(7.2, 3.2, 16.8, 8, theme.PARCHMENT, 0.4)
    pen.disc(12, 14.6, 2.4, theme.GOLD_LIT)


ICONS: dict[str, Draw] = {
    draw.__name__: draw
    for draw in (gate_dormant, pool, control, frame, martial_law, cthulhu, whateley, secret)
}  # fmt: skip
