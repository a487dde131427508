"""Weights are fitted to what came of positions, are drawn to those found by hand, and are the same every time."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import rules
from bot.tools.fit import Row, as_json, fit, rows
from rules.kernel.content.weights import Appraisal, Weights
from rules.kernel.engine.appraising import Appraising
from rules.kernel.engine.match import Match
from tests.kernel import duel

BY_HAND: Weights = {"points": (1.0, 1.0), "cards": (0.5, 0.5)}


class Judging(Appraising[Any]):
    """Judges by weights of its own instead of a file's."""

    def weights(self, name: str = "") -> Weights:
        return BY_HAND


def features(match: Match[Any], seat: int) -> dict[str, float]:
    points = {row.seat: row.total for row in match.game.result(match).rows}
    return {"points": points[seat], "cards": float(len(match.state.hands[seat]))}


JUDGING = Judging(
    game=duel.GAME.id,
    features=features,
    says={"points": "It comes to more points.", "cards": "It leaves more cards."},
    phase=lambda _match, _seat: 0.5,
    decided=lambda _match, _seat: None,
)


def row(match: int, points: float, cards: float, phase: float) -> Row:
    """A row of a world in which points count three times late, and cards never."""
    return Row(match, (points, cards), phase, points * (1 + 2 * phase))


WORLD = [row(match, match % 7, match % 3, phase) for match in range(210) for phase in (0.0, 0.5, 1.0)]


def test_weights_foretell_what_came_of_positions() -> None:
    found = fit(JUDGING, WORLD, 1e-6)
    assert found.weights["points"] == pytest.approx((1.0, 3.0), abs=0.02)
    assert found.weights["cards"] == pytest.approx((0.0, 0.0), abs=0.02)
    assert found.fitted < 0.1 < found.by_hand


def test_few_positions_leave_weights_near_those_found_by_hand() -> None:
    found = fit(JUDGING, WORLD[:30], 1e6)
    for name, pair in found.weights.items():
        assert pair == pytest.approx(BY_HAND[name], abs=0.01)


def test_what_never_varies_keeps_its_weight() -> None:
    same = [replace(one, amounts=(one.amounts[0], 0.0)) for one in WORLD]
    assert fit(JUDGING, same, 1e-6).weights["cards"] == BY_HAND["cards"]


def test_the_same_seed_fits_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel.GAME, "appraising", JUDGING)
    monkeypatch.setitem(rules.GAMES, duel.GAME.id, duel.GAME)
    one, again, other = ([*rows(duel.GAME.id, [2], 6, seed, 1)] for seed in (3, 3, 4))
    assert one == again != other
    texts = [as_json("tenebrae fit", fit(JUDGING, found).weights) for found in (one, again)]
    assert texts[0] == texts[1]
    assert Appraisal.model_validate(json.loads(texts[0])).weights.keys() == BY_HAND.keys()
