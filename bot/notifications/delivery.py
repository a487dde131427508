"""The delivery worker. It delivers the rows of the outbox in order within each match, and several matches at a time."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

from bot.app import logs, metrics, timeouts
from bot.app.clock import DAY, HOUR, Clock
from bot.matches.clocks.service import start_after_delivery
from bot.matches.scheduler_base import STOP_GRACE, Scheduler
from bot.matches.transaction_hook import TransactionHook
from bot.notifications import turn_notification_saving
from bot.notifications.match_posts import POST_KINDS
from bot.store import outbox, work_queue
from bot.store.errors import LeaseLost, StoreError
from bot.store.statements.rows import OWN_FAILURE, REFUSED_ERROR, OutboxRow
from bot.store.store import Store
from bot.store.transactions import Transaction

log = logging.getLogger(__name__)

#: Seconds to wait before the second, third and later attempts if the error doesn't specify a time. The last value
#: repeats.
BACKOFF = (2, 5, 15, 60, 300, 900)
#: Seconds to wait before trying a refused row again, as (minimum age of the row, minimum attempts, seconds); the first
#: matching entry applies. The waits are long because Discord bans bots that send too many refused requests. A row with
#: few attempts never counts as old, because its age probably only shows that the clock was set forward.
REFUSED_BACKOFF = ((DAY, 20, DAY), (HOUR, 5, HOUR), (0, 0, 600))
#: A row that fails because of the bot's own errors is given up after this many attempts, which take most of a day.
MAX_OWN_ATTEMPTS = 60
#: A row that fails because of errors of Discord or the disk is given up after this many seconds and attempts.
MAX_FOREIGN_SECONDS, MAX_FOREIGN_ATTEMPTS = 30 * DAY, 30
#: If a delivery takes longer than this many seconds, its match no longer counts toward the limit of matches served at
#: once.
SLOW_AFTER = 2.0
#: Delivered rows are kept for the operator for this many seconds.
KEEP_DELIVERED = DAY


class Retry(Exception):
    """Raised if a delivery must be retried: after this many seconds or, if None, after the wait in BACKOFF."""

    def __init__(
        self, after_seconds: float | None = None, reason: str = "", *, uncertain: bool = False, lasting: bool = False
    ) -> None:
        """`reason` is saved with the row for the operator. `uncertain` means that the post may already have been sent.

        `lasting` means that someone must fix the cause before a retry can succeed. The waits therefore get longer with
        time; see REFUSED_BACKOFF.
        """
        self.after_seconds = after_seconds
        self.uncertain = uncertain
        self.lasting = lasting
        #: Saves changes in the transaction that postpones the row.
        self.hook: TransactionHook | None = None
        super().__init__(reason or ("try again" if after_seconds is None else f"try again after {after_seconds} s"))


class Undeliverable(Exception):
    """Raised for a permanent failure, for example if the channel is gone or the user accepts no messages."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        #: Saves changes in the transaction that gives the row up.
        self.hook: TransactionHook | None = None
        super().__init__(reason)


class Deliverer(Protocol):
    """The interface of an object that delivers posts. After a crash, it must find a post already sent by its nonce."""

    async def deliver(self, row: OutboxRow) -> TransactionHook | None:
        """Deliver a row. Return the changes to save in the transaction that marks the row as done.

        `deliver` must not save anything else, so a row is either done with all its effects or unchanged. Raises Retry
        or Undeliverable.
        """
        ...


class _Verdict(NamedTuple):
    status: Literal["done", "dead", "later"]
    not_before: int = 0
    reason: str | None = None
    uncertain: bool = False
    hook: TransactionHook | None = None


class _Claim:
    """A row that is being delivered, and the result of the delivery."""

    def __init__(self, taken: outbox.ClaimedRow) -> None:
        self.row, self.is_last = taken
        #: The result, once there is one. It is kept until it is saved, so that the row isn't delivered a second time.
        self.verdict: _Verdict | None = None


class DeliveryWorker(Scheduler):
    """Passes each due row to the deliverer, in order within each match, and several matches at a time."""

    kind = "posts"

    def __init__(
        self,
        store: Store,
        deliverer: Deliverer,
        clock: Clock,
        versions: work_queue.Versions = None,
        *,
        at_once: int = 8,
        slow: float = SLOW_AFTER,
    ) -> None:
        super().__init__(store, clock, versions, at_once=at_once, slow=slow)
        self._deliverer = deliverer
        self._claims: dict[int, _Claim] = {}
        self._pruned = 0

    async def stop(self, grace: float = STOP_GRACE) -> None:
        """Stop the worker. Rows that are being delivered have at most `grace` seconds to finish."""
        await super().stop(grace)
        self._claims.clear()

    async def _round(self) -> float:
        now = self._clock.now()
        if abs(now - self._pruned) > KEEP_DELIVERED // 24:
            self._pruned = now
            async with self._store.write() as tx:
                await outbox.prune(tx, now - KEEP_DELIVERED)
        return await super()._round()

    async def _take(self, tx: Transaction, limit: int) -> Iterable[int]:
        taken = await outbox.claim(
            tx,
            limit,
            self._clock.now(),
            self._leases,
            self._versions,
            lost=turn_notification_saving.replace_notification,
        )
        self._claims.update({match_id: _Claim(hand) for match_id, hand in taken.items() if hand is not None})
        return taken

    async def _do_work(self, match_id: int) -> None:
        """Deliver a match's due rows one after another."""
        while (claim := self._claims.get(match_id)) is not None:
            logs.press.set(claim.row.press)
            if claim.verdict is None:
                loop = asyncio.get_running_loop()
                began = loop.time()
                claim.verdict = await self._verdict(claim.row)
                _count_attempt(claim.row, claim.verdict, self._clock.now(), loop.time() - began)
            taken = await self._settle(claim, claim.verdict)
            del self._claims[match_id]
            if taken is not None:
                self._claims[match_id] = _Claim(taken)

    async def _settle(self, claim: _Claim, verdict: _Verdict) -> outbox.ClaimedRow | None:
        """Save the result of a delivery. Return the match's next due row; if there is none, release the match."""
        row = claim.row
        async with self._store.lock_match(row.match_id) as tx:
            now = self._clock.now()
            tx.taken[self.kind, row.match_id] = False
            if verdict.hook is not None:
                await verdict.hook(tx)
            if verdict.status == "later":
                reason = verdict.reason or ""
                await outbox.postpone(tx, row, verdict.not_before, reason, now, uncertain=verdict.uncertain)
            else:
                await outbox.finish(tx, row.id, verdict.status, now, verdict.reason)
            if verdict.status != "later" or verdict.hook is not None:
                await start_after_delivery(tx, row, now)
            is_last = claim.is_last and verdict.status != "later"
            return await outbox.take_next(
                tx,
                row.match_id,
                now,
                is_last=is_last,
                goes_on=not self._stopping,
                lost=turn_notification_saving.replace_notification,
            )

    async def _verdict(self, row: OutboxRow) -> _Verdict:
        try:
            due = await turn_notification_saving.still_due(self._store.read, row)
            if due is None:
                return _Verdict("done")
            async with asyncio.timeout(timeouts.DELIVERY):
                hook = await self._deliverer.deliver(due)
        except Undeliverable as error:
            log.warning("undeliverable: %s", error.reason, extra={"match": row.match_id, "kind": row.kind})
            return _Verdict("dead", reason=error.reason, hook=error.hook)
        except Retry as error:
            after = error.after_seconds
            if error.lasting:
                after = max(after or 0, _long_wait(self._clock.now() - row.created_at, row.attempts))
            retry_verdict = self._later(row, str(error), after, uncertain=error.uncertain)
            return retry_verdict._replace(hook=error.hook)
        except TimeoutError:
            return self._later(row, f"no answer in {timeouts.DELIVERY:g} s", uncertain=True)
        except LeaseLost:
            raise
        except StoreError as error:
            log.debug("the outbox can't be served: %s", error, extra={"match": row.match_id})
            return self._later(row, str(error))
        except Exception as error:
            # Retry after a bug in the deliverer, because the bug may not occur again. Meanwhile, other posts are
            # delivered.
            log.exception("delivery failed", extra={"match": row.match_id, "kind": row.kind})
            return self._later(row, f"{OWN_FAILURE}: {type(error).__name__}", own=True)
        return _Verdict("done", hook=hook)

    def _later(
        self, row: OutboxRow, reason: str, after: float | None = None, *, own: bool = False, uncertain: bool = False
    ) -> _Verdict:
        """Return when to retry a row, or that it is given up. After the bot's `own` errors, it is given up sooner."""
        now = self._clock.now()
        too_old = now - row.created_at > MAX_FOREIGN_SECONDS and row.attempts >= MAX_FOREIGN_ATTEMPTS
        if too_old or (own and row.attempts + 1 >= MAX_OWN_ATTEMPTS):
            log.error("given up: %s", reason, extra={"match": row.match_id, "kind": row.kind})
            return _Verdict("dead", reason=reason)
        step = BACKOFF[min(row.attempts, len(BACKOFF) - 1)]
        wait = step if after is None else max(1, math.ceil(after))
        return _Verdict("later", now + wait, reason, uncertain)


def _count_attempt(row: OutboxRow, verdict: _Verdict, now: int, seconds: float) -> None:
    """Count an attempt in the metrics, and log a post that was sent."""
    refused = verdict.reason is not None and verdict.reason.startswith(REFUSED_ERROR)
    kind, result = row.kind if row.kind in POST_KINDS else metrics.OTHER_LABEL, "refused" if refused else verdict.status
    metrics.POSTS.labels(kind, result).inc()
    metrics.DELIVERY_SECONDS.labels(kind).observe(seconds)
    if verdict.status == "done":
        # After a failed attempt, `not_before` is the time of the retry, so measure from when the row was created.
        due = row.created_at if row.attempts else max(row.created_at, row.not_before)
        metrics.POST_LATENESS.labels(kind).observe(max(0, now - due))
        log.info("posted", extra={"match": row.match_id, "kind": row.kind, "ms": round(seconds * 1000)})


def _long_wait(age: int, attempts: int) -> int:
    steps = (seconds for least, tries, seconds in REFUSED_BACKOFF if age >= least and attempts >= tries)
    return next(steps, REFUSED_BACKOFF[-1][-1])
