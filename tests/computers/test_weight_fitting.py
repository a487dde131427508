"""Fitting the evaluation's weights makes winners' positions score higher; the same command gives the same weights."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import rules
from rules.kernel.content.feature_weights import Appraisal, Weights
from rules.kernel.engine.match import Match
from rules.kernel.engine.position_evaluation import Appraising
from tests.kernel import duel
from tools.fit_weights import MIN_UNIT_POINTS, as_json, fit, unit_values, units

BY_HAND: Weights = {"points": (1.0, 1.0), "cards": (0.5, 0.5), "luck": (0.0, 0.0)}


class WeightedEvaluator(Appraising[Any]):
    """An evaluator that uses the weights BY_HAND instead of weights from a file."""

    def weights(self, name: str = "") -> Weights:
        return BY_HAND


def features(match: Match[Any], seat: int) -> dict[str, float]:
    points = {row.seat: row.total for row in match.game.result(match).rows}
    return {"points": points[seat], "cards": float(sum(match.state.hands[seat])), "luck": 7.0}


JUDGING = WeightedEvaluator(
    game=duel.GAME.id,
    features=features,
    says=dict.fromkeys(BY_HAND, ""),
    phase=lambda _match, _seat: 0.5,
    decided=lambda _match, _seat: None,
)


@pytest.fixture
def _weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel.GAME, "appraising", JUDGING)
    monkeypatch.setitem(rules.GAMES, duel.GAME.id, duel.GAME)


@pytest.mark.usefixtures("_weighed")
def test_the_same_command_finds_the_same_weights_however_many_rounds_follow() -> None:
    one, again, other = ([*fit(duel.GAME.id, [2], 2, 24, seed, 1)] for seed in (3, 3, 4))
    assert one == again != other
    assert next(fit(duel.GAME.id, [2], 1, 24, 3, 1)) == one[0]
    assert one[0].weights["cards"] != BY_HAND["cards"]
    for found in one:  # fitting doesn't change the weights of the unit and of a constant feature
        assert (found.weights["points"], found.weights["luck"]) == (BY_HAND["points"], BY_HAND["luck"])


def test_what_wins_is_worth_more_what_loses_less_and_what_may_be_luck_nothing() -> None:
    rng = np.random.default_rng(1)
    drawn = rng.standard_normal((4000, 8))
    gains = 2.0 * drawn[:, 0] - 1.0 * drawn[:, 1] + 5.0 * rng.standard_normal(4000)
    found = unit_values(drawn, gains)
    assert found[:2] == pytest.approx([2.0, -1.0], abs=0.3)
    assert np.abs(found[2:]).max() < 0.2
    assert (found[2:] == 0).any()


def test_a_weight_moves_by_what_it_is_or_by_what_its_feature_usually_varies() -> None:
    weights = np.array([[1.0, 1.0], [0.1, -2.0], [0.0, 0.0], [3.0, 3.0]])
    found = units(["points", "cards", "tempo", "luck"], weights, np.array([5.0, 1.0, 2.0, 0.0]))
    assert found == pytest.approx([0.0, 2.0, MIN_UNIT_POINTS / 2, 0.0])


def test_the_file_says_what_has_made_it() -> None:
    made = Appraisal.model_validate(json.loads(as_json("a command", BY_HAND)))
    assert (made.made, made.weights) == ("a command", BY_HAND)
