"""Trying an action, so that a player can be warned before it reveals something."""

from __future__ import annotations

from typing import Any

from rules.kernel.data.actions import Action
from rules.kernel.engine.chance import Rng
from rules.kernel.engine.match import Match

#: The most worlds of the seat in which an action is tried.
WORLDS = 8


def reveals(match: Match[Any], seat: int, action: Action, rng: Rng) -> bool:
    """Tell whether an action draws or reveals something in some world that the seat thinks possible.

    The real state is never used: the answer must not depend on what the seat can't know.
    """
    for _ in range(WORLDS):
        world = match.worlds(seat, rng)
        before = world.epoch + (world.state.last_seat != seat)
        world.apply(seat, action)
        if world.epoch != before:
            return True
    return False
