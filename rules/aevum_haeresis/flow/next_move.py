"""The stops directly before a player's own next move, where the rival waits for this player anyway (AH-PBP.33)."""

from __future__ import annotations

from collections.abc import Collection

from rules.aevum_haeresis.board.card_lookup import eligible
from rules.aevum_haeresis.content.ops import MANOEUVRES, WindowName
from rules.aevum_haeresis.flow.plot import heresies
from rules.aevum_haeresis.flow.windows import could_react
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.words.names import NEVER_NEXT, OPENING_WINDOWS

#: The order that asks the player in every window directly before the player's own next move. The rival waits for that
#: move anyway, so asking doesn't cost time.
NEXT = "next"
#: The same order for the windows that open a phase or a rival's manoeuvre only, so that the player is asked once.
OPENING = "opening"


def stops_here(match: Haeresis, seat: int, window: WindowName, stops: Collection[str]) -> bool:
    """Return whether one of these stops asks a seat in the open window, going by public facts only (AH-PBP.7, PBP.33).

    They don't ask if all players can see that the seat can't react.
    """
    fits = (NEXT in stops and window not in NEVER_NEXT) or (OPENING in stops and window in OPENING_WINDOWS)
    return fits and is_next(match, seat) and could_react(match, seat, window)


def is_next(match: Haeresis, seat: int) -> bool:
    """Return whether a seat makes the next move after the current window, draw or discard, going by public facts.

    After an action, the rival moves next if they can act. Between phases, the player who starts the next phase moves
    next.
    """
    state = match.state
    active, passive = state.active, 1 - state.active
    if state.phase == "epilogue":
        return seat == passive
    if state.phase == "plot":
        order = [] if state.passes > 1 else [1 - state.actor] if state.passes else [1 - state.actor, state.actor]
    elif state.window == "prologue_end":
        return seat == active
    elif state.window == "enlistment_end":
        order = [active, passive]
    else:
        return False
    return seat == next((one for one in order if _can_act(match, one)), passive)


def _can_act(match: Haeresis, seat: int) -> bool:
    """Return whether a player will be able to take an action other than Pass.

    Characters in the current teams don't count, because they become Spent.
    """
    man = match.state.man
    in_teams = [*man.teams[0], *man.teams[1]] if man is not None else []
    return bool(heresies(match, seat)) or any(set(eligible(match, seat, kind)) - {*in_teams} for kind in MANOEUVRES)
