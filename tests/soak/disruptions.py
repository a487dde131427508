"""Kills and freezes processes and the PostgreSQL server during play, and measures how late calls are after that."""

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

#: For how many seconds a process is frozen, longer than a lease lasts.
FROZEN = LEASE_SECONDS + 5
#: After how many seconds a killed PostgreSQL server is restarted, and how long its old processes may take to end.
AWAY, ENDS = 1.0, 30.0
#: Within how many seconds after a disruption a call must be posted, on an otherwise idle machine.
LATE = 30.0


#: The kinds of disruptions, which are made in turn; the last one only with PostgreSQL.
KINDS = ("killed", "frozen", "killed", "killed", "server killed")


class Victim(Protocol):
    """A process that can be killed and frozen."""

    async def is_up(self) -> bool: ...
    def kill(self) -> None: ...
    def start(self) -> None: ...
    def send(self, signal: int) -> None: ...


class Disruptions:
    """Disrupts one of the processes, or the PostgreSQL server, again and again."""

    def __init__(self, victims: Sequence[Victim], server: Server | None, every: float, dice: random.Random) -> None:
        """Prepare disruptions every `every` seconds; `server` is None with a SQLite file."""
        self._victims, self._server, self._every, self._dice = victims, server, every, dice
        self._kinds = itertools.cycle(KINDS if server is not None else KINDS[:-1])
        #: When each disruption began, in Unix seconds, and how many there were of each kind.
        self.at: list[float] = []
        self.counts: Counter[str] = Counter()
        self._frozen_at = float("-inf")

    @property
    def is_frozen(self) -> bool:
        """Whether a process is frozen, or was a short while ago."""
        return time.monotonic() - self._frozen_at < 2 * FROZEN

    async def run(self, enough: asyncio.Event) -> None:
        """Make disruptions until `enough` is set, but only while two processes are up, unless there is only one."""
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
    """Return how many seconds late each posted call was.

    Lateness counts from the first disruption after the call was due or, if there was none, from its due time.
    """
    found: list[float] = []
    for row in rows:
        if row["kind"] != "turn" or row["nonce"] not in posted_at:
            continue
        at = posted_at[row["nonce"]]
        due = row["created_at"] if row["attempts"] > 1 else max(row["created_at"], row["not_before"])
        found.append(at - next((one for one in disrupted_at if due <= one <= at), due))
    return found
