"""Lists of cards in words: each card with its picture, numbers, price and text, in letters that are legible on a phone.

A list takes far less room than pictures of cards. It has several layouts, from spacious to dense.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from render.aevum_haeresis.cards import Face
from render.emblem.aevum_haeresis import emblem
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import lay_card, lay_panel, lay_ring, lay_shadow, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.theme import mix
from render.sheets.chat_board import WIDTH as CHAT_WIDTH
from render.sheets.choice_tiles import MIN_TEXT_SIZE
from render.sheets.row_stack import GAP, Row
from render.text.text_layout import Style, hyphenated, line_height, width, wrap, write

#: The largest height of a picture as a multiple of its width: about one screen of a phone.
TALLEST = 2
#: The smallest text size.
TEXT = MIN_TEXT_SIZE
PLAIN, BOLD = Style(TEXT), Style(TEXT, "bold")
STEP, PAD = line_height(PLAIN), 8
#: The space above and below an entry of a dense list, and between its entries.
DENSE_PAD, DENSE_GAP = 5, 4
#: The sizes of a card's picture in a spacious and in a dense list.
LARGE_ART, SMALL_ART = 84, 32
#: The width of a picture with two columns, whose text is 11 points high where the picture is 340 points wide, and the
#: width of each column.
WIDE = CHAT_WIDTH
COLUMN = (WIDE - 3 * GAP) // 2
NOW = mix(theme.PARCHMENT, theme.LEAF, 0.45)


@dataclass(frozen=True, slots=True)
class Entry:
    """A card in a list. Cards with the same text are one entry with several `faces`.

    `note` is a remark about the card. `lit` marks the card that a question is about. `typed` is False in a list whose
    heading already has the icon of the cards' type.
    """

    faces: tuple[Face, ...]
    text: str
    note: str = ""
    lit: bool = False
    typed: bool = True

    @property
    def use(self) -> str:
        """Return "now" if the cards can be used now, "idle" if not, or "" if this isn't shown."""
        return self.faces[0].use


def text_of(face: Face) -> str:
    """Return a card's text in one paragraph, with the icons of its abilities."""
    return " ".join(line.text if line.icon == face.type else f"{{{line.icon}}} {line.text}" for line in face.lines)


def entries(faces: Iterable[Face], lit: bool = False) -> list[Entry]:
    """Return a list's entries. Cards of the same type and with the same text share an entry."""
    found: dict[tuple[str, str, str, str], list[Face]] = {}
    for number, face in enumerate(faces):
        text = text_of(face)
        found.setdefault((face.type, text or str(number), face.use, face.now), []).append(face)
    return [Entry(tuple(alike), text_of(alike[0]), alike[0].now, lit) for alike in found.values()]


def without_text(entry: Entry) -> Entry:
    """Return an entry with only the cards' names, numbers and prices."""
    return replace(entry, text="", note="")


def facts_of(face: Face, typed: bool = True) -> str:
    """Return a card's numbers as text with icons, or its type, if `typed`, and the manoeuvres that a Story is for."""
    band = [f"{{{one.icon}}}{'{skull}' if one.skull else ''}" for one in face.band if one.colour == "white"]
    track = [f"{{{sun}}}{number}" for sun, number in zip(("dawn", "noon", "dusk", "night"), face.track, strict=False)]
    if face.left or face.right:
        return " ".join(part for part in (face.left, face.right, face.middle) if part)
    sign = "" if track or not typed else f"{{{face.type}}}"
    return " ".join(part for part in (sign, *band, *track, face.middle) if part)


# -- layout ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """An entry's layout: for each card, the lines of its name and whether its numbers are on the last of them; then the
    text's lines and the height. The first line may begin behind the last card's numbers, at `start`.
    """

    names: tuple[tuple[tuple[str, ...], bool], ...]
    start: int
    text: tuple[str, ...]
    note: tuple[str, ...]
    tall: int


def _pad(dense: bool) -> int:
    return DENSE_PAD if dense else PAD


def _left(dense: bool) -> int:
    return PAD + 6 + (SMALL_ART if dense else LARGE_ART) + 12


def _named(face: Face) -> str:
    return f"{face.name} ×{face.copies}" if face.copies > 1 else face.name


@lru_cache(maxsize=512)
def _plan(entry: Entry, wide: int, dense: bool) -> _Plan:
    left, right = _left(dense), wide - PAD - 6
    names: list[tuple[tuple[str, ...], bool]] = []
    end = lines = 0
    for face in entry.faces:
        room = right - left - _price_width(face)
        name = tuple(wrap(hyphenated(_named(face), BOLD, room), BOLD, room))
        facts = width(facts_of(face, entry.typed), PLAIN)
        beside = not facts or width(name[-1], BOLD) + 18 + facts <= room
        names.append((name, beside))
        end = left + facts + 24 + (width(name[-1], BOLD) + 18 if beside else 0)
        lines += len(name) + (not beside)
    runs_on = dense and entry.text and right - _price_width(entry.faces[-1]) - end >= 160
    start = end if runs_on else 0
    under = PAD + 6 if dense else left
    text = _flowed(entry.text, right - _price_width(entry.faces[-1]) - end if runs_on else 0, right - under)
    note = tuple(wrap(entry.note, PLAIN, right - under))
    lines += len(text) + len(note) - bool(runs_on)
    least = 0 if dense else LARGE_ART + 4
    return _Plan(tuple(names), start, text, note, max(lines * STEP, least) + 2 * _pad(dense))


def _flowed(text: str, first: int, room: int) -> tuple[str, ...]:
    """Break a text into lines. The first line has another room, unless this is 0."""
    if not first:
        return tuple(wrap(hyphenated(text, PLAIN, room), PLAIN, room))
    words, head = hyphenated(text, PLAIN, room).split(), list[str]()
    while words and width(" ".join([*head, words[0]]), PLAIN) <= first:
        head.append(words.pop(0))
    return (" ".join(head), *wrap(" ".join(words), PLAIN, room))


def _price_width(face: Face) -> int:
    return width(face.cost, BOLD) + 36 if face.cost else 0


def list_rows(shown: Sequence[Entry], wide: int, dense: bool) -> list[Row]:
    """Return a list as rows of a picture of this width. A dense list is one row."""
    talls = [_plan(entry, wide - 2 * GAP, dense).tall for entry in shown]
    if dense and shown:
        return [Row(_stack_height(talls), _lay_all, (tuple(shown), GAP, wide - 2 * GAP))]
    return [
        Row(tall, _lay, (entry, GAP, wide - 2 * GAP, dense), ((GAP, wide - GAP),))
        for tall, entry in zip(talls, shown, strict=True)
    ]


def column_rows(shown: Sequence[Entry]) -> list[Row]:
    """Return a dense list in two columns, as one row of a wide picture. The left column is read first."""
    talls = [_plan(entry, COLUMN, True).tall for entry in shown]
    cut = balanced_cut([tall + DENSE_GAP for tall in talls])
    tall = max(_stack_height(talls[:cut]), _stack_height(talls[cut:]))
    return [Row(tall, _lay_columns, (tuple(shown[:cut]), tuple(shown[cut:])))]


def balanced_cut(talls: Sequence[int]) -> int:
    """Return how many of these parts belong in the left one of two columns, so that the longer column is short."""
    return min(range(len(talls) + 1), key=lambda cut: (max(sum(talls[:cut]), sum(talls[cut:])), -cut))


def _stack_height(talls: Sequence[int]) -> int:
    return sum(talls) + DENSE_GAP * max(0, len(talls) - 1)


# -- drawing --------------------------------------------------------------------------------------------------------


def _lay_columns(image: Image.Image, y: int, left: tuple[Entry, ...], right: tuple[Entry, ...]) -> None:
    _lay_all(image, y, left, GAP, COLUMN)
    _lay_all(image, y, right, 2 * GAP + COLUMN, COLUMN)


def _lay_all(image: Image.Image, y: int, shown: tuple[Entry, ...], x: int, wide: int) -> None:
    for entry in shown:
        _lay(image, y, entry, x, wide, True)
        y += _plan(entry, wide, True).tall + DENSE_GAP


def _lay(image: Image.Image, y: int, entry: Entry, x: int, wide: int, dense: bool) -> None:
    part = _drawn(entry, wide, dense)
    lay_shadow(image, (x, y, x + part.width, y + part.height))
    lay_card(image, part, x, y)


@cached
def _drawn(entry: Entry, wide: int, dense: bool) -> Image.Image:
    plan = _plan(entry, wide, dense)
    image = Image.new("RGBA", (wide, plan.tall), (*theme.PARCHMENT, 0))
    colour = COLOURS[entry.faces[0].faction]
    lay_panel(image, (0, 0, wide, plan.tall), theme.PARCHMENT, theme.GOLD)
    lay_panel(image, (2, 10, 8, plan.tall - 10), colour, None, 3)
    ink = theme.INK_SOFT if entry.use == "idle" else theme.INK
    y = _heads(image, entry, plan, dense, ink)
    under, plain = PAD + 6 if dense else _left(dense), Style(TEXT, "text", ink)
    for number, line in enumerate(plan.text):
        if plan.start and not number:
            write(image, plan.start, y - STEP, line, plain)
            continue
        write(image, under, y, line, plain)
        y += STEP
    for line in plan.note:
        write(image, under, y, line, Style(TEXT, "italic", theme.INK_SOFT))
        y += STEP
    if entry.lit or entry.use == "now":
        lit = theme.ACCENTS["aevum_haeresis"] if entry.lit else theme.LEAF
        lay_ring(image, (0, 0, wide, plan.tall), lit, line=5)
    return image


def _heads(image: Image.Image, entry: Entry, plan: _Plan, dense: bool, ink: theme.Colour) -> int:
    """Draw the picture, name, numbers and price of each card, and return the y coordinate below."""
    y, left, side = _pad(dense) - 2, _left(dense), SMALL_ART if dense else LARGE_ART
    top, last = 0, len(entry.faces) - 1
    for number, (face, (name, beside)) in enumerate(zip(entry.faces, plan.names, strict=True)):
        if dense or not number:
            picture = emblem(face.seed, face.type, face.faction, side, side)
            image.paste(picture, (PAD + 6, y + 4), rounded(side, side, 8))
        if face.cost:
            price = image.width - 8 - width(face.cost, BOLD) - 24
            lay_panel(image, (price, y + 1, image.width - 8, y + STEP - 2), theme.TABLE, theme.GOLD, 16)
            write(image, price + 12, y - 1, face.cost, Style(TEXT, "bold", theme.WHITE))
        x = left
        for line in name:
            x = write(image, left, y, line, Style(TEXT, "bold", ink)) + 18
            y += STEP
        if beside:
            write(image, x, y - STEP, facts_of(face, entry.typed), Style(TEXT, "text", ink))
        else:
            write(image, left, y, facts_of(face, entry.typed), Style(TEXT, "text", ink))
            y += STEP
        low = image.height if number == last else y
        mark(image, (0, top, image.width, low), f"card:{face.seed}", face.name)
        top = y
    return y
