"""The behaviour of the verbs that affect cities: gates, locks, martial law, Cthulhu and Whateley markers."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.board.deck import destroy_card
from rules.dark_providence.board.piece_placement import free_locks, lock, set_controller, targets, unlock
from rules.dark_providence.content import ops
from rules.dark_providence.content.component_counts import WHATELEYS
from rules.dark_providence.effects.gate_actions import possible_gate_actions
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.effects.verb import Verb, choice_verb
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep, GateStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

# -- gates ----------------------------------------------------------------------------------------------------


def _gate_step(seat: int, card: str, op: ops.Gate) -> GateStep:
    return GateStep(seat, card, op.any_agent, op.face)


def _has_gate(match: Providence, seat: int, card: str, op: ops.Gate) -> bool:
    return any(possible_gate_actions(match, _gate_step(seat, card, op)))


def _gate(match: Providence, seat: int, card: str, op: ops.Gate) -> None:
    match.push(_gate_step(seat, card, op))


# -- locks ----------------------------------------------------------------------------------------------------


def _locks(match: Providence, step: ChoiceStep, op: ops.Lock) -> list[str]:
    """Return where a lock can be placed or removed, as options "place/<target>" and "remove/<target>"."""
    state = match.state
    found: list[str] = []
    if op.mode != "remove" and free_locks(state):  # Placing a lock takes one from the supply (DP-LOCK.5).
        found += [f"place/{target}" for target in targets(state) if target not in state.locks]
    if op.mode != "place":
        found += [f"remove/{target}" for target in state.locks]
    return found


def _has_lock(match: Providence, seat: int, card: str, op: ops.Lock) -> bool:
    """Return whether the operation can place or remove a lock anywhere now."""
    state = match.state
    if op.mode != "place" and state.locks:
        return True
    return op.mode != "remove" and free_locks(state) > 0 and any(one not in state.locks for one in targets(state))


def _lock(match: Providence, step: ChoiceStep, op: ops.Lock, option: str) -> None:
    mode, target = option.split("/", 1)
    if mode == "place":
        lock(match, step.seat, target)
    else:
        unlock(match, step.seat, target)


def _refuse_lock_change(match: Providence, step: ChoiceStep, op: ops.Lock, option: str) -> Reason:
    state = match.state
    mode, _, target = option.partition("/")
    if mode == "place" and target in state.locks:
        return IllegalAction("It already has a lock, and one is the limit.", rule="DP-LOCK.4")
    if mode == "place" and not free_locks(state):
        return IllegalAction("All locks are in use; one must be removed somewhere first.", rule="DP-LOCK.5")
    if mode == "remove" and target not in state.locks:
        return IllegalAction("There is no lock on it.", rule="DP-LOCK.1")
    return None


def _refuse_without_lock_changes(match: Providence, seat: int, op: ops.Lock) -> Reason:
    if op.mode != "remove" and not free_locks(match.state):
        return IllegalAction("All locks are in use; one must be removed somewhere first.", rule="DP-LOCK.5")
    return IllegalAction("There is no lock to remove anywhere.", rule="DP-LOCK.1")


# -- markers on cities ----------------------------------------------------------------------------------------


def _martial_law_cities(match: Providence, step: ChoiceStep, op: ops.MartialLaw) -> list[str]:
    return [city for city in match.state.places if city != match.state.martial_law]


def _martial_law(match: Providence, step: ChoiceStep, op: ops.MartialLaw, option: str) -> None:
    match.state.martial_law = option
    match.emit(EVERYONE, events.MarkerPut("martial_law", option))


def _cthulhu_cities(match: Providence, step: ChoiceStep, op: ops.Cthulhu) -> list[str]:
    return [city for city in match.state.places if city != match.state.cthulhu]


def _cthulhu(match: Providence, step: ChoiceStep, op: ops.Cthulhu, option: str) -> None:
    """Put Cthulhu in a city. Its controller loses the city and its VP, and the city card returns to area E."""
    state = match.state
    state.cthulhu = option
    match.emit(EVERYONE, events.MarkerPut("cthulhu", option))
    if state.places[option].controller >= 0:
        set_controller(match, option, -1)
        if option in state.owners:
            destroy_card(match, option)


def _whateley_cities(match: Providence, step: ChoiceStep, op: ops.Whateley) -> list[str]:
    return list(match.state.places) if len(match.state.whateleys) < WHATELEYS else []


def _whateley(match: Providence, step: ChoiceStep, op: ops.Whateley, option: str) -> None:
    match.state.whateleys.append(option)
    match.state.whateley_seat = step.seat
    match.emit(EVERYONE, events.MarkerPut("whateley", option))


VERBS: dict[type[Any], Verb] = {
    ops.Gate: Verb(_has_gate, _gate, needed=True),
    ops.Lock: choice_verb(
        _locks,
        _lock,
        needed=True,
        can_resolve=_has_lock,
        why_not=_refuse_lock_change,
        why_idle=_refuse_without_lock_changes,
    ),
    ops.MartialLaw: choice_verb(_martial_law_cities, _martial_law),
    ops.Cthulhu: choice_verb(_cthulhu_cities, _cthulhu),
    ops.Whateley: choice_verb(_whateley_cities, _whateley),
}
