"""A computer player's choice: it returns one action for one query, and remembers nothing from earlier queries."""

from __future__ import annotations

import random
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from bot.computers.evaluators import Evaluator, current_evaluator
from bot.computers.lookahead import Lookahead
from bot.computers.policies import easy_policy, greedy_policy, main_advantage
from bot.computers.tree_search import Budget, Search
from rules.kernel.data.actions import Action
from rules.kernel.data.view import BASE, View
from rules.kernel.engine.match import Match

#: The level of the computer player that gives hints.
HINT_LEVEL = "normal"
#: The policies of the levels that look only one action ahead.
POLICIES_WITHOUT_SEARCH = {"easy": easy_policy, "normal": greedy_policy}


def choose(
    match: Match[Any], seat: int, level: str, rng: random.Random, budget: Budget, evaluator: Evaluator | None = None
) -> Action:
    """Return the action that a computer player of this level chooses. It uses only determinizations of the match.

    By default, the hard level uses fitted weights. The other levels use weights set by hand, because the ratings of
    computer players were calibrated with these weights.
    """
    decision = match.decisions()[seat]
    if len(decision.actions) == 1:
        return decision.actions[0]
    if level in POLICIES_WITHOUT_SEARCH:
        with evaluator.thinking() if evaluator else nullcontext():
            return POLICIES_WITHOUT_SEARCH[level](match, seat, decision, rng, evaluator and evaluator.evaluate)
    evaluator = evaluator or current_evaluator(match.game)
    if evaluator.outlook is not None:
        return Lookahead(match, seat, rng, evaluator, evaluator.outlook).best(budget)
    return Search(match, seat, rng, evaluator).best(budget)


def imagine_match(match: Match[Any], seat: int, view: View, salt: int) -> tuple[Match[Any], int]:
    """Return a determinization for a seat with this view, and a random seed. The same salt always gives the same
    result.
    """
    rng = random.Random(f"{salt}:{seat}:{view.model_dump_json()}")
    return match.worlds(seat, rng), rng.getrandbits(63)


def advise(match: Match[Any], seat: int, rng: random.Random) -> tuple[Action, str]:
    """Return the action that a normal player would choose, and the message id of the reason ("" for a rule of
    thumb).
    """
    action = choose(match, seat, HINT_LEVEL, rng, Budget())
    return action, main_advantage(match, seat, action, rng)


@dataclass(frozen=True, slots=True)
class Query:
    """A request to choose an action for a seat. `world` is a saved determinization, so it contains no secrets."""

    game: str
    world: bytes
    seat: int
    level: str
    #: The random seed for the choice.
    seed: int
    budget: Budget
    #: Whether the answer must also contain the reason for the action.
    explains: bool = False
    #: The name of the match's content pack and, if the name contains a hash, the pack itself as a zip file.
    pack: tuple[str, bytes] = (BASE, b"")
