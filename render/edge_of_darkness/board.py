"""Draws the board as a stack of sections.

Each section is drawn from a record that was read from the view. The record is also the cache key of the section.

Within the sections, cards, trays, tiles and players' counts are cached as opaque pieces without change labels, because
the labels change with every move. Sections are cached after they are mapped to the palette: a move changes only a few
sections, and mapping all sections again for each board would be slow.
"""

from PIL import Image

from render.edge_of_darkness.board_records import Board, Place, StreetCard, Tray, Words
from render.edge_of_darkness.layout import GAP, HEAD, HEADER, WIDTH, ground
from render.edge_of_darkness.locations import draw_places, draw_track
from render.edge_of_darkness.player_strips import draw_strip
from render.edge_of_darkness.street import draw_street
from render.edge_of_darkness.tower import draw_tower
from render.pen.canvas import mapped_table, stacked
from render.pen.picture_cache import cached
from render.pen.png_encoding import to_palette
from render.sheets.board_header import Head, draw_header


@cached
def _header(head: Head) -> Image.Image:
    image = ground(0, WIDTH, HEADER)
    draw_header(image, head, HEAD)
    return to_palette(image)


@cached
def _street(cards: tuple[StreetCard, ...], deck: int, empty: str) -> Image.Image:
    return draw_street(cards, deck, empty)


@cached
def _tower(trays: tuple[Tray, ...], words: Words) -> Image.Image:
    return draw_tower(trays, words)


@cached
def _places(places: tuple[Place, ...]) -> Image.Image:
    return draw_places(places)


def draw_board(board: Board) -> Image.Image:
    """Draw the board as a palette image. Every section is opaque, so assembling the board only copies pixels."""
    sections = [
        _header(board.head),
        _street(board.street, board.track.deck, board.words.street),
        mapped_table(WIDTH, GAP),
        _tower(board.tower, board.words),
        draw_track(board.track),
        _places(board.places),
    ]
    strips = [draw_strip(player) for player in board.players]
    return stacked([*sections, *strips, mapped_table(WIDTH, GAP)])
