"""The ready-made decks use every card and share few cards.

Matches that started with older versions keep their decks.
"""

from __future__ import annotations

from collections import Counter

from rules.aevum_haeresis.content.decklist import copies_by_card
from rules.aevum_haeresis.content.load import FIRST, base, pack
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.examples.position_builder import new
from rules.aevum_haeresis.game import GAME
from tests.game_helpers import rule
from tests.saves.corpus import corpus

#: Fields of a card that are ignored when two cards are compared.
UNCOMPARED_FIELDS = ("id", "name", "cost", "icons", "band", "health", "damage", "printed", "faction")


@rule("AH-DECK.14")
def test_every_card_is_in_one_of_thirteen_ready_decks() -> None:
    decks = base().decks.values()
    assert len(decks) == 13
    assert set(base().cards) == {card for deck in decks for card in copies_by_card(deck)}
    assert len({deck.damned for deck in decks}) == len(decks)


def test_few_neutral_cards_are_common_to_all() -> None:
    common: Counter[str] | None = None
    for deck in base().decks.values():
        held = Counter({card: n for card, n in copies_by_card(deck).items() if base().cards[card].faction == "neutral"})
        common = held if common is None else common & held
    assert common is not None
    assert common.total() <= 6


def test_few_heretics_are_without_text() -> None:
    heretics = [card for card in base().cards.values() if card.type == "heretic"]
    plain = [card.id for card in heretics if not (card.abilities or card.passives)]
    assert len(plain) < 10, plain


def test_no_two_cards_with_a_text_differ_only_in_cost_and_icons() -> None:
    seen: dict[str, str] = {}
    for card in base().cards.values():
        if card.do or card.abilities or card.passives:
            text = repr(sorted(card.model_dump(exclude=set(UNCOMPARED_FIELDS)).items()))
            assert text not in seen, (card.id, seen[text])
            seen[text] = card.id


def test_the_forbidden_faculty_leads_with_who_can_accuse() -> None:
    deck = base().decks["forbidden_faculty"]
    assert base().cards[deck.damned].icons.accuse == 2
    accusers = sum(count for card, count in deck.heretics.items() if base().cards[card].icons.accuse)
    assert accusers >= 10


@rule("AH-DECK.1")
def test_matches_of_the_first_release_keep_its_cards() -> None:
    now, then = new(), GAME.load(corpus(GAME.id)[0].data)
    assert now.content.cards["deserter"].abilities
    assert not then.content.cards["deserter"].abilities
    assert then.view(None).pack == FIRST
    assert now.view(None).pack == "base"
    changed = [card for card in pack(FIRST).cards if pack(FIRST).cards[card] != base().cards[card]]
    assert 0 < len(changed) < 30
    assert all(isinstance(pack(FIRST).cards[card], Card) for card in changed)
