"""When whoever is waited for is reminded: after one, three and seven days, then no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.matches.records import SeatInfo

_DAY = 86_400
#: After how many seconds of waiting people are reminded.
AFTER = (_DAY, 3 * _DAY, 7 * _DAY)


def begun(seat: SeatInfo, at: int) -> SeatInfo:
    """Return a seat that has been waited for since this time: all its reminders lie ahead."""
    return replace(seat, remind_at=at + AFTER[0], reminded=0)


def ended(seat: SeatInfo) -> SeatInfo:
    """Return a seat that is not to be reminded."""
    return replace(seat, remind_at=None, reminded=0)


def done(seat: SeatInfo, now: int) -> SeatInfo:
    """Return a seat that is reminded now, with its next reminder: those that were missed are not made up for."""
    at, count = seat.remind_at, seat.reminded
    while at is not None and at <= now:
        count += 1
        at = at + AFTER[count] - AFTER[count - 1] if count < len(AFTER) else None
    return replace(seat, remind_at=at, reminded=count)


def was_told(seat: SeatInfo) -> bool:
    """Tell whether somebody was reminded of the present decision, or asked by another player to move."""
    return bool(seat.reminded) or seat.nudged_at is not None


def next_of(seats: Iterable[SeatInfo]) -> int | None:
    """Return when the first of these seats is reminded, in seconds, or None."""
    return min((seat.remind_at for seat in seats if seat.remind_at is not None), default=None)
