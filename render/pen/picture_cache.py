"""A cache of drawn parts and finished pictures, with a common limit in bytes.

The pictures of ten matches take 900 MB uncompressed, and a twelfth of that compressed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from heapq import heappop, heappush
from itertools import count
from threading import Lock, local
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

from render.pen import text_audit
from render.pen.pixel_compression import CompressedPart, compress, decompress, is_compressible, size_of

P = ParamSpec("P")
R = TypeVar("R")
#: The limit in bytes for all entries together, unless the operator sets another limit.
DEFAULT_LIMIT = 64 * 2**20
#: The approximate size in bytes of an entry without its pixels: its key, its audit record and its place in the cache.
ENTRY_OVERHEAD = 1500
#: The fraction of the limit that is available for uncompressed pictures. If it were larger, too little would be left
#: for compressed parts, which would be dropped and have to be drawn again.
UNCOMPRESSED_SHARE = 0.4
#: A picture that was drawn in fewer seconds per byte than this, and was used at most this number of times while it was
#: uncompressed, is dropped instead of compressed. Few of these pictures are needed again, and drawing one again takes
#: little longer than compressing and decompressing it.
QUICK_SECONDS_PER_BYTE, SELDOM_USES = 5e-9, 2
#: The time to decompress a picture: the seconds per byte, and the fixed cost per picture as a number of bytes.
DECOMPRESSION_SECONDS_PER_BYTE, DECOMPRESSION_FIXED_BYTES = 0.5e-9, 20_000


class _Key:
    """A key that caches its hash. Computing the hash is slow because a key may contain whole parts of a board."""

    __slots__ = ("_hash", "parts")

    def __init__(self, *parts: Hashable) -> None:
        self.parts = parts
        self._hash = hash(parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.parts == other.parts


@dataclass(slots=True)
class _Entry:
    """A cached value: its size in bytes, the seconds it takes to create again, its number of uses, and its rank."""

    value: Any
    size: int
    cost: float
    rank: float
    uses: int = 1


class _Level:
    """Values by key. Values that are large, old, rarely used or quick to create are dropped first.

    This is the GreedyDual-Size-Frequency policy. If the least recently used value were dropped first, a few large and
    simple pictures would displace thousands of words and emblems.
    """

    def __init__(self) -> None:
        self.size = 0
        self.kept: dict[Hashable, _Entry] = {}
        #: A heap of the ranks that values had when they were inserted. Each entry also has a number that breaks ties,
        #: and the key.
        self._ranks: list[tuple[float, int, Hashable]] = []
        self._number = count()
        #: The rank of the last dropped value. Every value used from now on gets a higher rank.
        self._age = 0.0

    def get(self, key: Hashable) -> _Entry | None:
        found = self.kept.get(key)
        if found is not None:
            found.uses += 1
            found.rank = self._age + found.cost / found.size * found.uses
        return found

    def put(self, key: Hashable, value: object, size: int, cost: float) -> None:
        """Add a value of `size` bytes, unless another thread has already added the key."""
        if key in self.kept:
            return
        size += ENTRY_OVERHEAD
        entry = self.kept[key] = _Entry(value, size, cost, self._age + cost / size)
        self._enter(key, entry)
        self.size += size

    def shrink(self, limit: float) -> list[tuple[Hashable, _Entry]]:
        """Drop values until the remaining values take at most `limit` bytes.

        Return the dropped entries with their keys.
        """
        dropped: list[tuple[Hashable, _Entry]] = []
        while self.size > limit:
            rank, _, key = heappop(self._ranks)
            entry = self.kept[key]
            if entry.rank > rank:  # the value was used after its insertion, so insert it again with its new rank
                self._enter(key, entry)
                continue
            self._age = rank
            self.size -= entry.size
            del self.kept[key]
            dropped.append((key, entry))
        return dropped

    def _enter(self, key: Hashable, entry: _Entry) -> None:
        heappush(self._ranks, (entry.rank, next(self._number), key))

    def clear(self) -> None:
        self.kept.clear()
        self._ranks.clear()
        self.size, self._age = 0, 0.0


class Cache:
    """Drawn parts and finished pictures by key, up to a limit in bytes.

    Recently used pictures stay uncompressed, up to a fraction of the limit. Other pictures are compressed, or dropped
    if they are quick to draw and rarely used. Compressed pictures are dropped when they fill the rest of the limit.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        #: Uncompressed pictures, each stored with its drawing time in seconds.
        self._open = _Level()
        #: Compressed pictures, and values that are never compressed.
        self._packed = _Level()
        # Pictures are drawn in several threads.
        self._lock = Lock()

    @property
    def size(self) -> int:
        """The approximate size of all values in bytes."""
        return self._open.size + self._packed.size

    def get(self, key: Hashable) -> Any:
        """Return the value of a key, or None."""
        with self._lock:
            if (found := self._open.get(key)) is not None:
                return found.value[0]
            found = self._packed.get(key)
        if found is None:
            return None
        if not isinstance(found.value, CompressedPart):
            return found.value
        value = decompress(found.value)
        self._keep_open(key, value, found.value.size, found.cost)
        return value

    def put(self, key: Hashable, value: object, cost: float) -> None:
        """Cache a value that took `cost` seconds to create, and drop other values if necessary."""
        if is_compressible(value):
            self._keep_open(key, value, size_of(value), cost)
        else:
            self._keep(self._packed, key, value, size_of(value), cost)

    def _keep_open(self, key: Hashable, value: object, size: int, cost: float) -> None:
        self._keep(
            self._open, key, (value, cost), size, (DECOMPRESSION_FIXED_BYTES + size) * DECOMPRESSION_SECONDS_PER_BYTE
        )

    def _keep(self, level: _Level, key: Hashable, value: object, size: int, cost: float) -> None:
        """Add a value to a level and enforce the limits.

        Compress pictures that no longer fit in the uncompressed level.
        """
        with self._lock:
            level.put(key, value, size, cost)
            dropped = self._open.shrink(self.limit * UNCOMPRESSED_SHARE)
            self._packed.shrink(self.limit - self._open.size)
            dropped = [(old, entry) for old, entry in dropped if old not in self._packed.kept]
        for old, entry in dropped:
            picture, drawing = entry.value
            if entry.uses > SELDOM_USES or drawing > QUICK_SECONDS_PER_BYTE * entry.size:
                packed = compress(picture)
                self._keep(self._packed, old, packed, packed.weight, drawing)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._open.clear()
            self._packed.clear()

    def __len__(self) -> int:
        return len(self._open.kept.keys() | self._packed.kept.keys())


class _Stopwatch(local):
    """The seconds that each thread has spent so far on cached parts inside the part that it is drawing.

    This is elapsed time, although it includes the work of other threads: reading a thread's processor time is a system
    call, which takes more time than the more exact figures save.
    """

    parts = 0.0


#: The cache of everything drawn in this process.
PICTURES = Cache(DEFAULT_LIMIT)
text_audit.forget_with(PICTURES.clear)
_within = _Stopwatch()


def timed(make: Callable[[], R]) -> tuple[R, float]:
    """Call a function. Return its result and the seconds it took without the cached parts inside it.

    These parts don't count, because they are usually still cached when the result has to be made again.
    """
    began, before, _within.parts = perf_counter(), _within.parts, 0.0
    made = make()
    took = perf_counter() - began
    seconds = took - _within.parts
    _within.parts = before + took
    return made, seconds


def cached(function: Callable[P, R]) -> Callable[P, R]:
    """Cache the results of a pure function with their audit records. Callers must never draw on a result."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        key = _Key(function, args, tuple(sorted(kwargs.items())))
        found: tuple[R, text_audit.Audit] | None = PICTURES.get(key)
        if found is None:
            with text_audit.audit() as notes:
                made, seconds = timed(lambda: function(*args, **kwargs))
            found = made, notes
            PICTURES.put(key, found, seconds)
        drawn, notes = found
        text_audit.note(notes)
        return drawn

    return call
