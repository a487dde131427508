"""The Great Old One of solo play: its goal, its MADNESS, and its turn (sections 31.3, 31.6, 31.12 to 31.14)."""

from __future__ import annotations

from rules.dark_providence.board.allegiance import reveal_card
from rules.dark_providence.board.piece_placement import trigger_end
from rules.dark_providence.board.sanity import MADNESS, draw_token
from rules.dark_providence.content.effects import EffectOrder
from rules.dark_providence.state import events
from rules.dark_providence.state.state import OldOneSide, Providence
from rules.dark_providence.state.steps import OrderStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.sequence import Lines, Sequence

#: The number of the Great Old One's MADNESS tokens that ends the game (DP-SOLO.33).
OLD_ONE_MADNESS = 5
#: The control deck is shuffled when this many control cards with a cultist effect have been used (DP-SOLO.117).
EFFECT_CARDS = 2


def side(match: Providence) -> OldOneSide:
    """Return the state of the Great Old One's side in a solo match."""
    assert match.state.old_one is not None
    return match.state.old_one


def is_cultist_of(match: Providence, who: int) -> bool:
    """Return whether `who` is the number of a cultist in a solo match. Used to check saved steps."""
    return match.state.old_one is not None and who in (1, 2)


def out_of_markers(match: Providence, who: int) -> bool:
    """Return whether a cultist's supply is empty. If so, the cultist takes all markers back from Limbo (DP-SOLO.41)."""
    own = side(match).cultists[who - 1]
    if own.supply:
        return False
    if own.limbo:
        match.emit(EVERYONE, events.Recovered(who, "limbo", own.limbo))
        own.supply, own.limbo = own.limbo, 0
    return True


def goal_reached(match: Providence) -> int:
    """Return the Great Old One's progress towards its goal, in the unit of the goal."""
    state = match.state
    old_one = side(match)
    match match.content.old_ones[old_one.card].goal.goal:
        case "gates":
            return sum(place.gate_owner > 0 and place.gate == "open" for place in state.places.values())
        case "cities":
            return sum(place.controller > 0 for place in state.places.values())
        case "mythos":
            return len(old_one.mythos)
        case "victims":
            return len(old_one.crypt)
        case "ritual":
            return state.ritual
        case "locks":
            return len(state.locks)
        case "assets":
            return old_one.assets
        case _:
            return state.players[0].madness


def check_goal(match: Providence) -> bool:
    """Return whether the goal has been reached; trigger the end of the game when this is first noticed (DP-SOLO.26).

    Call this after every step of a turn (DP-HC.80).
    """
    state = match.state
    if state.old_one is None:
        return False
    if not state.goal_met and goal_reached(match) >= match.content.old_ones[state.old_one.card].goal.amount:
        state.goal_met = True
        match.emit(EVERYONE, events.GoalReached(state.old_one.card))
        trigger_end(match, -1, "goal")
    return state.goal_met


def old_one_test(match: Providence) -> None:
    """Draw a sanity token for the Great Old One.

    A SANE token leaves the game. The fifth MADNESS token ends the game after the turn (DP-SOLO.131 to 133).
    """
    old_one = side(match)
    token = draw_token(match)
    if token is None:
        return
    if token != MADNESS:
        match.state.spent[0] += 1
        match.emit(EVERYONE, events.TookToken(-1, False, old_one.madness))
        return
    old_one.madness += 1
    match.emit(EVERYONE, events.TookToken(-1, True, old_one.madness))
    if old_one.madness >= OLD_ONE_MADNESS:
        reveal_card(match, 0, "old_one_madness")
        old_one.ending.append("old_one_madness")


# -- the turn -------------------------------------------------------------------------------------------------


def reveal_control(match: Providence, _step: Sequence) -> None:
    """Turn the top control card face up (DP-SOLO.53)."""
    match.state.phase = "old_one"
    old_one = side(match)
    old_one.control = old_one.deck.pop(0)
    match.reveal()
    match.emit(EVERYONE, events.ControlDrawn(old_one.control))


def first_cultist(match: Providence, _step: Sequence) -> None:
    """Start the first cultist's instruction (DP-SOLO.55)."""
    _act(match, 1)


def second_cultist(match: Providence, _step: Sequence) -> None:
    """Start the second cultist's instruction, unless the end of the game is triggered (DP-HC.74)."""
    if not match.state.ending:
        _act(match, 2)


def _act(match: Providence, who: int) -> None:
    match.push(OrderStep(who, match.content.controls[side(match).control].orders[who - 1]))


def end_of_old_one_turn(match: Providence, _step: Sequence) -> None:
    """Discard the control card, and trigger any postponed end of the game (DP-SOLO.119, 141).

    If two cards with a cultist effect have been used or the control deck is empty, all control cards are shuffled.
    """
    old_one = side(match)
    orders = match.content.controls[old_one.control].orders
    old_one.discard.append(old_one.control)
    old_one.effects += any(isinstance(order, EffectOrder) for order in orders)
    if old_one.effects >= EFFECT_CARDS or not old_one.deck:
        old_one.deck = match.chance.shuffle("control", sorted([*old_one.deck, *old_one.discard]))
        old_one.discard, old_one.effects = [], 0
        match.emit(EVERYONE, events.ControlShuffled())
    check_goal(match)
    for trigger in old_one.ending:
        trigger_end(match, -1, trigger)


OLD_ONE_TURN: Lines = {
    "reveal_control": reveal_control,
    "first_cultist": first_cultist,
    "second_cultist": second_cultist,
    "end_of_old_one_turn": end_of_old_one_turn,
}
