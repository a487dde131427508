"""The interface of a verb of the card language: whether it is possible, its effect, and its question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ChoiceStep, EffectStep
from rules.kernel.errors import IllegalAction

#: Returns whether a verb is possible, given the match, the seat that uses it, the card and the verb's record
#: (AH-GEN.10).
CanResolve = Callable[[Haeresis, int, str, Any], bool]


@dataclass(frozen=True, slots=True)
class Choice:
    """A verb's question to a player, who chooses one option at a time."""

    #: Return the current options.
    offers: Callable[[Haeresis, ChoiceStep, Any], list[str]]
    #: Carry out one choice.
    takes: Callable[[Haeresis, ChoiceStep, Any, str], None]
    #: Return the refusal of a card or alternative that isn't an option.
    why_not: Callable[[Haeresis, ChoiceStep, Any, str], IllegalAction]
    #: Return whether the player may choose nothing.
    optional: Callable[[Any], bool] = lambda _op: False


@dataclass(frozen=True, slots=True)
class Verb:
    """The behaviour of a verb."""

    can_resolve: CanResolve
    #: Carry out the verb, or push the step that asks the player.
    do: Callable[[Haeresis, EffectStep, Any], None]
    choice: Choice | None = None


def always(match: Haeresis, seat: int, card: str, op: Any) -> bool:
    """Return True, for a verb that is always possible."""
    return True


def for_any(can: Callable[[Haeresis, int, Any], bool]) -> CanResolve:
    """Return a test for a verb that can name both players.

    The test passes if the verb is possible for at least one of the named players.
    """

    def can_resolve(match: Haeresis, seat: int, card: str, op: Any) -> bool:
        return any(can(match, one, op) for one in seats_of(match, seat, op.who))

    return can_resolve


def for_each(change: Callable[[Haeresis, int, Any], object]) -> Callable[[Haeresis, EffectStep, Any], None]:
    """Return the behaviour of a verb that applies `change` to each player that it names."""

    def do(match: Haeresis, step: EffectStep, op: Any) -> None:
        for seat in seats_of(match, step.seat, op.who):
            change(match, seat, op)

    return do


def seats_of(match: Haeresis, seat: int, who: str) -> list[int]:
    """Return the seats that an operation names, the Active player first (AH-GEN.7)."""
    if who == "both":
        return [match.state.active, 1 - match.state.active]
    return [seat if who == "me" else 1 - seat]
