"""Replaces the sources of time, randomness and unique names, so that a simulation depends only on its plan."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, cast

import discord.utils
import pytest

from bot.discord.http.outgoing_rate_limiter import RateBudget
from bot.matches.ttl_cache import TTLCache
from bot.notifications.request_budget import LocalRequestBudget
from tests.simulated.event_loop import SimulatedLoop

#: The Unix times when simulations start: a Thursday in October, three days before summer time ends in Europe, and a day
#: in March, two days before summer time starts in America.
BEGIN = {"autumn": 1_792_627_200, "spring": 1_804_809_600}


class Environment:
    """The time and the random numbers of one simulation, and its trace."""

    def __init__(self, seed: str, begin: str = "autumn") -> None:
        self.seed = seed
        self.begin = BEGIN[begin]
        self.loop = SimulatedLoop(self.dice("order"))
        #: How many seconds the machine's clock was set forwards in total; negative if it was set back.
        self.stepped = 0
        #: The events so far, one line each.
        self.trace: list[str] = []
        self._luck = self.dice("luck")

    def dice(self, *what: object) -> random.Random:
        """Return a random generator for a purpose. Its numbers depend only on the purpose's name and the seed."""
        return random.Random("/".join([self.seed, *map(str, what)]))

    def now(self) -> float:
        """Return the true time in Unix seconds, even if the machine's clock is wrong."""
        return self.begin + self.loop.time()

    def told(self) -> float:
        """Return the time on the clock of the process that is currently running."""
        ahead = self.loop.machine.ahead
        return self.now() + (self.stepped if ahead is None else ahead)

    def note(self, what: str) -> None:
        """Add a line to the trace, with the time and the process's number."""
        self.trace.append(f"{self.loop.time():.6f} {self.loop.machine.number} {what}")

    @contextmanager
    def rules(self) -> Iterator[None]:
        """During the block, make this object the source of all time and randomness that the bot uses."""
        loop, luck = self.loop, self._luck
        before = random.getstate()

        def at(*_: Any) -> float:
            return 10_000.0 + loop.time()

        def token(size: int = 16) -> str:
            return f"{luck.getrandbits(size * 8):0{2 * size}x}"

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time", self.told)
            patch.setattr(time, "time_ns", lambda: int(self.told() * 1e9))
            for name in ("monotonic", "perf_counter", "clock_gettime"):
                patch.setattr(time, name, at)
            # These functions took the real clock as a default argument when they were imported.
            patch.setitem(cast("Any", RateBudget.__init__.__kwdefaults__), "now", at)
            for kept in (LocalRequestBudget, TTLCache):
                patch.setattr(kept.__init__, "__defaults__", (at,))
            patch.setattr(discord.utils, "utcnow", lambda: datetime.fromtimestamp(time.time(), UTC))
            patch.setattr(secrets, "token_hex", token)
            patch.setattr(secrets, "randbits", luck.getrandbits)
            patch.setattr(secrets, "SystemRandom", lambda: luck)
            random.seed(self.seed)
            try:
                yield
            finally:
                random.setstate(before)
