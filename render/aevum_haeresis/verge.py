"""A seat's part of the Verge: the Damned over the Camp, characters, lasting cards, piles."""

from collections.abc import Iterator, Sequence

from PIL import Image

from render.aevum_haeresis import pieces
from render.aevum_haeresis.cards import small_back
from render.aevum_haeresis.layout import LEADER_WIDE, MARGIN, PILES_WIDE, SIDES, ground
from render.aevum_haeresis.marks import lay_outline, lay_tag
from render.aevum_haeresis.scene import Camp, Character, Lasting, Piles, Side
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, inside, lay_panel, lay_shadow, rounded
from render.pen.png import to_palette
from render.text.writing import Style, width, write, write_block

GAP = 8
LEADER_TALL = 222
#: The most characters in one row, and in all.
ROW, MOST = 6, 16
SLIP_WIDE, SLIP_TALL = 196, 58
TAG = 20


def lay_side(image: Image.Image, side: Side, place: int) -> None:
    """Lay a whole side on the board, which is in the palette."""
    x0, y0, x1, y1 = SIDES[place]
    box = (x0, y0, x0 + LEADER_WIDE, y0 + LEADER_TALL)
    _put(image, box, _leader(box, side.damned, side.fallen))
    box = (x0, y0 + LEADER_TALL + GAP, x0 + LEADER_WIDE, y1)
    if side.camp is not None:
        _put(image, box, _camp(box, side.camp))
    box = (x1 - PILES_WIDE, y0, x1, y1)
    _put(image, box, _piles(box, side.piles))
    for box, piece in cells(side, (x0 + LEADER_WIDE + GAP, y0, x1 - PILES_WIDE - GAP, y1)):
        _put(image, box, _cell(box, piece))
    _tags(image, side, place)


def _put(image: Image.Image, box: Box, part: Image.Image) -> None:
    image.paste(part, (box[0] - MARGIN, box[1] - MARGIN))


def _slots(box: Box, count: int) -> list[Box]:
    """Return the places for this many characters, in one row or two."""
    x0, y0, x1, y1 = box
    rows = 1 if count <= ROW else 2
    columns = max(ROW, -(-count // rows)) if x1 - x0 > 1000 or rows == 2 else max(ROW - 1, count)
    wide, tall = (x1 - x0 + GAP) // columns - GAP, (y1 - y0 + GAP) // rows - GAP
    found: list[Box] = []
    for index in range(count):
        x, y = x0 + (index % columns) * (wide + GAP), y0 + (index // columns) * (tall + GAP)
        found.append((x, y, x + wide, y + tall))
    return found


def cells(side: Side, box: Box) -> Iterator[tuple[Box, Character | Lasting | int]]:
    """Return the cells of characters and slips; a number stands for those that don't fit."""
    x0, y0, x1, y1 = box
    most = (y1 - y0 + GAP) // (SLIP_TALL + GAP)
    slips = side.lasting if len(side.lasting) <= 2 * most else side.lasting[: 2 * most - 1]
    columns = -(-len(slips) // most)
    left = x1 - columns * (SLIP_WIDE + GAP) + GAP
    for index, slip in enumerate(slips):
        x, y = left + (index // most) * (SLIP_WIDE + GAP), y0 + (index % most) * (SLIP_TALL + GAP)
        yield (x, y, x + SLIP_WIDE, y + SLIP_TALL), slip
    shown: list[Character | int] = list(side.characters)
    if len(shown) > MOST:
        shown = [*shown[: MOST - 1], len(shown) - MOST + 1]
    yield from zip(_slots((x0, y0, left - GAP if columns else x1, y1), len(shown)), shown, strict=True)


@cached(256)
def _cell(box: Box, piece: Character | Lasting | int) -> Image.Image:
    """Draw one cell on its piece of the table, in the palette."""
    image = ground(box, MARGIN)
    wide, tall = box[2] - box[0], box[3] - box[1]
    inner = inside(image, MARGIN)
    if isinstance(piece, int):
        style = Style(48, "bold", theme.MUTED)
        write_block(image, inner, f"+{piece}", style, align="centre", valign="middle")
        return to_palette(image)
    part = pieces.lasting(piece, wide, tall) if isinstance(piece, Lasting) else pieces.character(piece, wide, tall)
    image.paste(part, inner[:2], part)
    if piece.mark:
        lay_outline(image, inner, 10)
    return to_palette(image)


@cached(32)
def _leader(box: Box, card: Character | None, fallen: str) -> Image.Image:
    image = ground(box, MARGIN)
    wide, tall = box[2] - box[0], box[3] - box[1]
    inner = inside(image, MARGIN)
    if card is None:
        lay_panel(image, inner, theme.HOLLOW, theme.STEEL_DARK)
        lay_icon(image, "pyre", MARGIN + wide // 2 - 44, MARGIN + 34, 88, theme.PALE)
        room = (inner[0] + 10, MARGIN + 132, inner[2] - 10, inner[3] - 10)
        write_block(image, room, fallen, Style(28, "italic", theme.MUTED), align="centre", valign="middle")
        return to_palette(image)
    part = pieces.leader(card, wide, tall)
    image.paste(part, inner[:2], part)
    if card.mark:
        lay_outline(image, inner, 10)
    return to_palette(image)


@cached(32)
def _camp(box: Box, card: Camp) -> Image.Image:
    image = ground(box, MARGIN)
    wide, tall = box[2] - box[0], box[3] - box[1]
    part = pieces.camp(card, wide, tall)
    image.paste(part, (MARGIN, MARGIN), part)
    if card.mark:
        lay_outline(image, inside(image, MARGIN), 10)
    return to_palette(image)


@cached(48)
def _piles(box: Box, piles: Piles) -> Image.Image:
    """Draw the Pyre with its last card over both decks."""
    image = ground(box, MARGIN)
    wide, tall = box[2] - box[0], box[3] - box[1]
    half = (tall - GAP) // 2
    _pyre(image, (MARGIN, MARGIN, MARGIN + wide, MARGIN + half), piles)
    top, column = MARGIN + half + GAP, (wide - GAP) // 2
    for index, (icon, count) in enumerate((("plot", piles.plot), ("heretics", piles.heretics))):
        x = MARGIN + index * (column + GAP)
        _deck(image, (x, top, x + column, MARGIN + tall), icon, count)
    if piles.mark:
        lay_outline(image, inside(image, MARGIN))
    return to_palette(image)


def _pyre(image: Image.Image, box: Box, piles: Piles) -> None:
    x0, y0, x1, y1 = box
    lay_panel(image, box, theme.HOLLOW, theme.STEEL_DARK, 10)
    if piles.top is not None:
        picture = emblem(*piles.top, x1 - x0 - 12, y1 - y0 - 12)
        dim = Image.blend(picture, Image.new("RGB", picture.size, theme.TABLE), 0.35)
        image.paste(dim, (x0 + 6, y0 + 6), rounded(*picture.size, 7))
    lay_panel(image, (x0 + 4, y1 - 58, x1 - 4, y1 - 4), theme.TABLE, None, 10)
    style, text = Style(44, "bold", theme.WHITE), str(piles.pyre)
    room = 50 + width(text, style)
    x = (x0 + x1 - room) // 2
    lay_icon(image, "pyre", x, y1 - 54, 44, theme.PALE)
    write(image, x + 50, y1 - 60, text, style)


def _deck(image: Image.Image, box: Box, icon: str, count: int) -> None:
    """Draw a face-down deck: the back, and the number of cards."""
    x0, y0, x1, y1 = box
    wide, tall = x1 - x0, y1 - y0
    if count:
        lay_shadow(image, (x0, y0, x1, y1), 8, 6)
        back = small_back(wide, tall)
        image.paste(back, (x0, y0), back)
    else:
        lay_panel(image, box, theme.HOLLOW, theme.STEEL_DARK, 8)
    lay_panel(image, (x0 + 3, y1 - 84, x1 - 3, y1 - 3), theme.TABLE, None, 8)
    lay_icon(image, icon, (x0 + x1) // 2 - 17, y1 - 81, 34, theme.PALE)
    style, text = Style(38, "bold", theme.WHITE if count > 5 else theme.rgb("#ec6a5e")), str(count)
    write(image, (x0 + x1 - width(text, style)) // 2, y1 - 50, text, style)


def _tags(image: Image.Image, side: Side, place: int) -> None:
    """Lay the labels of recent changes."""
    x0, y0, x1, y1 = SIDES[place]
    marked: Sequence[tuple[Box, str]] = [
        ((x0, y0, x0 + LEADER_WIDE, 0), side.damned.mark if side.damned else ""),
        ((x0, y0 + LEADER_TALL + GAP, x0 + LEADER_WIDE, 0), side.camp.mark if side.camp else ""),
        ((x1 - PILES_WIDE, y0, x1, 0), side.piles.mark),
        *(
            (box, piece.mark)
            for box, piece in cells(side, (x0 + LEADER_WIDE + GAP, y0, x1 - PILES_WIDE - GAP, y1))
            if not isinstance(piece, int)
        ),
    ]
    for box, label in marked:
        if label:
            lay_tag(image, box[2] - 6, box[1] - TAG, label, max(120, box[2] - box[0]))
