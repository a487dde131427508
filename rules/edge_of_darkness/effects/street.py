"""The behaviour of the verbs that affect the Street."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.effects.verb import Choice, Verb, choose
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import ChooseCard
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep, ClauseStep, DraftStep, Source
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE

# -- taking Street cards --------------------------------------------------------------------------------------


def _can_take(match: EdgeMatch, seat: int, source: Source, op: ops.Draw | ops.TakeStreet, use: str) -> bool:
    return bool(deck.street_cards(match.state))


def _draw(match: EdgeMatch, step: ClauseStep, op: ops.Draw) -> None:
    """Take the rightmost Street cards one by one. The Street slides and is refilled after each card (EOD-DRAFT.20)."""
    if match.state.options.draw_allows_skip:
        match.push(DraftStep(step.seat, op.count, by_effect=True))
        return
    drawn: list[str] = []
    goodwill = 0
    for _ in range(op.count):
        first = deck.street_cards(match.state)[:1]
        goodwill += deck.take_from_street(match, step.seat, first)
        drawn += first
        deck.refill_street(match)
    match.emit(EVERYONE, events.Drew(step.seat, tuple(drawn), goodwill))


def _cards(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [ChooseCard(card) for card in deck.street_cards(match.state)]


def _take(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """Take a card as in a draft: Influence on it becomes Goodwill, and the Street is refilled (EOD-DRAFT.12, 20)."""
    goodwill = deck.take_from_street(match, step.seat, [action.card])
    deck.refill_street(match)
    # Taking any card reveals a new sixth card.
    match.reveal()
    match.emit(EVERYONE, events.Drew(step.seat, (action.card,), goodwill))


# -- moving Street cards --------------------------------------------------------------------------------------


def _can_sink(match: EdgeMatch, seat: int, source: Source, op: ops.SinkStreet, use: str) -> bool:
    return any(match.state.street) and bool(match.state.deck)


def _can_delay(match: EdgeMatch, seat: int, source: Source, op: ops.DelayStreet, use: str) -> bool:
    return any(match.state.street)


def _spaces(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [*[ChooseCard(card) for card in match.state.street if card], Pass()]


def _to_sink(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    """Return the Street cards, excluding the 6th if it is the last card of the stack (EOD-ZONE.4)."""
    state = match.state
    if state.reading == 1 or len(state.deck) < 2:
        return _spaces(match, step)
    return [*[ChooseCard(card) for card in deck.street_cards(state)], Pass()]


def _sink(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """Put the card under the stack. Influence on the card returns to the supply (EOD-DRAFT.19)."""
    deck.leave_street(match, action.card)
    match.state.deck.append(action.card)
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "under_stack"))
    deck.refill_street(match)


def _delay(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """Move the card and its Influence to the last filled space. The other cards slide."""
    state = match.state
    kept = [card for card in state.street if card and card != action.card] + [action.card]
    state.street = kept + [""] * (len(state.street) - len(kept))
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "street_5"))


VERBS: dict[type[Any], Verb] = {
    ops.Draw: Verb(_can_take, _draw),
    ops.TakeStreet: Verb(_can_take, choose, Choice(_cards, _take)),
    ops.SinkStreet: Verb(_can_sink, choose, Choice(_to_sink, _sink)),
    ops.DelayStreet: Verb(_can_delay, choose, Choice(_spaces, _delay)),
}
