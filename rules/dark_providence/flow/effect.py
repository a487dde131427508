"""What is printed on a card: its alternatives, its operations one after the other, its reaction."""

from __future__ import annotations

from rules.dark_providence.board.deck import destroy_card, offer_reaction
from rules.dark_providence.effects.resolve import carry_out, possible_ways, power_of, start_power, start_way, viable
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import ChooseWay, Done, React
from rules.dark_providence.state.order_of_play import PROVIDENCE
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import (
    EffectStep,
    ReactionStep,
    WayStep,
)
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


@PROVIDENCE.step(WayStep)
class WayRules(StepRules[Providence, WayStep]):
    """Choose one of a card's alternatives; the others are lost (DP-HC.34)."""

    def decisions(self, match: Providence, step: WayStep) -> dict[int, Decision]:
        ways = possible_ways(match, step.seat, step.card, step.timing)
        return {step.seat: decide("way", map(ChooseWay, ways), card=step.card, timing=step.timing)}

    def take(self, match: Providence, step: WayStep, seat: int, action: Action) -> None:
        assert isinstance(action, ChooseWay)
        match.finish(step)
        start_way(match, seat, step.card, step.timing, action.number)


@PROVIDENCE.step(EffectStep)
class EffectRules(StepRules[Providence, EffectStep]):
    """Do one operation after the other, each as far as it goes (DP-GEN.4)."""

    def advance(self, match: Providence, step: EffectStep) -> bool:
        if not step.ops:
            match.finish(step)
            self._after(match, step)
            return True
        op = step.ops.pop(0)
        if not viable(match, step.seat, step.card, op):
            return True
        later = any(viable(match, step.seat, step.card, other) for other in step.ops)
        must = step.timing in ("action", "bonus") and not step.did and not later
        step.did = True
        carry_out(match, step, op, must)
        return True

    def _after(self, match: Providence, step: EffectStep) -> None:
        """A used card may destroy itself, or react to its use (DP-DESTROY.6, DP-CARD.17)."""
        power = power_of(match, step.card, step.timing)
        if step.card in match.content.mythos:
            return
        if power is not None and power.destroys and step.card in match.state.owners:
            destroy_card(match, step.card)
        elif step.timing == "action":
            offer_reaction(match, step.seat, step.card, "played")


@PROVIDENCE.step(ReactionStep)
class ReactionRules(StepRules[Providence, ReactionStep]):
    """A reaction may be used or not; it is no action (DP-CARD.18, DP-DEC.20)."""

    def advance(self, match: Providence, step: ReactionStep) -> bool:
        if possible_ways(match, step.seat, step.card, "reaction"):
            return False
        match.finish(step)
        return True

    def decisions(self, match: Providence, step: ReactionStep) -> dict[int, Decision]:
        return {step.seat: decide("react", [React(), Done()], card=step.card)}

    def take(self, match: Providence, step: ReactionStep, seat: int, action: Action) -> None:
        match.finish(step)
        if isinstance(action, React):
            match.emit(EVERYONE, events.Used(seat, step.card, "reaction"))
            start_power(match, seat, step.card, "reaction")
