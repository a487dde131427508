"""The only source of the time of day, passed on as a Clock."""

from __future__ import annotations

import sys
import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time in whole seconds since 1970, like Discord's timestamps."""

    def now(self) -> int:
        """Return the current time. It steps when somebody sets the clock, so a process measures no duration by it."""
        ...

    def passed(self) -> float:
        """Return seconds that pass whatever anybody sets; they count from any moment."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Return the machine's time."""
        return int(time.time())

    def passed(self) -> float:
        """See Clock."""
        return passed()


class RemoteClock:
    """Another machine's clock: what it showed when it was read last, and the time that has passed since.

    So a step of this machine's clock changes nothing, and all processes that read one clock agree.
    """

    #: Seconds by which the reading may differ from what is expected, as the answer takes a while to come.
    SLACK = 0.5

    def __init__(self) -> None:
        self._ahead = time.time() - passed()

    def set(self, time_told: float, asked: float, answered: float) -> None:
        """Set it to what the other clock told; `asked` and `answered` are when, by `passed`."""
        ahead = time_told - (asked + answered) / 2
        if abs(ahead - self._ahead) > self.SLACK:
            self._ahead = ahead

    def now(self) -> int:
        """Return the other machine's time."""
        return int(self._ahead + passed())

    def passed(self) -> float:
        """See Clock."""
        return passed()


def passed() -> float:
    """Return seconds that pass whatever anybody sets, also while the machine sleeps, if the system counts that."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()
