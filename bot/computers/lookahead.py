"""The hard level of games with an `Outlook`: compares the positions where the seat must choose again.

Each promising action is tried in the same determinizations. Until the seat's next choice, all seats take the actions
that the game considers likely. The value of an action is the seat's mean chance of winning in the positions reached.
"""

from __future__ import annotations

import random
from typing import Any

from bot.computers.action_priors import Prior
from bot.computers.action_racing import ActionRace
from bot.computers.determinizations import Determinizations
from bot.computers.evaluators import Evaluator
from bot.computers.tree_search import MAX_QUESTIONS, Budget
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.engine.win_chance import Outlook

#: Minimum number of rounds before actions can drop out of the race. A low number suffices, because results differ
#: little between determinizations.
MIN_ROUNDS = 1


class Lookahead:
    """Finds the best action for a seat. It uses only the seat's options and determinizations of the match."""

    def __init__(
        self, match: Match[Any], seat: int, rng: random.Random, evaluator: Evaluator, outlook: Outlook[Match[Any]]
    ) -> None:
        self._match = match
        self._seat = seat
        self._evaluator = evaluator
        self._outlook = outlook
        self._determinizations = Determinizations(match, seat, rng)
        self.iterations = 0

    def best(self, budget: Budget) -> Action:
        """Return the best action found within the budget."""
        with self._evaluator.thinking():
            return self._best(budget)

    def _best(self, budget: Budget) -> Action:
        started, settings = budget.clock(), self._evaluator.settings
        actions = self._match.decisions()[self._seat].actions
        world = self._determinizations[0]
        candidates = [one for one in self._outlook.tried(world, self._seat, list(actions)) if one in actions]
        if len(candidates) < 2:
            return (candidates or actions)[0]
        if len(candidates) > settings.width:
            prior = Prior(self._evaluator.evaluate).values(world, self._seat, candidates)
            candidates = sorted(candidates, key=lambda one: -prior[one])[: settings.width]
        # The action that the seat would usually take comes first, so it wins ties.
        usual = self._likely_choice(world, self._seat, candidates)
        race = ActionRace(sorted(candidates, key=lambda one: one != usual), settings.sure, float, min_rounds=MIN_ROUNDS)
        most = settings.determinizations * len(candidates)
        while not race.is_decided and self.iterations < most and budget.remaining(started, self.iterations) >= 1:
            action = race.next()
            race.record(action, self._chance_after(action, len(race.outcomes[action])))
            self.iterations += 1
        return race.best()

    def _chance_after(self, action: Action, number: int) -> float:
        """Return the seat's chance of winning after it takes an action in the determinization with this number."""
        match = self._determinizations.copy(number)
        match.apply(self._seat, action)
        self._play_on(match)
        return self._outlook.chance(match, self._seat)

    def _play_on(self, match: Match[Any]) -> None:
        """Play until the seat must choose an action again, or to the end of the match."""
        for _ in range(MAX_QUESTIONS):
            if match.over:
                return
            seat, decision = next(iter(match.decisions().items()))
            offered = decision.actions
            if len(offered) > 1 and seat == self._seat and self._outlook.quiet(match):
                return
            match.apply(seat, offered[0] if len(offered) == 1 else self._likely_choice(match, seat, offered))

    def _likely_choice(self, match: Match[Any], seat: int, offered: list[Action]) -> Action:
        """Return the action or answer that a seat is likely to choose, by the game's rules of thumb."""
        if self._outlook.quiet(match):
            return self._outlook.likely(match, seat, offered)
        game = self._match.game
        return game.default_action(match, seat) or game.candidates(match, seat, offered)[0]
