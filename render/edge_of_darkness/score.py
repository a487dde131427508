"""The score sheet: a column for each player, a row for each category, the winner crowned."""

from dataclasses import dataclass

from PIL import Image

from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.scene import Banner
from render.pen import theme
from render.sheets.score import Row, begin, lay_label, lay_total, light
from render.text.writing import Style, write_block, write_fit

WIDE = 1200
TOP = 168
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


def number(value: float) -> str:
    """Write a score with its quarters."""
    whole, quarters = int(value), round((value - int(value)) * 4)
    part = ("", "¼", "½", "¾")[quarters]
    return f"{whole}{part}" if whole or not part else part


def draw_score(
    title: str, verdict: str, total: str, categories: tuple[Row, ...], columns: tuple[Column, ...]
) -> Image.Image:
    """Draw the sheet on the table; `verdict` says who won."""
    image, sheet = begin((WIDE, TOP + HEAD + ROW * len(categories) + FOOT + 30), TOP, title, verdict)
    left = sheet[0] + LABELS
    step = (sheet[2] - left - 16) // len(columns)
    for index, column in enumerate(columns):
        x = left + index * step
        _column(image, (x, sheet[1], x + step, sheet[3]), column)
    y = sheet[1] + HEAD
    for category in categories:
        box = (sheet[0] + 24, y, left - 8, y + ROW)
        lay_label(image, box, category, sheet, Style(34, "text", theme.INK))
        y += ROW
    lay_total(image, (sheet[0] + 24, y, left - 8, sheet[3]), total, sheet)
    return image


def _column(image: Image.Image, box: tuple[int, int, int, int], column: Column) -> None:
    """Draw one player's column."""
    x0, y0, x1, _ = box
    wide = x1 - x0
    if column.winner:
        light(image, box)
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
