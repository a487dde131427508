"""Hard computers of a game with an `outlook` look ahead to their seat's next action, using only what the seat knows."""

from __future__ import annotations

import random

import numpy as np
import pytest
from typer.testing import CliRunner

import rules
from bot.computers.evaluators import CURRENT_EVALUATOR, current_evaluator, evaluator_named, old_evaluator
from bot.computers.lookahead import Lookahead
from bot.computers.tree_search import Budget
from rules.kernel.content.feature_weights import Odds
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame
from tests.computers.test_levels import positions
from tests.game_helpers import each
from tools import fit as tool
from tools.fit_outlook import fit, logistic_weights

FORESEEN = [game for game in rules.GAMES.values() if game.outlook is not None]
SHORT = Budget(iterations=6)


def looking(game: AnyGame, match: object, seat: int) -> Lookahead:
    assert game.outlook is not None
    return Lookahead(match, seat, random.Random(7), current_evaluator(game), game.outlook)  # type: ignore[arg-type]


@each("game", FORESEEN)
def test_only_hard_players_as_they_are_now_look_ahead(game: AnyGame) -> None:
    assert current_evaluator(game).outlook is evaluator_named(game, CURRENT_EVALUATOR).outlook is game.outlook
    assert old_evaluator(game).outlook is None


@each("game", FORESEEN)
def test_what_is_chosen_is_possible_within_the_budget_and_changes_nothing(game: AnyGame) -> None:
    for match, seat in positions(game, 2, 6):
        before, looks = match.dump(), looking(game, match, seat)
        assert looks.best(SHORT) in match.decisions()[seat].actions
        assert looks.iterations <= 6
        assert match.dump() == before
        hurried = looking(game, match, seat)
        assert hurried.best(Budget(seconds=0.0)) in match.decisions()[seat].actions
        assert hurried.iterations <= 1


@each("game", FORESEEN)
def test_the_same_is_chosen_whatever_is_hidden(game: AnyGame) -> None:
    for match, seat in positions(game, 2, 4, seed=8):
        other = match.worlds(seat, random.Random(99))
        assert len({looking(game, one, seat).best(SHORT) for one in (match, other)}) == 1


@each("game", FORESEEN)
def test_without_limits_it_ends_once_every_determinization_was_played(game: AnyGame) -> None:
    match, seat = next(positions(game, 2, 1))
    looks = looking(game, match, seat)
    looks.best(Budget(iterations=100_000))
    settings = current_evaluator(game).settings
    assert looks.iterations <= settings.width * settings.determinizations


@each("game", FORESEEN)
def test_each_feature_has_a_weight(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    assert game.outlook is not None
    match, seat = next(positions(game, 2, 1))
    assert game.outlook.features(match, seat).keys() == game.outlook.weights.keys()
    assert 0 < game.outlook.chance(match, seat) < 1
    monkeypatch.setitem(game.outlook.__dict__, "weights", {})
    with pytest.raises(ContentError, match="no weight"):
        game.outlook.chance(match, seat)


def test_odds_are_fitted_to_who_won() -> None:
    dice = np.random.default_rng(1)
    numbers = dice.normal(size=(3000, 3)) * np.array([1.0, 10.0, 1.0])
    luck = dice.logistic(size=3000)
    found = logistic_weights(numbers, (numbers @ np.array([1.0, -0.1, 0.0]) + luck > 0).astype(float))
    assert found == pytest.approx([1.0, -0.1, 0.0], abs=0.15)


@each("game", FORESEEN)
def test_the_same_seed_fits_the_same_odds_by_command_too(game: AnyGame) -> None:
    told = CliRunner().invoke(tool.app, [game.id, "--outlook", "--matches", "2", "--seed", "5", "--workers", "1"])
    found = Odds.model_validate_json(told.stdout)
    assert found.made == f"python -m tools.fit {game.id} --outlook --matches 2 --seed 5 --write"
    assert found.weights == fit(game.id, 2, 5, 1)
