"""The pieces in a picture: everything that a person can point at, with its rectangle, its key and its name.

A picture has its pieces in Pillow's `info`, so they stay with it when it is cached, copied or mapped to the palette. A
part that is pasted on a picture must be pasted with `lay_part`, which adds the part's pieces to the picture.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin
from typing import NamedTuple, cast

from PIL import Image

#: The entry of Pillow's `info` with a picture's pieces.
INFO_KEY = "pieces"
#: An icon in a text, with the space before it.
_ICON = re.compile(r"\s*\{\w+\}")
#: A rectangle's left, upper, right and lower edge.
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece in a picture: its upper left corner and its size in pixels, its key and its name.

    The key consists of the kind and, after a colon, the id in the game's content, as in "card:watch". It is the same in
    all pictures and languages. The key of a hidden card says only where the card is. The name is in the language of
    the picture.
    """

    x: int
    y: int
    width: int
    height: int
    key: str
    name: str


class _Mark(NamedTuple):
    """A single piece: its rectangle, its key and its name, which may contain icons."""

    box: Box
    key: str
    name: str


class _Pasted(NamedTuple):
    """A part that was pasted on a picture at a point, with the part's pieces."""

    x: int
    y: int
    pieces: "Pieces"


class Pieces(NamedTuple):
    """The pieces of a picture of this size, in the order of drawing.

    Pillow copies `info` to pictures that are cut or scaled from a picture. Their size is different, and the pieces
    don't apply to them.
    """

    size: tuple[int, int]
    added: tuple[_Mark | _Pasted, ...]


def mark(image: Image.Image, box: Box, key: str, name: str) -> None:
    """Add a piece to a picture. A piece that contains others is added before them."""
    _add(image, _Mark(box, key, name))


def carry(image: Image.Image, part: Image.Image, x: int, y: int) -> None:
    """Add the pieces of a part to a picture, after the part was pasted on it at a point."""
    if (inner := pieces_in(part)) is not None:
        _add(image, _Pasted(x, y, inner))


def lay_part(image: Image.Image, part: Image.Image, at: tuple[int, int], mask: Image.Image | None = None) -> None:
    """Paste a part on a picture, together with the part's pieces."""
    image.paste(part, at, mask)
    carry(image, part, *at)


def carry_scaled(image: Image.Image, whole: Image.Image, x: int, y: int, share: float) -> None:
    """Add the pieces of a picture to another one, after a scaled copy was pasted there at a point."""
    for piece in pieces_of(whole):
        left, top = x + round(piece.x * share), y + round(piece.y * share)
        right, low = x + round((piece.x + piece.width) * share), y + round((piece.y + piece.height) * share)
        mark(image, (left, top, right, low), piece.key, piece.name)


def carry_turned(image: Image.Image, whole: Image.Image, angle: float, share: float) -> None:
    """Add the pieces of a picture to another one of the same size, after a scaled copy was pasted into its middle. The
    copy is turned clockwise by an angle in degrees.
    """
    middle_x, middle_y = whole.width / 2, whole.height / 2
    across, down = share * cos(radians(angle)), share * sin(radians(angle))
    for piece in pieces_of(whole):
        x, y = piece.x + piece.width / 2 - middle_x, piece.y + piece.height / 2 - middle_y
        left = round(middle_x + x * across - y * down - piece.width * share / 2)
        top = round(middle_y + x * down + y * across - piece.height * share / 2)
        box = (left, top, left + round(piece.width * share), top + round(piece.height * share))
        mark(image, box, piece.key, piece.name)


def pieces_in(image: Image.Image) -> Pieces | None:
    """Return the record of a picture's pieces, or None if it has none."""
    found = cast("Pieces | None", image.info.get(INFO_KEY))
    return found if found is not None and found.size == image.size else None


def set_pieces(image: Image.Image, pieces: Pieces | None) -> None:
    """Give a picture the pieces of another picture that looks the same."""
    if pieces is not None:
        image.info[INFO_KEY] = pieces


def pieces_of(image: Image.Image) -> list[Piece]:
    """Return a picture's pieces, each one before the pieces that it contains."""
    found = pieces_in(image)
    return list(_flat(found, 0, 0)) if found is not None else []


def _add(image: Image.Image, entry: _Mark | _Pasted) -> None:
    before = pieces_in(image)
    # Copies of a picture share its `info`, so the old record must not be changed.
    image.info[INFO_KEY] = Pieces(image.size, (*(before.added if before else ()), entry))


def _flat(pieces: Pieces, x: int, y: int) -> Iterator[Piece]:
    for entry in pieces.added:
        if isinstance(entry, _Pasted):
            yield from _flat(entry.pieces, x + entry.x, y + entry.y)
        else:
            x0, y0, x1, y1 = entry.box
            yield Piece(x + x0, y + y0, x1 - x0, y1 - y0, entry.key, plain_name(entry.name))


def plain_name(name: str) -> str:
    """Return a name without icons."""
    return _ICON.sub("", name).strip()
