"""The rate limiter for requests to Discord.

Requests that ping players go first. After Discord has refused many requests, only those that ping players are sent.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from enum import IntEnum

import discord

from bot.app import metrics
from bot.notifications.request_budget import BATCH_SIZE, REFUSALS_FORGOTTEN_PER_SECOND, BudgetBalance, RequestBudget

log = logging.getLogger("bot.discord")

#: Seconds until unused request tokens expire. If they didn't expire, a pause recorded by another process would have no
#: effect on the process that has the tokens.
TOKEN_LIFETIME = 1.0
#: Thresholds for the number of recent refusals, which falls by 2,000 every ten minutes. Once the first is reached, only
#: pings are sent. Once the second is reached, nothing is sent. Discord bans an address after 10,000 refusals in ten
#: minutes.
CALLS_ONLY_REFUSALS, STOP_REFUSALS = 2_000, 4_000
#: Seconds until the next attempt at a request that has waited too long in the queue.
QUEUE_RETRY = 10.0
#: Seconds until the next attempt at a request that isn't sent because of recent refusals.
REFUSALS_RETRY = 60.0


class Priority(IntEnum):
    """The priorities of requests, from most to least urgent."""

    CALL = 0
    BOARD = 1
    HAND = 2

    @property
    def max_wait(self) -> float:
        """Maximum seconds that a request may wait in the queue. A waiting request occupies a delivery worker's slot."""
        return 10.0 if self is Priority.CALL else 2.0


#: The priority of the current task's requests. The default is the highest, because a person is usually waiting.
request_priority: ContextVar[Priority] = ContextVar("request_priority", default=Priority.CALL)


class RateBudgetExhausted(discord.RateLimited):
    """Raised without sending a request because the rate limiter has no capacity for it now."""


class RateBudget:
    """Lets requests through in order of priority, as fast as the budget that all processes share allows."""

    def __init__(
        self,
        request_budget: RequestBudget,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._request_budget = request_budget
        self._now = now
        self._sleep = sleep
        self._queue: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._serving: asyncio.Task[None] | None = None
        #: Unused request tokens, and the monotonic time when they expire.
        self._tokens, self._kept_until = 0, 0.0
        #: Refusals not yet reported to the shared budget, the shared budget's count of refusals, and when that count
        #: was read.
        self._unreported, self._remembered, self._counted_at = 0, 0.0, 0.0
        self._calls_only = False
        #: When the pause for all of this process's requests ends.
        self._shut_until = 0.0

    async def acquire(self, priority: Priority, *, opens: bool = False) -> None:
        """Wait until a request may be sent. Pass `opens` for a request that opens a private channel.

        Raises RateBudgetExhausted if the wait would be too long, and StoreError if the database fails.
        """
        began = self._now()
        try:
            await self._take(priority, opens=opens)
        except RateBudgetExhausted:
            metrics.BUDGET_EXHAUSTED.labels(priority.name.lower()).inc()
            raise
        finally:
            metrics.BUDGET_WAIT_SECONDS.labels(priority.name.lower()).observe(self._now() - began)

    async def _take(self, rank: Priority, *, opens: bool) -> None:
        wait = self._wait(rank)
        if wait:
            if self._unreported:
                await self._spend(0)  # report them now, because unreported refusals never expire
            raise RateBudgetExhausted(wait)
        if opens:
            await self._open(rank.max_wait)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (rank, next(self._numbers), turn))
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve(), name="budget")
        try:
            async with asyncio.timeout(rank.max_wait):
                await turn
        except TimeoutError:
            raise RateBudgetExhausted(QUEUE_RETRY) from None

    def _wait(self, rank: Priority) -> float:
        """Return 0 if a request can be sent now, otherwise how many seconds to wait before another attempt."""
        if self._now() < self._shut_until:
            return self._shut_until - self._now()
        self._update_restriction()
        if self.recent_refusals >= STOP_REFUSALS or (self._calls_only and rank is not Priority.CALL):
            return REFUSALS_RETRY
        return 0.0

    def _update_restriction(self) -> None:
        """After many refusals, allow only requests that ping. Lift this restriction once most refusals have expired."""
        refusals = self.recent_refusals
        if not self._calls_only and refusals >= CALLS_ONLY_REFUSALS:
            self._calls_only = True
            log.error(
                "Discord refuses too much of what the bot asks and would shut it out: only calls are posted until"
                " that passes",
                extra={"refusals": round(refusals)},
            )
        elif self._calls_only and refusals < CALLS_ONLY_REFUSALS / 2:
            self._calls_only = False
            log.warning("Discord refuses less: everything is posted again")

    @property
    def recent_refusals(self) -> float:
        """The number of recent refusals. It decreases steadily over time."""
        forgotten = (self._now() - self._counted_at) * REFUSALS_FORGOTTEN_PER_SECOND
        return max(0.0, self._remembered - forgotten) + self._unreported

    @property
    def queue_length(self) -> int:
        """The number of requests in the queue."""
        return len(self._queue)

    @property
    def shut_for(self) -> float:
        """How many seconds remain of the pause for all of this process's requests."""
        return max(0.0, self._shut_until - self._now())

    async def _open(self, patience: float) -> None:
        balance = await self._request_budget.spend(openings=1)
        if balance.openings > patience:
            await self._request_budget.spend(openings=-1)
            raise RateBudgetExhausted(balance.openings)
        if balance.openings:
            await self._sleep(balance.openings)

    async def _serve(self) -> None:
        """Let waiting requests through in order until the queue is empty."""
        try:
            while self._queue:
                if not self._tokens or self._now() >= self._kept_until:
                    await self._take_batch()
                turn = heapq.heappop(self._queue)[-1]
                if not turn.done():
                    self._tokens -= 1
                    turn.set_result(None)
        except Exception as error:
            for *_, turn in self._queue:
                if not turn.done():
                    turn.set_exception(error)
            self._queue.clear()
        finally:
            self._serving = None

    async def _take_batch(self) -> None:
        """Fill up the request tokens to a full batch. The missing tokens come from the shared budget."""
        unused_tokens, self._tokens = self._tokens, 0
        balance = await self._spend(BATCH_SIZE - unused_tokens)
        if balance.requests > Priority.CALL.max_wait:
            self.shut_out(balance.requests)
            raise RateBudgetExhausted(balance.requests)
        if balance.requests:
            await self._sleep(balance.requests)
        self._tokens, self._kept_until = BATCH_SIZE, self._now() + TOKEN_LIFETIME

    async def _spend(self, requests: int) -> BudgetBalance:
        """Take request tokens from the shared budget and report the refusals since the last report."""
        new_refusals, self._unreported = self._unreported, 0
        try:
            balance = await self._request_budget.spend(requests=requests, refusals=new_refusals)
        except BaseException:
            self._unreported += new_refusals
            raise
        self._remembered, self._counted_at = balance.refusals, self._now()
        return balance

    # -- Discord's answers ---------------------------------------------------------------------------------

    def count_refusal(self) -> None:
        """Count a request that Discord has refused."""
        self._unreported += 1

    async def pause(self, seconds: float) -> None:
        """Pause the requests of all processes, because Discord reports that the bot token is over its rate limit."""
        self._tokens = 0
        await self._request_budget.spend(pause=seconds)

    def shut_out(self, seconds: float) -> None:
        """Pause the requests of this process only."""
        self._shut_until = max(self._shut_until, self._now() + seconds)
