"""Action priors: estimates of how much each action improves the position of its seat.

A prior is computed only once per search, because an action has about the same value in all iterations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.computers.evaluators import Evaluate
from bot.computers.policies import action_value
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match


class Prior:
    """The priors of each seat's actions. Each prior is computed when it is first needed."""

    def __init__(self, evaluate: Evaluate) -> None:
        self._evaluate = evaluate
        self._values: dict[tuple[int, Action], float] = {}

    def values(self, match: Match[Any], seat: int, actions: Sequence[Action]) -> dict[Action, float]:
        """Return each action's prior: how many points it gains for the seat. Priors not yet known are computed by
        trying the action.
        """
        new = [action for action in actions if (seat, action) not in self._values]
        if new:
            before = self._evaluate(match, seat)
            saved = match.dump()
            for action in new:
                self._values[seat, action] = action_value(match, saved, seat, action, self._evaluate) - before
        return {action: self._values[seat, action] for action in actions}


def rollout_choice(prior: dict[Action, float], done: Iterable[Action]) -> Action:
    """Return the action with the highest prior. The priors of actions already taken in this rollout count half."""
    already_taken = set(done)
    return max(
        prior, key=lambda action: prior[action] / 2 if action in already_taken and prior[action] > 0 else prior[action]
    )
