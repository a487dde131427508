"""The value of a card's powers by verb, used when a computer player considers acquiring the card.

To judge whether to use a power, computer players look at the resulting position instead. The evaluation's weights were
fitted with the value BUILT_IN_POWER for every power of the built-in pack, so all verbs in that pack must keep this
value. Verbs that only other packs use are valued in proportion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.content.checks import ops_of
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.ops import Op
from rules.dark_providence.content.records import Asset, Content, Mythos

#: The value in points of a power whose verb is used in the built-in pack.
BUILT_IN_POWER = 0.8
#: The share of its value that an effect keeps if it has a condition or a price.
CONDITIONAL, PRICED = 0.6, 0.5
#: The factor for a power that works repeatedly and doesn't need its card in hand.
REPEATED = 2.0


def _fixed_value(worth: float) -> Callable[[Any], float]:
    return lambda op: worth


def _conditional(op: ops.If) -> float:
    """Return the value of the better of the two branches, because only one branch is executed."""
    return max(CONDITIONAL * best_operation_value(op.do), (1 - CONDITIONAL) * best_operation_value(op.otherwise))


def _priced(op: ops.Pay) -> float:
    return PRICED * best_operation_value(op.do)


#: For each verb, the function that computes the value of an operation with this verb.
VALUES: dict[type[Any], Callable[[Any], float]] = {
    **dict.fromkeys(
        (
            ops.Assassinate, ops.Move, ops.TurnAgents, ops.DeepOnes, ops.MiGo, ops.Draw, ops.RivalsDiscard, ops.Fetch,
            ops.Purge, ops.Rlyeh, ops.Acquire, ops.Stock, ops.DestroyAsset, ops.Row, ops.Gate, ops.Lock,
            ops.MartialLaw, ops.Cthulhu, ops.Whateley, ops.Place, ops.Recover, ops.Pool, ops.DriveOff, ops.Actions,
            ops.Calm, ops.SanityTest, ops.Peek, ops.Unmask, ops.GainVp, ops.RivalVp, ops.Meddle,
        ),
        _fixed_value(BUILT_IN_POWER),
    ),
    ops.Spread: _fixed_value(BUILT_IN_POWER),
    ops.Shift: _fixed_value(0.7),
    ops.Discard: _fixed_value(0.0),
    ops.RivalDiscards: _fixed_value(0.5),
    ops.Spy: _fixed_value(0.2),
    ops.Mill: _fixed_value(0.2),
    ops.Ruin: _fixed_value(0.8),
    ops.Banish: _fixed_value(0.5),
    ops.DestroyAgent: _fixed_value(2.0),
    ops.Corrupt: _fixed_value(3.0),
    ops.Revive: _fixed_value(1.5),
    ops.Haunt: _fixed_value(0.8),
    ops.If: _conditional,
    ops.Pay: _priced,
}  # fmt: skip


#: For each feature that counts what the other players could lose to an attack, the verbs of such attacks. The weights
#: were fitted without these features, because cards of the built-in pack have none of these verbs. A feature counts
#: only in packs with cards that have one of its verbs.
ATTACKABLE: dict[str, tuple[type[Any], ...]] = {
    "rivals_agents": (ops.DestroyAgent, ops.Corrupt),
    "rivals_hand": (ops.RivalDiscards,),
    "rivals_cards": (ops.Ruin,),
    "rivals_madness": (ops.Haunt,),
    "rivals_limbo": (ops.DriveOff,),
}


def attackable_features(content: Content) -> list[str]:
    """Return the features of ATTACKABLE whose verbs occur on cards of this pack. The list is cached in the pack."""
    if "struck" not in content.known:
        records = [*content.starting.values(), *content.cards.values(), *content.mythos.values()]
        verbs = {type(op) for record in records for op in ops_of(record.powers) if not _returns_to_supply(op)}
        content.known["struck"] = [name for name, kinds in ATTACKABLE.items() if verbs.intersection(kinds)]
    return content.known["struck"]


def _returns_to_supply(op: Op) -> bool:
    return isinstance(op, ops.DriveOff) and op.to == "supply"


def best_operation_value(way: Sequence[Op]) -> float:
    """Return the value of the best operation in one alternative of a power."""
    return max((VALUES[type(op)](op) for op in way), default=0.0)


def power_value(power: Power) -> float:
    """Return the value of a power: the value of its best alternative."""
    worth = max(best_operation_value(way) for way in power.ways)
    return REPEATED * worth if power.timing == "whenever" else worth


def powers_value(content: Content, record: Asset | Mythos) -> float:
    """Return the total value of a card's powers, cached in the pack because every evaluation of a position needs it."""
    key = ("powers", type(record), record.id)
    if key not in content.known:
        content.known[key] = sum(map(power_value, record.powers))
    return content.known[key]
