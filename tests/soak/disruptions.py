"""Kills and freezes processes and the PostgreSQL server during play, and measures how late notifications are."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from bot.store.leases import LEASE_SECONDS
from tests.postgres import Server

#: Number of seconds that a process stays frozen, which is longer than a lease lasts.
FROZEN = LEASE_SECONDS + 5
#: Seconds until a killed PostgreSQL server is restarted, and maximum number of seconds until its old processes have
#: ended.
AWAY, ENDS = 1.0, 30.0
#: On an otherwise idle machine, a turn notification must be posted within this many seconds after a disruption.
LATE = 30.0


#: The kinds of disruptions, in rotation. The last kind happens only with PostgreSQL.
KINDS = ("killed", "frozen", "killed", "killed", "server killed")


class Victim(Protocol):
    """A process that can be killed and frozen."""

    async def is_up(self) -> bool: ...
    def kill(self) -> None: ...
    def start(self) -> None: ...
    def send(self, number: int) -> None: ...


class Disruptions:
    """Disrupts one of the processes, or the PostgreSQL server, again and again."""

    def __init__(self, victims: Sequence[Victim], server: Server | None, every: float, dice: random.Random) -> None:
        """Prepare a disruption every `every` seconds. `server` is None if the database is a SQLite file."""
        self._victims, self._server, self._every, self._dice = victims, server, every, dice
        self._kinds = itertools.cycle(KINDS if server is not None else KINDS[:-1])
        #: When each disruption started, in Unix seconds, and the number of disruptions of each kind.
        self.at: list[float] = []
        self.counts: Counter[str] = Counter()
        self._frozen_at = float("-inf")

    @property
    def is_frozen(self) -> bool:
        """Whether a process is frozen, or was frozen a short while ago."""
        return time.monotonic() - self._frozen_at < 2 * FROZEN

    async def run(self, enough: asyncio.Event) -> None:
        """Disrupt processes until `enough` is set.

        If there are several processes, two must be up before each disruption.
        """
        while not enough.is_set():
            up = [one for one in self._victims if await one.is_up()]
            if len(up) < min(2, len(self._victims)):
                await asyncio.sleep(0.5)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(enough.wait(), self._every)
                return
            await self._disrupt(self._dice.choice(up))

    async def _disrupt(self, victim: Victim) -> None:
        kind = next(self._kinds)
        self.counts[kind] += 1
        self.at.append(time.time())
        if kind == "killed":
            victim.kill()
            victim.start()
        elif kind == "frozen":
            self._frozen_at = time.monotonic()
            victim.send(signal.SIGSTOP)
            await asyncio.sleep(FROZEN)
            victim.send(signal.SIGCONT)
        elif self._server is not None:
            await killed(self._server)


async def killed(server: Server) -> None:
    """Kill a PostgreSQL server with SIGKILL, and restart it after a moment."""
    left = server.kill()
    await asyncio.sleep(AWAY)
    async with asyncio.timeout(ENDS):
        while any(_lives(pid) for pid in left):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    server.start()


def _lives(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def delays(rows: Iterable[Any], posted_at: dict[str, float], disrupted_at: Sequence[float]) -> list[float]:
    """Return how many seconds late each posted turn notification was.

    If there was a disruption between the due time and the post, lateness counts from the first of these disruptions,
    else from the due time.
    """
    found: list[float] = []
    for row in rows:
        if row["kind"] != "turn" or row["nonce"] not in posted_at:
            continue
        at = posted_at[row["nonce"]]
        due = row["created_at"] if row["attempts"] > 1 else max(row["created_at"], row["not_before"])
        found.append(at - next((one for one in disrupted_at if due <= one <= at), due))
    return found
