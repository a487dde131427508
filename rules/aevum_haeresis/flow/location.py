"""How Locations enter play (section 26)."""

from __future__ import annotations

from rules.aevum_haeresis.board.cards_in_play import put_location
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state.actions import Done, PutLocation
from rules.aevum_haeresis.state.state import TIMES, Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import LocationStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator


def plan_location(match: Haeresis, seat: int) -> None:
    """Before an action that will end the Night, ask the acting player for the next Location (AH-PBP.32)."""
    state = match.state
    ends = state.cards[state.location].time == len(TIMES) - 1
    if state.options.plan_ahead and ends and state.placer != seat and len(state.players[seat].locations) > 1:
        match.push(LocationStep(seat, planned=True))


@HAERESIS.step(LocationStep, asks=["location"], accepts=[PutLocation, Done])
class LocationRules(Rules[LocationStep]):
    """Lets a player choose a card from their own Location deck (AH-LOC.4, LOC.10).

    The choice is mandatory if a Location is needed immediately.
    """

    rules = ("AH-LOC.4", "AH-LOC.3", "AH-LOC.2")

    not_now = N_("A new Location comes only when the one in play is gone.")
    not_now_rule = "AH-LOC.4"

    def go_on(self, match: Haeresis, step: LocationStep) -> bool:
        player = match.state.players[step.seat]
        if step.planned:
            return False
        # A planned Location isn't used if the old Location leaves during the action.
        planned_location = "" if match.state.in_action else player.next_location
        player.next_location = ""
        if len(player.locations) > 1 and planned_location not in player.locations:
            return False
        match.finish(step)
        put_location(match, step.seat, planned_location or player.locations[0])
        return True

    def is_sound(self, match: Haeresis, step: LocationStep) -> bool:
        return bool(match.state.players[step.seat].locations)

    def decisions(self, match: Haeresis, step: LocationStep) -> dict[int, Decision]:
        offers: list[Action] = [*map(PutLocation, match.state.players[step.seat].locations)]
        if step.planned:
            offers.append(Done())
        return {step.seat: decide("location", offers, planned=step.planned)}

    def take(self, match: Haeresis, step: LocationStep, seat: int, action: Action) -> None:
        match.finish(step)
        if not isinstance(action, PutLocation):
            return
        if step.planned:
            match.state.players[seat].next_location = action.card
        else:
            put_location(match, seat, action.card)

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        if asked.args["planned"]:
            return say.t(
                "This action ends the Night, so you put the next Location into play. Which one, if nothing "
                "changes? It stays secret until then."
            )
        return say.t("Which of your Locations do you put into play?")

    def why_not(self, match: Haeresis, step: LocationStep, seat: int, action: Action) -> Reason:
        return (
            IllegalAction("That card is not in your Location deck.", rule="AH-LOC.4")
            if isinstance(action, PutLocation)
            else None
        )
