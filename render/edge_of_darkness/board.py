"""The board: sections drawn from records of the view, each cached while its record is the same.

Inside the sections, cards, trays, tiles and the players' counts are cached as opaque pieces without marks, because
every move sets new marks and removes the old ones. Finished sections are cached mapped to the palette: a move changes
few of them, and otherwise encoding the board would map all of them again.
"""

from PIL import Image

from render.edge_of_darkness.layout import HEAD, MARGIN, ground, layout
from render.edge_of_darkness.places import draw_places, tag_places
from render.edge_of_darkness.scene import Board, Place, Player, StreetCard, Track, Tray, Words
from render.edge_of_darkness.street import draw_street
from render.edge_of_darkness.strips import draw_strip, tag_strip
from render.edge_of_darkness.tower import draw_tower
from render.pen.cache import cached
from render.pen.canvas import bare_table
from render.pen.png import to_palette
from render.sheets.header import Head, draw_header


@cached(6)
def _header(seats: int, head: Head) -> Image.Image:
    image = ground(seats, layout(seats).header)
    draw_header(image, head, HEAD)
    return to_palette(image)


@cached(6)
def _street(seats: int, cards: tuple[StreetCard, ...], deck: int, empty: str) -> Image.Image:
    return to_palette(draw_street(seats, cards, deck, empty))


@cached(6)
def _tower(seats: int, trays: tuple[Tray, ...], words: Words) -> Image.Image:
    return to_palette(draw_tower(seats, trays, words))


@cached(6)
def _places(seats: int, places: tuple[Place, ...], track: Track) -> Image.Image:
    return to_palette(draw_places(seats, places, track))


@cached(24)
def _strip(seats: int, player: Player, words: Words) -> Image.Image:
    return to_palette(draw_strip(seats, player, words))


@cached(4)
def _table(seats: int) -> Image.Image:
    return to_palette(bare_table(*layout(seats).size))


def draw_board(board: Board) -> Image.Image:
    """Compose the board in the palette; every section is opaque, so composing is copying."""
    seats = len(board.players)
    plan = layout(seats)
    image = _table(seats).copy()
    image.paste(_header(seats, board.head), plan.header[:2])
    image.paste(_street(seats, board.street, board.track.deck, board.words.street), plan.street[:2])
    image.paste(_tower(seats, board.tower, board.words), plan.tower[:2])
    image.paste(_places(seats, board.places, board.track), plan.places[:2])
    for player in board.players:
        x0, y0, _, _ = plan.strips[player.seat]
        image.paste(_strip(seats, player, board.words), (x0 - MARGIN, y0 - MARGIN))
    tag_places(image, plan.places, board.places)
    for player in board.players:
        tag_strip(image, plan.strips[player.seat], player)
    return image
