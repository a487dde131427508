"""Payments from a very large hand: cards are chosen one by one, because there are too many sets to offer."""

from __future__ import annotations

import time
from itertools import combinations
from typing import Any

import pytest

from rules.dark_providence.effects.icon_payment import icon_count
from rules.dark_providence.examples.position_builder import hold, leave, turn
from rules.dark_providence.state.actions import BuyInfluence, Done, Pay, PlaceInfluence
from rules.dark_providence.state.state import Providence
from tests.dark_providence.table import act, asset, begin_turn, offers


def rich(values: list[int], icon: str = "wealth", **options: Any) -> tuple[Providence, list[str]]:
    match = turn(2, **options)
    begin_turn(match, 0)
    cards = [asset(match, f"note_{number}", icons={icon: value}) for number, value in enumerate(values)]
    hold(match, 0, *cards)
    return match, cards


def reachable_sets(match: Providence, cards: list[str]) -> set[frozenset[str]]:
    """Return every set of cards that a player can pay with by choosing cards one by one."""
    found: set[frozenset[str]] = set()
    seen: set[frozenset[str]] = set()

    def walk(named: tuple[str, ...]) -> None:
        if frozenset(named) in seen:
            return
        seen.add(frozenset(named))
        match.state.stack[-1].chosen = list(named)  # type: ignore[union-attr]
        for offer in offers(match):
            if isinstance(offer, Done):
                found.add(frozenset(named))
            else:
                assert offer.cards[:-1] == named
                walk(offer.cards)
            match.state.stack[-1].chosen = list(named)  # type: ignore[union-attr]

    walk(())
    return found


@pytest.mark.rule("DP-CARD.12", "DP-HC.6", "DP-BUY.1")
@pytest.mark.parametrize("minimality", ["fewest", "irredundant"])
@pytest.mark.parametrize(("values", "pool"), [([1, 1, 2, 3, 3, 4, 5], 2), ([1, 2, 2, 3, 3, 5, 6, 7], 3)])
def test_naming_cards_one_by_one_leads_to_every_legal_set_and_to_no_other(values, pool, minimality):
    match, cards = rich(values, minimality=minimality)
    leave(match, 0, pool=pool)
    act(match, BuyInfluence())
    worth = {card: icon_count(match, card, "wealth") for card in cards}

    def result(chosen: frozenset[str]) -> int:
        return min(sum(worth[card] for card in chosen) // 2, pool)

    every = [frozenset(chosen) for size in range(1, len(cards) + 1) for chosen in combinations(cards, size)]
    if minimality == "fewest":
        legal = {
            chosen
            for chosen in every
            if result(chosen) and not any(len(o) < len(chosen) and result(o) >= result(chosen) for o in every)
        }
    else:
        legal = {chosen for chosen in every if all(result(chosen - {card}) < result(chosen) for card in chosen)}
    assert reachable_sets(match, cards) == legal


@pytest.mark.rule("DP-PLACE.5")
def test_sixteen_cards_make_few_offers_at_once():
    match, _ = rich([1, 2, 3, 4] * 4, "influence")
    leave(match, 0, pool=0, supply=18)
    begun = time.perf_counter()
    act(match, PlaceInfluence("boston"))
    assert len(offers(match, Pay)) == 16
    assert time.perf_counter() - begun < 60


@pytest.mark.rule("DP-PLACE.1", "DP-CARD.14")
def test_cards_named_one_by_one_are_played_together():
    match, cards = rich([1, 2, 3, 1, 2, 3, 1], "influence", minimality="irredundant")
    act(match, PlaceInfluence("boston"))
    act(match, Pay((cards[0],)))
    act(match, Pay((cards[0], cards[1])))
    act(match, Done())
    assert match.state.marks["boston"][0] == 3
    assert match.state.players[0].discard == [cards[0], cards[1]]
