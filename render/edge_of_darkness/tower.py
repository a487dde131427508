"""The threat tower: three spots with the Blight side of their card and the cubes in their tray."""

from dataclasses import replace

from PIL import Image, ImageDraw

from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.layout import ground, layout
from render.edge_of_darkness.marks import EMBER, lay_tag
from render.edge_of_darkness.scene import Card, Tray, Words
from render.emblem.vista import vista
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, lay_panel, lay_ring, rounded
from render.text.writing import Style, sized, width, write, write_block, write_fit

STONE = theme.mix(theme.PANEL, theme.STEEL_DARK, 0.28)
THREAT_WIDE = 272
MERLON = 14
TITLE_TALL = 44
SCENE = 42
CUBE = 28
TAG_TALL = 38
NUMBER = Style(38, "bold", theme.WHITE)
REWARDS = Style(26, "bold", theme.GOLD_LIT)
PENALTY = Style(26, "bold", theme.rgb("#ff8f7a"))


def draw_tower(seats: int, trays: tuple[Tray, ...], words: Words) -> Image.Image:
    """Draw the tower with battlements, then its trays from the first to the third."""
    image = _empty_tower(seats, words).copy()
    wide, tall = image.size
    top, gap = MERLON + TITLE_TALL, 5
    step = (tall - top - 6 + gap) // 3
    boxes = [(6, top + n * step, wide - 6, top + (n + 1) * step - gap) for n in range(3)]
    for tray, box in zip(trays, boxes, strict=True):
        image.paste(_cell(seats, box, replace(tray, mark=""), words), box[:2])
    for tray, box in zip(trays, boxes, strict=True):
        if tray.mark:
            lay_ring(image, (box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), EMBER, theme.RADIUS, 5)
            lay_tag(image, box, tray.mark, lift=TAG_TALL - (box[3] - box[1]))
    return image


@cached(6)
def _empty_tower(seats: int, words: Words) -> Image.Image:
    """Draw the walls with the title."""
    image = ground(seats, layout(seats).tower)
    wide, tall = image.size
    _walls(image, wide, tall)
    title = Style(28, "title", theme.GOLD_LIT)
    rule = Style(28, "bold", theme.PALE)
    room = width(words.threshold, rule)
    write_fit(image, 14, MERLON + 4, words.tower, title, wide - room - 44, least=22)
    write(image, wide - room - 14, MERLON + 2, words.threshold, rule)
    return image


@cached(48)
def _cell(seats: int, box: Box, tray: Tray, words: Words) -> Image.Image:
    """Draw a tray with the wall behind it; the card's part is reused when cubes fall."""
    image = _empty_tower(seats, words).crop(box)
    image.paste(_threat_cell(seats, box, tray.card, words), (0, 0))
    _draw_cubes(image, (THREAT_WIDE + 5, 0, *image.size), tray)
    return image


@cached(32)
def _threat_cell(seats: int, box: Box, card: Card | None, words: Words) -> Image.Image:
    """Draw the left part of a tray: the card, or the words for an empty spot."""
    x0, y0, _, y1 = box
    image = _empty_tower(seats, words).crop((x0, y0, x0 + THREAT_WIDE, y1))
    wide, tall = image.size
    if card is not None:
        _draw_threat(image, (0, 0, wide, tall), card)
        return image
    lay_panel(image, (0, 0, wide, tall), theme.HOLLOW, theme.STEEL_DARK, 10)
    middle = (12, 10, wide - 12, tall - 10)
    write_block(image, middle, words.empty, Style(24, "italic", theme.MUTED), align="centre", valign="middle")
    return image


def _walls(image: Image.Image, wide: int, tall: int) -> None:
    """Draw the masonry behind the trays, with merlons on top."""
    draw = ImageDraw.Draw(image)
    tooth = wide / 11
    for n in range(0, 11, 2):
        draw.rectangle(
            (round(n * tooth), 0, round((n + 1) * tooth) - 1, MERLON + 4), fill=STONE, outline=theme.STEEL_DARK
        )
    draw.rectangle((0, MERLON, wide - 1, tall - 1), fill=STONE, outline=theme.STEEL_DARK)
    draw.rectangle((1, MERLON, wide - 2, MERLON + 5), fill=STONE)
    line = theme.mix(STONE, theme.BLACK, 0.25)
    for row, y in enumerate(range(MERLON + 10, tall, 36)):
        draw.line((2, y, wide - 3, y), fill=line, width=1)
        for x in range(20 + (row % 2) * 36, wide - 8, 72):
            draw.line((x, y, x, min(tall - 3, y + 36)), fill=line, width=1)


def _draw_threat(image: Image.Image, box: Box, card: Card) -> None:
    """Draw the Blight side in short: total Damage, the threats' names, rewards, what a failed defence costs."""
    x0, y0, x1, y1 = box
    lay_panel(image, box, theme.BLIGHT, theme.mix(theme.BLIGHT, theme.BLIGHT_INK, 0.4), 10)
    scene = vista(card.seed, x1 - x0 - 8, SCENE, blight=True)
    scene = Image.blend(scene, Image.new("RGB", scene.size, theme.BLACK), 0.35)
    image.paste(scene, (x0 + 4, y0 + 4), rounded(x1 - x0 - 8, SCENE, 8))
    flag = pennant(card.banner, 34, 50)
    image.paste(flag, (x0 + 10, y0 + 2), flag)
    number = _number(card)
    right = x1 - width(number, NUMBER) - 10
    write(image, right, y0 + 2, number, NUMBER)
    above = _rewards_above(card)
    penalty = f"{{damage}} {card.penalty}" if card.penalty else ""
    below = penalty if above else card.rewards
    if above:
        write_fit(image, x0 + 52, y0 + 8, card.rewards, REWARDS, right - x0 - 58)
    write_fit(image, x0 + 10, y1 - 34, below, PENALTY if above else REWARDS, x1 - x0 - 20, "right")
    names = " · ".join(slip.threat for slip in card.slips if slip)
    room = (x0 + 10, y0 + SCENE + 5, x1 - 8, y1 - (31 if below else 2))
    write_block(image, room, names, Style(24, "text", theme.BLIGHT_INK), lines=2 if below else 3)


def _number(card: Card) -> str:
    return f"{card.damage}{{damage}}"


def _rewards_above(card: Card) -> bool:
    """Tell whether the rewards fit above the names; below them they leave no room there for the penalty."""
    room = THREAT_WIDE - width(_number(card), NUMBER) - 68
    return width(card.rewards, sized(REWARDS, theme.TEXT_LEAST)) <= room


def _draw_cubes(image: Image.Image, box: Box, tray: Tray) -> None:
    """Draw the tray: its cubes by colour, how close it is to an attack, and a penalty that found no room."""
    x0, y0, x1, y1 = box
    near = tray.total >= tray.threshold - 1
    lay_panel(image, box, theme.HOLLOW, theme.BLOOD if near else theme.STEEL_DARK, 10)
    style = Style(30, "bold", theme.rgb("#ff8f7a") if near else theme.PALE)
    write(image, x0 + 10, y0 + 1, f"{tray.total}/{tray.threshold}", style)
    if near:
        lay_icon(image, "damage", x1 - 42, y0 + 5, 32, theme.PALE)
    if tray.card and tray.card.penalty and not _rewards_above(tray.card):
        y1 -= 32
        write_fit(image, x0 + 6, y1 - 3, tray.card.penalty, PENALTY, x1 - x0 - 12)
    cubes = [guild for guild, count in tray.cubes for _ in range(count)]
    side = CUBE
    while side > 12 and ((x1 - x0 - 14) // (side + 2)) * ((y1 - y0 - 42) // (side + 2)) < len(cubes):
        side -= 2
    per_row = (x1 - x0 - 14) // (side + 2)
    for index, guild in enumerate(cubes):
        x = x0 + 8 + (index % per_row) * (side + 2)
        y = y0 + 38 + (index // per_row) * (side + 2)
        lay_icon(image, cube_name(guild), x, y, side, theme.PALE)


def cube_name(guild: int) -> str:
    """Name the icon of a cube; -1 is black."""
    return "cube_black" if guild < 0 else f"guild_cube{guild}"
