"""The behaviour of the verbs that contain other operations."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.board.card_lookup import controlled, heretics
from rules.aevum_haeresis.board.cards_in_play import put_counters
from rules.aevum_haeresis.board.decks_and_resources import change_gold, change_souls
from rules.aevum_haeresis.board.targets import target_of
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects import cards, characters, conflict, resources
from rules.aevum_haeresis.effects.amounts import conditions_hold, with_counted_amounts
from rules.aevum_haeresis.effects.verb import Choice, Verb, always
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import DelayedEffect, Haeresis
from rules.aevum_haeresis.state.steps import ChoiceStep, EffectStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

#: The verbs that can be nested in other verbs.
PLAIN: dict[type[Any], Verb] = {**resources.VERBS, **cards.VERBS, **characters.VERBS, **conflict.VERBS}
#: The characters that can become Spent to pay a cost: any of the player's Ready characters (AH-COST.15).
_TURNED = ops.Target(whose="own", scope="anywhere", state="ready")


def _push_part(match: Haeresis, step: EffectStep, effect: list[ops.Plain], that: int | None = None) -> None:
    """Push a part of an effect onto the stack. `that` is the result of a roll, if there was one."""
    match.push(
        EffectStep(
            step.seat, step.card, [*effect], step.caster, part=True,
            it=step.it, that=step.that if that is None else that,
        )
    )  # fmt: skip


def _push_question(match: Haeresis, step: EffectStep, seat: int, op: ops.Op) -> None:
    """Push the question that an operation asks this seat onto the stack."""
    match.push(ChoiceStep(seat, step.seat, step.card, op, caster=step.caster, it=step.it, that=step.that))


def _push_chosen_part(match: Haeresis, step: ChoiceStep, effect: list[ops.Op]) -> None:
    """Push the part of an effect that the player chose onto the stack."""
    match.push(EffectStep(step.owner, step.card, effect, step.caster, part=True, it=step.it, that=step.that))


# -- choice of one of several effects -----------------------------------------------------------------------------


def _choice(match: Haeresis, step: EffectStep, op: ops.Choice) -> None:
    seat = step.seat if op.who == "me" else 1 - step.seat
    _push_question(match, step, seat, op)


def _alternatives(match: Haeresis, step: ChoiceStep, op: ops.Choice) -> list[str]:
    """Return the numbers of the alternatives that are possible now, as options (AH-GEN.10)."""
    return [str(number) for number, way in enumerate(op.ways) if all(_is_possible(match, step, part) for part in way)]


def _is_possible(match: Haeresis, step: ChoiceStep, part: ops.Plain) -> bool:
    """Return whether an operation that is part of an alternative is possible now."""
    target = target_of(part)
    if target is not None and target.whose == "it":
        return step.it in match.state.cards
    due = with_counted_amounts(match, step.owner, part, step.card, step.that)
    return due is not None and PLAIN[type(due)].can_resolve(match, step.owner, step.card, due)


def _chosen(match: Haeresis, step: ChoiceStep, op: ops.Choice, way: str) -> None:
    _push_chosen_part(match, step, [*op.ways[int(way)]])


def _not_an_alternative(match: Haeresis, step: ChoiceStep, op: ops.Choice, way: str) -> IllegalAction:
    if way.isdigit() and int(way) < len(op.ways):
        return IllegalAction("You can't do that now; choose another option.", rule="AH-GEN.10")
    return IllegalAction("That isn't one of the options.")


# -- optional payment ---------------------------------------------------------------------------------------------


def _may_pay(match: Haeresis, step: EffectStep, op: ops.MayPay) -> None:
    _push_question(match, step, step.seat, op)


def _counters(match: Haeresis, card: str) -> int:
    placed = match.state.cards.get(card)
    return placed.counters if placed is not None else 0


def _payable(match: Haeresis, step: ChoiceStep, op: ops.MayPay) -> list[str]:
    player, cost = match.state.players[step.owner], op.cost
    can_pay = bool(
        player.gold >= cost.gold
        and player.souls >= cost.souls
        and len(player.hand) >= cost.cards
        and _counters(match, step.card) >= cost.counters
        and (not cost.sacrifice or heretics(match, step.owner))
        and (not cost.turn_own or any(match.state.cards[name].ready for name in controlled(match, step.owner)))
    )
    return ["pay"] if can_pay else []


def _paid(match: Haeresis, step: ChoiceStep, op: ops.MayPay, option: str) -> None:
    change_gold(match, step.seat, -op.cost.gold)
    change_souls(match, step.seat, -op.cost.souls)
    put_counters(match, step.card, -op.cost.counters)
    _push_chosen_part(match, step, [*_parts_with_choice(op.cost), *op.do])


def _parts_with_choice(cost: ops.Cost) -> list[ops.Op]:
    """Return the parts of a cost that leave the player a choice, each as an operation (AH-COST.14)."""
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


# -- dice, conditions, the Chapter, later effects -----------------------------------------------------------------


def _roll(match: Haeresis, step: EffectStep, op: ops.Roll) -> None:
    result = _roll_die(match, step.seat, op.die)
    _push_part(match, step, next((do for most, do in op.rows if result <= most), list[ops.Plain]()), result)


def _roll_die(match: Haeresis, seat: int, die: int) -> int:
    """Roll a die for a player and return the result."""
    result = 1 + match.chance.below("die" if die == 6 else f"die/{die}", die)
    match.emit(EVERYONE, events.Rolled(seat, result))
    queue_triggered(match, "rolled", seat, amount=result)
    return result


def _contest(match: Haeresis, step: EffectStep, op: ops.Contest) -> None:
    own, other = _roll_die(match, step.seat, op.die), _roll_die(match, 1 - step.seat, op.die)
    _push_part(match, step, op.do if own > other else op.otherwise, abs(own - other))


def _if(match: Haeresis, step: EffectStep, op: ops.If) -> None:
    _push_part(match, step, op.do if conditions_hold(match, step.seat, op.conditions, step.card) else op.otherwise)


def _in_chapter(match: Haeresis, step: EffectStep, op: ops.InChapter) -> None:
    if match.state.chapter >= op.least:
        _push_part(match, step, op.do)


def _if_successful(match: Haeresis, step: EffectStep, op: ops.IfSuccessful) -> None:
    if match.state.man is not None:
        match.state.man.later.append(DelayedEffect(step.seat, step.card, [*op.do]))


VERBS: dict[type[Any], Verb] = {
    ops.Choice: Verb(always, _choice, Choice(_alternatives, _chosen, _not_an_alternative)),
    ops.Roll: Verb(always, _roll),
    ops.Contest: Verb(always, _contest),
    ops.If: Verb(always, _if),
    ops.InChapter: Verb(always, _in_chapter),
    ops.IfSuccessful: Verb(always, _if_successful),
    ops.MayPay: Verb(always, _may_pay, Choice(_payable, _paid, _not_paid, lambda _op: True)),
}
