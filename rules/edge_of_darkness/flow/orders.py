"""Standing orders: a player's answers to attacks in other players' turns (EOD-PBP.5)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.edge_of_darkness.effects.defence import damage_left
from rules.edge_of_darkness.state.events import Defended
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import Body
from rules.kernel.engine.window import Window
from rules.kernel.words.text import N_

ORDERS = {
    "defend": N_("Defend for me when that brings the Damage to 0, otherwise let it through"),
    "let_through": N_("Let every attack through"),
}

#: A plan of more reactions than this to one attack is not followed.
_LIMIT = 20


def ordered(match: EdgeMatch, seat: int, orders: Sequence[str]) -> Action | None:
    """Return the action that a seat's orders take now, or None to ask the player."""
    window = _window(match)
    if window is None or seat not in match.decisions():
        return None
    if "let_through" in orders:
        return Pass()
    return _defence(match, seat) if "defend" in orders else None


def _window(match: EdgeMatch) -> Window | None:
    top = match.state.stack[-1] if match.state.stack else None
    return top if isinstance(top, Window) and top.name == "attacked" else None


def _defence(match: EdgeMatch, seat: int) -> Action:
    """Return the first of a series of reactions that leaves no Damage, or Pass when there is none."""
    trial = match.copy()
    first: Action | None = None
    for _ in range(_LIMIT):
        window = _window(trial)
        offer = trial.decisions().get(seat)
        if offer is None:
            break
        if window is not None and not damage_left(window):
            break
        # Inside a reaction the last choice is the largest; between reactions Pass is not tried.
        choices = [action for action in offer.actions if not isinstance(action, Pass)]
        if not choices:
            return Pass()
        action = choices[-1]
        first = first or action
        if any(_withstood(event.body, seat) for event in trial.apply(seat, action)):
            return first
    return Pass()


def _withstood(body: Body, seat: int) -> bool:
    return isinstance(body, Defended) and body.seat == seat and body.success
