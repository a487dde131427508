"""Draws a city on the chat board: its control value, its gate, agents, influence and locks, and its asset."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.dark_providence.change_marks import OUTLINE, SEA
from render.dark_providence.chat_records import Plate
from render.dark_providence.tokens import colour_of
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, lay_ring, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.theme import Colour, mix
from render.sheets.chat_board import MIN_TEXT
from render.sheets.sign_pieces import mark_signs
from render.text.text_layout import Style, hyphenated, space, width, wrap, write

WIDTH = 238
PAD = 6
#: The heights of a line with the name, of a line with signs, of a line of the asset, and of a label.
NAME_LINE, SIGN_LINE, ASSET_LINE, LABEL = 37, 44, 36, 36
#: The width of the control seal and of the gate.
SEAL, GATE = 46, 44
#: The left edges of the gate and of the first sign.
GATE_LEFT = PAD + SEAL + 10
SIGNS_LEFT = GATE_LEFT + GATE + 14
NAME = Style(MIN_TEXT, "bold", theme.WHITE)
SIGN = Style(MIN_TEXT, "bold", theme.WHITE)
ASSET = Style(MIN_TEXT, "bold", theme.INK)
TAG = Style(MIN_TEXT, "text", theme.WHITE)
DIM = mix(theme.BLACK, theme.GOLD, 0.8)


class Room(NamedTuple):
    """How much of a city is shown: the maximum numbers of lines of signs and of the asset, and whether changes have
    labels beside their outlines.
    """

    signs: int
    asset: int
    labels: bool


#: From everything to the least.
ROOMS = (Room(4, 4, True), Room(2, 3, True), Room(2, 3, False), Room(1, 2, False))


@lru_cache(maxsize=512)
def _name_lines(name: str) -> tuple[str, ...]:
    """Break a name into lines. Initials such as "D. C." are written without a space if there is no room for it."""
    room = WIDTH - 2 * PAD
    if width(name, NAME) > room:
        name = name.replace(". ", ".")
    return tuple(wrap(hyphenated(name, NAME, room), NAME, room))


@lru_cache(maxsize=1024)
def asset_lines(name: str, signs: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Break an asset's name and signs into lines: at most `most`, unless the name alone has more."""
    room = WIDTH - 2 * PAD - 6
    name = hyphenated(name, ASSET, room)
    for kept in range(len(signs), -1, -1):
        lines = wrap(" ".join([name, *_with_rest(signs[:kept], len(signs))]), ASSET, room)
        if len(lines) <= most:
            return tuple(lines)
    return tuple(wrap(name, ASSET, room))


def _with_rest(kept: Sequence[str], total: int) -> list[str]:
    """Return the signs that are shown, and the number of signs that are left out."""
    return [*kept, f"+{total - len(kept)}"] if total > len(kept) else [*kept]


@lru_cache(maxsize=1024)
def sign_lines(signs: tuple[str, ...], most: int) -> tuple[tuple[str, ...], ...]:
    """Break a city's signs into at most `most` lines. The first line is beside the gate."""
    lines = _broken(signs)
    kept = len(signs)
    while len(lines) > most:
        kept -= 1
        lines = _broken(_with_rest(signs[:kept], len(signs)))
    return tuple(tuple(line) for line in lines)


def _broken(signs: Sequence[str]) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    room = WIDTH - SIGNS_LEFT - 4
    for sign in signs:
        if lines[-1] and width(" ".join([*lines[-1], sign]), SIGN) > room:
            lines.append([])
            room = WIDTH - 2 * PAD
        lines[-1].append(sign)
    return lines


def _body_height(plate: Plate, room: Room) -> int:
    lines = len(sign_lines(plate.signs, room.signs))
    return 3 + len(_name_lines(plate.name)) * NAME_LINE + SEAL + (lines - 1) * SIGN_LINE + 5


def _asset_height(plate: Plate, room: Room) -> int:
    return len(asset_lines(plate.asset, plate.asset_signs, room.asset)) * ASSET_LINE + 10 if plate.asset else 0


def plate_height(plate: Plate, room: Room) -> int:
    """Return the height of a plate with its asset and its labels."""
    labels = bool(plate.mark) + bool(plate.asset_mark) if room.labels else 0
    return _body_height(plate, room) + _asset_height(plate, room) + labels * LABEL


def draw_plate(image: Image.Image, plate: Plate, room: Room) -> None:
    """Draw a city on its part of the map.

    Labels of changes have separate lines above the name and below the asset.
    """
    y = LABEL if plate.mark and room.labels else 0
    owner = theme.GOLD if plate.controller is None else colour_of(plate.controller)
    edge, line = (DIM, 2) if plate.controller is None else (owner, 4)
    body = (0, y, WIDTH, y + _body_height(plate, room))
    mark(image, body, f"city:{plate.id}", plate.name)
    if y:
        _label(image, 0, body[3], plate.mark)
    lay_panel(image, body, theme.HOLLOW, edge, line=line)
    _body(image, y + 3, plate, room)
    if plate.asset:
        _asset(image, body[3], plate, room)
    if plate.mark:
        lay_ring(image, (0, 0, WIDTH, body[3]), OUTLINE)


def _label(image: Image.Image, top: int, end: int, text: str) -> None:
    """Draw a label's tab from `top` to `end`. The city or the asset covers all but one line of it."""
    lay_panel(image, (0, top, WIDTH, end), SEA, OUTLINE)
    at = top + 1 if top == 0 else end - LABEL - 2
    write(image, (WIDTH - width(text, TAG)) // 2, at - 3, text, TAG, WIDTH - 8)


def _body(image: Image.Image, y: int, plate: Plate, room: Room) -> None:
    """Write the name, and draw the seal, the gate and the signs below it."""
    for line in _name_lines(plate.name):
        write(image, PAD, y - 3, line, NAME, WIDTH - 2 * PAD)
        y += NAME_LINE
    for x, part, kind, name in (
        (PAD - 1, seal(str(plate.control), plate.controller), "control", plate.control_name),
        (GATE_LEFT, gate(str(plate.gate), plate.face, plate.gate_owner), "gate", plate.gate_name),
    ):
        image.paste(part, (x, y), part)
        mark(image, (x, y, x + SEAL + 10, y + SEAL), f"{kind}:{plate.id}", name)
    left = SIGNS_LEFT
    pieces = dict(zip(plate.signs, plate.sign_pieces, strict=True))
    for line in sign_lines(plate.signs, room.signs):
        x = left
        for sign in line:
            end = write(image, x, y, sign, SIGN)
            if sign in pieces:
                mark(image, (x, y, end, y + SIGN_LINE - 2), *pieces[sign])
            x = end + space(SIGN)
        y += SEAL if left == SIGNS_LEFT else SIGN_LINE
        left = PAD


@cached
def seal(text: str, controller: int | None = None) -> Image.Image:
    """Draw a control value as RGBA, with the colour and shape of the player who controls the city."""
    image = Image.new("RGBA", (SEAL + 12, SEAL + 4), (0, 0, 0, 0))
    owner = theme.GOLD if controller is None else colour_of(controller)
    rings = ((0, theme.BLACK), (1, owner), (4, theme.BLACK), (6, owner))
    if controller is None:
        rings = ((0, theme.BLACK), (1, owner), (4, theme.INK), (5, theme.PARCHMENT))
    _disc(image, rings)
    style = Style(36, "bold", theme.BLACK if controller is not None else theme.INK)
    if text:
        write(image, (SEAL - width(text, style)) // 2, -1, text, style)
    if controller is not None:
        lay_icon(image, f"seat{controller}", SEAL - 12, SEAL - 20, 24, theme.PALE)
    return image


def _disc(image: Image.Image, rings: tuple[tuple[int, Colour], ...]) -> None:
    """Draw discs of one centre, each inset by a number of pixels."""
    for inset, colour in rings:
        inner = SEAL - 2 * inset
        image.paste((*colour, 255), (inset, inset), rounded(inner, inner, inner // 2))


@cached
def gate(text: str, face: str = "", owner: int | None = None) -> Image.Image:
    """Draw a gate with its value as RGBA. An open or closed gate has the shape of the player who owns it."""
    image = Image.new("RGBA", (GATE + 16, SEAL + 4), (0, 0, 0, 0))
    lay_icon(image, {"": "gate_dormant", "open": "gate_open", "close": "gate_shut"}[face], 0, 1, GATE, theme.PALE)
    style, outline = Style(34, "bold", theme.WHITE), Style(34, "bold", theme.BLACK)
    left, top = (GATE - width(text, style)) // 2, 2
    if text:
        for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2), (-1, -1), (1, 1), (-1, 1), (1, -1)):
            write(image, left + dx, top + dy, text, outline)
        write(image, left, top, text, style)
    if owner is not None:
        lay_icon(image, f"seat{owner}", GATE - 10, SEAL - 22, 26, theme.PALE)
    return image


def _asset(image: Image.Image, y: int, plate: Plate, room: Room) -> None:
    """Draw the face-up asset as a slip of parchment below the city."""
    low = y + _asset_height(plate, room)
    end = low
    if plate.asset_mark and room.labels:
        end += LABEL
        _label(image, y, end, plate.asset_mark)
    mark(image, (0, y, WIDTH, low), f"card:{plate.asset_id}", plate.asset)
    lay_panel(image, (0, y + 2, WIDTH, low), theme.PARCHMENT, theme.INK, 10)
    pieces = dict(zip(plate.asset_signs, plate.asset_sign_pieces, strict=True))
    for number, line in enumerate(asset_lines(plate.asset, plate.asset_signs, room.asset)):
        top = y + 4 + number * ASSET_LINE
        write(image, PAD + 3, top, line, ASSET, WIDTH - 2 * PAD - 4)
        mark_signs(image, (PAD + 3, top, top + ASSET_LINE), line, ASSET, pieces)
    if plate.asset_mark:
        lay_ring(image, (0, y + 1, WIDTH, end), OUTLINE)
