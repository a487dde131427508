"""Computes the current amounts and checks the conditions of an effect that is being resolved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, get_args

from rules.aevum_haeresis.board.card_lookup import soul_number
from rules.aevum_haeresis.board.counts import amount, conditions_met, number, seats_meant
from rules.aevum_haeresis.board.manoeuvres import icons_of
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.effects import Ability
from rules.aevum_haeresis.state.state import Haeresis


def count(match: Haeresis, seat: int, of: Any, this: str, that: int) -> int:
    """Return the number that a count stands for, including counts whose values passives change."""
    if of.count == "icons":
        return sum(icons_of(match, one) for one in seats_meant(seat, of.whose)) if match.state.man is not None else 0
    if of.count == "soul_number":
        return soul_number(match) if match.state.location else 0
    return number(match, seat, of, this, that)


def conditions_hold(match: Haeresis, seat: int, conditions: Sequence[ops.Condition], this: str) -> bool:
    """Return whether all conditions of an ability or of a part of an effect are met for this seat."""
    return conditions_met(match, seat, conditions, this, count)


def may_use(match: Haeresis, seat: int, card: str, number: int, ability: Ability) -> bool:
    """Return whether an ability of a card in play has its conditions met and isn't used up for the rest of the game."""
    if str(number) in match.state.cards[card].done:
        return False
    return not ability.conditions or conditions_hold(match, seat, ability.conditions, card)


def with_counted_amounts(match: Haeresis, seat: int, op: ops.Op, this: str, that: int) -> ops.Op | None:
    """Return an operation with its counted amounts replaced by their values; None if one is 0, which means no effect.

    The values are kept within the limits for content packs, so that a save with the operation stays valid.
    """
    found: dict[str, int] = {}
    for name, least, most in _amounts(type(op)):
        of = getattr(op, name)
        if isinstance(of, ops.Counted):
            found[name] = max(least, min(most, amount(match, seat, of, this, that, count)))
            if not found[name]:
                return None
    return op.model_copy(update=found) if found else op


@cache
def _amounts(kind: type[Any]) -> tuple[tuple[str, int, int], ...]:
    """Return the fields of a verb that may contain counted amounts, each with its minimum (at most 0) and maximum."""
    found: list[tuple[str, int, int]] = []
    for name, field in kind.model_fields.items():
        number, *others = get_args(field.annotation) or (None,)
        if ops.Counted not in others:
            continue
        (bounds,) = get_args(number)[1:]
        limits = {key: limit for one in bounds.metadata for key in ("ge", "le") if (limit := getattr(one, key, None))}
        found.append((name, min(limits.get("ge", 0), 0), limits["le"]))
    return tuple(found)
