"""A player's strip: name, VP, markers, cards, mind, crypt, mythos cards, allegiance."""

from PIL import Image

from render.dark_providence.cards import card_back
from render.dark_providence.layout import MARGIN, ground, layout
from render.dark_providence.marks import lay_outline
from render.dark_providence.scene import Player
from render.dark_providence.tokens import lay_agents, token
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, grown, inside, lay_panel
from render.pen.pixels import scaled
from render.pen.theme import Colour, mix
from render.sheets.strip import lay_strip
from render.text.writing import Style, shorten, width, write, write_block, write_fit

PAD = 20
VP_LEFT, COUNTS_LEFT, CARDS_LEFT, CARDS_RIGHT = 400, 540, 1056, 1412
#: The size of a card's back before it is scaled down.
SCENE = 280
NUMBER = Style(34, "bold", theme.WHITE)
LABEL = Style(24, "italic", theme.MUTED)
#: The columns of the lower row of counters: control markers, frames, the mind, the crypt.
LOWER = (0, 1, 2, 4)


@cached(32)
def strip_panel(seats: int, solo: bool, where: Box, colour: Colour, acting: bool) -> Image.Image:
    """Draw the panel of a strip on its piece of the table, framed in the owner's colour during their turn."""
    image = ground(seats, solo, grown(where, MARGIN))
    lay_strip(image, colour, acting, MARGIN)
    return image


@cached(24)
def draw_strip(seats: int, solo: bool, player: Player) -> Image.Image:
    """Draw one strip with a margin of the table around it, without its label."""
    where = layout(seats, solo).strips[player.seat]
    image = strip_panel(seats, solo, where, theme.SEATS[player.colour].colour, player.acting).copy()
    x0, y0, _, y1 = inside(image, MARGIN)
    _name(image, x0 + PAD, y0 + 8, x0 + VP_LEFT - 16, player)
    lay_vp(image, x0 + VP_LEFT, y0, y1, player.vp)
    lay_counts(image, x0 + COUNTS_LEFT, y0 + 12, x0 + CARDS_LEFT - 16, player.counts[:6])
    _mind(image, x0 + COUNTS_LEFT, y0 + 68, x0 + CARDS_LEFT - 16, player)
    lay_mythos(image, (x0 + CARDS_LEFT, y0 + 8, x0 + CARDS_RIGHT, y1 - 8), player.mythos)
    _allegiance(image, (x0 + CARDS_RIGHT + 12, y0 + 8, image.width - MARGIN - 10, y1 - 8), player)
    if player.mark:
        lay_outline(image, inside(image, MARGIN))
    return image


def _name(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Write the player's name over the lead agent's; the first player has a crown."""
    lay_icon(image, f"seat{player.colour}", x, y + 2, 50, theme.PALE)
    if player.first:
        right -= 46
        lay_icon(image, "first", right + 4, y + 4, 40, theme.PALE)
    write_fit(image, x + 62, y + 4, player.name, Style(40, "bold", theme.WHITE), right - x - 64, least=26)
    if player.token:
        part = token(player.token)
        image.paste(part, (x + 3, y + 56), part)
    write_fit(image, x + 62, y + 66, player.lead, Style(30, "italic", theme.MUTED), right - x - 66)


def lay_vp(image: Image.Image, x: int, y0: int, y1: int, vp: int) -> None:
    """Write the VP in large letters."""
    lay_icon(image, "vp", x, (y0 + y1) // 2 - 26, 52, theme.PALE)
    style = Style(60, "bold", theme.GOLD_LIT)
    write(image, x + 58, (y0 + y1) // 2 - 34, str(vp), style)


@cached(6)
def draw_labels(seats: int, solo: bool, labels: tuple[str, ...]) -> Image.Image:
    """Write over the strips what their counters are, in two rows as there."""
    image = ground(seats, solo, layout(seats, solo).labels)
    step = (CARDS_LEFT - 16 - COUNTS_LEFT) // 6
    columns = (*range(6), *LOWER)
    for number, (label, column) in enumerate(zip(labels, columns, strict=True)):
        x, last = COUNTS_LEFT + column * step, column == max(LOWER if number > 5 else columns)
        room = CARDS_RIGHT - x if last else step - 6
        write_fit(image, x, 2 if number < 6 else 28, label, LABEL, room)
    return image


def lay_counts(image: Image.Image, x: int, y: int, right: int, cells: tuple[tuple[str, str], ...]) -> None:
    """Write counts in one row, spread over the width; a zero leaves its place empty."""
    step = (right - x) // len(cells)
    for icon, text in cells:
        if text == "0":
            x += step
            continue
        lay_icon(image, icon, x, y, 40, theme.PALE)
        write_fit(image, x + 45, y + 2, text, NUMBER, step - 47)
        x += step


def _mind(image: Image.Image, x: int, y: int, right: int, player: Player) -> None:
    """Draw control markers and free frames, then the mind's tokens, then the crypt."""
    step = (right - x) // 6
    lay_counts(image, x, y, x + step * 2, player.counts[6:8])
    x += step * 2
    end = _tokens(image, x, y, player.sane, player.madness)
    end = max(end + 10, x + step * 2)
    if not player.crypt:
        return
    lay_icon(image, "crypt", end, y, 40, theme.PALE)
    lay_agents(image, (end + 46, y - 10, right, y + 42), player.crypt)


def _tokens(image: Image.Image, x: int, y: int, sane: int, madness: int) -> int:
    """Draw the sanity tokens drawn so far, one by one if they are few."""
    for icon, count in (("sane", sane), ("madness", madness)):
        if not count:
            continue
        if sane + madness <= 4:
            for _ in range(count):
                lay_icon(image, icon, x, y, 40, theme.PALE)
                x += 42
        else:
            lay_icon(image, icon, x, y, 40, theme.PALE)
            x = write(image, x + 43, y + 2, str(count), NUMBER) + 6
    return x


def lay_mythos(image: Image.Image, box: Box, names: tuple[str, ...]) -> None:
    """Lay the owned mythos cards as small slips, as many as fit."""
    x0, y0, x1, y1 = box
    if not names:
        return
    style = Style(26, "bold", theme.BLIGHT_INK)
    gap, columns = 6, 2 if len(names) > 1 and (x1 - x0 > 300 or len(names) > 2) else 1
    most = max(1, (y1 - y0 + gap) // 38)
    rows = min(most, -(-len(names) // columns))
    tall = min(62, (y1 - y0 + gap) // rows - gap)
    top = (y0 + y1 - rows * (tall + gap) + gap) // 2
    wide = (x1 - x0 + gap) // columns - gap
    fits = rows * columns
    shown = names if len(names) <= fits else (*names[: fits - 1], f"+{len(names) - fits + 1}")
    for index, name in enumerate(shown):
        x, y = x0 + (index % columns) * (wide + gap), top + (index // columns) * (tall + gap)
        lay_panel(image, (x, y, x + wide, y + tall), theme.BLIGHT, mix(theme.BLIGHT, theme.BLIGHT_INK, 0.5), 8)
        room = (x + 8, y + 1, x + wide - 6, y + tall - 1)
        write_block(image, room, name, style, lines=2 if tall > 52 else 1, align="centre", valign="middle")


@cached(2)
def small_back(tall: int) -> Image.Image:
    """Draw the back of hidden cards, small enough for a strip."""
    return scaled(card_back((SCENE, SCENE)), (tall, tall))


def _allegiance(image: Image.Image, box: Box, player: Player) -> None:
    """Draw the allegiance card: a back, or a face with its sign and name."""
    x0, y0, x1, y1 = box
    if not player.allegiance:
        back = small_back(y1 - y0)
        image.paste(back, ((x0 + x1 - back.width) // 2, y0), back)
        return
    lay_panel(image, box, theme.PARCHMENT, theme.GOLD, 10)
    lay_icon(image, player.allegiance, (x0 + x1) // 2 - 26, y0 + 5, 52, theme.INK)
    style = Style(24, "bold", theme.INK)
    text = shorten(player.allegiance_name, Style(theme.TEXT_LEAST, "bold"), x1 - x0 - 8)
    style = style if width(text, style) <= x1 - x0 - 8 else Style(theme.TEXT_LEAST, "bold", theme.INK)
    write(image, (x0 + x1 - width(text, style)) // 2, y0 + 62, text, style)
