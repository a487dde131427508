"""The rules for legal decks (AH-DECK.1 to DECK.13, AH-BACK.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from rules.aevum_haeresis.content.records import Card, Content, DeckList
from rules.kernel.content.decks import Fault
from rules.kernel.words.translation import N_, Translator

#: The required sizes of a deck's parts (AH-DECK.3, DECK.5, DECK.7), and the maximum number of copies of a card
#: (AH-DECK.10, DECK.11).
PLOT = 48
HERETICS = 20
LOCATIONS = 4
COPIES = 4
#: The part of a deck for each type of card. Types not listed belong to the Plot deck.
_PARTS = {"damned": "damned", "camp": "camp", "location": "locations", "heretic": "heretics"}
_PLOT_TYPES = ("story", "event", "hunter")
_PLOT_COPIES = N_("The Plot deck has {n} copies of {name}; the maximum is {most}.")
_HERETIC_COPIES = N_("The Heretic deck has {n} copies of {name}; the maximum is {most}.")
#: The number of copies of each card, by card id.
Counts = dict[str, int]


@dataclass(slots=True)
class Parts:
    """The cards of a deck by part. The deck may be unfinished or illegal."""

    damned: Counts = field(default_factory=Counts)
    camp: Counts = field(default_factory=Counts)
    locations: Counts = field(default_factory=Counts)
    plot: Counts = field(default_factory=Counts)
    heretics: Counts = field(default_factory=Counts)
    background: Counts = field(default_factory=Counts)

    def named(self) -> dict[str, Counts]:
        """Return the parts by name."""
        return {
            "damned": self.damned,
            "camp": self.camp,
            "locations": self.locations,
            "plot": self.plot,
            "heretics": self.heretics,
            "background": self.background,
        }

    def all(self) -> list[str]:
        """Return the ids of the cards in all parts together, each id once."""
        return list(dict.fromkeys(card for part in self.named().values() for card in part))


def parts_of_list(deck: DeckList) -> Parts:
    """Return the parts of a deck exactly as the deck list has them, even if a card is in the wrong part."""
    locations = dict(Counter(deck.locations))
    return Parts({deck.damned: 1}, {deck.camp: 1}, locations, deck.plot, deck.heretics, deck.background)


def sort_into_parts(content: Content, cards: Mapping[str, int]) -> Parts:
    """Sort cards into the parts of a deck by card type. Unknown ids go into the Plot deck."""
    parts = Parts()
    named = parts.named()
    for card, copies in cards.items():
        card_record = content.cards.get(card)
        named["plot" if card_record is None else part_of(card_record)][card] = copies
    return parts


def part_of(card: Card) -> str:
    """Return the name of the part of a deck that a card belongs to."""
    return "background" if card.background else _PARTS.get(card.type, "plot")


def identity(card: Card) -> tuple[str, str]:
    """Return the name and type of a card. The deck rules treat cards that share both as the same card (AH-DECK.12)."""
    return card.name.en, card.type


def faults(content: Content, deck: DeckList | Parts, say: Translator | None = None) -> list[Fault]:
    """Return every broken deck rule with a sentence that describes the violation; empty for a legal deck."""
    parts = deck if isinstance(deck, Parts) else parts_of_list(deck)
    return list(_Check(content, parts, say or Translator()).all())


class _Check:
    """Checks one deck and describes its faults in one language."""

    def __init__(self, content: Content, parts: Parts, say: Translator) -> None:
        self._cards = content.cards
        self._parts = parts
        self._say = say

    def all(self) -> Iterator[Fault]:
        yield from self._sizes()
        yield from self._members()
        yield from self._copies("AH-DECK.10", self._parts.plot, _PLOT_COPIES)
        yield from self._copies("AH-DECK.11", self._parts.heretics, _HERETIC_COPIES)
        yield from self._factions()

    def _sizes(self) -> Iterator[Fault]:
        """Check how many cards each part of the deck has (AH-DECK.1, DECK.2, DECK.3, DECK.5, DECK.7)."""
        parts = self._parts
        for rule, part, size, msgid in (
            ("AH-DECK.1", parts.damned, 1, N_("A deck has exactly one Damned; this one has {n}.")),
            ("AH-DECK.2", parts.camp, 1, N_("A deck has exactly one Camp; this one has {n}.")),
            ("AH-DECK.3", parts.plot, PLOT, N_("A Plot deck has exactly {size} cards; this one has {n}.")),
            ("AH-DECK.5", parts.heretics, HERETICS, N_("A Heretic deck has exactly {size} cards; this one has {n}.")),
            ("AH-DECK.7", parts.locations, LOCATIONS, N_("A deck has exactly {size} Locations; this one has {n}.")),
        ):
            if sum(part.values()) != size:
                yield Fault(rule, self._say.t(msgid, n=sum(part.values()), size=size))
        for card, copies in parts.locations.items():
            if copies > 1:
                yield self._fault(
                    "AH-DECK.7", N_("{name} is listed more than once; all Locations must be different."), card
                )

    def _members(self) -> Iterator[Fault]:
        """Check the types of the cards in each part (AH-DECK.1, DECK.2, DECK.4, DECK.6, DECK.7, AH-BACK.2)."""
        parts = self._parts
        plot = N_("{name} can't be in the Plot deck: only Stories, Events and Hunters can.")
        heretics = N_("{name} can't be in the Heretic deck.")
        background = N_("{name} can't be in a Background deck.")
        yield from self._fit("AH-DECK.1", parts.damned, N_("{name} is not a Damned."), lambda c: c.type == "damned")
        yield from self._fit("AH-DECK.2", parts.camp, N_("{name} is not a Camp."), lambda c: c.type == "camp")
        yield from self._fit(
            "AH-DECK.7", parts.locations, N_("{name} is not a Location."), lambda c: c.type == "location"
        )
        yield from self._fit("AH-DECK.4", parts.plot, plot, lambda c: c.type in _PLOT_TYPES)
        yield from self._fit("AH-DECK.6", parts.heretics, heretics, lambda c: c.type == "heretic" and not c.background)
        yield from self._fit("AH-BACK.2", parts.background, background, lambda c: c.background)

    def _fit(self, rule: str, part: Mapping[str, int], msgid: str, fits: Callable[[Card], bool]) -> Iterator[Fault]:
        for card in part:
            card_record = self._cards.get(card)
            if card_record is None:
                yield Fault(rule, self._say.t("This content pack has no card called {name}.", name=card))
            elif not fits(card_record):
                yield self._fault(rule, msgid, card)

    def _copies(self, rule: str, part: Mapping[str, int], msgid: str) -> Iterator[Fault]:
        """Check the number of copies of each card. Cards with the same name and type count together (AH-DECK.12)."""
        counted: Counter[tuple[str, str]] = Counter()
        first: dict[tuple[str, str], str] = {}
        for card, copies in part.items():
            card_record = self._cards.get(card)
            key = identity(card_record) if card_record else (card, "")
            counted[key] += copies
            first.setdefault(key, card)
        for key, copies in counted.items():
            if copies > COPIES:
                yield self._fault(rule, msgid, first[key], n=copies, most=COPIES)

    def _factions(self) -> Iterator[Fault]:
        """Check that every card is neutral or belongs to the faction of the Damned (AH-DECK.8, DECK.9, DECK.13)."""
        leaders = [known for card in self._parts.damned if (known := self._cards.get(card))]
        if len(leaders) != 1:
            return  # without exactly one Damned the deck has no faction
        (damned,) = leaders
        neutral = damned.faction == "neutral"
        rule = "AH-DECK.13" if neutral else "AH-DECK.8"
        msgid = (
            N_("{name} has a faction, but {damned}'s deck can only have neutral cards.")
            if neutral
            else N_("{name} and {damned} are of different factions.")
        )
        for card in self._parts.all():
            known = self._cards.get(card)
            if known is not None and known.faction not in ("neutral", damned.faction):
                yield self._fault(rule, msgid, card, damned=self._say.name(damned.name))

    def _fault(self, rule: str, msgid: str, card: str, **args: object) -> Fault:
        card_record = self._cards.get(card)
        return Fault(rule, self._say.t(msgid, name=self._say.name(card_record.name) if card_record else card, **args))
