"""A computer's analysis of a finished match: who is ahead in a position, and which moves would have been better.

A move is judged by what its player knew at the time, but a position is judged with all cards face up.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from bot.computers.player import imagine_match
from bot.computers.policies import main_advantage
from bot.computers.tree_search import ActionResult, Search
from rules.kernel.data.actions import Action
from rules.kernel.data.result import Result
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.engine.match import Match

#: A move counts as better only if it gains at least this many points and at least this many standard errors.
MIN_POINTS, MIN_ERROR_MULTIPLE = 0.25, 2.0


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A move that is better than the one that a seat made.

    `by` is how many more points the better move gains, and `why` is the message id of its main advantage. If `decides`,
    the two moves may lead to different winners, so the points mean little.
    """

    action: Action
    by: float
    why: str
    decides: bool


def better_action(match: Match[Any], seat: int, action: Action, salt: int) -> BetterMove | None:
    """Return a better action than this one, or None if the computer finds none that is clearly better.

    The search uses only the seat's view of the position. The same salt always gives the same result.
    """
    world, seed = imagine_match(match, seat, match.view(seat), salt)
    weights_by_action = Search(world, seat, random.Random(seed)).compare(action)
    mean = {one: fmean(weight.value for weight in weights) for one, weights in weights_by_action.items()}
    best = max(weights_by_action, key=lambda one: mean[one])
    if best == action or not _is_certainly_better(weights_by_action[best], weights_by_action[action]):
        return None
    why = main_advantage(world, seat, best, random.Random(seed))
    decides = any(
        a.winners != b.winners for a, b in zip(weights_by_action[best], weights_by_action[action], strict=True)
    )
    return BetterMove(best, mean[best] - mean[action], why, decides)


def _is_certainly_better(best: Sequence[ActionResult], played: Sequence[ActionResult]) -> bool:
    """Return whether an action is better than the played one by more than random differences between determinizations
    can explain.
    """
    gained = [a.value - b.value for a, b in zip(best, played, strict=True)]
    return fmean(gained) >= max(MIN_POINTS, MIN_ERROR_MULTIPLE * stdev(gained) / len(gained) ** 0.5)


def relative_points(match: Match[Any]) -> list[float] | None:
    """Return how many points each seat is above the average, or None if the match is decided.

    A solo match has no average to compare with, so the seat's points are returned.
    """
    game, seats = match.game, range(match.state.seats)
    if match.over or any(len(game.terms(match, seat)) == 1 for seat in seats):
        return None
    return _above_average([float(game.evaluate(match, seat)) for seat in seats])


def final_points(game: AnyParts, result: Result, earlier: Sequence[Sequence[float]]) -> list[float]:
    """Return how many points each seat is above the average in the result of a match.

    If the game isn't valued in points, the winners get the highest value that any seat had `earlier`, and the others
    the lowest.
    """
    rows = sorted(result.rows, key=lambda row: row.seat)
    if game.valued_in_points:
        return _above_average([row.total for row in rows])
    bound = max((abs(value) for values in earlier for value in values), default=0.0) or 1.0
    return [bound if row.seat in result.winners else -bound for row in rows]


def _above_average(values: Sequence[float]) -> list[float]:
    middle = fmean(values) if len(values) > 1 else 0.0
    return [value - middle for value in values]
