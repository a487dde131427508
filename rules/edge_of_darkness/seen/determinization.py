"""Matches that a seat can't distinguish from the real match, because only hidden facts differ."""

from __future__ import annotations

from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.engine.chance import Pile, Rng


def worlds(match: EdgeMatch, _seat: int | None, rng: Rng) -> EdgeMatch:
    """Return a copy of a match with the hidden stack reshuffled and a new seed for future draws (EOD-INFO.4, 5)."""
    other = match.copy()
    # Sort first, so the new order doesn't depend on the real one.
    below = sorted(other.state.deck[1:])
    rng.shuffle(below)
    other.state.deck[1:] = below
    other.state.chance.seed = f"{rng.getrandbits(128):032x}"
    return other


def piles(match: EdgeMatch) -> list[Pile]:
    """Return the hidden pile: the stack below its visible top card (EOD-INFO.4)."""
    return [Pile([(match.state.deck, 1)])]
