"""The scheduler of timed work: deadlines, clocks, reminders, and the ends of pauses, absences and votes.

Work that came due while the bot was off is done after the next start.

What the scheduler does, and when, depends only on the clock. It reveals nothing about a seat, because the work is the
same whether the player, a standing order or no one has answered.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from bot.app.clock import Clock
from bot.matches.clocks import seat_clock
from bot.matches.refusals import NewerMatch
from bot.matches.scheduler_base import ERROR_RETRY, STOP_GRACE, Scheduler
from bot.matches.service import MatchService
from bot.matches.service_results import MatchInfo
from bot.notifications import reminder_times
from bot.store import work_queue
from bot.store.errors import StoreError
from bot.store.statements import matches
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal

log = logging.getLogger(__name__)

#: If the machine's clock was set forward or back by more than this many seconds, all deadlines are moved by the same
#: amount.
MIN_CLOCK_SHIFT = 30


class DeadlineScheduler(Scheduler):
    """Does the timed work of each match. Runs until `stop` is called."""

    kind = "times"

    def __init__(self, service: MatchService, clock: Clock, can_reach_users: Callable[[], bool] = lambda: True) -> None:
        """`can_reach_users` returns whether the bot can currently reach its users."""
        super().__init__(service.store, clock, service.matches.versions)
        self._can_reach_users = can_reach_users
        self._service = service
        #: The clock's time and the monotonic time when both were last compared; None before the first comparison.
        self._last_comparison: tuple[int, float] | None = None

    def start(self) -> None:
        """Start the scheduler. From now on, each write first checks whether the machine's clock was changed."""
        super().start()
        self._store.before_writing = self._follow_clock_changes

    async def stop(self, grace: float = STOP_GRACE) -> None:
        """Stop the scheduler, and stop checking the machine's clock before each write."""
        self._store.before_writing = None
        await super().stop(grace)

    async def _check_clock(self) -> None:
        """If the machine's clock was changed, move the deadlines by the same amount, so no player gains or loses time.

        Only a process with its own database file does this. Processes that share a database server would each move the
        deadlines.
        """
        await self._follow_clock_changes()
        if self._can_reach_users():
            await self._service.seat_clocks.record_heartbeat()
        await super()._check_clock()

    async def _take(self, tx: Transaction, limit: int) -> Iterable[int]:
        # While the bot can't reach its users, it doesn't let anyone's time run out.
        return await super()._take(tx, limit) if self._can_reach_users() else ()

    async def _follow_clock_changes(self) -> None:
        previous, self._last_comparison = self._last_comparison, (self._clock.now(), self._clock.monotonic())
        if previous is None or self._store.path is None:
            return
        step = round(self._last_comparison[0] - previous[0] - (self._last_comparison[1] - previous[1]))
        if abs(step) > MIN_CLOCK_SHIFT:
            log.warning("the clock was set; deadlines go with it", extra={"seconds": step})
            async with self._store.write() as tx:
                await self._service.seat_clocks.shift_for_clock_change(
                    tx, self._last_comparison[0] - step, self._last_comparison[0]
                )
                await work_queue.postpone(tx, self.kind, step)

    async def _do_work(self, match_id: int) -> None:
        retry_seconds = 0
        try:
            await self._do_timed_work(match_id)
        except NewerMatch:
            pass  # a process of the newer version will do the work
        except Refusal as error:
            # The match has been frozen meanwhile, or it can't continue.
            log.warning("a held decision could not be ended: %s", error.msgid, extra={"match": match_id})
            retry_seconds = ERROR_RETRY
        except StoreError:
            raise
        except Exception:
            log.exception("a held decision could not be ended", extra={"match": match_id})
            retry_seconds = ERROR_RETRY
        async with self._store.lock_match(match_id) as tx:
            info, now = await matches.get(tx, match_id), self._clock.now()
            due = None if info is None or info.status != "playing" else next_time(info)
            await work_queue.release(
                tx, self.kind, match_id, None if due is None else max(due, now + retry_seconds), now
            )

    async def _do_timed_work(self, match_id: int) -> None:
        info = await self._service.matches.get(match_id)
        if info.vote_ends is not None and info.vote_ends <= self._clock.now():
            await self._service.votes.end_expired(match_id)
        if info.paused_at is not None:
            await self._service.pausing.end_expired(match_id)
        if info.deadline_set_at is not None and info.deadline_set_at > self._clock.now():
            log.warning("the clock was set back; a decision gets a new deadline", extra={"match": match_id})
            await self._service.play.extend_deadline(match_id)
        await self._service.play.expire_deadline(match_id)
        await self._service.seat_clocks.expire_clocks(match_id)
        await self._service.absence.end_due(match_id)
        await self._service.lateness.run_substitutes(match_id)
        await self._service.reminders.remind(match_id)


def next_time(info: MatchInfo) -> int | None:
    """Return when a match's next timed work is due; None if nothing is due.

    Timed work is a deadline, a clock, a reminder, the end of a pause, a vote or an absence, or a computer's turn for a
    late player.
    """
    if info.parked_at is not None:
        return None
    if info.paused_at is not None:
        return reminder_times.earliest((info.paused_until, info.vote_ends))
    running = [seat for seat in info.seats if not seat_clock.is_paused(info, seat)]
    of_seats = [at for seat in info.seats for at in (seat.away_until, seat.stand_in_at)]
    return reminder_times.earliest((info.deadline, reminder_times.next_reminder(running), info.vote_ends, *of_seats))
