"""What a computer player does at a point of a match: one question, one answer, without any state between them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from bot.computers.levels import easily, greedily
from bot.computers.search import Budget, Search
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match


def decide(match: Match[Any], seat: int, level: str, rng: random.Random, budget: Budget) -> Action:
    """Return what a player of this level does for a seat; of the match it uses what `worlds` gives it, nothing else."""
    decision = match.decisions()[seat]
    if len(decision.actions) == 1:
        return decision.actions[0]
    if level == "easy":
        return easily(match, seat, decision, rng)
    if level == "normal":
        return greedily(match, seat, decision, rng)
    return Search(match, seat, rng).best(budget)


@dataclass(frozen=True, slots=True)
class Question:
    """A point of a match as one seat may know it: `world` is a saved match out of `worlds` of that seat."""

    game: str
    world: bytes
    seat: int
    level: str
    #: The seed of whatever is left to chance in thinking.
    seed: int
    budget: Budget
