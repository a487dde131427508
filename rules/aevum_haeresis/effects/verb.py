"""What a verb of the effect language is to the rules: whether it can be fulfilled, what it does, what it asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ChoiceStep, EffectStep
from rules.kernel.errors import IllegalAction

#: Tell whether a verb can be fulfilled: match, seat that uses it, card it stands on, record (AH-GEN.10).
CanResolve = Callable[[Haeresis, int, str, Any], bool]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a verb asks a player, one option at a time."""

    #: Return what can be chosen now.
    offers: Callable[[Haeresis, ChoiceStep, Any], list[str]]
    #: Carry out one choice.
    takes: Callable[[Haeresis, ChoiceStep, Any, str], None]
    #: Say why something else can't be chosen.
    why_not: Callable[[Haeresis, ChoiceStep, Any, str], IllegalAction]
    #: Tell whether the player may choose nothing.
    optional: Callable[[Any], bool] = lambda _op: False


@dataclass(frozen=True, slots=True)
class Verb:
    """What a verb does."""

    can_resolve: CanResolve
    #: Carry it out, or push the step that asks.
    do: Callable[[Haeresis, EffectStep, Any], None]
    choice: Choice | None = None


def always(match: Haeresis, seat: int, card: str, op: Any) -> bool:
    """Tell that a verb can always be fulfilled."""
    return True


def for_any(can: Callable[[Haeresis, int, Any], bool]) -> CanResolve:
    """Return the test of a verb that means one player or both: it is enough if the verb can be fulfilled for one."""

    def can_resolve(match: Haeresis, seat: int, card: str, op: Any) -> bool:
        return any(can(match, one, op) for one in seats_of(match, seat, op.who))

    return can_resolve


def for_each(change: Callable[[Haeresis, int, Any], object]) -> Callable[[Haeresis, EffectStep, Any], None]:
    """Return what carries out a verb that does the same to every player it means."""

    def do(match: Haeresis, step: EffectStep, op: Any) -> None:
        for seat in seats_of(match, step.seat, op.who):
            change(match, seat, op)

    return do


def seats_of(match: Haeresis, seat: int, who: str) -> list[int]:
    """Return the seats that an operation means, the Active player first (AH-GEN.7)."""
    if who == "both":
        return [match.state.active, 1 - match.state.active]
    return [seat if who == "me" else 1 - seat]
