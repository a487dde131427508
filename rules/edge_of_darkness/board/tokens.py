"""Functions that move tokens and Agents. Every gain, loss, price and dispatch uses them."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import EdgeMatch, Player
from rules.kernel.data.events import EVERYONE


def change(match: EdgeMatch, seat: int, what: str, by: int) -> None:
    """Change a seat's tokens of one kind, or its Battle Strength; the result is at least 0 (EOD-GEN.10, BS.6)."""
    holder: Any = match.state.turn if what == "battle" else match.state.players[seat]
    before: int = getattr(holder, what)
    after = max(0, before + by)
    setattr(holder, what, after)
    if after != before:
        match.emit(EVERYONE, events.Changed(seat, what, after - before))


def move_agents(match: EdgeMatch, player: Player, seat: int, location: str, count: int) -> None:
    """Move Agents from the pool to a Location or, if `count` is negative, back to the pool (EOD-DISP.1, RET.1)."""
    there = player.agents.get(location, 0) + count
    if there:
        player.agents[location] = there
    else:
        player.agents.pop(location, None)
    player.pool -= count
    match.emit(EVERYONE, events.MovedAgents(seat, location, count))


def untrain(match: EdgeMatch, seat: int, count: int) -> None:
    """Make up to `count` Agents in the pool untrained."""
    player = match.state.players[seat]
    lost = min(count, player.pool)
    player.pool -= lost
    player.untrained += lost
    match.emit(EVERYONE, events.Trained(seat, -lost))
