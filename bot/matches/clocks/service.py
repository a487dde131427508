"""The clocks of a match's seats: they start with the delivery of a call, and at their end a seat is late."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.matches.absence.seat_presence import FOR_THIS_TURN, UNTIL_RETURN
from bot.matches.clocks import seat_clock as clocks
from bot.matches.clocks.lateness import Lateness, since_last_move
from bot.matches.clocks.time_control import OnTimeout, TimeControl
from bot.matches.play.service import Play
from bot.matches.records import MatchInfo, SeatInfo
from bot.matches.repository import MatchRepository
from bot.notifications import reminder_times
from bot.notifications.turn_notifier import rests_of
from bot.store import metadata as facts
from bot.store import work_queue as work
from bot.store.connection import Transaction
from bot.store.statements import matches
from bot.store.statements.rows import OutboxRow

log = logging.getLogger(__name__)

#: Seconds between records that people can be reached; after this many without one, clocks have stood still.
HEARTBEAT_INTERVAL, MIN_OUTAGE = 60, 600


class SeatClockService:
    """Ends clocks, and stops them while people can't be reached."""

    def __init__(self, repo: MatchRepository, play: Play, lateness: Lateness) -> None:
        self._repo = repo
        self._play = play
        self._lateness = lateness

    async def expire_clocks(self, match_id: int) -> None:
        """Apply the table's choice to a match's ended clocks: their seats are late."""
        repo = self._repo
        async with repo.lock_match(match_id):
            info, now = await repo.get(match_id), repo.clock.now()
            if info.status != "playing":
                return
            ended = [seat for seat in info.seats if not clocks.is_paused(info, seat) and _has_ended(seat, now)]
            if not ended:
                return
            time_control = TimeControl.from_json(info.pace)
            async with repo.store.write() as tx:
                seats = [await self._late(tx, info, seat) for seat in ended]
                await matches.set_waiting(tx, info.id, seats)
            for seat in seats:
                if seat.late_since is not None:
                    await self._end(match_id, time_control.end, seat)

    async def _late(self, tx: Transaction, info: MatchInfo, seat: SeatInfo) -> SeatInfo:
        """Return a seat whose time is over: late or, in a friendly match, with the time since its last move."""
        moved = await since_last_move(tx, info, seat)
        return moved if moved != seat else replace(seat, clock_left=0, late_since=clocks.ends_at(seat))

    async def _end(self, match_id: int, end: OnTimeout, seat: SeatInfo) -> None:
        """Apply the table's choice; without an automatic consequence, the others choose."""
        match end:
            case OnTimeout.ANSWER:
                await self._play.answer_late(match_id, seat.seat)
            case OnTimeout.CONCEDE:
                await self._play.concede_late(match_id, seat.seat)
            case OnTimeout.TURN:
                await self._lateness.stand_in(match_id, seat.seat, FOR_THIS_TURN)
            case OnTimeout.HOLD:
                await self._lateness.stand_in(match_id, seat.seat, UNTIL_RETURN)
            case OnTimeout.LATE:
                pass
        await self._lateness.ask_table(match_id, seat.seat)

    async def record_heartbeat(self) -> None:
        """Record that people can be reached now; after a long outage, exclude it from all clocks."""
        store, now = self._repo.store, self._repo.clock.now()
        if 0 <= now - await facts.get(store.read, facts.REACHED_AT) < HEARTBEAT_INTERVAL:
            return
        async with store.write() as tx:
            await tx.wait_for_lock("beat")
            before = await facts.get(tx, facts.REACHED_AT)
            if before and now - before > MIN_OUTAGE:
                log.warning("nobody could be reached; clocks stood still", extra={"seconds": now - before})
                await self._leave_out(tx, before, now)
            await facts.set_number(tx, facts.REACHED_AT, now)

    async def was_set(self, tx: Transaction, before: int, now: int) -> None:
        """Shift deadlines, clocks and the time of the last contact along with a clock that was set."""
        reached = await facts.get(tx, facts.REACHED_AT)
        if reached:
            await facts.set_number(tx, facts.REACHED_AT, max(1, reached + now - before))
        await matches.put_off_times(tx, now - before)
        # Exclude the unreachable time from these clocks at once.
        ran_until = reached if reached and before - reached > MIN_OUTAGE else before
        for match_id in await matches.running_clocks(tx, at_rest=True):
            info = await matches.get(tx, match_id)
            if info is None or info.stands_still:
                continue
            resting = [seat for seat in info.seats if seat.clock_rest is not None and not clocks.is_paused(info, seat)]
            await set_running(tx, info, [clocks.was_set(seat, ran_until, now) for seat in resting], now)

    async def _leave_out(self, tx: Transaction, since: int, until: int) -> None:
        """Exclude the time between two moments from all clocks."""
        for match_id in await matches.running_clocks(tx):
            await matches.lock_row(tx, match_id)
            info = await matches.get(tx, match_id)
            if info is None or info.status != "playing" or info.parked_at is not None:
                continue
            # Clocks stopped for another reason as well are adjusted when that ends.
            running = [seat for seat in info.seats if seat.clock_since is not None and not clocks.is_paused(info, seat)]
            ran = [await since_last_move(tx, info, seat) for seat in running]
            await set_running(tx, info, [clocks.without_interval(seat, since, until) for seat in ran], until)


async def call_delivered(tx: Transaction, row: OutboxRow, now: int) -> None:
    """Start the clocks of a call's seats: it was delivered, or refused for good."""
    if row.kind != "turn" or "clocked" not in row.payload:
        return
    info = await matches.get(tx, row.match_id)
    if info is None or info.status != "playing":
        return
    named = [seat for seat in info.seats if seat.seat in row.payload["seats"] and not clocks.is_paused(info, seat)]
    begun = [clocks.restarted_clock(seat, now) for seat in named]
    await set_running(tx, info, [seat for seat, before in zip(begun, named, strict=True) if seat != before], now)


async def go_on(tx: Transaction, now: int, **which: int) -> None:
    """Resume suspended matches; no clock has run meanwhile."""
    before = [await matches.get(tx, match_id) for match_id in await matches.standing(tx, **which)]
    await matches.unpark(tx, now, **which)
    for info in before:
        if info is None or info.parked_at is None:
            continue
        # The time of a pause is counted when that ends.
        until = now if info.paused_at is None else min(now, info.paused_at)
        after = await matches.get(tx, info.id)
        assert after is not None
        seats = [
            replace(now_there, clock_left=rested.clock_left, clock_since=rested.clock_since)
            for seat, now_there in zip(info.seats, after.seats, strict=True)
            if seat.clock_since is not None and (seat.clock_rest is not None or seat.away_since is not None)
            for rested in [clocks.resume(seat, info.parked_at, until)]
        ]
        await matches.set_waiting(tx, info.id, [seat for seat in seats if clocks.is_paused(after, seat)])
        await set_running(tx, after, [seat for seat in seats if not clocks.is_paused(after, seat)], now)


async def set_running(tx: Transaction, info: MatchInfo, seats: list[SeatInfo], now: int) -> None:
    """Save seats whose clocks have started or changed, with their reminders, and schedule their checks."""
    if not seats:
        return
    pace, rests = TimeControl.from_json(info.pace), await rests_of(tx, seats)
    reminded = [reminder_times.of_clock(seat, pace, rests[seat.seat]) for seat in seats]
    await matches.set_waiting(tx, info.id, reminded)
    due = reminder_times.next_of(reminded)
    if due is not None:
        await work.schedule(tx, "times", [info.id], due, now)


def _has_ended(seat: SeatInfo, now: int) -> bool:
    """Return whether a seat's clock has run out, and the seat is not marked late yet."""
    end = clocks.ends_at(seat)
    return seat.waiting_since is not None and end is not None and end <= now
