"""The data files for the evaluation and the search of computer players: current, previous and custom versions."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

import rules
from bot.computers.evaluators import SearchSettings, current_evaluator, evaluator_named, old_evaluator
from bot.computers.tree_search import Budget, Search
from rules.kernel.content.feature_weights import BY_HAND, FITTED
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame
from tests.computers.test_levels import positions
from tests.game_helpers import each
from tests.kernel import duel

WEIGHED = [game for game in rules.GAMES.values() if game.appraising is not None]


@each("game", WEIGHED)
def test_a_games_weights_are_of_its_features(game: AnyGame) -> None:
    assert game.appraising is not None
    names = game.appraising.says.keys()
    for file in (BY_HAND, FITTED):
        assert game.appraising.weights(file).keys() == names
    for match, seat in positions(game, max(game.seats), 2):
        assert game.appraising.features(match, seat).keys() == names
        assert 0 <= game.appraising.phase(match, seat) <= 1


@each("game", WEIGHED)
def test_hints_and_the_mind_of_before_judge_by_hand(game: AnyGame) -> None:
    assert game.appraising is not None
    for match, seat in positions(game, max(game.seats), 3):
        assert old_evaluator(game).evaluate(match, seat) == pytest.approx(game.evaluate(match, seat))
        assert sum(game.terms(match, seat).values()) == pytest.approx(game.evaluate(match, seat))


def test_weights_of_other_features_are_refused() -> None:
    appraising = WEIGHED[0].appraising
    assert appraising is not None
    lacking = dict(list(appraising.weights().items())[1:])
    for wrong in (lacking, appraising.weights() | {"luck": (1.0, 1.0)}):
        with pytest.raises(ContentError, match=r"luck|" + next(iter(appraising.says))):
            appraising.by(wrong)


def test_a_weight_changes_with_the_phase_of_the_match() -> None:
    game = WEIGHED[0]
    assert game.appraising is not None
    match, seat = next(positions(game, max(game.seats), 1))
    name = next(name for name, amount in game.appraising.features(match, seat).items() if amount)
    none = dict.fromkeys(game.appraising.says, (0.0, 0.0))
    amount = game.appraising.features(match, seat)[name]
    for phase, worth in ((0.0, 2.0), (0.5, 3.0), (1.0, 4.0)):
        there = replace(game.appraising, phase=lambda _match, _seat, phase=phase: phase)
        assert there.by(none | {name: (2.0, 4.0)})(match, seat) == pytest.approx(worth * amount)


def test_what_a_file_leaves_out_is_as_hard_players_have_it(tmp_path: Path) -> None:
    game, file = WEIGHED[0], tmp_path / "bold.json"
    file.write_text(json.dumps({"search": {"exploration": 0.9}}), "utf-8")
    tried = evaluator_named(game, str(file))
    assert tried.settings == current_evaluator(game).settings.model_copy(update={"exploration": 0.9})
    match, seat = next(positions(game, max(game.seats), 1))
    assert tried.evaluate(match, seat) == current_evaluator(game).evaluate(match, seat)


def test_a_file_that_says_something_else_is_refused(tmp_path: Path) -> None:
    for number, wrong in enumerate(({"serch": {}}, {"search": {"witdh": 9}}, {"weights": {"luck": [1, 1]}})):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(wrong), "utf-8")
        with pytest.raises(ContentError, match=r"serch|witdh|luck"):
            evaluator_named(WEIGHED[0], str(file))
    file.write_text(json.dumps({"weights": {"luck": [1, 1]}}), "utf-8")
    with pytest.raises(ContentError, match="has none"):
        evaluator_named(duel.GAME, str(file))


def test_a_game_without_weights_and_settings_thinks_as_before() -> None:
    assert current_evaluator(duel.GAME) == old_evaluator(duel.GAME)
    assert current_evaluator(duel.GAME).settings == SearchSettings()


def test_seconds_are_those_of_the_clock_that_is_given() -> None:
    match, seat = next(positions(duel.GAME, 2, 1))
    ticks = count()
    search = Search(match, seat, random.Random(1))
    search.best(Budget(seconds=1000.0, iterations=6, clock=lambda: float(next(ticks))))
    assert search.iterations > 1
    hurried = Search(match, seat, random.Random(1))
    hurried.best(Budget(seconds=1000.0, iterations=6, clock=lambda: 900.0 * next(ticks)))
    assert hurried.iterations < search.iterations
