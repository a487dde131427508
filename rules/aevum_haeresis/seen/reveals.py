"""Which actions lift a veil at once: cards drawn or turned up, a hand looked at, dice. They can't be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import ability_number, me, record_of

_UNCOVER = (ops.Draw, ops.Mill, ops.Peek, ops.Roll)


def ops_reveal(effect: Sequence[Any]) -> bool:
    """Tell whether carrying out these operations shows what nobody could know."""
    for op in effect:
        if isinstance(op, _UNCOVER) or (isinstance(op, ops.Discard) and op.random):
            return True
        if isinstance(op, ops.MayPay | ops.InChapter) and ops_reveal(op.do):
            return True
        if isinstance(op, ops.Choice) and any(ops_reveal(way) for way in op.ways):
            return True
    return False


def effect_reveals(view: HaeresisView, card: str) -> bool:
    """Tell whether a card, or an ability "card/number", uncovers something when it comes about."""
    record, number = record_of(view, card), ability_number(card)
    if number >= 0:
        return ops_reveal(record.abilities[number].do)
    return ops_reveal(record.do) or any(ops_reveal(ability.do) for ability in record.abilities if ability.kind == "imr")


def row_reveals(view: HaeresisView) -> bool:
    """Tell whether finishing the own row turns up the first Chapter: the Passive player lays last."""
    return me(view).seat != view.active
