"""Pictures of things that were looked up: large cards in a row, and the panel that explains their signs."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.pen import theme
from render.pen.canvas import Box, lay_panel, rule, table
from render.sheets.hand import lay
from render.text.writing import Style, write_fit

#: The gap around the cards, and between them.
GAP = 16


def lay_row(cards: Sequence[Image.Image], notes: int = 0) -> tuple[Image.Image, Box]:
    """Lay cards side by side; return the picture and the box for notes beside them, `notes` pixels wide."""
    wide, tall = cards[0].size
    end = GAP + len(cards) * (wide + GAP)
    image = table(end + (notes + GAP if notes else 0), tall + 2 * GAP)
    for index, card in enumerate(cards):
        lay(image, card, GAP + index * (wide + GAP), GAP)
    return image, (end, GAP, end + notes, GAP + tall)


def lay_notes(image: Image.Image, box: Box, title: str, count: int, most: int) -> list[tuple[int, int]]:
    """Lay the panel for notes; return where each begins and ends, none taller than `most`."""
    x0, y0, x1, y1 = box
    lay_panel(image, box, theme.PANEL, theme.STEEL_DARK)
    write_fit(image, x0 + 24, y0 + 16, title, Style(40, "title", theme.GOLD_LIT), x1 - x0 - 48)
    rule(ImageDraw.Draw(image), x0 + 20, x1 - 20, y0 + 78)
    step = min(most, (y1 - y0 - 100) // max(1, count))
    return [(y0 + 92 + index * step, y0 + 92 + (index + 1) * step) for index in range(count)]
