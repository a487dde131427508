"""The score sheet: a column for each player, a row for each category, the winner crowned."""

from dataclasses import dataclass

from PIL import Image

from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.read import banner_of
from render.edge_of_darkness.scene import Banner
from render.pen import theme
from render.pen.canvas import Box
from render.sheets.header import ending
from render.sheets.score import Row, Sheet, begin, lay_labels, light
from render.text.writing import Style, write_block, write_fit
from rules.edge_of_darkness.content.load import pack
from rules.edge_of_darkness.state.view import EdgeView
from rules.kernel.data.result import Result
from rules.kernel.words.results import points
from rules.kernel.words.text import N_, Say

WIDE = 1200
TOP = 168
LABELS = 400
HEAD = 280
ROW = 84
FOOT = 150
CATEGORIES = {
    "agents": ("agent", N_("Trained agents")),
    "reputation": ("reputation", N_("Reputation")),
    "slots": ("card", N_("Filled slots on own cards")),
    "defence": ("defence", N_("Defense track")),
    "quarters": ("coin", N_("Coins, Influence, Goodwill (a quarter each)")),
}


@dataclass(frozen=True, slots=True)
class Column:
    """One player's final scores, in the order of the categories."""

    name: str
    banner: Banner
    scores: tuple[str, ...]
    total: str
    rank: str
    winner: bool


def read_sheet(view: EdgeView, result: Result, say: Say) -> Sheet[Column]:
    """Read the score sheet."""
    columns: list[Column] = []
    for row in sorted(result.rows, key=lambda row: row.seat):
        banner = banner_of(view, pack(view.pack), row.seat)
        assert banner is not None
        scores = tuple(points(say, row.scores[category]) for category in result.categories)
        rank = say.t("place {rank}", rank=row.rank)
        columns.append(
            Column(say.seat(row.seat), banner, scores, points(say, row.total), rank, row.seat in result.winners)
        )
    categories = tuple(
        Row(CATEGORIES[name][0], say.t(CATEGORIES[name][1])) if name in CATEGORIES else Row("points", name)
        for name in result.categories
    )
    verdict = ending(say, result.winners)
    return Sheet(say.t("Final scores"), verdict, say.t("Total"), categories, tuple(columns))


def draw_score(sheet: Sheet[Column]) -> Image.Image:
    """Draw the sheet on the table."""
    tall = TOP + HEAD + ROW * len(sheet.categories) + FOOT + 30
    image, paper = begin((WIDE, tall), TOP, sheet.title, sheet.verdict)
    left = paper[0] + LABELS
    step = (paper[2] - left - 16) // len(sheet.columns)
    for index, column in enumerate(sheet.columns):
        x = left + index * step
        _column(image, (x, paper[1], x + step, paper[3]), column)
    lay_labels(image, paper, (paper[0] + 24, paper[1] + HEAD, left - 8, paper[3]), ROW, sheet)
    return image


def _column(image: Image.Image, box: Box, column: Column) -> None:
    """Draw one player's column."""
    x0, y0, x1, _ = box
    wide = x1 - x0
    if column.winner:
        light(image, box)
    flag = pennant(column.banner, 84, 126)
    image.paste(flag, (x0 + (wide - 84) // 2, y0 + 10), flag)
    name = (x0 + 10, y0 + 142, x1 - 10, y0 + 228)
    write_block(image, name, column.name, Style(36, "bold", theme.INK), lines=2, align="centre", valign="middle")
    rank = f"{{first}} {column.rank}" if column.winner else column.rank
    write_fit(image, x0 + 8, y0 + 232, rank, Style(30, "italic", theme.INK_SOFT), wide - 16, "centre")
    for index, value in enumerate(column.scores):
        y = y0 + HEAD + index * ROW + 14
        write_fit(image, x0 + 8, y, value, Style(44, "bold", theme.INK), wide - 16, "centre")
    y = y0 + HEAD + len(column.scores) * ROW + 22
    colour = theme.ACCENTS["edge_of_darkness"] if column.winner else theme.INK
    write_fit(image, x0 + 8, y, column.total, Style(72, "bold", colour), wide - 16, "centre")
