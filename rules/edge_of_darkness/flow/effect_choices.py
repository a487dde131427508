"""The choices that operations require: a number, a card, a cube or spots."""

from __future__ import annotations

from rules.edge_of_darkness.content.ops import MoveCube
from rules.edge_of_darkness.effects.verb_table import CHOICES
from rules.edge_of_darkness.state.actions import (
    ChooseCard,
    ChooseCube,
    ChooseNumber,
    ChoosePlace,
    ChoosePlayer,
    ChooseSpots,
)
from rules.edge_of_darkness.state.state import SPOTS, EdgeMatch
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import ChoiceStep
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words import choices
from rules.edge_of_darkness.words.names import deciding
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.words.translation import Translator

#: The rules cited with a choice, by the key of its question. For keys not listed, the card's text is enough.
_RULES = {
    "choose_dispatch": ("EOD-DISP.7", "EOD-DISP.1", "EOD-DISP.4"),
    "choose_return": ("EOD-RET.1", "EOD-RET.3", "EOD-RET.7"),
    "choose_station": ("EOD-DISP.1", "EOD-DISP.2"),
    "choose_withdraw": ("EOD-RET.2", "EOD-RET.1"),
    "choose_gather": ("EOD-AGENT.4", "EOD-GEN.11"),
    "choose_claim": ("EOD-CLAIM.1", "EOD-CLAIM.3", "EOD-CLAIM.4"),
    "choose_call_home": ("EOD-GEN.11", "EOD-ZONE.10", "EOD-DRAFT.19"),
    "choose_fetch_hall": ("EOD-GEN.11", "EOD-ZONE.7"),
    "choose_take_street": ("EOD-DRAFT.19", "EOD-ZONE.4"),
    "choose_sink_street": ("EOD-DRAFT.19", "EOD-ZONE.4"),
    "choose_delay_street": ("EOD-ZONE.2", "EOD-ZONE.4"),
    "choose_clear_zone": ("EOD-GEN.11", "EOD-CUBE.2"),
    "choose_clear_tray": ("EOD-GEN.11", "EOD-BLIGHT.1"),
    "choose_move_cube": ("EOD-GEN.11", "EOD-BLIGHT.2"),
    "choose_seed_cube": ("EOD-GEN.11", "EOD-BLIGHT.2"),
    "choose_empty_tray": ("EOD-GEN.11", "EOD-BLIGHT.1"),
    "choose_banish": ("EOD-GEN.11", "EOD-HUNT.13"),
    "choose_slay": ("EOD-GEN.11", "EOD-HUNT.10", "EOD-HUNT.11"),
    "choose_swap_tower": ("EOD-GEN.11", "EOD-ZONE.9"),
    "carry_cube": ("EOD-GEN.11", "EOD-BLIGHT.2"),
}


def at_once(view: EdgeView) -> int:
    """Return how many cubes, or cards to skip, the open question still allows; 0 if it doesn't limit them.

    A moved cube is chosen alone, because its new tray is chosen next.
    """
    asked = view.pending
    if asked is None:
        return 0
    if asked.key == "draft":
        return max(1, deciding(view).influence - len(view.skipping))
    return 1 if isinstance(asked.op, MoveCube) else int(asked.args.get("left", 0))


@EDGE.step(
    ChoiceStep,
    asks=choices.QUESTIONS,
    accepts=[ChooseNumber, ChooseCard, ChoosePlace, ChoosePlayer, ChooseCube, ChooseSpots, Pass],
)
class ChoiceRules(StepRules[EdgeMatch, ChoiceStep]):
    """The choices of an operation, one after the other. A single option is chosen automatically."""

    of_effect = True

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

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        return choices.question(say, view, asked)

    def rests_on(self, view: EdgeView, asked: Prompt) -> tuple[str, ...]:
        return _RULES.get(asked.key, ("EOD-GEN.11",))

    def is_sound(self, match: EdgeMatch, step: ChoiceStep) -> bool:
        cube = 0 <= step.tray <= SPOTS and step.colour <= match.state.seats
        return type(step.op) in CHOICES and cube and step.source.home in ("", *match.content.locations)

    def take(self, match: EdgeMatch, step: ChoiceStep, seat: int, action: Action) -> None:
        step.left -= 1
        if isinstance(action, Pass) or not step.left:
            match.finish(step)
        if not isinstance(action, Pass):
            CHOICES[type(step.op)].takes(match, step, action)
