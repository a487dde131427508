"""Small caches with a time limit, because other processes may change the data."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import cachetools

K = TypeVar("K")
V = TypeVar("V")

#: How many values a cache stores, and for how many seconds.
MAX_ENTRIES, TTL_SECONDS = 10_000, 60.0


class TTLCache(cachetools.TTLCache[K, V]):
    """A cache that drops each value after a time limit."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(MAX_ENTRIES, TTL_SECONDS, now)


class CachedValue(Generic[V]):
    """A single cached value, which is reloaded after a time limit."""

    def __init__(self, read: Callable[[], Awaitable[V]]) -> None:
        self._read = read
        self.invalidate()

    async def get(self) -> V:
        """Return the cached value, reloading it if it is too old."""
        # If `invalidate` is called during the load, it replaces the cache, so the loaded value isn't cached.
        cache = self._cache
        entry = cache.get(None)
        if entry is None:
            cache[None] = entry = (await self._read(),)
        return entry[0]

    def invalidate(self) -> None:
        """Drop the cached value."""
        self._cache = TTLCache[None, tuple[V]]()
