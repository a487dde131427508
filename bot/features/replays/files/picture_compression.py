"""Lossless compression of many pictures with a common palette.

Most rows of pixels on a board have appeared in an earlier picture, perhaps higher up or lower down.

Each picture is cut into vertical strips, and each strip into rows. Each distinct row is stored once. A strip is then
encoded as a few runs of rows that are unchanged, moved within the strip, new, or seen earlier. Storing the changed
rectangles instead would take more bytes, because one new row on a board moves everything below it.

`unpacked` in `tests/matches/features/replays/row_decompression.py` and `page.js` decode the pictures.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from PIL import Image

#: Width of a strip in pixels. Narrower strips contain fewer new pixels but need more runs; 40 gives the smallest files.
STRIP_WIDTH = 40
#: One in this many pictures is encoded without reference to earlier pictures, so viewers can jump to it quickly.
KEYFRAME_INTERVAL = 64
#: The kinds of runs: rows as in the previous picture, rows of the previous picture that moved up or down, new rows,
#: consecutive rows seen earlier, and repetitions of one row seen earlier.
KEPT, MOVED, NEW, SEEN, SAME = range(5)
RUN_KINDS = 5


@dataclass(frozen=True, slots=True)
class CompressedRows:
    """Compressed pictures: the distinct rows followed by the runs, as one zlib stream."""

    data: bytes
    #: Number of bytes of the distinct rows.
    rows: int
    #: Number of bytes of each picture's runs.
    lengths: Sequence[int]


@dataclass(slots=True)
class _Strip:
    """A strip of the previous picture: its bytes, the numbers of its rows, and the first index of each row number."""

    pixels: bytes = b""
    rows: list[int] = field(default_factory=list[int])
    places: dict[int, int] = field(default_factory=dict[int, int])


@dataclass(slots=True)
class RowCompressor:
    """Compresses pictures one after another."""

    _numbers: dict[bytes, int] = field(default_factory=dict[bytes, int])
    _rows: bytearray = field(default_factory=bytearray)
    _runs: bytearray = field(default_factory=bytearray)
    _lengths: list[int] = field(default_factory=list[int])
    _before: list[_Strip] = field(default_factory=list[_Strip])

    def add(self, image: Image.Image) -> None:
        """Compress a picture, which must be in mode "P"."""
        if len(self._lengths) % KEYFRAME_INTERVAL == 0:
            self._before = []
        first_run = len(self._runs)
        self._number(image.width)
        self._number(image.height)
        self._number(len(self._numbers))
        before, self._before = self._before, []
        for place, left in enumerate(range(0, image.width, STRIP_WIDTH)):
            pixels = image.crop((left, 0, left + STRIP_WIDTH, image.height)).tobytes()
            old = before[place] if place < len(before) else _Strip()
            self._before.append(self._strip(pixels, old))
        self._lengths.append(len(self._runs) - first_run)

    def packed(self) -> CompressedRows:
        """Return all pictures added so far, compressed."""
        return CompressedRows(zlib.compress(bytes(self._rows + self._runs), 9), len(self._rows), tuple(self._lengths))

    def _strip(self, pixels: bytes, old: _Strip) -> _Strip:
        if pixels == old.pixels:
            self._run(KEPT, len(old.rows))
            return old
        known_count = len(self._numbers)
        rows = [self._row(pixels[at : at + STRIP_WIDTH]) for at in range(0, len(pixels), STRIP_WIDTH)]
        places = {number: at for at, number in reversed(list(enumerate(rows)))}
        at = 0
        while at < len(rows):
            if rows[at] >= known_count:
                taken = _following(rows, at)
                known_count = rows[at] + taken
                self._run(NEW, taken)
            else:
                taken = self._seen(rows, at, old, known_count)
            at += taken
        return _Strip(pixels, rows, places)

    def _seen(self, rows: Sequence[int], at: int, old: _Strip, known_count: int) -> int:
        """Encode the longest run of rows seen earlier that starts at row `at`; return its length.

        Rows with numbers below `known_count` have been seen earlier.
        """
        copied, source = max(_copies(rows, at, old), default=(0, 0))
        same, following = _same(rows, at), min(_following(rows, at), known_count - rows[at])
        if copied and copied >= max(same, following):
            self._run(KEPT if source == at else MOVED, copied)
            if source != at:
                self._number(_unsigned(source - at))
            return copied
        self._run(SAME if same >= following else SEEN, taken := max(same, following))
        self._number(rows[at])
        return taken

    def _row(self, row: bytes) -> int:
        number = self._numbers.setdefault(row, len(self._numbers))
        if number * STRIP_WIDTH == len(self._rows):
            self._rows += row
        return number

    def _run(self, kind: int, length: int) -> None:
        self._number(length * RUN_KINDS + kind)

    def _number(self, number: int) -> None:
        """Encode a number with seven bits per byte, lowest bits first."""
        while number > 127:
            self._runs.append(number & 127 | 128)
            number >>= 7
        self._runs.append(number)


def _unsigned(number: int) -> int:
    return number * 2 if number >= 0 else -number * 2 - 1


def _same(rows: Sequence[int], at: int) -> int:
    """Return the length of the run of equal rows that starts at row `at`."""
    end = at + 1
    while end < len(rows) and rows[end] == rows[at]:
        end += 1
    return end - at


def _following(rows: Sequence[int], at: int) -> int:
    """Return the length of the run of consecutively numbered rows that starts at row `at`."""
    end = at + 1
    while end < len(rows) and rows[end] == rows[end - 1] + 1:
        end += 1
    return end - at


def _copies(rows: Sequence[int], at: int, old: _Strip) -> Iterator[tuple[int, int]]:
    """Yield the length and the source of each run of rows in the strip `old` that equals the rows starting at `at`.

    Three sources are tried: the same index, the same distance from the bottom, and the first occurrence of the row.
    """
    places = {at, len(old.rows) - len(rows) + at, old.places.get(rows[at], -1)}
    for source in places:
        length, most = 0, min(len(rows) - at, len(old.rows) - source)
        while source >= 0 and length < most and old.rows[source + length] == rows[at + length]:
            length += 1
        if length:
            yield length, source
