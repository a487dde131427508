"""Sections 8 and 35.1 of RULES.md: deck construction and the Background deck."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.content.legality import COPIES, HERETICS, LOCATIONS, PLOT, faults, sort_into_parts
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.records import Content, DeckList
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.content.decks import Deck
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import LOCALES, Translator
from tests.aevum_haeresis.deck_helpers import DECKS, GAME, at_random, broken, ready
from tests.game_helpers import rule

CONTENT = base()


def begin(*decks: Deck | None, seed: str = "decks") -> Haeresis:
    return GAME.new_with_decks(2, seed, None, (*decks, *[None] * (2 - len(decks))))


def refused(deck: Deck) -> None:
    """Check that no match can start if either seat brings this deck, and that the refusal names no card."""
    for decks in ((deck, None), (ready(), deck)):
        with pytest.raises(IllegalAction) as caught:
            begin(*decks)
        assert str(caught.value).startswith("One of the decks isn't legal")


def play_out(match: Haeresis, seed: int) -> None:
    """Play at random to the end.

    Now and then, check that dealing the hidden cards at random leaves a viewer's view unchanged.
    """
    dice = random.Random(seed)
    while not match.over:
        if dice.random() < 0.02:
            viewer = dice.choice((0, 1, None))
            assert match.worlds(viewer, dice).view(viewer) == match.view(viewer)
        seat, decision = dice.choice(sorted(match.decisions().items(), key=lambda pair: pair[0]))
        match.apply(seat, dice.choice(decision.actions))


# -- the parts of a deck --------------------------------------------------------------------------------------


@rule("AH-EX.43", "AH-DECK.3", "AH-SM.1")
@pytest.mark.parametrize("more", [-1, 1])
def test_a_plot_deck_of_another_size_is_refused(more: int) -> None:
    deck = ready(long_vigil=more)
    assert broken(deck) == {"AH-DECK.3"}
    refused(deck)


@rule("AH-EX.43", "AH-DECK.11", "AH-SM.1")
def test_five_copies_of_a_heretic_are_refused() -> None:
    deck = ready(candle_thief=1, voice_under_the_ice=-1)
    assert broken(deck) == {"AH-DECK.11"}
    assert "5 copies of Candle Thief" in DECKS.faults(Translator(), deck)[0].text
    refused(deck)


@rule("AH-EX.43", "AH-DECK.7", "AH-SM.1")
def test_two_equal_locations_are_refused() -> None:
    deck = ready(salt_pans=1, toll_bridge=-1)
    assert broken(deck) == {"AH-DECK.7"}
    refused(deck)
    assert broken(ready(toll_bridge=-1)) == broken(ready(plague_pit=1)) == {"AH-DECK.7"}


@rule("AH-EX.43", "AH-DECK.8", "AH-DECK.9", "AH-SM.1")
@pytest.mark.parametrize("type", ["story", "heretic", "location", "camp"])
def test_a_card_of_another_faction_is_refused(type: str) -> None:
    own = CONTENT.cards["anchoress_of_saltmarsh"].faction
    other = next(
        card.id
        for card in CONTENT.cards.values()
        if card.type == type and card.faction not in ("neutral", own) and not card.background
    )
    out = {"story": "cold_hands", "heretic": "candle_thief", "location": "salt_pans", "camp": "reed_roofed_chapel"}
    deck = ready(**{out[type]: -1, other: 1})
    assert broken(deck) == {"AH-DECK.8"}
    refused(deck)


@rule("AH-DECK.9", "AH-HC.39")
def test_the_background_deck_is_of_the_faction_too() -> None:
    deck = ready(hungry_wraith=1)
    assert CONTENT.cards["hungry_wraith"].faction not in ("neutral", "mystics")
    assert broken(deck) == {"AH-DECK.8"}
    refused(deck)


@rule("AH-DECK.1")
def test_a_deck_has_one_damned() -> None:
    assert broken(ready(anchoress_of_saltmarsh=-1)) == {"AH-DECK.1"}
    assert broken(ready(anchoress_of_saltmarsh=1)) == {"AH-DECK.1"}
    assert broken(ready(nameless_wanderer=1)) == {"AH-DECK.1"}
    refused(ready(nameless_wanderer=1))


@rule("AH-DECK.2")
def test_a_deck_has_one_camp() -> None:
    assert broken(ready(reed_roofed_chapel=-1)) == {"AH-DECK.2"}
    assert broken(ready(roadside_camp=1)) == {"AH-DECK.2"}
    refused(ready(roadside_camp=1))


@rule("AH-DECK.5")
@pytest.mark.parametrize("more", [-1, 1])
def test_a_heretic_deck_has_twenty_cards(more: int) -> None:
    deck = ready(voice_under_the_ice=more)
    assert broken(deck) == {"AH-DECK.5"}
    refused(deck)


@rule("AH-DECK.10")
def test_five_copies_in_the_plot_deck_are_too_many() -> None:
    deck = ready(cold_hands=1, long_vigil=-1)
    assert broken(deck) == {"AH-DECK.10"}
    refused(deck)


@rule("AH-DECK.4")
def test_no_type_of_plot_card_is_asked_for() -> None:
    neutral = [card.id for card in CONTENT.cards.values() if card.faction in ("neutral", "mystics")]
    events = [card for card in neutral if CONTENT.cards[card].type == "event"][: PLOT // COPIES]
    own = {
        card: copies
        for card, copies in ready().cards.items()
        if card not in sort_into_parts(CONTENT, ready().cards).plot
    }
    deck = Deck(own | dict.fromkeys(events, COPIES))
    assert broken(deck) == set()


def listing(**parts: object) -> DeckList:
    return CONTENT.decks["drowned_saints"].model_copy(update=parts)


@rule("AH-DECK.4", "AH-DECK.6", "AH-BACK.2")
def test_each_part_holds_its_own_types() -> None:
    """A pack with a card in the wrong part of a deck is refused. In a player's list, the type determines the part."""
    deck = CONTENT.decks["drowned_saints"]
    swapped = {**deck.plot, "cold_hands": 3, "candle_thief": 1}
    assert [fault.rule for fault in faults(CONTENT, listing(plot=swapped))] == ["AH-DECK.4"]
    for wrong in ("cold_hands", "drowned_pilgrim"):
        heretics = {**deck.heretics, "candle_thief": 3, wrong: 1}
        assert [fault.rule for fault in faults(CONTENT, listing(heretics=heretics))] == ["AH-DECK.6"]
    assert [fault.rule for fault in faults(CONTENT, listing(background={"candle_thief": 1}))] == ["AH-BACK.2"]
    assert "AH-DECK.1" in [fault.rule for fault in faults(CONTENT, listing(damned="candle_thief"))]
    assert [fault.rule for fault in faults(CONTENT, listing(camp="salt_pans"))] == ["AH-DECK.2"]
    places = [*deck.locations[:3], "candle_thief"]
    assert [fault.rule for fault in faults(CONTENT, listing(locations=places))] == ["AH-DECK.7"]


@rule("AH-DECK.12", "AH-HC.41")
def test_copies_are_counted_by_name_and_type() -> None:
    """A reprint of a card is the same card. A card with the same name but another type is a different card."""
    first = CONTENT.cards["candle_thief"]
    printings = {
        "candle_thief_again": first.model_copy(update={"id": "candle_thief_again"}),
        "candle_thief_tale": CONTENT.cards["cold_hands"].model_copy(
            update={"id": "candle_thief_tale", "name": first.name}
        ),
    }
    content = Content({**CONTENT.cards, **printings}, CONTENT.decks)

    def rules(deck: Deck) -> set[str]:
        return {fault.rule for fault in faults(content, sort_into_parts(content, deck.cards))}

    assert rules(ready(candle_thief=-1, candle_thief_again=1)) == set()
    assert rules(ready(candle_thief_again=1, voice_under_the_ice=-1)) == {"AH-DECK.11"}
    assert rules(ready(candle_thief_tale=4, cold_hands=-4)) == set()


@rule("AH-DECK.13", "AH-HC.40")
def test_a_neutral_damned_takes_neutral_cards_only() -> None:
    deck = at_random(random.Random(4), "neutral")
    assert CONTENT.cards[next(iter(deck.cards))].faction == "neutral"
    assert {CONTENT.cards[card].faction for card in deck.cards} == {"neutral"}
    assert broken(deck) == set()
    begin(deck)
    plot = next(card for card in deck.cards if CONTENT.cards[card].type == "story")
    own = replace(deck, cards={**deck.cards, plot: deck.cards[plot] - 1, "cold_hands": 1})
    own = replace(own, cards={card: copies for card, copies in own.cards.items() if copies})
    assert broken(own) == {"AH-DECK.13"}
    refused(own)


@rule("AH-DECK.15")
def test_a_legal_list_has_74_cards() -> None:
    for deck in DECKS.ready(Translator()):
        parts = sort_into_parts(CONTENT, deck.deck.cards)
        assert sum(deck.deck.cards.values()) - sum(parts.background.values()) == 1 + 1 + PLOT + HERETICS + LOCATIONS
        assert broken(deck.deck) == set()


@rule("AH-DECK.16")
def test_twelve_and_five_different_cards_are_the_fewest() -> None:
    parts = sort_into_parts(CONTENT, ready().cards)
    rest = {card: 1 for part in (parts.damned, parts.camp, parts.locations) for card in part}
    plot, heretics = list(parts.plot), list(parts.heretics)
    least = dict.fromkeys(plot[:12], COPIES) | dict.fromkeys(heretics[:5], COPIES)
    assert broken(Deck(rest | least)) == set()
    assert broken(Deck(rest | least | {plot[0]: 8} | {plot[11]: 0})) >= {"AH-DECK.10"}
    fewer = {card: copies for card, copies in least.items() if card not in (plot[11], heretics[4])}
    assert broken(Deck(rest | fewer)) == {"AH-DECK.3", "AH-DECK.5"}
    assert broken(Deck(rest | fewer | {plot[0]: 8, heretics[0]: 8})) == {"AH-DECK.10", "AH-DECK.11"}


# -- decks in a match -----------------------------------------------------------------------------------------


def brought_cards(match: Haeresis, seat: int) -> Counter[str]:
    """Return the number of copies of each card that a seat has brought."""
    player = match.state.players[seat]
    cards = [player.damned, player.camp, *player.plot, *player.heretics, *player.locations, *player.background]
    return Counter(map(kind, [*cards, *player.hand]))


@rule("AH-DECK.14", "AH-SM.1")
def test_one_plays_with_a_deck_of_ones_own_or_a_ready_one() -> None:
    mine = at_random(random.Random(1))
    match = begin(mine, None)
    assert brought_cards(match, 0) == Counter(mine.cards)
    ready_ones = [Counter(deck.deck.cards) for deck in DECKS.ready(Translator())]
    assert brought_cards(match, 1) in ready_ones
    dealt = {next(iter(brought_cards(begin(None, mine, seed=str(seed)), 0))) for seed in range(40)}
    assert len(dealt) > 3


@rule("AH-DCS.1", "AH-INFO.4")
def test_a_deck_list_is_seen_by_its_owner_alone() -> None:
    """At the start of a match, a deck list changes nothing that the rival or a spectator sees."""
    mine, other = ready(), ready(cold_hands=-4, eel_sermon=2, fog_over_the_causeway=2)
    assert broken(other) == set()
    first, second = begin(mine, None), begin(other, None)
    for viewer in (1, None):
        assert first.view(viewer) == second.view(viewer)
    assert first.view(0) != second.view(0)
    own, rival = first.view(0).players
    assert own.own_plot is not None
    assert own.own_background is not None
    assert rival.own_plot is None
    assert rival.own_background is None
    assert rival.own_locations is None


@rule("AH-BACK.1", "AH-BACK.4", "AH-HC.39")
def test_a_background_deck_may_be_there_and_has_no_limit() -> None:
    none, many = ready(drowned_pilgrim=-2), ready(drowned_pilgrim=28)
    assert broken(none) == broken(many) == set()
    match = begin(none, many)
    assert match.state.players[0].background == []
    seen = match.view(0).players
    assert [player.background for player in seen] == [0, 30]
    assert GAME.load(match.dump()).state == match.state
    assert match.worlds(0, random.Random(1)).view(0) == match.view(0)
    assert match.view(1).players[1].own_background == ["drowned_pilgrim"] * 30
    assert seen[1].own_background is None
    assert "drowned_pilgrim" not in match.view(0).model_dump_json()


@rule("AH-BACK.3")
def test_no_general_rule_touches_the_background_deck() -> None:
    deck = ready(called_from_below=-2, fog_over_the_causeway=2, drowned_pilgrim=3)
    assert not any('"op":"call"' in CONTENT.cards[card].model_dump_json() for card in deck.cards)
    match = begin(deck, deck)
    before = [list(player.background) for player in match.state.players]
    assert [kind(card) for card in before[0]] == ["drowned_pilgrim"] * 5
    play_out(match, 5)
    assert [player.background for player in match.state.players] == before


@pytest.mark.parametrize("seed", range(6))
def test_a_match_of_decks_made_at_random_comes_to_an_end(seed: int) -> None:
    dice = random.Random(seed)
    decks = at_random(dice), at_random(dice)
    for deck in decks:
        assert broken(deck) == set()
    play_out(begin(*decks, seed=str(seed)), seed)


# -- deck lists -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_every_deck_is_written_and_read_back(locale: str) -> None:
    say = Translator(locale)
    found = [one.deck for one in DECKS.ready(say)] + [at_random(random.Random(seed)) for seed in range(10)]
    found += [ready(cold_hands=20, nameless_wanderer=3), Deck({"cold_hands": 1}, "Little"), Deck(name="Bare")]
    for deck in found:
        assert DECKS.read(DECKS.write(say, deck)) == deck


def test_every_card_is_found_by_each_of_its_names() -> None:
    for card, name in DECKS.cards("base").items():
        for words in (card, name.en, name.hu.upper(), name.es.lower()):
            assert DECKS.read(f"2x {words}").cards == {card: 2}


def test_a_deck_in_words() -> None:
    text = DECKS.describe(Translator(), ready(unicorn=1))
    assert text.startswith("Plot deck: 49 of 48, Heretic deck: 20 of 20, Locations: 4 of 4")
    assert "**Damned** (1): The Anchoress of Saltmarsh" in text
    assert "4× Cold Hands" in text
    assert "unicorn" in text
    assert "Cards by their cost in gold" in text
    assert broken(ready(unicorn=1)) == {"AH-DECK.3", "AH-DECK.4"}
    assert "unicorn" in DECKS.write(Translator(), ready(unicorn=1))
    lost = replace(ready(), pack="lost")
    assert "cold_hands" in DECKS.describe(Translator(), lost)
    assert broken(lost)


def test_a_deck_of_another_pack_is_refused() -> None:
    refused(replace(ready(), pack="other"))


def test_faults_are_told_in_each_language() -> None:
    deck = replace(ready(cold_hands=3, salt_pans=1, hungry_wraith=1), name="x")
    for locale in LOCALES:
        told = DECKS.faults(Translator(locale), deck)
        assert any(getattr(CONTENT.cards["cold_hands"].name, locale) in fault.text for fault in told)
        assert all(fault.text.endswith(".") and "{" not in fault.text for fault in told)
