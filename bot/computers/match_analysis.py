"""A computer's review of a finished match: the state of each position, and its own preferred moves.

A move is judged by its seat's knowledge then; a position by everything, with all cards face up.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from bot.computers.levels import main_advantage
from bot.computers.player import imagine_match
from bot.computers.search import Search, Weight
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match

#: The smallest difference worth a mention, in points, and in multiples of its error.
MIN_POINTS, MIN_ERROR_MULTIPLE = 0.25, 2.0


@dataclass(frozen=True, slots=True)
class BetterMove:
    """The computer's alternative to a seat's move, and its advantage in points.

    `decides` says that one of the two moves may have ended the match differently; then the points say little.
    """

    action: Action
    by: float
    why: str
    decides: bool


def better_action(match: Match[Any], seat: int, action: Action, salt: int) -> BetterMove | None:
    """Return the computer's alternative to an action; None if it is the same, or not certainly better.

    It uses only the seat's view of this position, and answers the same for the same salt.
    """
    world, seed = imagine_match(match, seat, match.view(seat), salt)
    found = Search(world, seat, random.Random(seed)).weigh(action)
    mean = {one: fmean(weight.value for weight in weights) for one, weights in found.items()}
    best = max(found, key=lambda one: mean[one])
    if best == action or not _surely(found[best], found[action]):
        return None
    why = main_advantage(world, seat, best, random.Random(seed))
    decides = any(a.winners != b.winners for a, b in zip(found[best], found[action], strict=True))
    return BetterMove(best, mean[best] - mean[action], why, decides)


def _surely(best: Sequence[Weight], played: Sequence[Weight]) -> bool:
    """Return whether one action is better than another by more than the noise of the determinizations."""
    gained = [a.value - b.value for a, b in zip(best, played, strict=True)]
    return fmean(gained) >= max(MIN_POINTS, MIN_ERROR_MULTIPLE * stdev(gained) / len(gained) ** 0.5)


def relative_points(match: Match[Any]) -> list[float] | None:
    """Return each seat's points above the average; None once the match is decided.

    A solo player has no one to compare with.
    """
    game, seats = match.game, range(match.state.seats)
    if match.over or any(len(game.terms(match, seat)) == 1 for seat in seats):
        return None
    values = [float(game.evaluate(match, seat)) for seat in seats]
    middle = fmean(values) if len(values) > 1 else 0.0
    return [value - middle for value in values]
