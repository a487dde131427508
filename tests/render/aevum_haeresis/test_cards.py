"""Pictures of cards of all seven types, look-up pages, card backs, the deck sheet and the legend."""

import pytest

import render
from render.aevum_haeresis.card_wording import band_of, cost_of, income_of
from render.aevum_haeresis.cards import LARGE, card_back, large_card, small_back
from render.aevum_haeresis.deck_sheet import deck_sheet
from render.aevum_haeresis.legend import MEANINGS
from render.aevum_haeresis.lookup import face_of
from render.aevum_haeresis.pictures import PICTURES
from render.emblem.aevum_haeresis import FACTION_SKIES, emblem
from render.icons.faction_marks import COLOURS
from render.pen import text_audit, theme
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.ops import Cost
from rules.aevum_haeresis.content.records import FACTIONS
from rules.aevum_haeresis.game import GAME
from rules.kernel.content.decks import Deck
from rules.kernel.words.translation import LOCALES, Translator
from tests.render.text_only_pictures import text_only

TYPES = ("damned", "heretic", "hunter", "story", "event", "camp", "location")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_words_on_every_card_fit_and_its_signs_are_in_the_legend(unpainted, locale):
    with text_audit.audit() as found:
        for number, card in enumerate(base().cards):
            large_card(face_of(card, Translator(locale)))
            if number % 6 == 0:  # drawn only on every sixth page, because the notes on all pages are similar
                assert PICTURES.card(card, Translator(locale)).width > 700, card
    assert not found.overflows
    assert not found.cuts
    assert min(found.sizes) >= theme.TEXT_MIN
    assert found.icons <= set(MEANINGS)


def test_everything_that_can_be_looked_up_has_a_picture(unpainted):
    entries = GAME.look_up(Translator("en"))
    assert len(entries) > 280
    for entry in entries:
        if entry.id in base().cards:
            assert face_of(entry.id, Translator("en")).name == entry.name
        else:
            assert PICTURES.card(entry.id, Translator("en")).width > 700


@pytest.mark.parametrize("entry", ["no such card", "", "deck_", "deck_nobody"])
def test_an_unknown_card_is_a_key_error(entry):
    with pytest.raises(KeyError):
        PICTURES.card(entry, Translator("en"))


@pytest.mark.parametrize("size", [LARGE.size, (58, 80), (150, 204)])
def test_two_card_backs_never_differ_by_a_pixel(size):
    first = card_back(size).tobytes(), small_back(58, 80).tobytes()
    text_audit.forget()
    assert (card_back(size).tobytes(), small_back(58, 80).tobytes()) == first


@pytest.mark.parametrize("kind", TYPES)
def test_a_type_looks_different_in_every_faction(kind):
    drawn = {emblem("same", kind, faction, 120, 60).tobytes() for faction in ("neutral", *FACTIONS)}
    assert len(drawn) == 7
    assert set(COLOURS) == set(FACTION_SKIES) == {"neutral", *FACTIONS}


def test_no_two_types_have_the_same_picture():
    assert len({emblem("same", kind, "lords", 120, 60).tobytes() for kind in TYPES}) == len(TYPES)


def test_cards_have_pictures_of_their_own():
    content = base()
    drawn = {emblem(card.id, card.type, card.faction, 120, 60).tobytes() for card in content.cards.values()}
    assert len(drawn) > 0.97 * len(content.cards)


def test_emblems_are_the_same_for_ever():
    first = [emblem("levy", kind, "warrior", 90, 60).tobytes() for kind in TYPES]
    text_audit.forget()
    assert [emblem("levy", kind, "warrior", 90, 60).tobytes() for kind in TYPES] == first


def test_costs_bands_and_income_are_those_of_the_record():
    content = base()
    for card in content.cards.values():
        if card.type in ("damned", "camp", "location") or card.background:
            assert cost_of(card) == ""
        elif card.cost == Cost():
            assert cost_of(card) == "0{gold}"
        else:
            assert (f"{card.cost.gold}{{gold}}" in cost_of(card)) == (card.cost.gold > 0)
            assert ("{soul}" in cost_of(card)) == (card.cost.souls > 0)
        assert len(band_of(card)) == (3 if card.type == "story" else 0)
    assert income_of(content.cards["torchlit_pavilion"]) == f"+{content.cards['torchlit_pavilion'].income}{{gold}}"
    band = content.cards["cold_hands"].band
    places = {"plunder": band.plunder, "recruit": band.recruit, "accuse": band.accuse}
    for square in band_of(content.cards["cold_hands"]):
        assert (square.colour, square.skull) == (places[square.icon].colour, places[square.icon].skull)


def test_a_card_alone_has_the_large_size_whatever_it_says():
    for card in ("eel_sermon", "rumour_at_court", "salt_pans"):
        assert large_card(face_of(card, Translator("en"))).size == LARGE.size


@pytest.mark.parametrize("locale", LOCALES)
def test_ready_decks_fit_on_their_sheet(plain, locale):
    content, tall = base(), {}
    with text_only():
        for deck in content.decks.values():
            with text_audit.audit() as found:
                image = deck_sheet(content, deck, Translator(locale))
            tall[deck.id] = image.height
            assert min(found.sizes) * 340 >= 11 * image.width, deck.id
            assert image.height <= 2.7 * image.width
            assert not found.overflows, deck.id
            assert not found.cuts, deck.id
            assert found.icons <= set(MEANINGS)
    tallest = content.decks[max(tall, key=tall.__getitem__)]
    assert len(render.encode(deck_sheet(content, tallest, Translator(locale)))) < 500_000


def test_each_card_of_a_deck_is_a_piece_of_its_sheet():
    deck = base().decks["drowned_saints"]
    found = render.pieces(deck_sheet(base(), deck, Translator("hu")))
    cards = (deck.damned, deck.camp, *deck.locations, *deck.heretics, *deck.background, *deck.plot)
    assert sorted(piece.key for piece in found) == sorted(f"card:{card}" for card in cards)
    assert next(piece.name for piece in found if piece.key == f"card:{deck.damned}") == "A sósláp remetenője"


def test_a_deck_that_is_not_legal_is_drawn_as_far_as_it_is_known(unpainted):
    content = base()
    deck = content.decks["drowned_saints"]
    broken = deck.model_copy(update={"damned": "nobody", "locations": [], "plot": {"unknown": 3}, "heretics": {}})
    with text_audit.audit() as found:
        deck_sheet(content, broken, Translator("en"))
    assert not found.overflows
    every = {card.id: 4 for card in content.cards.values() if card.type in ("story", "event", "hunter")}
    with text_audit.audit() as found:
        deck_sheet(content, deck.model_copy(update={"plot": every}), Translator("hu"))
    assert not found.overflows


def test_a_deck_of_a_player_is_drawn_under_any_name(unpainted):
    ready = GAME.decks.ready(Translator("en"))[0].deck
    for name in ("Ñuño's {coin} \U0001f409", "W" * 80, ""):
        for cards in (ready.cards, {}, {"levy": 3, "gone": 2}):
            with text_audit.audit() as found:
                render.deck(GAME.id, Deck(cards, name), "hu")
            assert not found.overflows
            assert "coin" not in found.icons


@pytest.mark.parametrize("locale", LOCALES)
def test_the_legend_fits(unpainted, locale):
    with text_audit.audit() as found:
        PICTURES.legend(Translator(locale))
    assert not found.overflows
    assert not found.cuts
    assert found.icons == set(MEANINGS)
