"""The bot's clocks. Code that needs the time gets a `Clock` as an argument and never asks the system itself."""

from __future__ import annotations

import sys
import time
from typing import Protocol

#: The seconds of an hour and of a day.
HOUR, DAY = 3_600, 86_400


class Clock(Protocol):
    """A source of the time, in whole seconds since 1970 like Discord's timestamps."""

    def now(self) -> int:
        """Return the current time. It jumps when someone sets the clock, so measure durations with `monotonic`."""
        ...

    def monotonic(self) -> float:
        """Return the seconds since an arbitrary start; setting the clock doesn't change them."""
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

    Setting this machine's clock changes nothing, and all processes that read the same clock agree on the time.
    """

    #: A reading that differs by at most this many seconds changes nothing, because answers take time to arrive.
    SLACK = 0.5

    def __init__(self) -> None:
        self._offset = time.time() - monotonic()

    def set(self, time_told: float, asked: float, answered: float) -> None:
        """Set this clock to a reading of the other one, requested at `asked` and received at `answered` by
        `monotonic`.
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
    """Return the seconds since an arbitrary start, including those when the machine slept if the system counts them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()
