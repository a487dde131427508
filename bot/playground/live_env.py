"""A simulated Discord for a person who plays: time passes as on a clock, and a press waits only for its own answer.

simcord is made for tests. Its time stands still while the bot works, and every press waits until the bot does nothing
any more. A review of a match would stop all timers and block every other press for minutes.
"""

# This module uses private parts of simcord, so simcord's version is pinned.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import simcord._clock as simcord_clock
from simcord import _dpy_internals
from simcord._settlement import _is_parked, _owned_tasks
from simcord.env import Env

from bot.app.clock import Clock, monotonic

#: The longest time in seconds that a press waits for its answer. The page shows a later answer as soon as it is there.
ANSWER_WAIT = 3.0
#: The longest time in seconds between two checks whether the answer is there.
CHECK_INTERVAL = 0.05


class BotTimeClock(simcord_clock.Clock):
    """The clock of the simulated Discord. It shows the bot's time, so the bot's timestamps look right."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._started_at = monotonic()

    def now(self) -> datetime:
        """Return the bot's time."""
        return datetime.fromtimestamp(self._clock.now(), UTC)

    @property
    def elapsed(self) -> float:  # type: ignore[override]
        """The seconds since the start."""
        return monotonic() - self._started_at

    def advance(self, seconds: float) -> None:
        """Do nothing, because this clock can't be set."""


class LiveEnv(Env):
    """A simulated Discord whose timers run by themselves."""

    #: The bot's work that was already under way when a press began; None if no press waits for its answer.
    _earlier_work: frozenset[asyncio.Future[Any]] | None = None
    _longest_wait = ANSWER_WAIT

    @contextmanager
    def answering(self, longest_wait: float = ANSWER_WAIT) -> Generator[None]:
        """Let every press in this block wait only for the work that it causes, and no longer than this many seconds."""
        self._longest_wait = longest_wait
        self._earlier_work = frozenset(self._work_under_way(self._now() + longest_wait))
        try:
            yield
        finally:
            self._earlier_work = None

    async def _settle_internal(self, **how: Any) -> None:
        if self._earlier_work is None:
            await super()._settle_internal(**how)
            return
        deadline, idle_checks = self._now() + self._longest_wait, 0
        # A finished task may have scheduled others, so check twice.
        while idle_checks < 2 and self._now() < deadline:
            await asyncio.sleep(0)
            work = self._work_under_way(deadline) - self._earlier_work
            idle_checks = 0 if work else idle_checks + 1
            if work:
                await asyncio.wait(work, timeout=CHECK_INTERVAL, return_when=asyncio.FIRST_COMPLETED)

    def _work_under_way(self, deadline: float) -> set[asyncio.Future[Any]]:
        """Return the bot's tasks that don't sleep beyond the deadline, and its calls in threads."""
        state = self._settlement_state()
        tasks = {task for task in _owned_tasks(state) if not _is_parked(state, task, deadline)}
        return {*tasks, *self._work.executors}

    def _now(self) -> float:
        assert self._loop is not None
        return self._loop.time()

    def _schedule_timer(self, record: Any, callback: Any, args: tuple[Any, ...], schedule_context: Any) -> None:
        """Run a timer of the bot when its time has come. simcord would first wait until the bot does nothing."""
        assert self._runtime is not None

        def run() -> None:
            if record.handle is not None and not record.handle.cancelled():
                record.handle._run()

        remaining = max(record.when - self._virtual_time, 0.0)
        record.real_handle = self._runtime.call_at(_dpy_internals.real_monotonic() + remaining, run)
