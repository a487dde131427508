"""The budget of requests to Discord, which all processes of a bot share through their database."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.store import request_budget
from bot.store.request_budget import BudgetTimes
from bot.store.store import Store

_SECOND = 1_000_000
#: Maximum number of requests per second. Discord allows 50, not counting responses to interactions.
REQUESTS_PER_SECOND = 40
#: How many requests a process reserves at once. This is also the largest burst after a time without requests.
BATCH_SIZE = 5
#: How many private channels may be opened per second, and how many at once after a time without any. Discord doesn't
#: publish its limit.
OPENINGS_PER_SECOND, OPENING_BURST = 2, 5
#: How many refused requests are allowed in ten minutes. At 10,000, Discord bans the bot's address.
REFUSALS_FORGOTTEN = 2_000
#: The number of refusals that are forgotten per second, so that `REFUSALS_FORGOTTEN` are forgotten in ten minutes.
REFUSALS_FORGOTTEN_PER_SECOND = REFUSALS_FORGOTTEN / 600
_REFUSAL = 600 * _SECOND // REFUSALS_FORGOTTEN
_SLACK = BudgetTimes(BATCH_SIZE * _SECOND // REQUESTS_PER_SECOND, OPENING_BURST * _SECOND // OPENINGS_PER_SECOND)


@dataclass(frozen=True, slots=True)
class BudgetBalance:
    """The result of a reservation: the seconds to wait before using it, and the number of recent refusals."""

    requests: float
    openings: float
    refusals: float


class RequestBudget(Protocol):
    """A rate limiter for requests to Discord."""

    async def spend(
        self, *, requests: int = 0, openings: int = 0, refusals: int = 0, pause: float = 0
    ) -> BudgetBalance:
        """Reserve requests and openings of private channels, and count refusals.

        For `pause` seconds, no process sends any requests. Negative numbers return unused reservations. Raises
        StoreError.
        """
        ...

    async def close_openings(self, seconds: float) -> None:
        """Keep other processes from opening private channels for this many seconds, but at most for two hours.

        Raises StoreError.
        """
        ...


class LocalRequestBudget:
    """The budget of a single process, in memory."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._taken = BudgetTimes()

    async def spend(
        self, *, requests: int = 0, openings: int = 0, refusals: int = 0, pause: float = 0
    ) -> BudgetBalance:
        """See RequestBudget."""
        now = int(self._now() * _SECOND)
        cost = _cost(requests, openings, refusals)
        self._taken = request_budget.spent(self._taken, now, cost, _SLACK, int(pause * _SECOND))
        taken = self._taken
        return _left(BudgetTimes(taken.requests - now, taken.openings - now, taken.refusals - now))

    async def close_openings(self, seconds: float) -> None:
        """Do nothing, because there are no other processes."""


class SharedRequestBudget:
    """The budget of all processes that use the same database server. It is measured by the server's clock."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def spend(
        self, *, requests: int = 0, openings: int = 0, refusals: int = 0, pause: float = 0
    ) -> BudgetBalance:
        """See RequestBudget."""
        cost = _cost(requests, openings, refusals)
        async with self._store.write() as tx:
            return _left(await request_budget.spend(tx, cost, _SLACK, int(pause * _SECOND)))

    async def close_openings(self, seconds: float) -> None:
        """See RequestBudget."""
        async with self._store.write() as tx:
            await request_budget.close_openings(tx, int(seconds * _SECOND))


def request_budget_of(store: Store) -> RequestBudget:
    """Return the budget shared by the processes that use a database. A database file has only one process."""
    return SharedRequestBudget(store) if store.path is None else LocalRequestBudget()


def _cost(requests: int, openings: int, refusals: int) -> BudgetTimes:
    return BudgetTimes(
        requests * _SECOND // REQUESTS_PER_SECOND, openings * _SECOND // OPENINGS_PER_SECOND, refusals * _REFUSAL
    )


def _left(ends: BudgetTimes) -> BudgetBalance:
    wait_seconds = max(0, ends.requests) / _SECOND, max(0, ends.openings) / _SECOND
    return BudgetBalance(*wait_seconds, max(0, ends.refusals) / _REFUSAL)
