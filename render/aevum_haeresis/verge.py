"""Draws a seat's part of the Verge: the Damned above the Camp, characters, and cards that last for a time."""

from collections.abc import Iterator, Sequence

from PIL import Image

from render.aevum_haeresis import verge_cards
from render.aevum_haeresis.board_records import Camp, Character, Lasting, Side
from render.aevum_haeresis.change_marks import lay_outline, lay_tag
from render.aevum_haeresis.layout import EDGE, MARGIN, MIN_TEXT_SIZE, TAG, WIDTH, ground
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, inner_box, lay_panel, mapped_table
from render.pen.picture_cache import cached
from render.pen.png_encoding import to_palette
from render.text.text_layout import Style, write_block

GAP = 8
LEADER_WIDTH, LEADER_HEIGHT = 286, 256
#: The height of a character in one of two rows beside the Damned, and of a character that is as high as both rows.
LOW_HEIGHT, FULL_HEIGHT = 172, 352
#: The height of the Damned and of the Camp if they are side by side.
LEADER_HEIGHT_ALONE = 226
#: Maximum number of characters in a row beside the Damned, in a row below the Damned, and in total.
MAX_BESIDE, MAX_BELOW, MAX_CHARACTERS = 4, 5, 18
SLIPS, SLIP_HEIGHT = 4, 64


@cached
def draw_side(side: Side) -> Image.Image:
    """Draw one side of the Verge on the table, as a palette image."""
    found = list(cells(side))
    damned, camp = _leaders(bool(side.characters))
    image = mapped_table(WIDTH, max(camp[3], *(box[3] for box, _ in found), 0) + MARGIN)
    _put(image, damned, _leader(damned, side.damned, side.fallen))
    if side.camp is not None:
        _put(image, camp, _camp(camp, side.camp))
    for box, piece in found:
        _put(image, box, _cell(box, piece))
    for box, label in [
        (damned, side.damned.mark if side.damned else ""),
        (camp, side.camp.mark if side.camp else ""),
        *((box, piece.mark) for box, piece in found if not isinstance(piece, int)),
    ]:
        if label:
            lay_tag(image, box[2] - 6, box[1] - TAG, label, max(180, box[2] - box[0]))
    return image


def _put(image: Image.Image, box: Box, part: Image.Image) -> None:
    image.paste(part, (box[0] - MARGIN, box[1] - MARGIN))


def _leaders(company: bool) -> tuple[Box, Box]:
    """Return the boxes of the Damned and the Camp.

    The Damned is above the Camp, or beside it if there are no other characters.
    """
    if not company:
        middle, low = (WIDTH - GAP) // 2, TAG + LEADER_HEIGHT_ALONE
        return (EDGE, TAG, middle, low), (middle + GAP, TAG, WIDTH - EDGE, low)
    right, middle = EDGE + LEADER_WIDTH, TAG + LEADER_HEIGHT
    return (EDGE, TAG, right, middle), (EDGE, middle + GAP, right, TAG + FULL_HEIGHT)


def cells(side: Side) -> Iterator[tuple[Box, Character | Lasting | int]]:
    """Yield pairs of a box and the character or lasting card in it.

    If there are too many characters, their last box has the number of those that don't fit.
    """
    shown: list[Character | int] = list(side.characters)
    if len(shown) > MAX_CHARACTERS:
        shown = [*shown[: MAX_CHARACTERS - 1], len(shown) - MAX_CHARACTERS + 1]
    beside = shown[: 2 * MAX_BESIDE]
    tall = FULL_HEIGHT if len(beside) <= MAX_BESIDE else LOW_HEIGHT
    columns = MAX_BESIDE - (len(beside) <= MAX_BESIDE - 1 or MAX_BESIDE < len(beside) <= 2 * (MAX_BESIDE - 1))
    yield from _grid(beside, (EDGE + LEADER_WIDTH + GAP, TAG), columns, tall)
    below = shown[2 * MAX_BESIDE :]
    y = TAG + (FULL_HEIGHT if shown else LEADER_HEIGHT_ALONE) + GAP
    yield from _grid(below, (EDGE, y), MAX_BELOW, LOW_HEIGHT)
    y += -(-len(below) // MAX_BELOW) * (LOW_HEIGHT + GAP)
    yield from _grid(side.lasting, (EDGE, y), SLIPS, SLIP_HEIGHT)


def _grid(
    found: Sequence[Character | Lasting | int], at: tuple[int, int], columns: int, tall: int
) -> Iterator[tuple[Box, Character | Lasting | int]]:
    """Arrange pieces in rows that start at `at` and end at the right edge of the board."""
    wide = (WIDTH - EDGE - at[0] + GAP) // columns - GAP
    for index, piece in enumerate(found):
        x, y = at[0] + index % columns * (wide + GAP), at[1] + index // columns * (tall + GAP)
        yield (x, y, x + wide, y + tall), piece


@cached
def _cell(box: Box, piece: Character | Lasting | int) -> Image.Image:
    """Draw one cell on its part of the table, as a palette image."""
    image = ground(box, MARGIN)
    wide, tall = box[2] - box[0], box[3] - box[1]
    inner = inner_box(image, MARGIN)
    if isinstance(piece, int):
        style = Style(48, "bold", theme.MUTED)
        write_block(image, inner, f"+{piece}", style, align="centre", valign="middle")
        return to_palette(image)
    part = (
        verge_cards.lasting(piece, wide, tall)
        if isinstance(piece, Lasting)
        else verge_cards.character(piece, wide, tall)
    )
    image.paste(part, inner[:2], part)
    if piece.mark:
        lay_outline(image, inner, 10)
    return to_palette(image)


@cached
def _leader(box: Box, card: Character | None, fallen: str) -> Image.Image:
    image = ground(box, MARGIN)
    wide, tall = box[2] - box[0], box[3] - box[1]
    inner = inner_box(image, MARGIN)
    if card is None:
        lay_panel(image, inner, theme.HOLLOW, theme.STEEL_DARK)
        lay_icon(image, "pyre", MARGIN + wide // 2 - 44, MARGIN + 34, 88, theme.PALE)
        room = (inner[0] + 10, MARGIN + 132, inner[2] - 10, inner[3] - 10)
        write_block(
            image, room, fallen, Style(30, "italic", theme.MUTED), align="centre", valign="middle", least=MIN_TEXT_SIZE
        )
        return to_palette(image)
    part = verge_cards.leader(card, wide, tall)
    image.paste(part, inner[:2], part)
    if card.mark:
        lay_outline(image, inner, 10)
    return to_palette(image)


@cached
def _camp(box: Box, card: Camp) -> Image.Image:
    image = ground(box, MARGIN)
    wide, tall = box[2] - box[0], box[3] - box[1]
    part = verge_cards.camp(card, wide, tall)
    image.paste(part, (MARGIN, MARGIN), part)
    if card.mark:
        lay_outline(image, inner_box(image, MARGIN), 10)
    return to_palette(image)
