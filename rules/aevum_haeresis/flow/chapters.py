"""A revealed Chapter: the players pay for their cards in it or decline them (sections 12 and 17)."""

from __future__ import annotations

from collections import Counter

from rules.aevum_haeresis.board.decks_and_resources import to_pyre
from rules.aevum_haeresis.effects.card_resolution import begin_resolving
from rules.aevum_haeresis.effects.cost_rules import payable
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.flow.windows import open_window
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Decline, PayFor
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import OfferStep, PayStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.amounts import CardWriter, cost_text, gold, souls
from rules.aevum_haeresis.words.names import card_name, content_of, kind_of, me
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator


def offer_card(match: Haeresis, seat: int) -> None:
    """Ask a player whether to pay for their next card in this Chapter (AH-ENLIST.6, ENLIST.9, CONFLICT.7, CONFLICT.8).

    The second card of a Chapter is offered after the first has been resolved.
    """
    if match.state.open[seat]:
        match.push(OfferStep(seat, match.state.open[seat][:1]))


@HAERESIS.step(OfferStep, asks=["offer"], accepts=[PayFor, Decline])
class OfferRules(Rules[OfferStep]):
    """Lets a player pay for a revealed card or decline it (AH-COST.16, COST.21).

    A card whose cost can't be paid is declined automatically.
    """

    not_now = N_("You have no revealed card to pay for.")
    not_now_rule = "AH-STORY.11"

    def go_on(self, match: Haeresis, step: OfferStep) -> bool:
        if not step.cards:
            match.finish(step)
            return True
        if payable(match, PayStep(step.seat, step.cards[0], "row")):
            return False
        self._burn(match, step)
        return True

    def is_sound(self, match: Haeresis, step: OfferStep) -> bool:
        return not Counter(step.cards) - Counter(match.state.open[step.seat])

    def decisions(self, match: Haeresis, step: OfferStep) -> dict[int, Decision]:
        return {step.seat: decide("offer", [PayFor(step.cards[0]), Decline()], card=step.cards[0])}

    def take(self, match: Haeresis, step: OfferStep, seat: int, action: Action) -> None:
        if isinstance(action, PayFor):
            card = step.cards.pop(0)
            match.state.open[seat].remove(card)
            match.push(PayStep(seat, card, "row"))
        else:
            self._burn(match, step)

    def _burn(self, match: Haeresis, step: OfferStep) -> None:
        card = step.cards.pop(0)
        match.state.open[step.seat].remove(card)
        to_pyre(match, [card])
        match.state.tally.let_go.append(card)
        match.emit(EVERYONE, events.NotPaid(step.seat, card))

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        card, by = str(asked.args["card"]), CardWriter(say, content_of(view))
        return say.t(
            "Chapter {n}: do you pay for {card} ({cost})? You have {gold} and {souls}.",
            n=view.chapter, card=card_name(say, card), gold=gold(by, me(view).gold), souls=souls(by, me(view).souls),
            cost=cost_text(by, view.costs[kind_of(card)]) or say.t("nothing"),
        )  # fmt: skip

    def rests_on(self, view: HaeresisView, asked: Prompt) -> tuple[str, ...]:
        first = ("AH-CONFLICT.7", "AH-CONFLICT.8") if view.manoeuvre is not None else ("AH-ENLIST.6", "AH-ENLIST.9")
        return (*first, "AH-COST.16", "AH-COST.21")

    def why_not(self, match: Haeresis, step: OfferStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, PayFor):
            return None
        if action.card in match.state.open[seat]:
            return IllegalAction("You decide about a Chapter's cards one at a time.", rule="AH-STORY.11")
        return IllegalAction("You're not deciding about that card now.", rule="AH-STORY.11")


# -- steps after the payments -------------------------------------------------------------------------------------


def resolve_paid(match: Haeresis, seat: int) -> None:
    """Resolve the cards of this Chapter that the player has paid for (AH-ENLIST.7, CONFLICT.10)."""
    state = match.state
    own = [paid for paid in state.paid if paid.seat == seat]
    state.tally.bought[seat] += [paid.card for paid in own]
    for paid in reversed(own):
        begin_resolving(match, paid)


def paid_window(match: Haeresis, seat: int) -> str | None:
    """Open a window if the player paid for a card, then offer a second card of the Chapter (AH-ENLIST.8, STORY.2)."""
    state = match.state
    if any(paid.seat == seat for paid in state.paid):
        state.paid = [paid for paid in state.paid if paid.seat != seat]
        open_window(match, "chapter_paid")
    if not state.open[seat]:
        return None
    return "active_pays" if seat == state.active else "passive_pays"


def next_chapter(match: Haeresis, _step: Sequence) -> str:
    """Return to the point in the order of play where the next Chapter is revealed."""
    match.state.paid = []
    return "reveal"
