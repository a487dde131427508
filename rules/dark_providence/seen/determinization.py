"""Matches that a seat can't distinguish from the real match, because only facts hidden from the seat differ."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.board.allegiance import has_dissenters
from rules.dark_providence.content.component_counts import Allegiance
from rules.dark_providence.seen.views import knows
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import DiscardStep, StockStep
from rules.kernel.engine.chance import Pile, Rng

#: The maximum number of random hands dealt in search of a hand that allows its player to continue the current action.
TRIES = 60


def worlds(match: Providence, seat: int | None, rng: Rng) -> Providence:
    """Return a copy of a match where everything that the seat doesn't know is random, including future chance.

    Everything that is public or known to the seat is unchanged (DP-VIS.16 to 27). Cards are sorted before they are
    shuffled, so the result doesn't depend on the real order.
    """
    other = match.copy()
    state = other.state
    _deal_assets(other, seat, rng)
    for number in range(state.seats):
        _deal_hand(other, number, rng, open_hand=number == seat or state.over)
    _shuffle(state.mythos_deck, rng)
    if state.old_one is not None:
        _shuffle(state.old_one.deck, rng)
    if not state.over:
        _deal_allegiances(other, seat, rng)
    state.chance.seed = f"{rng.getrandbits(128):032x}"
    return other


def piles(match: Providence) -> list[Pile]:
    """Return the hidden piles: decks, the mythos and control decks, the face-down assets, and the secret stock.

    While a seat looks at cards of the secret stock, these cards lie on top of it, visible to this seat (DP-VIS.23).
    """
    state = match.state
    top = state.stack[-1] if state.stack else None
    found = len(top.found) if isinstance(top, StockStep) else 0
    decks = [*[player.deck for player in state.players], state.mythos_deck]
    if state.old_one is not None:
        decks.append(state.old_one.deck)
    cities = Pile([(place.stack, 1) for place in state.places.values()])
    return [*[Pile([(deck, 0)]) for deck in decks], cities, Pile([(state.stock, found)])]


def _shuffle(cards: list[Any], rng: Rng) -> None:
    """Shuffle cards. The result doesn't depend on their real order."""
    cards.sort()
    rng.shuffle(cards)


def _deal_hand(match: Providence, number: int, rng: Rng, *, open_hand: bool) -> None:
    """Deal a seat a random hand and deck that allow it to continue its current action."""
    player = match.state.players[number]
    if open_hand:
        _shuffle(player.deck, rng)
        return
    size = len(player.hand)
    before = [*player.hand], [*player.deck]
    for _ in range(TRIES):
        cards = [*player.hand, *player.deck]
        _shuffle(cards, rng)
        player.hand, player.deck = cards[:size], cards[size:]
        if _can_continue(match, number):
            return
    player.hand, player.deck = before


def _can_continue(match: Providence, seat: int) -> bool:
    """Return whether the seat could answer its open question with the hand that it has been dealt."""
    top = match.state.stack[-1] if match.state.stack else None
    if top is None or getattr(top, "seat", seat) != seat:
        return True
    if isinstance(top, DiscardStep) and any(card not in match.state.players[seat].hand for card in top.cards):
        return False
    offers = match.game.order_of_play.steps[type(top)].decisions(match, top)
    return seat not in offers or bool(offers[seat].actions)


def _deal_assets(match: Providence, seat: int | None, rng: Rng) -> None:
    """Randomly deal the face-down assets in cities and stock, except stock cards that this seat is looking at."""
    state = match.state
    top = state.stack[-1] if state.stack else None
    searching = top if isinstance(top, StockStep) else None
    known = len(searching.found) if searching is not None and searching.seat == seat else 0
    hidden = [card for place in state.places.values() for card in place.stack[1:]] + state.stock[known:]
    _shuffle(hidden, rng)
    for place in state.places.values():
        below = len(place.stack[1:])
        place.stack[1:] = hidden[:below]
        del hidden[:below]
    state.stock[known:] = hidden
    if searching is not None:
        searching.found = state.stock[: len(searching.found)]


def _deal_allegiances(match: Providence, seat: int | None, rng: Rng) -> None:
    """Randomly deal the allegiances that the seat doesn't know, as in the set-up (DP-SETUP.20 to 24, DP-VIS.25)."""
    state = match.state
    unknown = [number for number in range(state.seats) if not knows(match, seat, number)]
    if state.old_one is not None:
        return
    cards: list[Allegiance] = [*[state.players[number].allegiance for number in unknown], *state.aside]
    if state.seats < 4 or not has_dissenters(state.options, state.seats):
        _shuffle(cards, rng)
    else:
        cards = _with_unused_dissenter_last(match, cards, rng)
    for number, card in zip(unknown, cards, strict=False):
        state.players[number].allegiance = card
    state.aside = cards[len(unknown) :]


def _with_unused_dissenter_last(match: Providence, cards: list[Allegiance], rng: Rng) -> list[Allegiance]:
    """Return the cards in random order, but the dissenter that 4 or 5 players don't use comes last (DP-SETUP.21)."""
    dissenters: list[Any] = [card for card in cards if card in ("ex_investigator", "ex_cultist")]
    others: list[Any] = [card for card in cards if card not in dissenters]
    _shuffle(dissenters, rng)
    left_out = dissenters.pop()
    dealt = [*others, *dissenters]
    _shuffle(dealt, rng)
    return [*dealt, left_out]
