"""Draws the comparison of both players on the chat board: souls, Execution, Plot deck and gold, face to face."""

from PIL import Image, ImageDraw

from render.aevum_haeresis.cards import small_back
from render.aevum_haeresis.chat_board_records import ChatCount
from render.aevum_haeresis.chat_layout import (
    EDGE,
    PLAIN,
    WIDTH,
    chip_width,
    lay_chip,
    signed,
    strip,
)
from render.emblem.aevum_haeresis import execution
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.pen.theme import mix
from render.sheets.chat_board import MIN_TEXT
from render.text.text_layout import Style, width, write, write_fit

LINE, GOAL = 42, 44
#: The width of the names in the middle, and of the room for a value with its change.
MIDDLE, VALUE = 300, 152
#: A Plot deck with this many cards or fewer is nearly empty. A bar for a Plot deck is full at the second number.
LOW, FULL = 10, 48
PIP = 20
#: The left edge of the lines.
INSET = EDGE + 12
#: The size of a card in hand, and the largest number of them.
BACK, MOST_BACKS = (28, 37), 9
BAD = theme.rgb("#ec6a5e")


def height(lines: tuple[ChatCount, ...], goal: str) -> int:
    """Return the height of the comparison."""
    return len(lines) * LINE + 10 + (GOAL if goal else 0)


@cached
def counts(lines: tuple[ChatCount, ...], goal: str) -> Image.Image:
    """Draw all lines of the comparison on a panel, and what ends the game below them, unless `goal` is ""."""
    tall = height(lines, goal)
    image = strip(tall)
    lay_panel(image, (EDGE, 0, WIDTH - EDGE, tall), theme.PANEL, theme.GOLD)
    for seat, x in enumerate((EDGE + 2, WIDTH - EDGE - 10)):
        lay_panel(image, (x, 14, x + 8, len(lines) * LINE - 4), theme.SEATS[seat].colour, None, 4)
    if goal:
        y = 5 + len(lines) * LINE
        ImageDraw.Draw(image).line((EDGE + 40, y, WIDTH - EDGE - 40, y), fill=theme.GOLD, width=2)
        text = Style(MIN_TEXT, "italic", theme.GOLD_LIT)
        write_fit(image, EDGE + 12, y + 1, goal, text, WIDTH - 2 * EDGE - 24, "centre", MIN_TEXT)
    mapped = to_palette(image)
    for number, line in enumerate(lines):
        y, inner = 5 + number * LINE, (WIDTH - MIDDLE) // 2
        mapped.paste(_line(line), (INSET, y))
        for seat, (left, right) in enumerate(((INSET, inner), (WIDTH - inner, WIDTH - INSET))):
            mark(mapped, (left, y, right, y + LINE), f"{line.icon}:{seat}", f"{line.owners[seat]}: {line.word}")
    return mapped


@cached
def _line(line: ChatCount) -> Image.Image:
    """Draw one line of the comparison."""
    image = Image.new("RGB", (WIDTH, LINE), theme.PANEL)
    _name(image, 0, line)
    for seat in (0, 1):
        _half(image, 0, seat, line)
    return to_palette(image.crop((INSET, 0, WIDTH - INSET, LINE)))


def _name(image: Image.Image, y: int, line: ChatCount) -> None:
    style = Style(MIN_TEXT, "text", theme.PALE)
    wide = width(line.word, style) + 50
    left = (WIDTH - wide) // 2
    lay_icon(image, line.icon, left, y + 2, 38, theme.PALE)
    write(image, left + 50, y + 1, line.word, style)


def _half(image: Image.Image, y: int, seat: int, line: ChatCount) -> None:
    """Write a player's value beside the name in the middle, and draw it as a picture further outside."""
    value, change = line.values[seat], line.changes[seat]
    text = str(value)
    ink = theme.WHITE
    if (line.icon == "plot" and value <= LOW) or (line.icon == "execution" and value):
        ink = BAD
    style, limit = Style(40, "bold", ink), f"/{line.goal}" if line.goal else ""
    inner = (WIDTH - MIDDLE) // 2
    wide = width(text, style) + (width(limit, PLAIN) if limit else 0)
    x = inner - wide if seat == 0 else WIDTH - inner
    end = write(image, x, y - 3, text, style)
    if limit:
        write(image, end, y + 3, limit, Style(MIN_TEXT, "text", theme.MUTED))
    if change:
        label = signed(change)
        lay_chip(image, x - 8 - chip_width(label) if seat == 0 else x + wide + 8, y + 3, label)
    outer = inner - VALUE
    _picture(image, y, seat, outer, line)


def _picture(image: Image.Image, y: int, seat: int, outer: int, line: ChatCount) -> None:
    """Draw a value between the outer edge and `outer`."""
    left = EDGE + 22
    room = outer - left
    value, note = line.values[seat], line.notes[seat]
    if note:
        x = left if seat == 0 else WIDTH - left - width(note, PLAIN)
        write(image, x, y + 2, note, Style(MIN_TEXT, "text", theme.MUTED))
    elif line.icon == "soul":
        for number in range(line.goal):
            x = left + number * PIP if seat == 0 else WIDTH - left - (number + 1) * PIP
            _soul(image, x, y + 6, number < value)
    elif line.icon == "execution":
        for number in range(line.goal):
            step = room // line.goal
            x = left + number * step if seat == 0 else WIDTH - left - (number + 1) * step + 6
            _tile(image, (x, y + 4, x + step - 6, y + LINE - 4), number, value)
    elif line.icon == "plot":
        _bar(image, (left, y + 13, left + room, y + LINE - 13), seat, value)
    else:
        _hand(image, y + 3, seat, left, value)


def _soul(image: Image.Image, x: int, y: int, full: bool) -> None:
    if full:
        lay_icon(image, "soul", x - 5, y, 30, theme.PALE)
    else:
        lay_panel(image, (x + 5, y + 11, x + 15, y + 21), theme.HOLLOW, theme.STEEL_DARK, 5)


def _tile(image: Image.Image, box: tuple[int, int, int, int], number: int, level: int) -> None:
    """Draw a tile of the Execution's mosaic, or its empty place."""
    x0, y0, x1, y1 = box
    if number >= level:
        lay_panel(image, box, theme.HOLLOW, theme.STEEL_DARK, 7)
        lay_icon(image, "execution", (x0 + x1) // 2 - 15, y0 + 2, 30, theme.PALE)
        image.paste(theme.HOLLOW, (x0 + 3, y0 + 3), Image.new("L", (x1 - x0 - 6, y1 - y0 - 6), 170))
        return
    lay_panel(image, box, theme.BLOOD, None, 7)
    wide, tall = x1 - x0 - 4, y1 - y0 - 4
    scene = execution(3 * wide, tall).crop((number * wide, 0, (number + 1) * wide, tall))
    image.paste(scene, (x0 + 2, y0 + 2), rounded(wide, tall, 5))


def _hand(image: Image.Image, y: int, seat: int, left: int, value: int) -> None:
    """Draw a hand as card backs that overlap."""
    back = small_back(*BACK)
    for number in range(min(value, MOST_BACKS)):
        image.paste(back, (left + number * PIP if seat == 0 else WIDTH - left - BACK[0] - number * PIP, y), back)


def _bar(image: Image.Image, box: tuple[int, int, int, int], seat: int, value: int) -> None:
    """Draw a Plot deck as a bar that shrinks towards its player's edge of the picture."""
    x0, y0, x1, y1 = box
    wide = x1 - x0
    if seat:
        x0, x1 = WIDTH - x1, WIDTH - x0
    lay_panel(image, (x0, y0, x1, y1), theme.HOLLOW, theme.STEEL_DARK, 8)
    length = min(wide, round(wide * value / FULL))
    if length < 12:
        length = 12 if value else 0
    if length:
        fill = BAD if value <= LOW else mix(theme.PANEL, theme.PALE, 0.75)
        lay_panel(image, (x0, y0, x0 + length, y1) if not seat else (x1 - length, y0, x1, y1), fill, None, 8)
