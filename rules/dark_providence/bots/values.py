"""The value of a card's powers by verb, for computer players that consider acquiring the card.

The effect of using a verb is judged by the resulting position. The appraisal was fitted with one value for all powers
of our own pack, so its verbs have that value; others are valued relative to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.content.checks import ops_of
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.ops import Op
from rules.dark_providence.content.records import Asset, Content, Mythos

#: The value of a power, in points.
POWER = 0.8
#: The share of its value that a conditional or priced effect keeps.
SOMETIMES, PRICED = 0.6, 0.5
#: A power that works repeatedly by itself, without a card in hand.
AGAIN = 2.0


def _same(worth: float) -> Callable[[Any], float]:
    return lambda op: worth


def _conditional(op: ops.If) -> float:
    """Return the value of the better branch, as only one works at a time."""
    return max(SOMETIMES * best(op.do), (1 - SOMETIMES) * best(op.otherwise))


def _priced(op: ops.Pay) -> float:
    return PRICED * best(op.do)


#: The value of every verb in a power.
VALUES: dict[type[Any], Callable[[Any], float]] = {
    **dict.fromkeys(
        (
            ops.Assassinate, ops.Move, ops.TurnAgents, ops.DeepOnes, ops.MiGo, ops.Draw, ops.RivalsDiscard, ops.Fetch,
            ops.Purge, ops.Rlyeh, ops.Acquire, ops.Stock, ops.DestroyAsset, ops.Row, ops.Gate, ops.Lock,
            ops.MartialLaw, ops.Cthulhu, ops.Whateley, ops.Place, ops.Recover, ops.Pool, ops.DriveOff, ops.Actions,
            ops.Calm, ops.SanityTest, ops.Peek, ops.Unmask, ops.GainVp, ops.RivalVp, ops.Meddle,
        ),
        _same(POWER),
    ),
    ops.Spread: _same(POWER),
    ops.Shift: _same(0.7),
    ops.Discard: _same(0.0),
    ops.RivalDiscards: _same(0.5),
    ops.Spy: _same(0.2),
    ops.Mill: _same(0.2),
    ops.Ruin: _same(0.8),
    ops.Banish: _same(0.5),
    ops.DestroyAgent: _same(2.0),
    ops.Corrupt: _same(3.0),
    ops.Revive: _same(1.5),
    ops.Haunt: _same(0.8),
    ops.If: _conditional,
    ops.Pay: _priced,
}  # fmt: skip


#: Other players' possessions that no verb of our own pack takes but other verbs do, by the feature that weighs them.
#: They count only if a card may take them: the weights were fitted without.
STRUCK: dict[str, tuple[type[Any], ...]] = {
    "rivals_agents": (ops.DestroyAgent, ops.Corrupt),
    "rivals_hand": (ops.RivalDiscards,),
    "rivals_cards": (ops.Ruin,),
    "rivals_madness": (ops.Haunt,),
    "rivals_limbo": (ops.DriveOff,),
}


def struck_by(content: Content) -> list[str]:
    """Return the features of this kind that matter with a pack; the pack caches them."""
    if "struck" not in content.known:
        records = [*content.starting.values(), *content.cards.values(), *content.mythos.values()]
        verbs = {type(op) for record in records for op in ops_of(record.powers) if not _sends_home(op)}
        content.known["struck"] = [name for name, kinds in STRUCK.items() if verbs.intersection(kinds)]
    return content.known["struck"]


def _sends_home(op: Op) -> bool:
    return isinstance(op, ops.DriveOff) and op.to == "supply"


def best(way: Sequence[Op]) -> float:
    """Return the value of the best operation in a row."""
    return max((VALUES[type(op)](op) for op in way), default=0.0)


def power_value(power: Power) -> float:
    """Return the value of a power: that of its best alternative."""
    worth = max(best(way) for way in power.ways)
    return AGAIN * worth if power.timing == "whenever" else worth


def powers_value(content: Content, record: Asset | Mythos) -> float:
    """Return the value of all powers of a card; the pack caches it, as every position needs it."""
    key = ("powers", type(record), record.id)
    if key not in content.known:
        content.known[key] = sum(map(power_value, record.powers))
    return content.known[key]
