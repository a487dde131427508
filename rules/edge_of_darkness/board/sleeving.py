"""Sleeving: which copies of advancements fit onto which cards (section 8, SLEEVE, of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from rules.edge_of_darkness.board.sleeved_card import is_free
from rules.edge_of_darkness.content.ops import SLOTS, Slot
from rules.edge_of_darkness.state.actions import SleeveOnto
from rules.edge_of_darkness.state.state import EdgeMatch

#: Cached because listing a turn's actions builds the same objects again and again.
_sleeve_onto = cache(SleeveOnto)


def sleeve(match: EdgeMatch, slip: str, card: str) -> None:
    """Put a copy of this slip into a card's sleeve, where it stays for the rest of the game (EOD-CARD.13)."""
    match.state.supply[slip] -= 1
    setattr(match.state.cards[card], match.content.slips[slip].slot, slip)


def open_slots(match: EdgeMatch, cards: Iterable[str]) -> set[Slot]:
    """Return the slots that are free on any of these cards. A top slot is free while it shows its starter."""
    known = match.state.cards
    found: set[Slot] = set()
    for name in cards:
        card = known[name]
        if not card.top:
            found.add("top")
        if not card.middle:
            found.add("middle")
        if not card.bottom:
            found.add("bottom")
        if len(found) == len(SLOTS):
            break
    return found


def fits(match: EdgeMatch, location: str, slots: set[Slot]) -> bool:
    """Return whether the supply has a copy of this Location's advancements for one of these slots."""
    supply = match.state.supply
    # A loop is faster than any(). This function runs for every Location each time a turn's actions are listed.
    for slot, slip in match.content.stacks[location]:  # noqa: SIM110
        if slot in slots and supply[slip]:
            return True
    return False


def sleevable_locations(match: EdgeMatch, cards: Iterable[str]) -> list[str]:
    """Return the Locations whose supply has a copy that fits onto one of these cards (EOD-SLEEVE.6, SLEEVE.7)."""
    slots = open_slots(match, cards)
    supply, stacks = match.state.supply, match.content.stacks
    found: list[str] = []
    # The loop of `fits` is repeated here to save a function call for each Location.
    for name in match.state.locations:
        for slot, slip in stacks[name]:
            if slot in slots and supply[slip]:
                found.append(name)
                break
    return found


def placements(match: EdgeMatch, location: str, cards: Sequence[str]) -> list[SleeveOnto]:
    """Return every way to put a copy of this Location's advancements onto these cards, sorted."""
    state = match.state
    ways = [
        (slip, card)
        for slot, slip in match.content.stacks[location]
        if state.supply[slip]
        for card in cards
        if is_free(state.cards[card], slot)
    ]
    return [_sleeve_onto(slip, card) for slip, card in sorted(ways)]


def must_sleeve(match: EdgeMatch, seat: int, ignored: tuple[str, ...] = ()) -> bool:
    """Return whether an advancement fits into an empty slot of a hand card, so the seat must sleeve (EOD-SLEEVE.9).

    `ignored` has the hand cards to ignore, because they are about to be discarded (EOD-ACTION.11).
    """
    state = match.state
    known, supply, stacks = state.cards, state.supply, match.content.stacks
    middle = bottom = False
    for name in state.players[seat].hand:
        if name not in ignored:
            card = known[name]
            middle = middle or not card.middle
            bottom = bottom or not card.bottom
    if middle or bottom:
        # The loop of `fits` is repeated here to save a function call for each Location.
        for name in state.locations:
            for slot, slip in stacks[name]:
                if (bottom if slot == "bottom" else middle and slot == "middle") and supply[slip]:
                    return True
    return False
