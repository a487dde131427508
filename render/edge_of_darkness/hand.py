"""Draws a single hand below the player's counts. The picture is two cards wide, so it is legible on a phone."""

from dataclasses import dataclass, replace

from PIL import Image

from render.edge_of_darkness.board_records import Card, Player
from render.edge_of_darkness.cards import HAND_SIZE, chip, hand_card, pennant
from render.edge_of_darkness.player_strips import draw_cubes, tokens
from render.emblem.city_vistas import vista
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded
from render.sheets.hand_parts import lay_with_shadow
from render.sheets.row_stack import GAP, Row, Rows
from render.text.text_layout import Style, width, write, write_fit

WIDTH = 1080
FOOT = 44
#: The left edges of the two columns.
COLUMNS = (GAP, 2 * GAP + HAND_SIZE[0] - 4)


@dataclass(frozen=True, slots=True)
class HandWords:
    """The texts in a hand's picture.

    `counts` are the names of the counts in the order of `tokens`. `owners` are the names of the cards' owners, by
    Guild.
    """

    title: str
    counts: tuple[str, ...]
    owners: tuple[tuple[int, str], ...]
    neutral: str
    empty: str


def draw_hand(player: Player, words: HandWords) -> Rows:
    """Draw a hand: the player's counts, then the cards in rows of two."""
    bare, hand = replace(player, hand=()), player.hand
    if not hand:
        return Rows(WIDTH, [Row(HAND_SIZE[1], _empty, (bare, words))])
    tall = HAND_SIZE[1] + FOOT
    rows = [Row(tall, _first, (bare, hand[0], words))]
    rows += [Row(tall, _cards, (hand[start : start + 2], words)) for start in range(1, len(hand), 2)]
    return Rows(WIDTH, rows)


def _empty(image: Image.Image, y: int, player: Player, words: HandWords) -> None:
    """Draw the counts of a player who has no cards in hand."""
    _status(image, (GAP, y, GAP + HAND_SIZE[0], y + HAND_SIZE[1]), player, words)
    middle, high = GAP + HAND_SIZE[0] + 40, y + HAND_SIZE[1] // 2
    lay_icon(image, "hand", middle, high - 60, 64, theme.MUTED)
    write_fit(image, middle + 80, high - 52, words.empty, Style(34, "italic", theme.MUTED), WIDTH - middle - 100)


def _first(image: Image.Image, y: int, player: Player, card: Card, words: HandWords) -> None:
    """Draw the player's counts beside the first card of the hand."""
    _status(image, (GAP, y, GAP + HAND_SIZE[0], y + HAND_SIZE[1]), player, words)
    _card(image, COLUMNS[1], y, card, words)


def _cards(image: Image.Image, y: int, cards: tuple[Card, ...], words: HandWords) -> None:
    """Draw a row of cards."""
    for x, card in zip(COLUMNS, cards, strict=False):
        _card(image, x, y, card, words)


def _card(image: Image.Image, x: int, y: int, card: Card, words: HandWords) -> None:
    """Draw one card with its owner's name below."""
    lay_with_shadow(image, hand_card(card), x, y)
    foot = y + HAND_SIZE[1] + 4
    if card.banner is None:
        write_fit(image, x + 10, foot, words.neutral, Style(28, "italic", theme.MUTED), HAND_SIZE[0] - 20)
        return
    lay_icon(image, f"guild{card.banner.guild}", x + 8, foot + 2, 32, theme.PALE)
    name = dict(words.owners)[card.banner.guild]
    write_fit(image, x + 48, foot, name, Style(28, "bold", theme.PALE), HAND_SIZE[0] - 60)


def _status(image: Image.Image, box: Box, player: Player, words: HandWords) -> None:
    """Draw the player's counts with their names, the cubes, and the Guild Hall."""
    x0, y0, x1, y1 = box
    colour = theme.GUILDS[player.banner.guild].colour
    lay_panel(image, box, theme.mix(theme.PANEL, colour, 0.08), colour, line=3)
    flag = pennant(player.banner, 90, 140)
    image.paste(flag, (x0 + 20, y0 + 2), flag)
    left, right = x0 + 130, x1 - 20
    write_fit(image, left, y0 + 14, words.title, Style(54, "bold", theme.WHITE), right - left, least=30)
    _turn(image, left, y0 + 84, right, player)
    for index, ((name, text), word) in enumerate(zip(tokens(player), words.counts, strict=True)):
        x, y = x0 + 22 + (index % 2) * 254, y0 + 156 + (index // 2) * 64
        lay_icon(image, name, x, y, 48, theme.PALE)
        end = write(image, x + 58, y + 1, text, Style(38, "bold", theme.WHITE))
        write_fit(image, end + 10, y + 10, word, Style(26, "text", theme.MUTED), x + 248 - end - 10)
    end = draw_cubes(image, x0 + 24, y0 + 426, player.zone, "zone")
    if player.staged:
        draw_cubes(image, end + 28, y0 + 426, player.staged, "staged")
    _hall(image, x0 + 24, y0 + 486, right, player)
    scene = vista(player.guild, x1 - x0 - 12, 96)
    image.paste(scene, (x0 + 6, y1 - 102), rounded(x1 - x0 - 12, 96, theme.RADIUS - 4))


def _hall(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    lay_icon(image, "hall", x, y, 38, theme.PALE)
    if not player.hall:
        write(image, x + 50, y - 2, "0", Style(32, "bold", theme.MUTED))
    for index, card in enumerate(player.hall[:6]):
        part = chip(card)
        cx, cy = x + 50 + (index % 3) * (part.width + 6), y + (index // 3) * (part.height + 6)
        image.paste(part, (cx, cy), part)
    if len(player.hall) > 6:
        write(image, x, y + 44, f"+{len(player.hall) - 6}", Style(28, "bold", theme.PALE))


def _turn(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Draw the Guild, this turn's Battle Strength, and a sign if the player may hunt."""
    if player.first:
        right -= 54
        lay_icon(image, "first", right + 6, y - 2, 46, theme.PALE)
    if player.hunting:
        right -= 54
        lay_icon(image, "hunt", right + 6, y, 44, theme.PALE)
    if player.battle:
        style = Style(40, "bold", theme.WHITE)
        text = f"{player.battle}{{battle}}"
        right -= width(text, style) + 10
        write(image, right, y - 4, text, style)
    write_fit(image, x, y, player.guild, Style(32, "italic", theme.MUTED), right - x - 12)
