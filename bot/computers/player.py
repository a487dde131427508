"""A computer player's choice: one query, one action, and no memory."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from bot.computers.levels import easily, greedily
from bot.computers.search import Budget, Search
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match


def choose(match: Match[Any], seat: int, level: str, rng: random.Random, budget: Budget) -> Action:
    """Return the action of a player of this level, who uses only determinizations of the match."""
    decision = match.decisions()[seat]
    if len(decision.actions) == 1:
        return decision.actions[0]
    if level == "easy":
        return easily(match, seat, decision, rng)
    if level == "normal":
        return greedily(match, seat, decision, rng)
    return Search(match, seat, rng).best(budget)


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
