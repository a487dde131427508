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
from render.pen.pieces import lay_part, mark
from render.pen.png_encoding import to_palette
from render.sheets.change_marks import LABEL_HEIGHT
from render.text.text_layout import Style, write_block

GAP = 8
#: The space above a row for the labels of its changes, so that they cover nothing.
LABEL = LABEL_HEIGHT + 5
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
    damned, camp = _leaders(side)
    image = mapped_table(WIDTH, max(camp[3], *(box[3] for box, _ in found), 0) + MARGIN)
    mark(image, (EDGE, damned[1], WIDTH - EDGE, image.height - MARGIN), f"verge:{side.seat}", side.name)
    if side.damned is None:
        mark(image, damned, f"damned:{side.seat}", side.fallen)
    _put(image, damned, _leader(damned, side.damned, side.fallen), side.damned)
    if side.camp is not None:
        _put(image, camp, _camp(camp, side.camp), side.camp)
    for box, piece in found:
        _put(image, box, _cell(box, piece), piece)
    for box, label in [
        (damned, _mark(side.damned)), (camp, _mark(side.camp)), *((box, _mark(piece)) for box, piece in found)
    ]:  # fmt: skip
        if label:
            lay_tag(image, box[2] - 6, box[1] - LABEL, label, max(180, box[2] - box[0]))
    return image


def _put(image: Image.Image, box: Box, part: Image.Image, card: Character | Lasting | Camp | int | None) -> None:
    if card is not None and not isinstance(card, int):
        mark(image, box, f"card:{card.seed}", card.name)
    lay_part(image, part, (box[0] - MARGIN, box[1] - MARGIN))


def _mark(piece: Character | Lasting | Camp | int | None) -> str:
    return "" if piece is None or isinstance(piece, int) else piece.mark


def _beside(side: Side) -> tuple[list[Character | int], int]:
    """Return what is beside the Damned, or below it after that, and the number of columns beside it.

    If there are too many characters, the last element is the number of those that don't fit.
    """
    shown: list[Character | int] = list(side.characters)
    if len(shown) > MAX_CHARACTERS:
        shown = [*shown[: MAX_CHARACTERS - 1], len(shown) - MAX_CHARACTERS + 1]
    count = len(shown[: 2 * MAX_BESIDE])
    return shown, MAX_BESIDE - (count <= MAX_BESIDE - 1 or MAX_BESIDE < count <= 2 * (MAX_BESIDE - 1))


def _top(side: Side) -> int:
    """Return the space above a side's first row, where the labels of its changes are."""
    shown, columns = _beside(side)
    first = [side.damned, *shown[:columns], *([] if shown else [side.camp])]
    return LABEL if any(map(_mark, first)) else TAG


def _leaders(side: Side) -> tuple[Box, Box]:
    """Return the boxes of the Damned and the Camp.

    The Damned is above the Camp, or beside it if there are no other characters.
    """
    top = _top(side)
    if not side.characters:
        middle, low = (WIDTH - GAP) // 2, top + LEADER_HEIGHT_ALONE
        return (EDGE, top, middle, low), (middle + GAP, top, WIDTH - EDGE, low)
    right, middle = EDGE + LEADER_WIDTH, top + LEADER_HEIGHT
    # The label of the Camp takes its room from the picture of the Damned.
    end = middle + GAP - LABEL if _mark(side.camp) else middle
    return (EDGE, top, right, end), (EDGE, middle + GAP, right, top + FULL_HEIGHT)


def cells(side: Side) -> Iterator[tuple[Box, Character | Lasting | int]]:
    """Yield pairs of a box and the character or lasting card in it.

    If there are too many characters, their last box has the number of those that don't fit.
    """
    shown, columns = _beside(side)
    beside, top = shown[: 2 * MAX_BESIDE], _top(side)
    tall = FULL_HEIGHT if len(beside) <= MAX_BESIDE else LOW_HEIGHT
    end = top + (FULL_HEIGHT if shown else LEADER_HEIGHT_ALONE)
    blocks = (
        (beside, EDGE + LEADER_WIDTH + GAP, columns, tall),
        (shown[2 * MAX_BESIDE :], EDGE, MAX_BELOW, LOW_HEIGHT),
        (side.lasting, EDGE, SLIPS, SLIP_HEIGHT),
    )
    for number, (pieces, left, across, high) in enumerate(blocks):
        y = end if number else 0
        for start in range(0, len(pieces), across):
            row = pieces[start : start + across]
            y += (LABEL if any(map(_mark, row)) else GAP) if number or start else top
            yield from _row(row, (left, y), across, high)
            y += high
            end = max(end, y)


def _row(
    found: Sequence[Character | Lasting | int], at: tuple[int, int], columns: int, tall: int
) -> Iterator[tuple[Box, Character | Lasting | int]]:
    """Arrange pieces in a row of up to `columns` pieces that starts at `at`."""
    wide = (WIDTH - EDGE - at[0] + GAP) // columns - GAP
    for index, piece in enumerate(found):
        x = at[0] + index * (wide + GAP)
        yield (x, at[1], x + wide, at[1] + tall), piece


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
    lay_part(image, part, inner[:2], part)
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
    lay_part(image, part, inner[:2], part)
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
