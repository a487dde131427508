"""The times of reminders.

In a friendly match, a player is reminded after one, three and seven days. In a match with a clock, they are reminded
when a quarter of the time is left, and when it runs out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.app.clock import DAY
from bot.matches.clocks import seat_clock
from bot.matches.clocks.time_control import TimeControl
from bot.matches.service_results import SeatInfo
from bot.notifications.quiet_hours import QuietHours

#: In a friendly match, reminders are sent this many seconds after the turn began.
FRIENDLY_REMINDERS = (DAY, 3 * DAY, 7 * DAY)
#: The value of `reminded` when a clock has run out and there are no more reminders.
CLOCK_REMINDERS = 2


def with_first_reminder(seat: SeatInfo, at: int) -> SeatInfo:
    """Return the seat of a friendly match whose turn began at the time `at`, with its first reminder scheduled."""
    return replace(seat, remind_at=at + FRIENDLY_REMINDERS[0], reminded=0)


def with_clock_reminder(seat: SeatInfo, time_control: TimeControl, quiet_hours: QuietHours | None = None) -> SeatInfo:
    """Return a seat whose clock has started or changed, with its next reminder scheduled.

    Only one reminder is sent before the clock runs out.
    """
    if not time_control.has_clock:
        return seat
    quarter = None if seat.reminded else seat_clock.reminder_time(seat, time_control, quiet_hours)
    at = seat_clock.ends_at(seat) if quarter is None else quarter
    return replace(seat, remind_at=at, reminded=CLOCK_REMINDERS - 1 if quarter is None else 0)


def without_reminders(seat: SeatInfo) -> SeatInfo:
    """Return the seat with no reminder scheduled."""
    return replace(seat, remind_at=None, reminded=0)


def after_reminder(seat: SeatInfo, time_control: TimeControl, now: int) -> SeatInfo:
    """Return a seat that is being reminded now, with its next reminder scheduled. Missed reminders are skipped."""
    at, count = seat.remind_at, seat.reminded
    if time_control.has_clock:
        end = seat_clock.ends_at(seat)
        has_time_left = end is not None and end > now
        return replace(
            seat,
            remind_at=end if has_time_left else None,
            reminded=CLOCK_REMINDERS - 1 if has_time_left else CLOCK_REMINDERS,
        )
    while at is not None and at <= now:
        count += 1
        at = at + FRIENDLY_REMINDERS[count] - FRIENDLY_REMINDERS[count - 1] if count < len(FRIENDLY_REMINDERS) else None
    return replace(seat, remind_at=at, reminded=count)


def last_reminder(seat: SeatInfo, time_control: TimeControl) -> int | None:
    """Return when the player of a seat was last reminded; None if they weren't, or if the match has a clock."""
    if time_control.has_clock or not seat.reminded:
        return None
    if seat.remind_at is None:
        return (seat.waiting_since or 0) + FRIENDLY_REMINDERS[-1]
    return seat.remind_at - (FRIENDLY_REMINDERS[seat.reminded] - FRIENDLY_REMINDERS[seat.reminded - 1])


def was_reminded(seat: SeatInfo) -> bool:
    """Return whether a player was reminded or nudged about the current decision."""
    return not seat.is_away and (bool(seat.reminded) or seat.nudged_at is not None)


def earliest(times: Iterable[int | None]) -> int | None:
    """Return the earliest of these times, ignoring None; None if no time is left."""
    return min((at for at in times if at is not None), default=None)


def next_reminder(seats: Iterable[SeatInfo]) -> int | None:
    """Return the next time when one of these seats must be reminded or runs out of time; None if there is none."""
    return earliest(at for seat in seats for at in (seat.remind_at, seat_clock.ends_at(seat)))
