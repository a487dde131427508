"""The behaviour of the verbs that affect gold, souls and the Execution level."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.board.decks_and_resources import change_gold, change_souls, raise_execution
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects.verb import Verb, always, for_any, for_each
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import EffectStep


def _can_hand_over(match: Haeresis, seat: int, card: str, op: ops.HandOver) -> bool:
    return match.state.players[1 - seat].gold > 0


def _hand_over(match: Haeresis, step: EffectStep, op: ops.HandOver) -> None:
    gold = min(ops.each(op.gold), match.state.players[1 - step.seat].gold)
    change_gold(match, 1 - step.seat, -gold)
    change_gold(match, step.seat, gold)


def _can_execution(match: Haeresis, seat: int, op: ops.Execution) -> bool:
    player = match.state.players[seat]
    return not player.rose if op.amount > 0 else player.execution > 0


def _free(match: Haeresis, step: EffectStep, op: ops.Free) -> None:
    player = match.state.players[step.seat]
    player.free = max(player.free, op.gold)


VERBS: dict[type[Any], Verb] = {
    ops.Gold: Verb(
        for_any(lambda match, seat, op: op.amount >= 0 or match.state.players[seat].gold > 0),
        for_each(lambda match, seat, op: change_gold(match, seat, op.amount)),
    ),
    ops.Souls: Verb(
        for_any(lambda match, seat, op: op.amount >= 0 or match.state.players[seat].souls > 0),
        for_each(lambda match, seat, op: change_souls(match, seat, op.amount)),
    ),
    ops.HandOver: Verb(_can_hand_over, _hand_over),
    ops.Execution: Verb(
        for_any(_can_execution), for_each(lambda match, seat, op: raise_execution(match, seat, op.amount))
    ),
    ops.Free: Verb(always, _free),
}
