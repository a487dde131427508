"""The entries of the command `/card`: all cards, ready decks and keywords of a pack."""

from __future__ import annotations

from collections.abc import Mapping

from rules.aevum_haeresis.content.load import PACKS
from rules.aevum_haeresis.content.records import Card, Content, DeckList, Keyword
from rules.aevum_haeresis.words.cards import card_text, type_text
from rules.aevum_haeresis.words.names import TYPES, join_lines
from rules.kernel.words.translation import Entry, Translator


def title(say: Translator) -> str:
    """Return the game's name."""
    return say.t("Aevum Haeresis")


def blurb(say: Translator) -> str:
    """Return a one-sentence description of the game."""
    return say.t("A duel of heretics for 2 players: face-down stories, conflicts, and answers at the right moment.")


def set_note(say: Translator) -> str:
    """Return a sentence that says which part of the base set comes from the rulebook."""
    return say.t("Fan-made set: the rules are the rulebook's; all cards and decks are our own.")


def look_up(say: Translator) -> list[Entry]:
    """Return the entries of `/card` for all cards, ready decks and keywords of a pack."""
    content = PACKS.shown(say.pack)
    cards = [
        Entry(
            card.id, say.name(card.name), type_text(say, card), card_text(say, content, card), card.printed,
            say.flavour(card.flavour),
        )
        for card in content.cards.values()
    ]  # fmt: skip
    decks = [
        Entry(f"deck_{deck.id}", say.name(deck.name), say.t("Deck"), deck_text(say, content, deck))
        for deck in content.decks.values()
    ]
    keywords = [
        Entry(f"keyword_{one.id}", say.name(one.name), say.t("Keyword"), _cards_with_keyword(say, content, one))
        for one in content.keywords.values()
    ]
    return [*cards, *decks, *keywords]


def cards_with_keyword(content: Content, keyword: Keyword) -> list[Card]:
    """Return the cards of a pack that have this keyword."""
    return [card for card in content.cards.values() if keyword.id in card.keywords]


def _cards_with_keyword(say: Translator, content: Content, keyword: Keyword) -> str:
    """Return a sentence that lists the cards with this keyword."""
    names = [say.name(card.name) for card in cards_with_keyword(content, keyword)]
    return say.t("Cards with this word: {names}.", names=", ".join(names)) if names else say.t("No card has this word.")


def deck_text(say: Translator, content: Content, deck: DeckList) -> str:
    """Return a deck's description and contents."""

    def names(counts: Mapping[str, int]) -> str:
        return ", ".join(
            f"{n} × {say.name(content.cards[card].name)}" if n > 1 else say.name(content.cards[card].name)
            for card, n in counts.items()
        )

    def kind(wanted: str) -> dict[str, int]:
        return {card: n for card, n in deck.plot.items() if content.cards[card].type == wanted}

    parts = [
        ("damned", {deck.damned: 1}), ("camp", {deck.camp: 1}), ("location", dict.fromkeys(deck.locations, 1)),
        ("heretic", deck.heretics), ("story", kind("story")), ("event", kind("event")), ("hunter", kind("hunter")),
    ]  # fmt: skip
    lines = [f"{say.t(TYPES[name])}: {names(counts)}." for name, counts in parts if counts]
    if deck.background:
        lines.append(say.t("Background deck: {cards}.", cards=names(deck.background)))
    return join_lines([say.name(deck.blurb), *lines])
