"""The legend: a page that explains a game's icons."""

from collections.abc import Callable, Sequence

from PIL import Image

from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, table
from render.pen.pieces import mark
from render.text.text_layout import Style, write_block, write_fit
from rules.kernel.words.translation import Translator

WIDTH = 1200
COLUMNS = 2
ROW = 88
SIDE = 58
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
    rows = sum(-(-len(signs) // COLUMNS) for _, signs in groups)
    tall = 130 + len(groups) * 74 + rows * ROW + 24
    image = table(WIDTH, tall)
    write_fit(image, 30, 18, say.t("Icons"), Style(64, "title", theme.GOLD_LIT), WIDTH - 60, "centre")
    y, wide = 110, (WIDTH - 48) // COLUMNS
    for title, signs in groups:
        write_fit(image, 32, y + 8, say.t(title), Style(theme.TITLE, "title", theme.PALE), WIDTH - 64)
        y += 74
        for index, (name, meaning) in enumerate(signs):
            x, top = 24 + (index % COLUMNS) * wide, y + (index // COLUMNS) * ROW
            panel = (x, top + 4, x + wide - 8, top + ROW - 4)
            mark(image, panel, f"sign:{name}", say.t(meaning))
            lay_panel(image, panel, theme.PANEL, theme.STEEL_DARK)
            lay(image, name, x + 14, top + 15, SIDE)
            box = (x + 90, top + 6, x + wide - 18, top + ROW - 6)
            write_block(image, box, say.t(meaning), Style(34, "text", theme.PALE), lines=2, valign="middle")
        y += -(-len(signs) // COLUMNS) * ROW
    return image
