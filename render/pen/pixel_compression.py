"""Drawn parts with compressed pixels: a twelfth of the bytes, and decompressed ten times as fast as drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import lz4.block  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image

#: Smaller pictures are not compressed, because decompressing would take more time than the saved bytes are worth.
MIN_COMPRESSED_BYTES = 4096
#: The modes of pictures that are compressed, with the bytes of a pixel in memory; Pillow uses four for RGB.
_PIXEL = {"L": 1, "P": 1, "RGB": 4, "RGBA": 4}
_lz4 = cast("Any", lz4.block)  # the package has no types


@dataclass(frozen=True, slots=True)
class Pixels:
    """A compressed picture: its mode, its size, its compressed pixels, and the bytes of its palette if it has one."""

    mode: str
    size: tuple[int, int]
    data: bytes
    palette: bytes

    @property
    def weight(self) -> int:
        """The size of the compressed picture in bytes."""
        return len(self.data) + len(self.palette)


@dataclass(frozen=True, slots=True)
class Packed:
    """A drawn part with compressed pictures, and its uncompressed size in bytes."""

    value: Any
    size: int

    @property
    def weight(self) -> int:
        """The size of the compressed part in bytes."""
        return weight(self.value)


def weight(value: object) -> int:
    """Return about how many bytes a drawn part or a finished picture takes, compressed or not."""
    match value:
        case Image.Image():
            return value.width * value.height * _PIXEL.get(value.mode, 4)
        case bytes():
            return len(value)
        case tuple():
            return sum(map(weight, cast("tuple[object, ...]", value)))
        case _:
            return getattr(value, "weight", 0)


def packs(value: object) -> bool:
    """Return whether a drawn part contains a picture large enough to be compressed."""
    if isinstance(value, tuple):
        return any(map(packs, cast("tuple[object, ...]", value)))
    return isinstance(value, Image.Image) and value.mode in _PIXEL and weight(value) >= MIN_COMPRESSED_BYTES


def pack(value: Any) -> Packed:
    """Return a drawn part with every large picture in it compressed."""
    return Packed(_with_each(value, packs, _pixels), weight(value))


def open_again(part: Packed) -> Any:
    """Return the drawn part that was compressed."""
    return _with_each(part.value, lambda one: isinstance(one, Pixels), _picture)


def _with_each(value: Any, is_meant: Callable[[object], bool], change: Callable[[Any], Any]) -> Any:
    """Return a value with every matching part changed, in tuples at any depth."""
    if type(value) is tuple:
        return tuple(_with_each(one, is_meant, change) for one in cast("tuple[object, ...]", value))
    return change(value) if is_meant(value) else value


def _pixels(image: Image.Image) -> Pixels:
    palette = image.im.getpalette("RGB", "RGB") if image.mode == "P" else b""
    raw = "RGBX" if image.mode == "RGB" else image.mode
    return Pixels(image.mode, image.size, _lz4.compress(image.tobytes("raw", raw)), palette)


def _picture(pixels: Pixels) -> Image.Image:
    data = _lz4.decompress(pixels.data)
    if pixels.mode == "RGB":
        return Image.frombytes("RGB", pixels.size, data, "raw", "RGBX")
    # Pillow uses these bytes without copying them. If someone drew on the picture, it would make a copy first.
    image = Image.frombuffer(pixels.mode, pixels.size, data, "raw", pixels.mode, 0, 1)
    if pixels.palette:
        image.putpalette(pixels.palette)
        image.load()  # complete the palette before several threads use it
    return image
