"""Draws the map under the cities: sea, land, lakes, rivers, mountains, and the routes with their prices."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.dark_providence.board_records import Road
from render.dark_providence.change_marks import SEA
from render.dark_providence.coastline import COAST, ISLANDS, LAKES, PEAKS, RIVERS, Point, smooth
from render.dark_providence.layout import MAP
from render.dark_providence.map_positions import Where, plate_corners, route_line, seal_centre
from render.pen import theme
from render.pen.canvas import Box, lay_ring, rounded, textured
from render.pen.icon_pen import polar
from render.pen.picture_cache import cached
from render.pen.pillow_wrappers import map_levels
from render.pen.theme import Colour, mix
from render.text.text_layout import Style, width, write

# These colours are on ramps of the palette, so large areas stay smooth when they are mapped to the palette.
WATER = mix(theme.TABLE, SEA, 1 / 4)
WATER_DEEP = theme.TABLE
FOAM = mix(theme.TABLE, SEA, 2 / 4)
LAND = mix(theme.INK, theme.PARCHMENT, 1 / 13)
LAND_LIT = mix(theme.INK, theme.PARCHMENT, 2 / 13)
SHORE = mix(theme.TABLE, theme.GOLD, 0.85)
INKLINE = mix(LAND, theme.PARCHMENT, 0.22)
RAIL = mix(theme.BLACK, theme.GOLD, 0.3)
TIE = theme.GOLD
PRICE = 40
SUPERSAMPLING = 2


def _scaled(points: Sequence[Point]) -> list[Point]:
    return [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]


def _land_mask() -> Image.Image:
    """Return a mask of the land at drawing size: coast and islands, without the lakes."""
    mask = Image.new("L", (MAP[0] * SUPERSAMPLING, MAP[1] * SUPERSAMPLING), 0)
    draw = ImageDraw.Draw(mask)
    for shape in (COAST, *ISLANDS):
        draw.polygon(_scaled(smooth(shape, closed=True)), fill=255)
    for lake in LAKES:
        draw.polygon(_scaled(smooth(lake, closed=True)), fill=0)
    return mask


def _ripples(land: Image.Image) -> Image.Image:
    """Draw faint lines along the shore at growing distances, as in engravings."""
    small = land.reduce(SUPERSAMPLING)
    lines = Image.new("L", small.size, 0)
    for reach, strength in ((4, 230), (8, 200), (13, 170), (19, 140)):
        soft = small.filter(ImageFilter.GaussianBlur(reach))
        band = map_levels(soft, lambda level: 255 if 58 <= level <= 58 + 22 else 0)
        lines = ImageChops.lighter(lines, map_levels(band, lambda level, top=strength: level * top / 255))
    return ImageChops.multiply(lines.filter(ImageFilter.GaussianBlur(0.6)), ImageChops.invert(small))


@lru_cache(maxsize=1)
def land_and_sea() -> Image.Image:
    """Draw the map without routes. It has no text, so the audit of drawn text doesn't have to clear its cache."""
    return with_frame(_terrain(compass=True))


def terrain() -> Image.Image:
    """Draw the map without routes, compass and frame."""
    return _terrain(compass=False)


def _terrain(*, compass: bool) -> Image.Image:
    land = _land_mask()
    mask = land.reduce(SUPERSAMPLING)
    image = Image.new("RGB", MAP, WATER)
    depth = mask.filter(ImageFilter.GaussianBlur(70))
    image.paste(WATER_DEEP, (0, 0), map_levels(ImageChops.invert(depth), lambda level: (level - 96) * 1.6))
    image.paste(FOAM, (0, 0), _ripples(land))
    if compass:
        lay_compass(image, 1062, 1016, 84)
    shade = map_levels(mask.filter(ImageFilter.GaussianBlur(9)), lambda level: level * 0.55)
    image.paste(theme.BLACK, (4, 6), shade)
    relief = Image.new("RGB", MAP, LAND)
    light = mask.filter(ImageFilter.GaussianBlur(60))
    relief.paste(LAND_LIT, (0, 0), map_levels(light, lambda level: (level - 150) * 2))
    image.paste(textured(relief, 3), (0, 0), mask)
    _lines(image)
    _shore(image, land)
    return image


def _shore(image: Image.Image, land: Image.Image) -> None:
    """Draw the coastline in gold."""
    edge = ImageChops.difference(_rank_filter(land, 2, ImageChops.lighter), _rank_filter(land, 1, ImageChops.darker))
    image.paste(SHORE, (0, 0), edge.reduce(SUPERSAMPLING))


def _rank_filter(mask: Image.Image, reach: int, pick: Callable[[Image.Image, Image.Image], Image.Image]) -> Image.Image:
    """Replace each pixel by the value that `pick` chooses from the square around the pixel.

    This does the same as a rank filter but is ten times as fast.
    """
    for across, down in ((1, 0), (0, 1)):
        source = mask
        for step in (*range(-reach, 0), *range(1, reach + 1)):
            shifted = source.copy()
            shifted.paste(source, (across * step, down * step))
            mask = pick(mask, shifted)
    return mask


def _lines(image: Image.Image) -> None:
    """Draw rivers and mountains on the land."""
    size = (MAP[0] * SUPERSAMPLING, MAP[1] * SUPERSAMPLING)
    water, peaks = Image.new("L", size, 0), Image.new("L", size, 0)
    pen = ImageDraw.Draw(water)
    for river in RIVERS:
        pen.line(_scaled(smooth(river, closed=False)), fill=255, width=3 * SUPERSAMPLING, joint="curve")
    pen = ImageDraw.Draw(peaks)
    for x, y in PEAKS:
        ridge = _scaled([(x - 13, y), (x - 1, y - 17), (x + 12, y)])
        pen.line(ridge, fill=255, width=2 * SUPERSAMPLING, joint="curve")
        pen.line(_scaled([(x - 1, y - 17), (x + 3, y - 8), (x, y - 2)]), fill=200, width=SUPERSAMPLING)
    image.paste(FOAM, (0, 0), water.reduce(SUPERSAMPLING))
    image.paste(INKLINE, (0, 0), peaks.reduce(SUPERSAMPLING))


def lay_compass(image: Image.Image, x: int, y: int, r: int) -> None:
    """Draw a faint compass rose in the sea."""
    layer = Image.new("L", (4 * r, 4 * r), 0)
    draw = ImageDraw.Draw(layer)
    middle = 2 * r
    for share in (0.62, 0.68, 0.98):
        reach = share * r * 1.7
        draw.ellipse((middle - reach, middle - reach, middle + reach, middle + reach), outline=150, width=3)
    for turn in (*range(45, 360, 90), *range(0, 360, 90)):
        reach = r * (1.9 if turn % 90 == 0 else 1.2)
        tip = polar(middle, middle, reach, turn)
        for side, ink in ((-1, 230), (1, 90)):
            draw.polygon([tip, polar(middle, middle, r * 0.34, turn + side * 45), (middle, middle)], fill=ink)
    image.paste(FOAM, (x - r, y - r), layer.reduce(2))


def with_frame(image: Image.Image) -> Image.Image:
    """Round the map's corners, and draw a frame around it."""
    wide, tall = image.size
    lay_ring(image, (0, 0, wide, tall), mix(theme.TABLE, theme.GOLD, 0.55), theme.RADIUS, 3)
    lay_ring(image, (6, 6, wide - 6, tall - 6), mix(theme.TABLE, theme.GOLD, 0.3), theme.RADIUS - 4, 1)
    return image


def corner_mask() -> Image.Image:
    """Return the mask of the map's rounded corners."""
    return rounded(*MAP, theme.RADIUS)


@cached
def roads_on_land(places: tuple[tuple[str, Where], ...], roads: tuple[Road, ...]) -> Image.Image:
    """Draw the map with the routes between the given cities."""
    image = land_and_sea().copy()
    route_lines = _route_lines(places, roads)
    for line, _ in route_lines:
        lay_railway(image, line)
    for (_, price), road in zip(route_lines, roads, strict=True):
        _price(image, price, road.cost)
    return image


def lay_railway(image: Image.Image, line: Sequence[Point]) -> None:
    """Draw a railway: a dark bed, ties across it, and two rails."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    box = (round(min(xs)) - 12, round(min(ys)) - 12, round(max(xs)) + 12, round(max(ys)) + 12)
    scaled_line = _scaled([(x - box[0], y - box[1]) for x, y in line])
    for wide, ink, ties in ((11, RAIL, False), (9, TIE, True), (5, TIE, False), (2, RAIL, False)):
        layer = Image.new("L", ((box[2] - box[0]) * SUPERSAMPLING, (box[3] - box[1]) * SUPERSAMPLING), 0)
        pen = ImageDraw.Draw(layer)
        if ties:
            for tie in _ties(scaled_line, 9 * SUPERSAMPLING, wide * SUPERSAMPLING / 2):
                pen.line(tie, fill=255, width=2 * SUPERSAMPLING)
        else:
            pen.line(scaled_line, fill=255, width=wide * SUPERSAMPLING, joint="curve")
        image.paste(ink, box[:2], layer.reduce(SUPERSAMPLING))


def _ties(line: Sequence[Point], step: float, half: float) -> list[tuple[Point, Point]]:
    """Return the railway ties: short, evenly spaced lines across a line."""
    out: list[tuple[Point, Point]] = []
    left = step
    for (ax, ay), (bx, by) in pairwise(line):
        reach = hypot(bx - ax, by - ay)
        while reach and left <= reach:
            x, y = ax + (bx - ax) * left / reach, ay + (by - ay) * left / reach
            nx, ny = -(by - ay) / reach * half, (bx - ax) / reach * half
            out.append(((x - nx, y - ny), (x + nx, y + ny)))
            left += step
        left -= reach
    return out


@lru_cache(maxsize=64)
def road_prices(
    places: tuple[tuple[str, Where], ...], roads: tuple[Road, ...], plates: tuple[Box, ...]
) -> tuple[Box, ...]:
    """Return the boxes of the prices of routes, without the parts that cities' plates cover."""
    found: list[Box] = []
    for _, (x, y) in _route_lines(places, roads):
        left, top = round(x) - PRICE // 2, round(y) - PRICE // 2
        box = (left, top, left + PRICE, top + PRICE)
        for plate in plates:
            box = _uncovered(box, plate)
        found.append(box)
    return tuple(found)


def _uncovered(box: Box, cover: Box) -> Box:
    """Return a box without the edge that another box covers."""
    (x0, y0, x1, y1), (left, top, right, low) = box, cover
    depths = (right - x0, low - y0, x1 - left, y1 - top)
    if min(depths) <= 0:
        return box
    return ((right, y0, x1, y1), (x0, low, x1, y1), (x0, y0, left, y1), (x0, y0, x1, top))[depths.index(min(depths))]


def _route_lines(places: tuple[tuple[str, Where], ...], roads: tuple[Road, ...]) -> list[tuple[list[Point], Point]]:
    """Return the lines of routes, each with the position of its price."""
    spots, where = plate_corners(tuple(where for _, where in places)), dict(places)
    seals = {city: seal_centre(spot) for (city, _), spot in zip(places, spots, strict=True)}
    return [route_line((where[a], where[b]), (seals[a], seals[b])) for a, b in (road.ends for road in roads)]


def _price(image: Image.Image, at: Point, cost: int) -> None:
    """Draw a route's price as a coin."""
    x, y = round(at[0]) - PRICE // 2, round(at[1]) - PRICE // 2
    _disc(image, (x - 2, y - 2), PRICE + 4, theme.BLACK)
    _disc(image, (x, y), PRICE, theme.GOLD_LIT)
    _disc(image, (x + 3, y + 3), PRICE - 6, theme.INK)
    style, text = Style(32, "bold", theme.GOLD_LIT), str(cost)
    write(image, x + (PRICE - width(text, style)) // 2, y, text, style)


def _disc(image: Image.Image, at: tuple[int, int], side: int, colour: Colour) -> None:
    image.paste(colour, at, rounded(side, side, side // 2))
