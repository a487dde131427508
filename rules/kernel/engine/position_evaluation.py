"""Position evaluation: a weighted sum of a position's features, with weights that change during the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.kernel.content.feature_weights import BY_HAND, FITTED, Weights, appraisal
from rules.kernel.content.records import raise_fault

M = TypeVar("M")


@dataclass(frozen=True, kw_only=True)
class Appraising(Generic[M]):
    """A game's evaluation of positions as a sum of weighted features. The weights are in the game's data folder."""

    game: str
    #: Returns a position's features for a seat: numbers by name, with the same names for every position.
    features: Callable[[M, int], Mapping[str, float]]
    #: The message ids of sentences about moves that increase a feature, by feature; "" if there is no sentence.
    says: Mapping[str, str]
    #: Returns how much of the match is over for a seat, from 0 (the start) to 1 (the end).
    phase: Callable[[M, int], float]
    #: Returns the value of a finished match as terms, by description; None while the match is running.
    decided: Callable[[M, int], dict[str, float] | None]

    def weights(self, name: str = BY_HAND) -> Weights:
        """Return the weights from a file of the game; raises ContentError if they don't match the features."""
        return self.checked(appraisal(self.game, name).weights)

    def checked(self, weights: Weights) -> Weights:
        """Return the given weights; raises ContentError if they don't match the features."""
        odd = sorted(weights.keys() ^ self.says.keys())
        if odd:
            raise_fault("the appraisal", ", ".join(odd), "an appraisal weighs each feature once, and nothing else")
        return weights

    def terms(self, match: M, seat: int) -> dict[str, float]:
        """Return the terms of a position's value, by description, using the hand-tuned weights."""
        over = self.decided(match, seat)
        if over is not None:
            return over
        weights, phase = self.weights(), self.phase(match, seat)
        found: dict[str, float] = {}
        for name, amount in self.features(match, seat).items():
            early, late = weights[name]
            said = self.says[name]
            found[said] = found.get(said, 0.0) + amount * (early + (late - early) * phase)
        return found

    def evaluate(self, match: M, seat: int) -> float:
        """Return the value of a position in points, using the hand-tuned weights."""
        return sum(self.terms(match, seat).values())

    def by(self, weights: Weights) -> Callable[[M, int], float]:
        """Return an evaluation function that uses these weights."""
        self.checked(weights)

        def evaluate(match: M, seat: int) -> float:
            over = self.decided(match, seat)
            if over is not None:
                return sum(over.values())
            phase = self.phase(match, seat)
            value = 0.0
            for name, amount in self.features(match, seat).items():
                early, late = weights[name]
                value += amount * (early + (late - early) * phase)
            return value

        return evaluate

    def fitted(self) -> Callable[[M, int], float]:
        """Return an evaluation function that uses the fitted weights."""
        return self.by(self.weights(FITTED))
