"""Small caches with a time limit, as other processes change the data."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import cachetools

K = TypeVar("K")
V = TypeVar("V")

#: How many values are kept, and for how many seconds.
MAX_ENTRIES, TTL_SECONDS = 10_000, 60.0


class TTLCache(cachetools.TTLCache[K, V]):
    """Values by key, each for a while."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(MAX_ENTRIES, TTL_SECONDS, now)


class CachedValue(Generic[V]):
    """One value, reloaded after a while."""

    def __init__(self, read: Callable[[], Awaitable[V]]) -> None:
        self._read = read
        self.invalidate()

    async def get(self) -> V:
        """Return the value, at most a while old."""
        # A `forget` during the load replaces this memory, so the old value is discarded.
        kept = self._cache
        known = kept.get(None)
        if known is None:
            kept[None] = known = (await self._read(),)
        return known[0]

    def invalidate(self) -> None:
        """Drop the value."""
        self._cache = TTLCache[None, tuple[V]]()
