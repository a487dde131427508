"""A player's strip: name, tokens, agents, cubes, Guild Hall and the open hand."""

from PIL import Image

from render import theme
from render.canvas import lay_panel
from render.edge_of_darkness.cards import CHIP, MINI, MINI_LEAST, chip, mini
from render.edge_of_darkness.marks import lay_mark
from render.edge_of_darkness.model import Card, Player, Words
from render.edge_of_darkness.tower import cube_name
from render.icons import lay_icon
from render.text import Style, width, write, write_fit

Box = tuple[int, int, int, int]
PAD = 20
HAND_LEFT = 694
NUMBER = Style(32, "bold", theme.WHITE)


def draw_strip(image: Image.Image, box: Box, player: Player, words: Words) -> None:
    """Draw one strip into its box."""
    x0, y0, x1, y1 = box
    colour = theme.SEATS[player.seat].colour
    ground = theme.mix(theme.PANEL, colour, 0.08)
    edge = colour if player.acting else theme.mix(ground, colour, 0.4)
    lay_panel(image, box, ground, edge, line=4 if player.acting else 2)
    lay_panel(image, (x0, y0 + 14, x0 + 8, y1 - 14), colour, None, 4)
    right = x0 + HAND_LEFT - 16
    _name(image, x0 + PAD, y0 + 6, right, player)
    draw_tokens(image, x0 + PAD, y0 + 62, right, player)
    _cubes_and_hall(image, x0 + PAD, y0 + 110, right, player)
    _hand(image, x0 + HAND_LEFT, y0, x1 - 12, y1, player.hand, words)
    lay_mark(image, box, player.mark)


def _name(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Write the name; at the right what belongs to this turn only, and the first player's crown."""
    lay_icon(image, f"seat{player.seat}", x, y + 2, 44, theme.PALE)
    if player.first:
        right -= 48
        lay_icon(image, "first", right + 4, y + 2, 44, theme.PALE)
    style = Style(36, "bold", theme.WHITE)
    gains = [f"{player.battle}{{battle}}"] if player.battle else []
    turn = " ".join([*gains, "{hunt}"] if player.hunting else gains)
    if turn:
        right -= width(turn, style) + 12
        write(image, right, y, turn, style)
    colour = theme.SEATS[player.seat].colour
    lay_icon(image, player.banner.sigil, x + 54, y + 5, 38, colour)
    name = Style(theme.TITLE, "bold", theme.WHITE)
    end = write_fit(image, x + 104, y - 2, player.name, name, right - x - 116, least=28)
    if right - end - 30 >= width(player.guild, Style(26, "italic")):
        write(image, end + 16, y + 9, player.guild, Style(26, "italic", theme.MUTED))


def draw_tokens(image: Image.Image, x: int, y: int, right: int, player: Player, rows: int = 1) -> None:
    """Write the counts of a player board, spread over the room in one or more rows."""
    agents = f"{player.pool}+{player.placed}" if player.placed else str(player.pool)
    cells = (
        ("coin", str(player.coins)), ("influence", str(player.influence)), ("goodwill", str(player.goodwill)),
        ("reputation", str(player.reputation)), (f"agent{player.seat}", agents),
        ("untrained", str(player.untrained)), ("slip", str(player.slips)), ("defence", str(player.defence)),
    )  # fmt: skip
    per_row = len(cells) // rows
    for row in range(rows):
        shown = cells[row * per_row : (row + 1) * per_row]
        widths = [42 + width(text, NUMBER) for _, text in shown]
        gap = (right - x - sum(widths)) // max(1, per_row - 1) if rows == 1 else 0
        cx = x
        for (name, text), wide in zip(shown, widths, strict=True):
            lay_icon(image, name, cx, y + row * 50, 38, theme.PALE)
            write(image, cx + 42, y + row * 50 - 2, text, NUMBER)
            cx += wide + gap if rows == 1 else (right - x) // per_row


def _cubes_and_hall(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Draw Threat Zone, staged cubes and Guild Hall in one line."""
    end = draw_cubes(image, x, y, player.zone, "zone")
    if player.staged:
        end = draw_cubes(image, end + 20, y, player.staged, "staged")
    _hall(image, max(end + 20, x + 190), y, right, player.hall)


def draw_cubes(image: Image.Image, x: int, y: int, cubes: tuple[tuple[int, int], ...], name: str) -> int:
    """Draw a group of cubes behind its icon; give the x where it ends."""
    lay_icon(image, name, x, y, 36, theme.PALE)
    x += 44
    if not cubes:
        return write(image, x, y - 2, "0", Style(30, "bold", theme.MUTED))
    if sum(count for _, count in cubes) <= 3:
        for seat, count in cubes:
            for _ in range(count):
                lay_icon(image, cube_name(seat), x, y + 3, 30, theme.PALE)
                x += 33
        return x
    for seat, count in cubes:
        lay_icon(image, cube_name(seat), x, y + 3, 30, theme.PALE)
        x = write(image, x + 32, y - 1, str(count), Style(28, "bold", theme.WHITE)) + 6
    return x


def _hall(image: Image.Image, x: int, y: int, right: int, hall: tuple[Card, ...]) -> None:
    """Draw the Guild Hall as tokens, as many as there is room for."""
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


def _hand(image: Image.Image, x: int, y0: int, right: int, y1: int, hand: tuple[Card, ...], words: Words) -> None:
    """Draw the open hand: three short lines a card, or tokens when there are many."""
    gap = 10
    if not hand:
        middle = (y0 + y1) // 2
        lay_icon(image, "hand", x + 4, middle - 20, 40, theme.PALE)
        write_fit(image, x + 58, middle - 18, words.nobody, Style(28, "italic", theme.MUTED), right - x - 60)
        return
    room = right - x
    wide = min(MINI[0], (room + gap) // len(hand) - gap)
    if wide >= MINI_LEAST:
        for index, card in enumerate(hand):
            part = mini(card, wide)
            image.paste(part, (x + index * (wide + gap), y0 + (y1 - y0 - MINI[1]) // 2), part)
        return
    per_row = (room + 6) // (CHIP[0] + 6)
    rows = -(-len(hand) // per_row)
    top = (y0 + y1 - rows * 46) // 2
    for index, card in enumerate(hand):
        part = chip(card)
        image.paste(part, (x + (index % per_row) * (CHIP[0] + 6), top + (index // per_row) * 46), part)
