"""The tree of a search: nodes where seats choose, and the outcomes of each choice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.kernel.data.actions import Action

#: The weight of exploration at the root and below it, where a wrong branch blurs the values above.
EXPLORATION, DEEPER = 0.5, 0.05
#: The weight of the prior, which fades with visits.
PRIOR_WEIGHT = 0.3
#: By how much an untried branch is valued below the mean of its node.
UNTRIED = 0.5


@dataclass(slots=True)
class Value:
    """The outcomes of one branch: positions in points, and matches that ended."""

    total: float = 0.0
    positions: int = 0
    won: float = 0.0
    lost: float = 0.0

    def add(self, outcome: float) -> None:
        """Count one more outcome: points, or an infinity for a match won or lost."""
        if outcome == math.inf:
            self.won += 1
        elif outcome == -math.inf:
            self.lost += 1
        else:
            self.total += outcome
            self.positions += 1


class Normalizer:
    """Scales points to 0 to 1 by the outcomes of the search so far; a match won is 2, one lost is -1."""

    def __init__(self) -> None:
        self._least: dict[int, float] = {}
        self._most: dict[int, float] = {}

    def observe(self, seat: int, outcome: float) -> None:
        """Take note of a seat's outcome."""
        if math.isfinite(outcome):
            self._least[seat] = min(outcome, self._least.get(seat, outcome))
            self._most[seat] = max(outcome, self._most.get(seat, outcome))

    def mean(self, seat: int, value: Value) -> float:
        """Return the mean of a branch's outcomes on this scale."""
        count = value.positions + value.won + value.lost
        if not count:
            return 0.0
        least, most = self._least.get(seat, 0.0), self._most.get(seat, 0.0)
        span = most - least
        middle = (value.total - least * value.positions) / span if span > 0 else value.positions / 2
        return (middle + 2 * value.won - value.lost) / count


@dataclass(slots=True)
class Arm:
    """One branch: how often it was visited, how often it was offered, and its outcomes."""

    visits: int = 0
    offered: int = 0
    value: Value = field(default_factory=Value)


@dataclass(slots=True)
class Node:
    """A point where seats choose. Seats that choose at the same time have branches of their own: none sees others'."""

    arms: dict[int, dict[Action, Arm]] = field(default_factory=dict[int, "dict[Action, Arm]"])
    children: dict[tuple[tuple[int, Action], ...], Node] = field(
        default_factory=dict["tuple[tuple[int, Action], ...]", "Node"]
    )

    def select(
        self, seat: int, prior: Mapping[Action, float], normalizer: Normalizer, exploration: float = DEEPER
    ) -> Action:
        """Return the branch to take of those offered in this iteration: UCB1 with a bias to high priors.

        Visits are compared with how often a branch was offered: not every determinization offers every one.
        """
        arms = self.arms.setdefault(seat, {})
        low, high = min(prior.values()), max(prior.values())
        best, best_score = next(iter(prior)), -math.inf
        mean = self._mean(seat, prior, normalizer)
        for action, value in prior.items():
            arm = arms.setdefault(action, Arm())
            arm.offered += 1
            bias = (value - low) / (high - low) if high > low else 0.5
            score = PRIOR_WEIGHT * bias / (arm.visits + 1)
            if arm.visits:
                score += normalizer.mean(seat, arm.value) + exploration * math.sqrt(math.log(arm.offered) / arm.visits)
            else:
                score += mean - UNTRIED + exploration * math.sqrt(math.log(arm.offered))
            if score > best_score:
                best, best_score = action, score
        return best

    def _mean(self, seat: int, prior: Mapping[Action, float], normalizer: Normalizer) -> float:
        """Return the mean of these branches, as far as they were visited."""
        tried = [arm for action in prior if (arm := self.arms[seat].get(action)) is not None and arm.visits]
        if not tried:
            return 0.5
        return sum(normalizer.mean(seat, arm.value) * arm.visits for arm in tried) / sum(arm.visits for arm in tried)

    def update(self, seat: int, action: Action, outcome: float) -> None:
        """Add an outcome to the branch that a seat took."""
        arm = self.arms[seat][action]
        arm.visits += 1
        arm.value.add(outcome)

    def child(self, choices: Sequence[tuple[int, Action]]) -> Node:
        """Return the node behind these choices."""
        return self.children.setdefault(tuple(choices), Node())
