"""The cache of drawn parts and finished pictures, with one common limit in bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from heapq import heappop, heappush
from itertools import count
from threading import Lock
from time import perf_counter
from typing import Any, ParamSpec, TypeVar, cast

from PIL.Image import Image

from render.pen import audit

P = ParamSpec("P")
R = TypeVar("R")
#: The limit of all entries in bytes, unless a host sets another.
LIMIT = 112 * 2**20
#: The approximate size of an entry without its pixels: its key, its audit record and its place in the cache.
ENTRY = 1500
#: Pillow keeps a pixel of several channels in four bytes.
_PIXEL = {"1": 1, "L": 1, "P": 1}


def weight(value: object) -> int:
    """Return the approximate bytes of a drawn part or a finished picture."""
    match value:
        case Image():
            return value.width * value.height * _PIXEL.get(value.mode, 4)
        case bytes():
            return len(value)
        case tuple():
            return sum(map(weight, cast("tuple[object, ...]", value)))
        case _ if is_dataclass(value):
            return sum(weight(getattr(value, one.name)) for one in fields(value))
        case _:
            return 0


class _Key:
    """A key with a cached hash: it contains whole parts of a board."""

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
    """A cached value: its bytes, its drawing time in seconds per byte, its number of uses, and its rank."""

    value: Any
    size: int
    worth: float
    rank: float
    uses: int = 1


class Cache:
    """Values by key within a limit in bytes: large, old, rarely used and quickly drawn ones are dropped first.

    This is the GreedyDual-Size-Frequency policy. Least recently used alone would let a few large and simple pictures
    push out thousands of words and emblems.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self._kept: dict[Hashable, _Entry] = {}
        #: Ranks as of their insertion, each with a number that breaks ties, and the key.
        self._ranks: list[tuple[float, int, Hashable]] = []
        self._number = count()
        #: The rank of the last dropped value: new uses rank above it.
        self._age = 0.0
        # Pictures are drawn in several threads.
        self._lock = Lock()

    def get(self, key: Hashable) -> Any:
        """Return the value of a key, or None."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            found.uses += 1
            found.rank = self._age + found.worth * found.uses
            return found.value

    def put(self, key: Hashable, value: object, cost: float) -> None:
        """Cache a value that took `cost` seconds to make, dropping others if there is no room."""
        size = weight(value) + ENTRY
        with self._lock:
            if key in self._kept:  # another thread has made it too
                return
            entry = self._kept[key] = _Entry(value, size, cost / size, self._age + cost / size)
            self._enter(key, entry)
            self.size += size
            while self.size > self.limit:
                self._drop()

    def _enter(self, key: Hashable, entry: _Entry) -> None:
        heappush(self._ranks, (entry.rank, next(self._number), key))

    def _drop(self) -> None:
        """Drop the value of the lowest rank; one that was used since its insertion is inserted again."""
        rank, _, key = heappop(self._ranks)
        entry = self._kept[key]
        if entry.rank > rank:
            self._enter(key, entry)
            return
        self._age = rank
        self.size -= entry.size
        del self._kept[key]

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()
            self._ranks.clear()
            self.size, self._age = 0, 0.0

    def __len__(self) -> int:
        return len(self._kept)


#: Everything drawn in this process.
PICTURES = Cache(LIMIT)
audit.forget_with(PICTURES.clear)


def cached(function: Callable[P, R]) -> Callable[P, R]:
    """Keep the results of a pure function with their audit records; callers must never draw on a result."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        key = _Key(function, args, tuple(sorted(kwargs.items())))
        found: tuple[R, audit.Audit] | None = PICTURES.get(key)
        if found is None:
            began = perf_counter()
            with audit.audit() as notes:
                found = function(*args, **kwargs), notes
            PICTURES.put(key, found, perf_counter() - began)
        drawn, notes = found
        audit.note(notes)
        return drawn

    return call
