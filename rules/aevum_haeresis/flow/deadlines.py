"""The time limits of windows, and the answer for a seat whose time has run out (AH-PBP.12, PBP.22)."""

from __future__ import annotations

from rules.aevum_haeresis.flow.draft import best
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
from rules.aevum_haeresis.state.steps import DemStep, DraftStep, TeamStep
from rules.kernel.data.actions import Action
from rules.kernel.words.standing_orders import Hold

#: Answers that do nothing and reveal nothing, in order of preference.
_PLAIN: tuple[Action, ...] = (Waive(), Decline(), Pass(), Keep(), DrawFrom("none"), Done())


def hold(match: Haeresis, seat: int) -> Hold | None:
    """Return how long this seat's decision stays open whatever the seat answers; None if an answer closes it.

    If the match's options set a time for windows, each half of a window takes exactly that time, no matter what its
    player does (AH-PBP.12, PBP.14, PBP.31). All other decisions are limited only by the seats' clocks. The result
    depends only on public facts.
    """
    top = match.state.stack[-1] if match.state.stack else None
    options = match.state.options
    if isinstance(top, DemStep) and half_of(match, top) == seat:
        if options.pace == "uniform":
            return Hold(Waive(), options.half_minutes * 60, is_default=True)
        if options.pace == "ask_all":
            return Hold(Waive(), options.tick_minutes * 60, ticks=True)
    return None


def plainest(match: Haeresis, seat: int) -> Action:
    """Return the automatic answer for a seat whose clock has run out, if the match allows such answers (AH-PBP.22)."""
    actions = match.decisions()[seat].actions
    top = match.state.stack[-1]
    if isinstance(top, DraftStep):
        return best(match, seat)
    if isinstance(top, TeamStep) and not top.blocking:  # the initiator's team gets all eligible characters
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
