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
from render.sheets.change_marks import LABEL_HEIGHT


@cached
def _header(head: Head) -> Image.Image:
    image = ground((0, 0, WIDTH, HEADER_HEIGHT))
    draw_header(image, head, HEAD)
    return to_palette(image)


def draw_board(board: Board) -> Image.Image:
    """Draw the board as a palette image."""
    upper, lower = (
        [*_label(" · ".join(filter(None, [record.mark, side.piles.mark]))), bar(record, side.piles)]
        for record, side in zip(board.bars, board.sides, strict=True)
    )
    far, near = map(draw_side, board.sides)
    between = [*_label(board.place.mark), location(board.place), *draw_stage(board.stage)]
    sections = [
        _header(board.head), *upper, far, mapped_table(WIDTH, GAP // 2), *between, near, *lower,
        mapped_table(WIDTH, GAP),
    ]  # fmt: skip
    return stacked(sections)


@cached
def _label_strip(label: str) -> Image.Image:
    image = mapped_table(WIDTH, LABEL_HEIGHT + 4)
    lay_tag(image, WIDTH - EDGE - 20, 2, label, WIDTH // 2)
    return image


def _label(label: str) -> list[Image.Image]:
    """Return a strip with the label of a change, for the section below it, or nothing if there is no label."""
    return [_label_strip(label)] if label else []
