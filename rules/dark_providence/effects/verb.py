"""The records that define the behaviour of a verb: when it can be resolved, its effect, and its choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.dark_providence.board.counts import amount_of
from rules.dark_providence.content.ops import Op
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep

#: Returns whether a verb would change anything now. The arguments are the match, the seat, the card and the operation.
CanResolve = Callable[[Providence, int, str, Any], bool]
#: Returns the nested operations to execute now. The arguments are the match, the seat and the operation.
Unfold = Callable[[Providence, int, Any], Sequence[Op]]
#: Executes a verb, or pushes the step that asks the player.
Do = Callable[[Providence, int, str, Any], None]
#: Returns the current options of a choice. They must not depend on facts that other players keep hidden.
Offers = Callable[[Providence, ChoiceStep, Any], list[str]]
#: Executes the chosen option.
Takes = Callable[[Providence, ChoiceStep, Any, str], None]
#: Returns why something isn't an option; None if there is no specific reason.
WhyNot = Callable[[Providence, ChoiceStep, Any, str], Reason]
#: Returns whether to ask the player even if there are no options, so the other players don't learn that.
AsksAnyway = Callable[[Providence, ChoiceStep, Any], bool]
#: Returns why a verb would change nothing now; None if there is no specific reason.
WhyIdle = Callable[[Providence, int, Any], Reason]


def _no_reason(match: Providence, step: ChoiceStep, op: Any, option: str) -> Reason:
    return None


def _never_asks_anyway(match: Providence, step: ChoiceStep, op: Any) -> bool:
    return False


def _no_idle_reason(match: Providence, seat: int, op: Any) -> Reason:
    return None


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice that a verb requires. A player who may choose several options chooses them one after the other."""

    offers: Offers
    takes: Takes
    #: Whether the player may decline, because the card says "up to" or "may".
    optional: bool = False
    why_not: WhyNot = _no_reason
    asks_anyway: AsksAnyway = _never_asks_anyway


@dataclass(frozen=True, slots=True)
class Verb:
    """The behaviour of a verb: it acts at once (`do`), asks for a choice, or unfolds into nested operations."""

    can_resolve: CanResolve
    do: Do | None = None
    choice: Choice | None = None
    unfold: Unfold | None = None
    #: Whether an alternative with this verb is possible only if the verb can be resolved (DP-CARDACT.3, DP-ACT.4).
    needed: bool = False
    why_idle: WhyIdle = _no_idle_reason


def choice_verb(
    offers: Offers,
    takes: Takes,
    *,
    optional: bool = False,
    needed: bool = False,
    can_resolve: CanResolve | None = None,
    why_not: WhyNot = _no_reason,
    why_idle: WhyIdle = _no_idle_reason,
    asks_anyway: AsksAnyway = _never_asks_anyway,
) -> Verb:
    """Return a verb that asks for a choice. By default it can be resolved if there is at least one option."""

    def has_option(match: Providence, seat: int, card: str, op: Any) -> bool:
        has_amount = amount_of(match, seat, getattr(op, "count", 1)) > 0
        return has_amount and bool(offers(match, ChoiceStep(seat, card, op), op))

    return Verb(
        can_resolve or has_option,
        choice=Choice(offers, takes, optional, why_not, asks_anyway),
        needed=needed,
        why_idle=why_idle,
    )


def is_possible(verbs: Mapping[type[Any], Verb], match: Providence, seat: int, card: str, way: Iterable[Op]) -> bool:
    """Return whether any operation would change something and every operation with a `needed` verb can be resolved."""
    changes_something = False
    for op in way:
        verb = verbs[type(op)]
        if changes_something and not verb.needed:
            continue
        can = verb.can_resolve(match, seat, card, op)
        if verb.needed and not can:
            return False
        changes_something = changes_something or can
    return changes_something
