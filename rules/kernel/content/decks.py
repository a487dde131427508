"""Decks built by players: the interface that a game with decks implements.

A game defines its cards and the rules for a legal deck. The text format, its errors and the saved form are the same for
all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from rules.kernel.content import deck_lines
from rules.kernel.content.deck_lines import DeckError, Names, refuse
from rules.kernel.content.packs import BASE, without_hash
from rules.kernel.words.translation import LOCALES, N_, Localised, Translator

__all__ = ["Deck", "DeckError", "Decks", "Fault", "Pile", "ReadyDeck", "load", "save"]


@dataclass(frozen=True, slots=True)
class Deck:
    """A player's deck: the number of copies of each card, by card id. The deck may be unfinished or illegal."""

    cards: dict[str, Annotated[int, Field(ge=1, le=deck_lines.MOST_COPIES)]] = field(default_factory=dict[str, int])
    name: str = ""
    pack: str = BASE


_ADAPTER = TypeAdapter(Deck)


def save(deck: Deck) -> str:
    """Return a deck as JSON text that depends neither on the language nor on card names."""
    return _ADAPTER.dump_json(deck).decode()


def load(text: str) -> Deck:
    """Load a deck that `save` returned; raises DeckError if the text is damaged."""
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError:
        raise refuse(N_("This saved deck is damaged.")) from None


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A ready-made deck that comes with a game or a content pack."""

    id: str
    name: str
    blurb: str
    deck: Deck


class Fault(NamedTuple):
    """A violation of a deck rule: the rule's id, and a sentence for the player."""

    rule: str
    text: str


class Pile(NamedTuple):
    """The cards of a deck that are listed under one heading, with the number of copies of each.

    Cards with unknown ids have a separate pile.
    """

    heading: str
    cards: dict[str, int]


class Decks(ABC):
    """A game's rules for decks, and the conversion of decks to and from text."""

    @abstractmethod
    def packs(self) -> list[str]:
        """Return the names of the content packs that decks can use."""

    @abstractmethod
    def pack_of(self, options: Mapping[str, Any]) -> str:
        """Return the name of the pack that a match with these options uses."""

    def are_brought(self, options: Mapping[str, Any]) -> bool:
        """Return whether players bring decks to a match with these options, instead of building them in the match."""
        return True

    @abstractmethod
    def cards(self, pack: str) -> Mapping[str, Localised]:
        """Return the names of all cards in a pack, by card id."""

    @abstractmethod
    def names(self, pack: str) -> Names:
        """Return an index of all card names in a pack, in all languages. Cache it, because `names_of` is slow."""

    @abstractmethod
    def ready(self, say: Translator) -> list[ReadyDeck]:
        """Return the ready-made decks of the game and of its packs."""

    @abstractmethod
    def piles(self, say: Translator, deck: Deck) -> list[Pile]:
        """Return all cards of a deck in piles, in display order."""

    @abstractmethod
    def faults(self, say: Translator, deck: Deck) -> list[Fault]:
        """Return every violation of a deck rule. A deck without violations is legal."""

    @abstractmethod
    def describe(self, say: Translator, deck: Deck) -> str:
        """Describe a deck as text: its cards by type, the number of cards, and their costs."""

    def has(self, pack: str) -> bool:
        """Return whether the cards of a pack are available."""
        return pack in self.packs()

    def read(self, text: str, match_pack: str = BASE) -> Deck:
        """Parse a deck from text; raises DeckError with a message for each faulty line.

        `match_pack` is the pack of the match that the deck is for. The text may name that pack even if other matches
        can't use the pack.
        """
        listing = deck_lines.parse(text)
        pack = listing.headers.get("pack") or BASE
        if pack == without_hash(match_pack):
            pack = match_pack
        if pack not in (*self.packs(), match_pack):
            raise refuse(N_("The content pack “{words}” is not installed here."), words=pack)
        cards = self.names(pack).count(listing)
        return Deck(cards, listing.headers.get("name", ""), pack)

    def write(self, say: Translator, deck: Deck) -> str:
        """Return a deck as text that `read` accepts, with card names in the translator's language."""
        head = [f"Name: {deck.name}"] if deck.name else []
        if deck.pack != BASE:
            head.append(f"Pack: {without_hash(deck.pack)}")
        blocks = ["\n".join(head)] if head else []
        for pile in self.piles(say, deck):
            lines = [f"{count}x {self._word(say, deck.pack, card)}" for card, count in pile.cards.items()]
            blocks.append("\n".join([f"# {pile.heading} ({sum(pile.cards.values())})", *lines]))
        return "\n\n".join(blocks) + "\n"

    def _word(self, say: Translator, pack: str, card: str) -> str:
        """Return a card's name or, if the name doesn't identify the card, its id."""
        if not self.has(pack) or card not in (cards := self.cards(pack)):
            return card
        name = say.name(cards[card])
        return name if self.names(pack).means(name, card) else card


def names_of(cards: Mapping[str, Localised], headings: Iterable[str] = ()) -> Names:
    """Return an index of a pack's cards by name in all languages; `headings` are the message ids of pile headings.

    Parts of a heading are also recognized, because players write "Stories" for "Plot deck: Stories".
    """
    translated_headings = {Translator(locale).t(heading) for locale in LOCALES for heading in headings}
    parts = [part for heading in translated_headings for part in (heading, *heading.split(":"))]
    names = {card: [getattr(name, locale) for locale in LOCALES] for card, name in cards.items()}
    return Names(names, parts, cards)
