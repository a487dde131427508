"""The deck (the Street and the stack below it), the Discard pile, and the cards in the tower."""

from __future__ import annotations

from rules.edge_of_darkness.board.sleeved_card import threat_keys
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import EdgeMatch, State
from rules.kernel.data.events import EVERYONE

#: The deck is depleted when Street and stack have at most this many cards together (EOD-DECK.1).
DEPLETED = 6


def is_depleted(state: State) -> bool:
    """Return whether the deck is depleted, counting Street and stack together."""
    return len(state.deck) + len(state.street) - state.street.count("") <= DEPLETED


def street_cards(state: State) -> list[str]:
    """Return the cards that count as the Street, in order; the last is the top card of the stack (EOD-ZONE.4)."""
    return [card for card in state.street if card] + state.deck[:1]


def refill_street(match: EdgeMatch) -> None:
    """Slide the Street to the right, then fill its empty spaces from the top of the stack (EOD-ASSEM.9, 10)."""
    state = match.state
    kept = [card for card in state.street if card]
    missing = len(state.street) - len(kept)
    fresh = state.deck[:missing]
    if fresh:
        del state.deck[: len(fresh)]
        match.reveal()
    state.street = kept + fresh + [""] * (missing - len(fresh))


def refill_tower(match: EdgeMatch) -> None:
    """Fill empty tower spots, left to right, from the bottom of the stack until the deck is depleted (EOD-DECK.12)."""
    state = match.state
    for spot, card in enumerate(state.tower):
        if not card and not is_depleted(state):
            state.tower[spot] = state.deck.pop()
            match.reveal()
            match.emit(EVERYONE, events.TowerFilled(spot + 1, state.tower[spot], threat_keys(state, state.tower[spot])))


def can_reshuffle(state: State) -> bool:
    """Return whether the deck may be reshuffled now (EOD-DECK.3, DECK.14, DECK.18)."""
    return bool(state.discard) and is_depleted(state)


def reshuffle(match: EdgeMatch) -> None:
    """Shuffle the Discard pile and put it under the 6th card; refill the Street, then the tower (EOD-DECK.5 to 8)."""
    shuffle_under(match)
    refill_street(match)
    refill_tower(match)


def shuffle_under(match: EdgeMatch) -> None:
    """Shuffle the whole Discard pile and put it under the stack."""
    state = match.state
    match.emit(EVERYONE, events.Reshuffled(len(state.discard)))
    state.deck += match.chance.shuffle("deck", sorted(state.discard))
    state.discard.clear()


def take_from_street(match: EdgeMatch, seat: int, cards: list[str]) -> int:
    """Move cards of the Street or stack to the hand; return the Goodwill for the Influence on them (EOD-DRAFT.12)."""
    state = match.state
    player = state.players[seat]
    goodwill = 0
    for card in cards:
        if card in state.street:
            state.street[state.street.index(card)] = ""
        else:
            state.deck.remove(card)
        goodwill += state.favours.pop(card, 0)
        player.hand.append(card)
    player.goodwill += goodwill
    return goodwill


def leave_street(match: EdgeMatch, card: str) -> None:
    """Remove one of the six Street cards from the Street. Influence on it returns to the supply (EOD-DRAFT.19)."""
    state = match.state
    if card in state.street:
        state.street[state.street.index(card)] = ""
    else:
        state.deck.remove(card)
        # The next card of the stack becomes visible.
        match.reveal()
    state.favours.pop(card, None)


def discard(match: EdgeMatch, card: str, hand: int | None = None) -> None:
    """Move a discarded card to its destination (EOD-DISCARD.2 to 8).

    `hand` is the seat whose hand the card leaves; None if the card comes from elsewhere.
    """
    state = match.state
    owner = state.cards[card].owner
    if owner < 0 or owner == hand:
        state.discard.append(card)
    else:
        state.players[owner].hall.append(card)


def discard_from_hand(match: EdgeMatch, seat: int, cards: list[str], why: str) -> None:
    """Discard cards from a seat's hand; `why` is the reason shown in the log."""
    hand = match.state.players[seat].hand
    for card in cards:
        hand.remove(card)
        discard(match, card, seat)
    if cards:
        match.emit(EVERYONE, events.Discarded(seat, tuple(cards), why))
