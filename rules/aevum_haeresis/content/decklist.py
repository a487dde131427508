"""Players' decks in Aevum Haeresis: their piles, faults and descriptions (sections 8 and 35.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rules.aevum_haeresis.content.legality import HERETICS, LOCATIONS, PLOT, Counts, Parts, faults, sort_into_parts
from rules.aevum_haeresis.content.load import PACKS, pack, pack_names
from rules.aevum_haeresis.content.records import Card, Content, DeckList
from rules.kernel.content.deck_lines import Names
from rules.kernel.content.decks import Deck, Decks, Fault, Pile, ReadyDeck, names_of
from rules.kernel.content.packs import BASE, pack_in
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Localised, Translator

#: Maximum number of Locations shown in a picture of a deck. A legal deck has four.
MOST_SHOWN = 8
#: The headings that divide a list of a deck's cards, in display order.
PILES = (
    N_("Damned"),
    N_("Camp"),
    N_("Locations"),
    N_("Plot deck: Stories"),
    N_("Plot deck: Events"),
    N_("Plot deck: Hunters"),
    N_("Heretic deck"),
    N_("Background deck"),
    N_("No cards of this pack"),
)
#: The length of the longest bar in the cost chart, in blocks.
BAR_LENGTH = 12
#: Cards that cost at least this much gold share the last bar of the cost chart.
HIGH_COST = 6


class HaeresisDecks(Decks):
    """The rules for decks of Aevum Haeresis. A card's type determines which part of the deck it belongs to."""

    def packs(self) -> list[str]:
        return pack_names()

    def has(self, pack: str) -> bool:
        return PACKS.has(pack)

    def pack_of(self, options: Mapping[str, Any]) -> str:
        return pack_in(options)

    def are_brought(self, options: Mapping[str, Any]) -> bool:
        return options.get("format", "decks") == "decks"

    def cards(self, pack: str) -> Mapping[str, Localised]:
        return _names_of_pack(pack)[0]

    def names(self, pack: str) -> Names:
        return _names_of_pack(pack)[1]

    def ready(self, say: Translator) -> list[ReadyDeck]:
        return [
            ReadyDeck(
                found.id if name == BASE else f"{name}/{found.id}",
                say.name(found.name),
                say.name(found.blurb),
                Deck(copies_by_card(found), say.name(found.name), name),
            )
            for name in dict.fromkeys([*pack_names(), say.pack])
            if PACKS.has(name)
            for found in pack(name).decks.values()
        ]

    def piles(self, say: Translator, deck: Deck) -> list[Pile]:
        content, parts = _sorted(deck)
        plot = _by_type(content, parts.plot)
        piles = (
            *(parts.damned, parts.camp, parts.locations, plot["story"], plot["event"], plot["hunter"]),
            *(parts.heretics, parts.background, plot[""]),
        )
        return [Pile(say.t(heading), cards) for heading, cards in zip(PILES, piles, strict=True) if cards]

    def faults(self, say: Translator, deck: Deck) -> list[Fault]:
        content, parts = _sorted(deck)
        return faults(content, parts, say)

    def describe(self, say: Translator, deck: Deck) -> str:
        content, parts = _sorted(deck)
        lines = [
            f"**{pile.heading}** ({sum(pile.cards.values())}): {_names(say, content, pile.cards)}"
            for pile in self.piles(say, deck)
        ]
        return "\n".join([", ".join(_sizes(say, parts)), *_curve(say, content, parts), *lines])


def copies_by_card(deck: DeckList) -> Counts:
    """Return the number of copies of every card in a deck list, by card id."""
    own = {deck.damned: 1, deck.camp: 1, **dict.fromkeys(deck.locations, 1)}
    return {**own, **deck.plot, **deck.heretics, **deck.background}


def brought_deck_lists(content: Content, name: str, decks: Sequence[Deck | None]) -> list[DeckList | None]:
    """Return the deck list of the deck that each seat brings to a match; None for a seat that brings no deck.

    Raises IllegalAction for an illegal deck. The message doesn't say what is wrong, because the person who starts the
    match must not learn about other players' decks (AH-SM.1, AH-DCS.1, AH-INFO.4).
    """
    return [deck and _list(content, name, deck) for deck in decks]


def _list(content: Content, name: str, deck: Deck) -> DeckList:
    parts = sort_into_parts(content, deck.cards)
    if deck.pack != name or faults(content, parts):
        raise IllegalAction(
            "One of the decks isn't legal; its owner can see why with `/deck validate`.", rule="AH-DECK.15"
        )
    return _deck_list(parts, deck.name, "–")


def list_of(content: Content, cards: Mapping[str, int], name: str = "", blurb: str = "–") -> DeckList:
    """Return a deck list with these cards."""
    return _deck_list(sort_into_parts(content, cards), name, blurb)


def laid_out(say: Translator, deck: Deck) -> tuple[Content, DeckList]:
    """Return a deck's content pack and its deck list, for a picture of the deck, which may be unfinished.

    The pack is empty if it isn't available.
    """
    content, parts = _sorted(deck)
    return content, _deck_list(parts, deck.name, ", ".join(_sizes(say, parts)))


def _sorted(deck: Deck) -> tuple[Content, Parts]:
    content = pack(deck.pack) if PACKS.has(deck.pack) else Content({}, {})
    return content, sort_into_parts(content, deck.cards)


def _deck_list(parts: Parts, name: str, blurb: str) -> DeckList:
    """Return the parts of a deck as a deck list.

    A missing Damned or Camp becomes "". Surplus Damned and Camps go to the Locations.
    """
    leaders, camps = list(parts.damned), list(parts.camp)
    # Skip validation, because an unfinished deck would fail it.
    return DeckList.model_construct(
        id="own",
        name=Localised(name, name, name),
        blurb=Localised(blurb, blurb, blurb),
        damned=leaders[0] if leaders else "",
        camp=camps[0] if camps else "",
        locations=[*leaders[1:], *camps[1:], *parts.locations][:MOST_SHOWN],
        plot=parts.plot,
        heretics=parts.heretics,
        background=parts.background,
    )


def _sizes(say: Translator, parts: Parts) -> list[str]:
    return [
        say.t("Plot deck: {n} of {size}", n=sum(parts.plot.values()), size=PLOT),
        say.t("Heretic deck: {n} of {size}", n=sum(parts.heretics.values()), size=HERETICS),
        say.t("Locations: {n} of {size}", n=sum(parts.locations.values()), size=LOCATIONS),
    ]


def _names_of_pack(name: str) -> tuple[dict[str, Localised], Names]:
    """Return the names of a pack's cards and an index for looking up cards by name; cached."""
    content = pack(name)
    if "deck names" not in content.known:
        cards = {card.id: card.name for card in content.cards.values()}
        content.known["deck names"] = (cards, names_of(cards, PILES))
    return content.known["deck names"]


def _by_type(content: Content, cards: Mapping[str, int]) -> dict[str, Counts]:
    """Return the cards of a Plot deck by type; unknown ids are under the key ""."""
    found: dict[str, Counts] = {"story": {}, "event": {}, "hunter": {}, "": {}}
    for card, copies in cards.items():
        card_record = content.cards.get(card)
        found[card_record.type if card_record else ""][card] = copies
    return found


def _names(say: Translator, content: Content, cards: Mapping[str, int]) -> str:
    shown = ((say.name(content.cards[card].name) if card in content.cards else card, n) for card, n in cards.items())
    return ", ".join(f"{copies}× {name}" if copies > 1 else name for name, copies in shown)


def _curve(say: Translator, content: Content, parts: Parts) -> list[str]:
    """Return a bar chart of the gold costs of the cards in the Plot deck and the Heretic deck."""
    costs: Counter[int] = Counter()
    for card, copies in (*parts.plot.items(), *parts.heretics.items()):
        card_record: Card | None = content.cards.get(card)
        if card_record is not None:
            costs[min(card_record.cost.gold, HIGH_COST)] += copies
    if not costs:
        return []
    most = max(costs.values())
    bars = [
        f"{f'{gold}+' if gold == HIGH_COST else gold!s:<2}"
        f" {'█' * -(-costs[gold] * BAR_LENGTH // most):<{BAR_LENGTH}} {costs[gold]}"
        for gold in range(max(costs) + 1)
    ]
    return [f"**{say.t('Cards by their cost in gold')}**", "```", *bars, "```"]
