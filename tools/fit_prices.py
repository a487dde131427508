"""Fits a game's prices by playing matches.

The same price applies to having, buying and paying something, so only whole matches can show whether it is right.
Greedy computers play each other. In each match, one of them has prices with random deviations, and the other has the
opposite deviations. Regression estimates the value of each deviation. The prices then move accordingly, and further if
the estimate is more certain.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import rules
from bot.cli.lab.simulation import MAX_DECISIONS, NeverEnds, in_parallel, play
from bot.computers.policies import greedy_policy
from rules.kernel.content.feature_weights import Prices
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.engine.resource_prices import Pricing

#: The logarithm of a price's random deviation is plus or minus the first number, times a random factor between the
#: other two.
BASE_DEVIATION, MIN_DEVIATION_FACTOR, MAX_DEVIATION_FACTOR = 0.4, 0.5, 1.2
#: The number of series of random deviations. Matches take their deviations from each series in turn.
DEVIATION_SERIES = 10
#: The strength of the L2 regularisation.
L2_STRENGTH = 1.6
#: The maximum change of a price's logarithm in one step, and the ratio of an estimate to its error that leads to this
#: change.
MAX_STEP, ERRORS_FOR_MAX_STEP = 0.4, 2.0
#: The number of decimals of a price: small enough that all machines compute the same result.
DECIMALS = 3

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted prices. `worth` has, for each price, the estimated value of a deviation in matches won, and the error of
    this estimate.
    """

    prices: Prices
    worth: dict[str, tuple[float, float]]


def pricing_of(game: str) -> Pricing:
    """Return a game's pricing. The game must have prices."""
    found = rules.GAMES[game].pricing
    assert found is not None
    return found


def fit(game: str, start: Mapping[str, float], matches: int, seed: int, workers: int) -> Fit:
    """Play matches, and return better prices than those in `start`.

    Prices that aren't in `start` have the values that were set by hand.
    """
    begun = {**pricing_of(game).by_hand, **start}
    numbers = range(matches)
    drawn = [
        _deviations(seed + number % DEVIATION_SERIES, number // DEVIATION_SERIES, len(begun)) for number in numbers
    ]
    calls = [
        (game, begun, drawn[number], seed + number % DEVIATION_SERIES, number // DEVIATION_SERIES) for number in numbers
    ]
    won = np.array(list(in_parallel(_play, calls, workers)), dtype=np.float64)
    return improved_prices(begun, np.array(drawn), won)


def improved_prices(begun: Prices, differences: Array, won: Array) -> Fit:
    """Estimate by regression which deviations helped to win, and return prices that are adjusted accordingly.

    `differences` has each match's deviations. `won` is 1 if the side with these deviations won the match, and 0 if it
    lost.
    """
    bend: Array = differences.T @ differences + L2_STRENGTH * np.eye(len(begun))
    worth = np.asarray(np.linalg.solve(bend, differences.T @ (won - 0.5)), dtype=np.float64)
    residuals: Array = won - 0.5 - differences @ worth
    errors = np.asarray(np.sqrt(np.diag(np.linalg.inv(bend)) * residuals.var()), dtype=np.float64)
    steps = MAX_STEP * np.clip(worth / errors / ERRORS_FOR_MAX_STEP, -1, 1)
    prices = {
        name: round(price * math.exp(step), DECIMALS)
        for (name, price), step in zip(begun.items(), steps.tolist(), strict=True)
    }
    return Fit(prices, dict(zip(begun, zip(worth.tolist(), errors.tolist(), strict=True), strict=True)))


def _deviations(series: int, place: int, count: int) -> list[float]:
    """Return the random deviations for one match, as logarithms."""
    chance = np.random.default_rng(series)
    for _ in range(place):
        _differences(chance, count)
    return _differences(chance, count)


def _differences(chance: np.random.Generator, count: int) -> list[float]:
    found = (
        chance.choice([-1, 1], count)
        * BASE_DEVIATION
        * chance.uniform(MIN_DEVIATION_FACTOR, MAX_DEVIATION_FACTOR, count)
    )
    return [float(one) for one in found]


def _play(game: str, begun: Prices, differences: Sequence[float], series: int, place: int) -> int:
    """Play a match. Return 1 if the prices with these deviations won, and 0 if the opposite ones won."""
    first, pricing = place % 2, pricing_of(game)
    ways = [
        {name: price * math.exp(way * one) for (name, price), one in zip(begun.items(), differences, strict=True)}
        for way in (1, -1)
    ]

    def choose(match: Match[Any], seat: int, decision: Decision, rng: random.Random) -> Action:
        if len(decision.actions) == 1:
            return decision.actions[0]
        with pricing.using(ways[(seat + first) % 2]):
            return greedy_policy(match, seat, decision, rng)

    start = series * 1000 + place
    match = rules.GAMES[game].new(2, start)
    play(match, choose, random.Random(start * 7 + first))
    if match.result is None:
        raise NeverEnds(f"more than {MAX_DECISIONS} decisions")
    return int(first in match.result.winners)


def as_json(made: str, prices: Prices) -> str:
    """Return the text of the JSON file with a game's prices."""
    return json.dumps({"made": made, "prices": prices}, indent=2) + "\n"
