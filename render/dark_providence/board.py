"""The board: sections drawn from records of the view, each cached while its record is the same.

Every piece is opaque and mapped to the palette already, so composing the board is copying.
"""

from PIL import Image

from render.dark_providence.city import ABOVE, draw_city
from render.dark_providence.city import MARGIN as CITY_MARGIN
from render.dark_providence.display import draw_display
from render.dark_providence.geography import PLATE, Where, corners
from render.dark_providence.header import draw_head
from render.dark_providence.layout import MARGIN, ground, layout
from render.dark_providence.map import corner_mask, roads_on_land
from render.dark_providence.marks import lay_tag
from render.dark_providence.scene import Board, City, OldOne, Player, Road
from render.dark_providence.side import draw_side
from render.dark_providence.solo import TAG_ROOM, draw_old_one
from render.dark_providence.strips import draw_labels, draw_strip
from render.pen.cache import cached
from render.pen.canvas import Box, table
from render.pen.png import to_palette
from render.sheets.header import Head

Places = tuple[tuple[str, Where], ...]


@cached(6)
def _table(seats: int, solo: bool, places: Places, roads: tuple[Road, ...]) -> Image.Image:
    """Draw the table with the map on it, without cities."""
    plan = layout(seats, solo)
    image = table(*plan.size)
    image.paste(roads_on_land(places, roads), plan.map[:2], corner_mask())
    return to_palette(image)


@cached(6)
def _header(seats: int, solo: bool, head: Head, actions: int) -> Image.Image:
    image = ground(seats, solo, layout(seats, solo).header)
    draw_head(image, head, actions)
    return to_palette(image)


@cached(128)
def _city(places: Places, roads: tuple[Road, ...], box: Box, city: City) -> Image.Image:
    """Draw a city on its piece of the map, which is larger by a margin on each side."""
    image = roads_on_land(places, roads).crop(box)
    draw_city(image, city)
    return to_palette(image)


@cached(6)
def _labels(seats: int, solo: bool, labels: tuple[str, ...]) -> Image.Image:
    return to_palette(draw_labels(seats, solo, labels))


@cached(24)
def _strip(seats: int, solo: bool, player: Player) -> Image.Image:
    return to_palette(draw_strip(seats, solo, player))


@cached(8)
def _old_one(seats: int, foe: OldOne) -> Image.Image:
    return to_palette(draw_old_one(seats, foe))


def draw_board(board: Board) -> Image.Image:
    """Compose the board in the palette."""
    seats, solo = len(board.players), board.old_one is not None
    plan = layout(seats, solo)
    places = tuple((city.id, city.where) for city in board.cities)
    image = _table(seats, solo, places, board.roads).copy()
    image.paste(_header(seats, solo, board.head, board.actions), plan.header[:2])
    _lay_cities(image, plan.map, places, board)
    image.paste(draw_side(seats, solo, board.side), plan.side[:2])
    image.paste(_labels(seats, solo, board.labels), plan.labels[:2])
    for player in board.players:
        x0, y0, x1, _ = plan.strips[player.seat]
        image.paste(_strip(seats, solo, player), (x0 - MARGIN, y0 - MARGIN))
    for player in board.players:
        if player.mark:
            x0, y0, x1, _ = plan.strips[player.seat]
            lay_tag(image, x1 - 24, y0 - 18, player.mark, 400)
    if board.old_one and plan.old_one:
        image.paste(_old_one(seats, board.old_one), (plan.old_one[0] - MARGIN, plan.old_one[1] - MARGIN))
        _tag_old_one(image, plan.old_one, board.old_one)
    return _over(image, draw_display(board.display))


def _over(upper: Image.Image, lower: Image.Image) -> Image.Image:
    """Set one picture in the palette over another of the same width."""
    image = upper.crop((0, 0, upper.width, upper.height + lower.height))
    image.paste(lower, (0, upper.height))
    return image


def _lay_cities(image: Image.Image, land: Box, places: Places, board: Board) -> None:
    """Lay the cities on the map."""
    spots = corners(tuple(where for _, where in places))
    for city, (x, y) in zip(board.cities, spots, strict=True):
        box = (x - CITY_MARGIN, y - ABOVE, x + PLATE[0] + CITY_MARGIN, y + PLATE[1] + CITY_MARGIN)
        image.paste(_city(places, board.roads, box, city), (land[0] + box[0], land[1] + box[1]))


def _tag_old_one(image: Image.Image, box: Box, foe: OldOne) -> None:
    """Hang labels on the Great Old One's strip and on its cultists."""
    if foe.mark:
        lay_tag(image, box[0] + 600, box[1] - 18, foe.mark, 400)
    half = (box[3] - box[1]) // 2
    for index, cultist in enumerate(foe.cultists):
        if cultist.mark:
            lay_tag(image, box[2] - 30, box[1] + (index + 1) * half - 56, cultist.mark, TAG_ROOM)
