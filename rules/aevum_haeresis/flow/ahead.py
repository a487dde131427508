"""Story rows planned ahead, while the rival acts (section PBP)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import RowStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.planning import Planning
from rules.kernel.engine.sequence import END, Sequence
from rules.kernel.words.text import N_

#: The phases in which rows are laid.
_ROWS = ("enlistment", "conflict")
#: Their lines before which the Active and the Passive player have laid nothing.
_BEFORE_ACTIVE, _BEFORE_PASSIVE = ("", "active_row"), ("", "active_row", "passive_row")
#: The lines of a Prologue after which hands and gold are as they will be in the Enlistment.
_DEALT = ("start_effects", "window", END)


def _coming(match: Haeresis, seat: int) -> Sequence | None:
    """Return the phase in which a seat lays its next row, once its cards are drawn: Enlistment or a Conflict."""
    state = match.state
    top = state.stack[-1] if state.stack else None
    for step in reversed(state.stack):
        if not isinstance(step, Sequence):
            continue
        if step.name == "prologue" and step.line not in _DEALT:
            return None
        if step.name in _ROWS:
            before = _BEFORE_ACTIVE if seat == state.active else _BEFORE_PASSIVE
            laying = isinstance(top, RowStep) and top.seat == seat
            return step if laying or step.line in before else None
    return None


def _turn(match: Haeresis, seat: int) -> str:
    """Name a seat's next row, or the one that it lays."""
    coming = _coming(match, seat)
    state = match.state
    return f"{coming.name} {state.round} {sum(state.tally.manoeuvres)}" if coming is not None else ""


def _is_in_turn(match: Haeresis, seat: int) -> bool:
    """Tell whether a seat lays its row now."""
    top = match.state.stack[-1] if match.state.stack else None
    return isinstance(top, RowStep) and top.seat == seat


def _begin(match: Haeresis, seat: int) -> None:
    """Let a seat lay its row now, whoever would lay before it."""
    state = match.state
    coming = _coming(match, seat)
    assert coming is not None
    del state.stack[state.stack.index(coming) + 1 :]
    coming.line = "passive_row" if seat == state.active else "reveal"
    if coming.name == "enlistment":
        state.phase = "enlistment"
    state.chapter, state.window, state.tally.let_go = 0, "", []
    state.stack.append(RowStep(seat))


def _rests_on(match: Haeresis, seat: int, _action: Action) -> Mapping[str, Any]:
    """Return what a row rests on: what the seat holds and can pay with, and the teams of a Conflict."""
    player, man = match.state.players[seat], match.state.man
    teams = [sorted(team) for team in man.teams] if man is not None else []
    return {"hand": sorted(player.hand), "gold": player.gold, "souls": player.souls, "teams": teams}


PLANNING = Planning(
    turn=_turn,
    is_in_turn=_is_in_turn,
    begin=_begin,
    rests_on=_rests_on,
    changes={
        "hand": N_("Your hand has changed since."),
        "gold": N_("Your gold has changed since."),
        "souls": N_("Your souls have changed since."),
        "teams": N_("The teams have changed since."),
    },
)
