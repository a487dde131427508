"""The end of the match (section 2), and the choice if a winning and a losing condition are met at the same time."""

from __future__ import annotations

from rules.aevum_haeresis.board.ending import end
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import CountFirst
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import EndOrderStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


@HAERESIS.step(EndOrderStep, asks=["count_first"], accepts=[CountFirst])
class EndOrderRules(StepRules[Haeresis, EndOrderStep]):
    """Lets the Active player decide which of two end conditions applies, once the game has ended (AH-WIN.15)."""

    rules = ("AH-WIN.15", "AH-WIN.16")

    def decisions(self, match: Haeresis, step: EndOrderStep) -> dict[int, Decision]:
        offers = [CountFirst(f"{reason}/{winner}") for reason, winner in zip(step.reasons, step.winners, strict=True)]
        return {step.seat: decide("count_first", offers)}

    def is_sound(self, match: Haeresis, step: EndOrderStep) -> bool:
        return len(step.reasons) == len(step.winners) > 0

    def take(self, match: Haeresis, step: EndOrderStep, seat: int, action: Action) -> None:
        assert isinstance(action, CountFirst)
        match.finish(step)
        reason, winner = action.reason.split("/")
        end(match, int(winner), reason)

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        return say.t("You're Active, and the game ends in two ways at once: which one counts first?")

    def why_not(self, match: Haeresis, step: EndOrderStep, seat: int, action: Action) -> IllegalAction | None:
        if isinstance(action, CountFirst):
            return IllegalAction("That isn't one of the two endings.", rule="AH-WIN.15")
        return None


def end_match(match: Haeresis, _step: Sequence) -> None:
    """End the match."""
    state = match.state
    if state.winner < 0:  # the Active player is still deciding which end condition applies
        return
    state.phase = "over"
    state.over = True
    match.emit(EVERYONE, events.MatchEnded((state.winner,)))
