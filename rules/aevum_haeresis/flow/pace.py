"""How long a decision stays on the table, and what is answered when a deadline is missed (AH-PBP.12, PBP.22)."""

from __future__ import annotations

from rules.aevum_haeresis.flow.windows import half_of
from rules.aevum_haeresis.state.actions import (
    BeActive,
    CountFirst,
    Decline,
    Done,
    DrawFrom,
    Join,
    Keep,
    Pass,
    PutLocation,
    Waive,
)
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import DemStep, TeamStep
from rules.kernel.data.actions import Action
from rules.kernel.words.orders import Hold

#: Answers that do and give away nothing; the first of them that is offered is given.
_PLAIN: tuple[Action, ...] = (Waive(), Decline(), Pass(), Keep(), DrawFrom("none"), Done())


def hold(match: Haeresis, seat: int) -> Hold | None:
    """Return how long this seat's decision takes, by public facts only.

    Each half of a window takes its time at the paces that set one, whatever its player does (AH-PBP.12, PBP.14,
    PBP.31); every other decision has the match's deadline, if it has one.
    """
    top = match.state.stack[-1] if match.state.stack else None
    options = match.state.options
    if isinstance(top, DemStep) and half_of(match, top) == seat:
        if options.pace == "uniform":
            return Hold(Waive(), options.half_minutes * 60, closes=True)
        if options.pace == "ask_all" and not options.deadline_hours:
            return Hold(Waive(), options.tick_minutes * 60, ticks=True)
    if not options.deadline_hours or seat not in match.decisions():
        return None
    return Hold(plainest(match, seat), options.deadline_hours * 3600, closes=True, early=True)


def plainest(match: Haeresis, seat: int) -> Action:
    """Return the answer given for a seat at its deadline (AH-PBP.22)."""
    actions = match.decisions()[seat].actions
    top = match.state.stack[-1]
    if isinstance(top, TeamStep) and not top.blocking:  # everybody who can
        return next((action for action in actions if isinstance(action, Join)), Done())
    for action in actions:
        match action:
            case BeActive() if action.seat == seat:
                return action
            case CountFirst() if action.reason.endswith(f"/{seat}"):
                return action
            case PutLocation():
                return PutLocation(match.state.players[seat].locations[0])
            case _:
                pass
    return next((action for action in _PLAIN if action in actions), actions[0])
