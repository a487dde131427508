"""A choice inside an operation: how many, which card, which cube, which spots."""

from __future__ import annotations

from rules.edge_of_darkness.effects.verbs import CHOICES
from rules.edge_of_darkness.state.order_of_play import EDGE
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


@EDGE.step(ChoiceStep)
class ChoiceRules(StepRules[EdgeMatch, ChoiceStep]):
    """Ask, carry out, and ask again while the operation has more to give; a lone option is not asked about."""

    def advance(self, match: EdgeMatch, step: ChoiceStep) -> bool:
        offer = CHOICES[type(step.op)].offers(match, step)
        if step.left and len(offer) > 1:
            return False
        match.finish(step)
        if step.left and offer and not isinstance(offer[0], Pass):
            CHOICES[type(step.op)].takes(match, step, offer[0])
        return True

    def decisions(self, match: EdgeMatch, step: ChoiceStep) -> dict[int, Decision]:
        key = "carry_cube" if step.tray else f"choose_{step.op.op}"
        offer = CHOICES[type(step.op)].offers(match, step)
        return {step.seat: decide(key, offer, what=step.source.what, slot=step.source.slot, left=step.left)}

    def take(self, match: EdgeMatch, step: ChoiceStep, seat: int, action: Action) -> None:
        step.left -= 1
        if isinstance(action, Pass) or not step.left:
            match.finish(step)
        if not isinstance(action, Pass):
            CHOICES[type(step.op)].takes(match, step, action)
