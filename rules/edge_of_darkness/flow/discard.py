"""Discarding unresolved hand cards as a cost: sections 23 and 24 of RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.effects.costs import can_discard, discardable, must_still_sleeve
from rules.edge_of_darkness.state.actions import DiscardCards
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import DiscardStep
from rules.edge_of_darkness.state.view import EdgeView
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide_in_order
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator

#: Cached because listing a turn's actions builds the same objects again and again.
_OUT: Callable[[tuple[str, ...]], Action] = cache(DiscardCards)
_QUESTIONS = {
    "cost": N_("Which unresolved cards do you discard as the cost?"),
    "recall": N_("Which unresolved card do you discard for the Agent?"),
    "street": N_("Which two unresolved cards do you discard for the Street effect?"),
}


#: The rule cited with each question.
_RULES = {"recall": "EOD-DISCAGENT.1", "street": "EOD-STREETFX.1", "cost": "EOD-ICON.10"}


def refuse_discards(match: EdgeMatch, seat: int, count: int) -> IllegalAction:
    """Return why a seat can't discard this many unresolved cards."""
    if must_still_sleeve(match, seat):
        return IllegalAction(
            "You must sleeve an advancement first, and without those cards you couldn't.", rule="EOD-ACTION.11"
        )
    if count == 2:
        return IllegalAction(
            "You need two unresolved cards in hand, with no effect used this turn.", rule="EOD-STREETFX.1"
        )
    return IllegalAction(
        "You need an unresolved card in hand: one with no effect used this turn.", rule="EOD-DISCAGENT.1"
    )


@EDGE.step(DiscardStep, asks=["discard"], accepts=[DiscardCards])
class DiscardRules(StepRules[EdgeMatch, DiscardStep]):
    """The choice of unresolved cards to discard as a cost."""

    def advance(self, match: EdgeMatch, step: DiscardStep) -> bool:
        if can_discard(match, step.seat, step.count):
            return False
        match.finish(step)
        return True

    def decisions(self, match: EdgeMatch, step: DiscardStep) -> dict[int, Decision]:
        sets = sorted(discardable(match, step.seat, step.count), key=",".join)
        return {step.seat: decide_in_order("discard", list(map(_OUT, sets)), count=step.count, why=step.why)}

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        return say.t(_QUESTIONS[str(asked.args["why"])])

    def rests_on(self, view: EdgeView, asked: Prompt) -> tuple[str, ...]:
        return (_RULES[str(asked.args["why"])], "EOD-DISCAGENT.2", "EOD-DISCARD.5")

    def why_not(self, match: EdgeMatch, step: DiscardStep, seat: int, action: Action) -> IllegalAction | None:
        if not isinstance(action, DiscardCards):
            return None
        hand = match.state.players[seat].hand
        if any(card not in hand for card in action.cards):
            return IllegalAction("That card is not in your hand.", rule=_RULES[step.why])
        if len(set(action.cards)) != step.count:
            return IllegalAction("Discard exactly {count}.", rule=_RULES[step.why], count=step.count)
        if must_still_sleeve(match, seat):
            return refuse_discards(match, seat, step.count)
        return IllegalAction(
            "You've used an effect of that card this turn, so you can't discard it for this.", rule="EOD-DISCAGENT.2"
        )

    def take(self, match: EdgeMatch, step: DiscardStep, seat: int, action: Action) -> None:
        assert isinstance(action, DiscardCards)
        match.finish(step)
        deck.discard_from_hand(match, seat, list(action.cards), step.why)
