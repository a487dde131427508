"""The base class of background work on matches. It leases due matches, does the work and releases them."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Collection, Iterable
from contextlib import asynccontextmanager, suppress

from bot.app import metrics
from bot.app.clock import Clock
from bot.store import work_queue
from bot.store.errors import LeaseLost, StoreError
from bot.store.leases import RENEWAL_INTERVAL, Lease, current_lease
from bot.store.store import Store
from bot.store.transactions import Transaction

log = logging.getLogger(__name__)

#: Maximum number of seconds between two searches for due work, even if no work was announced.
POLL_INTERVAL = 30.0
#: Seconds before the next attempt: after a failed save, after another error, and if other processes seem to be leasing
#: the same work.
SAVE_RETRY, ERROR_RETRY, CONTENTION_RETRY = 5.0, 60, 1.0
#: Maximum number of slow matches that are worked on at a time without taking up slots.
MAX_SLOW_MATCHES = 64
#: When the bot stops, running work has STOP_GRACE seconds to finish. Then, unfinished matches are released, which may
#: take RELEASE_TIMEOUT seconds.
STOP_GRACE, RELEASE_TIMEOUT = 8.0, 2.0


class Scheduler(ABC):
    """Does the due work of one kind, for several matches at once. Runs until `stop` is called.

    Only the process that holds the lease of a match works on the match (see `bot.store.work_queue`). Leases are renewed
    every few seconds. After a failed save, this process keeps the lease and soon tries again.
    """

    kind: work_queue.Kind

    def __init__(
        self, store: Store, clock: Clock, versions: work_queue.Versions, *, at_once: int = 8, slow: float | None = None
    ) -> None:
        """Up to `at_once` matches are worked on at a time, apart from those that take more than `slow` seconds.

        `versions` has the latest version of a match that this process can work on, by game. Newer matches are skipped.
        """
        self._store = store
        self._clock = clock
        self._versions = versions
        self._at_once = at_once
        self._slow = slow
        #: The matches leased by this process, the tasks that work on them, and the slow matches, which don't take up a
        #: slot.
        self._leases: dict[int, Lease] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._slow_matches: set[int] = set()
        #: One lock for looking for due work, and one for taking or renewing leases.
        self._looking, self._taking = asyncio.Lock(), asyncio.Lock()
        #: Set if there may be leases to renew.
        self._has_leases = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        self._running: asyncio.Task[None] | None = None
        self._stopping = False
        #: The time at the last check of the clock; None before the first check.
        self._last_checked: int | None = None

    @abstractmethod
    async def _do_work(self, match_id: int) -> None:
        """Do the due work of a match, and release it."""

    async def _take(self, tx: Transaction, limit: int) -> Iterable[int]:
        """Lease due matches. Return their ids, which may include matches that this process has already leased."""
        return await work_queue.claim(tx, self.kind, limit, self._clock.now(), self._versions)

    # -- public methods -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start doing due work in a background task."""
        self._stopping = False
        self._store.listen()
        self._renewing = asyncio.create_task(self._renew_leases(), name=f"leases of {self.kind}")
        self._running = asyncio.create_task(self._run(), name=self.kind)

    async def stop(self, grace: float = STOP_GRACE) -> None:
        """Stop after at most `grace` seconds for running work. Other processes, or the next start, do the rest."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + grace
        self._stopping = True
        self.wake()
        if self._running is not None:
            await _end({self._running}, STOP_GRACE)
            self._running = None
        await _end(self._tasks.values(), max(0.0, ends - loop.time()))
        self._tasks.clear()  # a task that was cancelled before it started hasn't removed itself
        if self._leases:
            # If releasing the matches fails, their leases expire.
            with suppress(StoreError, TimeoutError):
                async with asyncio.timeout(RELEASE_TIMEOUT):
                    await self._release([*self._leases])
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.wait({self._renewing})
            self._renewing = None

    @property
    def is_running(self) -> bool:
        """Return whether the scheduler is running."""
        return self._running is not None and not self._stopping

    @property
    def leases(self) -> int:
        """Return how many matches this process has leased."""
        return len(self._leases)

    def wake(self) -> None:
        """Make the scheduler look for due work now."""
        self._store.news[self.kind].set()

    async def is_busy(self) -> bool:
        """Return whether any work is due or being done."""
        return await work_queue.is_pending(self._store.read, self.kind, self._clock.now(), self._versions)

    async def drain(self) -> None:
        """Do all due work once, and wait for running work. This is for tools and tests."""
        async with self._looking, self._renewed():
            await self._check_clock()
            matches = self._leases.keys() - self._tasks.keys() or await self._take_due(self._at_once)
            while matches:
                await asyncio.gather(*(self._work_or_release(match_id) for match_id in matches))
                matches = await self._take_due(self._at_once)
            await asyncio.gather(*self._tasks.values())

    # -- rounds -------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        news = self._store.news[self.kind]
        while not self._stopping:
            news.clear()
            nap = SAVE_RETRY
            try:
                async with self._looking:
                    nap = await self._round()
            except StoreError as error:
                log.debug("%s can't be looked for: %s", self.kind, error)  # the store has already logged the failure
            except Exception:
                # An error in this kind of work must not stop the scheduler.
                log.exception("looking for %s failed", self.kind)
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), nap)

    async def _round(self) -> float:
        """Start due work in the free slots. Return how many seconds to wait before looking again."""
        await self._check_clock()
        for match_id in self._leases.keys() - self._tasks.keys():
            self._begin(match_id)
        free = self._at_once - (len(self._tasks) - len(self._slow_matches))
        if free <= 0:
            return POLL_INTERVAL  # when running work ends, it wakes the scheduler
        now = self._clock.now()
        upcoming = await work_queue.next_due(self._store.read, self.kind, free + 1, self._versions)
        due = sum(at <= now for _, at in upcoming)
        if due:
            taken = await self._take_due(free)
            for match_id in taken:
                self._begin(match_id)
            if len(taken) < min(due, free):
                return CONTENTION_RETRY
        return POLL_INTERVAL if due == len(upcoming) else min(POLL_INTERVAL, upcoming[due][1] - now)

    async def _check_clock(self) -> None:
        """If the clock was set back, treat all work that was scheduled under the old time as due now."""
        now = self._clock.now()
        if (self._last_checked is None or now < self._last_checked) and await work_queue.was_set_back(
            self._store.read, self.kind, now
        ):
            log.warning("the clock was set back; %s that wait are looked at again", self.kind)
            async with self._store.write() as tx:
                await work_queue.make_due(tx, self.kind, now)
        self._last_checked = now

    async def _take_due(self, limit: int) -> set[int]:
        async with self._taking:
            asked_at = self._clock.monotonic()
            async with self._store.write() as tx:
                taken = set(await self._take(tx, limit))
            for match_id in taken & self._leases.keys():
                # The match could be leased again, so its old lease has expired, and another process may have leased it
                # in between. Work under the old lease must not send anything more to Discord.
                self._leases[match_id].lose()
            new = taken - self._leases.keys()
            self._leases |= {match_id: self._lease(match_id, asked_at) for match_id in new}
        self._has_leases.set()
        return new

    # -- leases -------------------------------------------------------------------------------------------

    def _lease(self, match_id: int, asked_at: float) -> Lease:
        async def renew() -> None:
            async with self._taking, self._store.write() as tx:
                await work_queue.renew(tx, self.kind, match_id, self._clock.now())

        return Lease(self._clock.monotonic, renew, asked_at)

    async def _renew_leases(self) -> None:
        """Renew all leases every few seconds, until cancelled."""
        while True:
            await self._has_leases.wait()
            await asyncio.sleep(RENEWAL_INTERVAL)
            if not self._leases:
                self._has_leases.clear()
                continue
            asked_at = self._clock.monotonic()
            with suppress(StoreError):  # the store has logged the failure, and the leases expire
                async with self._store.write() as tx:
                    renewed_ids = await work_queue.renew_all(tx, self.kind, [*self._leases], self._clock.now())
                for match_id in self._leases.keys() & set(renewed_ids):
                    self._leases[match_id].record_renewal(asked_at)

    @asynccontextmanager
    async def _renewed(self) -> AsyncGenerator[None]:
        """Keep renewing all leases during the `with` block."""
        renewing = asyncio.create_task(self._renew_leases(), name=f"leases of {self.kind}")
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.wait({renewing})

    # -- one match ----------------------------------------------------------------------------------------

    def _begin(self, match_id: int) -> None:
        self._tasks[match_id] = asyncio.create_task(self._work_in_slot(match_id), name=f"{self.kind} of {match_id}")

    async def _work_in_slot(self, match_id: int) -> None:
        """Work on a match in one of the slots. If the work takes too long, free the slot for other matches."""
        loop = asyncio.get_running_loop()
        timer = None if self._slow is None else loop.call_later(self._slow, self._free_slot, match_id)
        try:
            await self._work_or_release(match_id)
        except StoreError as error:
            log.debug("%s can't be saved: %s", self.kind, error, extra={"match": match_id})
            loop.call_later(SAVE_RETRY, self.wake)
        except Exception:
            log.exception("%s failed", self.kind, extra={"match": match_id})
        finally:
            if timer is not None:
                timer.cancel()
            self._slow_matches.discard(match_id)
            del self._tasks[match_id]
            if match_id not in self._leases:
                self.wake()

    def _free_slot(self, match_id: int) -> None:
        if len(self._slow_matches) < MAX_SLOW_MATCHES:
            self._slow_matches.add(match_id)
            self.wake()

    async def _work_or_release(self, match_id: int) -> None:
        """Work on a match. After a failure, release it for another attempt."""
        current_lease.set(self._leases.get(match_id))
        try:
            await self._do_work(match_id)
        except LeaseLost:
            metrics.LEASES_LOST.labels(self.kind).inc()
            log.warning("another process has taken over", extra={"match": match_id})
            await self._release({match_id})
        except StoreError:
            raise  # keep the lease, so `_round` starts the work again
        except Exception:
            await self._release({match_id}, ERROR_RETRY if self.is_running else 0)
            raise
        self._leases.pop(match_id, None)

    async def _release(self, match_ids: Collection[int], seconds: int = 0) -> None:
        """Release matches, so they are due again after this many seconds."""
        async with self._store.write() as tx:
            now = self._clock.now()
            await work_queue.abandon(tx, self.kind, match_ids, now + seconds, now)
        for match_id in match_ids:
            self._leases.pop(match_id, None)


async def _end(tasks: Collection[asyncio.Task[None]], grace: float) -> None:
    """Wait for tasks, and cancel those that take longer than `grace` seconds."""
    if tasks:
        _, unfinished = await asyncio.wait(tasks, timeout=grace)
        for task in unfinished:
            task.cancel()
        if unfinished:
            await asyncio.wait(unfinished)
