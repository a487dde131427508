"""Story rows that a player plans while the rival is still acting (section PBP)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import RowStep, TeamStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.planning_interface import Planning
from rules.kernel.engine.sequence import END, Sequence
from rules.kernel.words.translation import N_

#: The sequences of steps that include the laying of rows.
_ROWS = ("enlistment", "conflict")
#: The steps of an Enlistment or a Conflict before the Active player has laid a row, and the steps before the Passive
#: player has laid one.
_BEFORE_ACTIVE, _BEFORE_PASSIVE = ("", "active_row"), ("", "active_row", "passive_row")
#: The steps of a Prologue after cards have been drawn and gold gained. Players can plan rows from then on.
_DEALT = ("start_effects", "window", END)
#: The steps of a manoeuvre before it is known whether there will be a Conflict.
_BEFORE_BLOCK = ("team", "block", "opposed")


def _next_row(match: Haeresis, seat: int) -> Sequence | None:
    """Return the sequence that includes laying a seat's next row; None if the seat can't plan a row now.

    The sequence is an Enlistment whose cards have been drawn, a Conflict, or the seat's own manoeuvre, which may lead
    to a Conflict.
    """
    state = match.state
    for step in reversed(state.stack):
        if not isinstance(step, Sequence):
            continue
        if step.name == "prologue" and step.line not in _DEALT:
            return None
        if step.name in _ROWS:
            before = _BEFORE_ACTIVE if seat == state.active else _BEFORE_PASSIVE
            return step if _is_in_turn(match, seat) or step.line in before else None
        if step.name == "manoeuvre":
            return step if step.seat == seat and step.line in _BEFORE_BLOCK and _own_team(match, seat) else None
    return None


def _own_team(match: Haeresis, seat: int) -> list[str]:
    """Return the team that a seat has chosen, even if the team is secret; empty while the seat is choosing."""
    man, top = match.state.man, match.state.stack[-1]
    if man is None or (isinstance(top, TeamStep) and top.seat == seat):
        return []
    return man.teams[seat] or man.plan


def _turn(match: Haeresis, seat: int) -> str:
    """Return an identifier of a seat's current or next row; "" if the seat can't plan a row."""
    coming = _next_row(match, seat)
    if coming is None:
        return ""
    name = "enlistment" if coming.name == "enlistment" else "conflict"
    return f"{name} {match.state.round} {sum(match.state.tally.manoeuvres)}"


def _is_in_turn(match: Haeresis, seat: int) -> bool:
    """Return whether a seat is currently laying its row."""
    top = match.state.stack[-1] if match.state.stack else None
    return isinstance(top, RowStep) and top.seat == seat


def _begin(match: Haeresis, seat: int) -> None:
    """Move a possible world forward to the moment when a seat lays its next row.

    The rival's row is skipped, and the seat's own manoeuvre is assumed to be blocked.
    """
    state, man = match.state, match.state.man
    coming = _next_row(match, seat)
    assert coming is not None
    own = _own_team(match, seat)
    del state.stack[state.stack.index(coming) + 1 :]
    if coming.name == "manoeuvre":
        assert man is not None
        man.teams[seat], man.plan, man.blocked = own, [], True
        coming.line = "action_end"
        coming = Sequence("conflict", seat=seat)
        state.stack.append(coming)
    elif coming.name == "enlistment":
        state.phase = "enlistment"
    coming.line = "passive_row" if seat == state.active else "reveal"
    state.chapter, state.window, state.tally.let_go = 0, "", []
    state.stack.append(RowStep(seat))


def _rests_on(match: Haeresis, seat: int, _action: Action) -> Mapping[str, Any]:
    """Return the facts that a planned row depends on.

    They are the seat's hand, gold and souls, and the known teams of a Conflict.
    """
    player, man = match.state.players[seat], match.state.man
    facts: dict[str, Any] = {"hand": sorted(player.hand), "gold": player.gold, "souls": player.souls}
    if man is not None:
        names = {"team": man.teams[seat], "rivals": man.teams[1 - seat]}
        facts |= {name: sorted(team) for name, team in names.items() if team}
    return facts


PLANNING = Planning(
    turn=_turn,
    is_in_turn=_is_in_turn,
    begin=_begin,
    rests_on=_rests_on,
    changes={
        "hand": N_("Your hand has changed since."),
        "gold": N_("Your gold has changed since."),
        "souls": N_("Your souls have changed since."),
        "team": N_("Your team has changed since."),
        "rivals": N_("Your opponent's team has changed since."),
    },
)
