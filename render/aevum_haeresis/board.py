"""Draws the board as a stack of sections.

Each section is drawn from a record that was read from the view. The record is also the cache key of the section.

Every piece is opaque and already mapped to the palette, so assembling the board only copies pixels.
"""

from PIL import Image

from render.aevum_haeresis.board_records import Board
from render.aevum_haeresis.change_marks import lay_tag
from render.aevum_haeresis.layout import EDGE, GAP, HEAD, HEADER_HEIGHT, WIDTH, ground
from render.aevum_haeresis.location import location
from render.aevum_haeresis.middle_area import draw_stage
from render.aevum_haeresis.player_bars import bar
from render.aevum_haeresis.verge import draw_side
from render.pen.canvas import mapped_table, stacked
from render.pen.picture_cache import cached
from render.pen.png_encoding import to_palette
from render.sheets.board_header import Head, draw_header


@cached
def _header(head: Head) -> Image.Image:
    image = ground((0, 0, WIDTH, HEADER_HEIGHT))
    draw_header(image, head, HEAD)
    return to_palette(image)


def draw_board(board: Board) -> Image.Image:
    """Draw the board as a palette image."""
    upper, lower = (
        (bar(record, side.piles), draw_side(side)) for record, side in zip(board.bars, board.sides, strict=True)
    )
    place = location(board.place)
    sections = [
        _header(board.head), *upper, mapped_table(WIDTH, GAP // 2), place, *draw_stage(board.stage), *reversed(lower),
        mapped_table(WIDTH, GAP),
    ]  # fmt: skip
    image = stacked(sections)
    tops = (HEADER_HEIGHT, image.height - GAP - lower[0].height)
    for record, side, top in zip(board.bars, board.sides, tops, strict=True):
        if label := " · ".join(filter(None, [record.mark, side.piles.mark])):
            lay_tag(image, WIDTH - EDGE - 24, top - 16, label, 500)
    if board.place.mark:
        lay_tag(image, WIDTH - EDGE - 20, sum(part.height for part in sections[:4]) - 12, board.place.mark, 300)
    return image
