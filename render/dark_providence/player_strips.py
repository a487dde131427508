"""Draws a player's strip: name, VP, markers, cards, sanity tokens, crypt, allegiance and mythos cards."""

from PIL import Image

from render.dark_providence.board_records import Named, Player
from render.dark_providence.cards import card_back
from render.dark_providence.change_marks import lay_outline
from render.dark_providence.layout import EDGE, MARGIN, MIN_TEXT_SIZE, WIDTH, ground
from render.dark_providence.tokens import lay_agents, token
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, inner_box, lay_panel, mapped_table
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part, mark
from render.pen.pillow_wrappers import scaled
from render.pen.png_encoding import to_palette
from render.pen.theme import Colour, mix
from render.sheets.player_strip import lay_strip
from render.text.text_layout import Style, fitted, hyphenated, width, write, write_fit

PAD = 20
VP_LEFT, COUNTS_LEFT, ALLEGIANCE_WIDTH = 410, 550, 148
#: The height of a strip without mythos cards, the height of a row of mythos cards, and the number of cards in a row.
BARE_HEIGHT, MYTHOS_HEIGHT, MYTHOS_PER_ROW = 126, 48, 3
#: A card back is drawn at this size and then scaled down.
BACK_SIZE = 280
NUMBER = Style(36, "bold", theme.WHITE)


@cached
def strip_panel(tall: int, colour: Colour, acting: bool) -> Image.Image:
    """Draw the background of a strip on its part of the table.

    During its owner's turn, the strip is framed in the owner's colour.
    """
    image = ground(EDGE - MARGIN, WIDTH - EDGE + MARGIN, tall + 2 * MARGIN)
    lay_strip(image, colour, acting, MARGIN)
    return image


def as_section(strip: Image.Image) -> Image.Image:
    """Map a strip to the palette, and give it the board's full width."""
    whole = mapped_table(WIDTH, strip.height)
    lay_part(whole, to_palette(strip), (EDGE - MARGIN, 0))
    return whole


@cached
def draw_strip(player: Player) -> Image.Image:
    """Draw a strip on the table, without its label, as a palette image."""
    tall = BARE_HEIGHT + mythos_height(player.mythos)
    image = strip_panel(tall, theme.SEATS[player.colour].colour, player.acting).copy()
    x0, y0, x1, _ = inner_box(image, MARGIN)
    mark(image, inner_box(image, MARGIN), f"seat:{player.seat}", player.name)
    _name(image, x0 + PAD, y0 + 6, x0 + VP_LEFT - 16, player)
    lay_vp(image, x0 + VP_LEFT, y0, y0 + BARE_HEIGHT, player.vp)
    right = x1 - ALLEGIANCE_WIDTH - 12
    lay_counts(image, x0 + COUNTS_LEFT, y0 + 10, right, player.counts[:6], player.piles)
    _mind(image, x0 + COUNTS_LEFT, y0 + 66, right, player)
    _allegiance(image, (right + 4, y0 + 8, x1 - 8, y0 + BARE_HEIGHT - 8), player)
    lay_mythos(image, (x0 + 12, y0 + BARE_HEIGHT, x1 - 12), player.mythos)
    if player.mark:
        lay_outline(image, inner_box(image, MARGIN))
    return as_section(image)


def _name(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Write the player's name above the name of the lead agent, with a crown if the player is the first player."""
    lay_icon(image, f"seat{player.colour}", x, y + 2, 50, theme.PALE)
    if player.first:
        right -= 46
        lay_icon(image, "first", right + 4, y + 4, 40, theme.PALE)
    write_fit(image, x + 62, y + 2, player.name, Style(42, "bold", theme.WHITE), right - x - 64, least=MIN_TEXT_SIZE)
    if player.token:
        part = token(player.token)
        image.paste(part, (x + 3, y + 54), part)
    write_fit(image, x + 62, y + 62, player.lead, Style(32, "italic", theme.MUTED), right - x - 66, least=MIN_TEXT_SIZE)


def lay_vp(image: Image.Image, x: int, y0: int, y1: int, vp: int) -> None:
    """Write the VP in large letters."""
    lay_icon(image, "vp", x, (y0 + y1) // 2 - 26, 52, theme.PALE)
    style = Style(60, "bold", theme.GOLD_LIT)
    write(image, x + 58, (y0 + y1) // 2 - 34, str(vp), style)


def lay_counts(
    image: Image.Image, x: int, y: int, right: int, cells: tuple[tuple[str, str], ...], piles: Named = ()
) -> int:
    """Write counts in one row, leaving out zeros. Return the x coordinate of the right end.

    `piles` are the keys and the names of counts that are pieces. A key is the icon and the owner.
    """
    pieces = {key.partition(":")[0]: (key, name) for key, name in piles}
    shown = [(icon, text) for icon, text in cells if text != "0"]
    wide = sum(44 + width(text, NUMBER) for _, text in shown)
    gap = min(22, (right - x - wide) // max(1, len(shown)))
    for icon, text in shown:
        lay_icon(image, icon, x, y, 40, theme.PALE)
        end = write(image, x + 43, y, text, NUMBER)
        if icon in pieces:
            mark(image, (x, y, end, y + 44), *pieces[icon])
        x = end + gap
    return x


def _mind(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Draw the numbers of control markers and free agent frames, then the sanity tokens, then the crypt."""
    end = lay_counts(image, x, y, right, player.counts[6:8])
    end = _tokens(image, end, y, player.sane, player.madness)
    if not player.crypt:
        return
    lay_icon(image, "crypt", end + 10, y, 40, theme.PALE)
    lay_agents(image, (end + 56, y - 10, right, y + 44), player.crypt)


def _tokens(image: Image.Image, x: int, y: int, sane: int, madness: int) -> int:
    """Draw the player's sanity tokens: one by one if there are few, otherwise as numbers. Return the right end."""
    for icon, count in (("sane", sane), ("madness", madness)):
        if not count:
            continue
        if sane + madness <= 3:
            for _ in range(count):
                lay_icon(image, icon, x, y, 40, theme.PALE)
                x += 42
        else:
            lay_icon(image, icon, x, y, 40, theme.PALE)
            x = write(image, x + 43, y, str(count), NUMBER) + 6
    return x


def mythos_height(cards: Named) -> int:
    """Return how much mythos cards add to the height of a strip."""
    return -(-len(cards) // MYTHOS_PER_ROW) * MYTHOS_HEIGHT + (6 if cards else 0)


def lay_mythos(image: Image.Image, at: tuple[int, int, int], cards: Named) -> None:
    """Draw the owned mythos cards as small slips, in rows. `at` is the left edge, the top, and the right edge."""
    x0, y0, x1 = at
    wide, tall = (x1 - x0 + 8) // MYTHOS_PER_ROW - 8, MYTHOS_HEIGHT - 6
    for index, (card, name) in enumerate(cards):
        x, y = x0 + index % MYTHOS_PER_ROW * (wide + 8), y0 + index // MYTHOS_PER_ROW * MYTHOS_HEIGHT
        mark(image, (x, y, x + wide, y + tall), f"card:{card}", name)
        lay_panel(image, (x, y, x + wide, y + tall), theme.BLIGHT, mix(theme.BLIGHT, theme.BLIGHT_INK, 0.5), 8)
        style = Style(30, "bold", theme.BLIGHT_INK)
        write_fit(image, x + 10, y + 2, name, style, wide - 20, "centre", MIN_TEXT_SIZE)


@cached
def small_back(tall: int) -> Image.Image:
    """Draw a card back small enough for a strip."""
    return scaled(card_back((BACK_SIZE, BACK_SIZE)), (tall, tall))


def _allegiance(image: Image.Image, box: Box, player: Player) -> None:
    """Draw the back of the allegiance card, or its face with an icon and a name."""
    x0, y0, x1, y1 = box
    mark(image, box, f"allegiance:{player.seat}", player.allegiance_name)
    if not player.allegiance:
        back = small_back(y1 - y0)
        image.paste(back, (x1 - back.width, y0), back)
        return
    lay_panel(image, box, theme.PARCHMENT, theme.GOLD, 10)
    room, least = x1 - x0 - 8, Style(MIN_TEXT_SIZE, "bold", theme.INK)
    if width(player.allegiance_name, least) <= room:
        lines, style = fitted(player.allegiance_name, Style(30, "bold", theme.INK), room, 1, MIN_TEXT_SIZE)
        side, y = 52, y0 + 62
    else:  # a long name takes two lines below a smaller icon
        lines, style = fitted(hyphenated(player.allegiance_name, least, room), least, room, 2, MIN_TEXT_SIZE)
        side, y = 38, y0 + 40
    lay_icon(image, player.allegiance, (x0 + x1 - side) // 2, y0 + (8 if side == 52 else 4), side, theme.INK)
    for number, line in enumerate(lines):
        write(image, (x0 + x1 - width(line, style)) // 2, y + number * 32, line, style)
