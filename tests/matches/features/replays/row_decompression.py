"""Decompresses a replay's pictures in the way that the script of its web page does."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from PIL import Image

from bot.features.replays.files import picture_compression
from bot.features.replays.files.picture_compression import (
    KEPT,
    MOVED,
    NEW,
    RUN_KINDS,
    SAME,
    STRIP_WIDTH,
    CompressedRows,
)


def decompress_pictures(packed: CompressedRows) -> list[Image.Image]:
    """Return the pictures of a replay; their pixels are indexes into its palette."""
    data = zlib.decompress(packed.data)
    rows, at = data[: packed.rows], packed.rows
    images: list[Image.Image] = []
    before: list[list[int]] = []
    for place, length in enumerate(packed.lengths):
        numbers = _numbers(data[at : at + length])
        at += length
        width, height, known = next(numbers), next(numbers), next(numbers)
        image = Image.new("P", (width, height))
        old, before = ([] if place % picture_compression.KEYFRAME_INTERVAL == 0 else before), []
        for left in range(0, width, STRIP_WIDTH):
            number = len(before)
            strip, known = _strip(numbers, height, old[number] if number < len(old) else [], known)
            before.append(strip)
            pixels = b"".join(rows[row * STRIP_WIDTH : (row + 1) * STRIP_WIDTH] for row in strip)
            image.paste(Image.frombytes("P", (STRIP_WIDTH, height), pixels), (left, 0))
        assert next(numbers, None) is None
        images.append(image)
    return images


def _strip(numbers: Iterator[int], height: int, old: list[int], known_rows: int) -> tuple[list[int], int]:
    strip: list[int] = []
    while len(strip) < height:
        length, kind = divmod(next(numbers), RUN_KINDS)
        if kind in (KEPT, MOVED):
            source = len(strip)
            if kind == MOVED:
                encoded_offset = next(numbers)
                source += -(encoded_offset + 1) // 2 if encoded_offset % 2 else encoded_offset // 2
            strip += old[source : source + length]
        elif kind == NEW:
            strip += range(known_rows, known_rows + length)
            known_rows += length
        else:
            first = next(numbers)
            strip += [first] * length if kind == SAME else range(first, first + length)
    assert len(strip) == height
    return strip, known_rows


def _numbers(data: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
