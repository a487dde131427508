"""The score sheet: a column for each player, a row for each category, the winner crowned."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render import theme
from render.canvas import lay_panel, lay_shadow, rule, table
from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.model import Banner
from render.icons import lay_icon
from render.text import Style, write_block, write_fit

WIDE = 1200
LABELS = 400
HEAD = 280
ROW = 84
FOOT = 150


@dataclass(frozen=True, slots=True)
class Column:
    """One player's final scores, in the order of the categories."""

    name: str
    banner: Banner
    scores: tuple[float, ...]
    total: float
    rank: str
    winner: bool


@dataclass(frozen=True, slots=True)
class Category:
    """A row of the sheet."""

    icon: str
    name: str


def number(value: float) -> str:
    """Write a score with its quarters."""
    whole, quarters = int(value), round((value - int(value)) * 4)
    part = ("", "¼", "½", "¾")[quarters]
    return f"{whole}{part}" if whole or not part else part


def draw_score(title: str, total: str, categories: tuple[Category, ...], columns: tuple[Column, ...]) -> Image.Image:
    """Draw the sheet on the table."""
    tall = 110 + HEAD + ROW * len(categories) + FOOT + 24
    image = table(WIDE, tall)
    write_fit(image, 30, 16, title, Style(64, "title", theme.GOLD_LIT), WIDE - 60, "centre")
    sheet = (24, 104, WIDE - 24, tall - 24)
    lay_shadow(image, sheet)
    lay_panel(image, sheet, theme.PARCHMENT, theme.GOLD, line=3)
    step = (sheet[2] - sheet[0] - LABELS - 16) // len(columns)
    for index, column in enumerate(columns):
        x = sheet[0] + LABELS + index * step
        _column(image, (x, sheet[1], x + step, sheet[3]), column)
    draw = ImageDraw.Draw(image)
    for index, category in enumerate(categories):
        y = sheet[1] + HEAD + index * ROW
        rule(draw, sheet[0] + 16, sheet[2] - 16, y)
        lay_icon(image, category.icon, sheet[0] + 24, y + 17, 50, theme.INK)
        box = (sheet[0] + 90, y + 4, sheet[0] + LABELS - 8, y + ROW - 4)
        write_block(image, box, category.name, Style(34, "text", theme.INK), lines=2, valign="middle", least=26)
    y = sheet[1] + HEAD + len(categories) * ROW
    rule(draw, sheet[0] + 16, sheet[2] - 16, y)
    lay_icon(image, "points", sheet[0] + 20, y + 34, 62, theme.INK)
    write_fit(image, sheet[0] + 92, y + 38, total, Style(44, "title", theme.INK), LABELS - 100)
    return image


def _column(image: Image.Image, box: tuple[int, int, int, int], column: Column) -> None:
    """Draw one player's column."""
    x0, y0, x1, y1 = box
    wide = x1 - x0
    if column.winner:
        tint = theme.mix(theme.PARCHMENT, theme.GOLD_LIT, 0.45)
        lay_panel(image, (x0 + 4, y0 + 8, x1 - 4, y1 - 8), tint, theme.GOLD, 12)
    flag = pennant(column.banner, 84, 126)
    image.paste(flag, (x0 + (wide - 84) // 2, y0 + 10), flag)
    name = (x0 + 10, y0 + 142, x1 - 10, y0 + 228)
    write_block(image, name, column.name, Style(36, "bold", theme.INK), lines=2, align="centre", valign="middle")
    write_fit(
        image,
        x0 + 8,
        y0 + 232,
        f"{{first}} {column.rank}" if column.winner else column.rank,
        Style(30, "italic", theme.INK_SOFT),
        wide - 16,
        "centre",
    )
    for index, value in enumerate(column.scores):
        y = y0 + HEAD + index * ROW + 14
        write_fit(image, x0 + 8, y, number(value), Style(44, "bold", theme.INK), wide - 16, "centre")
    y = y0 + HEAD + len(column.scores) * ROW + 22
    colour = theme.ACCENTS["edge_of_darkness"] if column.winner else theme.INK
    write_fit(image, x0 + 8, y, number(column.total), Style(72, "bold", colour), wide - 16, "centre")
