"""Draws the score sheet: a column for each player, headed by the revealed allegiance, and a row for each category."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.dark_providence.cards import BANDS, SEA
from render.dark_providence.view_reader import ALLEGIANCES
from render.emblem import dark_providence as emblem
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded
from render.pen.pieces import mark
from render.pen.theme import mix
from render.sheets.board_header import ending
from render.sheets.score_parts import MARGIN, Row, Sheet, draw_paper, highlight_column, lay_labels
from render.text.text_layout import Style, fitted, hyphenated, width, wrap, write, write_block, write_fit
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import allegiance_name, old_one_name
from rules.dark_providence.words.results import CATEGORIES
from rules.kernel.data.result import Result
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.translation import Translator

WIDTH = 1400
LABELS = 390
#: The height of a column's head without the player's name, and of a line of the name.
HEAD, NAME_LINE = 344, 60
ROW = 92
FOOT = 168
SEAL = 150
SIDE = 120
#: The styles of a player's name and of an allegiance, and the most lines of a name.
NAME, SIDE_NAME = Style(46, "bold", theme.INK), Style(42, "bold", theme.WHITE)
NAME_LINES = 3
#: The icon of each category.
ICONS = {
    "vp": "vp",
    "unrevealed": "allegiance",
    "blue": "asset",
    "end": "end",
    "track": "investigation",
    "gates": "gate_open",
    "pink": "vp_pink",
    "green": "vp_green",
    "crypt": "crypt",
    "returned": "returned",
    "deep_ones": "deep_one",
    "penalty": "eye",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One player's final scores.

    `art` is the id of an allegiance or of a Great Old One. `side` is its name, and `short` its name in a narrow column.
    `note` is the player's place, the reason why there is no place, or the progress towards the Great Old One's goal.
    `key` is the column's key as a piece.
    """

    key: str
    name: str
    colour: int | None
    art: str
    side: str
    short: str
    scores: tuple[float | None, ...]
    total: float
    note: str
    winner: bool = False
    out: bool = False


def read_sheet(view: ProvidenceView, result: Result, say: Translator) -> Sheet[Column]:
    """Return the contents of the score sheet, leaving out categories without any points."""
    names = [name for name in CATEGORIES if any(row.scores.get(name) for row in result.rows)]
    categories = tuple(Row(ICONS[name], say.t(CATEGORIES[name])) for name in names)
    sides = {player.seat: player.allegiance or "investigator" for player in view.players}
    out = {row.seat for row in result.rows if row.facts.get("excluded")}
    columns: list[Column] = []
    for row in sorted(result.rows, key=lambda row: (row.rank, row.seat)):
        winner = row.seat in result.winners
        place = say.t("excluded") if row.seat in out else say.t("place {rank}", rank=row.rank)
        note = "" if view.old_one else place
        columns.append(
            Column(
                key=f"seat:{row.seat}",
                name=say.seat(row.seat),
                colour=view.players[row.seat].colour,
                art=sides[row.seat],
                side=allegiance_name(say, sides[row.seat]),
                short=say.t(ALLEGIANCES[sides[row.seat]]),
                scores=tuple(row.scores.get(name, 0) for name in names),
                total=row.total,
                note=f"{{first}} {note}" if winner else note,
                winner=winner,
                out=row.seat in out,
            )
        )
    if view.old_one:
        columns.append(_old_one(view, result, say, len(names)))
    verdict = ending(say, result.winners) if result.winners else without_full_stop(say.t("The Great Old One wins."))
    return Sheet(say.t("Final scores"), verdict, say.t("Total"), categories, tuple(columns))


def _old_one(view: ProvidenceView, result: Result, say: Translator, categories: int) -> Column:
    """Return the Great Old One's column, which has only its total and its progress towards its goal."""
    foe = view.old_one
    assert foe is not None
    reached, needed = foe.goal
    goal = say.t("Goal: {reached} of {needed}", reached=min(reached, needed), needed=needed)
    return Column(
        key="seat:old_one",
        name=old_one_name(say, foe.id),
        colour=None,
        art=foe.id,
        side=say.t("Great Old One"),
        short=say.t("Great Old One"),
        scores=(None,) * categories,
        total=result.rows[0].scores.get("old_one", foe.vp),
        note=goal if result.winners else f"{{first}} {goal}",
        winner=not result.winners,
    )


def draw_score(sheet: Sheet[Column]) -> Image.Image:
    """Draw the score sheet, with a dark table as the background."""
    top = 168
    step = min(470, (WIDTH - 2 * MARGIN - LABELS - 12) // len(sheet.columns))
    head = HEAD + NAME_LINE * max(len(_name_lines(column, step)) for column in sheet.columns)
    tall = top + head + ROW * len(sheet.categories) + FOOT + 24
    image, paper = draw_paper((WIDTH, tall), top, sheet.title, sheet.verdict)
    left = paper[2] - 8 - step * len(sheet.columns)
    for index, column in enumerate(sheet.columns):
        x = left + index * step
        _column(image, (x, paper[1], x + step, paper[3]), column, head)
    lay_labels(image, paper, (paper[0] + 22, paper[1] + head, left - 8, paper[3]), ROW, sheet)
    return image


def _name_lines(column: Column, wide: int) -> list[str]:
    """Break a player's name into lines for a column of this width. A very long name is cut."""
    room = wide - 16
    return fitted(hyphenated(column.name, NAME, room), NAME, room, NAME_LINES, NAME.size)[0]


def _column(image: Image.Image, box: Box, column: Column, head: int) -> None:
    """Draw one player's column. It is highlighted for a winner, and faded for an allegiance that can't win."""
    x0, y0, x1, y1 = box
    wide = x1 - x0
    mark(image, box, column.key, column.name)
    ink = mix(theme.INK_SOFT, theme.PARCHMENT, 0.3) if column.out else theme.INK
    if column.winner:
        highlight_column(image, box)
    elif column.out:
        lay_panel(image, (x0 + 4, y0 + 8, x1 - 4, y1 - 8), theme.PARCHMENT_SHADE, None, 12)
    _head(image, (x0 + 8, y0 + 16, x1 - 8, y0 + head - 8), column)
    for index, value in enumerate(column.scores):
        y = y0 + head + index * ROW + 14
        if value is not None:
            colour = ink if value else mix(theme.INK_SOFT, theme.PARCHMENT, 0.5)
            write_fit(image, x0 + 6, y, _number(value), Style(54, "bold", colour), wide - 12, "centre")
    y = y0 + head + len(column.scores) * ROW + 6
    total = mix(SEA, theme.BLACK, 0.25) if column.winner else ink
    write_fit(image, x0 + 6, y, _number(column.total), Style(74, "bold", total), wide - 12, "centre")
    note = Style(42, "bold" if column.out or column.winner else "italic", theme.BLOOD if column.out else ink)
    write_block(
        image, (x0 + 8, y + 84, x1 - 8, y1 - 14), column.note, note, lines=2, align="centre", valign="middle", least=22
    )  # fmt: skip


def _head(image: Image.Image, box: Box, column: Column) -> None:
    """Draw a column's head: the allegiance card, the player's shape and name."""
    x0, y0, x1, _ = box
    wide = x1 - x0
    scene = emblem.horror(column.art, wide - 8, SEAL - 4, 3) if column.colour is None else emblem.seal(
        column.art, wide - 8, SEAL - 4
    )  # fmt: skip
    lay_panel(image, (x0, y0, x1, y0 + SEAL + SIDE), BANDS["old_one" if column.colour is None else column.art],
              theme.GOLD, 12, 3)  # fmt: skip
    image.paste(scene, (x0 + 4, y0 + 4), rounded(*scene.size, 9))
    if column.out:
        _cross_out(image, (x0 + 4, y0 + 4, x1 - 4, y0 + SEAL))
    side = (x0 + 2, y0 + SEAL + 1, x1 - 2, y0 + SEAL + SIDE - 2)
    room = side[2] - side[0]
    is_whole = all(width(word, SIDE_NAME) <= room for word in column.side.split())
    text = column.side if is_whole and len(wrap(column.side, SIDE_NAME, room)) <= 2 else column.short
    write_block(image, side, hyphenated(text, SIDE_NAME, room), SIDE_NAME, lines=2, align="centre", valign="middle")
    y = y0 + SEAL + SIDE + 4
    if column.colour is not None:
        lay_icon(image, f"seat{column.colour}", x0 + (wide - 40) // 2, y, 40, theme.INK)
    for number, line in enumerate(_name_lines(column, wide + 16)):
        write(image, (x0 + x1 - width(line, NAME)) // 2, y + 38 + number * NAME_LINE, line, NAME)


def _cross_out(image: Image.Image, box: Box) -> None:
    """Cross out the picture of an allegiance that can't win."""
    draw = ImageDraw.Draw(image)
    x0, y0, x1, y1 = box
    for ends in ((x0 + 20, y0 + 14, x1 - 20, y1 - 14), (x0 + 20, y1 - 14, x1 - 20, y0 + 14)):
        draw.line(ends, fill=theme.BLACK, width=16)
        draw.line(ends, fill=theme.BLOOD, width=10)


def _number(value: float) -> str:
    """Return a score as text, with a real minus sign."""
    return f"{value:g}".replace("-", "−")
