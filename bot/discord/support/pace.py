"""A rate limit per person for presses and typing."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

#: The span in seconds over which presses are counted.
SPAN = 10.0
#: Typing asks for suggestions with every letter, so it may be this many times as fast.
TYPING = 4
#: People remembered at once; beyond that the one quiet longest is forgotten.
PEOPLE = 10_000


class Pace:
    """Count what each person did in the last seconds; `most` is how much they may, 0 for no end."""

    def __init__(self, most: int, now: Callable[[], float] | None = None, people: int = PEOPLE) -> None:
        self._most = most
        self._people = people
        # Looked up at each call, since tests replace the time.
        self._now = now or (lambda: time.monotonic())
        self._done: OrderedDict[int, deque[float]] = OrderedDict()

    def wait(self, user_id: int) -> float:
        """Count one more and return 0; if that is too fast, count nothing and return the seconds to wait."""
        if not self._most:
            return 0.0
        now = self._now()
        self._forget(now)
        done = self._done.get(user_id)
        if done is None:
            done = self._done[user_id] = deque(maxlen=self._most)
        elif len(done) == self._most and now - done[0] < SPAN:
            return SPAN - (now - done[0])
        done.append(now)
        self._done.move_to_end(user_id)
        return 0.0

    def _forget(self, now: float) -> None:
        """Drop people who have been quiet for a while; they come first."""
        while self._done:
            user_id, done = next(iter(self._done.items()))
            if now - done[-1] < SPAN and len(self._done) < self._people:
                return
            del self._done[user_id]

    def __len__(self) -> int:
        """Return how many people are remembered."""
        return len(self._done)
