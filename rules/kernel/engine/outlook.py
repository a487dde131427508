"""How likely a seat is to win, for hard players who look ahead from one choice of an action to their next."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from rules.kernel.content.records import fail
from rules.kernel.content.weights import OUTLOOK, outlook
from rules.kernel.data.actions import Action

M = TypeVar("M", bound=Any)

#: Odds beyond these, as logarithms, are as good as certain.
CERTAIN = 30.0


@dataclass(frozen=True, kw_only=True)
class Outlook(Generic[M]):
    """What a game knows of looking ahead. The weights are data, in its folder."""

    game: str
    #: Tell whether a seat is to choose an action, with nothing half done: there looking ahead ends.
    quiet: Callable[[M], bool]
    #: Return what such a position is to a seat, as numbers by name; always the same names.
    features: Callable[[M, int], Mapping[str, float]]
    #: Return which of these actions a seat would probably choose, without trying any.
    likely: Callable[[M, int, list[Action]], Action]
    #: Return the actions that a hard player tries, likely ones first.
    tried: Callable[[M, int, list[Action]], list[Action]]

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """What one of each feature adds to the logarithm of the odds to win."""
        return outlook(self.game).weights

    def chance(self, match: M, seat: int) -> float:
        """Return how likely a seat is to win, from 0 to 1; raises ContentError if a feature has no weight."""
        if match.over:
            winners = match.result.winners
            return (seat in winners) / max(1, len(winners))
        odds, weights = 0.0, self.weights
        for name, amount in self.features(match, seat).items():
            if name not in weights:
                fail(f"{OUTLOOK}.json", f"weights.{name}", "this feature has no weight")
            odds += weights[name] * amount
        return 1 / (1 + math.exp(-max(-CERTAIN, min(CERTAIN, odds))))
