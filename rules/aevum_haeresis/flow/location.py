"""Putting Locations into play (section 26)."""

from __future__ import annotations

from rules.aevum_haeresis.board.verge import put_location
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.rules import Rules
from rules.aevum_haeresis.state.actions import PutLocation
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import LocationStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.errors import IllegalAction
from rules.kernel.words.text import N_, Say


@HAERESIS.step(LocationStep, asks=["location"], accepts=[PutLocation])
class LocationRules(Rules[LocationStep]):
    """Choose any card of one's own Location deck; one must be chosen (AH-LOC.4, LOC.10)."""

    not_now = N_("A new Location is put only when the one in play has left.")

    def go_on(self, match: Haeresis, step: LocationStep) -> bool:
        locations = match.state.players[step.seat].locations
        if len(locations) > 1:
            return False
        match.finish(step)
        put_location(match, step.seat, locations[0])
        return True

    def is_sound(self, match: Haeresis, step: LocationStep) -> bool:
        return bool(match.state.players[step.seat].locations)

    def decisions(self, match: Haeresis, step: LocationStep) -> dict[int, Decision]:
        return {step.seat: decide("location", map(PutLocation, match.state.players[step.seat].locations))}

    def take(self, match: Haeresis, step: LocationStep, seat: int, action: Action) -> None:
        assert isinstance(action, PutLocation)
        match.finish(step)
        put_location(match, seat, action.card)

    def question(self, say: Say, view: HaeresisView, asked: Prompt) -> str:
        return say.t("Which of your Locations do you put into play?")

    def why_not(self, match: Haeresis, step: LocationStep, seat: int, action: Action) -> Reason:
        return IllegalAction("That card is not in your Location deck.") if isinstance(action, PutLocation) else None
