"""Decks for tests: ready-made decks with a few changes, and random legal decks."""

from __future__ import annotations

import random

from rules.aevum_haeresis.content.decklist import copies_by_card
from rules.aevum_haeresis.content.legality import COPIES, HERETICS, LOCATIONS, PLOT
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.records import FACTIONS, Card
from rules.aevum_haeresis.game import GAME
from rules.kernel.content.decks import Deck
from rules.kernel.words.translation import Translator

DECKS = GAME.decks


def ready(name: str = "drowned_saints", **changes: int) -> Deck:
    """Return a ready-made deck with more (or fewer) copies of the named cards."""
    cards = copies_by_card(base().decks[name])
    for card, more in changes.items():
        cards[card] = cards.get(card, 0) + more
    return Deck({card: copies for card, copies in cards.items() if copies}, "Test")


def broken(deck: Deck) -> set[str]:
    """Return the ids of the rules that a deck breaks."""
    return {fault.rule for fault in DECKS.faults(Translator(), deck)}


def at_random(dice: random.Random, faction: str | None = None) -> Deck:
    """Return a random legal deck, as unusual as the rules allow.

    If `faction` is None, the deck has any faction or none.
    """
    own = faction or dice.choice(("neutral", *FACTIONS))
    pool = [card for card in base().cards.values() if card.faction in ("neutral", own) and not card.background]

    def some(*types: str) -> list[Card]:
        found = [card for card in pool if card.type in types]
        dice.shuffle(found)
        return found

    damned = next(card for card in some("damned") if card.faction == own)
    cards = {damned.id: 1, some("camp")[0].id: 1}
    cards |= {card.id: 1 for card in some("location")[:LOCATIONS]}
    for found, size in ((some("story", "event", "hunter"), PLOT), (some("heretic"), HERETICS)):
        while size:
            card = found.pop()
            cards[card.id] = min(dice.randint(1, COPIES) if len(found) * COPIES > size else COPIES, size)
            size -= cards[card.id]
    background = [card for card in base().cards.values() if card.background and card.faction in ("neutral", own)]
    cards |= {card.id: dice.randint(1, 6) for card in background if dice.random() < 0.5}
    return Deck(cards, "Random")
