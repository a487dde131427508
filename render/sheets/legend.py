"""The legend: a page that explains a game's icons."""

from collections.abc import Callable, Sequence

from PIL import Image

from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, table
from render.pen.pieces import mark
from render.text.text_layout import Style, hyphenated, line_height, wrap, write, write_fit
from rules.kernel.words.translation import Translator

WIDTH = 1020
COLUMNS = 2
#: The smallest height of a row, the side of a sign, and the space to the left of its meaning.
ROW, SIDE, INDENT = 78, 58, 84
#: The style of meanings: 11 points on a phone that shows the legend 340 points wide.
MEANING = Style(34, "text", theme.PALE)
#: The width of a sign with its meaning, and of the meaning.
CELL = (WIDTH - 32) // COLUMNS
ROOM = CELL - INDENT - 20
#: Groups of signs. A group is a title and pairs of sign and meaning. Titles and meanings are message ids.
Groups = Sequence[tuple[str, Sequence[tuple[str, str]]]]


def lay_plain(image: Image.Image, name: str, x: int, y: int, side: int) -> None:
    """Draw a sign that consists of an icon only."""
    lay_icon(image, name, x, y, side, theme.PALE)


def draw_signs(
    say: Translator, groups: Groups, lay: Callable[[Image.Image, str, int, int, int], None] = lay_plain
) -> Image.Image:
    """Draw all groups of signs, two signs in a row.

    `lay` draws the sign that has a given name, at a point and with a size in pixels.
    """
    found = [(say.t(title), _rows(say, signs)) for title, signs in groups]
    tall = 130 + sum(74 + sum(high for high, _ in rows) for _, rows in found) + 24
    image = table(WIDTH, tall)
    write_fit(image, 30, 18, say.t("Icons"), Style(64, "title", theme.GOLD_LIT), WIDTH - 60, "centre")
    y = 110
    for title, rows in found:
        write_fit(image, 26, y + 8, title, Style(theme.TITLE, "title", theme.PALE), WIDTH - 52, least=MEANING.size)
        y += 74
        for high, cells in rows:
            for column, (name, meaning, lines) in enumerate(cells):
                x = 16 + column * CELL
                panel = (x, y + 4, x + CELL - 8, y + high - 4)
                mark(image, panel, f"sign:{name}", meaning)
                lay_panel(image, panel, theme.PANEL, theme.STEEL_DARK)
                lay(image, name, x + 12, y + (high - SIDE) // 2, SIDE)
                _write_lines(image, x + INDENT, y, high, lines)
            y += high
    return image


def _rows(say: Translator, signs: Sequence[tuple[str, str]]) -> list[tuple[int, list[tuple[str, str, list[str]]]]]:
    """Return rows of signs: the height of a row, and each of its signs with its meaning, whole and in lines."""
    said = [(name, say.t(meaning)) for name, meaning in signs]
    cells = [(name, meaning, _lines(meaning)) for name, meaning in said]
    rows = [cells[first : first + COLUMNS] for first in range(0, len(cells), COLUMNS)]
    step = line_height(MEANING)
    return [(max(ROW, max(len(lines) for _, _, lines in row) * step + 22), row) for row in rows]


def _lines(meaning: str) -> list[str]:
    return wrap(hyphenated(meaning, MEANING, ROOM), MEANING, ROOM)


def _write_lines(image: Image.Image, x: int, y: int, high: int, lines: Sequence[str]) -> None:
    """Write lines in the middle of a row."""
    step = line_height(MEANING)
    for number, line in enumerate(lines):
        write(image, x, y + (high - len(lines) * step) // 2 + number * step - 2, line, MEANING)
