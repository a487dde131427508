"""The only source of the time of day, passed around as a Clock."""

from __future__ import annotations

import sys
import time
from typing import Protocol


class Clock(Protocol):
    """Returns the time in whole seconds since 1970, like Discord's timestamps."""

    def now(self) -> int:
        """Return the current time. It jumps when the clock is set, so it is unfit for measuring durations."""
        ...

    def monotonic(self) -> float:
        """Return the seconds of a monotonic clock with an arbitrary start."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Return the machine's time."""
        return int(time.time())

    def monotonic(self) -> float:
        """See Clock."""
        return monotonic()


class RemoteClock:
    """Another machine's clock: its last reading, plus the time passed since.

    So a jump of this machine's clock changes nothing, and all processes that read one clock agree.
    """

    #: The tolerance in seconds between a reading and the expected time, for the delay of the answer.
    SLACK = 0.5

    def __init__(self) -> None:
        self._offset = time.time() - monotonic()

    def set(self, time_told: float, asked: float, answered: float) -> None:
        """Set it to a reading of the other clock; `asked` and `answered` are the times of the request and the
        answer, by `monotonic`.
        """
        ahead = time_told - (asked + answered) / 2
        if abs(ahead - self._offset) > self.SLACK:
            self._offset = ahead

    def now(self) -> int:
        """Return the other machine's time."""
        return int(self._offset + monotonic())

    def monotonic(self) -> float:
        """See Clock."""
        return monotonic()


def monotonic() -> float:
    """Return the seconds of a monotonic clock, including the machine's sleep, if the system counts that."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()
