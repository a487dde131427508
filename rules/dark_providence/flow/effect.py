"""The steps of a card's effect: the choice of an alternative, its operations in order, and reactions."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.board.agents import lose_card
from rules.dark_providence.board.deck import offer_reaction
from rules.dark_providence.content import ops
from rules.dark_providence.content.effects import Power
from rules.dark_providence.effects import power_resolution
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.effects.verb_table import VERBS
from rules.dark_providence.flow.assassination import refuse_strike
from rules.dark_providence.flow.gates import refuse_gate
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import ChooseWay, Done, React
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import EffectStep, OccasionStep, ReactionStep, WayStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import card_name
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

# -- using a card ---------------------------------------------------------------------------------------------


def refuse_use(match: Providence, seat: int, card: str, timing: Literal["action", "bonus"]) -> Reason:
    """Return why a seat can't use a card's action or bonus action."""
    found = _refuse_card(match, seat, card)
    if found:
        return found
    power = power_resolution.power_of(match, card, timing)
    if power is None:
        if timing == "action":
            return IllegalAction("That card has no action to use; play it for its icons instead.", rule="DP-CARDACT.1")
        return IllegalAction("That card has no bonus action.", rule="DP-CARD.21")
    if timing == "bonus" and card in match.state.turn.used:
        return IllegalAction("You've already used that mythos card's bonus action this turn.", rule="DP-MYTHOS.7")
    return _refuse_power(match, seat, card, power)


def _refuse_card(match: Providence, seat: int, card: str) -> Reason:
    """Return why a seat can't use a card that is neither in its hand nor beside its player board."""
    player, content = match.state.players[seat], match.content
    if card in content.mythos:
        return None if card in player.mythos else IllegalAction("You don't have that mythos card.", rule="DP-MYTHOS.5")
    if card not in content.cards:
        return IllegalAction("There is no such card.")
    if card not in player.hand:
        return IllegalAction("That card is not in your hand.", rule="DP-CARD.15")
    return None


def _refuse_power(match: Providence, seat: int, card: str, power: Power) -> Reason:
    """Return why a card's power would change nothing now: the reason of the first operation that states one."""
    printed = [op for way in power.ways for op in ops.with_nested(way)]
    for op in printed:
        if isinstance(op, ops.Assassinate):
            return refuse_strike(match, seat, card, op)
        if isinstance(op, ops.Gate):
            return refuse_gate(match, seat, card, op)
    found = next((told for op in printed if (told := VERBS[type(op)].why_idle(match, seat, op))), None)
    return found or IllegalAction("That card would do nothing now.", rule="DP-ACT.5")


# -- steps ----------------------------------------------------------------------------------------------------


@PROVIDENCE.step(WayStep, asks=["way"], accepts=[ChooseWay])
class WayRules(StepRules[Providence, WayStep]):
    """The choice of one alternative on a card. The other alternatives are ignored (DP-HC.34)."""

    rules = ("DP-CARDACT.4", "DP-CARD.8")
    of_effect = True

    def decisions(self, match: Providence, step: WayStep) -> dict[int, Decision]:
        ways = power_resolution.possible_ways(match, step.seat, step.card, step.timing)
        return {step.seat: decide("way", map(ChooseWay, ways), card=step.card, timing=step.timing)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        return say.t("{card}: which alternative?", card=card_name(say, str(asked.args["card"])))

    def why_not(self, match: Providence, step: WayStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, ChooseWay):
            return None
        return IllegalAction("That alternative would do nothing now; choose another one.", rule="DP-CARDACT.4")

    def take(self, match: Providence, step: WayStep, seat: int, action: Action) -> None:
        assert isinstance(action, ChooseWay)
        match.finish(step)
        power_resolution.start_way(match, seat, step.card, step.timing, action.number)

    def is_sound(self, match: Providence, step: WayStep) -> bool:
        return match.content.has_card(step.card)


@PROVIDENCE.step(EffectStep)
class EffectRules(StepRules[Providence, EffectStep]):
    """The operations of an effect, executed one by one, each as far as possible (DP-GEN.4)."""

    of_effect = True

    def advance(self, match: Providence, step: EffectStep) -> bool:
        if not step.ops:
            match.finish(step)
            self.cut_short(match, step)
            return True
        op = step.ops.pop(0)
        if not power_resolution.can_resolve(match, step.seat, step.card, op):
            if power_resolution.asks_anyway(match, step, op):
                power_resolution.execute(match, step, op, must=False)
            return True
        later_op_works = any(power_resolution.can_resolve(match, step.seat, step.card, other) for other in step.ops)
        must = step.timing in ("action", "bonus", "part") and not step.did and not later_op_works
        step.did = True
        power_resolution.execute(match, step, op, must)
        return True

    def cut_short(self, match: Providence, step: EffectStep) -> None:
        """Destroy the used card if its power requires that; otherwise offer its reaction (DP-DESTROY.6, DP-CARD.17)."""
        if step.timing == "part" or step.card in match.content.mythos:
            return
        power = power_resolution.power_of(match, step.card, step.timing)
        if power is not None and power.destroys and step.card in match.state.owners:
            lose_card(match, step.card)
        elif step.timing == "action":
            offer_reaction(match, step.seat, step.card, "played")

    def is_sound(self, match: Providence, step: EffectStep) -> bool:
        return match.content.has_card(step.card)


@PROVIDENCE.step(OccasionStep)
class OccasionRules(StepRules[Providence, OccasionStep]):
    """A mythos card's "whenever" power, executed if it would change anything now (DP-CARD.20)."""

    of_effect = True

    def advance(self, match: Providence, step: OccasionStep) -> bool:
        match.finish(step)
        if power_resolution.possible_ways(match, step.seat, step.card, "whenever"):
            match.emit(EVERYONE, events.Used(step.seat, step.card, "whenever"))
            power_resolution.start_power(match, step.seat, step.card, "whenever")
        return True

    def is_sound(self, match: Providence, step: OccasionStep) -> bool:
        return step.card in match.content.mythos


@PROVIDENCE.step(ReactionStep, asks=["react"], accepts=[React, Done])
class ReactionRules(StepRules[Providence, ReactionStep]):
    """The choice whether to use a card's reaction, which takes no action (DP-CARD.18, DP-DEC.20)."""

    rules = ("DP-CARD.17", "DP-CARD.18")

    def advance(self, match: Providence, step: ReactionStep) -> bool:
        if power_resolution.possible_ways(match, step.seat, step.card, "reaction"):
            return False
        match.finish(step)
        return True

    def decisions(self, match: Providence, step: ReactionStep) -> dict[int, Decision]:
        return {step.seat: decide("react", [React(), Done()], card=step.card)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        return say.t("Do you use {card}'s reaction?", card=card_name(say, str(asked.args["card"])))

    def take(self, match: Providence, step: ReactionStep, seat: int, action: Action) -> None:
        match.finish(step)
        if isinstance(action, React):
            match.emit(EVERYONE, events.Used(seat, step.card, "reaction"))
            power_resolution.start_power(match, seat, step.card, "reaction")

    def is_sound(self, match: Providence, step: ReactionStep) -> bool:
        return match.content.has_card(step.card)
