"""Discarding cards as an action (DP-DISCARD.1 to 4)."""

from __future__ import annotations

from collections import Counter
from functools import cache

from rules.dark_providence.board.deck import offer_reaction, one_of_each_kind
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import DiscardCard, Done
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import DiscardStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import card_names, hand_icons, icons_text
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide_in_order
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

#: Cached because listing a turn's actions builds the same objects again and again.
DISCARD, _DONE = cache(DiscardCard), Done()


def refuse_discarding(match: Providence, seat: int, card: str) -> IllegalAction:
    """Return why a seat can't discard this card."""
    if card in match.content.mythos:
        return IllegalAction("Mythos cards can't be discarded; they stay beside your board.", rule="DP-DISCARD.1")
    if card not in match.state.players[seat].hand:
        return IllegalAction("That card is not in your hand.", rule="DP-DISCARD.1")
    return IllegalAction("You hold several copies of that card; choose the one offered.")


@PROVIDENCE.step(DiscardStep, asks=["discard"], accepts=[DiscardCard, Done])
class DiscardRules(StepRules[Providence, DiscardStep]):
    """The choice of cards, one at a time. All chosen cards are then discarded together (DP-DISCARD.1 to 4)."""

    rules = ("DP-DISCARD.1", "DP-DISCARD.2", "DP-DISCARD.3")

    def advance(self, match: Providence, step: DiscardStep) -> bool:
        if len(step.cards) < len(match.state.players[step.seat].hand):
            return False
        self._discard(match, step)
        return True

    def _left(self, match: Providence, step: DiscardStep) -> list[str]:
        hand = match.state.players[step.seat].hand
        return one_of_each_kind(match, [card for card in hand if card not in step.cards])

    def decisions(self, match: Providence, step: DiscardStep) -> dict[int, Decision]:
        offers = map(DISCARD, self._left(match, step))
        return {step.seat: decide_in_order("discard", [*offers, _DONE], cards=tuple(step.cards))}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        chosen = list(asked.args["cards"])
        left = hand_icons(view, without=chosen)
        kept = (
            say.t("Your hand then has: {icons}.", icons=icons_text(say, left))
            if left
            else say.t("Your hand is then empty.")
        )
        return f"{say.t('You discard: {cards}. Another one?', cards=card_names(say, chosen))} {kept}"

    def why_not(self, match: Providence, step: DiscardStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, DiscardCard):
            return None
        if action.card in step.cards:
            return IllegalAction("You're already discarding that card.", rule="DP-DISCARD.1")
        return refuse_discarding(match, seat, action.card)

    def take(self, match: Providence, step: DiscardStep, seat: int, action: Action) -> None:
        if isinstance(action, DiscardCard):
            step.cards.append(action.card)
        else:
            self._discard(match, step)

    def _discard(self, match: Providence, step: DiscardStep) -> None:
        match.finish(step)
        player = match.state.players[step.seat]
        for card in step.cards:
            player.hand.remove(card)
        player.discard += step.cards
        match.emit(EVERYONE, events.Discarded(step.seat, tuple(step.cards)))
        for card in step.cards:
            offer_reaction(match, step.seat, card, "discarded")

    def is_sound(self, match: Providence, step: DiscardStep) -> bool:
        return bool(step.cards) and not Counter(step.cards) - Counter(match.state.players[step.seat].hand)
