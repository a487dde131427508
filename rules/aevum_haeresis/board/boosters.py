"""Boosters: opening them, passing packets on in a draft, and each player's resulting card pool (AH-FMT.2 to FMT.8)."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import NamedTuple

from rules.aevum_haeresis.content.boosters import by_rarity, common_cards, factions
from rules.aevum_haeresis.content.records import Boosters, Content
from rules.aevum_haeresis.state.state import Drafter, Haeresis, Limited
from rules.kernel.engine.chance import Chance


class Packet(NamedTuple):
    """The packet that a seat is taking cards from in a draft: its cards, and the number of cards still to take.

    The packet is one of the seat's own boosters (`own`) or a booster that the rival has opened and passes on. If
    `cards` is empty, the rival has not passed the packet on yet.
    """

    number: int
    own: bool
    cards: list[str]
    left: int


def drawn_factions(chance: Chance, content: Content) -> list[str]:
    """Draw the factions whose cards are in the boosters of a match (AH-FMT.2)."""
    every = factions(content)
    assert content.boosters is not None
    chosen = set(chance.take("boosters/factions", list(every), content.boosters.factions))
    return [faction for faction in every if faction in chosen]


def open_booster(chance: Chance, content: Content, limited: Limited, seat: int) -> list[str]:
    """Open a seat's next booster and return its cards: a fixed number of different cards of each rarity (AH-FMT.2)."""
    assert content.boosters is not None
    drafter = limited.seats[seat]
    lots = by_rarity(content, limited.factions)
    cards = [
        card
        for rarity, count in content.boosters.booster.items()
        for card in chance.take(f"booster/{seat}/{len(drafter.opened) + 1}/{rarity}", lots[rarity], count)
    ]
    drafter.opened.append(cards)
    drafter.own.append([])
    return cards


def boosters_of(match: Haeresis) -> Boosters:
    """Return the pack's rules for boosters. Call this only in a match whose decks are built from boosters."""
    boosters = match.content.boosters
    assert boosters is not None
    return boosters


def limited_of(match: Haeresis) -> Limited:
    """Return the opened boosters and drafted cards. Call this only in a match whose decks are built from boosters."""
    limited = match.state.limited
    assert limited is not None
    return limited


def packet(match: Haeresis, seat: int) -> Packet | None:
    """Return the packet that a seat takes cards from now; None if the seat has finished all packets opened so far."""
    draft, (drafter, rival_drafter) = boosters_of(match).draft, _drafters(match, seat)
    number = len(drafter.opened)
    if not number:
        return None
    own_picks = drafter.own[-1]
    if len(own_picks) < draft.first:
        return Packet(number, True, remaining_cards(drafter.opened[-1], own_picks), draft.first - len(own_picks))
    passed_picks = drafter.passed[number - 1] if len(drafter.passed) == number else []
    if len(passed_picks) == draft.second:
        return None
    is_passed = len(rival_drafter.own) >= number and len(rival_drafter.own[number - 1]) == draft.first
    cards = (
        remaining_cards(rival_drafter.opened[number - 1], [*rival_drafter.own[number - 1], *passed_picks])
        if is_passed
        else []
    )
    return Packet(number, False, cards, draft.second - len(passed_picks))


def _drafters(match: Haeresis, seat: int) -> tuple[Drafter, Drafter]:
    seats = limited_of(match).seats
    return seats[seat], seats[1 - seat]


def packets_done(match: Haeresis, seat: int) -> int:
    """Return the number of packets that a seat has finished, both its own and those passed to it."""
    draft, drafter = boosters_of(match).draft, limited_of(match).seats[seat]
    own = sum(len(cards) == draft.first for cards in drafter.own)
    return own + sum(len(cards) == draft.second for cards in drafter.passed)


def remaining_cards(cards: list[str], taken: list[str]) -> list[str]:
    """Return the cards that are left in a packet after these cards were taken."""
    return list((Counter(cards) - Counter(taken)).elements())


def drafted(match: Haeresis, seat: int) -> list[str]:
    """Return a seat's cards from boosters: in sealed, all cards that it opened; in a draft, those that it took."""
    drafter = limited_of(match).seats[seat]
    parts = drafter.opened if match.state.options.format == "sealed" else [*drafter.own, *drafter.passed]
    return list(chain(*parts))


def pool(match: Haeresis, seat: int) -> dict[str, int]:
    """Return the number of copies of each card in a seat's whole pool, including the cards that every player has."""
    found = Counter(common_cards(match.content, limited_of(match).factions))
    found.update(drafted(match, seat))
    return dict(found)
