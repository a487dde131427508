"""The behaviour of the verbs that affect cards in hand, in the Guild Hall and in the Discard pile."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.board.sleeved_card import threat_keys
from rules.edge_of_darkness.board.sleeving import sleevable_locations
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.effects.verb import Choice, Verb, choose
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import ChooseCard
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep, ClauseStep, SleeveStep, Source
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE


def claimable(match: EdgeMatch, seat: int, op: ops.Claim) -> list[str]:
    """Return the Neutral cards in the places that the card text mentions (EOD-CLAIM.3, CLAIM.4, CLAIM.8)."""
    state = match.state
    if not state.players[seat].slips:
        return []
    zones = {
        "hand": state.players[seat].hand,
        "street": deck.street_cards(state) if "street" in op.places else [],
        "tower": state.tower,
        "discard": state.discard,
    }
    places = [zones[place] for place in zones if place in op.places]
    return [card for place in places for card in place if card and state.cards[card].owner < 0]


def _can_claim(match: EdgeMatch, seat: int, source: Source, op: ops.Claim, use: str) -> bool:
    return bool(claimable(match, seat, op))


def _claims(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    assert isinstance(step.op, ops.Claim)
    return [ChooseCard(card) for card in claimable(match, step.seat, step.op)]


def _claim(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """Sleeve an Allegiance slip onto a Neutral card, which becomes the player's Guild card (EOD-CLAIM.1, CLAIM.6)."""
    state = match.state
    card = state.cards[action.card]
    card.owner, card.claimed = step.seat, True
    state.players[step.seat].slips -= 1
    places = {"hand": state.players[step.seat].hand, "tower": state.tower, "discard": state.discard}
    place = next((name for name, cards in places.items() if action.card in cards), "street")
    threats = threat_keys(state, action.card) if place == "tower" else None
    match.emit(EVERYONE, events.Claimed(step.seat, action.card, place, threats))


def _can_salvage(match: EdgeMatch, seat: int, source: Source, op: ops.Salvage, use: str) -> bool:
    return bool(match.state.discard)


def _pile_cards(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [ChooseCard(card) for card in match.state.discard]


def _salvage(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    match.state.discard.remove(action.card)
    match.state.players[step.seat].hand.append(action.card)
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "from_pile"))


def guild_cards_away(match: EdgeMatch, seat: int) -> list[str]:
    """Return the seat's Guild cards in the Street and the Discard pile."""
    state = match.state
    street = deck.street_cards(state) if state.reading > 1 else state.street
    return [card for card in [*street, *state.discard] if card and state.cards[card].owner == seat]


def _can_call_home(match: EdgeMatch, seat: int, source: Source, op: ops.CallHome, use: str) -> bool:
    return bool(guild_cards_away(match, seat))


def _own_away(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [ChooseCard(card) for card in guild_cards_away(match, step.seat)]


def _call_home(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    """Put a card into the Guild Hall. Influence on a Street card is lost, and the Street is refilled (EOD-DRAFT.19)."""
    state = match.state
    if action.card in state.discard:
        state.discard.remove(action.card)
    else:
        deck.leave_street(match, action.card)
        deck.refill_street(match)
    state.players[step.seat].hall.append(action.card)
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "hall"))


def _can_sleeve(match: EdgeMatch, seat: int, source: Source, op: ops.Sleeve, use: str) -> bool:
    return bool(sleevable_locations(match, match.state.players[seat].hand))


def _sleeve(match: EdgeMatch, step: ClauseStep, op: ops.Sleeve) -> None:
    match.push(SleeveStep(step.seat, "", extra=True))


def _can_fetch(match: EdgeMatch, seat: int, source: Source, op: ops.FetchHall, use: str) -> bool:
    return bool(match.state.players[seat].hall)


def _hall_cards(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    return [ChooseCard(card) for card in match.state.players[step.seat].hall]


def _fetch(match: EdgeMatch, step: ChoiceStep, action: ChooseCard) -> None:
    player = match.state.players[step.seat]
    player.hall.remove(action.card)
    player.hand.append(action.card)
    match.emit(EVERYONE, events.MovedCard(step.seat, action.card, "hand"))


VERBS: dict[type[Any], Verb] = {
    ops.Claim: Verb(_can_claim, choose, Choice(_claims, _claim)),
    ops.Salvage: Verb(_can_salvage, choose, Choice(_pile_cards, _salvage)),
    ops.CallHome: Verb(_can_call_home, choose, Choice(_own_away, _call_home)),
    ops.Sleeve: Verb(_can_sleeve, _sleeve),
    ops.FetchHall: Verb(_can_fetch, choose, Choice(_hall_cards, _fetch)),
}
