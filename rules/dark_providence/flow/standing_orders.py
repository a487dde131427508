"""Standing orders and planned turns: actions that the bot takes for a player without asking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.dark_providence.board.agents import agents_in
from rules.dark_providence.board.piece_placement import target_kind
from rules.dark_providence.effects.acquisition_checks import influence_on
from rules.dark_providence.flow.order_of_play import ACTIONS
from rules.dark_providence.state import actions
from rules.dark_providence.state.state import Providence, Turn
from rules.dark_providence.state.steps import LeadStep, StartStep, TurnStep
from rules.kernel.data.actions import Action
from rules.kernel.engine import planned_turns
from rules.kernel.engine.planning_interface import Planning
from rules.kernel.engine.sequence import Sequence as Lines
from rules.kernel.words.standing_orders import OrderGroup, one_group
from rules.kernel.words.translation import N_, Translator

ORDERS = {
    "end_turn": N_("End my turn once I've used my actions"),
}


def groups(say: Translator, _match: Providence, _seat: int) -> list[OrderGroup]:
    """Return the standing orders that a seat may choose from."""
    return one_group(say, ORDERS, say.t("The end of your turn"))


def ordered(match: Providence, seat: int, orders: Sequence[str]) -> Action | None:
    """Return the action that a seat's orders and plan dictate now, or None if the player must be asked (DP-PASS.1)."""
    planned = planned_turns.answer(match, seat, orders)
    if planned is not None:
        return planned
    top = match.state.stack[-1] if match.state.stack else None
    if "end_turn" not in orders or not isinstance(top, TurnStep) or top.seat != seat:
        return None
    return actions.EndTurn() if match.state.turn.actions <= 0 else None


# -- planning turns ahead -------------------------------------------------------------------------------------


def _turn(match: Providence, seat: int) -> str:
    """Return the id of the turn that a seat can plan: its next turn, or a choice before its first turn."""
    state = match.state
    if state.seats == 1 or state.ending:
        return ""
    choice = _choice(match, seat)
    if choice is not None:
        return choice.kind
    if state.phase == "play":
        return str(state.turns + (seat - state.turn.seat) % state.seats)
    return str(1 + (seat - state.first) % state.seats) if state.dealt else ""


def _turn_after(match: Providence, seat: int) -> str:
    """Return the id of the turn after the one that a seat can plan; "" before the first turn."""
    state = match.state
    return str(int(_turn(match, seat)) + state.seats) if state.phase == "play" and not state.ending else ""


def _choice(match: Providence, seat: int) -> LeadStep | StartStep | None:
    """Return the step on the stack that asks a seat for its lead agent or starting city."""
    mine = (step for step in match.state.stack if isinstance(step, LeadStep | StartStep) and step.seat == seat)
    return next(mine, None)


def _is_in_turn(match: Providence, seat: int) -> bool:
    """Return whether a seat is being asked in its own turn, or for a choice before its first turn."""
    if seat not in match.decisions():
        return False
    state = match.state
    return isinstance(state.stack[-1], LeadStep | StartStep) or (state.phase == "play" and state.turn.seat == seat)


def _begin(match: Providence, seat: int) -> None:
    """Put a seat's next turn, or a choice before its first turn, on top of the stack (DP-TURN.2)."""
    state = match.state
    choice = _choice(match, seat)
    if choice is not None:
        del state.stack[state.stack.index(choice) + 1 :]
        return
    if state.table:
        state.players[state.turn.seat].discard += state.table
        state.table = {}
    state.turns = int(_turn(match, seat))
    state.phase, state.turn = "play", Turn(seat, actions=ACTIONS)
    state.stack = [Lines("game", "old_one_turn"), Lines("turn", "draw_up", seat), TurnStep(seat)]


def _rests_on(match: Providence, seat: int, action: Action) -> Mapping[str, Any]:
    """Return the public facts that a planned answer depends on: a target's state, a city's agents, or the tracks."""
    state = match.state
    match action:
        case actions.PlaceInfluence() | actions.TakeBack():
            return _at(match, action.target)
        case actions.Choose():
            return _at(match, action.option.rpartition("/")[2])
        case actions.GoTo() | actions.FreeMove():
            return {"agents": sorted(agents_in(state, action.city))}
        case actions.Meddle():
            return {"track": state.ritual if action.track == "ritual" else state.investigation}
        case actions.RevealAllegiance():
            return {"points": [player.vp for player in state.players]}
        case _:
            return {}


def _at(match: Providence, target: str) -> Mapping[str, Any]:
    """Return a target's influence, lock and controller."""
    state = match.state
    if not target_kind(state, target):
        return {}
    controller = state.places[target].controller if target in state.places else None
    return {"influence": influence_on(match, target), "lock": target in state.locks, "control": controller}


PLANNING = Planning(
    turn=_turn,
    turn_after=_turn_after,
    is_in_turn=_is_in_turn,
    begin=_begin,
    rests_on=_rests_on,
    changes={
        "influence": N_("Influence there has changed since."),
        "lock": N_("A lock has been placed or removed there since."),
        "control": N_("Control of that city has changed since."),
        "agents": N_("Different agents are there now."),
        "track": N_("That track has moved since."),
        "points": N_("Points have changed since."),
    },
    first_of=(actions.PlaceInfluence, actions.AcquireTarget, actions.ChooseLead, actions.StartIn),
)
