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


def passed() -> float:
    """Return seconds that pass whatever anybody sets, also while the machine sleeps, if the system counts that."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()
