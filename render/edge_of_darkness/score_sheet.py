"""Draws the score sheet: a column for each player, the best first, and a row for each category and final award."""

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.edge_of_darkness.board_records import Banner
from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.view_reader import banner_of
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, rule
from render.pen.pieces import mark
from render.sheets.board_header import ending
from render.sheets.score_parts import Row, Sheet, draw_paper, highlight_column, lay_label, lay_total
from render.text.text_layout import Style, hyphenated, sized, write_block, write_fit
from rules.edge_of_darkness.content.load import pack
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.results import CATEGORIES, awards, tie_break
from rules.kernel.data.result import Result
from rules.kernel.words.results import points
from rules.kernel.words.translation import Translator

WIDTH = 1200
TOP = 168
LABELS = 440
HEAD = 420
ROW = 104
#: The style of a player's name, and its smallest size, which is 11 points high where the sheet is 340 points wide.
NAME, NAME_MIN = Style(46, "bold", theme.INK), 40
#: The height of a final award's row. It is lower than other rows because awards are already part of the Reputation.
AWARD = 60
FOOT = 150
NOTE = 52
ICONS = {"agents": "agent", "reputation": "reputation", "slots": "card", "defence": "defence", "quarters": "coin"}


@dataclass(frozen=True, slots=True)
class Column:
    """One player's final scores, in the order of the rows."""

    seat: int
    name: str
    banner: Banner
    scores: tuple[str, ...]
    total: str
    rank: str
    winner: bool


@dataclass(frozen=True, slots=True)
class EdgeSheet(Sheet[Column]):
    """The contents of the score sheet. Rows without an icon are final awards. `note` explains how a tie was broken."""

    note: str = ""

    def rows(self) -> Iterator[tuple[int, int, Row]]:
        """Yield each row with its upper and lower edge, measured from the top of the first row."""
        y = 0
        for row in self.categories:
            tall = ROW if row.icon else AWARD
            yield y, y + tall, row
            y += tall


def read_sheet(view: EdgeView, result: Result, say: Translator) -> EdgeSheet:
    """Return the contents of the score sheet for a view and a result."""
    ranked = sorted(result.rows, key=lambda row: (row.rank, row.seat))
    rows: list[tuple[Row, list[str]]] = []
    for name in result.categories:
        category = Row(ICONS[name], say.t(CATEGORIES[name]))
        rows.append((category, [points(say, row.scores[name]) for row in ranked]))
        if name == "reputation":
            rows += [(Row("", label), cells) for label, cells in awards(say, ranked)]
    columns: list[Column] = []
    for place, row in enumerate(ranked):
        banner = banner_of(view, pack(view.pack), row.seat)
        assert banner is not None
        scores, rank = tuple(cells[place] for _, cells in rows), say.t("place {rank}", rank=row.rank)
        columns.append(
            Column(
                row.seat, say.seat(row.seat), banner, scores, points(say, row.total), rank, row.seat in result.winners
            )
        )
    return EdgeSheet(
        say.t("Final scores"),
        ending(say, result.winners),
        say.t("Total"),
        tuple(row for row, _ in rows),
        tuple(columns),
        tie_break(say, result),
    )


def draw_score(sheet: EdgeSheet) -> Image.Image:
    """Draw the score sheet, with a dark table as the background."""
    top = TOP + (NOTE if sheet.note else 0)
    rows_tall = max(end for _, end, _ in sheet.rows())
    image, paper = draw_paper((WIDTH, top + HEAD + rows_tall + FOOT + 30), top, sheet.title, sheet.verdict)
    if sheet.note:
        write_fit(image, 30, TOP - 8, sheet.note, Style(30, "italic", theme.PALE), WIDTH - 60, "centre")
    left = paper[0] + LABELS
    step = (paper[2] - left - 16) // len(sheet.columns)
    for index, column in enumerate(sheet.columns):
        x = left + index * step
        _column(image, (x, paper[1], x + step, paper[3]), sheet, column)
    _labels(image, paper, left - 8, sheet)
    return image


def _labels(image: Image.Image, paper: Box, right: int, sheet: EdgeSheet) -> None:
    """Write the names of the rows, with a line above each category, and then the label of the totals."""
    x0, y0 = paper[0] + 24, paper[1] + HEAD
    for start, end, row in sheet.rows():
        if row.icon:
            lay_label(image, (x0, y0 + start, right, y0 + end), row, paper, Style(46, "text", theme.INK))
        else:
            style = Style(42, "italic", theme.INK_SOFT)
            write_fit(image, x0 + 66, y0 + start + 4, row.name, style, right - x0 - 66, least=theme.TEXT_MIN)
    bottom = max(end for _, end, _ in sheet.rows())
    lay_total(image, (x0, y0 + bottom, right, paper[3]), sheet.total, paper)


def _column(image: Image.Image, box: Box, sheet: EdgeSheet, column: Column) -> None:
    """Draw one player's column. A winner's column is highlighted and crowned, and its total is underlined."""
    x0, y0, x1, _ = box
    wide = x1 - x0
    mark(image, box, f"seat:{column.seat}", column.name)
    if column.winner:
        highlight_column(image, box)
        lay_icon(image, "first", x0 + wide // 2 - 32, y0 + 14, 64, theme.INK)
    flag = pennant(column.banner, 84, 126)
    image.paste(flag, (x0 + (wide - 84) // 2, y0 + 78), flag)
    name = hyphenated(column.name, sized(NAME, NAME_MIN), wide - 16)
    room = (x0 + 8, y0 + 206, x1 - 8, y0 + 358)
    write_block(image, room, name, NAME, lines=3, align="centre", valign="middle", least=NAME_MIN)
    rank = Style(42, "bold", theme.INK) if column.winner else Style(42, "italic", theme.INK_SOFT)
    write_fit(image, x0 + 8, y0 + 360, column.rank, rank, wide - 16, "centre")
    top = y0 + HEAD
    for (start, _, row), value in zip(sheet.rows(), column.scores, strict=True):
        style = Style(54, "bold", theme.INK) if row.icon else Style(42, "text", theme.INK_SOFT)
        write_fit(image, x0 + 8, top + start + (18 if row.icon else 2), value, style, wide - 16, "centre")
    bottom = top + max(end for _, end, _ in sheet.rows())
    write_fit(image, x0 + 8, bottom + 22, column.total, Style(72, "bold", theme.INK), wide - 16, "centre")
    if column.winner:
        rule(ImageDraw.Draw(image), x0 + 40, x1 - 40, bottom + 116)
