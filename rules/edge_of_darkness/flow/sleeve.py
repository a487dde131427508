"""Sleeving an advancement: section 8 (SLEEVE) of RULES.md."""

from __future__ import annotations

from rules.edge_of_darkness.board.sleeved_card import free_slots
from rules.edge_of_darkness.board.sleeving import fits, must_sleeve, open_slots, placements, sleevable_locations, sleeve
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import Sleeve, SleeveOnto
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import SleeveStep
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.names import content_of
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide, decide_in_order
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


def which_copy(say: Translator, view: EdgeView, asked: Prompt) -> str:
    """Return the question about which copy of an advancement goes onto which card."""
    home = content_of(view).locations[str(asked.args["location"])]
    return say.t("{contact}: which copy goes into which card?", contact=say.name(home.contact.name))


#: The rules cited with the choice of a copy and a card.
COPY_RULES = ("EOD-SLEEVE.2", "EOD-SLEEVE.4", "EOD-SLEEVE.5", "EOD-SLEEVE.12")


def refuse_copy(match: EdgeMatch, seat: int, location: str, action: SleeveOnto) -> IllegalAction:
    """Return why this copy can't go onto this card; `location` is the chosen Location, or "" if none is chosen."""
    state, content = match.state, match.content
    player = state.players[seat]
    if action.card not in [*player.hand, *player.starters]:
        return IllegalAction("That card is not in your hand.", rule="EOD-PROL.7" if player.starters else "EOD-ACTION.7")
    if not location:
        return IllegalAction("First choose which advancement.", rule="EOD-SLEEVE.1")
    if action.slip not in content.slips or not state.supply.get(action.slip):
        return IllegalAction("There are no copies of that advancement left.", rule="EOD-SLEEVE.7")
    if content.slips[action.slip].slot not in free_slots(state.cards[action.card]):
        return IllegalAction("That slot is already filled.", rule="EOD-SLEEVE.2")
    return IllegalAction("You chose another advancement.", rule="EOD-SLEEVE.12")


def refuse_kind(match: EdgeMatch, seat: int, location: str) -> IllegalAction:
    """Return why the player can't sleeve an advancement from this Location."""
    state = match.state
    if location not in state.locations:
        return IllegalAction("That Location isn't in this match.", rule="EOD-SETUP.28")
    if not sleevable_locations(match, state.players[seat].hand):
        return IllegalAction("No advancement fits a card in your hand.", rule="EOD-SLEEVE.9")
    if not any(state.supply[slip.id] for slip in match.content.locations[location].slips):
        return IllegalAction("There are no copies of that advancement left.", rule="EOD-SLEEVE.7")
    return IllegalAction("None of the copies left fits a free slot in your hand.", rule="EOD-SLEEVE.2")


@EDGE.step(SleeveStep, asks=["sleeve_kind", "sleeve_onto"], accepts=[Sleeve, SleeveOnto, Pass])
class SleeveRules(StepRules[EdgeMatch, SleeveStep]):
    """The choice of the copy to sleeve and the card that receives it.

    If an effect allows an additional sleeving, the player first chooses the Location. The player may decline if only a
    Citizen or Patrician could be covered (EOD-SLEEVE.9).
    """

    def advance(self, match: EdgeMatch, step: SleeveStep) -> bool:
        hand = match.state.players[step.seat].hand
        if fits(match, step.location, open_slots(match, hand)) if step.location else sleevable_locations(match, hand):
            return False
        match.finish(step)
        return True

    def decisions(self, match: EdgeMatch, step: SleeveStep) -> dict[int, Decision]:
        hand = match.state.players[step.seat].hand
        if not step.location:
            found: list[Action] = [Sleeve(name) for name in sleevable_locations(match, hand)]
            if found and not must_sleeve(match, step.seat):
                found.append(Pass())
            return {step.seat: decide("sleeve_kind", found)}
        ways: list[Action] = [*placements(match, step.location, hand)]
        return {step.seat: decide_in_order("sleeve_onto", ways, location=step.location)}

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        if asked.key == "sleeve_onto":
            return which_copy(say, view, asked)
        return say.t("Which advancement do you sleeve?")

    def rests_on(self, view: EdgeView, asked: Prompt) -> tuple[str, ...]:
        return ("EOD-SLEEVE.1", "EOD-SLEEVE.9", "EOD-SLEEVE.2") if asked.key == "sleeve_kind" else COPY_RULES

    def why_not(self, match: EdgeMatch, step: SleeveStep, seat: int, action: Action) -> IllegalAction | None:
        match action:
            case Sleeve():
                return refuse_kind(match, seat, action.location)
            case SleeveOnto():
                return refuse_copy(match, seat, step.location, action)
            case _:
                return None

    def is_sound(self, match: EdgeMatch, step: SleeveStep) -> bool:
        return step.location in ("", *match.content.locations)

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
