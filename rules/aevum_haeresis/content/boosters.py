"""Boosters: the cards of each rarity, the cards that every player gets in addition, and checks of both (AH-FMT)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rules.aevum_haeresis.content.deck_pools import called, of_cards, why_no_deck
from rules.aevum_haeresis.content.legality import COPIES
from rules.aevum_haeresis.content.records import FACTIONS, Card, Content
from rules.kernel.content.pack_faults import raise_fault
from rules.kernel.content.pack_reading import Reading

#: The name of the pack's booster file, without its extension.
NAME = "boosters"
#: Types of cards that a deck contains at most one copy of.
_SINGLE = ("damned", "camp", "location")


def factions(content: Content) -> list[str]:
    """Return the factions with cards that can be in boosters, in the order of `FACTIONS`."""
    found = {card.faction for card in in_boosters(content)}
    return [faction for faction in FACTIONS if faction in found]


def in_boosters(content: Content, chosen: Collection[str] | None = None) -> list[Card]:
    """Return the cards that can be in boosters, which are those with a rarity.

    If `chosen` is given, return only neutral cards and cards of these factions.
    """
    return [
        card
        for card in content.cards.values()
        if card.rarity is not None and (chosen is None or card.faction in ("neutral", *chosen))
    ]


def by_rarity(content: Content, chosen: Collection[str]) -> dict[str, list[str]]:
    """Return the ids of the cards that boosters of these factions can contain, by rarity."""
    found: dict[str, list[str]] = {}
    for card in in_boosters(content, chosen):
        found.setdefault(card.rarity or "", []).append(card.id)
    return found


def common_cards(content: Content, chosen: Collection[str]) -> dict[str, int]:
    """Return how many copies of each card every player gets in addition to boosters of these factions (AH-FMT.3)."""
    assert content.boosters is not None
    return of_cards(content, content.boosters.besides, ("neutral", *chosen))


def checked(content: Content, reading: Reading) -> Content:
    """Check the boosters of a pack, collect their faults, and return the pack.

    A pack merged over the base set may lack cards that the base set's boosters need. Such a pack is returned without
    boosters.
    """
    found = list(faults(content)) if content.boosters is not None else []
    if found and not reading.files[NAME].text:
        return replace(content, boosters=None)
    for place, fault in found:
        with reading.collecting():
            raise_fault(f"{NAME}.json", place, fault)
    return content


def faults(content: Content) -> Iterator[tuple[str, str]]:
    """Yield the faults in a pack's boosters as pairs of a place in the file and a message (AH-FMT.4)."""
    boosters = content.boosters
    assert boosters is not None
    size = sum(boosters.booster.values())
    if boosters.draft.first + boosters.draft.second > size:
        yield "draft", f"takes more than the {size} cards that a booster has"
    for card, copies in boosters.besides.items():
        card_record = content.cards.get(card)
        if card_record is None:
            yield f"besides.{card}", "names no card of this pack"
        elif card_record.type in _SINGLE and copies > 1:
            yield f"besides.{card}", f"a deck has a {card_record.type} once"
        elif card_record.rarity is not None and copies >= COPIES:
            yield (
                f"besides.{card}",
                "has a rarity, and nobody needs to open what everybody has as often as it can be used",
            )
    yield from _rarities(content)
    yield from _called(content)
    yield from _legal(content)


def _rarities(content: Content) -> Iterator[tuple[str, str]]:
    """Yield a fault for each rarity that boosters lack, or that has too few cards if unlucky factions are drawn."""
    assert content.boosters is not None
    cards, drawn = in_boosters(content), content.boosters.factions
    for rarity in sorted({card.rarity or "" for card in cards} - set(content.boosters.booster)):
        card = next(card.id for card in cards if card.rarity == rarity)
        yield "booster", f"has no {rarity} cards, and {card} is one"
    for rarity, count in content.boosters.booster.items():
        card_factions = [card.faction for card in cards if card.rarity == rarity]
        fewest = sorted(card_factions.count(faction) for faction in factions(content))[:drawn]
        least = card_factions.count("neutral") + sum(fewest)
        if least < count:
            yield f"booster.{rarity}", f"wants {count} different cards, and there may be only {least}"


def _called(content: Content) -> Iterator[tuple[str, str]]:
    """Yield the faults about Background cards.

    Boosters must not contain Background cards, and every player must have the Background cards that cards in boosters
    call.
    """
    assert content.boosters is not None
    for card in in_boosters(content):
        if card.background:
            yield f"besides.{card.id}", "belongs to Background decks: list it here instead of giving it a rarity"
        for other in called(content, card.id):
            if other not in content.boosters.besides:
                yield "besides", f"lacks {other}, which {card.id} calls"


def _legal(content: Content) -> Iterator[tuple[str, str]]:
    """Yield a fault if, for some draw of factions, players' common cards alone allow no legal deck (AH-FMT.4)."""
    assert content.boosters is not None
    reasons: dict[str, str] = {}
    for faction in ("neutral", *factions(content)):
        found = why_no_deck(content, common_cards(content, [faction]), faction)
        if found is None and faction == "neutral":
            return  # neutral cards alone allow a legal deck, whatever factions are drawn
        if found is not None:
            reasons[faction] = found
    if len(reasons) - ("neutral" in reasons) >= content.boosters.factions or len(reasons) == 1 + len(factions(content)):
        faction = next((name for name in reasons if name != "neutral"), "neutral")
        yield "besides", f"is not enough for a legal deck of {faction} by itself: {reasons[faction]}"
