"""The tree of a search: nodes where seats choose, and the outcomes of each choice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.computers.evaluators import SearchSettings
from rules.kernel.data.actions import Action


@dataclass(slots=True)
class Value:
    """The outcomes of one branch: the sum of the positions' values in points, and the numbers of matches won and
    lost.
    """

    total: float = 0.0
    positions: int = 0
    won: float = 0.0
    lost: float = 0.0

    def add(self, outcome: float) -> None:
        """Add an outcome: points, or plus or minus infinity for a match that was won or lost."""
        if outcome == math.inf:
            self.won += 1
        elif outcome == -math.inf:
            self.lost += 1
        else:
            self.total += outcome
            self.positions += 1


class Normalizer:
    """Scales points to the range from 0 to 1 using the outcomes of the search so far. A win counts as 2 and a loss as
    -1.
    """

    def __init__(self) -> None:
        self._least: dict[int, float] = {}
        self._most: dict[int, float] = {}

    def observe(self, seat: int, outcome: float) -> None:
        """Extend a seat's range of points to include an outcome."""
        if math.isfinite(outcome):
            self._least[seat] = min(outcome, self._least.get(seat, outcome))
            self._most[seat] = max(outcome, self._most.get(seat, outcome))

    def scaled(self, seat: int, outcome: float) -> float:
        """Return an outcome on the scale of this normalizer."""
        value = Value()
        value.add(outcome)
        return self.mean(seat, value)

    def mean(self, seat: int, value: Value) -> float:
        """Return the mean of a branch's outcomes on the scale of this normalizer."""
        count = value.positions + value.won + value.lost
        if not count:
            return 0.0
        least, most = self._least.get(seat, 0.0), self._most.get(seat, 0.0)
        span = most - least
        middle = (value.total - least * value.positions) / span if span > 0 else value.positions / 2
        return (middle + 2 * value.won - value.lost) / count


@dataclass(slots=True)
class Branch:
    """A branch of a node: how often it was visited, how often it was offered, and its outcomes."""

    visits: int = 0
    offered: int = 0
    value: Value = field(default_factory=Value)


@dataclass(slots=True)
class Node:
    """A node where one or more seats choose. Seats that choose at the same time have separate branches."""

    branches: dict[int, dict[Action, Branch]] = field(default_factory=dict[int, "dict[Action, Branch]"])
    children: dict[tuple[tuple[int, Action], ...], Node] = field(
        default_factory=dict["tuple[tuple[int, Action], ...]", "Node"]
    )

    def select(
        self,
        seat: int,
        prior: Mapping[Action, float],
        normalizer: Normalizer,
        settings: SearchSettings,
        *,
        at_root: bool = False,
    ) -> Action:
        """Return the action to try in this iteration, selected by UCB1 with a bonus for high priors.

        Where UCB1 uses the visits of the node, this uses how often the branch was offered, because not every
        determinization offers every action.
        """
        branches = self.branches.setdefault(seat, {})
        low, high = min(prior.values()), max(prior.values())
        best, best_score = next(iter(prior)), -math.inf
        mean = self._mean(seat, prior, normalizer)
        exploration = settings.exploration if at_root else settings.deeper
        for action, value in prior.items():
            branch = branches.setdefault(action, Branch())
            branch.offered += 1
            bias = (value - low) / (high - low) if high > low else 0.5
            score = settings.prior_weight * bias / (branch.visits + 1)
            if branch.visits:
                spread = math.sqrt(math.log(branch.offered) / branch.visits)
                score += normalizer.mean(seat, branch.value) + exploration * spread
            else:
                score += mean - settings.untried + exploration * math.sqrt(math.log(branch.offered))
            if score > best_score:
                best, best_score = action, score
        return best

    def _mean(self, seat: int, prior: Mapping[Action, float], normalizer: Normalizer) -> float:
        """Return the mean outcome of the seat's visited branches. Only branches for actions in `prior` count."""
        branches = self.branches[seat]
        visited_branches = [branches[action] for action in prior if action in branches and branches[action].visits]
        if not visited_branches:
            return 0.5
        visits = sum(branch.visits for branch in visited_branches)
        return sum(normalizer.mean(seat, branch.value) * branch.visits for branch in visited_branches) / visits

    def update(self, seat: int, action: Action, outcome: float) -> None:
        """Add an outcome to the branch that a seat chose."""
        branch = self.branches[seat][action]
        branch.visits += 1
        branch.value.add(outcome)

    def child(self, choices: Sequence[tuple[int, Action]]) -> Node:
        """Return the node that these choices lead to, creating it if necessary."""
        return self.children.setdefault(tuple(choices), Node())
