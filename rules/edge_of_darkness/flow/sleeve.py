"""Sleeving an advancement: section 8 (SLEEVE) of RULES.md."""

from __future__ import annotations

from rules.edge_of_darkness.board.sleeving import fits, kinds, must_sleeve, open_slots, placements, sleeve
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import Sleeve, SleeveOnto
from rules.edge_of_darkness.state.order_of_play import EDGE
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import SleeveStep
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


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
