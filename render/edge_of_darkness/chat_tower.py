"""Draws the threat tower on the chat board."""

from functools import lru_cache

from PIL import Image, ImageDraw

from render.edge_of_darkness.change_marks import EMBER
from render.edge_of_darkness.chat_board_layout import (
    EDGE,
    GAP,
    LINE,
    TITLE,
    columns,
    ground,
    lay_heading,
)
from render.edge_of_darkness.chat_board_records import Spot, Tower
from render.edge_of_darkness.tower import STONE, cube_name
from render.emblem.edge_of_darkness import face
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, lay_ring, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.sheets.chat_board import MIN_TEXT, WIDTH
from render.text.text_layout import Style, hyphenated, line_height, width, wrap, write

MERLON, SCENE, TRAY, PAD = 12, 46, 44, 12
#: The height of the heading between the battlements and the spots.
HEADING = line_height(TITLE) + 2
TAB = 40
NAMES = Style(MIN_TEXT, "text", theme.BLIGHT_INK)
DAMAGE = Style(38, "bold", theme.WHITE)
REWARDS = Style(MIN_TEXT, "bold", theme.GOLD_LIT)
TAG = Style(MIN_TEXT, "bold", theme.WHITE)
SOCKET = theme.mix(theme.HOLLOW, theme.STEEL_DARK, 0.6)


def _inner() -> int:
    x0, x1 = columns(3)[0]
    return x1 - x0 - 2 * PAD


@lru_cache(maxsize=256)
def _names(spot: Spot, most: int, empty: str) -> tuple[str, ...]:
    """Return the lines with the names of a spot's threats. If they are long, the last ones are only counted."""
    if not spot.seed:
        return tuple(wrap(empty, NAMES, _inner()))
    if not most:
        return ()
    for count in range(len(spot.threats), 0, -1):
        rest = len(spot.threats) - count
        text = " · ".join(spot.threats[:count]) + (f" +{rest}" if rest else "")
        lines = tuple(wrap(hyphenated(text, NAMES, _inner()), NAMES, _inner()))
        if len(lines) <= most:
            return lines
    return lines  # pyright: ignore[reportPossiblyUnboundVariable]


def _rewards(spot: Spot) -> list[str]:
    """Return the lines with a spot's rewards. The first line is shorter, because the Damage is beside it."""
    return wrap(spot.rewards, REWARDS, _inner() - width(_damage(spot), DAMAGE) - 12) if spot.rewards else []


def _damage(spot: Spot) -> str:
    return f"{spot.damage}{{damage}}"


def _body_tall(tower: Tower, most: int) -> int:
    """Return the height of the upper parts of the spots."""
    return max(
        4 + SCENE + max(0, len(_rewards(spot)) - 1) * LINE + len(_names(spot, most, tower.empty)) * LINE + 6
        for spot in tower.spots
    )


def tower_tall(tower: Tower, most: int) -> int:
    """Return the height of the tower, with at most `most` lines for the names of each spot's threats."""
    tabs = TAB if any(spot.mark for spot in tower.spots) else 0
    return MERLON + HEADING + tabs + _body_tall(tower, most) + TRAY + GAP + 2


@cached
def draw_tower(tower: Tower, most: int) -> Image.Image:
    """Draw the tower with battlements and its three spots, as a palette image."""
    tall = tower_tall(tower, most)
    image = ground(tall)
    _walls(image, tall)
    lay_heading(image, (EDGE + 4, MERLON, WIDTH - EDGE - 4, MERLON + HEADING), tower.title, tower.rule)
    body = _body_tall(tower, most)
    top = tall - body - TRAY - GAP - 2
    mark(image, (2, 0, WIDTH - 2, tall), "tower", tower.title)
    for spot, (x0, x1) in zip(tower.spots, columns(len(tower.spots)), strict=True):
        mark(image, (x0, top, x1, top + body + TRAY), f"tower:{spot.number}", spot.name)
        if spot.seed:
            mark(image, (x0, top, x1, top + body), f"card:{spot.seed}", " · ".join(spot.threats))
        image.paste(_threat(spot, x1 - x0, body, most, tower.empty), (x0, top))
        image.paste(_tray(spot.cubes, spot.threshold, x1 - x0), (x0, top + body))
        if spot.mark:
            _tab(image, x0, top, spot.mark)
            lay_ring(image, (x0, top, x1, top + body + TRAY), EMBER, 10, 5)
    return to_palette(image)


def _tab(image: Image.Image, x: int, top: int, text: str) -> None:
    """Draw the label of a change above its spot, on the wall."""
    wide = width(text, TAG) + 24
    lay_panel(image, (x, top - TAB + 2, x + wide, top), EMBER, None, 10)
    write(image, x + 12, top - TAB, text, TAG)


def _walls(image: Image.Image, tall: int) -> None:
    """Draw the masonry with battlements on top."""
    draw = ImageDraw.Draw(image)
    left, right = 2, WIDTH - 2
    tooth = (right - left) / 25
    for n in range(0, 25, 2):
        draw.rectangle((left + n * tooth, 0, left + (n + 1) * tooth, MERLON + 4), STONE, theme.STEEL_DARK)
    draw.rectangle((left, MERLON - 4, right, tall - 3), STONE, theme.STEEL_DARK)
    draw.rectangle((left + 1, MERLON - 4, right - 1, MERLON), fill=STONE)
    line = theme.mix(STONE, theme.BLACK, 0.25)
    for row, y in enumerate(range(MERLON + 6, tall - 4, 36)):
        draw.line((left + 2, y, right - 2, y), fill=line, width=1)
        for x in range(20 + (row % 2) * 36, right - 8, 72):
            draw.line((x, y, x, min(tall - 4, y + 36)), fill=line, width=1)


@cached
def _threat(spot: Spot, wide: int, tall: int, most: int, empty: str) -> Image.Image:
    """Draw a spot's card: its rewards and its Damage over its picture, then its threats."""
    image = Image.new("RGB", (wide, tall), STONE)
    names = _names(spot, most, empty)
    if not spot.seed:
        lay_panel(image, (0, 0, wide, tall - 4), theme.HOLLOW, theme.STEEL_DARK, 10)
        y = (tall - len(names) * LINE) // 2 - 4
        for line in names:
            style = Style(MIN_TEXT, "italic", theme.MUTED)
            write(image, (wide - width(line, style)) // 2, y, line, style)
            y += LINE
        return image
    lay_panel(image, (0, 0, wide, tall - 4), theme.BLIGHT, theme.mix(theme.BLIGHT, theme.BLIGHT_INK, 0.4), 10)
    rewards = _rewards(spot)
    deep = SCENE + max(0, len(rewards) - 1) * LINE
    scene = face(spot.seed, wide - 8, deep, blight=True)
    scene = Image.blend(scene, Image.new("RGB", scene.size, theme.BLACK), 0.4)
    image.paste(scene, (4, 4), rounded(wide - 8, deep, 8))
    damage = width(_damage(spot), DAMAGE)
    write(image, wide - PAD - damage, 5, _damage(spot), DAMAGE)
    for number, line in enumerate(rewards):
        write(image, PAD, 8 + number * LINE, line, REWARDS, wide - 2 * PAD - damage)
    for number, line in enumerate(names):
        write(image, PAD, deep + 4 + number * LINE, line, NAMES, wide - 2 * PAD)
    return image


@cached
def _tray(cubes: tuple[tuple[int, int], ...], threshold: int, wide: int) -> Image.Image:
    """Draw a tray with a place for each cube up to an attack, so the free places show how many are missing."""
    image = Image.new("RGB", (wide, TRAY), STONE)
    lined = [guild for guild, count in cubes for _ in range(count)]
    near = len(lined) >= threshold - 1
    lay_panel(image, (0, 0, wide, TRAY), theme.HOLLOW, theme.BLOOD if near else theme.STEEL_DARK, 10)
    places = max(threshold, len(lined))
    pitch = min(40, (wide - 16) // places)
    side = pitch - 4
    x, y = (wide - pitch * places) // 2 + 2, (TRAY - side) // 2
    for place in range(places):
        left = x + place * pitch
        if place < len(lined):
            lay_icon(image, cube_name(lined[place]), left, y, side, theme.PALE)
        else:
            lay_panel(image, (left + 3, y + 3, left + side - 3, y + side - 3), theme.HOLLOW, SOCKET, 5)
    return image
