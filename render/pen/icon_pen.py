"""A pen on a grid of 24 by 24. Icons are drawn large and scaled down, so their edges are smooth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from PIL import Image, ImageDraw

from render.pen import theme
from render.pen.theme import Colour

Point = tuple[float, float]
Draw = Callable[["Pen"], None]
GRID = 24


@dataclass(slots=True)
class Pen:
    """A pen that draws in grid units. `fg` is the colour of the text beside the icon."""

    draw: ImageDraw.ImageDraw
    scale: float
    fg: Colour
    dark: bool

    @property
    def edge(self) -> Colour:
        """The colour of the outline between a coloured token and its background."""
        return theme.BLACK if self.dark else theme.INK

    def at(self, points: Sequence[Point]) -> list[tuple[float, float]]:
        """Convert points on the grid to pixels."""
        return [(x * self.scale, y * self.scale) for x, y in points]

    def fill(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self.draw.polygon(self.at(points), fill=colour)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a line with round joints and ends."""
        pixels = self.at(points)
        thick = max(1, round(width * self.scale))
        self.draw.line(pixels, fill=colour, width=thick, joint="curve")
        half = thick / 2
        for x, y in (pixels[0], pixels[-1]):
            self.draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)

    def shape(self, points: Sequence[Point], colour: Colour, edge: Colour, width: float = 1.4) -> None:
        """Fill a polygon and outline it."""
        self.fill(points, colour)
        self.line([*points, points[0], points[1]], edge, width)

    def disc(self, x: float, y: float, r: float, colour: Colour) -> None:
        """Fill a circle."""
        s = self.scale
        self.draw.ellipse(((x - r) * s, (y - r) * s, (x + r) * s, (y + r) * s), fill=colour)

    def circle(self, x: float, y: float, r: float, colour: Colour, width: float) -> None:
        """Draw a circular line of the given width, centred on radius `r`."""
        s, half = self.scale, width / 2
        box = ((x - r - half) * s, (y - r - half) * s, (x + r + half) * s, (y + r + half) * s)
        self.draw.ellipse(box, outline=colour, width=max(1, round(width * s)))

    def arc(self, x: float, y: float, r: float, start: float, end: float, colour: Colour, width: float) -> None:
        """Draw an arc with round ends, clockwise from `start` to `end` degrees."""
        steps = max(4, round(abs(end - start) / 8))
        points = [polar(x, y, r, start + (end - start) * step / steps) for step in range(steps + 1)]
        self.line(points, colour, width)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour, radius: float = 0) -> None:
        """Fill a rounded box."""
        s = self.scale
        self.draw.rounded_rectangle((x0 * s, y0 * s, x1 * s, y1 * s), radius * s, fill=colour)

    def rub_out(self, x: float, y: float, r: float) -> None:
        """Make a circle transparent."""
        s = self.scale
        self.draw.ellipse(((x - r) * s, (y - r) * s, (x + r) * s, (y + r) * s), fill=(*self.fg, 0))

    def rub_out_below(self, y: float) -> None:
        """Make everything below `y` transparent."""
        s = self.scale
        self.draw.rectangle((0, y * s, GRID * s, GRID * s), fill=(*self.fg, 0))


@dataclass(slots=True)
class Inset(Pen):
    """A pen whose origin is a point on another pen's grid. Its units may have another size, and it may be turned."""

    spot: Point = (0.0, 0.0)
    turn: float = 0.0

    def at(self, points: Sequence[Point]) -> list[tuple[float, float]]:
        """Convert points on the grid to pixels."""
        x, y = self.spot
        if not self.turn:
            return [((px + x) * self.scale, (py + y) * self.scale) for px, py in points]
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        return [((px * c - py * s + x) * self.scale, (px * s + py * c + y) * self.scale) for px, py in points]

    def _moved(self, x: float, y: float) -> Point:
        ((px, py),) = self.at([(x, y)])
        return (px / self.scale, py / self.scale) if self.turn else (x + self.spot[0], y + self.spot[1])

    def disc(self, x: float, y: float, r: float, colour: Colour) -> None:
        """Fill a circle."""
        Pen.disc(self, *self._moved(x, y), r, colour)

    def circle(self, x: float, y: float, r: float, colour: Colour, width: float) -> None:
        """Draw a circular line."""
        Pen.circle(self, *self._moved(x, y), r, colour, width)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour, radius: float = 0) -> None:
        """Fill a box. Its corners are rounded unless the pen is turned."""
        if self.turn:
            self.fill([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], colour)
            return
        x, y = self.spot
        Pen.box(self, x0 + x, y0 + y, x1 + x, y1 + y, colour, radius)


def inset(pen: Pen, x: float, y: float, share: float, turn: float = 0) -> Inset:
    """Return a pen whose origin is a point on another pen's grid.

    Its units are `share` times as large, and it is turned by `turn` degrees about its origin.
    """
    left, top = pen.spot if isinstance(pen, Inset) else (0.0, 0.0)
    spot = ((x + left) / share, (y + top) / share)
    return Inset(pen.draw, pen.scale * share, pen.fg, pen.dark, spot, turn)


def polar(x: float, y: float, r: float, degrees: float) -> Point:
    """Return the point at a distance `r` and an angle in degrees, clockwise from the right."""
    return x + r * cos(radians(degrees)), y + r * sin(radians(degrees))


def star(x: float, y: float, outer: float, inner: float, points: int, turn: float = -90) -> list[Point]:
    """Return the outline of a star."""
    step = 180 / points
    return [polar(x, y, inner if n % 2 else outer, turn + n * step) for n in range(2 * points)]


def ngon(x: float, y: float, r: float, sides: int, turn: float = -90) -> list[Point]:
    """Return the outline of a regular polygon."""
    return [polar(x, y, r, turn + n * 360 / sides) for n in range(sides)]


_ROUND = tuple((cos(radians(n * 10)), sin(radians(n * 10))) for n in range(36))


def blob(x: float, y: float, rx: float, ry: float, turn: float = 0, pointed: float = 0) -> list[Point]:
    """Return the outline of an ellipse turned by `turn` degrees. If `pointed`, its ends are sharp, like a leaf's."""
    c, s = cos(radians(turn)), sin(radians(turn))
    points: list[Point] = []
    for across, along in _ROUND:
        squeeze = 1 - pointed * abs(across) ** 3
        px, py = rx * across, ry * along * squeeze
        points.append((x + px * c - py * s, y + px * s + py * c))
    return points


def draw_icon(draw: Draw, size: int, fg: Colour, dark: bool) -> Image.Image:
    """Draw an icon at high resolution and scale it down to `size` pixels."""
    fine = 6 if size <= 40 else 4 if size <= 120 else 2
    big = Image.new("RGBA", (size * fine, size * fine), (*fg, 0))
    draw(Pen(ImageDraw.Draw(big), size * fine / GRID, fg, dark))
    return big.reduce(fine)
