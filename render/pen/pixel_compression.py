"""Drawn parts with compressed pixels.

They take a twelfth of the bytes, and decompressing is ten times as fast as drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import lz4.block  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image

from render.pen.pieces import Pieces, pieces_in, set_pieces

#: Smaller pictures are not compressed, because the saved bytes aren't worth the time for decompressing.
MIN_COMPRESSED_BYTES = 4096
#: LZ4's setting for speed. At 8, compressing takes half as long as at 1, for a twelfth more bytes.
ACCELERATION = 8
#: The modes of pictures that are compressed, with the number of bytes per pixel in memory. Pillow uses four bytes for
#: RGB.
_BYTES_PER_PIXEL = {"L": 1, "P": 1, "RGB": 4, "RGBA": 4}
_lz4 = cast("Any", lz4.block)  # the package has no types


@dataclass(frozen=True, slots=True)
class CompressedPicture:
    """A compressed picture: its mode, its size, its compressed pixels, the bytes of its palette if it has one, and the
    pieces in it.
    """

    mode: str
    size: tuple[int, int]
    data: bytes
    palette: bytes
    pieces: Pieces | None = None

    @property
    def weight(self) -> int:
        """The size of the compressed picture in bytes."""
        return len(self.data) + len(self.palette)


@dataclass(frozen=True, slots=True)
class CompressedPart:
    """A drawn part with compressed pictures, and its uncompressed size in bytes."""

    value: Any
    size: int

    @property
    def weight(self) -> int:
        """The size of the compressed part in bytes."""
        return size_of(self.value)


def size_of(value: object) -> int:
    """Return the approximate size in bytes of a drawn part or a finished picture, which may be compressed."""
    match value:
        case Image.Image():
            return value.width * value.height * _BYTES_PER_PIXEL.get(value.mode, 4)
        case bytes():
            return len(value)
        case tuple():
            return sum(map(size_of, cast("tuple[object, ...]", value)))
        case _:
            return getattr(value, "weight", 0)


def is_compressible(value: object) -> bool:
    """Return whether a drawn part contains a picture large enough to be compressed."""
    if isinstance(value, tuple):
        return any(map(is_compressible, cast("tuple[object, ...]", value)))
    return isinstance(value, Image.Image) and value.mode in _BYTES_PER_PIXEL and size_of(value) >= MIN_COMPRESSED_BYTES


def compress(value: Any) -> CompressedPart:
    """Return a drawn part with every large picture in it compressed."""
    return CompressedPart(_map_parts(value, is_compressible, _compress_picture), size_of(value))


def decompress(part: CompressedPart) -> Any:
    """Return the drawn part that was compressed."""
    return _map_parts(part.value, lambda one: isinstance(one, CompressedPicture), _decompress_picture)


def _map_parts(value: Any, is_meant: Callable[[object], bool], change: Callable[[Any], Any]) -> Any:
    """Return a copy of a value with every matching part changed. Tuples are searched at any depth."""
    if type(value) is tuple:
        return tuple(_map_parts(one, is_meant, change) for one in cast("tuple[object, ...]", value))
    return change(value) if is_meant(value) else value


def _compress_picture(image: Image.Image) -> CompressedPicture:
    palette = image.im.getpalette("RGB", "RGB") if image.mode == "P" else b""
    raw = "RGBX" if image.mode == "RGB" else image.mode
    data = _lz4.compress(image.tobytes("raw", raw), mode="fast", acceleration=ACCELERATION)
    return CompressedPicture(image.mode, image.size, data, palette, pieces_in(image))


def _decompress_picture(pixels: CompressedPicture) -> Image.Image:
    image = _from_pixels(pixels)
    set_pieces(image, pixels.pieces)
    return image


def _from_pixels(pixels: CompressedPicture) -> Image.Image:
    data = _lz4.decompress(pixels.data)
    if pixels.mode == "RGB":
        return Image.frombytes("RGB", pixels.size, data, "raw", "RGBX")
    # Pillow uses these bytes without copying them. If the picture were drawn on, Pillow would first make a copy.
    image = Image.frombuffer(pixels.mode, pixels.size, data, "raw", pixels.mode, 0, 1)
    if pixels.palette:
        image.putpalette(pixels.palette)
        image.load()  # complete the palette before several threads use it
    return image
