"""Tries an action in possible worlds, so that the bot can warn the player if the action would reveal something."""

from __future__ import annotations

from typing import Any

from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event
from rules.kernel.engine.chance import Rng
from rules.kernel.engine.match import Match

#: Maximum number of possible worlds that an action is tried in.
WORLDS = 8


def uncovers(match: Match[Any], seat: int, action: Action, rng: Rng) -> list[Event] | None:
    """Look for a possible world where the action reveals something; return the events that the seat would see there.

    Events after the end of the turn are left out. Return None if no such world was found. The real state is never used,
    because the answer must not depend on information hidden from the seat.
    """
    for _ in range(WORLDS):
        world = match.worlds(seat, rng)
        before = world.epoch + (world.state.last_seat != seat)
        events = world.apply(seat, action)
        if world.epoch != before:
            last = next((n for n, event in enumerate(events, 1) if world.game.passes(event.body)), len(events))
            return [event for event in events[:last] if event.seen_by(seat)]
    return None
