"""A pack's boosters: which cards they can contain, and that players can build a legal deck from them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rules.aevum_haeresis.content import boosters
from rules.aevum_haeresis.content.deck_pools import called, filled, missing, possible_damned, proposal
from rules.aevum_haeresis.content.legality import COPIES, faults, sort_into_parts
from rules.aevum_haeresis.content.load import PACKS, base
from rules.aevum_haeresis.content.records import Boosters, Content
from rules.aevum_haeresis.game import GAME
from rules.kernel.content.packs import HASH_LENGTH, frozen_name
from rules.kernel.errors import IllegalAction
from tests.game_helpers import each, rule

DRAWN = [("deathless", "warrior", "mystics"), ("opportunist", "scholar", "lords"), ("warrior", "scholar", "mystics")]


def pack(**changed: Any) -> Content:
    """Return the content of the base pack with these changes to its boosters."""
    ours = base().boosters
    assert ours is not None
    return replace(base(), boosters=Boosters.model_validate(ours.model_dump() | changed))


def wrong(content: Content) -> str:
    return "\n".join(f"{place}: {fault}" for place, fault in boosters.faults(content))


def besides(**changed: int) -> dict[str, int]:
    ours = base().boosters
    assert ours is not None
    return {card: copies for card, copies in {**ours.besides, **changed}.items() if copies}


def opened(chosen: tuple[str, ...], rng: random.Random, number: int = 5) -> dict[str, int]:
    """Return a random pool: the cards of `number` boosters, plus the cards that every player gets without a booster."""
    content = base()
    assert content.boosters is not None
    pool, lots = boosters.common_cards(content, chosen), boosters.by_rarity(content, chosen)
    for _ in range(number):
        for rarity, count in content.boosters.booster.items():
            for card in rng.sample(lots[rarity], count):
                pool[card] = pool.get(card, 0) + 1
    return pool


def test_our_own_boosters_have_no_fault() -> None:
    assert wrong(base()) == ""


@rule("AH-FMT.4")
def test_what_everyone_has_besides_must_make_a_legal_deck_by_itself() -> None:
    assert "besides: is not enough for a legal deck" in wrong(pack(besides=besides(candle_thief=3)))
    told = wrong(pack(besides={"smiling_factor": 1}))
    assert "0 of 48 cards for the plot" in told or "there is no Damned" in told


@rule("AH-FMT.4")
def test_cards_of_a_faction_are_enough_where_that_faction_is_always_drawn() -> None:
    deck = base().decks["night_barge"]
    own = {deck.damned: 1, deck.camp: 1, **dict.fromkeys(deck.locations, 1), **deck.plot, **deck.heretics}
    backgrounds = {card.id: 2 for card in base().cards.values() if card.background}
    own = {card: copies for card, copies in own.items() if copies < COPIES or base().cards[card].rarity is None}
    short = wrong(pack(besides={**own, **backgrounds}, factions=6))
    assert "is not enough" in short
    plain = {card: COPIES for card in besides() if besides()[card] == COPIES}
    enough = {**plain, **own, **backgrounds}
    assert wrong(pack(besides=enough, factions=6)) == ""
    assert "is not enough" in wrong(pack(besides=enough, factions=1))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"draft": {"boosters": 5, "first": 8, "second": 8}}, "draft: takes more than the 15 cards"),
        ({"booster": {"common": 8, "uncommon": 5, "rare": 15}}, "booster.rare: wants 15 different cards"),
        ({"booster": {"common": 8, "uncommon": 5}}, "booster: has no rare cards"),
        ({"besides": besides(no_such_card=1)}, "besides.no_such_card: names no card of this pack"),
        ({"besides": besides(roadside_camp=2)}, "besides.roadside_camp: a deck has a camp once"),
        ({"besides": besides(levy=4)}, "besides.levy: has a rarity"),
        ({"besides": besides(drowned_pilgrim=0)}, "lacks drowned_pilgrim, which"),
    ],
)
@rule("AH-FMT.2")
def test_boosters_that_can_t_be_filled_or_used_are_refused(changed: dict[str, Any], told: str) -> None:
    assert told in wrong(pack(**changed))


@rule("AH-FMT.1")
def test_a_pack_without_boosters_offers_ready_decks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    name = frozen_name("plain", "0" * HASH_LENGTH)
    monkeypatch.setitem(PACKS.added, name, replace(base(), boosters=None))
    ways = {way: GAME.option_fits("format", way, 2, {"pack": name}) for way in ("decks", "sealed", "draft")}
    assert ways == {"decks": True, "sealed": False, "draft": False}
    with pytest.raises(IllegalAction, match="The content pack “plain” has no boosters"):
        GAME.new(2, 1, {"pack": name, "format": "draft"})


@each("seed", range(12))
@rule("AH-FMT.4", "AH-FMT.9", "AH-DECK.8", "AH-DECK.10")
def test_every_pool_makes_a_legal_deck_for_each_damned_that_it_names(seed: int) -> None:
    rng, content = random.Random(seed), base()
    pool = opened(DRAWN[seed % len(DRAWN)], rng, rng.randrange(9))
    able = possible_damned(content, pool)
    assert "nameless_wanderer" in able
    for damned in able:
        deck = proposal(content, pool, damned)
        assert faults(content, sort_into_parts(content, deck)) == []
        assert all(copies <= pool[card] for card, copies in deck.items())
        assert {called for card in deck for called in called_by(card)} <= {*deck}
    best = proposal(content, pool)
    # If cards are missing from a deck, it is completed to a legal deck that keeps its remaining cards.
    kept = {card: copies for card, copies in best.items() if rng.random() < 0.6 or card in able}
    again = filled(content, pool, next(card for card in best if card in able), kept)
    assert faults(content, sort_into_parts(content, again)) == []
    assert missing(content, again) == {"plot": 0, "heretics": 0, "locations": 0}
    assert all(again.get(card, 0) >= n for card, n in kept.items() if not content.cards[card].background)


def called_by(card: str) -> list[str]:
    return called(base(), card)
