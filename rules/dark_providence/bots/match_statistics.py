"""Statistics for the balance report: the length of finished matches, and the group that each result belongs to."""

from __future__ import annotations

from rules.dark_providence.state.state import Providence


def groups(match: Providence, seat: int) -> dict[str, str]:
    """Return the group of a seat's result: the seat's allegiance or, in solo play, the Great Old One."""
    if match.state.old_one is not None:
        return {"old_one": match.state.old_one.card}
    return {"allegiance": match.state.players[seat].allegiance}


def length(match: Providence) -> float:
    """Return the length of a finished match: the average number of turns per seat."""
    return match.state.turns / match.state.seats
