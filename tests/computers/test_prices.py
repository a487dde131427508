"""Card values that were fitted from played matches ("prices") are used only while a hard computer thinks."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import rules
from bot.computers.evaluators import current_evaluator, evaluator_named, old_evaluator
from rules.kernel.content.feature_weights import PriceList
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame
from tests.computers.test_levels import positions
from tests.game_helpers import each
from tests.kernel import duel
from tools.fit_prices import MAX_STEP, as_json, fit, improved_prices

PRICED = [game for game in rules.GAMES.values() if game.pricing is not None]


@each("game", PRICED)
def test_a_games_prices_are_of_its_things(game: AnyGame) -> None:
    assert game.pricing is not None
    assert game.pricing.fitted().keys() == game.pricing.by_hand.keys()


@each("game", PRICED)
def test_fitted_prices_hold_while_hard_players_think_and_those_by_hand_otherwise(game: AnyGame) -> None:
    pricing = game.pricing
    assert pricing is not None
    changed = 0
    for match, seat in positions(game, max(game.seats), 60):
        by_hand = game.evaluate(match, seat)
        with current_evaluator(game).thinking():
            changed += current_evaluator(game).evaluate(match, seat) != by_hand
            assert {name: pricing()[name] for name in pricing.by_hand} == pricing.fitted()
        with old_evaluator(game).thinking():
            assert old_evaluator(game).evaluate(match, seat) == by_hand
    assert changed
    assert {name: pricing()[name] for name in pricing.by_hand} == pricing.by_hand


def test_prices_hold_no_longer_after_a_failure() -> None:
    pricing = PRICED[0].pricing
    assert pricing is not None
    name = next(iter(pricing.by_hand))
    with pytest.raises(ZeroDivisionError), pricing.using({name: 9.0}):
        _ = 1 / 0
    assert pricing()[name] == pricing.by_hand[name]


def test_a_file_may_try_other_prices(tmp_path: Path) -> None:
    game, file = PRICED[0], tmp_path / "dear.json"
    assert game.pricing is not None
    name = next(iter(game.pricing.by_hand))
    file.write_text(json.dumps({"prices": {name: 7.5}}), "utf-8")
    with evaluator_named(game, str(file)).thinking():
        assert game.pricing()[name] == 7.5


def test_prices_of_nothing_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(json.dumps({"prices": {"luck": 1}}), "utf-8")
    with pytest.raises(ContentError, match="luck"):
        evaluator_named(PRICED[0], str(file))
    with pytest.raises(ContentError, match="has none"):
        evaluator_named(duel.GAME, str(file))


def test_prices_go_where_they_win_the_farther_the_surer_it_is() -> None:
    dice = np.random.default_rng(1)
    differences = dice.uniform(-0.5, 0.5, (400, 3))
    luck = dice.uniform(-0.5, 0.5, 400)
    won = (differences[:, 0] - 0.3 * differences[:, 1] + luck > 0).astype(float)
    found = improved_prices({"gold": 1.0, "card": 1.0, "text": 1.0}, differences, won)
    assert found.prices["gold"] == pytest.approx(math.exp(MAX_STEP), abs=0.001)
    assert found.prices["card"] < 1.0
    assert abs(math.log(found.prices["text"])) < MAX_STEP
    worth, error = found.worth["gold"]
    assert worth > 5 * error


def test_the_same_seed_fits_the_same_prices() -> None:
    game = rules.GAMES["aevum_haeresis"]
    one, again, other = (fit(game.id, {"gold": 0.8}, 3, seed, 1) for seed in (5, 5, 6))
    assert one == again != other
    assert PriceList.model_validate_json(as_json("by a test", one.prices)).prices == one.prices
