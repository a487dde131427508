"""A winning and a losing condition met at once: which of them counts first (AH-WIN.15)."""

from __future__ import annotations

from rules.aevum_haeresis.board.ending import end
from rules.aevum_haeresis.state.actions import CountFirst
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import EndOrderStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


@HAERESIS.step(EndOrderStep, asks=["count_first"], accepts=[CountFirst])
class EndOrderRules(StepRules[Haeresis, EndOrderStep]):
    """The Active player decides; this is asked although the game is decided already."""

    def decisions(self, match: Haeresis, step: EndOrderStep) -> dict[int, Decision]:
        offers = [CountFirst(f"{reason}/{winner}") for reason, winner in zip(step.reasons, step.winners, strict=True)]
        return {step.seat: decide("count_first", offers)}

    def take(self, match: Haeresis, step: EndOrderStep, seat: int, action: Action) -> None:
        assert isinstance(action, CountFirst)
        match.finish(step)
        reason, winner = action.reason.split("/")
        end(match, int(winner), reason)
