"""Planning an Action turn while others take theirs: the hand is known from the draft on (EOD-PBP.8)."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Many
from hashlib import blake2b
from typing import Any

from rules.edge_of_darkness.state.actions import ChooseSpots, EndTurn, HuntThreats, Reshuffle
from rules.edge_of_darkness.state.events import DrewCubes, DroppedCubes, Reshuffled, TowerFilled
from rules.edge_of_darkness.state.state import EdgeMatch, Turn
from rules.edge_of_darkness.state.steps import AttacksStep, FreeStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.chance import Chance, ChanceState
from rules.kernel.engine.planning import Planning
from rules.kernel.engine.sequence import END, Sequence
from rules.kernel.words.text import N_

#: The lines of an Action turn that come before its free part is over.
_BEFORE = ("", "begin_turn", "drop_cubes", "resolve_attacks", "free_part")
#: What comes by chance: no answer rests on it.
_CHANCE = (TowerFilled, Reshuffled, DroppedCubes, DrewCubes)


class _Guess:
    """The same worlds every time, so that what an answer does in them can be compared."""

    def __init__(self, name: str) -> None:
        self._chance = Chance(ChanceState(name))

    def shuffle(self, x: list[Any]) -> None:
        x[:] = self._chance.shuffle("shuffle", x)

    def getrandbits(self, k: int, /) -> int:
        return self._chance.below("bits", 1 << k)


def _turn(match: EdgeMatch, seat: int) -> str:
    """Return the round of the Action turn that a seat has before it, once it has drafted."""
    state = match.state
    own = [step for step in state.stack if isinstance(step, Sequence | FreeStep) and step.seat == seat]
    if state.phase == "assembly":
        return "" if own else str(state.round)
    waits = any(isinstance(step, FreeStep) or (step.name == "action_turn" and step.line in _BEFORE) for step in own)
    return str(state.round) if state.phase == "action" and waits else ""


def _is_in_turn(match: EdgeMatch, seat: int) -> bool:
    """Tell whether the free part of a seat's turn asks it something: an attack does not belong to it."""
    stack = match.state.stack
    free = any(isinstance(step, FreeStep) and step.seat == seat for step in stack)
    return free and not any(isinstance(step, AttacksStep) for step in stack) and seat in match.decisions()


def _begin(match: EdgeMatch, seat: int) -> None:
    """Begin the free part of a seat's Action turn; nobody knows where its cubes land, so they are left out."""
    state = match.state
    state.phase = "action"
    state.turn = Turn(seat)
    turn = Sequence("action_turn", "discard_hand", seat)
    state.stack[:] = [state.stack[0], Sequence("round", END), turn, FreeStep(seat)]


def _rests_on(match: EdgeMatch, seat: int, action: Action) -> Mapping[str, Any]:
    """Return what an answer does, as far as no chance decides it; the end of a turn rests on nothing.

    It is found in two worlds of the seat, as the real stack must not show.
    """
    if isinstance(action, EndTurn | Reshuffle) or action not in match.decisions()[seat].actions:
        return {}
    first, second = (match.worlds(seat, _Guess(name)).apply(seat, action) for name in ("one", "another"))
    does = [event.body for event in first if event in second and not isinstance(event.body, _CHANCE)]
    return {"does": blake2b(repr(does).encode(), digest_size=6).hexdigest()}


def _is_alike(worlds: Many[EdgeMatch], action: Action) -> bool:
    """Tell whether the cards on the spots that an answer names are known: those that come after a hunt are not."""
    if not isinstance(action, HuntThreats | ChooseSpots):
        return True
    towers = [world.state.tower for world in worlds]
    return all(len({tower[spot - 1] for tower in towers}) == 1 for spot in action.spots)


PLANNING = Planning(
    turn=_turn,
    is_in_turn=_is_in_turn,
    begin=_begin,
    rests_on=_rests_on,
    is_alike=_is_alike,
    changes={"does": N_("It would not do the same any more.")},
    first_of=(HuntThreats,),
)
