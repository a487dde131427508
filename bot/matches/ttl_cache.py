"""Small caches with a time limit, as other processes change the data, and a maximum size."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

#: How many values are kept, and for how many seconds.
MAX_ENTRIES, TTL_SECONDS = 10_000, 60.0


class TTLCache(Generic[K, V]):
    """Values by key, each for a while; the oldest are dropped when there are too many."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[K, tuple[float, V]] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        kept = self._kept.get(key)
        return kept is not None and self._now() - kept[0] < TTL_SECONDS

    def get(self, key: K) -> V | None:
        """Return the value, or None."""
        return self._kept[key][1] if key in self else None

    def __setitem__(self, key: K, value: V) -> None:
        self._kept[key] = (self._now(), value)
        self._kept.move_to_end(key)
        while len(self._kept) > MAX_ENTRIES:
            self._kept.popitem(last=False)

    def invalidate(self, key: K) -> None:
        """Drop the value."""
        self._kept.pop(key, None)

    def __len__(self) -> int:
        return len(self._kept)


class CachedValue(Generic[V]):
    """One value, reloaded after a while."""

    def __init__(self, read: Callable[[], Awaitable[V]]) -> None:
        self._read = read
        self.invalidate()

    async def get(self) -> V:
        """Return the value, at most a while old."""
        # A `forget` during the load replaces this memory, so the old value is discarded.
        kept = self._kept
        known = kept.get(None)
        if known is None:
            kept[None] = known = (await self._read(),)
        return known[0]

    def invalidate(self) -> None:
        """Drop the value."""
        self._kept = TTLCache[None, tuple[V]]()
