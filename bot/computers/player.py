"""A computer player's choice: one query, one action, and no memory."""

from __future__ import annotations

import random
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from bot.computers.evaluators import Evaluator, current_evaluator
from bot.computers.levels import easy_policy, greedy_policy, main_advantage
from bot.computers.lookahead import Lookahead
from bot.computers.search import Budget, Search
from rules.kernel.data.actions import Action
from rules.kernel.data.view import BASE, View
from rules.kernel.engine.match import Match

#: The level that gives hints.
HINT_LEVEL = "normal"
#: The levels that look only one action ahead.
POLICIES_WITHOUT_SEARCH = {"easy": easy_policy, "normal": greedy_policy}


def choose(
    match: Match[Any], seat: int, level: str, rng: random.Random, budget: Budget, mind: Evaluator | None = None
) -> Action:
    """Return the action of a player of this level, who uses only determinizations of the match.

    By default, hard judges by fitted weights and the others by those found by hand: ratings are calibrated to these,
    and they give the hints.
    """
    decision = match.decisions()[seat]
    if len(decision.actions) == 1:
        return decision.actions[0]
    if level in POLICIES_WITHOUT_SEARCH:
        with mind.thinking() if mind else nullcontext():
            return POLICIES_WITHOUT_SEARCH[level](match, seat, decision, rng, mind and mind.evaluate)
    mind = mind or current_evaluator(match.game)
    if mind.outlook is not None:
        return Lookahead(match, seat, rng, mind, mind.outlook).best(budget)
    return Search(match, seat, rng, mind).best(budget)


def imagine_match(match: Match[Any], seat: int, view: View, salt: int) -> tuple[Match[Any], int]:
    """Return a match as imagined by a seat with this view, and a random seed: the same for each salt."""
    rng = random.Random(f"{salt}:{seat}:{view.model_dump_json()}")
    return match.worlds(seat, rng), rng.getrandbits(63)


def advise(match: Match[Any], seat: int, rng: random.Random) -> tuple[Action, str]:
    """Return a normal player's action and its reason, as a message id; "" for a rule of thumb."""
    action = choose(match, seat, HINT_LEVEL, rng, Budget())
    return action, main_advantage(match, seat, action, rng)


@dataclass(frozen=True, slots=True)
class Query:
    """A position as known to one seat: `world` is a saved determinization for that seat."""

    game: str
    world: bytes
    seat: int
    level: str
    #: The player's own random seed.
    seed: int
    budget: Budget
    #: Whether the answer includes the reason.
    explains: bool = False
    #: The name of its content pack, and the zip of a pack by hash.
    pack: tuple[str, bytes] = (BASE, b"")
