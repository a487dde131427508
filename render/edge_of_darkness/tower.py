"""Draws the threat tower: three spots, each with its card's Blight side above the cubes in the tray."""

from PIL import Image, ImageDraw

from render.edge_of_darkness.board_records import Card, Tray, Words
from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.change_marks import EMBER, lay_tag
from render.edge_of_darkness.layout import GAP, WIDTH, columns, ground
from render.emblem.edge_of_darkness import face
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, lay_ring, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.sheets.change_marks import LABEL_HEIGHT
from render.text.text_layout import Style, line_height, width, wrap, write, write_block, write_fit

STONE = theme.mix(theme.PANEL, theme.STEEL_DARK, 0.28)
MERLON = 14
#: The upper edge of the trays, and the heights of the cubes, of a threat's picture, and of the line with the cost of a
#: failed defence.
TOP = MERLON + 48
CUBES_HEIGHT, SCENE, PENALTY_HEIGHT = 50, 48, 40
CUBE = 30
NUMBER = Style(40, "bold", theme.WHITE)
REWARDS = Style(32, "bold", theme.GOLD_LIT)
NAMES = Style(28, "text", theme.BLIGHT_INK)
PENALTY = Style(30, "bold", theme.rgb("#ff8f7a"))
MIN_TEXT_SIZE = theme.BOARD_MIN_TEXT


def draw_tower(trays: tuple[Tray, ...], words: Words) -> Image.Image:
    """Draw the tower with battlements, then its trays side by side, as a palette image."""
    edges = columns(len(trays))
    tall = max(_threat_tall(tray.card, edges[0][1] - edges[0][0]) for tray in trays)
    tags = LABEL_HEIGHT if any(tray.mark for tray in trays) else 0
    top = TOP + tags
    boxes = [(x0, top, x1, top + tall + CUBES_HEIGHT) for x0, x1 in edges]
    image = _empty_tower(words, tall + tags).copy()
    mark(image, (4, 0, WIDTH - 4, image.height - GAP), "tower", words.tower)
    for tray, (x0, y0, x1, y1) in zip(trays, boxes, strict=True):
        mark(image, (x0, y0, x1, y1), f"tower:{tray.number}", tray.name)
        if tray.card is not None:
            mark(image, (x0, y0, x1, y1 - CUBES_HEIGHT), tray.card.key, tray.card.threats)
        image.paste(_threat(tray.card, words, x1 - x0, tall), (x0, y0))
        image.paste(_cubes(tray.cubes, tray.threshold, x1 - x0), (x0, y1 - CUBES_HEIGHT))
    for tray, box in zip(trays, boxes, strict=True):
        if tray.mark:
            lay_ring(image, (box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), EMBER, theme.RADIUS, 5)
            lay_tag(image, box, tray.mark, lift=LABEL_HEIGHT)
    return image


@cached
def _empty_tower(words: Words, tall: int) -> Image.Image:
    """Draw the walls of the tower with its title."""
    low = TOP + tall + CUBES_HEIGHT + GAP
    image = ground(0, WIDTH, low + GAP)
    _walls(image, 4, WIDTH - 4, low - 2)
    rule = Style(34, "bold", theme.PALE)
    room = width(words.threshold, rule)
    write_fit(
        image, 24, MERLON + 4, words.tower, Style(32, "title", theme.GOLD_LIT), WIDTH - room - 90, least=MIN_TEXT_SIZE
    )
    write(image, WIDTH - room - 24, MERLON + 2, words.threshold, rule)
    return to_palette(image)


def _walls(image: Image.Image, x0: int, x1: int, low: int) -> None:
    """Draw the masonry behind the trays, with battlements on top."""
    draw = ImageDraw.Draw(image)
    tooth = (x1 - x0) / 21
    for n in range(0, 21, 2):
        draw.rectangle((x0 + round(n * tooth), 0, x0 + round((n + 1) * tooth) - 1, MERLON + 4), STONE, theme.STEEL_DARK)
    draw.rectangle((x0, MERLON, x1 - 1, low), STONE, theme.STEEL_DARK)
    draw.rectangle((x0 + 1, MERLON, x1 - 2, MERLON + 5), fill=STONE)
    line = theme.mix(STONE, theme.BLACK, 0.25)
    for row, y in enumerate(range(MERLON + 10, low, 36)):
        draw.line((x0 + 2, y, x1 - 3, y), fill=line, width=1)
        for x in range(x0 + 20 + (row % 2) * 36, x1 - 8, 72):
            draw.line((x, y, x, min(low - 2, y + 36)), fill=line, width=1)


@cached
def _threat(card: Card | None, words: Words, wide: int, tall: int) -> Image.Image:
    """Draw the upper part of a spot: its card, or a text if the spot is empty."""
    image = Image.new("RGB", (wide, tall), STONE)
    if card is not None:
        _draw_threat(image, card)
    else:
        lay_panel(image, (0, 0, wide, tall - 4), theme.HOLLOW, theme.STEEL_DARK, 10)
        middle = (16, 6, wide - 16, tall - 10)
        write_block(image, middle, words.empty, Style(28, "italic", theme.MUTED), align="centre", valign="middle",
                    least=MIN_TEXT_SIZE)  # fmt: skip
    return to_palette(image)


def _threat_tall(card: Card | None, wide: int) -> int:
    """Return the height of a card with its threats and the cost of a failed defence, or the height of an empty spot."""
    lines = len(wrap(card.threats, NAMES, wide - 22)) if card else 2
    return SCENE + 12 + lines * line_height(NAMES) + (PENALTY_HEIGHT if card and card.penalty else 0)


def _draw_threat(image: Image.Image, card: Card) -> None:
    """Draw a card's Blight side in brief: total Damage, rewards, threats, and the cost of a failed defence."""
    wide, tall = image.size
    lay_panel(image, (0, 0, wide, tall - 4), theme.BLIGHT, theme.mix(theme.BLIGHT, theme.BLIGHT_INK, 0.4), 10)
    scene = face(card.seed, wide - 8, SCENE, blight=True)
    scene = Image.blend(scene, Image.new("RGB", scene.size, theme.BLACK), 0.35)
    image.paste(scene, (4, 4), rounded(wide - 8, SCENE, 8))
    flag = pennant(card.banner, 36, 52)
    image.paste(flag, (10, 2), flag)
    number = f"{card.damage}{{damage}}"
    right = wide - width(number, NUMBER) - 10
    write(image, right, 4, number, NUMBER)
    write_fit(image, 56, 9, card.rewards, REWARDS, right - 62, least=MIN_TEXT_SIZE)
    penalty = f"{{damage}} {card.penalty}" if card.penalty else ""
    low = tall - 8
    if penalty:
        low -= PENALTY_HEIGHT - 4
        write_fit(image, 12, low, penalty, PENALTY, wide - 24, "right", MIN_TEXT_SIZE)
    write_block(image, (12, SCENE + 4, wide - 10, low), card.threats, NAMES, least=MIN_TEXT_SIZE)


@cached
def _cubes(cubes: tuple[tuple[int, int], ...], threshold: int, wide: int) -> Image.Image:
    """Draw a tray: its cubes by colour, and the number of cubes missing until an attack."""
    image = Image.new("RGB", (wide, CUBES_HEIGHT), STONE)
    total = sum(count for _, count in cubes)
    near = total >= threshold - 1
    lay_panel(image, (0, 0, wide, CUBES_HEIGHT), theme.HOLLOW, theme.BLOOD if near else theme.STEEL_DARK, 10)
    style = Style(34, "bold", theme.rgb("#ff8f7a") if near else theme.PALE)
    x = write(image, 12, 4, f"{total}/{threshold}", style) + 12
    lined = [guild for guild, count in cubes for _ in range(count)]
    if x + len(lined) * (CUBE + 3) <= wide - 6:
        for guild in lined:
            lay_icon(image, cube_name(guild), x, 10, CUBE, theme.PALE)
            x += CUBE + 3
        return to_palette(image)
    text = " ".join(f"{count}{{{cube_name(guild)}}}" for guild, count in cubes)
    write_fit(image, x, 5, text, Style(32, "bold", theme.PALE), wide - 8 - x, least=MIN_TEXT_SIZE)
    return to_palette(image)


def cube_name(guild: int) -> str:
    """Return the name of a cube's icon. Guild -1 stands for black."""
    return "cube_black" if guild < 0 else f"guild_cube{guild}"
