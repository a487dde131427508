"""Changes to a seat when its player goes away, comes back, or is replaced by a computer."""

from __future__ import annotations

from dataclasses import replace

from bot.app.clock import DAY
from bot.matches.clocks import seat_clock
from bot.matches.service_results import SeatInfo

#: How long a computer substitutes for a player: for the current turn, or until the player is back.
FOR_THIS_TURN, UNTIL_RETURN = "turn", "absence"
#: A player who was already late when they went away gets this many seconds after they come back.
RETURN_GRACE = DAY
#: The kinds of journal entries that only the player can cause; such an entry shows that the player is back.
MANUAL_KINDS = ("act", "withdraw")


def mark_away(seat: SeatInfo, until: int, now: int) -> SeatInfo:
    """Return the seat with its player marked as away until this time: no longer late, and with its clock stopped."""
    since = now if seat.away_since is None else seat.away_since
    if seat.late_since is not None:
        seat = replace(seat, clock_left=RETURN_GRACE, clock_since=now, reminded=0)
    updated = replace(seat, late_since=None, stand_in_at=None, remind_at=None)
    return replace(updated, away_since=since, away_until=until)


def mark_returned(seat: SeatInfo, now: int, paused_at: int | None = None) -> SeatInfo:
    """Return the seat with its player no longer away.

    If the match is paused, the clock is adjusted only for the part of the absence before `paused_at`. When the pause
    ends, the clock is adjusted for the rest.
    """
    if seat.away_since is None:
        return seat
    away_seconds = max(0, now - seat.away_since)
    adjusted = seat_clock.without_interval(
        seat, seat.away_since, max(seat.away_since, now if paused_at is None else paused_at)
    )
    return replace(adjusted, away_since=None, away_until=None, away_used=seat.away_used + away_seconds)


def after_move(seat: SeatInfo, now: int, paused_at: int | None = None) -> SeatInfo:
    """Return the seat of a player who has just moved.

    The player is no longer away, the seat is no longer open to others, and no computer is scheduled to play it.
    """
    return replace(mark_returned(seat, now, paused_at), open_since=None, open_for=None, stand_in_at=None)


def without_computer(seat: SeatInfo) -> SeatInfo:
    """Return the seat with its computer removed, so its player plays it again."""
    return replace(seat, computer=None, stand_in=None)


def after_turn(seat: SeatInfo) -> SeatInfo:
    """Return the seat after its turn. A computer that substituted only for this turn is removed."""
    return without_computer(seat) if seat.stand_in == FOR_THIS_TURN else seat
