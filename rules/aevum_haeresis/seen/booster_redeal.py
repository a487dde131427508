"""Deals the unknown contents of boosters again, and checks that boosters and pools are consistent (AH-FMT.8)."""

from __future__ import annotations

from collections import Counter

from rules.aevum_haeresis.board.boosters import boosters_of, limited_of, packets_done, pool, remaining_cards
from rules.aevum_haeresis.content.boosters import by_rarity, common_cards, factions
from rules.aevum_haeresis.content.deck_pools import missing, possible_damned, proposal
from rules.aevum_haeresis.state.state import Drafter, Haeresis, Limited
from rules.kernel.engine.chance import Rng


def deal_again(match: Haeresis, seat: int | None, rng: Rng) -> None:
    """Replace what `seat` (a spectator if None) hasn't seen of other players' boosters, picks and decks."""
    limited = limited_of(match)
    for other, drafter in enumerate(limited.seats):
        if other == seat:
            continue
        rival = limited.seats[1 - other]
        for number in range(len(drafter.opened)):
            seen = [] if seat is None else _seen(match, rival, drafter, number)
            _reopen(match, drafter, number, seen, rng)
    for other, drafter in enumerate(limited.seats):
        if other != seat:
            _take_again(match, limited, other, rng)
            if drafter.deck:
                drafter.deck = proposal(match.content, pool(match, other))


def _seen(match: Haeresis, looker: Drafter, drafter: Drafter, number: int) -> list[str]:
    """Return the cards of another player's booster that `looker` has seen, namely those passed on to `looker`."""
    if match.state.options.format == "sealed" or len(looker.passed) <= number:
        return []
    return remaining_cards(drafter.opened[number], drafter.own[number])


def _reopen(match: Haeresis, drafter: Drafter, number: int, seen: list[str], rng: Rng) -> None:
    """Replace the unseen cards of a booster, including those that its owner kept, with random cards."""
    lots, known = by_rarity(match.content, limited_of(match).factions), set(seen)
    rarities = Counter(match.content.cards[card].rarity or "" for card in seen)
    new_cards: list[str] = []
    for rarity, count in boosters_of(match).booster.items():
        lot = [card for card in lots[rarity] if card not in known]
        rng.shuffle(lot)
        new_cards += lot[: count - rarities[rarity]]
    kept_count = len(drafter.own[number])
    drafter.opened[number] = [*new_cards, *seen]
    chosen = list(new_cards)
    rng.shuffle(chosen)
    drafter.own[number] = chosen[:kept_count]


def _take_again(match: Haeresis, limited: Limited, seat: int, rng: Rng) -> None:
    """Choose random cards instead of those that a seat has taken from the packets passed to it."""
    drafter, rival = limited.seats[seat], limited.seats[1 - seat]
    for number, taken in enumerate(drafter.passed):
        cards = remaining_cards(rival.opened[number], rival.own[number])
        rng.shuffle(cards)
        drafter.passed[number] = cards[: len(taken)]


def is_sound(match: Haeresis) -> bool:
    """Return whether the saved boosters, picks and decks are consistent."""
    limited, content = match.state.limited, match.content
    if limited is None:
        return match.state.options.format == "decks" and match.state.phase not in ("draft", "building")
    if match.state.options.format == "decks" or content.boosters is None or len(limited.seats) != 2:
        return False
    known = factions(content)
    if len(set(limited.factions)) != len(limited.factions) or not set(limited.factions) <= set(known):
        return False
    return all(_boosters_fit(match, limited, seat) and _deck_fits(match, seat) for seat in (0, 1))


def _boosters_fit(match: Haeresis, limited: Limited, seat: int) -> bool:
    drafter, rival, boosters = limited.seats[seat], limited.seats[1 - seat], boosters_of(match)
    lots, sealed = by_rarity(match.content, limited.factions), match.state.options.format == "sealed"
    for cards in drafter.opened:
        rarities = Counter(rarity for rarity, lot in lots.items() for card in cards if card in lot)
        if dict(rarities) != dict(boosters.booster) or len(set(cards)) != len(cards):
            return False
    number = len(drafter.opened)
    if sealed:
        return number == boosters.sealed.boosters and not any(drafter.own) and not drafter.passed
    first, second = boosters.draft.first, boosters.draft.second
    return (
        number <= boosters.draft.boosters
        and len(drafter.own) == number
        and len(drafter.passed) in (number, number - 1)[: 1 + (number > 0)]
        and all(len(cards) == first for cards in drafter.own[:-1])
        and all(len(cards) == second for cards in drafter.passed[: number - 1])
        and all(len(cards) <= first and not Counter(cards) - Counter(whole)
                for cards, whole in zip(drafter.own, drafter.opened, strict=True))
        and all(len(cards) <= second and len(rival.own[place]) == first
                and not Counter(cards) - Counter(remaining_cards(rival.opened[place], rival.own[place]))
                for place, cards in enumerate(drafter.passed))
    )  # fmt: skip


def _deck_fits(match: Haeresis, seat: int) -> bool:
    """Return whether a seat's deck is built from its pool, and the pool allows a legal deck.

    During the draft, the deck must be empty.
    """
    state, drafter = match.state, limited_of(match).seats[seat]
    if not drafter.deck:
        return not drafter.ready and (state.phase == "draft" or state.over)
    own_pool = pool(match, seat)
    is_complete = state.options.format == "sealed" or packets_done(match, seat) == 2 * boosters_of(match).draft.boosters
    if not is_complete or state.phase == "draft":
        return False
    types = Counter({match.content.cards[card].type: 0 for card in drafter.deck})
    for card, copies in drafter.deck.items():
        types[match.content.cards[card].type] += copies
    return (
        not Counter(drafter.deck) - Counter(own_pool)
        and types["damned"] == types["camp"] == 1
        and any(card in drafter.deck for card in possible_damned(match.content, own_pool))
        and min(missing(match.content, drafter.deck).values()) >= 0
        and drafter.ready >= bool(state.players[seat].damned)
    )


def open_cards(match: Haeresis) -> set[str]:
    """Return the ids of the cards that can be in the decks of a match with boosters."""
    chosen = limited_of(match).factions
    found = set(common_cards(match.content, chosen))
    return found.union(*by_rarity(match.content, chosen).values())
