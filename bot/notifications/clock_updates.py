"""Decides which seats' clocks start and which stop after a change of a match."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bot.matches.absence.seat_changes import MANUAL_KINDS
from bot.matches.clocks import seat_clock
from bot.matches.clocks.time_control import TimeControl
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import reminder_times
from bot.notifications.preferences import NotificationPrefs
from bot.notifications.quiet_hours import QuietHours
from bot.store.statements.rows import JournalRow


@dataclass(frozen=True, slots=True)
class ClockChange:
    """A change of a match, with the data that an update of the clocks requires.

    `rows` are the journal entries of the change, `called` are the seats that are notified in the channel, and
    `prefs_by_user` has the users' preferences by id.
    """

    info: MatchInfo
    rows: Sequence[JournalRow]
    called: Collection[int]
    prefs_by_user: Mapping[int, NotificationPrefs]

    @property
    def pace(self) -> TimeControl:
        """The match's time control."""
        return TimeControl.from_json(self.info.pace)

    @property
    def now(self) -> int:
        """The time of the change."""
        return self.rows[-1].at

    def seats_of(self, *kinds: str) -> frozenset[int | None]:
        """Return the seats that have entries of these kinds in the change."""
        return frozenset(row.seat for row in self.rows if row.kind in kinds)

    def quiet_hours_of(self, seat: SeatInfo) -> QuietHours | None:
        """Return the quiet hours of a seat's player; None in a match without a clock."""
        return self.prefs_by_user[seat.user_id].quiet_hours if self.pace.has_clock else None

    def starts_with_call(self, seat: SeatInfo) -> bool:
        """Return whether a seat's clock starts only when its turn notification is delivered."""
        return seat.seat in self.called and self.pace.has_clock


def updated_clocks(change: ClockChange, seats: Mapping[int, SeatInfo]) -> dict[int, SeatInfo]:
    """Return the seats with updated clocks.

    A seat's clock starts when its turn notification is delivered. If there is no notification, and in a friendly match,
    the clock starts at once.
    """
    return {number: _updated(change, seat) for number, seat in seats.items()}


def _updated(change: ClockChange, seat: SeatInfo) -> SeatInfo:
    begins = _turn_begins(seat, change.info.seats[seat.seat])
    seat = _after_turn(change, seat, begins=begins)
    if begins:
        seat = _with_new_clock(change, seat)
    if seat.seat in change.seats_of("here", *MANUAL_KINDS) and _was_stopped_by_absence(change.info, seat):
        seat = _with_clock_resumed(change, seat)
    return seat


def _turn_begins(seat: SeatInfo, before: SeatInfo) -> bool:
    """Return whether a new turn of this seat has begun."""
    return seat.waiting_since is not None and seat.waiting_since != before.waiting_since


def _after_turn(change: ClockChange, seat: SeatInfo, *, begins: bool) -> SeatInfo:
    """Return the seat with its clock stopped if its turn has ended.

    A late seat that has moved, but whose turn continues, gets new time.
    """
    info, pace, now = change.info, change.pace, change.now
    if info.seats[seat.seat].waiting_since is not None and (seat.waiting_since is None or begins):
        # If the match is paused or suspended, the time since the pause began doesn't count.
        stood = reminder_times.earliest((info.paused_at, info.parked_at))
        turn = seat if stood is None else seat_clock.after_suspension(seat, stood, now)
        return seat_clock.stopped_clock(turn, pace, now, has_moved=seat.seat in change.seats_of("act", "order"))
    is_late = seat.waiting_since is not None and seat.late_since is not None
    if is_late and seat.seat in change.seats_of("act", "order", "late"):
        return reminder_times.with_clock_reminder(
            seat_clock.clock_after_return(seat, pace, now), pace, change.quiet_hours_of(seat)
        )
    return seat


def _with_new_clock(change: ClockChange, seat: SeatInfo) -> SeatInfo:
    """Return the seat with its clock reset for the new turn.

    The clock starts at once, unless it is paused or must wait until the player is notified.
    """
    pace, quiet_hours = change.pace, change.quiet_hours_of(seat)
    started_seat = seat_clock.started_clock(seat, pace, quiet_hours)
    if seat_clock.is_paused(change.info, started_seat) or change.starts_with_call(seat):
        return started_seat
    return reminder_times.with_clock_reminder(seat_clock.restarted_clock(started_seat, change.now), pace, quiet_hours)


def _was_stopped_by_absence(info: MatchInfo, seat: SeatInfo) -> bool:
    """Return whether a seat's clock isn't running, although it is its turn, because its player was away."""
    if seat.waiting_since is None or seat.late_since is not None or seat_clock.is_paused(info, seat):
        return False
    return seat.clock_since is None or seat.remind_at is None


def _with_clock_resumed(change: ClockChange, seat: SeatInfo) -> SeatInfo:
    """Return the seat of a player who is back, with its clock restarted.

    A stopped clock stays stopped if it must wait until the player is notified.
    """
    if seat.clock_since is None and change.starts_with_call(seat):
        return seat
    return reminder_times.with_clock_reminder(
        seat_clock.restarted_clock(seat, change.now), change.pace, change.quiet_hours_of(seat)
    )
