"""The hard level: Monte Carlo tree search over information sets.

Each iteration plays one determinization, a possible match given what the seat knows, down a tree that all iterations
share. The branches of the tree are whole actions, because the game's default actions answer the questions within an
action. Below the tree, a rollout continues to the horizon. In the rollout, each seat takes the action with the highest
prior. Finally, the position at the horizon is evaluated.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from bot.computers.action_priors import Prior, rollout_choice
from bot.computers.action_racing import ActionRace
from bot.computers.determinizations import Determinizations
from bot.computers.evaluators import Evaluator, SearchSettings, current_evaluator
from bot.computers.search_tree import Branch, Node, Normalizer
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match

#: Maximum number of questions between two choices. If there are more, the game is assumed to be in a loop, and the
#: rollout ends.
MAX_QUESTIONS = 200

#: A choice on the path through the tree: the node, the seat and the action.
Edge = tuple[Node, int, Action]


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget for one choice. If it limits both seconds and iterations, the choice ends at the limit that is reached
    first.

    If it has neither limit, there are only a few iterations.
    """

    seconds: float | None = None
    iterations: int | None = None
    #: The clock that measures the seconds. For results that don't depend on the machine's load, use this thread's CPU
    #: time.
    clock: Callable[[], float] = time.perf_counter

    def remaining(self, started: float, iterations_done: int) -> float:
        """Return how many more iterations are allowed, given the start time and the number of iterations done; infinity
        if there is no limit.
        """
        remaining = math.inf if self.iterations is None else float(self.iterations - iterations_done)
        if self.seconds is not None:
            spent = self.clock() - started
            remaining = min(remaining, (self.seconds - spent) * max(iterations_done, 1) / max(spent, 1e-9))
        return remaining


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The result of an action in one determinization: its value in points, and the winners if the match has ended."""

    value: float
    winners: tuple[int, ...] | None


@dataclass(slots=True)
class Depth:
    """The depth of a rollout, and the condition for its end. If `ends_with_own_turn`, the rollout ends with the
    searching seat's own turn.
    """

    searching: int
    ends_with_own_turn: bool
    settings: SearchSettings
    choices: int = 1
    answers: int = 1
    others_answered: bool = False

    def answer(self, seat: int) -> None:
        """Record that a seat has answered a question."""
        self.answers += 1
        self.others_answered = self.others_answered or seat != self.searching

    def is_over(self, choosing: Collection[int]) -> bool:
        """Return whether the rollout ends now that the seats in `choosing` must choose."""
        far = self.choices >= self.settings.near or self.answers >= self.settings.far
        return self.searching in choosing and self.others_answered and far

    def ends_before(self, seat: int, default: Action | None) -> bool:
        """Return whether the rollout ends before this seat's question. `default` is the game's default answer, if it
        has one.
        """
        return self.answers >= self.settings.most or (
            self.ends_with_own_turn and seat != self.searching and default is None
        )


class Search:
    """Finds the best action for a seat. It uses only the seat's options and determinizations of the match."""

    def __init__(self, match: Match[Any], seat: int, rng: random.Random, evaluator: Evaluator | None = None) -> None:
        """`evaluator` defaults to the evaluator of the game's hard players."""
        evaluator = evaluator or current_evaluator(match.game)
        self._game = match.game
        self._evaluate = evaluator.evaluate
        self._settings = evaluator.settings
        self._thinking = evaluator.thinking
        self._match = match
        self._seat = seat
        self._root = Node()
        self._determinizations = Determinizations(match, seat, rng)
        self._prior = Prior(self._evaluate)
        self._normalizer = Normalizer()
        # Whether rollouts end with the seat's own turn. The first rollout decides this; before that, it is None.
        self._own_turn_only: bool | None = None
        self.iterations = 0

    def best(self, budget: Budget) -> Action:
        """Return the best action found within the budget."""
        with self._thinking():
            return self._best(budget)

    def _best(self, budget: Budget) -> Action:
        started = budget.clock()
        actions = self._match.decisions()[self._seat].actions
        world = self._determinizations[0]
        tried = [action for action in self._game.candidates(world, self._seat, list(actions)) if action in actions]
        if len(tried) < 2:
            return (tried or actions)[0]
        prior = self._prior.values(world, self._seat, tried)
        prior = {action: prior[action] for action in sorted(tried, key=lambda one: -prior[one])[: self._settings.width]}
        if self._settings.sure:
            return self._raced(prior, budget, started)
        while not self._should_stop(budget, started):
            self._iterate(prior)
        return max(prior, key=self._sort_key)

    def _raced(self, prior: Iterable[Action], budget: Budget, started: float) -> Action:
        """Return the best of the actions in `prior`, found by an `ActionRace`."""
        race = ActionRace(prior, self._settings.sure, lambda outcome: self._normalizer.scaled(self._seat, outcome))
        branches = self._root.branches.setdefault(self._seat, {})
        while not race.is_decided and self._iterations_left(budget, started) >= 1:
            self.iterations += 1
            action = race.next()
            branches.setdefault(action, Branch())
            match, path = self._played_out(action)
            self._backpropagate(match, path)
            race.record(action, self._outcome(match, self._seat))
        return race.best()

    def compare(self, action: Action) -> dict[Action, list[ActionResult]]:
        """Return the results of this action and of the most promising other actions, all in the same determinizations.

        The tree doesn't grow during the comparison, so results in the same determinization are comparable.
        """
        with self._thinking():
            return self._weighed(action)

    def _weighed(self, action: Action) -> dict[Action, list[ActionResult]]:
        actions = self._match.decisions()[self._seat].actions
        world = self._determinizations[0]
        candidates = [one for one in self._game.candidates(world, self._seat, list(actions)) if one in actions]
        prior = self._prior.values(world, self._seat, [one for one in candidates if one != action])
        compared = [action, *sorted(prior, key=lambda one: -prior[one])[: self._settings.first]]
        branches = self._root.branches.setdefault(self._seat, {})
        weights_by_action: dict[Action, list[ActionResult]] = {one: [] for one in compared}
        for number in range(self._settings.determinizations):
            for one in compared:
                branches.setdefault(one, Branch()).visits = number
                match, _ = self._played_out(one)
                winners = None if match.result is None else tuple(match.result.winners)
                weights_by_action[one].append(ActionResult(self._evaluate(match, self._seat), winners))
        return weights_by_action

    def _should_stop(self, budget: Budget, started: float) -> bool:
        """Return whether to stop, because the budget is spent or because the rest of it can't make another branch the
        most visited.
        """
        remaining = self._iterations_left(budget, started)
        visits = sorted(branch.visits for branch in self._root.branches.get(self._seat, {}).values())
        return remaining < 1 or (len(visits) > 1 and visits[-1] - visits[-2] > remaining)

    def _iterations_left(self, budget: Budget, started: float) -> float:
        """Return how many more iterations the budget allows."""
        remaining = budget.remaining(started, self.iterations)
        return float(self._settings.first - self.iterations) if remaining == math.inf else remaining

    def _sort_key(self, action: Action) -> tuple[bool, float]:
        """Return the sort key for the final choice.

        The key is a pair: whether the action has at least half as many visits as the most visited action, and its mean
        outcome.
        """
        branches = self._root.branches.get(self._seat, {})
        branch = branches.get(action, Branch())
        most = max((one.visits for one in branches.values()), default=0)
        return (0 < most <= 2 * branch.visits, self._normalizer.mean(self._seat, branch.value))

    # -- one iteration ------------------------------------------------------------------------------------

    def _iterate(self, prior: dict[Action, float]) -> None:
        """Play once from the root to the horizon, and update all nodes on the path with the outcome."""
        self.iterations += 1
        if self.iterations <= min(self._settings.first, len(prior)):
            action = list(prior)[self.iterations - 1]
            self._root.branches.setdefault(self._seat, {}).setdefault(action, Branch())
        else:
            action = self._root.select(self._seat, prior, self._normalizer, self._settings, at_root=True)
        self._backpropagate(*self._played_out(action))

    def _played_out(self, action: Action) -> tuple[Match[Any], list[Edge]]:
        """Play one branch of the root to the horizon. The horizon is the same for all branches, so they can be
        compared.
        """
        match, path, depth = self._simulate(action)
        if self._own_turn_only is None:
            self._own_turn_only = depth.answers > self._settings.farthest
            if self._own_turn_only:
                match, path, _ = self._simulate(action)
        return match, path

    def _simulate(self, action: Action) -> tuple[Match[Any], list[Edge], Depth]:
        """Play one branch of the root to the horizon. Return the match at the horizon, the path and its depth."""
        visits = self._root.branches[self._seat][action].visits
        match = self._determinizations.copy(visits % self._settings.determinizations)
        path: list[Edge] = [(self._root, self._seat, action)]
        match.apply(self._seat, action)
        depth = Depth(self._seat, self._own_turn_only is True, self._settings)
        self._roll_out(match, self._root.child([(self._seat, action)]), path, depth)
        return match, path, depth

    def _roll_out(self, match: Match[Any], node: Node | None, path: list[Edge], depth: Depth) -> None:
        """Play to the horizon. `Node.select` chooses within the tree, and `rollout_choice` below it."""
        done: list[tuple[int, Action]] = [(seat, action) for _, seat, action in path]
        while self._own_turn_only is not None or depth.answers <= self._settings.farthest:
            choosing = self._play_to_choice(match, depth)
            if not choosing or depth.is_over(choosing):
                return
            depth.choices += 1
            choices: list[tuple[int, Action]] = []
            for seat, actions in choosing.items():
                prior = self._prior.values(match, seat, actions)
                if node is not None:
                    choices.append((seat, node.select(seat, prior, self._normalizer, self._settings)))
                else:
                    choices.append((seat, rollout_choice(prior, [action for one, action in done if one == seat])))
                depth.answer(seat)
            node = self._apply(match, node, choices, path)
            done += choices

    def _apply(
        self, match: Match[Any], node: Node | None, choices: list[tuple[int, Action]], path: list[Edge]
    ) -> Node | None:
        """Apply the seats' choices. Return the next node of the tree, or None if the tree ends here."""
        for number, (seat, action) in enumerate(choices):
            decision = match.decisions().get(seat)
            if decision is None or action not in decision.actions:
                choices = choices[:number]  # one seat's action has changed the other seats' options
                break
            match.apply(seat, action)
        if node is None:
            return None
        path += [(node, seat, action) for seat, action in choices]
        existed = tuple(choices) in node.children
        after = node.child(choices)
        # Each iteration adds only one node to the tree.
        return after if existed else None

    def _play_to_choice(self, match: Match[Any], depth: Depth) -> dict[int, list[Action]]:
        """Play until seats have a choice. Return the actions of each seat, or {} if the match or the rollout is
        over.
        """
        for _ in range(MAX_QUESTIONS):
            choosing: dict[int, list[Action]] = {}
            for seat, decision in match.decisions().items():
                actions = decision.actions
                if len(actions) > 1:
                    usual = self._game.default_action(match, seat)
                    if depth.ends_before(seat, usual):
                        return {}
                    actions = [usual] if usual is not None else self._game.candidates(match, seat, actions)
                if len(actions) == 1:
                    match.apply(seat, actions[0])
                    if len(decision.actions) > 1:
                        depth.answer(seat)
                    break
                choosing[seat] = actions
            else:
                return choosing
        return {}

    def _backpropagate(self, match: Match[Any], path: list[Edge]) -> None:
        """Update each node on the path with the outcome for the seat that chose there."""
        outcomes: dict[int, float] = {}
        for seat in {seat for _, seat, _ in path}:
            outcomes[seat] = self._outcome(match, seat)
            self._normalizer.observe(seat, outcomes[seat])
        for node, seat, action in path:
            node.update(seat, action, outcomes[seat])

    def _outcome(self, match: Match[Any], seat: int) -> float:
        """Return the value of a position for a seat in points: infinity if it has won alone, minus infinity if it has
        lost.
        """
        result = match.result
        if result is not None and result.winners != [seat] and seat in result.winners:
            return self._evaluate(match, seat)  # a shared victory isn't worth as much as winning alone
        if result is not None:
            return math.inf if seat in result.winners else -math.inf
        return self._evaluate(match, seat)
