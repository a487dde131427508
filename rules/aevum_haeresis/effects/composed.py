"""What the verbs that contain other operations do."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.board.cards import controlled, heretics
from rules.aevum_haeresis.board.deck import change_gold, change_souls
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects import cards, characters, conflict, resources
from rules.aevum_haeresis.effects.verb import Choice, Verb, always
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import DelayedEffect, Haeresis
from rules.aevum_haeresis.state.steps import ChoiceStep, EffectStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

#: The verbs that others may contain.
PLAIN: dict[type[Any], Verb] = {**resources.VERBS, **cards.VERBS, **characters.VERBS, **conflict.VERBS}
#: Who can be turned for a cost: any own character that is Ready (AH-COST.15).
_TURNED = ops.Target(whose="own", scope="anywhere", state="ready")


def _part(match: Haeresis, step: EffectStep, effect: list[ops.Plain]) -> None:
    match.push(EffectStep(step.seat, step.card, [*effect], step.caster, part=True))


# -- one of several ways ------------------------------------------------------------------------------------------


def _choice(match: Haeresis, step: EffectStep, op: ops.Choice) -> None:
    seat = step.seat if op.who == "me" else 1 - step.seat
    match.push(ChoiceStep(seat, step.seat, step.card, op, caster=step.caster))


def _ways(match: Haeresis, step: ChoiceStep, op: ops.Choice) -> list[str]:
    """Return the ways that can be fulfilled (AH-GEN.10)."""
    return [
        str(number)
        for number, way in enumerate(op.ways)
        if all(PLAIN[type(part)].can_resolve(match, step.owner, step.card, part) for part in way)
    ]


def _chosen(match: Haeresis, step: ChoiceStep, op: ops.Choice, way: str) -> None:
    match.push(EffectStep(step.owner, step.card, [*op.ways[int(way)]], step.caster, part=True))


def _no_way(match: Haeresis, step: ChoiceStep, op: ops.Choice, way: str) -> IllegalAction:
    if way.isdigit() and int(way) < len(op.ways):
        return IllegalAction("That way can't be fulfilled now; choose another one.", rule="AH-GEN.10")
    return IllegalAction("There is no such way to choose.")


# -- paid on the way ----------------------------------------------------------------------------------------------


def _may_pay(match: Haeresis, step: EffectStep, op: ops.MayPay) -> None:
    match.push(ChoiceStep(step.seat, step.seat, step.card, op, caster=step.caster))


def _payable(match: Haeresis, step: ChoiceStep, op: ops.MayPay) -> list[str]:
    player, cost = match.state.players[step.owner], op.cost
    can_pay = bool(
        player.gold >= cost.gold
        and player.souls >= cost.souls
        and len(player.hand) >= cost.cards
        and (not cost.sacrifice or heretics(match, step.owner))
        and (not cost.turn_own or any(match.state.cards[name].ready for name in controlled(match, step.owner)))
    )
    return ["pay"] if can_pay else []


def _paid(match: Haeresis, step: ChoiceStep, op: ops.MayPay, option: str) -> None:
    change_gold(match, step.seat, -op.cost.gold)
    change_souls(match, step.seat, -op.cost.souls)
    match.push(EffectStep(step.owner, step.card, [*_named(op.cost), *op.do], step.caster, part=True))


def _named(cost: ops.Cost) -> list[ops.Op]:
    """Return the parts of a cost that ask for a choice, as operations (AH-COST.14)."""
    parts: list[ops.Op] = []
    if cost.turn_own:
        parts.append(ops.Spend(op="spend", target=_TURNED))
    if cost.sacrifice:
        parts.append(ops.Sacrifice(op="sacrifice", who="me"))
    if cost.cards:
        parts.append(ops.Discard(op="discard", who="me", count=cost.cards))
    return parts


def _not_paid(match: Haeresis, step: ChoiceStep, op: ops.MayPay, option: str) -> IllegalAction:
    return IllegalAction("You can't pay that now.", rule="AH-COST.3")


# -- by chance, by the Chapter, later -----------------------------------------------------------------------------


def _roll(match: Haeresis, step: EffectStep, op: ops.Roll) -> None:
    result = 1 + match.chance.below("die", 6)
    match.emit(EVERYONE, events.Rolled(step.seat, result))
    _part(match, step, next((do for most, do in op.rows if result <= most), list[ops.Plain]()))


def _in_chapter(match: Haeresis, step: EffectStep, op: ops.InChapter) -> None:
    if match.state.chapter >= op.least:
        _part(match, step, op.do)


def _if_successful(match: Haeresis, step: EffectStep, op: ops.IfSuccessful) -> None:
    if match.state.man is not None:
        match.state.man.later.append(DelayedEffect(step.seat, step.card, [*op.do]))


VERBS: dict[type[Any], Verb] = {
    ops.Choice: Verb(always, _choice, Choice(_ways, _chosen, _no_way)),
    ops.Roll: Verb(always, _roll),
    ops.InChapter: Verb(always, _in_chapter),
    ops.IfSuccessful: Verb(always, _if_successful),
    ops.MayPay: Verb(always, _may_pay, Choice(_payable, _paid, _not_paid, lambda _op: True)),
}
