"""Decks that players build: what a game with decks offers, so that no game is named outside.

A game says which cards there are and which rules a deck must keep; the line format, its faults and the store's
form are the same for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from rules.kernel.content import deck_lines
from rules.kernel.content.deck_lines import DeckError, Names, refuse
from rules.kernel.content.packs import BASE, called
from rules.kernel.words.text import LOCALES, N_, Localised, Say

__all__ = ["Deck", "DeckError", "Decks", "Fault", "Pile", "ReadyDeck", "load", "save"]


@dataclass(frozen=True, slots=True)
class Deck:
    """How many of each card, by id. It may be unfinished or illegal; the card says where in the deck it belongs."""

    cards: dict[str, Annotated[int, Field(ge=1, le=deck_lines.MOST_COPIES)]] = field(default_factory=dict[str, int])
    name: str = ""
    pack: str = BASE


_ADAPTER = TypeAdapter(Deck)


def save(deck: Deck) -> str:
    """Return a deck as a text that doesn't depend on the language or on cards' names."""
    return _ADAPTER.dump_json(deck).decode()


def load(text: str) -> Deck:
    """Return a deck that was saved; raises DeckError."""
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError:
        raise refuse(N_("This saved deck is damaged.")) from None


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A deck that comes with the game and can be played as it is."""

    id: str
    name: str
    blurb: str
    deck: Deck


class Fault(NamedTuple):
    """One rule that a deck breaks, and one sentence that says how."""

    rule: str
    text: str


class Pile(NamedTuple):
    """Cards of a deck that belong together, under a heading. Ids that name no card (any more) have a pile too."""

    heading: str
    cards: dict[str, int]


class Decks(ABC):
    """A game's rules about decks."""

    @abstractmethod
    def packs(self) -> list[str]:
        """Return the content packs that decks are made of."""

    @abstractmethod
    def pack_of(self, options: Mapping[str, Any]) -> str:
        """Return the pack that a match with these options uses."""

    def are_brought(self, options: Mapping[str, Any]) -> bool:
        """Tell whether players bring decks to a match with these options; if not, they build them within it."""
        return True

    @abstractmethod
    def cards(self, pack: str) -> Mapping[str, Localised]:
        """Return the names of all cards of a pack, by id."""

    @abstractmethod
    def names(self, pack: str) -> Names:
        """Return every name of every card of a pack; build it once, with `names_of`."""

    @abstractmethod
    def ready(self, say: Say) -> list[ReadyDeck]:
        """Return the decks that come with the game and its packs."""

    @abstractmethod
    def piles(self, say: Say, deck: Deck) -> list[Pile]:
        """Return all of a deck's cards in the order in which a player reads them."""

    @abstractmethod
    def faults(self, say: Say, deck: Deck) -> list[Fault]:
        """Return every rule that a deck breaks; a deck without faults can be played with."""

    @abstractmethod
    def describe(self, say: Say, deck: Deck) -> str:
        """Return in words what a deck holds: its cards by type, their numbers and what they cost."""

    def has(self, pack: str) -> bool:
        """Tell whether the cards of a pack are at hand."""
        return pack in self.packs()

    def read(self, text: str, here: str = BASE) -> Deck:
        """Return the deck that a text lists; raises DeckError with a sentence for each line at fault.

        `here` is the pack of the match that the deck is for: a pack that no other may use is known there by its name.
        """
        listing = deck_lines.parse(text)
        pack = listing.headers.get("pack") or BASE
        if pack == called(here):
            pack = here
        if pack not in (*self.packs(), here):
            raise refuse(N_("The content pack “{words}” is not installed here."), words=pack)
        cards = self.names(pack).count(listing)
        return Deck(cards, listing.headers.get("name", ""), pack)

    def write(self, say: Say, deck: Deck) -> str:
        """Return a deck as a text that `read` takes, with the cards' names in this language."""
        head = [f"Name: {deck.name}"] if deck.name else []
        if deck.pack != BASE:
            head.append(f"Pack: {called(deck.pack)}")
        blocks = ["\n".join(head)] if head else []
        for pile in self.piles(say, deck):
            lines = [f"{count}x {self._word(say, deck.pack, card)}" for card, count in pile.cards.items()]
            blocks.append("\n".join([f"# {pile.heading} ({sum(pile.cards.values())})", *lines]))
        return "\n\n".join(blocks) + "\n"

    def _word(self, say: Say, pack: str, card: str) -> str:
        """Return a card's name, or its id if the name alone would be ambiguous."""
        if not self.has(pack) or card not in (cards := self.cards(pack)):
            return card
        name = say.name(cards[card])
        return name if self.names(pack).means(name, card) else card


def names_of(cards: Mapping[str, Localised], headings: Iterable[str] = ()) -> Names:
    """Return the cards of a pack by every name they have; `headings` are message ids of the piles of a deck.

    Of a heading such as "Plot deck: Stories" people also write a part.
    """
    said = {Say(locale).t(heading) for locale in LOCALES for heading in headings}
    parts = [part for heading in said for part in (heading, *heading.split(":"))]
    names = {card: [getattr(name, locale) for locale in LOCALES] for card, name in cards.items()}
    return Names(names, parts, cards)
