"""The hard level: Monte Carlo tree search over information sets.

Each walk takes a match that the seat thinks possible down a tree shared by all of them, whose branches are what the
seats choose to do. Questions inside an action are answered by habit, so that a branch is a whole action. Where a walk
leaves the tree it goes on as far as the horizon, everybody doing what looks best at first sight, and the position there
is appraised.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bot.computers.sight import Sight, best_looking
from bot.computers.tree import CURIOSITY, Arm, Node, Scale
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match

#: Different worlds a search looks at; every branch of the root meets the same ones, in the same order.
WORLDS = 8
#: Branches of the root that are walked: those that look best. Each of the first of them once before anything else.
WIDTH, FIRST = 6, 4
#: A walk ends when the searching seat is to choose again after others have, and so many choices were made or so many
#: questions answered. Where that is farther off than so many questions, it ends with the seat's own turn.
NEAR, FAR, FARTHEST = 4, 10, 22
#: Questions after which a walk ends anyway.
MOST = 40
#: The most that is answered between two choices; more is a loop.
LONGEST = 200

#: What was chosen at a node, by whom.
Taken = tuple[Node, int, Action]


@dataclass(frozen=True, slots=True)
class Budget:
    """What a choice may cost: seconds or walks, whichever is spent first; where neither is named, a few walks."""

    seconds: float | None = None
    iterations: int | None = None


@dataclass(slots=True)
class Trip:
    """How far a walk has come; with `own` it ends with the searching seat's turn."""

    searching: int
    own: bool
    choices: int = 1
    answers: int = 1
    others: bool = False

    def answer(self, seat: int) -> None:
        """Note that a seat has answered a question."""
        self.answers += 1
        self.others = self.others or seat != self.searching

    def is_over(self, choosing: Collection[int]) -> bool:
        """Tell whether the horizon is here, where these seats have a choice."""
        far = self.choices >= NEAR or self.answers >= FAR
        return self.searching in choosing and self.others and far

    def goes_no_farther(self, seat: int, habit: Action | None) -> bool:
        """Tell whether the walk ends before this seat's question, to which it may have an answer by habit."""
        return self.answers >= MOST or (self.own and seat != self.searching and habit is None)


class Search:
    """Find what one seat does at a point of a match, of which only what `worlds` gives is used."""

    def __init__(self, match: Match[Any], seat: int, rng: random.Random) -> None:
        self._game = match.game
        self._match = match
        self._seat = seat
        self._rng = rng
        self._root = Node()
        self._worlds: list[tuple[Match[Any], bytes]] = []
        self._sight = Sight(self._game)
        self._scale = Scale()
        # Whether the horizon is the end of the seat's own turn; None until the first walk has shown it.
        self._own: bool | None = None
        self.walks = 0

    def best(self, budget: Budget) -> Action:
        """Return the action that has proven best when the budget is spent."""
        begun = time.perf_counter()
        actions = self._match.decisions()[self._seat].actions
        world, _ = self._world(0)
        tried = [action for action in self._game.promising(world, self._seat, list(actions)) if action in actions]
        if len(tried) < 2:
            return (tried or actions)[0]
        looks = self._sight.looks(world, self._seat, tried)
        looks = {action: looks[action] for action in sorted(tried, key=lambda one: -looks[one])[:WIDTH]}
        while not self._enough(budget, begun):
            self._walk(looks)
        return max(looks, key=self._standing)

    def _enough(self, budget: Budget, begun: float) -> bool:
        """Tell whether the budget is spent, or nothing that is left of it could put another branch in front."""
        left = math.inf if budget.iterations is None else float(budget.iterations - self.walks)
        if budget.seconds is not None:
            spent = time.perf_counter() - begun
            left = min(left, (budget.seconds - spent) * max(self.walks, 1) / max(spent, 1e-9))
        if left == math.inf:
            left = float(FIRST - self.walks)
        visits = sorted(arm.visits for arm in self._root.arms.get(self._seat, {}).values())
        return left < 1 or (len(visits) > 1 and visits[-1] - visits[-2] > left)

    def _standing(self, action: Action) -> tuple[bool, float]:
        """Return what the choice goes by: the mean, of branches that were walked about as often as any."""
        arms = self._root.arms.get(self._seat, {})
        arm = arms.get(action, Arm())
        most = max((one.visits for one in arms.values()), default=0)
        return (0 < most <= 2 * arm.visits, self._scale.mean(self._seat, arm.value))

    def _world(self, number: int) -> tuple[Match[Any], bytes]:
        while len(self._worlds) <= number % WORLDS:
            world = self._match.worlds(self._seat, self._rng)
            self._worlds.append((world, world.dump()))
        return self._worlds[number % WORLDS]

    # -- walking ------------------------------------------------------------------------------------------

    def _walk(self, looks: dict[Action, float]) -> None:
        """Walk once from the root to the horizon, and count at every node on the way what came of it."""
        self.walks += 1
        if self.walks <= min(FIRST, len(looks)):
            action = list(looks)[self.walks - 1]
            self._root.arms.setdefault(self._seat, {}).setdefault(action, Arm())
        else:
            action = self._root.pick(self._seat, looks, self._scale, CURIOSITY)
        match, path, trip = self._through(action)
        if self._own is None:
            # All walks of a search have the same horizon, else they could not be compared.
            self._own = trip.answers > FARTHEST
            if self._own:
                match, path, _ = self._through(action)
        self._count(match, path)

    def _through(self, action: Action) -> tuple[Match[Any], list[Taken], Trip]:
        """Go through one branch of the root to the horizon; return where that is and how it was reached."""
        world, saved = self._world(self._root.arms[self._seat][action].visits)
        match = self._game.load(saved, trusted=True)
        match.assume(world)
        path: list[Taken] = [(self._root, self._seat, action)]
        match.apply(self._seat, action)
        trip = Trip(self._seat, self._own is True)
        self._down(match, self._root.follow([(self._seat, action)]), path, trip)
        return match, path, trip

    def _down(self, match: Match[Any], node: Node | None, path: list[Taken], trip: Trip) -> None:
        """Go on to the horizon: in the tree by what was found out, and beyond by what looks best."""
        done: list[tuple[int, Action]] = [(seat, action) for _, seat, action in path]
        while self._own is not None or trip.answers <= FARTHEST:
            choosing = self._choosing(match, trip)
            if not choosing or trip.is_over(choosing):
                return
            trip.choices += 1
            choices: list[tuple[int, Action]] = []
            for seat, actions in choosing.items():
                looks = self._sight.looks(match, seat, actions)
                if node is not None:
                    choices.append((seat, node.pick(seat, looks, self._scale)))
                else:
                    choices.append((seat, best_looking(looks, [action for one, action in done if one == seat])))
                trip.answer(seat)
            node = self._take(match, node, choices, path)
            done += choices

    def _take(
        self, match: Match[Any], node: Node | None, choices: list[tuple[int, Action]], path: list[Taken]
    ) -> Node | None:
        """Carry choices out; return the node behind them, or None where the walk leaves the tree."""
        for number, (seat, action) in enumerate(choices):
            decision = match.decisions().get(seat)
            if decision is None or action not in decision.actions:
                choices = choices[:number]  # what one of them did has changed the others' question
                break
            match.apply(seat, action)
        if node is None:
            return None
        path += [(node, seat, action) for seat, action in choices]
        known = tuple(choices) in node.after
        after = node.follow(choices)
        # One node is added a walk: where it was never before, it leaves the tree.
        return after if known else None

    def _choosing(self, match: Match[Any], trip: Trip) -> dict[int, list[Action]]:
        """Run on to where somebody has a choice; return who, and what of. Empty: the match or the walk is over."""
        for _ in range(LONGEST):
            choosing: dict[int, list[Action]] = {}
            for seat, decision in match.decisions().items():
                actions = decision.actions
                if len(actions) > 1:
                    usual = self._game.habit(match, seat)
                    if trip.goes_no_farther(seat, usual):
                        return {}
                    actions = [usual] if usual is not None else self._game.promising(match, seat, actions)
                if len(actions) == 1:
                    match.apply(seat, actions[0])
                    if len(decision.actions) > 1:
                        trip.answer(seat)
                    break
                choosing[seat] = actions
            else:
                return choosing
        return {}

    def _count(self, match: Match[Any], path: list[Taken]) -> None:
        """Count at every node on the way what the walk came to for the seat that chose there."""
        outcomes: dict[int, float] = {}
        for seat in {seat for _, seat, _ in path}:
            outcomes[seat] = self._outcome(match, seat)
            self._scale.meet(seat, outcomes[seat])
        for node, seat, action in path:
            node.count(seat, action, outcomes[seat])

    def _outcome(self, match: Match[Any], seat: int) -> float:
        """Return what a position is worth to a seat, in points; an infinity where it has won or lost alone."""
        result = match.result
        if result is not None and result.winners != [seat] and seat in result.winners:
            return self._game.appraise(match, seat)  # a victory shared
        if result is not None:
            return math.inf if seat in result.winners else -math.inf
        return self._game.appraise(match, seat)
