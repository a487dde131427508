"""The board: sections drawn from the model, each kept while what it shows stays the same."""

from PIL import Image

from render.canvas import table, textured
from render.edge_of_darkness.header import draw_header
from render.edge_of_darkness.layout import Box, layout
from render.edge_of_darkness.model import Board, Head, Place, Player, StreetCard, Track, Tray, Words
from render.edge_of_darkness.places import draw_places
from render.edge_of_darkness.street import draw_street
from render.edge_of_darkness.strips import draw_strip, tag_strip
from render.edge_of_darkness.tower import draw_tower
from render.parts import cached


@cached(4)
def _table(seats: int) -> Image.Image:
    """Draw the bare table."""
    return textured(table(*layout(seats).size), 2)


def _ground(seats: int, box: Box) -> Image.Image:
    return _table(seats).crop(box)


@cached(6)
def _header(seats: int, head: Head) -> Image.Image:
    image = _ground(seats, layout(seats).header)
    draw_header(image, head)
    return image


@cached(6)
def _street(seats: int, cards: tuple[StreetCard, ...], deck: int, empty: str) -> Image.Image:
    image = _ground(seats, layout(seats).street)
    draw_street(image, cards, deck, empty)
    return image


@cached(6)
def _tower(seats: int, trays: tuple[Tray, ...], words: Words) -> Image.Image:
    image = _ground(seats, layout(seats).tower)
    draw_tower(image, trays, words)
    return image


@cached(6)
def _places(seats: int, places: tuple[Place, ...], track: Track) -> Image.Image:
    image = _ground(seats, layout(seats).places)
    draw_places(image, places, track)
    return image


@cached(24)
def _strip(seats: int, player: Player, words: Words) -> Image.Image:
    x0, y0, x1, y1 = layout(seats).strips[player.seat]
    image = _ground(seats, (x0 - 4, y0 - 4, x1 + 4, y1 + 4))
    draw_strip(image, (4, 4, x1 - x0 + 4, y1 - y0 + 4), player, words)
    return image


def draw_board(board: Board) -> Image.Image:
    """Compose the board; every section is opaque, so composing is copying."""
    seats = len(board.players)
    plan = layout(seats)
    image = _table(seats).copy()
    image.paste(_header(seats, board.head), plan.header[:2])
    image.paste(_street(seats, board.street, board.track.deck, board.words.street), plan.street[:2])
    image.paste(_tower(seats, board.tower, board.words), plan.tower[:2])
    image.paste(_places(seats, board.places, board.track), plan.places[:2])
    for player in board.players:
        x0, y0, _, _ = plan.strips[player.seat]
        image.paste(_strip(seats, player, board.words), (x0 - 4, y0 - 4))
    for player in board.players:
        tag_strip(image, plan.strips[player.seat], player)
    return image
