"""Draws what lies between the players on the chat board: the Location, Hunters, the Conflict, and revealed cards."""

from PIL import Image

from render.aevum_haeresis.cards import small_back
from render.aevum_haeresis.change_marks import OUTLINE, lay_outline
from render.aevum_haeresis.chat_board_records import ChatConflict, ChatHunter, ChatOpen, ChatPlace, ChatRow
from render.aevum_haeresis.chat_layout import (
    BOLD,
    EDGE,
    GAP,
    HALF,
    INNER,
    PLAIN,
    STEP,
    WIDTH,
    ground,
    half_x,
    lay_badge,
    strip,
    wrapped,
)
from render.aevum_haeresis.soul_and_execution_counts import SUNS
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import Box, lay_panel, mapped_table, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part, mark
from render.pen.png_encoding import to_palette
from render.pen.theme import mix, rgb
from render.sheets.chat_board import MIN_TEXT
from render.text.drawable_characters import covers
from render.text.text_layout import Style, width, write, write_fit

#: The heights of the Location, of a line of Hunters, and of the Conflict.
PLACE, EMPTY, HUNTERS, CONFLICT = 100, 60, 48, 84
#: The width of a time of day.
TIME = 92
#: How dark the Location's scene is behind text.
DIM = 0.62
#: The height of the Location's scene, and the largest part of it above the text.
SCENE, MOST_EXTRA = 200, 96
BACK = (32, 42)
AIM = Style(MIN_TEXT, "italic", theme.INK_SOFT)


@cached
def place(record: ChatPlace, tall: int) -> Image.Image:
    """Draw the Location: the times of day with their soul numbers at the left, the name at the right."""
    image, box = strip(tall), (EDGE, 0, WIDTH - EDGE, tall)
    scene = emblem(record.seed, "location", record.faction, INNER - 4, SCENE)
    above = (SCENE - tall) // 2
    scene = scene.crop((0, above, INNER - 4, above + tall - 4))
    mark(image, box, f"card:{record.seed}", record.name)
    lay_panel(image, box, theme.PANEL, theme.GOLD)
    image.paste(_dimmed(scene, tall - PLACE), (EDGE + 2, 2), rounded(*scene.size, theme.RADIUS - 2))
    for index, number in enumerate(record.track):
        x = EDGE + 10 + index * (TIME + 6)
        is_current = index == record.time
        _time(image, (x, tall - PLACE + 8, x + TIME, tall - 8), index, record.number if is_current else number,
              record.shift if is_current else 0, is_current)  # fmt: skip
    left, right, top = EDGE + 20 + 4 * (TIME + 6), WIDTH - EDGE - 10, tall - PLACE + 8
    lay_panel(image, (left, top, right, top + 44), COLOURS[record.faction], None, 10)
    lay_icon(image, f"seat{record.placer}", left + 8, top + 5, 34, theme.PALE)
    write_fit(image, left + 50, top + 1, record.name, Style(36, "bold", theme.WHITE), right - left - 60, least=MIN_TEXT)
    write_fit(image, left + 14, top + 46, record.now, BOLD, right - left - 24, least=MIN_TEXT)
    if record.changed:
        lay_outline(image, (EDGE + 3, 3, WIDTH - EDGE - 3, tall - 3))
    return to_palette(image)


def _dimmed(scene: Image.Image, top: int) -> Image.Image:
    """Return a scene that is dark below `top`, so that text is legible there."""
    image, box = scene.copy(), (0, top, *scene.size)
    low = scene.crop(box)
    image.paste(Image.blend(low, Image.new("RGB", low.size, theme.TABLE), DIM), box)
    return image


def _time(image: Image.Image, box: Box, index: int, number: int, shift: int, is_current: bool) -> None:
    x0, y0, x1, y1 = box
    fill, edge = (theme.PARCHMENT, theme.GOLD_LIT) if is_current else (theme.TABLE, theme.STEEL_DARK)
    lay_panel(image, box, fill, edge, 16, 5 if is_current else 2)
    ink = theme.INK if is_current else theme.PALE
    lay_icon(image, SUNS[index], (x0 + x1) // 2 - 19, y0 + 5, 38, ink)
    ink = {1: rgb("#2f7f55"), -1: theme.BLOOD}.get(shift, ink)
    style, text = Style(36, "bold", ink), str(number)
    write(image, (x0 + x1 - width(text, style)) // 2, y1 - 46, text, style)


@cached
def no_place(words: str) -> Image.Image:
    """Draw the empty place of the Location."""
    image, box = strip(EMPTY), (EDGE, 0, WIDTH - EDGE, EMPTY)
    mark(image, box, "location", words)
    lay_panel(image, box, theme.PANEL, theme.STEEL_DARK)
    lay_icon(image, "location", EDGE + 14, 9, 42, theme.PALE)
    write(image, EDGE + 74, 8, words, Style(MIN_TEXT, "italic", theme.MUTED))
    return to_palette(image)


# -- Hunters --------------------------------------------------------------------------------------------------------


@cached
def hunters(found: tuple[ChatHunter, ...], more: str) -> Image.Image:
    """Draw the Hunters in one line. If they don't fit, `more` says how many others there are."""
    image, x = strip(HUNTERS), EDGE
    for hunter in found:
        right = x + _hunter_width(hunter)
        mark(image, (x, 0, right, HUNTERS), f"card:{hunter.seed}", hunter.name)
        lay_panel(image, (x, 0, right, HUNTERS), theme.PARCHMENT, OUTLINE if hunter.changed else theme.GOLD, 12,
                  4 if hunter.changed else 2)  # fmt: skip
        lay_icon(image, f"seat{hunter.seat}", x + 8, 9, 30, theme.INK)
        lay_icon(image, "hunter", x + 42, 4, 40, theme.INK)
        write(image, x + 88, 5, hunter.name, Style(MIN_TEXT, "bold", theme.INK))
        x = right + GAP
    if more:
        write(image, x + 4, 4, more, Style(MIN_TEXT, "italic", theme.MUTED))
    return to_palette(image)


def _hunter_width(hunter: ChatHunter) -> int:
    return width(hunter.name, BOLD) + 102


def fitting_hunters(found: tuple[ChatHunter, ...]) -> int:
    """Return how many Hunters fit on a line together with the number of the others."""
    x, count = 0, 0
    for hunter in found:
        x += _hunter_width(hunter) + GAP
        spare = 160 if count + 1 < len(found) else -GAP
        if x + spare > INNER:
            break
        count += 1
    return count


# -- the Conflict ---------------------------------------------------------------------------------------------------


@cached
def conflict(record: ChatConflict) -> Image.Image:
    """Draw the current manoeuvre between the totals of both teams."""
    image = strip(CONFLICT)
    box = (EDGE, 0, WIDTH - EDGE, CONFLICT)
    mark(image, box, "conflict", record.name)
    lay_panel(image, box, mix(theme.PANEL, theme.ACCENTS["aevum_haeresis"], 0.3), theme.GOLD, line=3)
    texts = [f"{count}{{{record.type}}}" for count in record.icons]
    style = Style(54, "bold", theme.PALE)
    edge = EDGE + 18 + max(width(text, style) for text in texts) + 16
    room = WIDTH - 2 * edge
    face = "title" if covers(record.name, "title") else "bold"
    write_fit(image, edge, 0, record.name, Style(38, face, theme.GOLD_LIT), room, "centre", MIN_TEXT)
    stage = f"{{{record.outcome}}} {record.stage}" if record.outcome else record.stage
    write_fit(image, edge, 40, stage, PLAIN, room, "centre", MIN_TEXT)
    for seat, text in enumerate(texts):
        leads = seat == record.leader and record.icons[seat] > 0
        x = EDGE + 18 if seat == 0 else WIDTH - EDGE - 18 - width(text, style)
        write(image, x, 8, text, Style(54, "bold", theme.GOLD_LIT if leads else theme.PALE))
    return to_palette(image)


# -- Story rows -----------------------------------------------------------------------------------------------------


def chapter_height(rows: tuple[ChatRow, ChatRow]) -> int:
    """Return the height of both Story rows."""
    return max(_row_height(row) for row in rows)


def _row_height(row: ChatRow) -> int:
    return sum(_open_height(card) + GAP for card in row.cards) + (BACK[1] + GAP if row.backs else 0)


def _open_height(card: ChatOpen) -> int:
    return max(52, (len(_name_lines(card)) + len(_aim_lines(card))) * STEP + 12)


def _aim_lines(card: ChatOpen) -> list[str]:
    return wrapped(card.aim, AIM, HALF - 94)


def _name_lines(card: ChatOpen) -> list[str]:
    badge = width(card.cost, BOLD) + 36 if card.cost else 0
    return wrapped(card.name, BOLD, HALF - 80 - badge - 14)


@cached
def row(seat: int, record: ChatRow, tall: int) -> Image.Image:
    """Draw a player's Story row: revealed cards with their costs, then the number of face-down cards."""
    image, y = mapped_table(WIDTH, tall).crop((half_x(seat), 0, half_x(seat) + HALF, tall)), 0
    for card in record.cards:
        part = _open(seat, card)
        image.paste(part, (0, y))
        mark(image, (0, y, HALF, y + part.height), f"card:{card.seed}", card.name)
        y += part.height + GAP
    if record.backs:
        lay_part(image, _backs(seat, record), (0, y))
    return image


@cached
def _open(seat: int, card: ChatOpen) -> Image.Image:
    tall = _open_height(card)
    image = ground(seat, tall)
    edge = theme.GOLD_LIT if card.paid else theme.INK
    lay_panel(image, (0, 0, HALF, tall), theme.PARCHMENT, edge, line=5 if card.paid else 2)
    side = min(60, tall - 12)
    left = side + 20
    picture = emblem(card.seed, card.type, card.faction, side, tall - 12)
    image.paste(picture, (8, 6), rounded(*picture.size, 7))
    lines = _name_lines(card)
    y = (tall - (len(lines) + len(_aim_lines(card))) * STEP) // 2 + 1
    for line in lines:
        write(image, left, y, line, Style(MIN_TEXT, "bold", theme.INK))
        y += STEP
    for line in _aim_lines(card):
        write(image, left, y, line, AIM)
        y += STEP
    if card.cost:
        lay_badge(image, HALF - 10, 6, card.cost)
    return to_palette(image)


@cached
def _backs(seat: int, record: ChatRow) -> Image.Image:
    image, back = ground(seat, BACK[1]), small_back(*BACK)
    count = min(record.backs, 4)
    for number in range(count):
        image.paste(back, (number * 18, 0), back)
    end = write(image, BACK[0] + (count - 1) * 18 + 12, 2, record.words, Style(MIN_TEXT, "italic", theme.PALE))
    mark(image, (0, 0, end, BACK[1]), f"row:{seat}", record.words)
    return to_palette(image)
