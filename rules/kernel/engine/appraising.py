"""How a position is judged: features, each by its weight, which changes in the course of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.kernel.content.records import fail
from rules.kernel.content.weights import BY_HAND, FITTED, Weights, appraisal

M = TypeVar("M")


@dataclass(frozen=True, kw_only=True)
class Appraising(Generic[M]):
    """What a game knows of judging positions. The weights are data, in its folder."""

    game: str
    #: Return what a position is to a seat, as numbers by name; always the same names.
    features: Callable[[M, int], Mapping[str, float]]
    #: What is said of a move that leads to more of a feature: a message id; "" for nothing. Every feature is in it.
    says: Mapping[str, str]
    #: Return how much of the match is over for a seat, from 0 to 1.
    phase: Callable[[M, int], float]
    #: Return the terms of a match that is over; None while it is not.
    decided: Callable[[M, int], dict[str, float] | None]

    def weights(self, name: str = BY_HAND) -> Weights:
        """Return the weights of a file in the game's folder; raises ContentError if they aren't of these features."""
        return self.checked(appraisal(self.game, name).weights)

    def checked(self, weights: Weights) -> Weights:
        """Return these weights; raises ContentError if they aren't of these features."""
        odd = sorted(weights.keys() ^ self.says.keys())
        if odd:
            fail("the appraisal", ", ".join(odd), "an appraisal weighs each feature once, and nothing else")
        return weights

    def terms(self, match: M, seat: int) -> dict[str, float]:
        """Return what the value of a position consists of by the weights found by hand, by what is said of it."""
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
        """Return the value of a position by the weights found by hand, in points."""
        return sum(self.terms(match, seat).values())

    def by(self, weights: Weights) -> Callable[[M, int], float]:
        """Return a function that values positions by these weights."""
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
        """Return a function that values positions by the fitted weights."""
        return self.by(self.weights(FITTED))
