"""The budget of Discord requests that all processes of a bot share through their database."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.store import request_budget as budget
from bot.store.request_budget import BudgetTimes
from bot.store.store import Store

_SECOND = 1_000_000
#: Requests per second: Discord allows 50, not counting interaction responses.
REQUESTS_PER_SECOND = 40
#: Requests taken at a time, and allowed at once after a rest.
BATCH_SIZE = 5
#: Private channels that may be opened per second, and at once after a rest. Discord doesn't publish its limit.
OPENINGS_PER_SECOND, OPENING_BURST = 2, 5
#: Refusals that are forgotten within ten minutes; Discord bans an address after 10,000 in that time.
REFUSALS_FORGOTTEN = 2_000
#: The same per second.
REFUSALS_FORGOTTEN_PER_SECOND = REFUSALS_FORGOTTEN / 600
_REFUSAL = 600 * _SECOND // REFUSALS_FORGOTTEN
_SLACK = BudgetTimes(BATCH_SIZE * _SECOND // REQUESTS_PER_SECOND, OPENING_BURST * _SECOND // OPENINGS_PER_SECOND)


@dataclass(frozen=True, slots=True)
class BudgetBalance:
    """The balance after a request: seconds to wait before using it, and the number of remembered refusals."""

    requests: float
    openings: float
    refusals: float


class RequestBudget(Protocol):
    """A rate limiter for requests to Discord."""

    async def spend(
        self, *, requests: int = 0, openings: int = 0, refusals: int = 0, pause: float = 0
    ) -> BudgetBalance:
        """Take this many requests and openings, and count refusals; `pause` makes all processes wait this many
        seconds.

        Negative numbers give back. Raises StoreError.
        """
        ...

    async def close_openings(self, seconds: float) -> None:
        """Forbid the other processes to open private channels for this many seconds, at most two hours.

        Raises StoreError.
        """
        ...


class LocalRequestBudget:
    """The allowance of a single process, in memory."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._taken = BudgetTimes()

    async def spend(
        self, *, requests: int = 0, openings: int = 0, refusals: int = 0, pause: float = 0
    ) -> BudgetBalance:
        """See RequestBudget."""
        now = int(self._now() * _SECOND)
        cost = _cost(requests, openings, refusals)
        self._taken = budget.spent(self._taken, now, cost, _SLACK, int(pause * _SECOND))
        taken = self._taken
        return _left(BudgetTimes(taken.requests - now, taken.openings - now, taken.refusals - now))

    async def close_openings(self, seconds: float) -> None:
        """Do nothing: there are no others."""


class SharedRequestBudget:
    """The allowance of all processes on one database server, by its clock."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def spend(
        self, *, requests: int = 0, openings: int = 0, refusals: int = 0, pause: float = 0
    ) -> BudgetBalance:
        """See RequestBudget."""
        cost = _cost(requests, openings, refusals)
        async with self._store.write() as tx:
            return _left(await budget.spend(tx, cost, _SLACK, int(pause * _SECOND)))

    async def close_openings(self, seconds: float) -> None:
        """See RequestBudget."""
        async with self._store.write() as tx:
            await budget.close_openings(tx, int(seconds * _SECOND))


def request_budget_of(store: Store) -> RequestBudget:
    """Return the allowance for the processes on a database; a file has only one."""
    return SharedRequestBudget(store) if store.path is None else LocalRequestBudget()


def _cost(requests: int, openings: int, refusals: int) -> BudgetTimes:
    return BudgetTimes(
        requests * _SECOND // REQUESTS_PER_SECOND, openings * _SECOND // OPENINGS_PER_SECOND, refusals * _REFUSAL
    )


def _left(ends: BudgetTimes) -> BudgetBalance:
    waits = max(0, ends.requests) / _SECOND, max(0, ends.openings) / _SECOND
    return BudgetBalance(*waits, max(0, ends.refusals) / _REFUSAL)
