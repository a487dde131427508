"""Decompresses a replay's pictures in the way that the script of its web page does."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from PIL import Image

from bot.features.replays.files import row_compression as strips
from bot.features.replays.files.row_compression import KEPT, MOVED, NEW, RUN_KINDS, SAME, STRIP_WIDTH, CompressedRows


def unpacked(packed: CompressedRows) -> list[Image.Image]:
    """Return the pictures of a replay; their pixels are indexes into its palette."""
    data = zlib.decompress(packed.data)
    rows, at = data[: packed.rows], packed.rows
    images: list[Image.Image] = []
    before: list[list[int]] = []
    for place, length in enumerate(packed.lengths):
        numbers = _numbers(data[at : at + length])
        at += length
        wide, tall, known = next(numbers), next(numbers), next(numbers)
        image = Image.new("P", (wide, tall))
        old, before = ([] if place % strips.KEYFRAME_INTERVAL == 0 else before), []
        for left in range(0, wide, STRIP_WIDTH):
            number = len(before)
            strip, known = _strip(numbers, tall, old[number] if number < len(old) else [], known)
            before.append(strip)
            pixels = b"".join(rows[row * STRIP_WIDTH : (row + 1) * STRIP_WIDTH] for row in strip)
            image.paste(Image.frombytes("P", (STRIP_WIDTH, tall), pixels), (left, 0))
        assert next(numbers, None) is None
        images.append(image)
    return images


def _strip(numbers: Iterator[int], tall: int, old: list[int], known: int) -> tuple[list[int], int]:
    strip: list[int] = []
    while len(strip) < tall:
        length, kind = divmod(next(numbers), RUN_KINDS)
        if kind in (KEPT, MOVED):
            source = len(strip)
            if kind == MOVED:
                told = next(numbers)
                source += -(told + 1) // 2 if told % 2 else told // 2
            strip += old[source : source + length]
        elif kind == NEW:
            strip += range(known, known + length)
            known += length
        else:
            first = next(numbers)
            strip += [first] * length if kind == SAME else range(first, first + length)
    assert len(strip) == tall
    return strip, known


def _numbers(data: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
