"""Sleeving advancements: section 8 (SLEEVE) of RULES.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from rules.edge_of_darkness.board.cards import is_free
from rules.edge_of_darkness.content.ops import SLOTS, Slot
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import Sleeve, SleeveOnto
from rules.edge_of_darkness.state.order_of_play import EDGE
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import SleeveStep
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules

#: What is offered again and again is made once.
_onto = cache(SleeveOnto)


def sleeve(match: EdgeMatch, slip: str, card: str) -> None:
    """Put one copy of a slip onto a card; a copy never leaves it again (EOD-CARD.13)."""
    match.state.supply[slip] -= 1
    setattr(match.state.cards[card], match.content.slips[slip].slot, slip)


def open_slots(match: EdgeMatch, cards: Iterable[str]) -> set[Slot]:
    """Return the slots that some of these cards has free for a slip: empty ones, or a top that shows its starter."""
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
    """Tell whether some copy of this kind is left that goes into one of these slots."""
    supply = match.state.supply
    # Not any(): asked for every Location with every listing of actions in a turn.
    for slot, slip in match.content.stacks[location]:  # noqa: SIM110
        if slot in slots and supply[slip]:
            return True
    return False


def kinds(match: EdgeMatch, cards: Iterable[str]) -> list[str]:
    """Return the Locations of which some copy left fits some of these cards (EOD-SLEEVE.6, SLEEVE.7)."""
    slots = open_slots(match, cards)
    return [name for name in match.state.locations if fits(match, name, slots)]


def placements(match: EdgeMatch, location: str, cards: Sequence[str]) -> list[SleeveOnto]:
    """Return every way to put a copy of this kind onto one of these cards."""
    state = match.state
    return [
        _onto(slip, card)
        for slot, slip in match.content.stacks[location]
        if state.supply[slip]
        for card in cards
        if is_free(state.cards[card], slot)
    ]


def must_sleeve(match: EdgeMatch, seat: int, without: tuple[str, ...] = ()) -> bool:
    """Tell whether a placement into an empty slot exists, which makes sleeving mandatory (EOD-SLEEVE.9).

    `without` leaves out cards that are about to be discarded (EOD-ACTION.11).
    """
    hand = match.state.players[seat].hand
    empty = open_slots(match, [card for card in hand if card not in without] if without else hand) - {"top"}
    for name in match.state.locations if empty else ():  # noqa: SIM110  (as in `fits`)
        if fits(match, name, empty):
            return True
    return False


@EDGE.step(SleeveStep)
class SleeveRules(StepRules[EdgeMatch, SleeveStep]):
    """Choose the copy and the card. An extra sleeving by an effect starts with the kind, and may be declined when
    it could only cover a Citizen or Patrician (EOD-SLEEVE.9).
    """

    def advance(self, match: EdgeMatch, step: SleeveStep) -> bool:
        hand = match.state.players[step.seat].hand
        if fits(match, step.location, open_slots(match, hand)) if step.location else kinds(match, hand):
            return False
        match.finish(step)
        return True

    def decisions(self, match: EdgeMatch, step: SleeveStep) -> dict[int, Decision]:
        hand = match.state.players[step.seat].hand
        if not step.location:
            found: list[Action] = [Sleeve(name) for name in kinds(match, hand)]
            if found and not must_sleeve(match, step.seat):
                found.append(Pass())
            return {step.seat: decide("sleeve_kind", found)}
        actions = placements(match, step.location, hand)
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
