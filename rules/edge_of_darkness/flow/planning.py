"""Planning a turn ahead while other players move (EOD-PBP.8).

Players can plan their Action turn as soon as they have drafted, because they know their hand by then. In the prologue
they can plan their next pick (or two picks in a row), and later the card for the Guild Hall.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Many
from hashlib import blake2b
from itertools import groupby
from typing import Any

from rules.edge_of_darkness.state.actions import ChooseSpots, EndTurn, HuntThreats, KeepInHall, Pick, Reshuffle
from rules.edge_of_darkness.state.events import DrewCubes, DroppedCubes, PrologueEnded, Reshuffled, TowerFilled
from rules.edge_of_darkness.state.state import EdgeMatch, Turn
from rules.edge_of_darkness.state.steps import AttacksStep, FreeStep, GuildStep, HallStep, PickStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.chance import RepeatableRandom
from rules.kernel.engine.planning_interface import Planning
from rules.kernel.engine.sequence import END, Sequence
from rules.kernel.words.translation import N_

#: The labels of an Action turn's steps, up to the end of the free part.
_BEFORE = ("", "begin_turn", "drop_cubes", "resolve_attacks", "free_part")
#: Events with random results. Planned answers never depend on them.
_CHANCE = (TowerFilled, Reshuffled, DroppedCubes, DrewCubes, PrologueEnded)
#: The id of the plan for choosing a card for the Guild Hall.
_HALL = "hall"


def _turn(match: EdgeMatch, seat: int) -> str:
    """Return the id of the turn that a seat can plan: a pick, the choice for the Guild Hall, or an Action turn."""
    state = match.state
    if state.phase == "prologue":
        return _in_prologue(match, seat)
    own = [step for step in state.stack if isinstance(step, Sequence | FreeStep) and step.seat == seat]
    if state.phase == "assembly":
        return "" if own else str(state.round)
    waits = any(isinstance(step, FreeStep) or (step.name == "action_turn" and step.line in _BEFORE) for step in own)
    return str(state.round) if state.phase == "action" and waits else ""


def _in_prologue(match: EdgeMatch, seat: int) -> str:
    """Return the id of a seat's next decision in the prologue: a pick (or two in a row), or the Guild Hall choice.

    The id of a pick contains the number of picking turns that the seat has left.
    """
    stack = match.state.stack
    if any(isinstance(step, GuildStep) for step in stack):
        return ""
    top = stack[-1]
    if isinstance(top, HallStep):
        return _HALL if seat in top.owed else ""
    order = [step.seat for step in stack if isinstance(step, PickStep)]  # The next pick is the last step in the list.
    left = [one for one, _ in groupby(order)].count(seat)
    # While the effect of a picked advancement is being resolved, its pick is still the current pick.
    under_way = not isinstance(top, PickStep) and seat in match.decisions() and order[-1:] != [seat]
    return f"pick {left + under_way}" if left + under_way else _HALL


def _is_in_turn(match: EdgeMatch, seat: int) -> bool:
    """Return whether a seat is being asked in a turn that it can plan. Attacks aren't part of any such turn."""
    state = match.state
    if seat not in match.decisions() or any(isinstance(step, AttacksStep) for step in state.stack):
        return False
    if state.phase == "prologue":
        return not isinstance(state.stack[-1], GuildStep)
    return any(isinstance(step, FreeStep) and step.seat == seat for step in state.stack)


def _begin(match: EdgeMatch, seat: int) -> None:
    """Put the planned turn on the stack. The player's staged cubes aren't dropped, because they fall at random."""
    state = match.state
    turn, game = _turn(match, seat), state.stack[0]
    if turn == _HALL:
        state.stack[:] = [game, Sequence("prologue", "make_deck"), HallStep([seat])]
    elif state.phase == "prologue":
        picks = [place for place, step in enumerate(state.stack) if isinstance(step, PickStep) and step.seat == seat]
        del state.stack[picks[-1] + 1 :]
    else:
        state.phase, state.turn = "action", Turn(seat)
        state.stack[:] = [
            game,
            Sequence("round", END),
            Sequence("action_turn", "discard_hand", seat),
            FreeStep(seat),
        ]


def _rests_on(match: EdgeMatch, seat: int, action: Action) -> Mapping[str, Any]:
    """Return a hash of an answer's predictable effects; {} for answers that depend on nothing, such as ending a turn.

    Predictable effects are those that occur in each of two possible worlds. Comparing worlds keeps the real order of
    the stack hidden.
    """
    if isinstance(action, EndTurn | KeepInHall | Reshuffle) or action not in match.decisions()[seat].actions:
        return {}
    first, second = (match.worlds(seat, RepeatableRandom(name)).apply(seat, action) for name in ("one", "another"))
    does = [event.body for event in first if event in second and not isinstance(event.body, _CHANCE)]
    return {"does": blake2b(repr(does).encode(), digest_size=6).hexdigest()}


def _is_alike(worlds: Many[EdgeMatch], action: Action) -> bool:
    """Return whether the tower spots in an answer hold the same cards in all worlds. If not, a spot was refilled."""
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
    changes={"does": N_("It wouldn't do the same any more.")},
    first_of=(HuntThreats, Pick, KeepInHall),
)
