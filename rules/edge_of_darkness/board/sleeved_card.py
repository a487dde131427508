"""The content of a card: its filled slots and their effects, its cube icons, its threats and their Damage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.load import Content, NamedThreat, cache_result
from rules.edge_of_darkness.content.ops import SLOTS, Slot
from rules.edge_of_darkness.state.state import Card, State
from rules.edge_of_darkness.state.steps import Source


@dataclass(frozen=True, slots=True)
class SlotEffect:
    """The effect in a filled slot of a card.

    `key` identifies the effect in the list of effects used this turn. `defends` is true if the effect works only when
    the player is attacked. `sure` is true if it would change something in any turn and any position.
    """

    source: Source
    effect: Effect
    key: str
    defends: bool
    sure: bool


def slip_in(card: Card, slot: str) -> str:
    """Return the id of the slip in this slot, or "" if there is none."""
    return getattr(card, slot)


def filled_count(card: Card) -> int:
    """Return the number of filled slots; the top slot always counts (EOD-CARD.16)."""
    return 1 + (card.middle != "") + (card.bottom != "")


def is_free(card: Card, slot: str) -> bool:
    """Return whether a slip can go into this slot. It can cover a starter, but not another slip (EOD-SLEEVE.2 to 5)."""
    return not getattr(card, slot)


def free_slots(card: Card) -> Iterator[Slot]:
    """Yield the slots that a slip can go into."""
    return (slot for slot in SLOTS if is_free(card, slot))


def filled_slots(card: Card) -> Iterator[tuple[Slot, str]]:
    """Yield the filled slots with their slips; "" in the top slot stands for the starter itself."""
    yield "top", card.top
    if card.middle:
        yield "middle", card.middle
    if card.bottom:
        yield "bottom", card.bottom


def use_key(name: str, card: Card, slot: str) -> str:
    """Return an effect's key in the list of used effects. A contact and the Citizen it covers have different keys."""
    return f"{name}/{slot}/{slip_in(card, slot)}"


def slot_effects(content: Content, name: str, card: Card) -> list[SlotEffect]:
    """Return the effects that a card shows. They are cached in the pack, because they are needed very often."""
    key = (name, card.top, card.middle, card.bottom)
    found = content.parts.get(key)
    if found is None:
        found = cache_result(
            content.parts, key, [slot_effect(content, name, card, slot) for slot, _ in filled_slots(card)]
        )
    return found


def slot_effect(content: Content, name: str, card: Card, slot: str) -> SlotEffect:
    """Return the effect in a filled slot. Slots are cached separately, because sleeving changes only one of them."""
    key = (name, slot, slip_in(card, slot))
    return content.parts.get(key) or cache_result(content.parts, key, _new_part(content, name, card, slot))


def _new_part(content: Content, name: str, card: Card, slot: str) -> SlotEffect:
    source = Source(name, slot, home_of(content, card, slot))
    effect, defends = effect_of(content, card, slot), works_when_attacked(content, card, slot)
    return SlotEffect(source, effect, use_key(name, card, slot), defends, effect.sure and not defends)


def effect_of(content: Content, card: Card, slot: str) -> Effect:
    """Return the effect in a filled slot."""
    slip = slip_in(card, slot)
    return content.slip_home[slip].contact.effect if slip else content.starters[card.starter].effect


def works_when_attacked(content: Content, card: Card, slot: str) -> bool:
    """Return whether this effect works only when its player is attacked (EOD-DMG.9)."""
    slip = slip_in(card, slot)
    return bool(slip) and content.slip_home[slip].contact.timing == "attacked"


def home_of(content: Content, card: Card, slot: str) -> str:
    """Return the Location that this effect belongs to, or "" for the effect of a Citizen or Patrician (EOD-USE.11)."""
    slip = slip_in(card, slot)
    return content.slip_home[slip].id if slip else ""


def cubes(content: Content, card: Card) -> int:
    """Return the total of the cube icons on a card's City side (EOD-ASSEM.4)."""
    total = content.slips[card.top].cubes if card.top else content.starters[card.starter].cubes
    if card.middle:
        total += content.slips[card.middle].cubes
    if card.bottom:
        total += content.slips[card.bottom].cubes
    return total


def threats(content: Content, card: Card) -> list[tuple[str, NamedThreat]]:
    """Return the visible threats on a card's Blight side, each with its Location's id; "" for a starter's threat."""
    return [
        (content.slip_home[slip].id, content.slips[slip].threat)
        if slip
        else ("", content.starters[card.starter].threat)
        for _, slip in filled_slots(card)
    ]


def threat_keys(state: State, *names: str) -> tuple[str, ...]:
    """Return the visible threats on these tower cards as "card/slip", the format used in events."""
    return tuple(f"{name}/{slip}" for name in names for _, slip in filled_slots(state.cards[name]))


def damage(content: Content, card: Card) -> int:
    """Return the total Damage of the visible threats, at least 0 (EOD-DMG.1, DMG.14)."""
    return max(0, sum(threat.damage for _, threat in threats(content, card)))


def guild_cards(state: State, seat: int) -> list[Card]:
    """Return all cards that this seat owns, wherever they are (EOD-AWARD.9)."""
    return [card for card in state.cards.values() if card.owner == seat]
