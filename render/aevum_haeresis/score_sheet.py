"""Draws the final score sheet: the winner, the reason for the end, and both players' souls, Execution and decks."""

from dataclasses import dataclass

from PIL import Image

from render.aevum_haeresis.change_marks import VESTMENT
from render.aevum_haeresis.soul_and_execution_counts import lay_mosaic, lay_souls
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded
from render.pen.pieces import mark
from render.pen.theme import mix
from render.sheets.board_header import ending
from render.sheets.score_parts import MARGIN, Row, Sheet, draw_paper, highlight_column, lay_label
from render.text.text_layout import Style, line_height, wrap, write_block, write_fit
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import content_of, kind_of, reason_text
from rules.kernel.data.result import Result
from rules.kernel.words.translation import N_, Translator

WIDTH = 1300
#: The smallest text size: 11 points on a phone that shows the sheet 340 points wide.
TEXT = 43
LABELS = 392
#: The height above the paper without the reason for the end, and the style of the reason.
TOP, REASON = 174, Style(TEXT, "italic", theme.PALE)
HEAD = 410
ROW = 108
TILES_HEIGHT = 170
#: The heights of the picture of the Damned and of the band with its name.
PICTURE, BAND = 158, 104
ROWS = (
    ("soul", N_("Souls")),
    ("execution", N_("Execution")),
    ("plot", N_("Plot deck")),
    ("heretics", N_("Heretic deck")),
    ("pyre", N_("Pyre")),
    ("gold", N_("Gold")),
)  # fmt: skip
#: For each reason why a match can end, the index of the row that decided it.
DECISIVE_ROWS = {"souls": 0, "execution": 1, "deck": 2}


@dataclass(frozen=True, slots=True)
class Column:
    """One player's column: the Damned (id, faction, name), souls, Execution, and other counts."""

    seat: int
    name: str
    seed: str
    faction: str
    leader: str
    souls: int
    execution: int
    counts: tuple[int, ...]
    winner: bool = False


@dataclass(frozen=True, slots=True)
class EndSheet(Sheet[Column]):
    """The contents of the score sheet: columns, the reason for the end, and the index of the row that decided the
    match.

    This game has no totals.
    """

    reason: str
    decisive: int


def read_sheet(view: HaeresisView, result: Result, say: Translator) -> EndSheet:
    """Return the contents of the score sheet for a view and a result."""
    content = content_of(view)
    columns: list[Column] = []
    for row in sorted(result.rows, key=lambda row: (row.rank, row.seat)):
        player = view.players[row.seat]
        damned = content.cards.get(kind_of(player.damned))
        columns.append(
            Column(
                seat=row.seat,
                name=say.seat(row.seat),
                # There is no Damned if the match was conceded before the set-up.
                seed=damned.id if damned else "",
                faction=damned.faction if damned else "neutral",
                leader=say.name(damned.name) if damned else "",
                souls=round(row.scores.get("souls", player.souls)),
                execution=round(row.scores.get("execution", player.execution)),
                counts=(player.plot, player.heretics, len(player.pyre), player.gold),
                winner=row.seat in result.winners,
            )
        )
    reason = next((row.facts.get("reason", "") for row in result.rows), "") or view.reason
    return EndSheet(
        title=say.t("Final scores"),
        verdict=ending(say, result.winners),
        reason=reason_text(say, reason, result.winners[0]) if result.winners else "",
        total="",
        categories=tuple(Row(icon, say.t(name)) for icon, name in ROWS),
        columns=tuple(columns),
        decisive=DECISIVE_ROWS.get(reason, -1),
    )


def _tops(sheet: EndSheet, top: int) -> list[int]:
    """Return the y coordinates of the upper edges of all rows, and of the lower edge of the last row."""
    found = [top + HEAD]
    for index in range(len(sheet.categories)):
        found.append(found[-1] + (TILES_HEIGHT if index == 1 else ROW + (30 if index == 0 else 0)))
    return found


def draw_score(sheet: EndSheet) -> Image.Image:
    """Draw the score sheet, with a dark table as the background."""
    reason = wrap(sheet.reason, REASON, WIDTH - 60)
    top = TOP + len(reason) * line_height(REASON)
    tops = _tops(sheet, top)
    image, paper = draw_paper((WIDTH, tops[-1] + 20 + MARGIN), top, sheet.title, sheet.verdict)
    for number, line in enumerate(reason):
        write_fit(image, 30, 160 + number * line_height(REASON), line, REASON, WIDTH - 60, "centre", least=TEXT)
    step = (paper[2] - paper[0] - LABELS - 12) // len(sheet.columns)
    left = paper[2] - 8 - step * len(sheet.columns)
    for index, column in enumerate(sheet.columns):
        _column(image, (left + index * step, paper[1], left + (index + 1) * step, paper[3]), column, sheet, tops)
    for index, row in enumerate(sheet.categories):
        style = Style(44, "bold" if index == sheet.decisive else "text", theme.INK)
        lay_label(image, (paper[0] + 22, tops[index], left - 8, tops[index + 1]), row, paper, style)
    return image


def _column(image: Image.Image, box: Box, column: Column, sheet: EndSheet, tops: list[int]) -> None:
    """Draw one player's column. The winner's column is highlighted."""
    x0, y0, x1, _ = box
    mark(image, box, f"seat:{column.seat}", column.name)
    if column.winner:
        highlight_column(image, box)
    _head(image, (x0 + 14, y0 + 18, x1 - 14, y0 + HEAD - 8), column)
    middle = (tops[0] + tops[1]) // 2
    ink = mix(VESTMENT, theme.BLACK, 0.2)
    style = Style(54, "bold", ink if sheet.decisive == 0 and column.winner else theme.INK)
    write_fit(image, x0 + 8, tops[0] + 4, str(column.souls), style, x1 - x0 - 16, "centre")
    flames = (x0 + 24, middle + 14, x1 - 24, middle + 50)
    lay_souls(image, flames, column.souls, theme.INK, theme.PARCHMENT_SHADE, theme.INK_SOFT)
    tiles = (x0 + 24, tops[1] + 16, x1 - 24, tops[2] - 16)
    lay_mosaic(image, tiles, column.execution, (theme.PARCHMENT_SHADE, theme.INK_SOFT))
    for index, count in enumerate(column.counts):
        y = (tops[index + 2] + tops[index + 3]) // 2
        write_fit(image, x0 + 8, y - 36, str(count), Style(54, "bold", theme.INK), x1 - x0 - 16, "centre")


def _head(image: Image.Image, box: Box, column: Column) -> None:
    """Draw a column's head: the Damned, the player's shape and name."""
    x0, y0, x1, y1 = box
    lay_panel(image, (x0, y0, x1, y0 + PICTURE + BAND + 4), COLOURS[column.faction], theme.GOLD, 12, 3)
    scene = emblem(column.seed, "damned", column.faction, x1 - x0 - 8, PICTURE)
    image.paste(scene, (x0 + 4, y0 + 4), rounded(*scene.size, 9))
    if column.winner:
        lay_icon(image, "first", x1 - 82, y0 + 12, 68, theme.PALE)
    leader = (x0 + 8, y0 + PICTURE + 4, x1 - 8, y0 + PICTURE + BAND)
    write_block(
        image, leader, column.leader, Style(TEXT, "bold", theme.WHITE), lines=2, align="centre", valign="middle"
    )
    y = y0 + PICTURE + BAND + 8
    lay_icon(image, f"seat{column.seat}", (x0 + x1) // 2 - 22, y, 44, theme.INK)
    name = (x0, y + 44, x1, y1)
    write_block(image, name, column.name, Style(48, "bold", theme.INK), lines=2, align="centre", valign="middle")
