"""A rate limit per person for interactions."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

#: The time window of the limit, in seconds.
WINDOW_SECONDS = 10.0
#: How many times as high the limit for autocomplete is, because Discord sends an interaction with every typed letter.
AUTOCOMPLETE_FACTOR = 4
#: The most people to remember. Beyond that, the person whose last interaction is oldest is forgotten.
MAX_PEOPLE = 10_000


class RateLimit:
    """Limits each person's interactions within `WINDOW_SECONDS`. A limit of 0 means no limit."""

    def __init__(
        self, limit: Callable[[], int], now: Callable[[], float] | None = None, people: int = MAX_PEOPLE
    ) -> None:
        """`limit` returns the number of interactions that are allowed now."""
        self._most = limit
        self._people = people
        # time.monotonic is looked up at each call, since tests replace it.
        self._now = now or (lambda: time.monotonic())
        self._requests: OrderedDict[int, deque[float]] = OrderedDict()

    def acquire(self, user_id: int) -> float:
        """Count an interaction and return 0. At the limit, don't count it, and return the seconds to wait."""
        most = self._most()
        if not most:
            return 0.0
        now = self._now()
        self._forget(now)
        done = self._requests.setdefault(user_id, deque())
        while done and now - done[0] >= WINDOW_SECONDS:
            done.popleft()
        if len(done) >= most:
            return WINDOW_SECONDS - (now - done[-most])
        done.append(now)
        self._requests.move_to_end(user_id)
        return 0.0

    def _forget(self, now: float) -> None:
        """Forget the people whose last interaction is too old to matter; they come first in the order."""
        while self._requests:
            user_id, done = next(iter(self._requests.items()))
            if now - done[-1] < WINDOW_SECONDS and len(self._requests) < self._people:
                return
            del self._requests[user_id]

    def __len__(self) -> int:
        """Return the number of remembered people."""
        return len(self._requests)
