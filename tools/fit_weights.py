"""Fits the weights of a game's appraisal in matches between computers that judge slightly differently.

In each match, one greedy player's weights deviate randomly from the best known ones, and the other's deviate by the
same amount in the opposite direction. Regression over many matches estimates the value of each deviation, and the
weights move accordingly. A weight therefore grows because the moves that it favours win, and not merely because its
feature correlates with winning.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import rules
from bot.cli.lab.simulation import in_parallel, play
from bot.computers.evaluators import Evaluate
from bot.computers.policies import greedy_policy
from rules.kernel.content.feature_weights import Weights
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.engine.position_evaluation import Appraising

#: The feature whose weight is fixed. All other weights are relative to it.
REFERENCE_FEATURE = "points"
#: Deviations of a weight are measured in units. A unit is the weight itself or, if it is larger, the weight that makes
#: the usual variation of the feature count for this many points.
MIN_UNIT_POINTS = 0.3
#: The standard deviation of weights and the maximum deviation, both in units. The third number is the factor for
#: deviations that change over the course of a match.
WEIGHT_DEVIATION, MAX_DEVIATION, LATE_DEVIATION_FACTOR = 0.7, 1.4, 0.5
#: How far the most valuable weight moves after the first round, in units. After round n, this is divided by n.
FIRST_STEP = 0.7
#: The ridge strength: estimates shrink as if there had been this many additional matches with no difference.
PRIOR_MATCHES = 20.0
#: The maximum margin that counts, and how many points a win adds to it.
MAX_MARGIN, WIN_POINTS = 16.0, 8.0
#: After this many decisions per seat, a match is stopped and scored as it stands.
MAX_DECISIONS_PER_SEAT = 250
#: How many matches are played to measure the variation of features.
SAMPLE_MATCHES = 6
#: The number of decimals of a fitted weight.
DECIMALS = 3

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Round:
    """The weights after a round. `worth` has the estimated gain, in points, from raising each weight by one unit."""

    weights: Weights
    worth: dict[str, float]


def fit(game: str, seats: Sequence[int], rounds: int, matches: int, seed: int, workers: int) -> Iterator[Round]:
    """Play rounds of this many matches, starting with the weights set by hand. Yield the weights after each round."""
    appraising = appraising_of(game)
    names, by_hand = list(appraising.says), appraising.weights()
    centre = np.array([by_hand[name] for name in names], dtype=np.float64)
    unit = units(names, centre, _variation(game, max(seats), seed))
    for number in range(1, rounds + 1):
        calls = [
            (game, seats[match % len(seats)], centre.tolist(), unit.tolist(), (seed, number, match))
            for match in range(matches)
        ]
        played = list(in_parallel(_play, calls, workers))
        found = unit_values(np.array([drawn for drawn, _ in played]), np.array([gain for _, gain in played]))
        farthest = max(float(np.abs(found).max()), 1e-9)
        whole, late = np.split(found * FIRST_STEP / number / farthest, 2)
        centre = np.round(centre + _early_and_late(whole, late) * unit[:, None], DECIMALS) + 0.0
        yield Round(_weights(names, centre), dict(zip(names, found[: len(names)].tolist(), strict=True)))


def appraising_of(game: str) -> Appraising[Any]:
    """Return a game's appraisal. The game must have weights."""
    found = rules.GAMES[game].appraising
    assert found is not None
    return found


def units(names: Sequence[str], weights: Array, variation: Array) -> Array:
    """Return the unit of each weight. It is 0 for the fixed weight, and for a feature that never varies."""
    usual = np.divide(MIN_UNIT_POINTS, variation, out=np.zeros_like(variation), where=variation > 0)
    found = np.maximum(np.abs(weights).max(axis=1), usual) * (variation > 0)
    return np.where(np.array(names) == REFERENCE_FEATURE, 0.0, found)


def unit_values(drawn: Array, gains: Array) -> Array:
    """Return the estimated value of one unit of each weight, by ridge regression. Uncertain estimates are reduced."""
    bend = drawn.T @ drawn + PRIOR_MATCHES * np.eye(drawn.shape[1])
    ahead = gains - gains.mean()
    found = np.asarray(np.linalg.solve(bend, drawn.T @ ahead), dtype=np.float64)
    errors = np.sqrt(np.diag(np.linalg.inv(bend)) * ((ahead - drawn @ found) ** 2).mean())
    # An estimate that is smaller than its error becomes 0, and all other estimates shrink.
    kept = np.maximum(0.0, 1 - (errors / np.maximum(np.abs(found), 1e-9)) ** 2)
    return np.asarray(found * kept, dtype=np.float64)


def _early_and_late(whole: Array, late: Array) -> Array:
    """Return the deviations of weights at the start and at the end of a match.

    `whole` is the part of a deviation that stays the same throughout the match; `late` is the part that grows.
    """
    return np.stack([whole - LATE_DEVIATION_FACTOR * late, whole + LATE_DEVIATION_FACTOR * late], axis=1)


def _play(
    game: str, seats: int, centre: list[list[float]], unit: list[float], seed: tuple[int, int, int]
) -> tuple[list[float], float]:
    """Play one match. Return the difference between the sides' weights, in units, and the first side's margin."""
    appraising, number = appraising_of(game), seed[-1]
    luck = np.random.default_rng(seed)
    drawn = np.clip(luck.normal(size=(2, len(unit))) * WEIGHT_DEVIATION, -MAX_DEVIATION, MAX_DEVIATION)
    differs = _early_and_late(*drawn) * np.array(unit)[:, None]
    names = list(appraising.says)
    judges = [appraising.by(_weights(names, np.array(centre) + way * differs)) for way in (1, -1)]
    return (drawn * 2).ravel().tolist(), _margin(game, seats, judges, seed, number % 2)


def _margin(game: str, seats: int, judges: Sequence[Evaluate], seed: tuple[int, int, int], first: int) -> float:
    """Play a match: two judges choose for alternate seats. Return the first judge's margin in points.

    A judge is a function that evaluates positions.
    """
    _, number, index = seed
    match = rules.GAMES[game].new(seats, f"fit {seed[0]} {number} {index // 2}")
    side_of = [(seat + first) % 2 for seat in range(seats)]

    def by_side(match: Match[Any], seat: int, decision: Decision, rng: random.Random) -> Action:
        return greedy_policy(match, seat, decision, rng, judges[side_of[seat]])

    play(match, by_side, random.Random(f"{seed}"), MAX_DECISIONS_PER_SEAT * seats)
    result = match.game.result(match)
    best = [max(row.total for row in result.rows if side_of[row.seat] == side) for side in (0, 1)]
    gain = max(-MAX_MARGIN, min(MAX_MARGIN, best[0] - best[1]))
    if not match.over:
        return gain
    won = [sum(side_of[seat] == side for seat in result.winners) for side in (0, 1)]
    return gain + WIN_POINTS * (won[0] - won[1]) / max(1, sum(won))


def _variation(game: str, seats: int, seed: int) -> Array:
    """Return the standard deviation of each feature in matches of greedy computers."""
    appraising = appraising_of(game)
    seen: list[list[float]] = []

    def looked_at(match: Match[Any], seat: int, decision: Decision, rng: random.Random) -> Action:
        if len(decision.actions) > 1:
            found = appraising.features(match, seat)
            seen.append([float(found[name]) for name in appraising.says])
        return greedy_policy(match, seat, decision, rng)

    for number in range(SAMPLE_MATCHES):
        match = rules.GAMES[game].new(seats, f"fit {seed} {number}")
        play(match, looked_at, random.Random(number), MAX_DECISIONS_PER_SEAT * seats)
    return np.asarray(np.array(seen).std(axis=0), dtype=np.float64)


def _weights(names: Sequence[str], numbers: Array) -> Weights:
    return {name: (float(early), float(late)) for name, (early, late) in zip(names, numbers.tolist(), strict=True)}


def as_json(made: str, weights: Weights) -> str:
    """Return the text of the JSON file with an appraisal's weights, one line for each feature."""
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(list(pair))}" for name, pair in weights.items())
    return f'{{\n  "made": {json.dumps(made)},\n  "weights": {{\n{lines}\n  }}\n}}\n'
