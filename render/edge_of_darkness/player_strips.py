"""Draws a player's strip: name, tokens, Agents, cubes, Guild Hall and the open hand."""

from dataclasses import replace

from PIL import Image

from render.edge_of_darkness.board_records import Card, Player, Slip
from render.edge_of_darkness.cards import CHIP, chip, pennant
from render.edge_of_darkness.change_marks import EMBER, lay_tag
from render.edge_of_darkness.layout import EDGE, MARGIN, WIDTH, ground
from render.edge_of_darkness.tower import cube_name
from render.emblem.crests import crest
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_ring, mapped_table, with_margin
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part, mark
from render.pen.png_encoding import to_palette
from render.pen.theme import Colour
from render.sheets.change_marks import LABEL_HEIGHT
from render.sheets.player_strip import lay_strip
from render.text.text_layout import Style, fitted, width, write, write_fit
from rules.kernel.words.translation import N_

PAD = 20
NAME_WIDTH = 430
#: The height of a strip without a hand, and the line height on a card in hand.
BARE_HEIGHT, CARD_LINE_HEIGHT = 112, 34
MOST, MIN_TEXT_SIZE = 3, theme.BOARD_MIN_TEXT
#: The width beside a slip's name that is reserved for the slip's cubes.
CUBES_WIDTH = 44
NUMBER = Style(36, "bold", theme.WHITE)
CARD = Style(28, "text", theme.INK)
CARD_TOP = BARE_HEIGHT - 4
#: The height of the space above a strip for a change label.
TAB = LABEL_HEIGHT - MARGIN


@cached
def draw_strip(player: Player) -> Image.Image:
    """Draw one strip on the table, as a palette image."""
    rows = _rows(player.hand)
    image = _without_hand(
        replace(player, hand=(), touched=(), mark=""), BARE_HEIGHT + sum(tall + 8 for tall, _ in rows)
    ).copy()
    _hand(image, player, rows)
    if not player.mark:
        return image
    if not _touched(player):
        lay_ring(image, (EDGE - 3, MARGIN - 3, WIDTH - EDGE + 3, image.height - MARGIN + 3), EMBER, theme.RADIUS + 3, 5)
    return _with_tag(image, player.mark)


@cached
def _without_hand(player: Player, tall: int) -> Image.Image:
    """Draw a strip without its hand. This is cached separately because playing a card changes only the hand."""
    image = ground(EDGE - MARGIN, WIDTH - EDGE + MARGIN, tall + 2 * MARGIN)
    x0, y0, x1, _ = lay_strip(image, theme.GUILDS[player.banner.guild].colour, player.acting, MARGIN, line=4)
    _name(image, x0 + PAD, y0 + 6, x1 - PAD, player)
    mark(image, (x0, y0, x1, image.height - MARGIN), f"seat:{player.seat}", player.name)
    _tokens(image, x0 + PAD, y0 + 60, x1 - PAD, player)
    whole = mapped_table(WIDTH, image.height)
    lay_part(whole, to_palette(image), (EDGE - MARGIN, 0))
    return whole


def _with_tag(strip: Image.Image, label: str) -> Image.Image:
    """Return a strip with a change label above its right corner, where it covers nothing."""
    image = mapped_table(WIDTH, TAB + strip.height)
    lay_part(image, strip, (0, TAB))
    lay_tag(image, (EDGE, LABEL_HEIGHT, WIDTH - EDGE, LABEL_HEIGHT), label, LABEL_HEIGHT)
    return image


def _touched(player: Player) -> list[Box]:
    """Return the boxes of the changed cards in hand."""
    return [box for card, box in zip(player.hand, _hand_boxes(_rows(player.hand)), strict=True)
            if card.seed in player.touched]  # fmt: skip


def _name(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Write the name and the cubes. At the right are this turn's values and, for the first player, a crown."""
    colour = theme.GUILDS[player.banner.guild].colour
    lay_icon(image, f"guild{player.banner.guild}", x, y + 2, 44, theme.PALE)
    lay_icon(image, player.banner.sigil, x + 54, y + 5, 38, colour)
    name = Style(theme.TITLE, "bold", theme.WHITE)
    end = write_fit(image, x + 104, y - 2, player.name, name, NAME_WIDTH - 104, least=MIN_TEXT_SIZE)
    if player.first:
        right -= 48
        lay_icon(image, "first", right + 4, y + 2, 44, theme.PALE)
    style = Style(38, "bold", theme.WHITE)
    gains = [f"{player.battle}{{battle}}"] if player.battle else []
    turn = " ".join([*gains, "{hunt}"] if player.hunting else gains)
    if turn:
        right -= width(turn, style) + 12
        write(image, right, y, turn, style)
    end = draw_cubes(image, max(end + 28, x + 300), y + 6, player.zone, "zone")
    draw_cubes(image, end + 22, y + 6, player.staged, "staged")


def tokens(player: Player) -> tuple[tuple[str, str], ...]:
    """Return the counts on a player board, as pairs of icon and number."""
    agents = f"{player.pool}+{player.placed}" if player.placed else str(player.pool)
    return (
        ("coin", str(player.coins)), ("influence", str(player.influence)), ("goodwill", str(player.goodwill)),
        ("reputation", str(player.reputation)), (f"guild_agent{player.banner.guild}", agents),
        ("untrained", str(player.untrained)), ("slip", str(player.slips)), ("defence", str(player.defence)),
    )  # fmt: skip


#: The names of a player's counts, in the same order as the counts that `tokens` returns.
COUNTS = (
    N_("Coins"), N_("Influence"), N_("Goodwill"), N_("Reputation"), N_("Agents"), N_("untrained"), N_("slips"),
    N_("Defense"),
)  # fmt: skip


def _tokens(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Write the counts, leaving out zeros, and then the Guild Hall."""
    for name, text in tokens(player):
        if text != "0":
            lay_icon(image, name, x, y, 40, theme.PALE)
            x = write(image, x + 44, y, text, NUMBER) + 26
    _hall(image, x, y, right, player.hall)


def draw_cubes(image: Image.Image, x: int, y: int, cubes: tuple[tuple[int, int], ...], name: str) -> int:
    """Draw a group of cubes, after the group's icon if it has one. Return the right end of the group."""
    if not cubes:
        return x
    lay_icon(image, name, x, y, 36, theme.PALE)
    x += 44
    if sum(count for _, count in cubes) <= 3:
        for guild, count in cubes:
            for _ in range(count):
                lay_icon(image, cube_name(guild), x, y + 3, 30, theme.PALE)
                x += 33
        return x
    for guild, count in cubes:
        lay_icon(image, cube_name(guild), x, y + 3, 30, theme.PALE)
        x = write(image, x + 33, y + 2, str(count), Style(28, "bold", theme.WHITE)) + 7
    return x


def _hall(image: Image.Image, x: int, y: int, right: int, hall: tuple[Card, ...]) -> None:
    """Draw the cards in the Guild Hall as tokens, as many as fit, followed by the number of the other cards."""
    if not hall:
        return
    lay_icon(image, "hall", x, y, 40, theme.PALE)
    x += 48
    step = CHIP[0] + 6
    fits = max(0, (right - x + 6) // step)
    if fits < len(hall):
        fits = max(0, (right - x - 48) // step)
    for card in hall[:fits]:
        part = chip(card)
        image.paste(part, (x, y), part)
        mark(image, (x, y, x + CHIP[0], y + CHIP[1]), card.key, card.name)
        x += step
    if len(hall) > fits:
        write(image, x, y, f"+{len(hall) - fits}" if fits else str(len(hall)), NUMBER)


def _rows(hand: tuple[Card, ...]) -> list[tuple[int, int]]:
    """Return the rows of a hand, as pairs of height and number of cards."""
    if not hand:
        return []
    count = -(-len(hand) // MOST)
    each = -(-len(hand) // count)
    rows = [hand[start : start + each] for start in range(0, len(hand), each)]
    return [(max(_card_tall(card, each) for card in row), len(row)) for row in rows]


def _card_wide(columns: int) -> int:
    return (WIDTH - 2 * EDGE - 2 * 12 + 8) // max(2, columns) - 8


def _hand_boxes(rows: list[tuple[int, int]]) -> list[Box]:
    """Return the boxes of the cards in hand, relative to the strip including its margin."""
    boxes: list[Box] = []
    y, wide = MARGIN + CARD_TOP, _card_wide(rows[0][1] if rows else 1)
    for tall, count in rows:
        for index in range(count):
            x = EDGE + 12 + index * (wide + 8)
            boxes.append((x, y, x + wide, y + tall))
        y += tall + 8
    return boxes


def _hand(image: Image.Image, player: Player, rows: list[tuple[int, int]]) -> None:
    """Draw the open hand on a strip that is already mapped to the palette."""
    for card, box in zip(player.hand, _hand_boxes(rows), strict=True):
        under = theme.mix(theme.PANEL, theme.GUILDS[player.banner.guild].colour, 0.08)
        image.paste(_name_card(card, box[2] - box[0], box[3] - box[1], under), box[:2])
        mark(image, box, card.key, card.name)
        if card.seed in player.touched:
            lay_ring(image, with_margin(box, 2), EMBER, 12, 5)


def _lines(card: Card, slip: Slip, wide: int) -> tuple[list[str], Style]:
    """Break a slip's name into lines that leave room for the card's cubes."""
    room = wide - 90 - (CUBES_WIDTH if _cubes(card) else 0)
    return fitted(slip.name, CARD, room, 1 if width(slip.name, Style(MIN_TEXT_SIZE)) <= room else 2, MIN_TEXT_SIZE)


def _cubes(card: Card) -> int:
    return max(0, sum(slip.cubes for slip in card.slips if slip))


def _card_tall(card: Card, columns: int) -> int:
    wide = _card_wide(columns)
    return max(56, 12 + sum(len(_lines(card, slip, wide)[0]) for slip in card.slips if slip) * CARD_LINE_HEIGHT)


@cached
def _name_card(card: Card, wide: int, tall: int, under: Colour) -> Image.Image:
    """Draw a card as a list of the names of its slips, as a palette image."""
    image = Image.new("RGB", (wide, tall), under)
    edge = theme.GUILDS[card.banner.guild].colour if card.banner else theme.STEEL_DARK
    lay_panel(image, (0, 0, wide, tall), theme.PARCHMENT, edge, 10, 3)
    flag = pennant(card.banner, 32, 46)
    image.paste(flag, (8, 2), flag)
    if cubes := _cubes(card):
        text, style = f"{cubes}{{cube}}" if cubes > 1 else "{cube}", Style(MIN_TEXT_SIZE, "bold", theme.INK)
        write(image, wide - 8 - width(text, style), tall - 38, text, style)
    y = 5
    for slip in card.slips:
        if slip is None:
            continue
        sign = crest(slip.seed, 28)
        image.paste(sign, (48, y + 4), sign)
        lines, style = _lines(card, slip, wide)
        ink = theme.mix(theme.INK_SOFT, theme.PARCHMENT, 0.3) if slip.spent else theme.INK
        for line in lines:
            write(image, 82, y, line, Style(style.size, style.face, ink), wide - 88)
            y += CARD_LINE_HEIGHT
    return to_palette(image)
