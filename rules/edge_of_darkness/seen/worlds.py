"""Matches that a seat can't tell from the real one: unknown things are dealt again."""

from __future__ import annotations

from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.engine.chance import Pile, Rng


def worlds(match: EdgeMatch, _seat: int | None, rng: Rng) -> EdgeMatch:
    """Return a match with another stack order below the visible top card, and other future chance (EOD-INFO.4, 5)."""
    other = match.copy()
    below = sorted(other.state.deck[1:])  # the new deal must not depend on the real order
    rng.shuffle(below)
    other.state.deck[1:] = below
    other.state.chance.seed = f"{rng.getrandbits(128):032x}"
    return other


def piles(match: EdgeMatch) -> list[Pile]:
    """Return the stack below its visible top card (EOD-INFO.4)."""
    return [Pile([(match.state.deck, 1)])]
