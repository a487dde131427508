"""The duel as a game with decks: a player's deck is the four animals of the player's opening hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from rules.kernel.content.deck_lines import Names
from rules.kernel.content.decks import Deck, Decks, Fault, Pile, ReadyDeck, names_of
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Localised, Translator
from tests.kernel.duel import CARDS, GAME, DuelState, set_up

SIZE = 4
PACKS = ("base", "far")
READY = {"small": ("adder", "badger", "crow", "dormouse"), "large": ("heron", "jackal", "kite", "lynx")}


@cache
def animals(pack: str) -> dict[str, Localised]:
    """Return the names of the animals in a pack.

    In the pack "far", the animals have other names, and two animals share a name.
    """
    names = {card.lower(): card for card in CARDS}
    if pack == "far":
        names = {card: f"Far {name}" for card, name in names.items()} | {"elk": "Twin", "gnat": "Twin"}
    return {card: Localised(name, f"{name}-hű", f"{name} é") for card, name in names.items()}


@cache
def called(pack: str) -> Names:
    return names_of(animals(pack))


class HuntDecks(Decks):
    def packs(self) -> list[str]:
        return list(PACKS)

    def pack_of(self, options: Mapping[str, Any]) -> str:
        return "base"

    def cards(self, pack: str) -> Mapping[str, Localised]:
        return animals(pack)

    def names(self, pack: str) -> Names:
        return called(pack)

    def ready(self, say: Translator) -> list[ReadyDeck]:
        return [
            ReadyDeck(id, id.title(), f"All {id}.", Deck(dict.fromkeys(cards, 1), id.title()))
            for id, cards in READY.items()
        ]

    def piles(self, say: Translator, deck: Deck) -> list[Pile]:
        return [Pile("Animals", deck.cards)] if deck.cards else []

    def faults(self, say: Translator, deck: Deck) -> list[Fault]:
        found = [Fault("HUNT.2", f"Too many {card}.") for card, copies in deck.cards.items() if copies > 1]
        count = sum(deck.cards.values())
        return [*found, *([] if count == SIZE else [Fault("HUNT.1", f"{SIZE} animals, not {count}.")])]

    def describe(self, say: Translator, deck: Deck) -> str:
        return ", ".join(f"{copies} {card}" for card, copies in deck.cards.items())


def set_up_with_decks(seats: int, seed: str | int, options: Any, decks: tuple[Deck | None, ...]) -> DuelState:
    if any(deck is not None and HuntDecks().faults(Translator(), deck) for deck in decks):
        raise IllegalAction("A deck is not legal.")
    state = set_up(seats, seed, options)
    numbers = {card.lower(): number for number, card in enumerate(CARDS, 1)}
    for seat, deck in enumerate(decks):
        cards = READY["large"] if deck is None else tuple(deck.cards)
        state.hands[seat] = [numbers[card] for card in cards]
    return state


#: The duel with decks as opening hands, and a second game with the same decks.
HUNT = replace(GAME, id="hunt", command="hunt", decks=HuntDecks(), set_up_with_decks=set_up_with_decks)
CHASE = replace(HUNT, id="chase", command="chase")
