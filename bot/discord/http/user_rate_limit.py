"""A rate limit for each person's interactions."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

#: The length in seconds of the time window for counting interactions.
WINDOW_SECONDS = 10.0
#: The limit for autocomplete is this many times higher, because Discord sends an interaction for every typed letter.
AUTOCOMPLETE_FACTOR = 4
#: Maximum number of people to remember. Beyond it, the person whose last interaction is oldest is forgotten.
MAX_PEOPLE = 10_000


class RateLimit:
    """Limits the number of interactions of each person within `WINDOW_SECONDS`. A limit of 0 means no limit."""

    def __init__(
        self, limit: Callable[[], int], now: Callable[[], float] | None = None, people: int = MAX_PEOPLE
    ) -> None:
        """`limit` returns how many interactions are currently allowed. `people` is the maximum number to remember."""
        self._most = limit
        self._people = people
        # time.monotonic is looked up at each call because tests replace it.
        self._now = now or (lambda: time.monotonic())
        self._requests: OrderedDict[int, deque[float]] = OrderedDict()

    def acquire(self, user_id: int) -> float:
        """Count an interaction and return 0. At the limit, return how many seconds to wait, without counting it."""
        allowed = self._most()
        if not allowed:
            return 0.0
        now = self._now()
        self._forget(now)
        request_times = self._requests.setdefault(user_id, deque())
        while request_times and now - request_times[0] >= WINDOW_SECONDS:
            request_times.popleft()
        if len(request_times) >= allowed:
            return WINDOW_SECONDS - (now - request_times[-allowed])
        request_times.append(now)
        self._requests.move_to_end(user_id)
        return 0.0

    def _forget(self, now: float) -> None:
        """Forget people whose last interaction is too old to matter. They come first in `_requests`."""
        while self._requests:
            user_id, request_times = next(iter(self._requests.items()))
            if now - request_times[-1] < WINDOW_SECONDS and len(self._requests) < self._people:
                return
            del self._requests[user_id]

    def __len__(self) -> int:
        """Return the number of remembered people."""
        return len(self._requests)
