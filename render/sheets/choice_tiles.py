"""Compact pictures of a decision's options: rows of tiles, in letters that are legible on a phone.

A phone that is 390 points wide shows a picture in a panel 255 points wide. Letters of less than 11 points would be
illegible there.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from PIL import Image

from render.pen import theme
from render.pen.canvas import lay_card, lay_panel, lay_ring, lay_shadow, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.theme import Colour
from render.sheets.row_stack import GAP, Row, Rows
from render.sheets.sign_pieces import mark_signs
from render.text.text_layout import Style, hyphenated, line_height, width, wrap, write, write_fit

WIDTH = 765
#: The smallest text size: 11 points on a phone that shows the picture in a panel 255 points wide.
MIN_TEXT_SIZE = 33
#: Maximum height of a picture that fits on one screen together with the question and the first option.
MAX_HEIGHT = 990
PAD = 12
#: The space below a line of text.
LINE_GAP = 4
TITLE = Style(34, "bold")
PLAIN = Style(MIN_TEXT_SIZE, "text")
#: The sizes of an emblem on a tile and of an emblem beside a line of text.
TILE_ART, LINE_ART = 72, 38


@dataclass(frozen=True, slots=True)
class Art:
    """A small picture: the function that draws it, and its arguments apart from the last one, the side length."""

    paint: Callable[..., Image.Image]
    what: tuple[Hashable, ...] = ()

    def image(self, side: int) -> Image.Image:
        """Draw the picture with this side length."""
        return self.paint(*self.what, side)


@dataclass(frozen=True, slots=True)
class Part:
    """A text on a tile, which is wrapped. `tone` is "" for plain text, or "bold", "soft", "good" or "bad".

    `key` and `name` are those of the piece that the text is about, if it isn't the tile's. Consecutive texts with the
    same key are about one piece. `signs` are signs in the text that are pieces themselves: sign, key and name.
    """

    text: str
    tone: str = ""
    art: Art | None = None
    key: str = ""
    name: str = ""
    signs: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Tile:
    """An option, or something else that matters for a decision.

    `badge` is before the title. `plate` is a price or a count at the right of the title. `look` is "card", "dark" or
    "panel". `use` is "now" for tiles that the decision is about, and "idle" for tiles that can't be used. `below` is
    True if the badge and the plate are on a line below the title. `key` is the key of the piece that the tile shows, or
    "" if it shows none, and `name` is the piece's name if it isn't the title.
    """

    title: str
    parts: tuple[Part, ...] = ()
    badge: str = ""
    plate: str = ""
    art: Art | None = None
    look: str = "card"
    use: str = ""
    below: bool = False
    key: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a tile."""

    fill: Colour
    edge: Colour
    ink: Colour
    soft: Colour
    good: Colour
    bad: Colour


LOOKS = {
    "card": Look(theme.PARCHMENT, theme.GOLD, theme.INK, theme.INK_SOFT, theme.rgb("#3f6b2a"), theme.BLOOD),
    "dark": Look(
        theme.BLIGHT, theme.mix(theme.BLIGHT, theme.BLIGHT_INK, 0.35), theme.BLIGHT_INK,
        theme.mix(theme.BLIGHT, theme.BLIGHT_INK, 0.7), theme.GOLD_LIT, theme.rgb("#ff8f7a"),
    ),
    "panel": Look(
        theme.PANEL, theme.STEEL_DARK, theme.PALE, theme.MUTED, theme.GOLD_LIT, theme.rgb("#ff8f7a"),
    ),
}  # fmt: skip


def tile_rows(tiles: Sequence[Tile], columns: int, accent: Colour) -> list[Row]:
    """Return tiles in rows of at most `columns` tiles. All tiles of a row have the same width and height."""
    rows: list[Row] = []
    for start in range(0, len(tiles), columns):
        row_tiles = tiles[start : start + columns]
        across = (WIDTH - (len(row_tiles) + 1) * GAP) // len(row_tiles)
        row_tiles = [_with_room_for_title(tile, across) for tile in row_tiles]
        tall = max(_plan(tile, across).tall for tile in row_tiles)
        cells = tuple((GAP + number * (across + GAP), tile) for number, tile in enumerate(row_tiles))
        things = tuple((x, x + across) for x, _ in cells)
        rows.append(Row(tall, _lay, (tall, across, cells, accent), things))
    return rows


def title_fits(tile: Tile, columns: int) -> bool:
    """Return whether a tile's badge, title and plate fit on one line in a row of this many tiles."""
    across = (WIDTH - (columns + 1) * GAP) // columns
    return len(_plan(tile, across).title) <= 1 and _with_room_for_title(tile, across) == tile


def heading(*texts: str) -> Row:
    """Return a row of headings above columns of equal width."""
    return Row(line_height(PLAIN), _lay_heading, texts)


def _lay_heading(image: Image.Image, y: int, *texts: str) -> None:
    wide = (WIDTH - GAP) // len(texts)
    for number, text in enumerate(texts):
        style = Style(MIN_TEXT_SIZE, "bold", theme.GOLD_LIT)
        write_fit(image, GAP + 4 + number * wide, y - 2, text, style, wide - GAP - 8, least=MIN_TEXT_SIZE)


def first_that_fits(layouts: Iterable[Sequence[Row]], max_height: float = MAX_HEIGHT, wide: int = WIDTH) -> Rows:
    """Return the first layout that is at most this tall, or the last layout if none fits.

    If `layouts` is an iterator, the layouts after the first one that fits aren't made.
    """
    for rows in layouts:
        whole = Rows(wide, rows)
        if whole.tall <= max_height:
            break
    return whole  # pyright: ignore[reportPossiblyUnboundVariable]


@dataclass(frozen=True, slots=True)
class _Plan:
    """The layout of a tile: the lines of its title and of each part, and the tile's dimensions."""

    title: tuple[str, ...]
    left: int
    plate: int
    parts: tuple[tuple[str, ...], ...]
    tall: int


# Most tiles were also on the previous panel, and several layouts are tried with the same tiles.
@lru_cache(maxsize=512)
def _plan(tile: Tile, across: int) -> _Plan:
    left = PAD + (TILE_ART + PAD if tile.art else 0)
    room = across - left - PAD
    plate = width(tile.plate, TITLE) + 24 if tile.plate else 0
    badge = width(tile.badge, TITLE) + 26 if tile.badge else 0
    title = tuple(wrap(tile.title, TITLE, room if tile.below else room - plate - badge)) if tile.title else ()
    parts = tuple(tuple(_wrapped(part, room - _indent(part))) for part in tile.parts)
    beside = 1 if plate or badge else 0
    words = (len(title) + beside if tile.below else max(len(title), beside)) * line_height(TITLE) + LINE_GAP * beside
    words += sum(len(lines) * line_height(PLAIN) + LINE_GAP for lines in parts)
    return _Plan(title, left, plate, parts, max(words, TILE_ART if tile.art else 0) + 2 * PAD - 4)


def _wrapped(part: Part, room: int) -> list[str]:
    style = _style(part, PLAIN.colour)
    return wrap(hyphenated(part.text, style, room), style, room)


@lru_cache(maxsize=512)
def _with_room_for_title(tile: Tile, across: int) -> Tile:
    """Return a tile whose title has enough room.

    If a word of the title is too wide, the badge and the plate are moved to a line below the title.
    """
    plan, room = _plan(tile, across), across - PAD
    badge = width(tile.badge, TITLE) + 26 if tile.badge else 0
    if all(width(line, TITLE) <= room - plan.left - plan.plate - badge for line in plan.title):
        return tile
    title = hyphenated(tile.title, TITLE, room - plan.left)
    if badge + plan.plate <= room - plan.left:
        return replace(tile, title=title, below=bool(badge or plan.plate))
    beside = Part("  ".join(filter(None, [tile.badge, tile.plate])), "bold")
    return replace(tile, title=title, badge="", plate="", parts=(beside, *tile.parts))


def _indent(part: Part) -> int:
    return LINE_ART + 8 if part.art else 0


def _style(part: Part, colour: Colour) -> Style:
    return Style(MIN_TEXT_SIZE, "bold" if part.tone == "bold" else "text", colour)


def _lay(
    image: Image.Image, y: int, tall: int, across: int, cells: tuple[tuple[int, Tile], ...], accent: Colour
) -> None:
    for x, tile in cells:
        lay_shadow(image, (x, y, x + across, y + tall))
        if tile.key:
            mark(image, (x, y, x + across, y + tall), tile.key, tile.name or tile.title)
        lay_card(image, _drawn(tile, across, tall, accent), x, y)


def _lay_title(image: Image.Image, tile: Tile, plan: _Plan, ink: Colour) -> int:
    """Draw a tile's title, badge and plate. Return their lower end."""
    top, step = PAD - 4, line_height(TITLE)
    beside = bool(tile.badge or tile.plate)
    y, x = top + (len(plan.title) * step if tile.below else 0), plan.left
    white = Style(TITLE.size, "bold", theme.WHITE)
    if tile.badge:
        wide = width(tile.badge, TITLE)
        lay_panel(image, (x - 2, y + 2, x + wide + 14, y + step + 2), theme.TABLE, theme.GOLD, 10)
        write(image, x + 6, y, tile.badge, white)
        x += wide + 26
    if tile.plate:
        left = image.width - PAD - plan.plate + 12
        lay_panel(image, (left - 4, y + 2, image.width - 8, y + step + 2), theme.TABLE, theme.GOLD, 18)
        write(image, left + 6, y, tile.plate, white)
    x, room = (plan.left, 0) if tile.below else (x, plan.plate)
    for number, line in enumerate(plan.title):
        write(image, x, top + number * step, line, Style(TITLE.size, "bold", ink), image.width - x - PAD - room)
    lines = len(plan.title) + beside if tile.below else max(len(plan.title), beside)
    return top + lines * step + LINE_GAP * beside


def _mark_parts(image: Image.Image, y: int, tile: Tile, plan: _Plan) -> None:
    """Add the pieces that the texts of a tile are about. The texts begin at `y`."""
    texts = zip(tile.parts, plan.parts, strict=True)
    for (key, name), group in groupby(texts, lambda text: (text[0].key, text[0].name)):
        tall = sum(len(lines) * line_height(PLAIN) + LINE_GAP for _, lines in group)
        if key:
            mark(image, (plan.left, y, image.width - PAD, y + tall - LINE_GAP), key, name)
        y += tall


@cached
def _drawn(tile: Tile, across: int, tall: int, accent: Colour) -> Image.Image:
    """Draw a single tile."""
    look, plan = LOOKS[tile.look], _plan(tile, across)
    image = Image.new("RGBA", (across, tall), (*look.fill, 0))
    lay_panel(image, (0, 0, across, tall), look.fill, look.edge)
    if tile.use == "now":
        lay_ring(image, (0, 0, across, tall), accent, line=7)
    ink = look.soft if tile.use == "idle" else look.ink
    if tile.art:
        part = tile.art.image(TILE_ART)
        mask = part if part.mode == "RGBA" else rounded(*part.size, 10)
        image.paste(part, (PAD, PAD), mask)
    y = _lay_title(image, tile, plan, ink)
    _mark_parts(image, y, tile, plan)
    colours = {"soft": look.soft, "good": look.good, "bad": look.bad}
    for part, lines in zip(tile.parts, plan.parts, strict=True):
        if part.art is not None:
            emblem = part.art.image(LINE_ART)
            image.paste(emblem, (plan.left, y + 2), emblem if emblem.mode == "RGBA" else rounded(*emblem.size, 6))
        style = _style(part, ink if tile.use == "idle" else colours.get(part.tone, ink))
        left, signs = plan.left + _indent(part), {sign: (key, name) for sign, key, name in part.signs}
        for line in lines:
            write(image, left, y, line, style, across - left - PAD)
            mark_signs(image, (left, y, y + line_height(PLAIN)), line, style, signs)
            y += line_height(PLAIN)
        y += LINE_GAP
    return image
