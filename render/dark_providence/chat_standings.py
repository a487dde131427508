"""Draws the lower part of the chat board: the table of players, and the tracks with the end condition."""

from collections.abc import Sequence

from PIL import Image

from render.dark_providence.board_records import Track
from render.dark_providence.change_marks import OUTLINE, SEA
from render.dark_providence.chat_city import GATE, SEAL, gate, seal
from render.dark_providence.chat_records import Standing, Standings
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, board_table, lay_panel, lay_ring, mapped_table
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part, mark
from render.pen.png_encoding import to_palette
from render.pen.theme import mix
from render.sheets.chat_board import MIN_TEXT, WIDTH
from render.text.text_layout import Style, icon_size, space, width, wrap, write, write_fit

EDGE, GAP, PAD = 8, 8, 12
#: The height of a line, at least and at most, and the width of the panel with the tracks.
LINE, LOOSE_LINE, SIDE = 40, 46, 322
#: The height of the bar below a track's name, if there is room for it.
BAR = 14
#: The width of a revealed allegiance's icon with its gap.
ALLEGIANCE = 42
HEADING = Style(MIN_TEXT, "text", theme.MUTED)
NAME, LEAST_NAME = Style(34, "bold", theme.WHITE), Style(MIN_TEXT, "bold", theme.WHITE)
CELL = Style(MIN_TEXT, "bold", theme.WHITE)
VP = Style(38, "bold", theme.GOLD_LIT)
PLAIN = Style(MIN_TEXT, "bold", theme.PALE)
CHIP = Style(MIN_TEXT, "bold", theme.WHITE)


def _goal_lines(standings: Standings) -> list[str]:
    return wrap(standings.goal, PLAIN, WIDTH - 2 * EDGE - SIDE - GAP - 2 * PAD) if standings.goal else []


def _line(standings: Standings) -> int:
    """Return the height of a line: more if there are few players."""
    lines = 1 + len(standings.rows) + len(_goal_lines(standings))
    return min(LOOSE_LINE, max(LINE, 4 * LOOSE_LINE // lines))


def standings_height(standings: Standings) -> int:
    """Return the height of the lower part."""
    lines = 1 + len(standings.rows) + len(_goal_lines(standings))
    return max(4 * LINE + 2, lines * _line(standings)) + 10


@cached
def draw_standings(standings: Standings) -> Image.Image:
    """Draw the table of players at the left, and the tracks at the right, as a palette image."""
    tall = standings_height(standings)
    image = mapped_table(WIDTH, tall)
    split = WIDTH - EDGE - SIDE - GAP
    words = standings.words
    image.paste(_panel(tall, split - EDGE, words, tuple(_goal_lines(standings)), _line(standings)), (EDGE, 0))
    for number, row in enumerate(standings.rows, 1):
        part = _row(row, split - EDGE - 8, _line(standings), words)
        y = 3 + number * _line(standings)
        image.paste(part, (EDGE + 4, y))
        mark(image, (EDGE + 4, y, EDGE + 4 + part.width, y + part.height), row.key, row.name)
    lay_part(image, _side(tall, standings.tracks, (standings.end, standings.control, standings.gate)), (split + GAP, 0))
    return image


# -- the table ------------------------------------------------------------------------------------------------


@cached
def _panel(tall: int, across: int, words: tuple[str, ...], goal: tuple[str, ...], line: int) -> Image.Image:
    """Draw the table without its rows: the headings and, in solo play, the Great Old One's goal."""
    image = board_table(WIDTH, EDGE, EDGE + across, tall)
    lay_panel(image, (0, 0, across, tall), theme.PANEL, theme.STEEL_DARK)
    for number, (left, word) in enumerate(zip(_lefts(across - PAD, words), words, strict=True)):
        sign = 0 if number else icon_size(HEADING.size) + 2 + space(HEADING)
        write(image, left - sign, 3, word if number else f"{{vp}} {word}", HEADING)
    for number, text in enumerate(goal):
        write(image, PAD, tall - 6 - (len(goal) - number) * line, text, PLAIN)
    return to_palette(image)


def _lefts(right: int, words: tuple[str, ...]) -> list[int]:
    """Return the left edges of the columns, each as wide as its heading and its widest cell."""
    lefts: list[int] = []
    for number, word in reversed(list(enumerate(words))):
        right -= max(width(word, HEADING), 44 if number == 0 else 76)
        lefts.insert(0, right)
        right -= 10
    return lefts


@cached
def _row(row: Standing, across: int, tall: int, words: tuple[str, ...]) -> Image.Image:
    """Draw a player's row: icon and name, the latest change of VP, and the cells."""
    image = Image.new("RGB", (across, tall), theme.PANEL)
    colour = theme.LEAF if row.colour is None else theme.SEATS[row.colour].colour
    paper = mix(theme.PANEL, colour, 0.32 if row.acting else 0.1)
    lay_panel(image, (0, 1, across, tall - 1), paper, colour if row.acting else None, 9, 3)
    if row.changed:
        lay_ring(image, (0, 0, across, tall), OUTLINE, 10, 3)
    middle, lefts = tall // 2, _lefts(across - PAD + 4, words)
    lay_icon(image, row.icon, 6, middle - 17, 34, theme.PALE)
    lefts[0] += _shift(row, lefts)
    right = lefts[0 if row.cells[0] else 1] - 8  # a cultist has no VP, so its name may be longer
    if row.gain and row.cells[1]:
        right = lay_chip(image, right, middle - 17, row.gain, 34) - 8
    elif row.gain:
        left = max(lefts[1], lefts[0] + width(row.cells[0], VP) + 8)
        lay_chip(image, left + chip_width(row.gain), middle - 17, row.gain, 34)
    if row.allegiance:
        right -= 36
        lay_icon(image, row.allegiance, right, middle - 18, 36, theme.PALE)
        right -= 6
    write_fit(image, 46, middle - 18, row.name, NAME, right - 46, least=MIN_TEXT)
    for left, text, style in zip(lefts, row.cells, (VP, CELL, CELL, CELL), strict=True):
        write(image, left, middle - (22 if style is VP else 19), text, style)
    return to_palette(image)


def _shift(row: Standing, lefts: Sequence[int]) -> int:
    """Return how far the VP make room for a long name, into the column of influence if it is empty."""
    if row.cells[1] or not row.cells[0]:
        return 0
    room = lefts[0] - 8 - 46 - (ALLEGIANCE if row.allegiance else 0)
    free = lefts[2] - 10 - lefts[0] - width(row.cells[0], VP) - (chip_width(row.gain) + 8 if row.gain else 0)
    return max(0, min(width(row.name, LEAST_NAME) - room, free))


def chip_width(text: str) -> int:
    """Return the width of a label of a change."""
    return width(text, CHIP) + 18


def lay_chip(image: Image.Image, right: int, y: int, text: str, tall: int = 36) -> int:
    """Draw a label of a change with its right edge at `right`. Return its left edge."""
    left = right - chip_width(text)
    lay_panel(image, (left, y, right, y + tall), SEA, OUTLINE, 10)
    write(image, left + 9, y + (tall - 42) // 2, text, CHIP)
    return left


# -- the tracks -----------------------------------------------------------------------------------------------


@cached
def _side(tall: int, tracks: tuple[Track, ...], words: tuple[str, str, str]) -> Image.Image:
    """Draw the end condition, the tracks, and the words for the seal and the gate of a city."""
    image = board_table(WIDTH, WIDTH - EDGE - SIDE, WIDTH - EDGE, tall)
    lay_panel(image, (0, 0, SIDE, tall), theme.PANEL, theme.STEEL_DARK)
    end, control, gate_word = words
    step = (tall - 8) // 4
    bar = BAR if step >= LINE + BAR else 0
    y = 4 + (step - LINE) // 2
    write_fit(image, PAD, y - 1, f"{{end}} {end}", PLAIN, SIDE - 2 * PAD, least=MIN_TEXT)
    for track in tracks:
        y += step
        _track(image, (PAD, y - bar // 2, SIDE - PAD, y + LINE), track, bar)
    y += step
    x = PAD - 4
    for part, side, word in ((seal(""), SEAL, control), (gate(""), GATE, gate_word)):
        image.paste(part, (x, y - 3), part)
        x = write(image, x + side + 4, y - 1, word, PLAIN, SIDE - 6 - x - side - 4) + 10
    return to_palette(image)


def _track(image: Image.Image, box: Box, track: Track, bar: int) -> None:
    """Draw a track: its name, its space and its last space, its latest change and, if there is room, a bar."""
    x0, y0, x1, _ = box
    mark(image, (x0, y0, x1, y0 + LINE + bar), f"track:{track.icon}", track.name)
    last = len(track.values) - 1
    # A label of a change takes the places of the icon and of the last space.
    text = f"{track.space}" if track.mark else f"{track.space}/{last}"
    name = track.name if track.mark else f"{{{track.icon}}} {track.name}"
    right = x1 - width(text, PLAIN)
    write(image, right, y0 - 1, text, Style(MIN_TEXT, "bold", theme.GOLD_LIT))
    if track.mark:
        right = lay_chip(image, right - 8, y0 + 1, track.mark)
    write(image, x0, y0 - 1, name, PLAIN, right - x0)
    if bar:
        step = (x1 - x0) / last
        for n in range(last):
            left, end = round(x0 + n * step), round(x0 + (n + 1) * step) - 3
            lay_panel(
                image, (left, y0 + LINE, end, y0 + LINE + 9), theme.GOLD if n < track.space else theme.HOLLOW, None, 4
            )
