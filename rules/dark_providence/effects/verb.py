"""The rules of a verb of the effect language: whether it can be resolved, its effect, its question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.dark_providence.board.counts import amount
from rules.dark_providence.content.ops import Op
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep

#: Return whether a verb would change anything now: match, seat, its card, record.
CanResolve = Callable[[Providence, int, str, Any], bool]
#: Return the nested operations of an operation that are carried out now: match, seat, record.
Unfold = Callable[[Providence, int, Any], Sequence[Op]]
#: Carry a verb out, or push the step that asks.
Do = Callable[[Providence, int, str, Any], None]
#: Return the present options; they must not depend on hidden facts of others.
Offers = Callable[[Providence, ChoiceStep, Any], list[str]]
#: Carry out one choice.
Takes = Callable[[Providence, ChoiceStep, Any, str], None]
#: Return why something is not an option, if there is a specific reason.
WhyNot = Callable[[Providence, ChoiceStep, Any, str], Reason]
#: Return whether the player is asked even without an option, to hide that from the others.
Lingers = Callable[[Providence, ChoiceStep, Any], bool]
#: Return why a verb would change nothing now, if there is a specific reason.
WhyIdle = Callable[[Providence, int, Any], Reason]


def _not_offered(match: Providence, step: ChoiceStep, op: Any, option: str) -> Reason:
    return None


def _goes_on(match: Providence, step: ChoiceStep, op: Any) -> bool:
    return False


def _idle(match: Providence, seat: int, op: Any) -> Reason:
    return None


@dataclass(frozen=True, slots=True)
class Choice:
    """A verb's question to the player, one option at a time."""

    offers: Offers
    takes: Takes
    #: The text says "up to" or "may": the player may choose nothing.
    optional: bool = False
    why_not: WhyNot = _not_offered
    lingers: Lingers = _goes_on


@dataclass(frozen=True, slots=True)
class Verb:
    """The behaviour of a verb: immediate, by a choice, or through nested operations."""

    can_resolve: CanResolve
    do: Do | None = None
    choice: Choice | None = None
    unfold: Unfold | None = None
    #: An alternative with this verb is possible only if the verb is (DP-CARDACT.3, DP-ACT.4).
    needed: bool = False
    why_idle: WhyIdle = _idle


def asks(
    offers: Offers,
    takes: Takes,
    *,
    optional: bool = False,
    needed: bool = False,
    can_resolve: CanResolve | None = None,
    why_not: WhyNot = _not_offered,
    why_idle: WhyIdle = _idle,
    lingers: Lingers = _goes_on,
) -> Verb:
    """Return a verb that asks for a choice; by default it can be resolved if it has an option."""

    def has_option(match: Providence, seat: int, card: str, op: Any) -> bool:
        some = amount(match, seat, getattr(op, "count", 1)) > 0
        return some and bool(offers(match, ChoiceStep(seat, card, op), op))

    return Verb(
        can_resolve or has_option,
        choice=Choice(offers, takes, optional, why_not, lingers),
        needed=needed,
        why_idle=why_idle,
    )


def is_possible(verbs: Mapping[type[Any], Verb], match: Providence, seat: int, card: str, way: Iterable[Op]) -> bool:
    """Return whether operations in a row do anything, and their common card action can be completed."""
    works = False
    for op in way:
        verb = verbs[type(op)]
        if works and not verb.needed:
            continue
        can = verb.can_resolve(match, seat, card, op)
        if verb.needed and not can:
            return False
        works = works or can
    return works
