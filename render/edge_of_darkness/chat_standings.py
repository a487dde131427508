"""Draws the table of the chat board: how everyone stands. Above it, there may be a picture of the city."""

from PIL import Image

from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.change_marks import EMBER
from render.edge_of_darkness.chat_board_layout import EDGE, GAP, LINE, WORDS, ground
from render.edge_of_darkness.chat_board_records import Cell, Standing
from render.emblem.city_vistas import vista
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, lay_ring, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.sheets.chat_board import MIN_TEXT, WIDTH
from render.text.text_layout import Style, shorten, width, wrap, write

#: The height of a row, and the least width of a column with an icon and a number of two digits.
ROW, CELL = 44, 86
ICON = 34
NAME = Style(MIN_TEXT + 1, "bold", theme.WHITE)
NUMBER = Style(35, "bold", theme.WHITE)
BETWEEN = 12


def _column_words(columns: tuple[str, ...]) -> list[list[str]]:
    """Return the lines of each column's name. A name of two words has two lines, except in the first column."""
    first, *others = columns
    return [[first], *(wrap(name, WORDS, max(width(word, WORDS) for word in name.split())) for name in others)]


def _right_edges(columns: tuple[str, ...]) -> list[int]:
    """Return the right edges of the columns. The first name reaches over the players' names, where there is room."""
    wide = [max(CELL, *(width(line, WORDS) for line in lines)) for lines in _column_words(columns)]
    edges: list[int] = []
    right = WIDTH - EDGE - 16
    for each in reversed(wide):
        edges.append(right)
        right -= each + BETWEEN
    return edges[::-1]


def heading_tall(columns: tuple[str, ...]) -> int:
    """Return the height of the names above the table."""
    return max(map(len, _column_words(columns))) * LINE + 2


def standings_tall(players: tuple[Standing, ...], columns: tuple[str, ...]) -> int:
    """Return the height of the table."""
    return heading_tall(columns) + len(players) * (ROW + 4)


def draw_standings(players: tuple[Standing, ...], columns: tuple[str, ...]) -> list[Image.Image]:
    """Draw the table as palette images: the names of the counts, then a row for each player."""
    return [_heading(columns), *(_row(player, columns) for player in players)]


@cached
def _heading(columns: tuple[str, ...]) -> Image.Image:
    tall = heading_tall(columns)
    image = ground(tall)
    for lines, right in zip(_column_words(columns), _right_edges(columns), strict=True):
        y = tall - len(lines) * LINE - 2
        for line in lines:
            write(image, right - width(line, WORDS), y, line, WORDS)
            y += LINE
    return to_palette(image)


@cached
def _row(player: Standing, columns: tuple[str, ...]) -> Image.Image:
    """Draw a player's row: the mark of the Guild, the name, and the counts that aren't zero."""
    image = ground(ROW + 4)
    mark(image, (EDGE, 0, WIDTH - EDGE, ROW), f"seat:{player.seat}", player.name)
    colour = theme.GUILDS[player.banner.guild].colour
    paper = theme.mix(theme.PANEL, colour, 0.08)
    edge, line = (colour, 4) if player.acting else (theme.mix(paper, colour, 0.4), 2)
    lay_panel(image, (EDGE, 0, WIDTH - EDGE, ROW), paper, edge, line=line)
    lay_panel(image, (EDGE, 10, EDGE + 8, ROW - 10), colour, None, 4)
    lay_icon(image, f"guild{player.banner.guild}", EDGE + 14, 5, 34, theme.PALE)
    edges = _right_edges(columns)
    left = EDGE + 56
    name = shorten(player.name, NAME, edges[0] - CELL - left - 6)
    write(image, left, 0, name, NAME)
    for cell, right in zip(player.cells, edges, strict=True):
        if cell.number:
            _cell(image, right, cell)
    return to_palette(image)


def _cell(image: Image.Image, right: int, cell: Cell) -> None:
    wide = ICON + 6 + width(str(cell.number), NUMBER)
    if cell.changed:
        lay_ring(image, (right - wide - 8, 3, right + 8, ROW - 3), EMBER, 12, 4)
    lay_icon(image, cell.icon, right - wide, 5, ICON, theme.PALE)
    write(image, right - wide + ICON + 6, 0, str(cell.number), NUMBER)


@cached
def draw_city(winners: tuple[Standing, ...], tall: int) -> Image.Image:
    """Draw the city, with the winners' banners over it at the end of the match."""
    image = ground(tall)
    scene = vista("edge_of_darkness", WIDTH - 2 * EDGE, tall - GAP)
    image.paste(scene, (EDGE, 0), rounded(scene.width, scene.height, theme.RADIUS))
    high = round(tall * 0.62)
    wide = round(high * 0.66)
    x = (WIDTH - len(winners) * (wide + 40) + 40) // 2
    for player in winners:
        flag = pennant(player.banner, wide, high)
        image.paste(flag, (x, 0), flag)
        x += wide + 40
    return to_palette(image)
