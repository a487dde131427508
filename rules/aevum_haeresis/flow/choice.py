"""The choices that a player makes within an effect (AH-DCS.17, AH-GEN.10)."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import is_known
from rules.aevum_haeresis.board.ending import check_within_effect
from rules.aevum_haeresis.content.ops import MayPay
from rules.aevum_haeresis.effects.verb_table import CHOICES
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state.actions import Choose, Done
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import ChoiceStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.choices import price_words
from rules.aevum_haeresis.words.names import card_name
from rules.aevum_haeresis.words.ops import QUESTIONS
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

#: The rules behind the questions that effects ask, by verb. The question of any other verb is explained by the card's
#: text.
_RULES = {
    "damage": ("AH-DMG.2", "AH-CONFLICT.14"),
    "ready": ("AH-READY.1",),
    "spend": ("AH-READY.3",),
    "control": ("AH-CTRL.2",),
    "sacrifice": ("AH-SAC.1", "AH-SAC.5"),
    "destroy": ("AH-ZONE.3",),
    "discard": ("AH-ZONE.3",),
    "may_pay": ("AH-COST.21",),
}


@HAERESIS.step(ChoiceStep, asks=["choose"], accepts=[Choose, Done])
class ChoiceRules(Rules[ChoiceStep]):
    """Lets a player choose options one by one. The only option of a mandatory choice is chosen without asking."""

    of_effect = True

    def go_on(self, match: Haeresis, step: ChoiceStep) -> bool:
        choice = CHOICES[type(step.op)]
        found = choice.offers(match, step, step.op) if step.left else []
        if not found:
            match.finish(step)
            return True
        if len(found) == 1 and not choice.optional(step.op):
            self._choose(match, step, found[0])
            return True
        return False

    def is_sound(self, match: Haeresis, step: ChoiceStep) -> bool:
        seats = range(match.state.seats)
        return step.owner in seats and (not step.card or is_known(match, step.card))

    def decisions(self, match: Haeresis, step: ChoiceStep) -> dict[int, Decision]:
        choice = CHOICES[type(step.op)]
        offers: list[Action] = [*map(Choose, choice.offers(match, step, step.op))]
        if choice.optional(step.op):
            offers.append(Done())
        return {step.seat: decide("choose", offers, op=step.op.op, card=step.card, left=step.left)}

    def take(self, match: Haeresis, step: ChoiceStep, seat: int, action: Action) -> None:
        if isinstance(action, Choose):
            self._choose(match, step, action.option)
        else:
            match.finish(step)

    def _choose(self, match: Haeresis, step: ChoiceStep, option: str) -> None:
        step.left -= 1
        if step.left <= 0:
            match.finish(step)
        CHOICES[type(step.op)].takes(match, step, step.op, option)
        check_within_effect(match)

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        op = view.pending.op if view.pending else None
        price = price_words(say, view, op) if isinstance(op, MayPay) else {}
        line = say.t(QUESTIONS[str(asked.args["op"])], card=card_name(say, str(asked.args["card"])), **price)
        remaining = int(asked.args["left"])
        return f"{line} {say.t('(up to {n} more)', n=remaining)}" if remaining > 1 else line

    def rests_on(self, view: HaeresisView, asked: Prompt) -> tuple[str, ...]:
        return (*_RULES.get(str(asked.args["op"]), ()), "AH-GEN.10", "AH-GEN.12")

    def why_not(self, match: Haeresis, step: ChoiceStep, seat: int, action: Action) -> Reason:
        match action:
            case Choose():
                return CHOICES[type(step.op)].why_not(match, step, step.op, action.option)
            case Done():
                return IllegalAction("You have to choose one of the options.", rule="AH-GEN.10")
            case _:
                return None
