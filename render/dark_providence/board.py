"""Draws the board as a stack of sections.

Each section is drawn from a record that was read from the view. The record is also the cache key of the section.

Every piece is opaque and already mapped to the palette, so assembling the board only copies pixels.
"""

from PIL import Image

from render.dark_providence.board_header import draw_head
from render.dark_providence.board_records import Board, City, Road
from render.dark_providence.change_marks import lay_tag
from render.dark_providence.city import ABOVE, BODY, body_height, draw_city, label_box, plate_height, resources_box
from render.dark_providence.city import MARGIN as CITY_MARGIN
from render.dark_providence.layout import EDGE, GAP, HEADER, MAP, WIDTH, ground
from render.dark_providence.map import corner_mask, road_prices, roads_on_land
from render.dark_providence.map_positions import PLATE, Where, plate_corners
from render.dark_providence.mythos_and_tracks import draw_side
from render.dark_providence.old_one_strip import draw_old_one
from render.dark_providence.player_strips import ALLEGIANCE_WIDTH, draw_strip
from render.pen.canvas import mapped_table, stacked
from render.pen.picture_cache import cached
from render.pen.pieces import carry, mark
from render.pen.png_encoding import to_palette
from render.sheets.board_header import Head

#: How far a label rises above its strip. It lies between two strips and covers no number of either.
TAG_RISE = 22
Places = tuple[tuple[str, Where], ...]


@cached
def _land(places: Places, roads: tuple[Road, ...]) -> Image.Image:
    """Draw the map without cities on its part of the table."""
    image = ground(0, WIDTH, MAP[1] + GAP)
    image.paste(roads_on_land(places, roads), (EDGE, 0), corner_mask())
    return to_palette(image)


@cached
def _header(head: Head, actions: int) -> Image.Image:
    image = ground(0, WIDTH, HEADER)
    draw_head(image, head, actions)
    return to_palette(image)


@cached
def _city(places: Places, roads: tuple[Road, ...], at: tuple[int, int], city: City) -> Image.Image:
    """Draw a city on its part of the map, which includes a margin on each side of the city.

    `at` is the upper left corner of that part.
    """
    # The part of a city with a low plate must also be low, or it would cover the price of a route below.
    tall = PLATE[1] - BODY + body_height(city)
    box = (*at, at[0] + PLATE[0] + 2 * CITY_MARGIN, at[1] + ABOVE + tall + CITY_MARGIN)
    image = roads_on_land(places, roads).crop(box)
    draw_city(image, city)
    return to_palette(image)


def _lay_city(image: Image.Image, part: Image.Image, at: tuple[int, int]) -> None:
    """Paste a city on the map without the space above its plate, which would cover the asset of a city above."""
    above = ABOVE - CITY_MARGIN
    image.paste(part.crop((0, above, *part.size)), (EDGE + at[0], at[1] + above))
    carry(image, part, EDGE + at[0], at[1])


def _lay_top(image: Image.Image, part: Image.Image, at: tuple[int, int], city: City) -> None:
    """Paste the resources and the label above a city's plate, after all plates, so that no city covers them."""
    for box in (resources_box(city), label_box(city)):
        if box[2]:
            image.paste(part.crop(box), (EDGE + at[0] + box[0], at[1] + box[1]))


@cached
def _map(cities: tuple[City, ...], roads: tuple[Road, ...]) -> Image.Image:
    """Draw the map with the cities on it."""
    places = tuple((city.id, city.where) for city in cities)
    image = _land(places, roads).copy()
    corners = plate_corners(tuple(where for _, where in places))
    plates = tuple((x, y, x + PLATE[0], y + plate_height(city)) for city, (x, y) in zip(cities, corners, strict=True))
    names = {city.id: city.name for city in cities}
    for road, (x0, y0, x1, y1) in zip(roads, road_prices(places, roads, plates), strict=True):
        start, end = road.ends
        mark(image, (EDGE + x0, y0, EDGE + x1, y1), f"route:{start}:{end}", f"{names[start]} – {names[end]}")
    spots = [(x - CITY_MARGIN, y - ABOVE) for x, y in corners]
    parts = [_city(places, roads, at, city) for at, city in zip(spots, cities, strict=True)]
    for part, at in zip(parts, spots, strict=True):
        _lay_city(image, part, at)
    for part, at, city in zip(parts, spots, cities, strict=True):
        _lay_top(image, part, at, city)
    return image


def draw_board(board: Board) -> Image.Image:
    """Draw the board as a palette image."""
    sections = [_header(board.head, board.actions), _map(board.cities, board.roads), draw_side(board.side)]
    strips = [draw_strip(player) for player in board.players]
    foe = [draw_old_one(board.old_one)] if board.old_one else []
    image = stacked([*sections, *strips, *foe, mapped_table(WIDTH, GAP)])
    y = sum(section.height for section in sections)
    for player, strip in zip(board.players, strips, strict=True):
        if player.mark:
            lay_tag(image, WIDTH - EDGE - ALLEGIANCE_WIDTH - 28, y - TAG_RISE, player.mark, 400)
        y += strip.height
    if board.old_one and board.old_one.mark:
        lay_tag(image, EDGE + 600, y - TAG_RISE, board.old_one.mark, 400)
    return image
