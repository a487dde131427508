"""Parts of score sheets: the title, the paper, a row's icon and name, and a winner's highlighted column."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from PIL import Image, ImageDraw

from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_shadow, rule, table
from render.text.text_layout import Style, write_block, write_fit

#: The width of the strip of table that is visible around the paper.
MARGIN = 24
Column = TypeVar("Column")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet: its icon and its name."""

    icon: str
    name: str


@dataclass(frozen=True, slots=True)
class Sheet(Generic[Column]):
    """A score sheet. `verdict` names the winner. `total` is the label of the columns' totals."""

    title: str
    verdict: str
    total: str
    categories: tuple[Row, ...]
    columns: tuple[Column, ...]


def draw_paper(size: tuple[int, int], top: int, title: str, verdict: str) -> tuple[Image.Image, Box]:
    """Draw the table, the title, the verdict, and the paper below `top`. Return the picture and the paper's box."""
    wide, tall = size
    image = table(wide, tall)
    write_fit(image, 30, 12, title, Style(64, "title", theme.GOLD_LIT), wide - 60, "centre")
    write_fit(image, 30, 97, verdict, Style(46, "bold", theme.WHITE), wide - 60, "centre", least=28)
    paper = (MARGIN, top, wide - MARGIN, tall - MARGIN)
    lay_shadow(image, paper)
    lay_panel(image, paper, theme.PARCHMENT, theme.GOLD, line=3)
    return image, paper


def lay_label(image: Image.Image, box: Box, row: Row, paper: Box, style: Style) -> None:
    """Draw a row's icon and name in a box, below a line that spans the paper."""
    x0, y0, x1, y1 = box
    rule(ImageDraw.Draw(image), paper[0] + 14, paper[2] - 14, y0)
    lay_icon(image, row.icon, x0, (y0 + y1) // 2 - 26, 52, theme.INK)
    write_block(image, (x0 + 66, y0 + 4, x1, y1 - 4), row.name, style, lines=2, valign="middle", least=30)


def lay_total(image: Image.Image, box: Box, word: str, paper: Box) -> None:
    """Draw the label of the totals, below a line that spans the paper."""
    x0, y0, x1, _ = box
    rule(ImageDraw.Draw(image), paper[0] + 14, paper[2] - 14, y0)
    lay_icon(image, "points", x0 - 4, y0 + 30, 62, theme.INK)
    write_fit(image, x0 + 70, y0 + 33, word, Style(54, "title", theme.INK), x1 - x0 - 78)


def lay_labels(image: Image.Image, paper: Box, box: Box, row_tall: int, sheet: Sheet[Column]) -> None:
    """Write the categories into a box, each as a row under a line, and then the label of the totals."""
    x0, y, x1, y1 = box
    for row in sheet.categories:
        lay_label(image, (x0, y, x1, y + row_tall), row, paper, Style(46, "text", theme.INK))
        y += row_tall
    lay_total(image, (x0, y, x1, y1), sheet.total, paper)


def highlight_column(image: Image.Image, box: Box) -> None:
    """Highlight the column of a winner."""
    x0, y0, x1, y1 = box
    lay_panel(image, (x0 + 4, y0 + 8, x1 - 4, y1 - 8), theme.PARCHMENT_LIT, theme.GOLD, 12, 3)
