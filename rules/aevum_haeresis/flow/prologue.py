"""Start-of-Round effects (AH-PROLOGUE.10, GEN.8)."""

from __future__ import annotations

from rules.aevum_haeresis.effects.paying import ability_of
from rules.aevum_haeresis.flow.rules import Rules
from rules.aevum_haeresis.state.actions import Choose
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import EffectStep, StartStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, decide


@HAERESIS.step(StartStep)
class StartRules(Rules[StartStep]):
    """A player's effects in the order they like; a single one is not asked for."""

    def advance(self, match: Haeresis, step: StartStep) -> bool:
        if super().advance(match, step):
            return True
        step.left = [name for name in step.left if self._due(match, step.seat, name.split("/")[0])]
        if not step.left:
            match.finish(step)
            return True
        if len(step.left) > 1:
            return False
        self._start(match, step, step.left[0])
        return True

    def _due(self, match: Haeresis, seat: int, card: str) -> bool:
        """An effect of the other player's can have taken the card away, or control of it."""
        lies = match.state.cards.get(card)
        return lies is not None and lies.controller == seat

    def decisions(self, match: Haeresis, step: StartStep) -> dict[int, Decision]:
        return {step.seat: decide("start", map(Choose, step.left))}

    def take(self, match: Haeresis, step: StartStep, seat: int, action: Action) -> None:
        assert isinstance(action, Choose)
        self._start(match, step, action.option)

    def _start(self, match: Haeresis, step: StartStep, name: str) -> None:
        step.left.remove(name)
        card, number = name.split("/")
        match.push(EffectStep(step.seat, card, list(ability_of(match, card, int(number)).do)))
