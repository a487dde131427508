"""Draws cards on the Verge: characters, Camps, and cards that last for a time."""

from PIL import Image, ImageDraw

from render.aevum_haeresis.board_records import Attachment, Camp, Character, Lasting, Number, Sign
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import Box, lay_panel, panel, with_corners
from render.pen.picture_cache import cached
from render.pen.pieces import carry_turned, mark
from render.pen.pillow_wrappers import scaled
from render.pen.theme import Colour, mix, rgb
from render.text.text_layout import Style, fitted, hyphenated, line_height, width, write, write_block, write_fit

MANOEUVRES = ("plunder", "recruit", "accuse")
RAISED, LOWERED = rgb("#2f7f55"), theme.BLOOD
#: A Spent card's angle in degrees, and how strongly the card is faded.
SPENT_ANGLE, SPENT_FADE = 5, 0.4
SMALL_HEIGHT = 200
MIN_TEXT_SIZE = theme.BOARD_MIN_TEXT


def ink_of(number: Number, plain: Colour = theme.INK) -> Colour:
    """Return the colour of a number, which shows whether it is above, below or equal to the printed number."""
    return {1: RAISED, -1: LOWERED}.get(number.shift, plain)


def _break_name(name: str, room: int, size: int, lines: int) -> tuple[list[str], Style]:
    """Break a name into at most `lines` lines, and return the lines and their style."""
    return fitted(
        hyphenated(name, Style(MIN_TEXT_SIZE, "bold"), room),
        Style(size, "bold", theme.WHITE),
        room,
        lines,
        MIN_TEXT_SIZE,
    )


def _name(image: Image.Image, box: Box, card: Character, size: int, lines: int) -> int:
    """Write the name on a band in the faction's colour, and return the band's lower edge."""
    x0, y0, x1, _ = box
    broken, style = _break_name(card.name, x1 - x0 - 10, size, lines)
    tall = len(broken) * line_height(style) + 8
    ImageDraw.Draw(image).rectangle((x0, y0, x1, y0 + tall), fill=COLOURS[card.faction])
    for index, line in enumerate(broken):
        x = x0 + 5 + (x1 - x0 - 10 - width(line, style)) // 2
        write(image, x, y0 + 2 + index * line_height(style), line, style)
    return y0 + tall


def _shown(icons: tuple[Number, ...]) -> list[tuple[str, Number]]:
    """Return a character's manoeuvre icons with their numbers, including printed icons that it has lost for a time."""
    return [(icon, number) for icon, number in zip(MANOEUVRES, icons, strict=True) if number.value or number.shift]


def _icons(image: Image.Image, box: Box, icons: tuple[Number, ...], size: int) -> None:
    """Write the manoeuvre icons with their numbers, centred on a line."""
    parts = _shown(icons)
    if not parts:
        return
    x0, y0, x1, y1 = box
    while True:
        side, style = round(size * 1.15), Style(size, "bold", theme.INK)
        steps = [width(str(number.value), style) + side + 3 for _, number in parts]
        gap = max(3, size // 4)
        free = x1 - x0 - sum(steps) - gap * (len(parts) - 1)
        if free >= 0 or size <= MIN_TEXT_SIZE:
            break
        size -= 2
    if free < 0:  # still too wide: make the icons smaller, but not the numbers
        side -= -(free // len(parts))
        steps = [width(str(number.value), style) + side + 3 for _, number in parts]
    x = x0 + max(0, free) // 2
    for (icon, number), step in zip(parts, steps, strict=True):
        pen = Style(size, "bold", ink_of(number))
        end = write(image, x, (y0 + y1) // 2 - round(size * 0.64), str(number.value), pen)
        lay_icon(image, icon, end + 2, (y0 + y1 - side) // 2, side, theme.INK)
        x += step + gap


def _damage_and_health(image: Image.Image, box: Box, card: Character, size: int) -> None:
    """Write the Damage at the left, and the Health (for a wounded Damned, the remaining Health) at the right."""
    x0, y0, x1, y1 = box
    side = round(size * 1.05)
    y, top = (y0 + y1 - side) // 2, (y0 + y1) // 2 - round(size * 0.64)
    lay_icon(image, "damage", x0, y, side, theme.INK)
    write(image, x0 + side + 3, top, str(card.damage.value), Style(size, "bold", ink_of(card.damage)))
    text, style = str(card.health.value), Style(size, "bold", ink_of(card.health))
    lay_icon(image, "health", x1 - side, y, side, theme.INK)
    write(image, x1 - side - 3 - width(text, style), top, text, style)


def lay_signs(image: Image.Image, right: int, y: int, signs: tuple[Sign, ...], side: int) -> None:
    """Draw the icons of a card's abilities and counters, with their right edge at `right`.

    Used abilities are struck out. Counters have a number.
    """
    x = right
    for sign in signs:
        x -= side + 4
        lay_panel(image, (x - 2, y - 2, x + side + 2, y + side + 2), theme.TABLE, None, side // 2)
        lay_icon(image, sign.icon, x + 3, y + 3, side - 6, theme.PALE)
        if sign.count:
            style = Style(max(theme.TEXT_MIN, round(side * 0.8)), "bold", theme.WHITE)
            text = str(sign.count)
            write(image, x + (side - width(text, style)) // 2, y + side // 2 - round(style.size * 0.64), text, style)
        if sign.used:
            draw = ImageDraw.Draw(image)
            for colour, thick in ((theme.BLACK, 7), (theme.PALE, 3)):
                draw.line((x + 3, y + side - 4, x + side - 4, y + 3), fill=colour, width=thick)


def _attachments(image: Image.Image, box: Box, tied: tuple[Attachment, ...], side: int) -> None:
    """Draw a chip for each attachment in one row, followed by the number of attachments that don't fit."""
    x0, y0, x1, _ = box
    most = max(1, (x1 - x0 + 2) // (side + 2))
    shown = tied if len(tied) <= most else tied[: most - 1]
    x = x0 + max(0, x1 - x0 - min(len(tied), most) * (side + 2)) // 2
    for piece in shown:
        lay_panel(image, (x, y0, x + side, y0 + side), theme.BLIGHT_LIT, theme.GOLD, side // 3)
        lay_icon(image, piece.icon, x + 4, y0 + 4, side - 8, theme.PALE)
        mark(image, (x, y0, x + side, y0 + side), f"card:{piece.seed}", piece.name)
        x += side + 2
    if len(shown) < len(tied):
        style = Style(MIN_TEXT_SIZE, "bold", theme.INK)
        write_fit(image, x, y0 + (side - 32) // 2, f"+{len(tied) - len(shown)}", style, side + 8, least=MIN_TEXT_SIZE)


def _picture(image: Image.Image, box: Box, card: Character, sign: int, right: int | None = None) -> None:
    """Draw a character's picture, with signs for its abilities, its team, and its owner if another seat controls it."""
    x0, y0, x1, y1 = box
    image.paste(emblem(card.seed, card.type, card.faction, x1 - x0, y1 - y0), (x0, y0))
    lay_signs(image, right or x1 - 2, y0 + 4, card.signs, sign)
    side = sign + 4
    if card.fights:
        lay_panel(image, (x0 + 3, y0 + 3, x0 + 3 + side, y0 + 3 + side), theme.GOLD_LIT, theme.BLACK, 8)
        lay_icon(image, card.fights, x0 + 6, y0 + 6, side - 6, theme.INK)
    if card.foreign is not None:
        lay_icon(image, f"seat{card.foreign}", x0 + 3, y1 - side - 1, side, theme.PALE)


def _body(size: tuple[int, int]) -> Image.Image:
    return Image.new("RGB", size, theme.PARCHMENT)


def _finished(image: Image.Image, card: Character) -> Image.Image:
    """Frame a card and round its corners. A Spent card is also turned and faded."""
    wide, tall = image.size
    edge = theme.GOLD_LIT if card.fights else theme.INK
    ImageDraw.Draw(image).rounded_rectangle((0, 0, wide - 1, tall - 1), 10, outline=edge, width=4 if card.fights else 2)
    if card.ready:
        return with_corners(image, 10)
    dim = Image.blend(image, Image.new("RGB", image.size, theme.TABLE), SPENT_FADE)
    return _turned(with_corners(dim, 10), bool(card.tied))


def _turned(image: Image.Image, tied: bool) -> Image.Image:
    """Turn a card inside its box, and add the Spent icon."""
    wide, tall = image.size
    askew = image.rotate(-SPENT_ANGLE, Image.Resampling.BILINEAR, expand=True)
    share = min(wide / askew.width, tall / askew.height)
    small = scaled(askew, (round(askew.width * share), round(askew.height * share)))
    out = Image.new("RGBA", image.size, (*theme.TABLE, 0))
    out.paste(small, ((wide - small.width) // 2, (tall - small.height) // 2))
    carry_turned(out, image, SPENT_ANGLE, share)
    side = 46 if tall > SMALL_HEIGHT else 28
    x = wide - side - 14 if tied and tall <= SMALL_HEIGHT else (wide - side) // 2
    y = 10 if tall > SMALL_HEIGHT else tall - side - 9
    lay_panel(out, (x - 5, y - 5, x + side + 5, y + side + 5), theme.TABLE, theme.MUTED, 12)
    lay_icon(out, "turn", x, y, side, theme.PALE)
    return out


@cached
def character(card: Character, wide: int, tall: int) -> Image.Image:
    """Draw a Heretic in play as RGBA. The height determines whether the high or the low format is used."""
    return _finished(_high(card, wide, tall) if tall > SMALL_HEIGHT else _low(card, wide, tall), card)


def _high(card: Character, wide: int, tall: int) -> Image.Image:
    image = _body((wide, tall))
    lines, style = _break_name(card.name, wide - 10, 28, 3)
    foot = tall - 54
    chips = foot - (38 if card.tied else 0)
    picture = chips - 54 - len(lines) * line_height(style) - 8
    _picture(image, (0, 0, wide, picture), card, 34)
    y = _name(image, (0, picture, wide, tall), card, 28, 3)
    _icons(image, (6, y, wide - 6, chips), card.icons, 38)
    if card.tied:
        _attachments(image, (5, chips + 2, wide - 5, foot), card.tied, 32 if len(card.tied) < 6 else 27)
    ImageDraw.Draw(image).line((8, foot, wide - 8, foot), fill=theme.PARCHMENT_SHADE, width=2)
    _damage_and_health(image, (9, foot, wide - 9, tall - 2), card, 42)
    return image


def _low(card: Character, wide: int, tall: int) -> Image.Image:
    image = _body((wide, tall))
    under = bool(card.tied) or not card.ready  # attachments or the Spent icon are below the numbers
    y = _name(image, (0, 0, wide, tall), card, 28, 2)
    _icons(image, (4, y + 1, wide - 4, y + 33), card.icons, 28)
    top, size = y + 34, 36 if wide > 140 else 30
    edge = round(size * 1.6) + 8
    if wide - 2 * edge >= 24:
        _picture(image, (edge, top, wide - edge, tall - 5), card, 24)
    if card.tied:
        _attachments(image, (4, tall - 27, wide - (4 if card.ready else 44), tall), card.tied, 24)
    _damage_and_health(image, (6, top, wide - 6, tall - (30 if under else 4)), card, size)
    return image


@cached
def leader(card: Character, wide: int, tall: int) -> Image.Image:
    """Draw a Damned with its wounds, as RGBA."""
    image = _body((wide, tall))
    foot = 52
    lines, style = _break_name(card.name, wide - 10, 32, 2)
    picture = tall - foot - 10 - len(lines) * line_height(style) - 10
    _picture(image, (0, 0, wide, picture), card, 34, wide - 84)
    y = _name(image, (0, picture, wide, tall), card, 32, 2)
    _leader_icons(image, (wide - 82, 4, wide - 4, picture - 4), card)
    if card.tied:
        _attachments(image, (4, picture - 36, wide - 86, picture), card.tied, 32)
    _wounds(image, (8, y, wide - 8, tall - 4), card)
    return _finished(image, card)


def _leader_icons(image: Image.Image, box: Box, card: Character) -> None:
    """Draw a Damned's manoeuvre icons in a column at the right of its picture."""
    parts = _shown(card.icons)
    if not parts:
        return
    x0, y0, x1, y1 = box
    step = min(40, (y1 - y0 - 6) // len(parts))
    top = y1 - step * len(parts) - 6
    lay_panel(image, (x0, top, x1, y1), theme.PARCHMENT, theme.INK, 10)
    size = min(34, step - 2)
    for index, (icon, number) in enumerate(parts):
        y = top + 3 + index * step
        write(image, x0 + 9, y + step // 2 - round(size * 0.64), str(number.value), Style(size, "bold", ink_of(number)))
        lay_icon(image, icon, x1 - size - 8, y + (step - size) // 2, size, theme.INK)


def _wounds(image: Image.Image, box: Box, card: Character) -> None:
    """Write a Damned's Damage, and draw its remaining Health as a bar and a number."""
    x0, y0, x1, y1 = box
    size, middle = 40, (y0 + y1) // 2
    lay_icon(image, "damage", x0, middle - 21, 42, theme.INK)
    end = write(image, x0 + 46, middle - 26, str(card.damage.value), Style(size, "bold", ink_of(card.damage)))
    left = max(0, card.health.value - card.wounds)
    text, style = f"{left}/{card.health.value}", Style(size, "bold", ink_of(card.health))
    right = x1 - width(text, style)
    write(image, right, middle - 26, text, style)
    x = max(end + 12, right - 48)
    lay_icon(image, "health", x, middle - 21, 42, theme.INK)
    top = y0 + 3
    lay_panel(image, (0, top - 4, image.width, top + 6), mix(theme.BLOOD, theme.BLACK, 0.6), None, 1)
    share = round(image.width * left / max(1, card.health.value))
    if share >= 4:
        lay_panel(image, (0, top - 4, share, top + 6), rgb("#c23b36"), None, 1)


@cached
def camp(card: Camp, wide: int, tall: int) -> Image.Image:
    """Draw a Camp as a low and wide card, as RGBA."""
    image, band, left = _body((wide, tall)), 36, max(116, wide * 2 // 5)
    ImageDraw.Draw(image).rectangle((0, 0, wide, band), fill=COLOURS[card.faction])
    write_fit(image, 8, -1, card.name, Style(28, "bold", theme.WHITE), wide - 16, "centre", MIN_TEXT_SIZE)
    image.paste(emblem(card.seed, "camp", card.faction, left, tall - band), (0, band))
    middle = (band + tall) // 2
    write(image, left + 14, middle - 26, f"+{card.income}{{gold}}", Style(40, "bold", theme.INK))
    lay_signs(image, wide - 6, middle - 18, card.signs, 36)
    ImageDraw.Draw(image).rounded_rectangle((0, 0, wide - 1, tall - 1), 10, outline=theme.INK, width=2)
    return with_corners(image, 10)


@cached
def lasting(card: Lasting, wide: int, tall: int) -> Image.Image:
    """Draw a card that lasts for a time as a slip of paper, as RGBA."""
    image = panel(wide, tall, theme.PARCHMENT, theme.INK, 8).copy()
    lay_panel(image, (2, 2, 38, tall - 2), COLOURS[card.faction], None, 7)
    lay_icon(image, card.icon, 5, (tall - 30) // 2, 30, theme.PALE)
    left, style = 44, Style(28, "bold", theme.INK)
    if card.track:
        _track(image, card, (left, tall - 32, wide - 6, tall - 4))
        write_fit(image, left, 0, card.name, style, wide - left - 6, least=MIN_TEXT_SIZE)
    else:
        write_block(
            image, (left, 2, wide - 6, tall - 2), card.name, style, lines=2, valign="middle", least=MIN_TEXT_SIZE
        )
    return image


def _track(image: Image.Image, card: Lasting, box: Box) -> None:
    """Write the numbers of a card's track. The current number is highlighted."""
    x0, y0, x1, y1 = box
    step = (x1 - x0) // len(card.track)
    for index, value in enumerate(card.track):
        x, is_current = x0 + index * step, index == card.time
        lay_panel(image, (x, y0, x + step - 3, y1), theme.GOLD_LIT if is_current else theme.PARCHMENT_SHADE, None, 6)
        style = Style(MIN_TEXT_SIZE, "bold", theme.INK if is_current else theme.INK_SOFT)
        text = str(value)
        write(image, x + (step - 3 - width(text, style)) // 2, y0 - 3, text, style)
