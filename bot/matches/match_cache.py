"""A cache with one value for each match, which drops finished matches first."""

from __future__ import annotations

from typing import Generic, TypeVar

from cachetools import LRUCache

V = TypeVar("V")


class MatchCache(Generic[V]):
    """Values by match id. Running and finished matches each have their own limit, above which the least recently used
    match is dropped.
    """

    def __init__(self, max_running: int, max_finished: int) -> None:
        self._running, self._finished = LRUCache[int, V](max_running), LRUCache[int, V](max_finished)

    def get(self, match_id: int) -> V | None:
        """Return the match's value, or None."""
        value = self._running.get(match_id)
        return self._finished.get(match_id) if value is None else value

    def put(self, match_id: int, value: V, *, over: bool) -> None:
        """Replace the match's value. `over` is whether the match has ended."""
        self.drop(match_id)
        (self._finished if over else self._running)[match_id] = value

    def drop(self, match_id: int) -> None:
        """Drop the match's value, if it has one."""
        self._running.pop(match_id, None)
        self._finished.pop(match_id, None)

    def __len__(self) -> int:
        return len(self._running) + len(self._finished)
