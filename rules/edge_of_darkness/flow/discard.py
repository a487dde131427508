"""Discarding unresolved hand cards as a price: sections 23 and 24 of RULES.md."""

from __future__ import annotations

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.effects.costs import discardable
from rules.edge_of_darkness.state.actions import DiscardCards
from rules.edge_of_darkness.state.order_of_play import EDGE
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import DiscardStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


@EDGE.step(DiscardStep)
class DiscardRules(StepRules[EdgeMatch, DiscardStep]):
    """Choose which cards pay."""

    def advance(self, match: EdgeMatch, step: DiscardStep) -> bool:
        if discardable(match, step.seat, step.count):
            return False
        match.finish(step)
        return True

    def decisions(self, match: EdgeMatch, step: DiscardStep) -> dict[int, Decision]:
        actions = [DiscardCards(cards) for cards in discardable(match, step.seat, step.count)]
        return {step.seat: decide("discard", actions, count=step.count, why=step.why)}

    def take(self, match: EdgeMatch, step: DiscardStep, seat: int, action: Action) -> None:
        assert isinstance(action, DiscardCards)
        match.finish(step)
        deck.discard_from_hand(match, seat, list(action.cards), step.why)
