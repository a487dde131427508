"""Turns longitude and latitude into positions on the map for city plates, seals and the prices of routes.

The map stretches the crowded north-east. The cities of the base pack have fixed positions. Other cities are placed
between them by interpolation, and overlapping plates are pushed apart.
"""

from functools import lru_cache
from math import hypot

from render.dark_providence.coastline import smooth
from render.dark_providence.layout import MAP

Point = tuple[float, float]
Where = tuple[float, float]

#: The size of a city's plate, and the centre of its seal on it.
PLATE = (244, 270)
SEAL = (46, 84)
#: The cities with fixed positions: longitude and latitude, and the upper left corner of the plate.
_ANCHORS: tuple[tuple[Where, Point], ...] = (
    ((-70.6, 42.75), (922, 34)),  # Arkham
    ((-71.06, 42.36), (926, 340)),  # Boston
    ((-74.0, 40.71), (910, 646)),  # New York
    ((-77.04, 38.9), (610, 552)),  # Washington
    ((-80.0, 40.44), (610, 246)),  # Pittsburgh
    ((-83.05, 42.33), (334, 118)),  # Detroit
    ((-87.63, 41.88), (22, 146)),  # Chicago
    ((-86.16, 39.77), (320, 424)),  # Indianapolis
    ((-90.2, 38.63), (20, 484)),  # Saint Louis
    ((-84.39, 33.75), (326, 738)),  # Atlanta
    ((-79.93, 32.78), (630, 864)),  # Charleston
    ((-90.07, 29.95), (30, 840)),  # New Orleans
)
#: The positions of prices, for routes whose midpoint would be covered by a city's plate.
_PRICES: dict[frozenset[Where], Point] = {
    frozenset(((-70.6, 42.75), (-71.06, 42.36))): (1034, 318),
    frozenset(((-71.06, 42.36), (-74.0, 40.71))): (1020, 626),
    frozenset(((-74.0, 40.71), (-77.04, 38.9))): (882, 700),
    frozenset(((-74.0, 40.71), (-80.0, 40.44))): (882, 520),
    frozenset(((-77.04, 38.9), (-80.0, 40.44))): (700, 530),
    frozenset(((-77.04, 38.9), (-79.93, 32.78))): (744, 838),
    frozenset(((-80.0, 40.44), (-86.16, 39.77))): (587, 446),
    frozenset(((-80.0, 40.44), (-83.05, 42.33))): (600, 222),
    frozenset(((-83.05, 42.33), (-87.63, 41.88))): (300, 276),
    frozenset(((-83.05, 42.33), (-86.16, 39.77))): (440, 406),
    frozenset(((-87.63, 41.88), (-86.16, 39.77))): (290, 420),
    frozenset(((-87.63, 41.88), (-90.2, 38.63))): (66, 438),
    frozenset(((-86.16, 39.77), (-90.2, 38.63))): (292, 556),
    frozenset(((-86.16, 39.77), (-84.39, 33.75))): (368, 716),
    frozenset(((-90.2, 38.63), (-84.39, 33.75))): (300, 752),
    frozenset(((-90.2, 38.63), (-90.07, 29.95))): (72, 786),
    frozenset(((-84.39, 33.75), (-79.93, 32.78))): (600, 906),
    frozenset(((-84.39, 33.75), (-90.07, 29.95))): (300, 890),
    frozenset(((-79.93, 32.78), (-90.07, 29.95))): (440, 1036),
}


def _unstretched(where: Where) -> Point:
    """Return a position on an unstretched map. The outermost fixed cities have the same positions on both maps."""
    return (where[0] + 90.2) * 46 + 20, (42.75 - where[1]) * 66 + 20


@lru_cache(maxsize=256)
def plate_corner(where: Where) -> Point:
    """Return the upper left corner of a city's plate before overlapping plates are pushed apart."""
    x, y = _unstretched(where)
    weights, dx, dy = 0.0, 0.0, 0.0
    for anchor, (ax, ay) in _ANCHORS:
        if anchor == where:
            return ax, ay
        px, py = _unstretched(anchor)
        weight = 1 / hypot(where[0] - anchor[0], where[1] - anchor[1]) ** 2
        weights, dx, dy = weights + weight, dx + weight * (ax - px), dy + weight * (ay - py)
    return _inside(x + dx / weights, y + dy / weights)


def _inside(x: float, y: float) -> Point:
    return min(max(x, 12), MAP[0] - PLATE[0] - 12), min(max(y, 12), MAP[1] - PLATE[1] - 12)


@lru_cache(maxsize=16)
def plate_corners(places: tuple[Where, ...]) -> tuple[tuple[int, int], ...]:
    """Return the upper left corners of all plates, moved so the plates don't overlap if there is room."""
    spots = [plate_corner(where) for where in places]
    for _ in range(200):
        any_moved = False
        for one in range(len(spots)):
            for other in range(one):
                any_moved = _push_apart(spots, one, other) or any_moved
        if not any_moved:
            break
    return tuple((round(x), round(y)) for x, y in spots)


def _push_apart(spots: list[Point], one: int, other: int) -> bool:
    """Push two overlapping plates apart in the direction of the shorter distance. Return whether they overlapped."""
    (ax, ay), (bx, by) = spots[one], spots[other]
    over_x, over_y = PLATE[0] + 16 - abs(ax - bx), PLATE[1] + 16 - abs(ay - by)
    if over_x <= 0 or over_y <= 0:
        return False
    if over_x < over_y:
        step = over_x / 2 if ax >= bx else -over_x / 2
        spots[one], spots[other] = _inside(ax + step, ay), _inside(bx - step, by)
    else:
        step = over_y / 2 if ay >= by else -over_y / 2
        spots[one], spots[other] = _inside(ax, ay + step), _inside(bx, by - step)
    return True


def seal_centre(spot: tuple[int, int]) -> Point:
    """Return the centre of a plate's seal on the map."""
    return spot[0] + SEAL[0], spot[1] + SEAL[1]


def route_line(ends: tuple[Where, Where], seals: tuple[Point, Point]) -> tuple[list[Point], Point]:
    """Return a route's line from seal to seal, and the position of its price."""
    start, end = seals
    price = _PRICES.get(frozenset(ends), ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    return smooth((start, price, end), closed=False, steps=16), price
