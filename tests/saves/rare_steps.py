"""Positions with steps that random players rarely reach. They are created by changing the stack of a match."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import rules
from bot.cli.lab.simulation import random_policy
from rules.aevum_haeresis.state.steps import Due, DueStep, EndOrderStep
from rules.dark_providence.state.steps import VictimStep
from rules.kernel.engine.match import Match
from rules.kernel.engine.sequence import Sequence


def choosing_victim() -> Match[Any]:
    """Return a solo match where a cultist can kill several agents and the player must choose which one."""

    def ready(match: Match[Any]) -> bool:
        own = [name for name, agent in match.state.agents.items() if agent.owner == 0]
        return match.state.stack[-1].kind == "turn" and len(own) > 1

    match = _played("dark_providence", 1, ready)
    own = sorted(name for name, agent in match.state.agents.items() if agent.owner == 0)
    # The player's turn is over, and the Great Old One's turn has reached the first cultist's instructions.
    match.state.stack[0].line = "next_turn"
    match.state.stack[1:] = [Sequence("old_one_turn", "second_cultist")]
    match.push(VictimStep(0, 1, own[:2]))
    return match


def choosing_end_order() -> Match[Any]:
    """Return a match where one side wins and the other loses at the same time, so a seat must choose the order."""
    match = _played("aevum_haeresis", 2, lambda match: match.state.stack[-1].kind == "act")
    match.push(EndOrderStep(match.state.active, ["souls", "deck"], [0, 1]))
    return match


def two_due_abilities() -> Match[Any]:
    """Return a match where two abilities of a seat have triggered at the same time and wait for their order."""

    def ready(match: Match[Any]) -> bool:
        return match.state.stack[-1].kind == "act" and len(_abilities(match)) > 1

    match = _played("aevum_haeresis", 2, ready)
    match.push(DueStep(match.state.active, [Due(match.state.active, name) for name in _abilities(match)[:2]]))
    return match


def _abilities(match: Match[Any]) -> list[str]:
    found = match.content.cards
    own = [card for card, placed in match.state.cards.items() if placed.controller == match.state.active]
    return [f"{card}/0" for card in sorted(own) if found[card.partition(".")[0]].abilities]


def _played(game: str, seats: int, ready: Callable[[Match[Any]], bool]) -> Match[Any]:
    for seed in range(100):
        match, rng = rules.GAMES[game].new(seats, seed), random.Random(seed)
        while not match.over:
            if ready(match):
                return match
            seat, decision = next(iter(match.decisions().items()))
            match.apply(seat, random_policy(match, seat, decision, rng))
    raise AssertionError(f"{game} never came to where a rare step could wait")


#: For each game, functions that return matches with a rare step.
RARE: dict[str, tuple[Callable[[], Match[Any]], ...]] = {
    "dark_providence": (choosing_victim,),
    "aevum_haeresis": (choosing_end_order, two_due_abilities),
}
