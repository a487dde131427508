"""A rate limit per person for presses and typing."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

#: The time window of the limit, in seconds.
WINDOW_SECONDS = 10.0
#: Typing asks for suggestions with every letter, so its limit is this many times as high.
AUTOCOMPLETE_FACTOR = 4
#: The most people to remember; beyond that, the one who has been quiet longest is dropped.
MAX_PEOPLE = 10_000


class RateLimit:
    """Counts each person's presses in the last `WINDOW_SECONDS` seconds. A limit of 0 means none."""

    def __init__(
        self, limit: Callable[[], int], now: Callable[[], float] | None = None, people: int = MAX_PEOPLE
    ) -> None:
        """`limit` returns the present limit."""
        self._most = limit
        self._people = people
        # time.monotonic is looked up at each call, since tests replace it.
        self._now = now or (lambda: time.monotonic())
        self._requests: OrderedDict[int, deque[float]] = OrderedDict()

    def acquire(self, user_id: int) -> float:
        """Count one more and return 0. Above the limit, count nothing and return the seconds to wait."""
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
        """Drop people who have been quiet for a while; they are first in order."""
        while self._requests:
            user_id, done = next(iter(self._requests.items()))
            if now - done[-1] < WINDOW_SECONDS and len(self._requests) < self._people:
                return
            del self._requests[user_id]

    def __len__(self) -> int:
        """Return the number of remembered people."""
        return len(self._requests)
