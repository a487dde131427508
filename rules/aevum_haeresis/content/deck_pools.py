"""Deck building from a card pool: checks whether the pool allows a legal deck, and proposes good decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.legality import (
    COPIES,
    HERETICS,
    LOCATIONS,
    PLOT,
    Counts,
    identity,
    part_of,
    sort_into_parts,
)
from rules.aevum_haeresis.content.nested_operations import every_op
from rules.aevum_haeresis.content.printed_card_values import card_value
from rules.aevum_haeresis.content.records import Content

#: The number of cards that a complete deck needs in its Plot deck, its Heretic deck and its Locations.
SIZES = {"plot": PLOT, "heretics": HERETICS, "locations": LOCATIONS}
#: Maximum number of cards of each type in a proposed Plot deck. If the pool has too few cards, the maximum is ignored.
_MOST = {"story": 26, "event": 18, "hunter": 10}
#: How much of its value a card loses for each further copy in the deck.
_LOSS_PER_COPY = 0.06


def of_cards(content: Content, counts: Mapping[str, int], factions: Collection[str]) -> Counts:
    """Return only the counts of cards that belong to these factions; unknown cards are left out."""
    return {
        card: copies
        for card, copies in counts.items()
        if card in content.cards and content.cards[card].faction in factions
    }


def fits(content: Content, damned: str, kind: str) -> bool:
    """Return whether a card is allowed in the deck of a Damned (AH-DECK.8, DECK.13)."""
    return content.cards[kind].faction in ("neutral", content.cards[damned].faction)


def limit(part: str) -> int:
    """Return the maximum number of copies of a card in this part of a deck (AH-DECK.7, DECK.10, DECK.11)."""
    return COPIES if part in ("plot", "heretics") else 1


def missing(content: Content, deck: Mapping[str, int]) -> Counts:
    """Return the number of cards that each part of a deck still lacks."""
    parts = sort_into_parts(content, deck).named()
    return {part: size - sum(parts[part].values()) for part, size in SIZES.items()}


def shortages(content: Content, pool: Mapping[str, int], damned: str) -> Iterator[tuple[str, int, int]]:
    """Yield the parts of this Damned's deck that the pool can't fill.

    For each part, yield its name, the number of available cards, and the required number.
    """
    usable = _Usable(content, pool, damned)
    for part, size in (*SIZES.items(), ("camp", 1)):
        found = usable.count(part)
        if found < size:
            yield part, found, size


def why_no_deck(content: Content, pool: Mapping[str, int], faction: str) -> str | None:
    """Return why a pool allows no legal deck of a faction; None if the pool allows one."""
    leaders = [card for card in pool if content.cards[card].type == "damned" and content.cards[card].faction == faction]
    if not leaders:
        return "there is no Damned"
    fault = next(shortages(content, pool, leaders[0]), None)
    return fault and f"{fault[1]} of {fault[2]} cards for the {fault[0]}"


def possible_damned(content: Content, pool: Mapping[str, int]) -> list[str]:
    """Return each Damned in a pool that can lead a legal deck from this pool, in the order of the pack."""
    return [
        card.id
        for card in content.cards.values()
        if card.type == "damned" and pool.get(card.id) and next(shortages(content, pool, card.id), None) is None
    ]


def proposal(content: Content, pool: Mapping[str, int], damned: str | None = None) -> Counts:
    """Return a good deck from a pool, for this Damned or, if none is given, for the Damned with the best deck.

    A legal deck always exists, because the pack's boosters are checked for that (AH-FMT.4).
    """
    tried = [
        _filled(content, pool, one, {}) for one in (possible_damned(content, pool) if damned is None else [damned])
    ]
    return max(tried, key=lambda made: made.value).deck


def filled(content: Content, pool: Mapping[str, int], damned: str, deck: Mapping[str, int]) -> Counts:
    """Return a complete deck: the given cards, filled up with the best cards of the pool, and the Background deck."""
    return _filled(content, pool, damned, deck).deck


@dataclass(frozen=True, slots=True)
class _RankedDeck:
    """A complete deck and the total value of its cards."""

    deck: Counts
    value: float


class _Usable:
    """The cards of a pool that a Damned's deck may contain, by part of the deck.

    Cards with the same name count as copies of one card (AH-DECK.12).
    """

    def __init__(self, content: Content, pool: Mapping[str, int], damned: str) -> None:
        self.parts: dict[str, Counts] = {}
        for kind, copies in pool.items():
            if copies and fits(content, damned, kind):
                card = content.cards[kind]
                part = part_of(card)
                self.parts.setdefault(part, {})[kind] = min(copies, limit(part))
        self._names = {kind: identity(content.cards[kind]) for kind in pool}

    def count(self, part: str) -> int:
        """Return the maximum number of cards that the pool can contribute to this part of a deck."""
        copies_by_identity: Counter[tuple[str, str]] = Counter()
        for kind, copies in self.parts.get(part, {}).items():
            copies_by_identity[self._names[kind]] += copies
        return sum(min(limit(part), copies) for copies in copies_by_identity.values())


def _filled(content: Content, pool: Mapping[str, int], damned: str, unfinished: Mapping[str, int]) -> _RankedDeck:
    usable = _Usable(content, pool, damned)
    deck: Counts = {damned: 1}
    parts = sort_into_parts(content, unfinished).named()
    camps = list(parts["camp"]) or usable.parts["camp"]
    deck[max(camps, key=lambda camp: card_value(content, camp))] = 1
    value = sum(card_value(content, card) for card in deck)
    for part, size in SIZES.items():
        chosen = _best(content, usable.parts.get(part, {}), size, parts[part])
        value += sum(card_value(content, card) * copies for card, copies in chosen.items())
        deck |= chosen
    return _RankedDeck({**deck, **_background(content, pool, deck)}, value)


def _best(content: Content, cards: Mapping[str, int], size: int, fixed: Counts) -> Counts:
    """Choose `size` cards: those in `fixed`, then the best remaining cards within the limit for each type.

    Return the number of copies of each card.
    """
    copies = [
        (card_value(content, kind) - _LOSS_PER_COPY * number, kind)
        for kind, limit in cards.items()
        for number in range(fixed.get(kind, 0), limit)
    ]
    chosen, types = Counter(fixed), Counter(content.cards[kind].type for kind in Counter(fixed).elements())
    surplus: list[str] = []
    for _, kind in sorted(copies, key=lambda one: (-one[0], one[1])):
        if chosen.total() >= size:
            break
        of_type = content.cards[kind].type
        if types[of_type] >= _MOST.get(of_type, size):
            surplus.append(kind)
            continue
        chosen[kind] += 1
        types[of_type] += 1
    chosen.update(surplus[: size - chosen.total()])
    return dict(chosen)


def _background(content: Content, pool: Mapping[str, int], deck: Mapping[str, int]) -> Counts:
    """Return the Background deck: the Background cards of the pool that cards in the deck call (AH-BACK.2)."""
    called_cards = dict.fromkeys(card for kind in deck for card in called(content, kind))
    return {card: pool[card] for card in called_cards if pool.get(card)}


def called(content: Content, kind: str) -> list[str]:
    """Return the ids of the Background cards that this card calls."""
    calls = (op.card for op in every_op(content.cards[kind]) if isinstance(op, ops.Call))
    return list(dict.fromkeys(calls))
