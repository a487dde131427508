"""Standing orders: what is done for a player without asking."""

from __future__ import annotations

from collections.abc import Sequence

from rules.dark_providence.state.actions import EndTurn
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import TurnStep
from rules.kernel.data.actions import Action
from rules.kernel.words.text import N_

ORDERS = {
    "end_turn": N_("End my turn as soon as my actions are taken"),
}


def ordered(match: Providence, seat: int, orders: Sequence[str]) -> Action | None:
    """Return the action that a seat's orders take now, or None to ask the player (DP-PASS.1)."""
    top = match.state.stack[-1] if match.state.stack else None
    if "end_turn" not in orders or not isinstance(top, TurnStep) or top.seat != seat:
        return None
    return EndTurn() if match.state.turn.actions <= 0 else None
