"""Draws the map of the chat board: four columns of cities, from west to east, over land and sea."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from render.dark_providence.board_records import Road
from render.dark_providence.chat_city import LABEL, ROOMS, Room, draw_plate, plate_height
from render.dark_providence.chat_city import WIDTH as PLATE
from render.dark_providence.chat_records import Place, Plate
from render.dark_providence.layout import MAP
from render.dark_providence.map import lay_compass, lay_railway, terrain, with_frame
from render.dark_providence.map_positions import Where, plate_corner
from render.pen.canvas import textured
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part
from render.pen.pillow_wrappers import scaled
from render.pen.png_encoding import to_palette
from render.sheets.chat_board import WIDTH

COLUMNS = 4
#: The margin around the plates, and the least space between two plates of a column.
EDGE, GAP = 8, 6
#: The distance from one column to the next, and the height of a city's middle below the top of its plate.
STEP = (WIDTH - 2 * EDGE - PLATE) // (COLUMNS - 1)
SEAL_BELOW = 60


@lru_cache(maxsize=16)
def _columns(wheres: tuple[Where, ...]) -> list[list[int]]:
    """Divide the cities into columns from west to east, each from north to south. Return their indices."""
    corners = [plate_corner(where) for where in wheres]
    across = sorted(range(len(wheres)), key=lambda n: corners[n])
    size = -(-len(wheres) // COLUMNS)
    columns = [across[start : start + size] for start in range(0, len(across), size)]
    return [sorted(column, key=lambda n: corners[n][1]) for column in columns]


def _wheres(places: Sequence[Place]) -> tuple[Where, ...]:
    return tuple(place.where for place in places)


def needed_height(places: Sequence[Place]) -> int:
    """Return the height of a map that has room for everything."""
    return max(_needed(places, column, [ROOMS[0]] * len(column)) for column in _columns(_wheres(places)))


def _needed(places: Sequence[Place], column: Sequence[int], rooms: Sequence[Room]) -> int:
    heights = (plate_height(places[n].plate, room) for n, room in zip(column, rooms, strict=True))
    return sum(height + GAP for height in heights) - GAP + 2 * EDGE


def _rooms(places: Sequence[Place], column: Sequence[int], tall: int) -> list[Room]:
    """Return how much is shown of each plate of a column: the same of all, then more of cities with many signs."""
    same = [[room] * len(column) for room in ROOMS]
    level = next((n for n, rooms in enumerate(same) if _needed(places, column, rooms) <= tall), len(ROOMS) - 1)
    rooms = same[level]
    by_signs = sorted(range(len(column)), key=lambda number: -len(places[column[number]].plate.signs))
    for number in by_signs if level else ():
        trial = [*rooms[:number], ROOMS[level - 1], *rooms[number + 1 :]]
        if _needed(places, column, trial) <= tall:
            rooms = trial
    return rooms


def place_plates(places: Sequence[Place], tall: int) -> list[tuple[tuple[int, int], Room]]:
    """Return the upper left corners of the plates, and how much of each is shown.

    The plates are near their positions on the map, but apart from each other. Less is shown of a crowded column.
    """
    found: dict[int, tuple[tuple[int, int], Room]] = {}
    for number, column in enumerate(_columns(_wheres(places))):
        rooms = _rooms(places, column, tall)
        heights = [plate_height(places[n].plate, room) for n, room in zip(column, rooms, strict=True)]
        ys = _tops([_wished(places[n]) * tall / MAP[1] for n in column], heights, tall)
        found |= {n: ((EDGE + number * STEP, y), room) for n, y, room in zip(column, ys, rooms, strict=True)}
    return [found[n] for n in range(len(places))]


def _wished(place: Place) -> float:
    """Return the top of a plate on the large map. A label above the city doesn't move the city."""
    return plate_corner(place.where)[1] - (LABEL if place.plate.mark else 0)


def _tops(wished: Sequence[float], heights: Sequence[int], tall: int) -> list[int]:
    """Return the tops of a column's plates, as near to the wished ones as the plates' heights allow."""
    tops: list[int] = []
    free = EDGE
    for wish, height in zip(wished, heights, strict=True):
        tops.append(max(free, round(wish)))
        free = tops[-1] + height + GAP
    end = tall - EDGE
    for index in range(len(tops) - 1, -1, -1):
        tops[index] = min(tops[index], end - heights[index])
        end = tops[index] - GAP
    return tops


@cached
def _land(tall: int) -> Image.Image:
    """Draw land and sea at the height of a map."""
    image = scaled(_wide_land(), (WIDTH, tall))
    lay_compass(image, WIDTH - 110, tall - 70, 56)
    return with_frame(textured(image, 2))


@cached
def _wide_land() -> Image.Image:
    return scaled(terrain(), (WIDTH, 640))


@cached
def _with_roads(tall: int, wheres: tuple[Where, ...], lines: tuple[tuple[int, int], ...]) -> Image.Image:
    """Draw the map with its railways. They lead from city to city, wherever crowded plates have moved to."""
    image = _land(tall).copy()
    columns = _columns(wheres)
    middles: dict[int, tuple[float, float]] = {}
    for number, column in enumerate(columns):
        for n in column:
            middles[n] = (EDGE + number * STEP + PLATE / 2, plate_corner(wheres[n])[1] * tall / MAP[1] + SEAL_BELOW)
    for start, end in lines:
        lay_railway(image, [middles[start], middles[end]])
    return image


@cached
def _bare(tall: int, wheres: tuple[Where, ...], lines: tuple[tuple[int, int], ...]) -> Image.Image:
    """Draw the map without cities as a palette image."""
    return to_palette(_with_roads(tall, wheres, lines))


@cached
def _city(
    plate: Plate, room: Room, spot: tuple[int, int], tall: int, wheres: tuple[Where, ...],
    lines: tuple[tuple[int, int], ...],
) -> Image.Image:  # fmt: skip
    """Draw a city on its part of the map as a palette image."""
    x, y = spot
    image = _with_roads(tall, wheres, lines).crop((x, y, x + PLATE, y + plate_height(plate, room)))
    draw_plate(image, plate, room)
    return to_palette(image)


def draw_map(places: tuple[Place, ...], roads: tuple[Road, ...], tall: int) -> Image.Image:
    """Draw the map with all cities as a palette image."""
    ids = {place.plate.id: index for index, place in enumerate(places)}
    ground = tall, _wheres(places), tuple((ids[a], ids[b]) for a, b in (road.ends for road in roads))
    image = _bare(*ground).copy()
    for place, (spot, room) in zip(places, place_plates(places, tall), strict=True):
        lay_part(image, _city(place.plate, room, spot, *ground), spot)
    return image
