"""A race between actions in a search: all are tried in the same determinizations, and the worst drop out early."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from bot.computers.action_racing import MIN_ROUNDS, ActionRace
from bot.computers.evaluators import Evaluator, SearchSettings
from bot.computers.tree_search import Budget, Search
from rules.kernel.data.actions import Action
from tests.computers.test_levels import positions
from tests.kernel import duel
from tests.matches.tiny_game import TINY, Take


@dataclass(frozen=True, slots=True)
class Run(Action):
    """An action in a race, and the results it has had so far."""

    verb: ClassVar[str] = "run"
    number: int


FAST, EVEN, SLOW = (Run(number) for number in range(3))


def raced(rounds: int, worth: dict[Action, list[float]]) -> ActionRace:
    race = ActionRace(worth, 2.0, lambda outcome: outcome)
    for _ in range(rounds):
        for action in list(race.remaining):
            assert race.next() == action
            race.record(action, worth[action][len(race.outcomes[action]) % len(worth[action])])
    return race


def test_what_is_always_behind_drops_out_however_much_rounds_differ() -> None:
    race = raced(MIN_ROUNDS, {FAST: [0.9, 0.2, 0.6], SLOW: [0.7, 0.0, 0.4]})
    assert race.remaining == [FAST]
    assert race.is_decided
    assert race.best() == FAST


def test_what_is_behind_now_and_then_keeps_running() -> None:
    race = raced(6, {FAST: [0.9, 0.2, 0.6], EVEN: [0.2, 0.9, 0.5], SLOW: [0.1, 0.1, 0.1]})
    assert race.remaining == [FAST, EVEN]
    assert race.best() == FAST
    assert len(race.outcomes[SLOW]) < 6


def test_equal_actions_stay_in_the_race_and_a_round_begun_counts_for_nothing() -> None:
    race = raced(5, {FAST: [0.5], EVEN: [0.5]})
    assert race.remaining == [FAST, EVEN]
    race.record(FAST, 0.0)
    assert race.best() == FAST
    assert ActionRace([EVEN, FAST], 2.0, float).best() == EVEN


RACING = Evaluator(duel.GAME.evaluate, SearchSettings(sure=2.0, determinizations=32))


def test_a_racing_search_keeps_to_its_budget_and_ends_when_one_is_left() -> None:
    for match, seat in positions(duel.GAME, 2, 3):
        search = Search(match, seat, random.Random(1), RACING)
        assert search.best(Budget(iterations=60)) in match.decisions()[seat].actions
        assert search.iterations <= 60
    match = TINY.new(2, 1)
    search = Search(match, 0, random.Random(1), Evaluator(TINY.evaluate, SearchSettings(sure=2.0)))
    assert search.best(Budget(iterations=500)) == Take(2)
    assert search.iterations < 500


def test_a_racing_search_chooses_the_same_whatever_is_hidden_from_it() -> None:
    for match, seat in positions(duel.GAME, 2, 4, seed=8):
        other = match.worlds(seat, random.Random(99))
        chosen = {Search(one, seat, random.Random(7), RACING).best(Budget(iterations=9)) for one in (match, other)}
        assert len(chosen) == 1
