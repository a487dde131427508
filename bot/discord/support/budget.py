"""The budget of what is asked of Discord: calls first, no more than it takes, and less while it refuses much."""

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

from bot import metrics
from bot.matches import BATCH, FORGETS, Allowance, Left

log = logging.getLogger("bot.discord")

#: Seconds that requests which were taken together may be kept; all processes have heard of a pause after that.
KEPT = 1.0
#: Remembered refusals at which only calls are made, and at which nothing is asked. Discord shuts out an address after
#: 10,000 in ten minutes; 2,000 are forgotten in that time.
CALLS_ONLY, NOTHING = 2_000, 4_000
#: Seconds until what had to wait too long is tried again.
LATER = 10.0
#: Seconds until what waits for refusals to be forgotten is tried again.
MUCH_LATER = 60.0


class Rank(IntEnum):
    """What comes first."""

    CALL = 0
    BOARD = 1
    HAND = 2

    @property
    def patience(self) -> float:
        """Seconds that a request may wait for its turn: others need the slot of a delivery that waits."""
        return 10.0 if self is Rank.CALL else 2.0


#: For what this task asks; people wait for what is asked for anything but posts.
asks_for: ContextVar[Rank] = ContextVar("asks_for", default=Rank.CALL)


class Exhausted(discord.RateLimited):
    """There is no budget for a request now; it was not made."""


class Budget:
    """Lets requests pass one after another, as fast as the allowance permits."""

    def __init__(
        self,
        allowance: Allowance,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._allowance = allowance
        self._now = now
        self._sleep = sleep
        self._queue: list[tuple[Rank, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._serving: asyncio.Task[None] | None = None
        #: Requests that were taken and not used yet, and until when they may be.
        self._left, self._kept_until = 0, 0.0
        #: Refusals that the allowance has not heard of, and those that it remembered, with the time it was asked.
        self._unheard, self._remembered, self._asked_at = 0, 0.0, 0.0
        self._calls_only = False
        #: Until when nothing may be asked.
        self._shut_until = 0.0

    async def take(self, rank: Rank, *, opens: bool = False) -> None:
        """Wait for a request's turn; `opens` if it opens a private channel. Raises Exhausted, StoreError."""
        began = self._now()
        try:
            await self._take(rank, opens=opens)
        except Exhausted:
            metrics.EXHAUSTED.labels(rank.name.lower()).inc()
            raise
        finally:
            metrics.TURNS.labels(rank.name.lower()).observe(self._now() - began)

    async def _take(self, rank: Rank, *, opens: bool) -> None:
        wait = self._wait(rank)
        if wait:
            if self._unheard:
                await self._spend(0)  # no request tells of them, and untold ones are not forgotten
            raise Exhausted(wait)
        if opens:
            await self._open(rank.patience)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (rank, next(self._numbers), turn))
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve(), name="budget")
        try:
            async with asyncio.timeout(rank.patience):
                await turn
        except TimeoutError:
            raise Exhausted(LATER) from None

    def _wait(self, rank: Rank) -> float:
        """Return how long a request must wait at least, in seconds."""
        if self._now() < self._shut_until:
            return self._shut_until - self._now()
        self._judge()
        if self.refusals >= NOTHING or (self._calls_only and rank is not Rank.CALL):
            return MUCH_LATER
        return 0.0

    def _judge(self) -> None:
        """Begin or cease to make calls only."""
        refusals = self.refusals
        if not self._calls_only and refusals >= CALLS_ONLY:
            self._calls_only = True
            log.error(
                "Discord refuses too much of what the bot asks and would shut it out: only calls are posted until"
                " that passes",
                extra={"refusals": round(refusals)},
            )
        elif self._calls_only and refusals < CALLS_ONLY / 2:
            self._calls_only = False
            log.warning("Discord refuses less: everything is posted again")

    @property
    def refusals(self) -> float:
        """How many refused requests are remembered: some are forgotten with every second."""
        forgotten = (self._now() - self._asked_at) * FORGETS
        return max(0.0, self._remembered - forgotten) + self._unheard

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return len(self._queue)

    @property
    def shut_for(self) -> float:
        """For how many seconds nothing may be asked."""
        return max(0.0, self._shut_until - self._now())

    async def _open(self, patience: float) -> None:
        left = await self._allowance.spend(openings=1)
        if left.openings > patience:
            await self._allowance.spend(openings=-1)
            raise Exhausted(left.openings)
        if left.openings:
            await self._sleep(left.openings)

    async def _serve(self) -> None:
        """Let those who wait pass in their order, until nobody waits."""
        try:
            while self._queue:
                if not self._left or self._now() >= self._kept_until:
                    await self._take_more()
                turn = heapq.heappop(self._queue)[-1]
                if not turn.done():
                    self._left -= 1
                    turn.set_result(None)
        except Exception as error:
            for *_, turn in self._queue:
                if not turn.done():
                    turn.set_exception(error)
            self._queue.clear()
        finally:
            self._serving = None

    async def _take_more(self) -> None:
        """Take requests for everybody who waits, and give those back that were kept for too long."""
        spare, self._left = self._left, 0
        left = await self._spend(BATCH - spare)
        if left.requests > Rank.CALL.patience:
            self.shut_out(left.requests)
            raise Exhausted(left.requests)
        if left.requests:
            await self._sleep(left.requests)
        self._left, self._kept_until = BATCH, self._now() + KEPT

    async def _spend(self, requests: int) -> Left:
        """Take requests, and tell the allowance of refusals."""
        heard, self._unheard = self._unheard, 0
        try:
            left = await self._allowance.spend(requests=requests, refusals=heard)
        except BaseException:
            self._unheard += heard
            raise
        self._remembered, self._asked_at = left.refusals, self._now()
        return left

    # -- what Discord answers -----------------------------------------------------------------------------

    def refused(self) -> None:
        """Count a refused request."""
        self._unheard += 1

    async def pause(self, seconds: float) -> None:
        """Let all processes ask nothing for so long: Discord says that the token is over its limit."""
        self._left = 0
        await self._allowance.spend(pause=seconds)

    def shut_out(self, seconds: float) -> None:
        """Ask nothing for so long."""
        self._shut_until = max(self._shut_until, self._now() + seconds)
