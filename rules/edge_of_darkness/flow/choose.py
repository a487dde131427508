"""A choice inside an operation: how many, which card, which cube, which spots."""

from __future__ import annotations

from rules.edge_of_darkness.effects.verbs import CHOICES
from rules.edge_of_darkness.state.actions import ChooseCard, ChooseCube, ChooseNumber, ChoosePlace, ChooseSpots
from rules.edge_of_darkness.state.order_of_play import EDGE
from rules.edge_of_darkness.state.state import SPOTS, EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words import choices
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.words.text import Say


@EDGE.step(
    ChoiceStep,
    asks=choices.QUESTIONS,
    accepts=[ChooseNumber, ChooseCard, ChoosePlace, ChooseCube, ChooseSpots, Pass],
)
class ChoiceRules(StepRules[EdgeMatch, ChoiceStep]):
    """Ask, carry out, and ask again while the operation has choices left; a single option is taken without asking."""

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

    def question(self, say: Say, view: EdgeView, asked: Prompt) -> str:
        return choices.question(say, view, asked)

    def is_sound(self, match: EdgeMatch, step: ChoiceStep) -> bool:
        cube = 0 <= step.tray <= SPOTS and step.colour <= match.state.seats
        return type(step.op) in CHOICES and cube and step.source.home in ("", *match.content.locations)

    def take(self, match: EdgeMatch, step: ChoiceStep, seat: int, action: Action) -> None:
        step.left -= 1
        if isinstance(action, Pass) or not step.left:
            match.finish(step)
        if not isinstance(action, Pass):
            CHOICES[type(step.op)].takes(match, step, action)
