"""A player's strip: name, tokens, agents, cubes, Guild Hall and the open hand."""

from dataclasses import replace

from PIL import Image

from render.edge_of_darkness.cards import CHIP, MINI, MINI_LEAST, chip, mini
from render.edge_of_darkness.layout import MARGIN, ground, layout
from render.edge_of_darkness.marks import EMBER, lay_tag
from render.edge_of_darkness.scene import Card, Player, Words
from render.edge_of_darkness.tower import cube_name
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, grown, inside, lay_ring
from render.sheets.strip import lay_strip
from render.text.writing import Style, width, write, write_fit

PAD = 20
HAND_LEFT = 650
NUMBER = Style(32, "bold", theme.WHITE)


def draw_strip(seats: int, player: Player, words: Words) -> Image.Image:
    """Draw one strip with a margin of the table around it."""
    image = _without_hand(seats, replace(player, hand=(), touched=(), mark="")).copy()
    box = inside(image, MARGIN)
    _hand(image, box, player, words)
    if player.mark and not _touched(box, player):
        x0, y0, x1, y1 = box
        lay_ring(image, (x0 - 3, y0 - 3, x1 + 3, y1 + 3), EMBER, theme.RADIUS + 3, 5)
    return image


@cached(24)
def _without_hand(seats: int, player: Player) -> Image.Image:
    """Draw a strip without the hand, which is reused when cards are played."""
    image = _empty_strip(seats, player.seat, player.banner.guild, player.acting).copy()
    x0, y0, _, _ = inside(image, MARGIN)
    right = x0 + HAND_LEFT - 16
    _name(image, x0 + PAD, y0 + 6, right, player)
    _tokens(image, x0 + PAD, y0 + 62, right, player)
    _cubes_and_hall(image, x0 + PAD, y0 + 110, right, player)
    return image


@cached(8)
def _empty_strip(seats: int, seat: int, guild: int, acting: bool) -> Image.Image:
    """Draw the panel on the table, framed in the Guild's colour during its turn."""
    image = ground(seats, grown(layout(seats).strips[seat], MARGIN))
    lay_strip(image, theme.GUILDS[guild].colour, acting, MARGIN, line=4)
    return image


def tag_strip(image: Image.Image, box: Box, player: Player) -> None:
    """Lay the label of recent changes over the strip, after all strips are on the board."""
    if player.mark:
        touched = _touched(box, player)
        lay_tag(image, touched[-1] if touched else box, player.mark, 26 if touched else 18)


def _touched(box: Box, player: Player) -> list[Box]:
    """Return the boxes of the cards in hand that changed."""
    boxes = hand_boxes(box, len(player.hand))
    return [place for card, place in zip(player.hand, boxes, strict=True) if card.seed in player.touched]


def _name(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Write the name, with the values of this turn and the first player's crown at the right."""
    lay_icon(image, f"guild{player.banner.guild}", x, y + 2, 44, theme.PALE)
    if player.first:
        right -= 48
        lay_icon(image, "first", right + 4, y + 2, 44, theme.PALE)
    style = Style(36, "bold", theme.WHITE)
    gains = [f"{player.battle}{{battle}}"] if player.battle else []
    turn = " ".join([*gains, "{hunt}"] if player.hunting else gains)
    if turn:
        right -= width(turn, style) + 12
        write(image, right, y, turn, style)
    colour = theme.GUILDS[player.banner.guild].colour
    lay_icon(image, player.banner.sigil, x + 54, y + 5, 38, colour)
    name = Style(theme.TITLE, "bold", theme.WHITE)
    end = write_fit(image, x + 104, y - 2, player.name, name, right - x - 116, least=28)
    if right - end - 30 >= width(player.guild, Style(26, "italic")):
        write(image, end + 16, y + 9, player.guild, Style(26, "italic", theme.MUTED))


def tokens(player: Player) -> tuple[tuple[str, str], ...]:
    """Return the counts of a player board: icon and number."""
    agents = f"{player.pool}+{player.placed}" if player.placed else str(player.pool)
    return (
        ("coin", str(player.coins)), ("influence", str(player.influence)), ("goodwill", str(player.goodwill)),
        ("reputation", str(player.reputation)), (f"guild_agent{player.banner.guild}", agents),
        ("untrained", str(player.untrained)), ("slip", str(player.slips)), ("defence", str(player.defence)),
    )  # fmt: skip


def _tokens(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Write the counts in one row, spread over the width."""
    cells = tokens(player)
    widths = [42 + width(text, NUMBER) for _, text in cells]
    gap = (right - x - sum(widths)) // (len(cells) - 1)
    for (name, text), wide in zip(cells, widths, strict=True):
        lay_icon(image, name, x, y, 38, theme.PALE)
        write(image, x + 42, y, text, NUMBER)
        x += wide + gap


def _cubes_and_hall(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Draw Threat Zone, staged cubes and Guild Hall in one line."""
    end = draw_cubes(image, x, y, player.zone, "zone")
    if player.staged:
        end = draw_cubes(image, end + 20, y, player.staged, "staged")
    _hall(image, max(end + 20, x + 190), y, right, player.hall)


def draw_cubes(image: Image.Image, x: int, y: int, cubes: tuple[tuple[int, int], ...], name: str) -> int:
    """Draw a group of cubes behind its icon; return the x where it ends."""
    lay_icon(image, name, x, y, 36, theme.PALE)
    x += 44
    if not cubes:
        return write(image, x, y - 2, "0", Style(30, "bold", theme.MUTED))
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
    """Draw the Guild Hall as tokens, as many as fit."""
    lay_icon(image, "hall", x, y, 36, theme.PALE)
    x += 44
    if not hall:
        write(image, x, y - 2, "0", Style(30, "bold", theme.MUTED))
        return
    step = CHIP[0] + 6
    fits = (right - x + 6) // step
    if fits < len(hall):
        fits = max(0, (right - x - 48) // step)
    for card in hall[:fits]:
        part = chip(card)
        image.paste(part, (x, y - 2), part)
        x += step
    if len(hall) > fits:
        more = f"+{len(hall) - fits}" if fits else str(len(hall))
        write(image, x, y - 2, more, Style(30, "bold", theme.PALE))


def hand_boxes(box: Box, count: int) -> list[Box]:
    """Lay out a hand: cards with names, or small tokens if there are many."""
    if not count:
        return []
    x, y0, right, y1 = box[0] + HAND_LEFT, box[1], box[2] - 12, box[3]
    gap, tall, per_row = 10, MINI[1], count
    wide = min(MINI[0], (right - x + gap) // count - gap)
    if wide < MINI_LEAST:
        wide, tall, gap = *CHIP, 6
        per_row = (right - x + gap) // (wide + gap)
    rows = -(-count // per_row)
    top = (y0 + y1 - rows * (tall + gap) + gap) // 2
    return [
        (cx, cy, cx + wide, cy + tall)
        for index in range(count)
        for cx, cy in [(x + (index % per_row) * (wide + gap), top + (index // per_row) * (tall + gap))]
    ]


def _hand(image: Image.Image, box: Box, player: Player, words: Words) -> None:
    """Draw the open hand."""
    x, middle = box[0] + HAND_LEFT, (box[1] + box[3]) // 2
    if not player.hand:
        lay_icon(image, "hand", x + 4, middle - 20, 40, theme.PALE)
        style = Style(28, "italic", theme.MUTED)
        write_fit(image, x + 58, middle - 18, words.nobody, style, box[2] - 12 - x - 60)
    for card, place in zip(player.hand, hand_boxes(box, len(player.hand)), strict=True):
        wide = place[2] - place[0]
        part = chip(card) if wide == CHIP[0] else mini(card, wide)
        image.paste(part, place[:2], part)
        if card.seed in player.touched:
            lay_ring(image, (place[0] - 2, place[1] - 2, place[2] + 2, place[3] + 2), EMBER, 12, 5)
