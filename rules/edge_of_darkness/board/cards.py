"""The faces of a card: its filled slots, cube icons, threats and Damage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.load import Content, NamedThreat, keep
from rules.edge_of_darkness.content.ops import SLOTS, Slot
from rules.edge_of_darkness.state.state import Card, State
from rules.edge_of_darkness.state.steps import Source


@dataclass(frozen=True, slots=True)
class SlotEffect:
    """The effect in a filled slot of a card.

    `key` records its use in a turn. `defends` marks an effect that works only when attacked; `sure` one that works in
    any turn, whatever is on the table.
    """

    source: Source
    effect: Effect
    key: str
    defends: bool
    sure: bool


def slip_in(card: Card, slot: str) -> str:
    """Return the slip in this slot, "" when there is none."""
    return getattr(card, slot)


def filled(card: Card) -> int:
    """Count filled slots; the top one is always filled (EOD-CARD.16)."""
    return 1 + (card.middle != "") + (card.bottom != "")


def is_free(card: Card, slot: str) -> bool:
    """Return whether a slip fits here: an empty slot, or a top that shows its starter (EOD-SLEEVE.2 to 5)."""
    return not getattr(card, slot)


def free_slots(card: Card) -> Iterator[Slot]:
    """Yield the slots that a slip fits into."""
    return (slot for slot in SLOTS if is_free(card, slot))


def shown(card: Card) -> Iterator[tuple[Slot, str]]:
    """Yield the filled slots with their slips; "" in the top slot is the starter itself."""
    yield "top", card.top
    if card.middle:
        yield "middle", card.middle
    if card.bottom:
        yield "bottom", card.bottom


def use_key(name: str, card: Card, slot: str) -> str:
    """Return the key that records an effect's use in a turn; a contact that covers a Citizen is a different effect."""
    return f"{name}/{slot}/{slip_in(card, slot)}"


def parts(content: Content, name: str, card: Card) -> list[SlotEffect]:
    """Return the effects that a card shows. They are needed very often, so the pack caches them."""
    look = (name, card.top, card.middle, card.bottom)
    found = content.parts.get(look)
    if found is None:
        found = keep(content.parts, look, [part(content, name, card, slot) for slot, _ in shown(card)])
    return found


def part(content: Content, name: str, card: Card, slot: str) -> SlotEffect:
    """Return the effect in a filled slot, cached separately: a card that gets a slip keeps the others."""
    look = (name, slot, slip_in(card, slot))
    return content.parts.get(look) or keep(content.parts, look, _new_part(content, name, card, slot))


def _new_part(content: Content, name: str, card: Card, slot: str) -> SlotEffect:
    source = Source(name, slot, home_of(content, card, slot))
    effect, defends = effect_of(content, card, slot), works_when_attacked(content, card, slot)
    return SlotEffect(source, effect, use_key(name, card, slot), defends, effect.sure and not defends)


def effect_of(content: Content, card: Card, slot: str) -> Effect:
    """Return the effect in a filled slot."""
    slip = slip_in(card, slot)
    return content.slip_home[slip].contact.effect if slip else content.starters[card.starter].effect


def works_when_attacked(content: Content, card: Card, slot: str) -> bool:
    """Return whether this effect works only when attacked (EOD-DMG.9)."""
    slip = slip_in(card, slot)
    return bool(slip) and content.slip_home[slip].contact.timing == "attacked"


def home_of(content: Content, card: Card, slot: str) -> str:
    """Return the Location this effect is tied to, "" for a Citizen or Patrician (EOD-USE.11)."""
    slip = slip_in(card, slot)
    return content.slip_home[slip].id if slip else ""


def cubes(content: Content, card: Card) -> int:
    """Add up the cube icons of the card's City side (EOD-ASSEM.4)."""
    total = content.slips[card.top].cubes if card.top else content.starters[card.starter].cubes
    if card.middle:
        total += content.slips[card.middle].cubes
    if card.bottom:
        total += content.slips[card.bottom].cubes
    return total


def threats(content: Content, card: Card) -> list[tuple[str, NamedThreat]]:
    """Return the visible threats of the Blight side, each with the Location it is tied to."""
    return [
        (content.slip_home[slip].id, content.slips[slip].threat)
        if slip
        else ("", content.starters[card.starter].threat)
        for _, slip in shown(card)
    ]


def threat_keys(state: State, *names: str) -> tuple[str, ...]:
    """Return the visible threats on tower cards, in the form of events: "card/slip"."""
    return tuple(f"{name}/{slip}" for name in names for _, slip in shown(state.cards[name]))


def damage(content: Content, card: Card) -> int:
    """Add up the Damage of the visible threats, never below 0 (EOD-DMG.1, DMG.14)."""
    return max(0, sum(threat.damage for _, threat in threats(content, card)))


def guild_cards(state: State, seat: int) -> list[Card]:
    """Return every card this seat owns, in any place (EOD-AWARD.9)."""
    return [card for card in state.cards.values() if card.owner == seat]
