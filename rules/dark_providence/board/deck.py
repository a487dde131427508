"""Cards in hands, decks and discard piles: drawing, receiving, taking and destroying them."""

from __future__ import annotations

from collections.abc import Iterable

from rules.dark_providence.board.piece_placement import (
    asset_city,
    clear_markers,
    refill_solo_row,
    return_lock,
    take_asset,
)
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Player, Providence
from rules.dark_providence.state.steps import ReactionStep
from rules.kernel.data.events import EVERYONE


def draw(match: Providence, seat: int, count: int) -> None:
    """Draw cards. If the deck is empty, shuffle the discard pile into a new one (DP-TURN.7 to 9, LIMIT.8)."""
    player = match.state.players[seat]
    drawn: list[str] = []
    for _ in range(count):
        if not player.deck:
            if not player.discard:
                break
            player.deck = match.chance.shuffle(f"deck/{seat}", player.discard)
            player.discard = []
            match.emit(EVERYONE, events.Reshuffled(seat, len(player.deck)))
        drawn.append(player.deck.pop(0))
    if drawn:
        player.hand += drawn
        match.reveal()
        match.emit(EVERYONE, events.DrewHidden(seat, len(drawn)))
        match.emit((seat,), events.DrewCards(seat, tuple(drawn)))


def one_of_each_kind(match: Providence, cards: Iterable[str]) -> list[str]:
    """Return one card of each kind: the one with the alphabetically first id."""
    known = match.content.cards
    first_by_kind: dict[str, str] = {}
    for card in sorted(cards):
        first_by_kind.setdefault(known[card].id, card)
    return list(first_by_kind.values())


def reshuffle(match: Providence, seat: int) -> None:
    """Reshuffle a seat's deck, because a card was taken from it (DP-CITY.8, ASSASSINATE.15, GATE.16)."""
    player = match.state.players[seat]
    player.deck = match.chance.shuffle(f"deck/{seat}", player.deck)
    match.emit(EVERYONE, events.Reshuffled(seat, len(player.deck)))


def zone_of(match: Providence, card: str) -> str:
    """Return where a player's card is: "hand", "deck", "discard" or "table"."""
    player = match.state.players[match.state.owners[card]]
    if card in match.state.table:
        return "table"
    return next(zone for zone, cards in zones(player) if card in cards)


def zones(player: Player) -> tuple[tuple[str, list[str]], ...]:
    """Return a player's hand, deck and discard pile, each with its name."""
    return ("hand", player.hand), ("deck", player.deck), ("discard", player.discard)


def get_card(match: Providence, seat: int, card: str, zone: str = "discard") -> None:
    """Give a card to a seat, by default by placing it on the seat's discard pile."""
    match.state.owners[card] = seat
    dict(zones(match.state.players[seat]))[zone].append(card)


def take_card(match: Providence, card: str, *, draws_replacement: bool = True) -> None:
    """Take a card from its owner (DP-CITY.6).

    If it was in the deck, the deck is reshuffled. If it was in hand and `draws_replacement` is true, the owner draws a
    card.
    """
    state = match.state
    if card not in state.owners:
        return
    zone = zone_of(match, card)
    seat = state.owners.pop(card)
    if zone == "table":
        del state.table[card]
    else:
        dict(zones(state.players[seat]))[zone].remove(card)
    match.emit(EVERYONE, events.CardLeft(seat, card, zone))
    if zone == "hand" and draws_replacement:
        draw(match, seat, 1)
    elif zone == "deck":
        reshuffle(match, seat)


def destroy_card(match: Providence, card: str, *, draws_replacement: bool = True) -> None:
    """Destroy a card, and offer its owner the card's reaction. City cards return to area E (DP-DESTROY.1 to 3)."""
    state = match.state
    seat = state.owners.get(card, -1)
    take_card(match, card, draws_replacement=draws_replacement)
    if card in match.content.city_cards:
        state.area_e.append(card)
    else:
        state.destroyed.append(card)
    match.emit(EVERYONE, events.CardDestroyed(card))
    if seat >= 0:
        offer_reaction(match, seat, card, "destroyed")


def destroy_mythos(match: Providence, seat: int, card: str) -> None:
    """Destroy a mythos card that lies beside a player board (DP-ASSASSINATE.29)."""
    match.state.players[seat].mythos.remove(card)
    match.state.destroyed.append(card)
    match.emit(EVERYONE, events.CardDestroyed(card))


def offer_reaction(match: Providence, seat: int, card: str, trigger: str) -> None:
    """If a card has a reaction to this trigger, ask its owner whether to use it (DP-CARD.17, CARD.18)."""
    for power in match.content.cards[card].powers:
        if power.timing == "reaction" and power.trigger == trigger:
            match.push(ReactionStep(seat, card))


def destroy_face_up(match: Providence, card: str) -> None:
    """Destroy a face-up primary asset, and turn up the next one in its stack (DP-ASSET.10, DP-DESTROY.7)."""
    city = asset_city(match.state, card)
    return_pieces(match, card)
    match.state.destroyed.append(card)
    match.emit(EVERYONE, events.CardDestroyed(card))
    take_asset(match, city)


def destroy_in_row(match: Providence, card: str) -> None:
    """Destroy a mythos card in the row (DP-DESTROY.7). In solo play, an empty row is refilled with one card."""
    return_pieces(match, card)
    match.state.row.remove(card)
    match.state.destroyed.append(card)
    match.emit(EVERYONE, events.CardDestroyed(card))
    refill_solo_row(match)


def return_pieces(match: Providence, target: str) -> None:
    """Return a card's markers and lock to the supplies, because it leaves without being acquired (DP-DESTROY.7)."""
    clear_markers(match, target, None)
    return_lock(match.state, target)
