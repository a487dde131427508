"""Executes each triggered ability once, in the order that its player chooses."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import is_known, record
from rules.aevum_haeresis.effects.amounts import conditions_hold
from rules.aevum_haeresis.effects.cost_rules import ability_of
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Choose
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import Due, DueStep, EffectStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


@HAERESIS.step(DueStep, asks=["due"], accepts=[Choose])
class DueRules(Rules[DueStep]):
    """Lets a player choose the order of triggered abilities, unless they are all the same ability (AH-GEN.8)."""

    rules = ("AH-GEN.8", "AH-GEN.7", "AH-GEN.18")
    of_effect = True

    def go_on(self, match: Haeresis, step: DueStep) -> bool:
        step.left = [due for due in step.left if _may_begin(match, due)]
        if not step.left:
            match.finish(step)
            return True
        if len(_names(step)) > 1:
            return False
        _begin(match, step, step.left[0])
        return True

    def is_sound(self, match: Haeresis, step: DueStep) -> bool:
        # The list may be empty while the last triggered ability waits for an answer.
        return all(is_sound(match, due) for due in step.left)

    def decisions(self, match: Haeresis, step: DueStep) -> dict[int, Decision]:
        return {step.seat: decide("due", map(Choose, _names(step)))}

    def take(self, match: Haeresis, step: DueStep, seat: int, action: Action) -> None:
        assert isinstance(action, Choose)
        _begin(match, step, next(due for due in step.left if due.name == action.option))

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        return say.t("Several of your abilities take effect at once: which one comes first?")

    def why_not(self, match: Haeresis, step: DueStep, seat: int, action: Action) -> Reason:
        if isinstance(action, Choose):
            return IllegalAction("That isn't one of your abilities that take effect now.", rule="AH-GEN.8")
        return None


def is_sound(match: Haeresis, due: Due) -> bool:
    """Return whether a queue entry refers to an ability that exists."""
    card, _, number = due.name.partition("/")
    if due.seat not in range(match.state.seats) or not is_known(match, card) or not number.isdigit():
        return False
    return int(number) < len(record(match, card).abilities) and (not due.it or is_known(match, due.it))


def _names(step: DueStep) -> list[str]:
    return list(dict.fromkeys(due.name for due in step.left))


def _may_begin(match: Haeresis, due: Due) -> bool:
    """Return whether a triggered ability can take effect, which is possible even if its card has left play.

    The ability must not be used up, and its conditions must be met.
    """
    card, _, number = due.name.partition("/")
    ability, placed = ability_of(match, card, int(number)), match.state.cards.get(card)
    if placed is not None and ((ability.limit == "round" and number in placed.used) or number in placed.done):
        return False
    return conditions_hold(match, due.seat, ability.conditions, card)


def _begin(match: Haeresis, step: DueStep, due: Due) -> None:
    step.left.remove(due)
    card, _, number = due.name.partition("/")
    ability, placed = ability_of(match, card, int(number)), match.state.cards.get(card)
    if placed is not None:
        if ability.limit == "round":
            placed.used.append(number)
        if ability.limit == "game":
            placed.done.append(number)
    match.state.begun.append(due.name)
    match.emit(EVERYONE, events.SetOff(due.seat, card))
    match.push(EffectStep(due.seat, card, list(ability.do), it=due.it, that=due.that))
