"""A token bucket rate limiter with one bucket per key, in a table of limited size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cachetools import LRUCache

#: Maximum number of keys to remember. Beyond it, the least recently used key is forgotten.
MAX_KEYS = 10_000


@dataclass(frozen=True)
class Rate:
    """The number of tokens in a full bucket, and the number added per second."""

    burst: int
    per_second: float


class TokenBuckets:
    """A bucket of tokens for each key, all with the same rate."""

    def __init__(self, rate: Rate, now: Callable[[], float], keys: int = MAX_KEYS) -> None:
        """`now` returns the monotonic time in seconds. `keys` is the maximum number of keys to remember."""
        self._rate = rate
        self._now = now
        #: Each key's number of tokens, and the time when they were counted.
        self._buckets = LRUCache[str, tuple[float, float]](keys)

    def __len__(self) -> int:
        """Return the number of remembered keys."""
        return len(self._buckets)

    def retry_after(self, key: str) -> float:
        """Return how many seconds it takes until the key has a token, or 0 if it has one. Takes no token."""
        return max(0.0, (1.0 - self._tokens(key)) / self._rate.per_second)

    def acquire(self, key: str) -> float:
        """Take a token and return 0. If the key has no token, return how many seconds it takes until it has one."""
        if wait := self.retry_after(key):
            return wait
        self._buckets[key] = self._tokens(key) - 1.0, self._now()
        return 0.0

    def _tokens(self, key: str) -> float:
        now = self._now()
        tokens, counted_at = self._buckets.get(key, (float(self._rate.burst), now))
        return min(self._rate.burst, tokens + (now - counted_at) * self._rate.per_second)
