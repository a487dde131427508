"""The only source of the time of day, passed on as a Clock."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time in whole seconds since 1970, like Discord's timestamps."""

    def now(self) -> int:
        """Return the current time."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Return the machine's time."""
        return int(time.time())
