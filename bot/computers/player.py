"""A computer player's choice: one query, one action, and no memory."""

from __future__ import annotations

import random
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from bot.computers.levels import easily, greedily, reason
from bot.computers.lookahead import Lookahead
from bot.computers.minds import Mind, now
from bot.computers.search import Budget, Search
from rules.kernel.data.actions import Action
from rules.kernel.data.view import BASE, View
from rules.kernel.engine.match import Match

#: The level that gives hints.
ADVISER = "normal"
#: The levels that look no farther than one action.
WITHOUT_SEARCH = {"easy": easily, "normal": greedily}


def choose(
    match: Match[Any], seat: int, level: str, rng: random.Random, budget: Budget, mind: Mind | None = None
) -> Action:
    """Return the action of a player of this level, who uses only determinizations of the match.

    Without a mind of another, hard judges by fitted weights and the others by those found by hand: they are what
    ratings are measured by, and give the hints.
    """
    decision = match.decisions()[seat]
    if len(decision.actions) == 1:
        return decision.actions[0]
    if level in WITHOUT_SEARCH:
        with mind.thinking() if mind else nullcontext():
            return WITHOUT_SEARCH[level](match, seat, decision, rng, mind and mind.evaluate)
    mind = mind or now(match.game)
    if mind.outlook is not None:
        return Lookahead(match, seat, rng, mind, mind.outlook).best(budget)
    return Search(match, seat, rng, mind).best(budget)


def imagined(match: Match[Any], seat: int, view: View, salt: int) -> tuple[Match[Any], int]:
    """Return a match as a seat with this view may imagine it, and a seed for what it thinks: the same for each salt."""
    rng = random.Random(f"{salt}:{seat}:{view.model_dump_json()}")
    return match.worlds(seat, rng), rng.getrandbits(63)


def advise(match: Match[Any], seat: int, rng: random.Random) -> tuple[Action, str]:
    """Return what a normal player would do, and why, as a message id; "" for no reason but a rule of thumb."""
    action = choose(match, seat, ADVISER, rng, Budget())
    return action, reason(match, seat, action, rng)


@dataclass(frozen=True, slots=True)
class Query:
    """A position as one seat may know it: `world` is a saved determinization for that seat."""

    game: str
    world: bytes
    seat: int
    level: str
    #: The seed of the player's own chance.
    seed: int
    budget: Budget
    #: Whether the answer tells why, too.
    explains: bool = False
    #: The name of the content pack that it is played with, and its zip if it is one by hash.
    pack: tuple[str, bytes] = (BASE, b"")
