"""Text in pictures: measuring, wrapping, shortening, and icons within a line, written as `{coin}`.

Each word is drawn once as a mask and cached, because a board repeats the same words many times.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.icons import ICONS, icon
from render.pen import text_audit, theme
from render.pen.canvas import Box
from render.pen.picture_cache import cached
from render.pen.theme import Colour
from render.text.fonts import ascent, font

_TOKEN = re.compile(r"\{([a-z_0-9]+)\}")
#: A syllable starts with the consonant before its vowel, or with two consonants that make one sound. Pairs of
#: consonants that some languages divide differently are not separated.
_SYLLABLE = re.compile(
    r"(?:ch|qu|sz|zs|cs|gy|ny|ly|ty|dz|(?<![bcdfgkpt])[lr]|[bcdfghjkmnñpstvxz])(?=[aeiouáéíóöőúüű])", re.IGNORECASE
)
ELLIPSIS = "…"
#: A space where a line may break: any but the one between two initials.
_BREAK = re.compile(r"(?<!\b\w\.)\s+|\s+(?!\w\.)")
#: A number at the end of a line.
_NUMBER = re.compile(r" \d{1,2}$")
#: The font feature for lining figures, which are all as high as capitals, so numbers are easy to read.
FEATURES = ["lnum"]


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a text: font size, face and colour."""

    size: int = theme.TEXT_BODY
    face: str = "text"
    colour: Colour = theme.PALE


def sized(style: Style, size: int) -> Style:
    """Return a style at another font size."""
    return Style(size, style.face, style.colour)


@lru_cache(maxsize=4096)
def word_width(word: str, face: str, size: int) -> int:
    """Return a word's advance width in pixels."""
    return round(font(face, size).getlength(word, features=FEATURES))


@cached
def _mask(word: str, face: str, size: int) -> Image.Image:
    """Draw a word as an alpha mask.

    The mask is as high as a line plus some space above, and has a margin of 3 pixels on each side.
    """
    up, down = ascent(face, size)
    above = _accent_height(size)
    mask = Image.new("L", (word_width(word, face, size) + 6, above + up + down), 0)
    ImageDraw.Draw(mask).text((3, above), word, fill=255, font=font(face, size), features=FEATURES)
    return mask


def _accent_height(size: int) -> int:
    """Return how many pixels the accents of capitals, such as Ő, may rise above a line."""
    return size // 4


def icon_size(size: int) -> int:
    """Return the size of an icon in a line of text, in pixels."""
    return round(size * 1.12)


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[tuple[str, ...], ...]:
    """Split a text into words. A word is a sequence of text runs and `{icon}` tokens that must not be separated."""
    words: list[tuple[str, ...]] = []
    for word in text.split():
        runs = _TOKEN.split(word)
        named = (("{" + run + "}" if index % 2 and run in ICONS else run) for index, run in enumerate(runs))
        words.append(tuple(run for run in named if run))
    return tuple(words)


def icons_in(text: str) -> list[str]:
    """Return the names of the icons in a text, including names of unknown icons."""
    return _TOKEN.findall(text)


def _is_icon(run: str) -> bool:
    return run[:1] == "{" and run[1:-1] in ICONS


def _chain_width(chain: tuple[str, ...], style: Style) -> int:
    return sum(icon_size(style.size) + 2 if _is_icon(run) else word_width(run, style.face, style.size) for run in chain)


def space(style: Style) -> int:
    """Return the width of the gap between two words in pixels."""
    return round(style.size * 0.27)


def width(text: str, style: Style) -> int:
    """Return the width of one line of text, including its icons, in pixels."""
    return _measured(text, style.face, style.size)


@lru_cache(maxsize=4096)
def _measured(text: str, face: str, size: int) -> int:
    style = Style(size, face)
    chains = pieces(text)
    return sum(_chain_width(chain, style) for chain in chains) + space(style) * max(0, len(chains) - 1)


def line_height(style: Style) -> int:
    """Return the distance from one line to the next in pixels."""
    return round(style.size * 1.16)


def wrap(text: str, style: Style, room: int) -> list[str]:
    """Break a text into lines no wider than `room`. `\\n` forces a break. Initials such as "D. C." stay together."""
    lines: list[str] = []
    gap = space(style)
    for paragraph in text.split("\n"):
        words: list[str] = []
        wide = 0
        for word in filter(None, _BREAK.split(paragraph)):
            word_wide = width(word, style)
            if words and wide + gap + word_wide > room:
                lines.append(" ".join(words))
                words, wide = [word], word_wide
            else:
                wide += word_wide + (gap if words else 0)
                words.append(word)
        if words:
            lines.append(" ".join(words))
    return lines


def hyphenated(text: str, style: Style, room: int) -> str:
    """Hyphenate the words of a text that are wider than a line. Words with icons are not hyphenated."""
    words: list[str] = []
    for word in text.split():
        rest = word
        while "{" not in rest and width(rest, style) > room:
            fits = _break(rest, style, room)
            words.append(rest[:fits].rstrip("-") + "-")
            rest = rest[fits:].lstrip("-")
        words.append(rest)
    return " ".join(words)


def _break(word: str, style: Style, room: int) -> int:
    """Return where to break a word that is too wide for a line: between two syllables if possible."""
    fitting = [n for n in range(2, len(word) - 1) if width(f"{word[:n]}-", style) <= room]
    syllables = {found.start() for found in _SYLLABLE.finditer(word)}
    return max((n for n in fitting if n in syllables), default=max(fitting, default=2))


def shorten(text: str, style: Style, room: int) -> str:
    """Shorten a line so it fits, with an ellipsis at the end. A line that already fits is returned unchanged.

    A number at the end is kept, because it distinguishes names such as "Computer (normal) 1".
    """
    if width(text, style) <= room:
        return text
    text_audit.note_cut(text)
    number = _NUMBER.search(text)
    if number is not None:
        short = _cut(text[: number.start()], style, room - width(number.group(), style))
        if short != ELLIPSIS:
            return short + number.group()
    return _cut(text, style, room)


def _cut(text: str, style: Style, room: int) -> str:
    """Cut off the end of a line, so that the rest fits with an ellipsis."""
    words = text.split()
    while words:
        last = words.pop()
        head = " ".join(words)
        if not _TOKEN.search(last):
            while len(last) > 2:
                last = last[:-1]
                short = f"{head} {last}{ELLIPSIS}" if head else f"{last}{ELLIPSIS}"
                if width(short, style) <= room:
                    return short
        if head and width(head + ELLIPSIS, style) <= room:
            return head + ELLIPSIS
    return ELLIPSIS


def fitted(text: str, style: Style, room: int, lines: int, least: int = theme.TEXT_MIN) -> tuple[list[str], Style]:
    """Wrap a text into at most `lines` lines.

    If it doesn't fit, reduce the size down to `least`, then shorten the text.
    """
    size = style.size
    while True:
        trial = sized(style, size)
        broken = wrap(text, trial, room)
        if len(broken) <= lines and all(width(line, trial) <= room for line in broken):
            return broken, trial
        if size <= least:
            break
        size = max(least, size - 2)
    kept = broken[:lines]
    if len(broken) > lines:
        kept[-1] = " ".join(broken[lines - 1 :])
    return [shorten(line, trial, room) for line in kept], trial


def write(image: Image.Image, x: int, y: int, text: str, style: Style, room: int | None = None) -> int:
    """Write one line with its top at `y`. Return the right end of the line."""
    text_audit.note_size(style.size)
    text_audit.note_text(text)
    start, up_down = x, sum(ascent(style.face, style.size))
    for index, chain in enumerate(pieces(text)):
        if index:
            x += space(style)
        for run in chain:
            if _is_icon(run):
                side = icon_size(style.size)
                part = icon(run[1:-1], side, style.colour)
                image.paste(part, (x + 1, y + round((up_down - side) * 0.54)), part)
                x += side + 2
            else:
                image.paste(style.colour, (x - 3, y - _accent_height(style.size)), _mask(run, style.face, style.size))
                x += word_width(run, style.face, style.size)
    _check_overflow(image, start, x, y, y + up_down, text, room)
    return x


def _check_overflow(image: Image.Image, x0: int, x1: int, y0: int, y1: int, text: str, room: int | None) -> None:
    """Record text that is wider than its room or extends beyond the picture."""
    slack = 6
    if (
        x0 < 0
        or y0 < -slack
        or x1 > image.width
        or y1 > image.height + slack
        or (room is not None and x1 - x0 > room + 1)
    ):
        text_audit.note_overflow(text)


def write_fit(
    image: Image.Image, x: int, y: int, text: str, style: Style, room: int, align: str = "left",
    least: int = theme.TEXT_MIN,
) -> int:  # fmt: skip
    """Write one line, reduced in size or shortened to fit `room`. Return the right end of the line."""
    lines, used = fitted(text, style, room, 1, least)
    line = lines[0] if lines else ""
    free = room - width(line, used)
    shift = {"left": 0, "centre": free // 2, "right": free}[align]
    drop = (sum(ascent(style.face, style.size)) - sum(ascent(used.face, used.size))) // 2
    return write(image, x + shift, y + drop, line, used, room)


def _block(text: str, style: Style, room: tuple[int, int], lines: int | None, least: int) -> tuple[list[str], Style]:
    """Return a text's lines and style at the largest size that fits. If even the smallest doesn't, shorten the text."""
    for size in range(style.size, least - 1, -2):
        trial = sized(style, size)
        most = max(1, room[1] // line_height(trial))
        broken = wrap(text, trial, room[0])
        if len(broken) <= min(lines or most, most) and all(width(line, trial) <= room[0] for line in broken):
            return broken, trial
    most = max(1, room[1] // line_height(sized(style, least)))
    return fitted(text, sized(style, least), room[0], min(lines or most, most), least)


def write_block(
    image: Image.Image, box: Box, text: str, style: Style, *, lines: int | None = None, align: str = "left",
    valign: str = "top", least: int = theme.TEXT_MIN,
) -> int:  # fmt: skip
    """Write a wrapped text into a box. Return the lower end of the text."""
    x0, y0, x1, y1 = box
    broken, used = _block(text, style, (x1 - x0, y1 - y0 + 4), lines, least)
    step = line_height(used)
    tall = step * len(broken)
    y = {"top": y0, "middle": y0 + (y1 - y0 - tall) // 2, "bottom": y1 - tall}[valign]
    lead = (step - sum(ascent(used.face, used.size))) // 2
    for line in broken:
        free = x1 - x0 - width(line, used)
        write(image, x0 + {"left": 0, "centre": free // 2, "right": free}[align], y + lead, line, used, x1 - x0)
        y += step
    if y > y1 + 4:
        text_audit.note_overflow(text)
    return y
