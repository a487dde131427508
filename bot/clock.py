"""The only source of the time of day: what needs it is given a Clock."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tell the time in whole seconds since 1970, as Discord's timestamps count it."""

    def now(self) -> int:
        """Return the current time."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Return the machine's time."""
        return int(time.time())
