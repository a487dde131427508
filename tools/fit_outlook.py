"""Fits the weights of the features that predict the winner, from positions of many matches and their winners.

Greedy computers with the prices of hard computers play each other. Now and then, they choose an action at random, to
reach positions that they would otherwise avoid.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import rules
from bot.cli.lab.simulation import MAX_DECISIONS, NeverEnds, in_parallel, play
from bot.computers.evaluators import current_evaluator
from bot.computers.policies import greedy_policy
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.engine.win_chance import Outlook

#: The fraction of actions that are chosen at random.
RANDOM_ACTION_RATE = 0.1
#: The step between the first seeds of successive series.
SEED_STRIDE = 1000
#: Features are clipped to this size, because beyond it the win is almost certain anyway.
FEATURE_CAP = 60.0
#: The L2 regularisation strength for standardised features, and the number of Newton steps.
L2_STRENGTH, GRADIENT_STEPS = 30.0, 30
#: The number of decimals of a weight: small enough that all machines compute the same result.
DECIMALS = 3

Array = NDArray[np.float64]
#: For each position of a match: the features for the seat that chooses, and whether that seat has won.
Seen = list[tuple[dict[str, float], bool]]


def outlook_of(game: str) -> Outlook[Any]:
    """Return a game's outlook: the features that hard computers use to estimate who will win. The game must have an
    outlook.
    """
    found = rules.GAMES[game].outlook
    assert found is not None
    return found


def fit(game: str, matches: int, seed: int, workers: int) -> dict[str, float]:
    """Return the weight of each feature: how much it adds to the log odds of winning."""
    calls = [(game, seed * SEED_STRIDE + number) for number in range(matches)]
    seen = [one for match in in_parallel(_observe_match, calls, workers) for one in match]
    names = list(seen[0][0])
    numbers = np.array([[min(FEATURE_CAP, max(-FEATURE_CAP, one[name])) for name in names] for one, _ in seen])
    found = logistic_weights(numbers, np.array([float(won) for _, won in seen]))
    return {name: round(weight, DECIMALS) for name, weight in zip(names, found.tolist(), strict=True)}


def logistic_weights(numbers: Array, won: Array) -> Array:
    """Return the weights that make the features the best prediction of who wins, by logistic regression."""
    spread = numbers.std(axis=0) + 1e-9
    # The last column is constant. Its weight is the advantage of being the seat that chooses.
    given: Array = np.hstack([(numbers - numbers.mean(axis=0)) / spread, np.ones((len(numbers), 1))])
    weights = np.asarray([0.0] * (numbers.shape[1] + 1), dtype=np.float64)
    for _ in range(GRADIENT_STEPS):
        odds = np.asarray(np.clip(given @ weights, -FEATURE_CAP, FEATURE_CAP), dtype=np.float64)
        chance = np.asarray(1 / (1 + np.exp(-odds)), dtype=np.float64)
        hessian = given.T @ (given * (chance * (1 - chance))[:, None]) + L2_STRENGTH * np.eye(given.shape[1])
        gradient: Array = given.T @ (won - chance) - L2_STRENGTH * weights
        weights = np.asarray(weights + np.linalg.solve(hessian, gradient), dtype=np.float64)
    return np.asarray(weights[:-1] / spread, dtype=np.float64)


def _observe_match(game: str, number: int) -> Seen:
    """Play a match. For each position that the outlook considers quiet, return the features for the seat that chooses,
    and whether it won.
    """
    outlook, thinking = outlook_of(game), current_evaluator(rules.GAMES[game]).thinking
    found: list[tuple[int, dict[str, float]]] = []
    chance = random.Random(number + 1)

    def choose(match: Match[Any], seat: int, decision: Decision, rng: random.Random) -> Action:
        with thinking():
            if outlook.quiet(match):
                found.append((seat, dict(outlook.features(match, seat))))
                if chance.random() < RANDOM_ACTION_RATE:
                    return chance.choice(decision.actions)
            return greedy_policy(match, seat, decision, rng)

    match = rules.GAMES[game].new(2, f"gen {number}")
    play(match, choose, random.Random(number))
    if match.result is None:
        raise NeverEnds(f"more than {MAX_DECISIONS} decisions")
    winners: Sequence[int] = match.result.winners
    return [(features, seat in winners) for seat, features in found]


def as_json(made: str, weights: Mapping[str, float]) -> str:
    """Return the text of the JSON file with the weights of an outlook's features."""
    return json.dumps({"made": made, "weights": dict(weights)}, indent=2) + "\n"
