"""The bot's clocks. Code that needs the time receives a `Clock` as an argument and never reads the system clock
itself.
"""

from __future__ import annotations

import sys
import time
from typing import Protocol

#: The length of an hour and of a day, in seconds.
HOUR, DAY = 3_600, 86_400


class Clock(Protocol):
    """A source of the current time in whole seconds since 1970, like Discord's timestamps."""

    def now(self) -> int:
        """Return the current time. It jumps when someone sets the clock, so use `monotonic` to measure durations."""
        ...

    def monotonic(self) -> float:
        """Return the seconds since an arbitrary start. Setting the clock doesn't affect this value."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> int:
        """Return this machine's time."""
        return int(time.time())

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        return monotonic()


class RemoteClock:
    """Another machine's clock, computed from its last reading and the time that has passed since then.

    Setting this machine's clock doesn't affect it, and all processes that read the same remote clock agree on the time.
    """

    #: A reading that differs from this clock by at most this many seconds is ignored, because network delays make
    #: readings imprecise.
    SLACK = 0.5

    def __init__(self) -> None:
        self._offset = time.time() - monotonic()

    def set(self, reading: float, requested_at: float, received_at: float) -> None:
        """Set this clock from a reading of the other machine's clock.

        `requested_at` and `received_at` are the `monotonic` times when the reading was requested and when it arrived.
        """
        offset = reading - (requested_at + received_at) / 2
        if abs(offset - self._offset) > self.SLACK:
            self._offset = offset

    def now(self) -> int:
        """Return the other machine's current time, computed from the last reading of its clock."""
        return int(self._offset + monotonic())

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        return monotonic()


def monotonic() -> float:
    """Return the seconds since an arbitrary start. On Linux, they include the time that the machine was suspended."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()
