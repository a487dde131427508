"""Payment with one kind of icon on cards. A player can't play more cards than needed (DP-CARD.8 to CARD.15)."""

from __future__ import annotations

from rules.dark_providence.board.sanity import sanity_test
from rules.dark_providence.content.shared_field_types import Icon
from rules.dark_providence.state.state import Providence


def icon_count(match: Providence, card: str, icon: Icon) -> int:
    """Return the number of icons of one resource on a card."""
    return match.content.cards[card].icons.get(icon, 0)


def icon_count_in_hand(match: Providence, seat: int, icon: Icon, without: str = "") -> int:
    """Return the number of icons of one resource in a hand, not counting the card `without`."""
    cards = match.content.cards
    total = 0
    for card in match.state.players[seat].hand:
        if card != without:
            total += cards[card].icons.get(icon, 0)
    return total


def icons_in_hand(match: Providence, seat: int) -> dict[Icon, int]:
    """Return the number of icons of each resource in a hand."""
    cards = match.content.cards
    counts: dict[Icon, int] = {}
    for card in match.state.players[seat].hand:
        for icon, count in cards[card].icons.items():
            counts[icon] = counts.get(icon, 0) + count
    return counts


def can_pay(match: Providence, seat: int, icon: Icon, need: int, without: str = "") -> bool:
    """Return whether a hand has enough icons of one resource (DP-ACT.4)."""
    return need <= 0 or icon_count_in_hand(match, seat, icon, without) >= need


def icons_played(match: Providence, icon: Icon) -> int:
    """Return the number of icons on the cards that have been played for one resource."""
    return sum(icon_count(match, card, icon) for card, use in match.state.table.items() if use == icon)


def cards_played(match: Providence, icon: Icon) -> tuple[str, ...]:
    """Return the cards that have been played for one resource."""
    return tuple(card for card, use in match.state.table.items() if use == icon)


def play_card(match: Providence, seat: int, card: str, use: str) -> None:
    """Put a card from the hand on the table. It goes to the discard pile when the action ends (DP-CARD.14)."""
    match.state.players[seat].hand.remove(card)
    match.state.table[card] = use


def discard_table(match: Providence) -> None:
    """After an action, move the cards on the table to their owners' discard piles (DP-TURN.5, DP-CARD.14)."""
    state = match.state
    cards, state.table = list(state.table), {}
    for card in cards:
        state.players[state.owners[card]].discard.append(card)
    for card in cards:
        if match.content.cards[card].uneasy:
            sanity_test(match, state.owners[card])
