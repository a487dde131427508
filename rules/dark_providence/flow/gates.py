"""Opening and closing gates (section 21.2 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.agents import arcane_in, is_lead, lose_agent
from rules.dark_providence.board.sanity import sanity_test
from rules.dark_providence.effects.gates import missing, set_gate, workings
from rules.dark_providence.effects.paying import played
from rules.dark_providence.state.actions import WorkGate
from rules.dark_providence.state.order_of_play import PROVIDENCE
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import GateStep, PayStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


@PROVIDENCE.step(GateStep)
class GateRules(StepRules[Providence, GateStep]):
    """City, face and acting agent are named, the missing ARCANE is played, then the deed is done (DP-GATE.18)."""

    def advance(self, match: Providence, step: GateStep) -> bool:
        if not step.city:
            return False
        need = missing(match, step.seat, step.city)
        if need > 0 and not step.paid:
            step.paid = True
            match.push(
                PayStep(
                    step.seat, "gate", "arcane", most=need, exact=True, given=arcane_in(match, step.seat, step.city)
                )
            )
            return True
        match.finish(step)
        set_gate(match, step.seat, step.city, step.face, step.actor, played(match, "arcane"))
        mad = sanity_test(match, step.seat)
        if mad and not is_lead(match, step.actor):  # (DP-GATE.13, GATE.14, GATE.20)
            lose_agent(match, step.actor)
        return True

    def decisions(self, match: Providence, step: GateStep) -> dict[int, Decision]:
        return {step.seat: decide("gate", workings(match, step), card=step.card)}

    def take(self, match: Providence, step: GateStep, seat: int, action: Action) -> None:
        assert isinstance(action, WorkGate)
        step.city, step.actor = action.city, action.actor
        step.face = "open" if action.face == "open" else "close"
