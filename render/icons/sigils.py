"""Seat shapes and guild sigils: what tells the players apart without colour."""

from render.icons.pen import Draw, Pen, Point, blob, polar, star
from render.pen import theme
from render.pen.theme import Colour


def shape_points(shape: str, x: float, y: float, r: float) -> list[Point]:
    """Give a seat shape's outline, all shapes of about the same weight."""
    if shape == "triangle":
        return [(x, y - 1.12 * r), (x + 1.12 * r, y + 0.84 * r), (x - 1.12 * r, y + 0.84 * r)]
    if shape == "square":
        return [
            (x - 0.86 * r, y - 0.86 * r),
            (x + 0.86 * r, y - 0.86 * r),
            (x + 0.86 * r, y + 0.86 * r),
            (x - 0.86 * r, y + 0.86 * r),
        ]
    if shape == "diamond":
        return [(x, y - 1.2 * r), (x + 1.0 * r, y), (x, y + 1.2 * r), (x - 1.0 * r, y)]
    if shape == "star":
        return star(x, y + 0.06 * r, 1.22 * r, 0.54 * r, 5)
    return [polar(x, y, r, turn) for turn in range(0, 360, 8)]


def _seat(seat: int) -> Draw:
    """Give the drawing of a seat's shape in its colour."""

    def draw(pen: Pen) -> None:
        mark = theme.SEATS[seat]
        pen.shape(shape_points(mark.shape, 12, 12, 8.6), mark.colour, pen.edge, 1.8)

    return draw


def cube_of(seat: int | None) -> Draw:
    """Give the drawing of a threat cube: a seat's colour and shape, or black for nobody's."""

    def draw(pen: Pen) -> None:
        body = theme.rgb("#17131d") if seat is None else theme.SEATS[seat].colour
        rim = theme.rgb("#8b839c") if seat is None else theme.mix(body, theme.WHITE, 0.45)
        pen.box(0.8, 0.8, 23.2, 23.2, theme.BLACK if seat is not None else rim, 4)
        pen.box(2.2, 2.2, 21.8, 21.8, rim, 3)
        pen.box(2.2, 4.6, 21.8, 21.8, body, 3)
        if seat is None:
            pen.line([(8.4, 9.4), (15.6, 16.6)], rim, 2)
            pen.line([(15.6, 9.4), (8.4, 16.6)], rim, 2)
        else:
            pen.fill(shape_points(theme.SEATS[seat].shape, 12, 13, 5.6), theme.BLACK)

    return draw


def agent_of(seat: int) -> Draw:
    """Give the drawing of a seat's agent: a pawn in its colour bearing its shape."""

    def draw(pen: Pen) -> None:
        mark = theme.SEATS[seat]
        body: list[Point] = [(8.6, 9.6), (15.4, 9.6), (19.6, 14), (21, 22.4), (3, 22.4), (4.4, 14)]
        pen.shape(body, mark.colour, theme.BLACK, 1.6)
        pen.disc(12, 6.2, 5.4, theme.BLACK)
        pen.disc(12, 6.2, 4.3, mark.colour)
        pen.fill(shape_points(mark.shape, 12, 16.6, 3.4), theme.BLACK)

    return draw


def chalice(pen: Pen, colour: Colour) -> None:
    """Draw the chalice of the Anointed."""
    pen.fill(
        [
            (5, 3),
            (19, 3),
            (18, 9),
            (15, 12.6),
            (13.2, 13.6),
            (13.2, 18),
            (17.6, 21.4),
            (6.4, 21.4),
            (10.8, 18),
            (10.8, 13.6),
            (9, 12.6),
            (6, 9),
        ],
        colour,
    )


def mask(pen: Pen, colour: Colour) -> None:
    """Draw the mask of the Carnival of Shadows."""
    face: list[Point] = [
        (1.6, 7.4),
        (6.6, 5.6),
        (12, 7.8),
        (17.4, 5.6),
        (22.4, 7.4),
        (20.8, 14.4),
        (16.4, 18),
        (13.4, 14.8),
        (10.6, 14.8),
        (7.6, 18),
        (3.2, 14.4),
    ]
    pen.fill(face, colour)
    hole = theme.rgb("#1b1720") if sum(colour) > 330 else theme.PALE
    pen.fill(blob(7.3, 11.3, 3, 1.9, 14), hole)
    pen.fill(blob(16.7, 11.3, 3, 1.9, -14), hole)


def leaf(pen: Pen, colour: Colour) -> None:
    """Draw the leaf of the Gilded Leaves."""
    pen.fill(blob(12.8, 10.6, 10.6, 6.6, -52, 0.55), colour)
    vein = theme.rgb("#1b1720") if sum(colour) > 330 else theme.PALE
    pen.line([(5.4, 21.6), (16.4, 6.4)], vein, 1.3)
    for x, y, dx, dy in ((9.4, 16, 5, -1.0), (12.2, 12.2, 4.4, -1.2), (9.4, 16, -0.8, -4.6), (12.2, 12.2, -0.8, -4.4)):
        pen.line([(x, y), (x + dx, y + dy)], vein, 1.0)
    pen.line([(4, 23), (7, 19)], colour, 2.2)


def hands(pen: Pen, colour: Colour) -> None:
    """Draw the clasped hands of the Fede Cartel."""
    gap = theme.rgb("#1b1720") if sum(colour) > 330 else theme.PALE
    pen.fill([(0.8, 6), (5.4, 4.8), (5.4, 16.8), (0.8, 18)], colour)
    pen.fill([(23.2, 6), (18.6, 4.8), (18.6, 16.8), (23.2, 18)], colour)
    pen.fill([(6.4, 7.2), (11, 6), (17.6, 7.2), (17.6, 14.4), (13, 18.8), (10.6, 18.8), (6.4, 14.4)], colour)
    pen.line([(11.4, 8.6), (8.8, 11.6), (11, 12.6), (13.2, 10.8), (17, 14)], gap, 1.2)
    for x, y in ((11.2, 15.2), (13.4, 13.8)):
        pen.line([(x, y), (x + 2, y + 2.2)], gap, 1.1)


SIGILS = {"chalice": chalice, "mask": mask, "leaf": leaf, "hands": hands}


def _sigil(name: str) -> Draw:
    """Give the drawing of a guild sigil in the colour of the text beside it."""
    return lambda pen: SIGILS[name](pen, pen.fg)


_SEATS = range(len(theme.SEATS))

ICONS: dict[str, Draw] = {
    **{f"seat{seat}": _seat(seat) for seat in _SEATS},
    **{f"cube{seat}": cube_of(seat) for seat in _SEATS},
    **{f"agent{seat}": agent_of(seat) for seat in _SEATS},
    "cube_black": cube_of(None),
    **{name: _sigil(name) for name in SIGILS},
}
