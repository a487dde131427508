"""Putting Locations into play (section 26)."""

from __future__ import annotations

from rules.aevum_haeresis.actions import PutLocation
from rules.aevum_haeresis.ending import Rules
from rules.aevum_haeresis.state import Haeresis
from rules.aevum_haeresis.steps import LocationStep
from rules.aevum_haeresis.verge import put_location
from rules.kernel.actions import Action
from rules.kernel.decisions import Decision, decide


class LocationRules(Rules[LocationStep]):
    """The placer chooses freely among the own Location deck, and must (AH-LOC.4, LOC.10)."""

    def run(self, match: Haeresis, step: LocationStep) -> bool:
        locations = match.state.players[step.seat].locations
        if len(locations) > 1:
            return False
        match.finish(step)
        put_location(match, step.seat, locations[0])
        return True

    def decisions(self, match: Haeresis, step: LocationStep) -> dict[int, Decision]:
        return {step.seat: decide("location", map(PutLocation, match.state.players[step.seat].locations))}

    def take(self, match: Haeresis, step: LocationStep, seat: int, action: Action) -> None:
        assert isinstance(action, PutLocation)
        match.finish(step)
        put_location(match, seat, action.card)
