"""The clock of a seat: how much time is left, and when it runs out.

A seat stores the seconds that were left when its clock last started or stopped, the time when the clock started, and
the quiet hours during which it stops, as they were set when the turn began. The clock starts when the player's turn
notification is delivered, and runs while it is their turn. In a friendly match, the clock counts from the seat's last
move, and only determines when the seat is late.
"""

from __future__ import annotations

from dataclasses import replace

from bot.app.clock import DAY, HOUR
from bot.matches.clocks.time_control import TimeControl, TimeControlKind
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications.quiet_hours import QuietHours, add_awake_seconds, awake_seconds

#: A reminder is sent when a quarter of the time is left, but at least MIN_REMINDER_LEAD and at most MAX_REMINDER_LEAD
#: seconds before the end.
MIN_REMINDER_LEAD, MAX_REMINDER_LEAD = 2 * HOUR, DAY


def is_paused(info: MatchInfo, seat: SeatInfo) -> bool:
    """Return whether a seat's clock is stopped even during its turn, for example because the match is paused."""
    stopped = info.paused_at is not None or info.parked_at is not None
    return stopped or not seat.is_there


def clock_start_time(info: MatchInfo, now: int) -> int:
    """Return the start time to save for a clock that starts now.

    In a paused or suspended match, this is when the pause or suspension began, because at its end the start times of
    all clocks are moved later by its length.
    """
    return min([now, *(at for at in (info.paused_at, info.parked_at) if at is not None)])


def started_clock(seat: SeatInfo, time_control: TimeControl, quiet_hours: QuietHours | None = None) -> SeatInfo:
    """Return the seat with its clock set for a new turn. The clock isn't running yet."""
    bank_left = seat.clock_left if time_control.kind is TimeControlKind.BANK else None
    quiet = quiet_hours.text if quiet_hours is not None and time_control.stops_in_quiet_hours else None
    remaining_seconds = time_control.seconds if bank_left is None else bank_left
    return replace(seat, clock_left=remaining_seconds, clock_since=None, clock_rest=quiet, late_since=None)


def restarted_clock(seat: SeatInfo, now: int) -> SeatInfo:
    """Return the seat with its clock running from now. If it has no clock, or a running one, nothing changes."""
    if seat.clock_left is None or seat.clock_since is not None or seat.waiting_since is None:
        return seat
    return replace(seat, clock_since=now)


def stopped_clock(seat: SeatInfo, time_control: TimeControl, now: int, *, has_moved: bool) -> SeatInfo:
    """Return the seat after its turn, with its clock stopped. If `has_moved`, add the increment to the seat's bank."""
    increment = time_control.back if has_moved and time_control.kind is TimeControlKind.BANK else 0
    seconds_left = None if time_control.kind is not TimeControlKind.BANK else time_left(seat, now)
    if seconds_left is not None:
        seconds_left = min(time_control.seconds, seconds_left + increment)
    return replace(seat, clock_left=seconds_left, clock_since=None, clock_rest=None, late_since=None, stand_in_at=None)


def clock_after_return(seat: SeatInfo, time_control: TimeControl, now: int) -> SeatInfo:
    """Return a late seat with its clock started now, because its player has moved and must move again.

    The clock has the time of a whole turn or, with a bank, the bank's increment.
    """
    seconds = time_control.back if time_control.kind is TimeControlKind.BANK else time_control.seconds
    reminded = 0 if time_control.has_clock else seat.reminded
    return replace(seat, clock_left=seconds, clock_since=now, late_since=None, stand_in_at=None, reminded=reminded)


def extended_clock(seat: SeatInfo, seconds: int, now: int) -> SeatInfo:
    """Return the seat with this many more seconds on its clock. A clock that had run out starts again."""
    is_late, seconds_left = seat.late_since is not None, seat.clock_left
    if seconds_left is not None:
        seconds_left = seconds if is_late else seconds_left + seconds
    return replace(
        seat,
        late_since=None,
        stand_in_at=None,
        clock_left=seconds_left,
        clock_since=now if is_late and seconds_left is not None else seat.clock_since,
        remind_at=None if seat.remind_at is None else seat.remind_at + seconds,
    )


def without_interval(seat: SeatInfo, since: int, until: int) -> SeatInfo:
    """Return the seat as if its clock hadn't run between these two times.

    Without quiet hours, only the start of the clock moves. `clock_left` doesn't change, because the reminder of a bank
    is sent when a quarter of `clock_left` remains.
    """
    if seat.clock_since is None:
        return seat
    if seat.clock_rest is None:
        return replace(seat, clock_since=seat.clock_since + max(0, until - max(since, seat.clock_since)))
    return replace(seat, clock_left=time_left(seat, since), clock_since=max(until, seat.clock_since))


def after_suspension(seat: SeatInfo, since: int, until: int) -> SeatInfo:
    """Return the seat as if its clock hadn't run while its match was suspended between these two times.

    If the player went away during the suspension, this covers only the time until then. The rest is adjusted when the
    player returns.
    """
    ended = until if seat.away_since is None else min(until, seat.away_since)
    return without_interval(seat, since, ended) if ended > since else seat


def after_clock_change(seat: SeatInfo, before: int, now: int) -> SeatInfo:
    """Return the seat with the same time left after the machine's clock was changed from `before` to `now`.

    Quiet hours don't move with the machine's clock, so a clock with quiet hours is restarted with the time that it had
    left. Any other clock only gets a new start time.
    """
    if seat.clock_since is None:
        return seat
    if seat.clock_rest is None:
        return replace(seat, clock_since=seat.clock_since + now - before)
    return replace(seat, clock_left=time_left(seat, before), clock_since=now)


def time_left(seat: SeatInfo, now: int) -> int | None:
    """Return how many seconds a seat has left, at least 0; None if it has no clock."""
    if seat.clock_left is None or seat.clock_since is None:
        return seat.clock_left
    return max(0, seat.clock_left - awake_seconds(QuietHours.parse(seat.clock_rest), seat.clock_since, now))


def ends_at(seat: SeatInfo) -> int | None:
    """Return when a seat's clock will run out; None if the clock isn't running or has already run out."""
    if seat.clock_left is None or seat.clock_since is None or seat.late_since is not None:
        return None
    return add_awake_seconds(QuietHours.parse(seat.clock_rest), seat.clock_since, seat.clock_left)


def reminder_time(seat: SeatInfo, time_control: TimeControl, quiet_hours: QuietHours | None) -> int | None:
    """Return when to remind a player whose clock has just started; None if the time is too short for a reminder.

    The reminder is sent when a quarter of the turn's time, or of the bank, is left. If that falls in quiet hours, it is
    sent when they end. If the clock runs out before the quiet hours end, the reminder is sent just before they start.
    """
    end = ends_at(seat)
    if end is None or seat.clock_left is None or seat.clock_since is None:
        return None
    full_seconds = time_control.seconds if time_control.kind is TimeControlKind.STEADY else seat.clock_left
    at = end - min(max(full_seconds // 4, MIN_REMINDER_LEAD), MAX_REMINDER_LEAD)
    night = None if quiet_hours is None else quiet_hours.night_at(at)
    if night is not None:
        at = night[1] if night[1] < end else night[0]
    return at if at > seat.clock_since else None
