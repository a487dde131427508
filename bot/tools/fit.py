"""Fit the weights of a game's appraisal to what came of positions in matches of computers that played each other.

Greedy players with the weights found by hand play, now and then at random. Whenever the turn passes, what the position
is to each seat is kept, and ridge regression finds the weights that best foretell how far ahead each is turns later.
They are drawn towards those found by hand: what hardly ever happens teaches nothing.
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
from bot.computers.levels import at_random, greedily
from bot.tools.simulation import CAP, NeverEnds, in_parallel, play
from rules.kernel.content.weights import Weights
from rules.kernel.data.actions import Action
from rules.kernel.engine.appraising import Appraising
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match

#: One choice in so many is made at random, so that there is more to learn from than what greedy players do anyway.
AT_RANDOM = 12
#: A position is judged by what came of it when the turn had passed so many times for each seat.
AHEAD = 4
#: A match won counts as so many points.
WON = 4.0
#: How strongly a weight is drawn to the one found by hand: by so many positions.
PULL = 100.0
#: One match in so many is held back, to see how well the weights foretell what they were not fitted to.
HELD_BACK = 5
#: The decimals of a weight: fewer than what may differ from machine to machine.
DECIMALS = 3

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """What a position was to a seat, how much of the match was over, and how far ahead the seat was turns later."""

    match: int
    amounts: tuple[float, ...]
    phase: float
    outcome: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted weights, how many positions they come from, and how far off they were in matches that were held back.

    The errors are in points: by hand, and fitted.
    """

    weights: Weights
    rows: int
    by_hand: float
    fitted: float


def appraising_of(game: str) -> Appraising[Any]:
    """Return how a game's positions are judged; the game must have weights."""
    found = rules.GAMES[game].appraising
    assert found is not None
    return found


def rows(game: str, seats: Sequence[int], matches: int, seed: int, workers: int) -> Iterator[Row]:
    """Play so many matches at each number of seats and yield what is learned from them."""
    calls = [(game, count, seed, number) for count in seats for number in range(matches)]
    for found in in_parallel(_play, calls, workers):
        yield from found


def _play(game: str, seats: int, seed: int, number: int) -> list[Row]:
    """Play a match and return a row for each seat and each time that the turn passed."""
    appraising, match = appraising_of(game), rules.GAMES[game].new(seats, f"fit {seed} {number}")
    names, at = list(appraising.says), -1
    seen: list[list[tuple[tuple[float, ...], float, float]]] = []

    def chosen(match: Match[Any], seat: int, decision: Decision, rng: random.Random) -> Action:
        nonlocal at
        if seat != at:
            at, margins = seat, _margins(match)
            found = [appraising.features(match, one) for one in range(seats)]
            amounts = [tuple(float(one[name]) for name in names) for one in found]
            seen.append([(amounts[one], appraising.phase(match, one), margins[one]) for one in range(seats)])
        return (greedily if rng.randrange(AT_RANDOM) else at_random)(match, seat, decision, rng)

    play(match, chosen, random.Random(f"{seed} {seats} {number}"))
    result = match.result
    if result is None:
        raise NeverEnds(f"more than {CAP} decisions")
    last, ahead = _margins(match), AHEAD * seats
    ends = [last[seat] + (WON if seat in result.winners else -WON) for seat in range(seats)]
    return [
        Row(number, amounts, phase, seen[turn + ahead][seat][2] if turn + ahead < len(seen) else ends[seat])
        for turn, position in enumerate(seen)
        for seat, (amounts, phase, _) in enumerate(position)
    ]


def _margins(match: Match[Any]) -> list[float]:
    """Return how many points each seat is ahead of its best rival."""
    totals = {row.seat: row.total for row in match.game.result(match).rows}
    return [total - max(more for other, more in totals.items() if other != seat) for seat, total in totals.items()]


def fit(appraising: Appraising[Any], found: Sequence[Row], pull: float = PULL) -> Fit:
    """Fit weights to rows."""
    names = list(appraising.says)
    by_hand = appraising.weights()
    start = np.array([by_hand[name][late] for late in (0, 1) for name in names])
    learned, held = ([row for row in found if bool((row.match + 1) % HELD_BACK) is kept] for kept in (True, False))
    xs, ys = _columns(learned)
    middle, spread = xs.mean(axis=0), np.maximum(xs.std(axis=0), 1e-9)
    used = xs.std(axis=0) > 1e-9
    scaled = ((xs - middle) / spread)[:, used]
    prior = (start * spread)[used]
    left = ys - ys.mean() - scaled @ prior
    bend: Array = scaled.T @ scaled + pull * np.eye(scaled.shape[1])
    change = np.asarray(np.linalg.solve(bend, scaled.T @ left), dtype=np.float64)
    weights: Array = start.copy()
    weights[used] += change / spread[used]
    weights = np.asarray(np.round(weights, DECIMALS) + 0.0, dtype=np.float64)
    early, late = weights[: len(names)].tolist(), weights[len(names) :].tolist()
    errors = [_error(held, one, xs, ys) for one in (start, weights)]
    return Fit(dict(zip(names, zip(early, late, strict=True), strict=True)), len(found), *errors)


def _columns(found: Sequence[Row]) -> tuple[Array, Array]:
    """Return each row's features as they count early and as they count late, and the outcomes."""
    amounts = np.array([row.amounts for row in found])
    phase = np.array([[row.phase] for row in found])
    return np.hstack([amounts * (1 - phase), amounts * phase]), np.array([row.outcome for row in found])


def _error(held: Sequence[Row], weights: Array, xs: Array, ys: Array) -> float:
    """Return how far off these weights are, on average, when no position is better than another of itself."""
    tested, truth = _columns(held)
    foretold = (tested - xs.mean(axis=0)) @ weights + ys.mean()
    return float(np.sqrt(((truth - foretold) ** 2).mean()))


def as_json(made: str, weights: Weights) -> str:
    """Return the text of an appraisal's file: a line for each feature."""
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(list(pair))}" for name, pair in weights.items())
    return f'{{\n  "made": {json.dumps(made)},\n  "weights": {{\n{lines}\n  }}\n}}\n'
