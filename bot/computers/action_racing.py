"""A race between actions: all are tried in the same determinizations, and actions that do clearly worse than the best
drop out.

An action's outcome depends more on the determinization than on the action, so outcomes are compared only within one
determinization.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import fmean, stdev

from rules.kernel.data.actions import Action

#: Minimum number of rounds before actions can start to drop out.
MIN_ROUNDS = 3
#: The smallest standard deviation to assume for the differences between two actions' outcomes: a few equal differences
#: don't prove that all differences are equal.
MIN_VARIATION = 0.03


class ActionRace:
    """The remaining actions, and their outcomes in each round. A round tries every action in one determinization."""

    def __init__(
        self,
        actions: Iterable[Action],
        standard_errors: float,
        scale: Callable[[float], float],
        min_rounds: int = MIN_ROUNDS,
    ) -> None:
        """An action drops out when it is `standard_errors` standard errors worse than the best.

        `scale` maps outcomes to the range from 0 to 1.

        No action drops out before `min_rounds` rounds.
        """
        self.outcomes: dict[Action, list[float]] = {action: [] for action in actions}
        self.remaining = list(self.outcomes)
        self._standard_errors = standard_errors
        self._scale = scale
        self._min_rounds = min_rounds

    @property
    def is_decided(self) -> bool:
        """Return whether only one action is left."""
        return len(self.remaining) == 1

    def next(self) -> Action:
        """Return the next action to try. Each remaining action is tried once per round."""
        return min(self.remaining, key=lambda action: len(self.outcomes[action]))

    def record(self, action: Action, outcome: float) -> None:
        """Record an outcome. At the end of a round, some actions may drop out."""
        self.outcomes[action].append(outcome)
        rounds = {len(self.outcomes[one]) for one in self.remaining}
        if len(rounds) == 1 and rounds.pop() >= self._min_rounds:
            best = self.best()
            self.remaining = [one for one in self.remaining if one == best or not self._is_clearly_worse(one, best)]

    def best(self) -> Action:
        """Return the remaining action with the best mean outcome in the completed rounds."""
        rounds = min(len(self.outcomes[action]) for action in self.remaining)
        if not rounds:
            return self.remaining[0]
        return max(self.remaining, key=lambda action: fmean(map(self._scale, self.outcomes[action][:rounds])))

    def _is_clearly_worse(self, action: Action, best: Action) -> bool:
        pairs = zip(self.outcomes[best], self.outcomes[action], strict=True)
        gaps = [self._scale(more) - self._scale(less) for more, less in pairs]
        noise = max(MIN_VARIATION, stdev(gaps)) if len(gaps) > 1 else MIN_VARIATION
        return fmean(gaps) > self._standard_errors * noise / len(gaps) ** 0.5
