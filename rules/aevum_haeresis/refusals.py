"""Why an action is not possible: the most useful reason and what to do, for the person who tried."""

from __future__ import annotations

from rules.aevum_haeresis.state import Haeresis
from rules.kernel.actions import Action
from rules.kernel.errors import IllegalAction


def why_illegal(match: Haeresis, seat: int, action: Action) -> IllegalAction:
    """Return the refusal of an action that this seat, which must decide something now, was not offered."""
    return IllegalAction("That is not one of the choices you have now.")
