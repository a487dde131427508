"""The board: sections drawn from records of the view, each cached while its record is the same.

Every piece is opaque and mapped to the palette already, so composing the board is copying.
"""

from PIL import Image

from render.aevum_haeresis.bars import bar
from render.aevum_haeresis.layout import BARS, HEAD, HEADER, MARGIN, PLACE, STAGE, ground, mapped
from render.aevum_haeresis.marks import lay_tag
from render.aevum_haeresis.place import location
from render.aevum_haeresis.scene import Board
from render.aevum_haeresis.stage import draw_stage
from render.aevum_haeresis.verge import lay_side
from render.pen.cache import cached
from render.pen.png import to_palette
from render.sheets.header import Head, draw_header


@cached(6)
def _header(head: Head) -> Image.Image:
    image = ground(HEADER)
    draw_header(image, head, HEAD)
    return to_palette(image)


def draw_board(board: Board) -> Image.Image:
    """Compose the board in the palette."""
    image = mapped().copy()
    image.paste(_header(board.head), (0, 0))
    for place, record in enumerate(board.bars):
        image.paste(bar(place, record), (BARS[place][0] - MARGIN, BARS[place][1] - MARGIN))
    image.paste(location(board.place), (PLACE[0] - MARGIN, PLACE[1] - MARGIN))
    image.paste(draw_stage(board.stage), STAGE[:2])
    for place, side in enumerate(board.sides):
        lay_side(image, side, place)
    for place, record in enumerate(board.bars):
        if record.mark:
            lay_tag(image, BARS[place][2] - 24, BARS[place][1] - 18, record.mark, 400)
    if board.place.mark:
        lay_tag(image, PLACE[2] - 20, PLACE[1] - 14, board.place.mark, 300)
    return image
