"""Sleeving advancements: section 8 (SLEEVE) of RULES.md."""

from __future__ import annotations

from rules.edge_of_darkness import events
from rules.edge_of_darkness.actions import Sleeve, SleeveOnto
from rules.edge_of_darkness.cards import is_free
from rules.edge_of_darkness.ops import SLOTS, Slot
from rules.edge_of_darkness.state import EdgeMatch
from rules.edge_of_darkness.steps import SleeveStep
from rules.kernel.actions import Action, Pass
from rules.kernel.decisions import Decision, decide
from rules.kernel.events import EVERYONE
from rules.kernel.steps import StepRules


def sleeve(match: EdgeMatch, slip: str, card: str) -> None:
    """Put one copy of a slip onto a card; a copy never leaves it again (EOD-CARD.13)."""
    match.state.supply[slip] -= 1
    setattr(match.state.cards[card], match.content.slips[slip].slot, slip)


def open_slots(match: EdgeMatch, seat: int) -> set[Slot]:
    """Return the slots that some card in hand has free for a slip."""
    cards, hand = match.state.cards, match.state.players[seat].hand
    return {slot for slot in SLOTS if any(is_free(cards[card], slot) for card in hand)}


def kinds(match: EdgeMatch, seat: int) -> list[str]:
    """Return the Locations of which some copy left fits some card in hand (EOD-SLEEVE.6, SLEEVE.7)."""
    slots = open_slots(match, seat)
    supply, locations = match.state.supply, match.content.locations
    found: list[str] = []
    for name in match.state.locations:
        for slip in locations[name].slips:
            if slip.slot in slots and supply[slip.id]:
                found.append(name)
                break
    return found


def must_sleeve(match: EdgeMatch, seat: int, without: tuple[str, ...] = ()) -> bool:
    """Tell whether a placement into an empty slot exists, which makes sleeving mandatory (EOD-SLEEVE.9).

    `without` leaves out cards that are about to be discarded (EOD-ACTION.11).
    """
    state = match.state
    empty: set[str] = set()
    for name in state.players[seat].hand:
        if name not in without:
            card = state.cards[name]
            if not card.middle:
                empty.add("middle")
            if not card.bottom:
                empty.add("bottom")
    if not empty:
        return False
    supply, slips = state.supply, match.content.slips
    # Not any(): asked with every listing of actions in a turn.
    for slip, copies in supply.items():  # noqa: SIM110
        if copies and slips[slip].slot in empty:
            return True
    return False


class SleeveRules(StepRules[SleeveStep]):
    """Choose the copy and the card. An extra sleeving by an effect starts with the kind, and may be declined when
    it could only cover a Citizen or Patrician (EOD-SLEEVE.9).
    """

    def advance(self, match: EdgeMatch, step: SleeveStep) -> bool:
        if self.decisions(match, step)[step.seat].actions:
            return False
        match.finish(step)
        return True

    def decisions(self, match: EdgeMatch, step: SleeveStep) -> dict[int, Decision]:
        if not step.location:
            found: list[Action] = [Sleeve(name) for name in kinds(match, step.seat)]
            if found and not must_sleeve(match, step.seat):
                found.append(Pass())
            return {step.seat: decide("sleeve_kind", found)}
        state = match.state
        actions = [
            SleeveOnto(slip.id, card)
            for slip in match.content.locations[step.location].slips
            if state.supply[slip.id]
            for card in state.players[step.seat].hand
            if is_free(state.cards[card], slip.slot)
        ]
        return {step.seat: decide("sleeve_onto", actions, location=step.location)}

    def take(self, match: EdgeMatch, step: SleeveStep, seat: int, action: Action) -> None:
        if isinstance(action, Pass):
            match.finish(step)
            return
        if isinstance(action, Sleeve):
            step.location = action.location
            return
        assert isinstance(action, SleeveOnto)
        match.finish(step)
        sleeve(match, action.slip, action.card)
        if not step.extra:
            match.state.turn.sleeved = True
        match.emit(EVERYONE, events.Sleeved(seat, action.slip, action.card))
