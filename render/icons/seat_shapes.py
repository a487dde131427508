"""Shapes that distinguish seats and Guilds without colour. They are drawn alone, on cubes and on agents."""

from render.pen import theme
from render.pen.icon_pen import Draw, Pen, Point, polar, star
from render.pen.theme import SeatMark


def shape_points(shape: str, x: float, y: float, r: float) -> list[Point]:
    """Return the outline of a shape at (x, y) with radius `r`. All shapes appear about equally large."""
    if shape == "triangle":
        return [(x, y - 1.12 * r), (x + 1.12 * r, y + 0.84 * r), (x - 1.12 * r, y + 0.84 * r)]
    if shape == "square":
        return [
            (x - 0.86 * r, y - 0.86 * r), (x + 0.86 * r, y - 0.86 * r), (x + 0.86 * r, y + 0.86 * r),
            (x - 0.86 * r, y + 0.86 * r),
        ]  # fmt: skip
    if shape == "diamond":
        return [(x, y - 1.2 * r), (x + 1.0 * r, y), (x, y + 1.2 * r), (x - 1.0 * r, y)]
    if shape == "star":
        return star(x, y + 0.06 * r, 1.22 * r, 0.54 * r, 5)
    return [polar(x, y, r, turn) for turn in range(0, 360, 8)]


def _alone(mark: SeatMark) -> Draw:
    """Return a function that draws a seat's shape in the seat's colour."""

    def draw(pen: Pen) -> None:
        pen.shape(shape_points(mark.shape, 12, 12, 8.6), mark.colour, pen.edge, 1.8)

    return draw


def cube_of(mark: SeatMark | None) -> Draw:
    """Return a function that draws a threat cube with a mark's colour and shape, or a black cube if `mark` is None."""

    def draw(pen: Pen) -> None:
        body = theme.rgb("#17131d") if mark is None else mark.colour
        rim = theme.rgb("#8b839c") if mark is None else theme.mix(body, theme.WHITE, 0.45)
        pen.box(0.8, 0.8, 23.2, 23.2, theme.BLACK if mark is not None else rim, 4)
        pen.box(2.2, 2.2, 21.8, 21.8, rim, 3)
        pen.box(2.2, 4.6, 21.8, 21.8, body, 3)
        if mark is None:
            pen.line([(8.4, 9.4), (15.6, 16.6)], rim, 2)
            pen.line([(15.6, 9.4), (8.4, 16.6)], rim, 2)
        else:
            pen.fill(shape_points(mark.shape, 12, 13, 5.6), theme.BLACK)

    return draw


def agent_of(mark: SeatMark) -> Draw:
    """Return a function that draws an agent: a pawn with a seat's colour and shape."""

    def draw(pen: Pen) -> None:
        body: list[Point] = [(8.6, 9.6), (15.4, 9.6), (19.6, 14), (21, 22.4), (3, 22.4), (4.4, 14)]
        pen.shape(body, mark.colour, theme.BLACK, 1.6)
        pen.disc(12, 6.2, 5.4, theme.BLACK)
        pen.disc(12, 6.2, 4.3, mark.colour)
        pen.fill(shape_points(mark.shape, 12, 16.6, 3.4), theme.BLACK)

    return draw


ICONS: dict[str, Draw] = {
    **{f"seat{seat}": _alone(mark) for seat, mark in enumerate(theme.SEATS)},
    **{f"cube{seat}": cube_of(mark) for seat, mark in enumerate(theme.SEATS)},
    **{f"agent{seat}": agent_of(mark) for seat, mark in enumerate(theme.SEATS)},
    **{f"guild{guild}": _alone(mark) for guild, mark in enumerate(theme.GUILDS)},
    **{f"guild_cube{guild}": cube_of(mark) for guild, mark in enumerate(theme.GUILDS)},
    **{f"guild_agent{guild}": agent_of(mark) for guild, mark in enumerate(theme.GUILDS)},
    "cube_black": cube_of(None),
}
