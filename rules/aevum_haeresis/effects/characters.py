"""The behaviour of the verbs that affect characters and other cards in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.aevum_haeresis.board.card_lookup import heretics, record
from rules.aevum_haeresis.board.cards_in_play import (
    check_health,
    deal,
    leave,
    put_counters,
    sacrifice,
    set_controller,
    set_ready,
)
from rules.aevum_haeresis.board.targets import is_still_there, legal_targets
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects.conflict import in_time
from rules.aevum_haeresis.effects.refusals import no_target, not_sacrificed
from rules.aevum_haeresis.effects.verb import Choice, Verb, for_any, seats_of
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import Haeresis, Modifier
from rules.aevum_haeresis.state.steps import ChoiceStep, EffectStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

# -- verbs with a target ----------------------------------------------------------------------------------------


def _has_target(match: Haeresis, seat: int, card: str, op: Any) -> bool:
    return bool(legal_targets(match, seat, op.target, card, card))


def _targets(match: Haeresis, step: ChoiceStep, op: Any) -> list[str]:
    return legal_targets(match, step.seat, op.target, step.card, step.card, step.it)


def _not_a_target(match: Haeresis, step: ChoiceStep, op: Any, name: str) -> IllegalAction:
    return no_target(match, step.seat, op.target, record(match, step.card).type == "story", name)


def _may(op: Any) -> bool:
    return op.target.may


def _verb_with_target(to: Callable[[Haeresis, int, Any, str], None]) -> Verb:
    """Return the behaviour of a verb that applies `to` to each of its targets.

    `to` receives the match, the seat that uses the verb, the verb's record and the target. If the targets were named
    when the card was paid for, those that have left since are skipped (AH-COST.18). Otherwise the player is asked.
    """

    def do(match: Haeresis, step: EffectStep, op: Any) -> None:
        target: ops.Target = op.target
        if not step.named:
            asked = ChoiceStep(step.seat, step.seat, step.card, op, left=target.count, it=step.it)
            match.push(asked)
            return
        for _ in range(target.count):
            name = step.targets.pop(0) if step.targets else ""
            if is_still_there(match, record(match, step.card) if step.then else None, target, name):
                to(match, step.seat, op, name)

    def takes(match: Haeresis, step: ChoiceStep, op: Any, name: str) -> None:
        to(match, step.seat, op, name)

    return Verb(_has_target, do, Choice(_targets, takes, _not_a_target, _may))


def _control(match: Haeresis, seat: int, op: ops.Control, name: str) -> None:
    placed = match.state.cards[name]
    if op.until == "game":
        placed.returns_to = -1
    elif placed.controller != seat and placed.returns_to < 0:
        placed.returns_to = placed.controller
    set_controller(match, name, seat)
    check_health(match)


# -- changed numbers, with or without a target ------------------------------------------------------------------


def _modify_one(match: Haeresis, seat: int, op: ops.Modify, name: str) -> None:
    match.state.mods.append(
        Modifier(op.stat, ops.each(op.amount), op.until, match.state.cards[name].controller, card=name)
    )
    match.emit(EVERYONE, events.Changed(name, op.stat, ops.each(op.amount), op.until))
    check_health(match)


_MODIFY_TARGETS = _verb_with_target(_modify_one)


def _can_modify(match: Haeresis, seat: int, card: str, op: ops.Modify) -> bool:
    return op.target is None or _has_target(match, seat, card, op)


def _modify(match: Haeresis, step: EffectStep, op: ops.Modify) -> None:
    if op.target is not None:
        _MODIFY_TARGETS.do(match, step, op)
    elif op.of == "caster":
        if step.caster in match.state.cards:
            _modify_one(match, step.seat, op, step.caster)
    elif in_time(match, op.until):
        group = "heretics" if op.of == "heretics" else "participants"
        match.state.mods.append(Modifier(op.stat, ops.each(op.amount), op.until, step.seat, group=group))
        match.emit(EVERYONE, events.Changed(f"{group}/{step.seat}", op.stat, ops.each(op.amount), op.until))
        check_health(match)


# -- verbs without a target -------------------------------------------------------------------------------------


def _can_heal(match: Haeresis, seat: int, card: str, op: ops.Heal) -> bool:
    damned = match.state.cards.get(match.state.players[seat].damned)
    return damned is not None and damned.damage > 0


def _heal(match: Haeresis, step: EffectStep, op: ops.Heal) -> None:
    damned = match.state.players[step.seat].damned
    placed = match.state.cards.get(damned)
    if placed is not None and placed.damage:
        healed = min(ops.each(op.amount), placed.damage)
        placed.damage -= healed
        match.emit(EVERYONE, events.Healed(damned, healed))


def _sacrifice(match: Haeresis, step: EffectStep, op: ops.Sacrifice) -> None:
    for seat in reversed(seats_of(match, step.seat, op.who)):
        match.push(ChoiceStep(seat, step.seat, step.card, op))


def _sacrificed(match: Haeresis, step: ChoiceStep, op: ops.Sacrifice, name: str) -> None:
    sacrifice(match, step.seat, name)


# -- counters ---------------------------------------------------------------------------------------------------


def _count_one(match: Haeresis, seat: int, op: ops.Counter, name: str) -> None:
    assert isinstance(op.amount, int)
    put_counters(match, name, op.amount)


_COUNTER_TARGETS = _verb_with_target(_count_one)


def _can_count(match: Haeresis, seat: int, card: str, op: ops.Counter) -> bool:
    if op.target is not None:
        return _has_target(match, seat, card, op)
    placed = match.state.cards.get(card)
    return placed is not None and (not isinstance(op.amount, int) or placed.counters + op.amount >= 0)


def _counter(match: Haeresis, step: EffectStep, op: ops.Counter) -> None:
    if op.target is not None:
        _COUNTER_TARGETS.do(match, step, op)
    else:
        _count_one(match, step.seat, op, step.card)


VERBS: dict[type[Any], Verb] = {
    ops.Damage: _verb_with_target(lambda match, seat, op, name: deal(match, name, op.amount)),
    ops.Heal: Verb(_can_heal, _heal),
    ops.Ready: _verb_with_target(lambda match, seat, op, name: set_ready(match, name, True)),
    ops.Spend: _verb_with_target(lambda match, seat, op, name: set_ready(match, name, False)),
    ops.Modify: Verb(_can_modify, _modify, _MODIFY_TARGETS.choice),
    ops.Control: _verb_with_target(_control),
    ops.Destroy: _verb_with_target(lambda match, seat, op, name: leave(match, name)),
    ops.Counter: Verb(_can_count, _counter, _COUNTER_TARGETS.choice),
    ops.Sacrifice: Verb(
        for_any(lambda match, seat, op: bool(heretics(match, seat))),
        _sacrifice,
        Choice(
            lambda match, step, op: heretics(match, step.seat),
            _sacrificed,
            lambda match, step, op, name: not_sacrificed(match, step.seat, name),
        ),
    ),
}
