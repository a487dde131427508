"""The clocks of seats: they start when a turn notification is delivered, and make a seat late when they run out."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.matches.absence.seat_changes import FOR_THIS_TURN, UNTIL_RETURN
from bot.matches.clocks import seat_clock
from bot.matches.clocks.lateness import Lateness, counted_since_last_move
from bot.matches.clocks.time_control import OnTimeout, TimeControl
from bot.matches.play.service import Play
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import reminder_times
from bot.notifications.turn_notification_saving import quiet_hours_by_seat
from bot.store import named_numbers, work_queue
from bot.store.statements import matches
from bot.store.statements.rows import OutboxRow
from bot.store.transactions import Transaction

log = logging.getLogger(__name__)

#: Every HEARTBEAT_INTERVAL seconds, the bot records that it can reach its users. A gap of more than MIN_OUTAGE seconds
#: between records is an outage, during which no clock ran.
HEARTBEAT_INTERVAL, MIN_OUTAGE = 60, 600


class SeatClockService:
    """Handles clocks that run out, and gives players back the time that outages of the bot have cost them."""

    def __init__(self, repo: MatchRepository, play: Play, lateness: Lateness) -> None:
        self._repo = repo
        self._play = play
        self._lateness = lateness

    async def expire_clocks(self, match_id: int) -> None:
        """Mark seats whose clocks have run out as late, and apply what the players chose for this case."""
        repo = self._repo
        async with repo.lock_match(match_id):
            info, now = await repo.get(match_id), repo.clock.now()
            if info.status != "playing":
                return
            ended = [seat for seat in info.seats if not seat_clock.is_paused(info, seat) and _has_ended(seat, now)]
            if not ended:
                return
            time_control = TimeControl.from_json(info.pace)
            async with repo.store.write() as tx:
                seats = [await self._mark_late(tx, info, seat) for seat in ended]
                await matches.set_waiting(tx, info.id, seats)
            for seat in seats:
                if seat.late_since is not None:
                    await self._apply_timeout(match_id, time_control.end, seat)

    async def _mark_late(self, tx: Transaction, info: MatchInfo, seat: SeatInfo) -> SeatInfo:
        """Return a seat whose clock has run out, marked as late.

        In a friendly match, a seat that has moved since its clock started gets more time instead.
        """
        moved = await counted_since_last_move(tx, info, seat)
        return moved if moved != seat else replace(seat, clock_left=0, late_since=seat_clock.ends_at(seat))

    async def _apply_timeout(self, match_id: int, effect: OnTimeout, seat: SeatInfo) -> None:
        """Do what the players chose for when a clock runs out. If the seat is still late, ask the other players."""
        match effect:
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
        """Record that the bot can reach its users now. After an outage, give all clocks back the time it lasted."""
        store, now = self._repo.store, self._repo.clock.now()
        if 0 <= now - await named_numbers.get(store.read, named_numbers.REACHED_AT) < HEARTBEAT_INTERVAL:
            return
        async with store.write() as tx:
            await tx.wait_for_lock("beat")
            before = await named_numbers.get(tx, named_numbers.REACHED_AT)
            if before and now - before > MIN_OUTAGE:
                log.warning("nobody could be reached; clocks stood still", extra={"seconds": now - before})
                await self._exclude_interval(tx, before, now)
            await named_numbers.set_number(tx, named_numbers.REACHED_AT, now)

    async def shift_for_clock_change(self, tx: Transaction, before: int, now: int) -> None:
        """Move all saved times by the same amount as the machine's clock was changed.

        The saved times are the deadlines, the clocks and the time of the last heartbeat.
        """
        last_heartbeat = await named_numbers.get(tx, named_numbers.REACHED_AT)
        if last_heartbeat:
            await named_numbers.set_number(tx, named_numbers.REACHED_AT, max(1, last_heartbeat + now - before))
        await matches.shift_times(tx, now - before)
        # If the bot had an outage just before the clock was changed, clocks with quiet hours ran only until its last
        # heartbeat.
        ran_until = last_heartbeat if last_heartbeat and before - last_heartbeat > MIN_OUTAGE else before
        for match_id in await matches.running_clocks(tx, at_rest=True):
            info = await matches.get(tx, match_id)
            if info is None or info.stands_still:
                continue
            resting = [
                seat for seat in info.seats if seat.clock_rest is not None and not seat_clock.is_paused(info, seat)
            ]
            await save_running(tx, info, [seat_clock.after_clock_change(seat, ran_until, now) for seat in resting], now)

    async def _exclude_interval(self, tx: Transaction, since: int, until: int) -> None:
        """Give all running clocks back the time between `since` and `until`."""
        for match_id in await matches.running_clocks(tx):
            await matches.lock_row(tx, match_id)
            info = await matches.get(tx, match_id)
            if info is None or info.status != "playing" or info.parked_at is not None:
                continue
            # Leave out clocks that are also stopped for another reason: they are adjusted when that reason is gone.
            running = [
                seat for seat in info.seats if seat.clock_since is not None and not seat_clock.is_paused(info, seat)
            ]
            ran = [await counted_since_last_move(tx, info, seat) for seat in running]
            await save_running(tx, info, [seat_clock.without_interval(seat, since, until) for seat in ran], until)


async def start_after_delivery(tx: Transaction, row: OutboxRow, now: int) -> None:
    """Start the clocks of the seats that a turn notification names, once it is delivered or Discord has rejected it."""
    if row.kind != "turn" or "clocked" not in row.payload:
        return
    info = await matches.get(tx, row.match_id)
    if info is None or info.status != "playing":
        return
    notified_seats = [
        seat for seat in info.seats if seat.seat in row.payload["seats"] and not seat_clock.is_paused(info, seat)
    ]
    started_seats = [seat_clock.restarted_clock(seat, now) for seat in notified_seats]
    await save_running(
        tx, info, [seat for seat, before in zip(started_seats, notified_seats, strict=True) if seat != before], now
    )


async def resume_suspended(tx: Transaction, now: int, **which: int) -> None:
    """Resume suspended matches, and add the time of the suspension back to their clocks."""
    before = [await matches.get(tx, match_id) for match_id in await matches.suspended(tx, **which)]
    await matches.end_suspension(tx, now, **which)
    for info in before:
        if info is None or info.parked_at is None:
            continue
        # If the match is also paused, the end of the pause adjusts the clocks for the time since the pause began.
        until = now if info.paused_at is None else min(now, info.paused_at)
        after = await matches.get(tx, info.id)
        assert after is not None
        seats = [
            replace(now_there, clock_left=rested.clock_left, clock_since=rested.clock_since)
            for seat, now_there in zip(info.seats, after.seats, strict=True)
            if seat.clock_since is not None and (seat.clock_rest is not None or seat.away_since is not None)
            for rested in [seat_clock.after_suspension(seat, info.parked_at, until)]
        ]
        await matches.set_waiting(tx, info.id, [seat for seat in seats if seat_clock.is_paused(after, seat)])
        await save_running(tx, after, [seat for seat in seats if not seat_clock.is_paused(after, seat)], now)


async def save_running(tx: Transaction, info: MatchInfo, seats: list[SeatInfo], now: int) -> None:
    """Save seats whose clocks have started or changed, with new reminder times, and schedule the match's next check."""
    if not seats:
        return
    pace, quiet_hours = TimeControl.from_json(info.pace), await quiet_hours_by_seat(tx, seats)
    reminded = [reminder_times.with_clock_reminder(seat, pace, quiet_hours[seat.seat]) for seat in seats]
    await matches.set_waiting(tx, info.id, reminded)
    due = reminder_times.next_reminder(reminded)
    if due is not None:
        await work_queue.schedule(tx, "times", [info.id], due, now)


def _has_ended(seat: SeatInfo, now: int) -> bool:
    """Return whether a seat's clock has run out during its turn."""
    end = seat_clock.ends_at(seat)
    return seat.waiting_since is not None and end is not None and end <= now
