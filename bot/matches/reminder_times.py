"""When whoever is waited for is reminded.

In a friendly match that is after one, three and seven days, then no more. By a clock it is when a quarter of the time
is left, and at its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.matches import clocks
from bot.matches.pace import Pace
from bot.matches.records import SeatInfo
from bot.matches.rest import DAY, Rest

#: After how many seconds of waiting people are reminded in a friendly match.
AFTER = (DAY, 3 * DAY, 7 * DAY)
#: How often whoever has a clock was reminded, once it has ended.
ALL = 2


def begun(seat: SeatInfo, at: int) -> SeatInfo:
    """Return a seat of a friendly match that has been waited for since this time: all its reminders lie ahead."""
    return replace(seat, remind_at=at + AFTER[0], reminded=0)


def of_clock(seat: SeatInfo, pace: Pace, rest: Rest | None = None) -> SeatInfo:
    """Return a seat whose clock has begun to run or has changed, with the reminders of its end.

    Nobody is reminded twice before it.
    """
    if not pace.has_clock:
        return seat
    quarter = None if seat.reminded else clocks.reminds_at(seat, pace, rest)
    at = clocks.ends_at(seat) if quarter is None else quarter
    return replace(seat, remind_at=at, reminded=ALL - 1 if quarter is None else 0)


def ended(seat: SeatInfo) -> SeatInfo:
    """Return a seat that is not to be reminded."""
    return replace(seat, remind_at=None, reminded=0)


def done(seat: SeatInfo, pace: Pace, now: int) -> SeatInfo:
    """Return a seat that is reminded now, with its next reminder: those that were missed are not made up for."""
    at, count = seat.remind_at, seat.reminded
    if pace.has_clock:
        end = clocks.ends_at(seat)
        ahead = end is not None and end > now
        return replace(seat, remind_at=end if ahead else None, reminded=ALL - 1 if ahead else ALL)
    while at is not None and at <= now:
        count += 1
        at = at + AFTER[count] - AFTER[count - 1] if count < len(AFTER) else None
    return replace(seat, remind_at=at, reminded=count)


def last(seat: SeatInfo, pace: Pace) -> int | None:
    """Return when somebody was last reminded in a friendly match; None if they were not, and by a clock."""
    if pace.has_clock or not seat.reminded:
        return None
    if seat.remind_at is None:
        return (seat.waiting_since or 0) + AFTER[-1]
    return seat.remind_at - (AFTER[seat.reminded] - AFTER[seat.reminded - 1])


def was_told(seat: SeatInfo) -> bool:
    """Tell whether somebody was reminded of the present decision, or asked by another player to move."""
    return not seat.is_absent and (bool(seat.reminded) or seat.nudged_at is not None)


def first(times: Iterable[int | None]) -> int | None:
    """Return the first of some times; None if there is none."""
    return min((at for at in times if at is not None), default=None)


def next_of(seats: Iterable[SeatInfo]) -> int | None:
    """Return when the first of these seats is reminded or late, in seconds, or None."""
    return first(at for seat in seats for at in (seat.remind_at, clocks.ends_at(seat)))
