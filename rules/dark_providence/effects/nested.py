"""The behaviour of the verbs that contain other operations, and the table of all verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.dark_providence.board.counts import is_condition_met
from rules.dark_providence.content import ops
from rules.dark_providence.content.ops import Op
from rules.dark_providence.effects.icon_payment import can_pay
from rules.dark_providence.effects.influence import spend
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.effects.simple_verb_table import PLAIN
from rules.dark_providence.effects.verb import CanResolve, Do, Verb, choice_verb, is_possible
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep, EffectStep, PayStep
from rules.kernel.errors import IllegalAction

# -- conditions -----------------------------------------------------------------------------------------------


def _branch(match: Providence, seat: int, op: ops.If) -> Sequence[Op]:
    """Return the operations of the branch that the condition currently selects."""
    return op.do if is_condition_met(match, seat, op.when) else op.otherwise


def _has_branch(match: Providence, seat: int, card: str, op: ops.If) -> bool:
    return is_possible(VERBS, match, seat, card, _branch(match, seat, op))


def _refuse_without_branch(match: Providence, seat: int, op: ops.If) -> Reason:
    if op.otherwise or is_condition_met(match, seat, op.when):
        return None
    return IllegalAction("That card's condition isn't met now; read it with /card.", rule="DP-ACT.5")


# -- prices ---------------------------------------------------------------------------------------------------

#: The option to pay. The player can also decline.
PAY = "pay"


def _other_hand_size(match: Providence, seat: int, card: str) -> int:
    """Return the number of cards in a seat's hand, excluding the card in use."""
    return sum(other != card for other in match.state.players[seat].hand)


def _discard(match: Providence, seat: int, card: str, cost: ops.DiscardCards) -> None:
    match.push(ChoiceStep(seat, card, ops.Discard(op="discard", count=cost.count), left=cost.count, must=True))


def _destroy(match: Providence, seat: int, card: str, cost: ops.DestroyHeld) -> None:
    match.push(ChoiceStep(seat, card, ops.Purge(op="purge"), must=True))


def _lose_vp(match: Providence, seat: int, card: str, cost: ops.LoseVp) -> None:
    lost = ops.GainVp(op="vp", amount=-cost.amount)
    match.push(EffectStep(seat, card, "part", [lost], did=True))


def _risk(match: Providence, seat: int, card: str, cost: ops.RiskSanity) -> None:
    match.push(EffectStep(seat, card, "part", [ops.SanityTest(op="sanity")], did=True))


def _spend(match: Providence, seat: int, card: str, cost: ops.SpendMarkers) -> None:
    spend(match, seat, cost.count)


def _play(match: Providence, seat: int, card: str, cost: ops.PlayIcons) -> None:
    match.push(PayStep(seat, "cost", cost.what, most=cost.amount, exact=True))


#: For each kind of price: a function that checks whether a seat can pay it, and a function that makes the seat pay.
PRICES: dict[type[Any], tuple[CanResolve, Do]] = {
    ops.DiscardCards: (lambda match, seat, card, cost: _other_hand_size(match, seat, card) >= cost.count, _discard),
    ops.DestroyHeld: (lambda match, seat, card, cost: _other_hand_size(match, seat, card) > 0, _destroy),
    ops.LoseVp: (lambda match, seat, card, cost: True, _lose_vp),
    ops.SpendMarkers: (lambda match, seat, card, cost: match.state.players[seat].supply >= cost.count, _spend),
    ops.RiskSanity: (lambda match, seat, card, cost: any(match.state.bag), _risk),
    ops.PlayIcons: (lambda match, seat, card, cost: can_pay(match, seat, cost.what, cost.amount, card), _play),
}


def _pay_options(match: Providence, step: ChoiceStep, op: ops.Pay) -> list[str]:
    """Return the option to pay; no option if the seat can't pay or the paid operations would change nothing."""
    payable = PRICES[type(op.cost)][0](match, step.seat, step.card, op.cost)
    return [PAY] if payable and is_possible(PLAIN, match, step.seat, step.card, op.do) else []


def _might_pay(match: Providence, step: ChoiceStep, op: ops.Pay) -> bool:
    """Return whether, as far as the other players can tell, the seat might be able to pay the price."""
    held = _other_hand_size(match, step.seat, step.card)
    return isinstance(op.cost, ops.PlayIcons) and bool(held) and is_possible(PLAIN, match, step.seat, step.card, op.do)


def _pay_and_resolve(match: Providence, step: ChoiceStep, op: ops.Pay, option: str) -> None:
    """Make the seat pay the price, then execute the nested operations."""
    match.push(EffectStep(step.seat, step.card, "part", [*op.do], did=True))
    PRICES[type(op.cost)][1](match, step.seat, step.card, op.cost)


def _refuse_payment(match: Providence, seat: int, op: ops.Pay) -> Reason:
    return IllegalAction("You can't pay for that card's effect now, or it would do nothing.", rule="DP-ACT.4")


#: All verbs, with and without nested operations.
VERBS: dict[type[Any], Verb] = {
    **PLAIN,
    ops.If: Verb(_has_branch, unfold=_branch, why_idle=_refuse_without_branch),
    ops.Pay: choice_verb(
        _pay_options, _pay_and_resolve, optional=True, why_idle=_refuse_payment, asks_anyway=_might_pay
    ),
}
