"""Lists of the titles of cards under headings, in letters that are legible on a phone."""

from collections.abc import Sequence

from PIL import Image

from render.aevum_haeresis.card_list import BOLD, COLUMN, PAD, PLAIN, STEP, TEXT, balanced_cut
from render.pen import theme
from render.pen.canvas import lay_panel
from render.pen.pieces import mark
from render.sheets.hand_parts import Pile
from render.sheets.row_stack import GAP, Row
from render.text.text_layout import Style, hyphenated, space, width, wrap, write

#: The height of a heading, the space beside the titles, and the space before the second line of a title.
HEAD, INDENT, HANGING = 48, 20, 32


def title_rows(piles: Sequence[Pile], wide: int) -> list[Row]:
    """Return lists of titles as rows, with two columns in a list if all its titles are short."""
    return [Row(_height(pile, wide - 2 * GAP), _lay, (pile, GAP, wide - 2 * GAP)) for pile in piles]


def title_columns(piles: Sequence[Pile]) -> list[Row]:
    """Return lists of titles side by side in a wide picture, as one row. The left column is read first."""
    talls = [_height(pile, COLUMN) for pile in piles]
    cut = balanced_cut([tall + GAP for tall in talls])
    tall = max(_stack_height(talls[:cut]), _stack_height(talls[cut:]))
    return [Row(tall, _lay_columns, (tuple(piles[:cut]), tuple(piles[cut:])))] if piles else []


def _stack_height(talls: Sequence[int]) -> int:
    return sum(talls) + GAP * max(0, len(talls) - 1)


def _columns(pile: Pile, wide: int) -> int:
    room = (wide - 2 * INDENT) // 2 - 24
    short = all(width(line.replace("\t", " "), PLAIN) + space(PLAIN) * 3 <= room for line in pile.lines)
    return 2 if short and len(pile.lines) > 1 else 1


def _wrapped(line: str, room: int) -> list[str]:
    """Return the lines of a title. The text after the tab isn't among them, but has room beside each of them."""
    name, _, rest = line.partition("\t")
    room -= HANGING + (width(rest, PLAIN) + 12 if rest else 0)
    return wrap(hyphenated(name, PLAIN, room), PLAIN, room)


def _height(pile: Pile, wide: int) -> int:
    columns = _columns(pile, wide)
    if columns > 1:
        return 2 * PAD + HEAD + -(-len(pile.lines) // columns) * STEP
    return (
        2 * PAD + _head_height(pile, wide) + sum(len(_wrapped(line, wide - 2 * INDENT)) for line in pile.lines) * STEP
    )


def _head_lines(pile: Pile, wide: int) -> list[str]:
    return wrap(f"{{{pile.icon}}} {pile.title}", BOLD, wide - 36)


def _head_height(pile: Pile, wide: int) -> int:
    return HEAD + (len(_head_lines(pile, wide)) - 1) * STEP


def _lay_columns(image: Image.Image, y: int, left: tuple[Pile, ...], right: tuple[Pile, ...]) -> None:
    for x, piles in ((GAP, left), (2 * GAP + COLUMN, right)):
        top = y
        for pile in piles:
            _lay(image, top, pile, x, COLUMN)
            top += _height(pile, COLUMN) + GAP


def _lay(image: Image.Image, y: int, pile: Pile, x: int, wide: int) -> None:
    box = (x, y, x + wide, y + _height(pile, wide))
    if pile.key:
        mark(image, box, pile.key, pile.title)
    lay_panel(image, box, theme.PANEL, theme.STEEL_DARK)
    for number, line in enumerate(_head_lines(pile, wide)):
        write(image, x + 18, y + PAD - 2 + number * STEP, line, Style(TEXT, "bold", theme.GOLD_LIT), wide - 36)
    columns = _columns(pile, wide)
    step, top = (wide - 2 * INDENT + 24) // columns, y + PAD - 4 + _head_height(pile, wide)
    for number, line in enumerate(pile.lines):
        left = x + INDENT + number % columns * step
        low = _title(image, left, top, line, step - 24)
        if pile.keys:
            mark(image, (left, top, left + step - 24, low), pile.keys[number], line.partition("\t")[0])
        if number % columns == columns - 1:
            top = low


def _title(image: Image.Image, x: int, y: int, line: str, room: int) -> int:
    """Write a title, and what is after its tab at the right of its first line. Return the y coordinate below it."""
    rest, ink = line.partition("\t")[2], Style(TEXT, "text", theme.PALE)
    if rest:
        write(image, x + room - width(rest, PLAIN), y, rest, ink)
    for number, part in enumerate(_wrapped(line, room)):
        write(image, x + HANGING * bool(number), y, part, ink)
        y += STEP
    return y
