"""Facts about a finished match that the balance report collects."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.state.state import Haeresis


def groups(match: Haeresis, seat: int) -> dict[str, str]:
    """Return the id of a seat's Damned, which identifies its deck."""
    damned = match.state.players[seat].damned
    return {"damned": kind(damned)} if damned else {}


def length(match: Haeresis) -> float:
    """Return the number of Rounds played."""
    return match.state.round


def ending(match: Haeresis) -> str:
    """Return the id of the reason why the match ended, such as "souls"."""
    return match.state.reason


def first(match: Haeresis) -> int:
    """Return the seat that was the Active player of the first Round. The players swap roles each Round (AH-ROUND.5)."""
    state = match.state
    return state.active if state.round % 2 else 1 - state.active


def reactions(match: Haeresis) -> int:
    """Return how many times the two players together used Deus Ex Machina or played a Hunter (AH-DEM.6)."""
    return sum(match.state.tally.dems)
