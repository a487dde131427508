"""A circuit breaker for one kind of request to Discord. Each refusal makes the pause before the next attempt longer."""

from __future__ import annotations

import math

from bot.app.clock import Clock

#: Seconds until the next attempt: after the first refusal, after the second, and after every later one.
BACKOFF = (600, 3_600, 86_400)


class CircuitBreaker:
    """Decides whether a request may be attempted at the moment."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._refusals = 0
        #: The monotonic time of the last refusal.
        self._since = 0.0

    @property
    def retry_after(self) -> int:
        """Seconds until the next attempt is allowed, or 0 if it is allowed now."""
        if not self._refusals:
            return 0
        step = BACKOFF[min(self._refusals, len(BACKOFF)) - 1]
        return max(0, math.ceil(step - (self._clock.monotonic() - self._since)))

    def failed(self) -> None:
        """Record a refusal. Several refusals of simultaneous attempts count as one."""
        if not self.retry_after:
            self._refusals += 1
            self._since = self._clock.monotonic()

    def succeeded(self) -> None:
        """Record a success, which resets the circuit breaker."""
        self._refusals = 0
