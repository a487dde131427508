"""What the verbs on gold, souls and the Execution level do."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.board.deck import change_gold, change_souls, raise_execution
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects.verb import Verb, always, for_any, seats_of
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import EffectStep


def _can_gold(match: Haeresis, seat: int, op: ops.Gold) -> bool:
    return op.amount >= 0 or match.state.players[seat].gold > 0


def _gold(match: Haeresis, step: EffectStep, op: ops.Gold) -> None:
    for seat in seats_of(match, step.seat, op.who):
        change_gold(match, seat, op.amount)


def _can_souls(match: Haeresis, seat: int, op: ops.Souls) -> bool:
    return op.amount >= 0 or match.state.players[seat].souls > 0


def _souls(match: Haeresis, step: EffectStep, op: ops.Souls) -> None:
    for seat in seats_of(match, step.seat, op.who):
        change_souls(match, seat, op.amount)


def _can_hand_over(match: Haeresis, seat: int, card: str, op: ops.HandOver) -> bool:
    return match.state.players[1 - seat].gold > 0


def _hand_over(match: Haeresis, step: EffectStep, op: ops.HandOver) -> None:
    gold = min(op.gold, match.state.players[1 - step.seat].gold)
    change_gold(match, 1 - step.seat, -gold)
    change_gold(match, step.seat, gold)


def _can_execution(match: Haeresis, seat: int, op: ops.Execution) -> bool:
    player = match.state.players[seat]
    return not player.rose if op.amount > 0 else player.execution > 0


def _execution(match: Haeresis, step: EffectStep, op: ops.Execution) -> None:
    for seat in seats_of(match, step.seat, op.who):
        raise_execution(match, seat, op.amount)


def _free(match: Haeresis, step: EffectStep, op: ops.Free) -> None:
    player = match.state.players[step.seat]
    player.free = max(player.free, op.gold)


VERBS: dict[type[Any], Verb] = {
    ops.Gold: Verb(for_any(_can_gold), _gold),
    ops.Souls: Verb(for_any(_can_souls), _souls),
    ops.HandOver: Verb(_can_hand_over, _hand_over),
    ops.Execution: Verb(for_any(_can_execution), _execution),
    ops.Free: Verb(always, _free),
}
