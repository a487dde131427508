"""The tree of a search: nodes where seats choose, and what came of each choice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.kernel.data.actions import Action

#: How much rarely tried branches attract at the root and below it: there a wrong branch blurs what is found out above.
CURIOSITY, BELOW = 0.5, 0.05
#: How much the look of a branch attracts as long as it was rarely tried.
BIAS = 0.3
#: What a branch that was never tried is thought to be worth less than its node.
DOUBT = 0.5


@dataclass(slots=True)
class Value:
    """What walks through one branch came to: positions in points, and matches that ended."""

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


class Scale:
    """Brings points between 0 and 1, by the positions a search has met; a match won is 2, one lost is -1."""

    def __init__(self) -> None:
        self._least: dict[int, float] = {}
        self._most: dict[int, float] = {}

    def meet(self, seat: int, outcome: float) -> None:
        """Take note of what a walk came to for a seat."""
        if math.isfinite(outcome):
            self._least[seat] = min(outcome, self._least.get(seat, outcome))
            self._most[seat] = max(outcome, self._most.get(seat, outcome))

    def mean(self, seat: int, value: Value) -> float:
        """Return a mean on this scale."""
        count = value.positions + value.won + value.lost
        if not count:
            return 0.0
        least, most = self._least.get(seat, 0.0), self._most.get(seat, 0.0)
        span = most - least
        middle = (value.total - least * value.positions) / span if span > 0 else value.positions / 2
        return (middle + 2 * value.won - value.lost) / count


@dataclass(slots=True)
class Arm:
    """One branch: how often it was taken, how often it could have been, and what came of it."""

    visits: int = 0
    offered: int = 0
    value: Value = field(default_factory=Value)


@dataclass(slots=True)
class Node:
    """A point where seats choose. Those who choose at the same time have each their own branches: none sees others'."""

    arms: dict[int, dict[Action, Arm]] = field(default_factory=dict[int, "dict[Action, Arm]"])
    after: dict[tuple[tuple[int, Action], ...], Node] = field(
        default_factory=dict["tuple[tuple[int, Action], ...]", "Node"]
    )

    def pick(self, seat: int, looks: Mapping[Action, float], scale: Scale, curiosity: float = BELOW) -> Action:
        """Return the branch to take of those offered in this walk: UCB1 with a bias to what looks good.

        Branches are compared by how often they could be taken: not every world offers every one.
        """
        arms = self.arms.setdefault(seat, {})
        low, high = min(looks.values()), max(looks.values())
        best, best_score = next(iter(looks)), -math.inf
        mean = self._mean(seat, looks, scale)
        for action, look in looks.items():
            arm = arms.setdefault(action, Arm())
            arm.offered += 1
            seems = (look - low) / (high - low) if high > low else 0.5
            score = BIAS * seems / (arm.visits + 1)
            if arm.visits:
                score += scale.mean(seat, arm.value) + curiosity * math.sqrt(math.log(arm.offered) / arm.visits)
            else:
                score += mean - DOUBT + curiosity * math.sqrt(math.log(arm.offered))
            if score > best_score:
                best, best_score = action, score
        return best

    def _mean(self, seat: int, looks: Mapping[Action, float], scale: Scale) -> float:
        """Return the mean of what was tried of these branches."""
        tried = [arm for action in looks if (arm := self.arms[seat].get(action)) is not None and arm.visits]
        if not tried:
            return 0.5
        return sum(scale.mean(seat, arm.value) * arm.visits for arm in tried) / sum(arm.visits for arm in tried)

    def count(self, seat: int, action: Action, outcome: float) -> None:
        """Count what a walk through a branch came to for the seat that took it."""
        arm = self.arms[seat][action]
        arm.visits += 1
        arm.value.add(outcome)

    def follow(self, choices: Sequence[tuple[int, Action]]) -> Node:
        """Return the node that these choices lead to."""
        return self.after.setdefault(tuple(choices), Node())
