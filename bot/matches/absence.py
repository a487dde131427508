"""People who are away, or late, and come back."""

from __future__ import annotations

from dataclasses import replace

from bot.matches.records import SeatInfo

#: Kinds of entries that a person makes by hand, so that they are there.
BY_HAND = ("act", "withdraw")


def back(seat: SeatInfo, now: int) -> SeatInfo:
    """Return a seat whose person has moved: they are not away any more, and nobody else may take it."""
    away = 0 if seat.away_since is None else max(0, now - seat.away_since)
    return replace(
        seat,
        away_since=None,
        away_until=None,
        away_used=seat.away_used + away,
        open_since=None,
        open_for=None,
        stand_in_at=None,
    )


def relieved(seat: SeatInfo) -> SeatInfo:
    """Return a seat whose turn is over: a computer that made only this turn gives it back."""
    return replace(seat, computer=None, stand_in=None) if seat.stand_in == TURN else seat


#: How long a computer stays that plays for somebody: this turn, or until they are back.
TURN, ABSENCE = "turn", "absence"
