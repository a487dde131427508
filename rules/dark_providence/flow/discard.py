"""Discarding cards (DP-DISCARD.1 to 4)."""

from __future__ import annotations

from rules.dark_providence.board.deck import kinds, offer_reaction
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import (
    DiscardCard,
    Done,
)
from rules.dark_providence.state.order_of_play import PROVIDENCE
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import (
    DiscardStep,
)
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


@PROVIDENCE.step(DiscardStep)
class DiscardRules(StepRules[Providence, DiscardStep]):
    """Name any number of cards, at least one; they are discarded together (DP-DISCARD.1 to 4)."""

    def advance(self, match: Providence, step: DiscardStep) -> bool:
        if self._left(match, step):
            return False
        self._discard(match, step)
        return True

    def _left(self, match: Providence, step: DiscardStep) -> list[str]:
        hand = match.state.players[step.seat].hand
        return kinds(match, [card for card in hand if card not in step.cards])

    def decisions(self, match: Providence, step: DiscardStep) -> dict[int, Decision]:
        offers = map(DiscardCard, self._left(match, step))
        return {step.seat: decide("discard", [*offers, Done()], cards=tuple(step.cards))}

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
