"""The behaviour of the verbs that affect players: actions, sanity and allegiances."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.board.agents import cultist_id, is_cultist
from rules.dark_providence.board.allegiance import reveal_card
from rules.dark_providence.board.counts import amount_of
from rules.dark_providence.board.sanity import MADNESS, sanity_test
from rules.dark_providence.content import ops
from rules.dark_providence.effects.assassination_checks import unmask_cultist
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.effects.verb import Verb, choice_verb
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

# -- actions and sanity ---------------------------------------------------------------------------------------


def _has_turn(match: Providence, seat: int, card: str, op: ops.Actions) -> bool:
    return match.state.turn.seat == seat


def _actions(match: Providence, seat: int, card: str, op: ops.Actions) -> None:
    match.state.turn.actions += op.count
    match.emit(EVERYONE, events.GainedActions(seat, op.count))


def _is_shaken(match: Providence, seat: int, card: str, op: ops.Calm) -> bool:
    return match.state.players[seat].madness > 0 and amount_of(match, seat, op.count) > 0


def _calm(match: Providence, seat: int, card: str, op: ops.Calm) -> None:
    player = match.state.players[seat]
    count = min(amount_of(match, seat, op.count), player.madness)
    player.madness -= count
    match.state.bag[MADNESS] += count
    match.emit(EVERYONE, events.TokensCalmed(seat, count))


def _refuse_without_madness(match: Providence, seat: int, op: ops.Calm) -> Reason:
    return None if match.state.players[seat].madness else IllegalAction("You have no Madness token.", rule="DP-ACT.5")


def _has_tokens(match: Providence, seat: int, card: str, op: ops.SanityTest) -> bool:
    return any(match.state.bag)


def _sanity(match: Providence, seat: int, card: str, op: ops.SanityTest) -> None:
    sanity_test(match, seat)


def _test_options(match: Providence, step: ChoiceStep, op: ops.Haunt) -> list[str]:
    """Return the other players as options for a sanity test; none in solo play or if the bag is empty."""
    return [str(seat) for seat in range(match.state.seats) if seat != step.seat] if any(match.state.bag) else []


def _haunt(match: Providence, step: ChoiceStep, op: ops.Haunt, option: str) -> None:
    sanity_test(match, int(option))


# -- allegiances ----------------------------------------------------------------------------------------------


def _peek_options(match: Providence, step: ChoiceStep, op: ops.Peek) -> list[str]:
    """Return the players whose allegiance this seat hasn't seen; none in solo play."""
    return [
        str(seat)
        for seat, player in enumerate(match.state.players)
        if seat != step.seat and not (player.revealed or player.shown or step.seat in player.seen)
    ]


def _refuse_nothing_to_peek(match: Providence, seat: int, op: ops.Peek) -> Reason:
    return IllegalAction("You already know every allegiance you could look at.", rule="DP-ACT.5")


def _peek(match: Providence, step: ChoiceStep, op: ops.Peek, option: str) -> None:
    """Show a player's allegiance to the seat. This doesn't count as revealing it (DP-HC.45)."""
    other = match.state.players[int(option)]
    other.seen.append(step.seat)
    match.reveal()
    match.emit(EVERYONE, events.LookedAt(step.seat, int(option)))
    match.emit((step.seat,), events.SawAllegiance(step.seat, int(option), other.allegiance))


def _unmask_options(match: Providence, step: ChoiceStep, op: ops.Unmask) -> list[str]:
    """Return the other players with a hidden allegiance or, in solo play, the hidden cultists."""
    state = match.state
    if state.old_one is not None:
        return [cultist_id(who) for who, side in enumerate(state.old_one.cultists, 1) if not side.revealed]
    return [str(seat) for seat, player in enumerate(state.players) if seat != step.seat and not player.revealed]


def _refuse_nothing_hidden(match: Providence, seat: int, op: ops.Unmask) -> Reason:
    return IllegalAction("Everyone's allegiance is already revealed.", rule="DP-ACT.5")


def _unmask(match: Providence, step: ChoiceStep, op: ops.Unmask, option: str) -> None:
    if is_cultist(option):
        unmask_cultist(match, int(option[-1]))
    else:
        reveal_card(match, int(option), "card")


VERBS: dict[type[Any], Verb] = {
    ops.Actions: Verb(_has_turn, _actions),
    ops.Calm: Verb(_is_shaken, _calm, why_idle=_refuse_without_madness),
    ops.SanityTest: Verb(_has_tokens, _sanity),
    ops.Haunt: choice_verb(_test_options, _haunt),
    ops.Peek: choice_verb(_peek_options, _peek, why_idle=_refuse_nothing_to_peek),
    ops.Unmask: choice_verb(_unmask_options, _unmask, why_idle=_refuse_nothing_hidden),
}
