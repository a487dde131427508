"""Estimates a seat's chance to win, for hard computer players."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from rules.kernel.content.feature_weights import OUTLOOK, outlook
from rules.kernel.content.records import raise_fault
from rules.kernel.data.actions import Action

M = TypeVar("M", bound=Any)

#: Log-odds beyond this limit count as certainty.
CERTAIN_LOG_ODDS = 30.0


@dataclass(frozen=True, kw_only=True)
class Outlook(Generic[M]):
    """A game's win-chance model. The weights are a file in the game's data folder."""

    game: str
    #: Returns whether a seat must choose its next action and no other action is in progress. Computer players look
    #: ahead only to such positions.
    quiet: Callable[[M], bool]
    #: Returns a position's features for a seat: numbers by name, with the same names for every position.
    features: Callable[[M, int], Mapping[str, float]]
    #: Returns the action that a seat would probably choose, without trying any action.
    likely: Callable[[M, int, list[Action]], Action]
    #: Returns the actions that a hard computer player should try, the most promising first.
    tried: Callable[[M, int, list[Action]], list[Action]]

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """The amount that each feature adds to the log-odds of winning."""
        return outlook(self.game).weights

    def chance(self, match: M, seat: int) -> float:
        """Return a seat's chance to win, from 0 to 1; raises ContentError if a feature has no weight."""
        if match.over:
            winners = match.result.winners
            return (seat in winners) / max(1, len(winners))
        odds, weights = 0.0, self.weights
        for name, amount in self.features(match, seat).items():
            if name not in weights:
                raise_fault(f"{OUTLOOK}.json", f"weights.{name}", "this feature has no weight")
            odds += weights[name] * amount
        return 1 / (1 + math.exp(-max(-CERTAIN_LOG_ODDS, min(CERTAIN_LOG_ODDS, odds))))
