"""The interface of a verb of the card language: a test of whether it is possible, its effect, and its question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ChoiceStep, EffectStep
from rules.kernel.errors import IllegalAction

#: A test of whether a verb is possible. The arguments are the match, the seat that uses the verb, the card and the
#: verb's record (AH-GEN.10).
CanResolve = Callable[[Haeresis, int, str, Any], bool]


@dataclass(frozen=True, slots=True)
class Choice:
    """The question that a verb asks a player, who chooses one option at a time."""

    #: Returns the current options.
    offers: Callable[[Haeresis, ChoiceStep, Any], list[str]]
    #: Executes the option that the player chose.
    takes: Callable[[Haeresis, ChoiceStep, Any, str], None]
    #: Returns the refusal for a card or alternative that isn't an option.
    why_not: Callable[[Haeresis, ChoiceStep, Any, str], IllegalAction]
    #: Returns whether the player may choose nothing.
    optional: Callable[[Any], bool] = lambda _op: False


@dataclass(frozen=True, slots=True)
class Verb:
    """The behaviour of a verb: a test of whether it is possible, its effect, and the question that it asks, if any."""

    can_resolve: CanResolve
    #: Executes the verb, or pushes the step that asks the player.
    do: Callable[[Haeresis, EffectStep, Any], None]
    choice: Choice | None = None


def always(match: Haeresis, seat: int, card: str, op: Any) -> bool:
    """Return True. This is the test of a verb that is always possible."""
    return True


def for_any(can: Callable[[Haeresis, int, Any], bool]) -> CanResolve:
    """Return the test of a verb that can name either or both players.

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
