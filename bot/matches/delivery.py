"""The delivery worker, which empties the outbox: in order within a match, several matches at once."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Literal, NamedTuple, Protocol

from bot.clock import Clock
from bot.matches import notices
from bot.store import Along, OutboxRow, Store, StoreError, outbox

log = logging.getLogger(__name__)

#: Seconds until the second, third... attempt, if the error names no time; the last value repeats.
BACKOFF = (2, 5, 15, 60, 300, 900)
#: Seconds until the next attempt of a row that is refused, by its age in seconds: a refusal costs Discord's patience.
REFUSED_BACKOFF = ((86_400, 86_400), (3_600, 3_600), (0, 600))
#: Attempts after which a row that fails because of our own errors is given up; with the steps above, most of a day.
ATTEMPTS = 60
#: Seconds after which a row that fails because of others is given up: nobody waits for it by then.
PATIENT_FOR = 30 * 86_400
#: A delivery that takes longer than this has failed.
PATIENCE = 60.0
#: Seconds after which a match that is served needs no slot any more, and how many such matches there may be.
SLOW, MOST_SLOW = 2.0, 64
#: The longest sleep in seconds: meanwhile the clock can change, and tests move theirs by hand.
NAP = 5.0
#: Seconds that delivered rows are kept, as evidence.
KEEP = 86_400


class Retry(Exception):
    """Not now: try again after this many seconds or, without a number, by the worker's own steps."""

    def __init__(
        self, after_seconds: float | None = None, reason: str = "", *, uncertain: bool = False, lasting: bool = False
    ) -> None:
        """`reason` is saved with the row, for the operator; with `uncertain` the post may have been made.

        What is `lasting` waits longer the older it is: somebody must act before it can pass.
        """
        self.after_seconds = after_seconds
        self.uncertain = uncertain
        self.lasting = lasting
        #: What is saved with the row's being put off.
        self.along: Along | None = None
        super().__init__(reason or ("try again" if after_seconds is None else f"try again after {after_seconds} s"))


class Undeliverable(Exception):
    """Never: the channel is gone, the person takes no messages."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        #: What is saved with the row's being given up.
        self.along: Along | None = None
        super().__init__(reason)


class Deliverer(Protocol):
    """Posts rows. After a crash or a lost connection a row comes again with the same nonce; it must be posted once."""

    async def deliver(self, row: OutboxRow) -> Along | None:
        """Post, edit or send a row; return what to save in the transaction that marks it as done.

        Nothing else is saved, so a row is either done, with all that follows from it, or as it was. Raises Retry or
        Undeliverable.
        """
        ...


class _Verdict(NamedTuple):
    status: Literal["done", "dead", "later"]
    not_before: int = 0
    reason: str | None = None
    uncertain: bool = False
    along: Along | None = None


class DeliveryWorker:
    """Hands every due row to the deliverer until `stop`."""

    def __init__(
        self,
        store: Store,
        deliverer: Deliverer,
        clock: Clock,
        versions: Mapping[str, int] | None = None,
        *,
        at_once: int = 8,
        slow: float = SLOW,
    ) -> None:
        """`at_once` is how many matches are served at the same time, besides those that take `slow` seconds.

        With `versions` (by game) only matches are served that no newer process has saved.
        """
        self._versions = versions
        self._store = store
        self._deliverer = deliverer
        self._clock = clock
        self._slots = asyncio.Semaphore(at_once)
        self._slow = slow
        #: How many matches are served that have given their slot back.
        self._outside = 0
        self._busy: dict[int, asyncio.Task[None]] = {}
        # Delivered rows that could not be marked as done, as on a full disk: they must not be delivered again.
        self._unmarked: dict[int, _Verdict] = {}
        # Rows that the previous process may have posted before it died: they must be tried under their own nonce before
        # anything newer replaces them. None: not read yet.
        self._doubtful: set[int] | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._pruned = 0

    def start(self) -> None:
        """Begin, in the background."""
        self._stopping = False
        self._task = asyncio.create_task(self._run(), name="delivery")

    async def stop(self, grace: float = 10.0) -> None:
        """Finish the rows under way, within `grace` seconds, and stop."""
        self._stopping = True
        self.wake()
        if self._task is not None:
            await asyncio.wait({self._task})
            self._task = None
        if self._busy:
            _, late = await asyncio.wait(self._busy.values(), timeout=grace)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)

    def wake(self) -> None:
        """Serve the outbox now."""
        self._store.post_waits.set()

    async def drain(self) -> None:
        """Deliver everything that is due, once; for tools and tests that don't `start`."""
        while True:
            await self._keep_waits()
            ids = await outbox.waiting_matches(self._store.read, self._clock.now(), self._versions)
            if not ids:
                return
            if not any(await asyncio.gather(*(self._serve(match_id) for match_id in ids))):
                return  # other processes deliver what is left

    async def _run(self) -> None:
        while not self._stopping:
            self._store.post_waits.clear()
            try:
                nap = await self._round()
            except StoreError as error:
                log.error("the outbox can't be read: %s", error)
                nap = NAP
            except Exception:
                # Delivery must continue.
                log.exception("the delivery worker failed and continues")
                nap = NAP
            with suppress(TimeoutError):
                await asyncio.wait_for(self._store.post_waits.wait(), nap)

    async def _keep_waits(self) -> None:
        """Shorten waits that would be longer because the clock was set back."""
        if await outbox.wait_too_long(self._store.read, self._clock.now()):
            log.warning("the clock was set back; waits of posts were shortened")
            async with self._store.write() as tx:
                await outbox.keep_waits(tx, self._clock.now())

    async def _round(self) -> float:
        """Serve every match with due rows; return the seconds until the next round."""
        await self._keep_waits()
        now = self._clock.now()
        if self._doubtful is None:
            async with self._store.write() as tx:
                self._doubtful = await outbox.due(tx, now)
                tx.in_hand.update(self._doubtful)
        for match_id in await outbox.waiting_matches(self._store.read, now, self._versions):
            if match_id not in self._busy:
                self._busy[match_id] = asyncio.create_task(self._serve_in_slot(match_id))
        if abs(now - self._pruned) > KEEP // 24:
            self._pruned = now
            async with self._store.write() as tx:
                await outbox.prune(tx, now - KEEP)
        later = await outbox.next_time(self._store.read, now)
        return NAP if later is None else max(0.1, min(NAP, later - now))

    async def _serve_in_slot(self, match_id: int) -> None:
        try:
            async with self._slot():
                await self._serve(match_id)
        except StoreError as error:
            log.error("the outbox can't be served: %s", error, extra={"match": match_id})
        except Exception:
            log.exception("delivery failed", extra={"match": match_id})
        finally:
            del self._busy[match_id]

    @asynccontextmanager
    async def _slot(self) -> AsyncGenerator[None]:
        """Hold a slot, but not for long: a channel that is slow or limited must not hold up the others."""
        await self._slots.acquire()
        outside = False

        def give_back() -> None:
            nonlocal outside
            if self._outside < MOST_SLOW:
                outside = True
                self._outside += 1
                self._slots.release()

        timer = asyncio.get_running_loop().call_later(self._slow, give_back)
        try:
            yield
        finally:
            timer.cancel()
            if outside:
                self._outside -= 1
            else:
                self._slots.release()

    async def _serve(self, match_id: int) -> bool:
        """Deliver a match's due rows one after another; tell whether there was one."""
        doubtful, served = self._doubtful or set[int](), False
        while not self._stopping:
            async with self._store.hold(match_id) as tx:
                in_hand = tx.in_hand
                row = await outbox.take(tx, match_id, self._clock.now(), in_hand - doubtful - self._unmarked.keys())
                if row is None:
                    return served
                # From here on no commit replaces the row; newer rows come after it.
                in_hand.add(row.id)
                doubtful.discard(row.id)
            served = True
            try:
                verdict = self._unmarked.pop(row.id, None) or await self._verdict(row)
                await self._mark(row, verdict)
            finally:
                if row.id not in self._unmarked:
                    in_hand.discard(row.id)
        return served

    async def _verdict(self, row: OutboxRow) -> _Verdict:
        due = await notices.still_due(self._store.read, row)
        if due is None:
            return _Verdict("done")
        try:
            async with asyncio.timeout(PATIENCE):
                along = await self._deliverer.deliver(due)
        except Undeliverable as error:
            log.warning("undeliverable: %s", error.reason, extra={"match": row.match_id, "kind": row.kind})
            return _Verdict("dead", reason=error.reason, along=error.along)
        except Retry as error:
            after = error.after_seconds
            if error.lasting:
                after = max(after or 0, _patience(self._clock.now() - row.created_at))
            later = self._later(row, str(error), after, uncertain=error.uncertain)
            return later._replace(along=error.along)
        except TimeoutError:
            return self._later(row, f"no answer in {PATIENCE:g} s", uncertain=True)
        except StoreError as error:
            log.error("the outbox can't be served: %s", error, extra={"match": row.match_id})
            return self._later(row, str(error))
        except Exception as error:
            # A bug in the deliverer may pass, and must not block other posts.
            log.exception("delivery failed", extra={"match": row.match_id, "kind": row.kind})
            return self._later(row, type(error).__name__, own=True)
        return _Verdict("done", along=along)

    def _later(
        self, row: OutboxRow, reason: str, after: float | None = None, *, own: bool = False, uncertain: bool = False
    ) -> _Verdict:
        """Return when to try again; our own errors are given up sooner than those of the disk or of Discord."""
        now = self._clock.now()
        if (own and row.attempts + 1 >= ATTEMPTS) or now - row.created_at > PATIENT_FOR:
            log.error("given up: %s", reason, extra={"match": row.match_id, "kind": row.kind})
            return _Verdict("dead", reason=reason)
        step = BACKOFF[min(row.attempts, len(BACKOFF) - 1)]
        wait = step if after is None else max(1, math.ceil(after))
        return _Verdict("later", now + wait, reason, uncertain)

    async def _mark(self, row: OutboxRow, verdict: _Verdict) -> None:
        try:
            async with self._store.hold(row.match_id) as tx:
                if verdict.along is not None:
                    await verdict.along(tx)
                if verdict.status == "later":
                    await outbox.postpone(
                        tx,
                        row,
                        verdict.not_before,
                        verdict.reason or "",
                        self._clock.now(),
                        uncertain=verdict.uncertain,
                    )
                else:
                    await outbox.finish(tx, row.id, verdict.status, self._clock.now(), verdict.reason)
        except StoreError:
            self._unmarked[row.id] = verdict
            raise


def _patience(age: int) -> int:
    return next((seconds for least, seconds in REFUSED_BACKOFF if age >= least), REFUSED_BACKOFF[-1][1])
