"""The value of a card judged by its printed text, for the picks that computer players make before the match.

The values are rough, because they only rank the cards of a packet. The unit is the same as in `bots/heuristics.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.ops import Cost, Counted
from rules.aevum_haeresis.content.records import Card, Content
from rules.kernel.content.records import Record

GOLD, SOUL, CARD = 0.55, 3.0, 0.5
ICONS = {"plunder": 1.0, "recruit": 1.15, "accuse": 1.35}
HEALTH, DAMAGE = 0.25, 0.3
#: The value of a verb that no table lists, the value of a passive, and the factor for the value of an ability's effect.
OTHER, PASSIVE, ABILITY = 0.8, 0.7, 0.6
#: The number that a counted amount is assumed to count.
COUNTED = 2
#: The values of a skull on a Story's icon band and of each white icon. A white icon allows the Story in that type of
#: Conflict.
SKULL, WHITE = 0.7, 0.25
#: For each verb, the field that contains its number, and the value of one unit for the player who uses the verb.
_EACH: dict[type[Any], tuple[str, float]] = {
    ops.Gold: ("amount", GOLD),
    ops.Souls: ("amount", SOUL),
    ops.HandOver: ("gold", 2 * GOLD),
    ops.Execution: ("amount", -2.5),
    ops.Draw: ("count", CARD),
    ops.Mill: ("count", -0.45),
    ops.Discard: ("count", -CARD),
    ops.Damage: ("amount", 0.9),
    ops.Heal: ("amount", 0.3),
    ops.Team: ("amount", 1.0),
    ops.Extra: ("amount", 1.0),
}
#: Verbs that name the affected players. Their effect on the rival counts with the opposite sign.
_NAMED = (ops.Gold, ops.Souls, ops.Execution, ops.Draw, ops.Mill, ops.Discard, ops.Team)
#: Verbs whose value doesn't depend on a number.
_WHOLE: dict[type[Any], float] = {
    ops.Control: 2.8, ops.Destroy: 2.6, ops.Call: 2.5, ops.Sacrifice: 1.8, ops.Fail: 1.5, ops.Ready: 1.2,
    ops.Spend: 1.2, ops.Peek: 0.2, ops.Burn: 0.3,
}  # fmt: skip


def card_value(content: Content, kind: str) -> float:
    """Return the value of a card; the values are cached per pack."""
    found: dict[str, float] = content.known.setdefault("worth", {})
    if kind not in found:
        found[kind] = _computed_value(content.cards[kind])
    return found[kind]


def _computed_value(card: Card) -> float:
    value = sum(price * getattr(card.icons, icon) for icon, price in ICONS.items())
    value += HEALTH * card.health + DAMAGE * card.damage + 2 * GOLD * (card.gold_icon + card.income)
    value += PASSIVE * len(card.passives) + _effect(card.do) - _price(card.cost)
    for ability in card.abilities:
        gain = max(0.0, _effect(ability.do) - _price(ability.cost))
        value += ABILITY * gain + 0.3 if ability.kind != "imr" else _effect(ability.do)
    for icon in (card.band.plunder, card.band.recruit, card.band.accuse):
        value += (WHITE + SKULL * icon.skull) * (icon.colour == "white")
    value += DAMAGE * card.modifier + (0.4 if card.dem is not None else 0.0)
    return value + (0.5 * sum(card.track) * (SOUL if card.type == "location" else GOLD) if card.track else 0.0)


def _price(cost: Cost) -> float:
    resources = GOLD * cost.gold + SOUL * 0.8 * cost.souls + 0.4 * cost.cards
    return 0.8 * resources + 1.6 * cost.sacrifice + 0.5 * (cost.turn + cost.turn_own)


def _effect(effect: Iterable[Record]) -> float:
    return sum(map(_verb, effect))


def _verb(op: Record) -> float:
    kind = type(op)
    if kind in _WHOLE:
        return _WHOLE[kind]
    if kind in _EACH:
        name, each = _EACH[kind]
        value = each * _amount(getattr(op, name))
        return value * _sign(op) if kind in _NAMED else value
    within = _COMPOSED.get(kind)
    return within(op) if within is not None else OTHER


def _amount(of: int | Counted) -> int:
    return min(of.most, COUNTED * of.each + of.plus) if isinstance(of, Counted) else of


def _sign(op: Record) -> float:
    return {"me": 1.0, "opponent": -1.0}.get(getattr(op, "who", "me"), 0.1)


_COMPOSED: dict[type[Any], Callable[[Any], float]] = {
    ops.Choice: lambda op: (max if op.who == "me" else min)(map(_effect, op.ways)),
    ops.Roll: lambda op: sum(_effect(do) for _, do in op.rows) / len(op.rows),
    ops.InChapter: lambda op: 0.6 * _effect(op.do),
    ops.IfSuccessful: lambda op: 0.5 * _effect(op.do),
    ops.MayPay: lambda op: max(0.0, _effect(op.do) - _price(op.cost)),
    ops.Modify: lambda op: 0.7 * abs(_amount(op.amount)),
}
