"""The times of reminders.

In a friendly match after one, three and seven days, then no more. With a clock, when a quarter of the time is left, and
at its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.matches.clocks import seat_clock as clocks
from bot.matches.clocks.time_control import TimeControl
from bot.matches.records import SeatInfo
from bot.notifications.quiet_hours import DAY, QuietHours

#: Seconds of waiting before each reminder in a friendly match.
FRIENDLY_REMINDERS = (DAY, 3 * DAY, 7 * DAY)
#: The number of reminders with a clock, after its end.
CLOCK_REMINDERS = 2


def begun(seat: SeatInfo, at: int) -> SeatInfo:
    """Return a seat of a friendly match that must act since this time, with all its reminders ahead."""
    return replace(seat, remind_at=at + FRIENDLY_REMINDERS[0], reminded=0)


def of_clock(seat: SeatInfo, time_control: TimeControl, rest: QuietHours | None = None) -> SeatInfo:
    """Return a seat whose clock has started or changed, with reminders of its end.

    At most one comes before it.
    """
    if not time_control.has_clock:
        return seat
    quarter = None if seat.reminded else clocks.reminds_at(seat, time_control, rest)
    at = clocks.ends_at(seat) if quarter is None else quarter
    return replace(seat, remind_at=at, reminded=CLOCK_REMINDERS - 1 if quarter is None else 0)


def ended(seat: SeatInfo) -> SeatInfo:
    """Return a seat without further reminders."""
    return replace(seat, remind_at=None, reminded=0)


def after_reminder(seat: SeatInfo, time_control: TimeControl, now: int) -> SeatInfo:
    """Return a seat that is reminded now, with its next reminder: missed ones are skipped."""
    at, count = seat.remind_at, seat.reminded
    if time_control.has_clock:
        end = clocks.ends_at(seat)
        ahead = end is not None and end > now
        return replace(
            seat, remind_at=end if ahead else None, reminded=CLOCK_REMINDERS - 1 if ahead else CLOCK_REMINDERS
        )
    while at is not None and at <= now:
        count += 1
        at = at + FRIENDLY_REMINDERS[count] - FRIENDLY_REMINDERS[count - 1] if count < len(FRIENDLY_REMINDERS) else None
    return replace(seat, remind_at=at, reminded=count)


def last_reminder(seat: SeatInfo, time_control: TimeControl) -> int | None:
    """Return the time of a seat's last reminder in a friendly match; None without one, and with a clock."""
    if time_control.has_clock or not seat.reminded:
        return None
    if seat.remind_at is None:
        return (seat.waiting_since or 0) + FRIENDLY_REMINDERS[-1]
    return seat.remind_at - (FRIENDLY_REMINDERS[seat.reminded] - FRIENDLY_REMINDERS[seat.reminded - 1])


def was_told(seat: SeatInfo) -> bool:
    """Return whether a player was reminded of the present decision, or nudged."""
    return not seat.is_away and (bool(seat.reminded) or seat.nudged_at is not None)


def first_reminder(times: Iterable[int | None]) -> int | None:
    """Return the earliest of some times; None if there is none."""
    return min((at for at in times if at is not None), default=None)


def next_of(seats: Iterable[SeatInfo]) -> int | None:
    """Return when the first of these seats is reminded or late, in seconds, or None."""
    return first_reminder(at for seat in seats for at in (seat.remind_at, clocks.ends_at(seat)))
