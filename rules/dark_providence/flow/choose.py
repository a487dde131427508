"""The choices that a card's operations ask for."""

from __future__ import annotations

from rules.dark_providence.board.agents import free_deep_ones, has_frame
from rules.dark_providence.content import effects
from rules.dark_providence.content.load import Asset
from rules.dark_providence.effects.choices import choose, may_stop, options
from rules.dark_providence.state.actions import Choose, Done
from rules.dark_providence.state.order_of_play import PROVIDENCE
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import AcquireStep, ChoiceStep, StockStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


@PROVIDENCE.step(ChoiceStep)
class ChoiceRules(StepRules[Providence, ChoiceStep]):
    """Choose until nothing is left to choose; a single compulsory choice is made without asking."""

    def advance(self, match: Providence, step: ChoiceStep) -> bool:
        if isinstance(step.op, effects.DeepOnes) and not free_deep_ones(match.state):
            match.finish(step)  # as far as there are pieces (DP-GEN.4)
            return True
        found = options(match, step) if step.left else []
        if not found:
            match.finish(step)
            return True
        if len(found) == 1 and not may_stop(step):
            self._choose(match, step, found[0])
            return True
        return False

    def decisions(self, match: Providence, step: ChoiceStep) -> dict[int, Decision]:
        offers: list[Action] = [Choose(option) for option in options(match, step)]
        if may_stop(step):
            offers.append(Done())
        return {step.seat: decide("choose", offers, op=step.op.op, card=step.card, left=step.left, mover=step.mover)}

    def take(self, match: Providence, step: ChoiceStep, seat: int, action: Action) -> None:
        if isinstance(action, Choose):
            self._choose(match, step, action.option)
        else:
            match.finish(step)

    def _choose(self, match: Providence, step: ChoiceStep, option: str) -> None:
        choose(match, step, option)
        if step.left <= 0:
            match.finish(step)


@PROVIDENCE.step(StockStep)
class StockRules(StepRules[Providence, StockStep]):
    """Acquire one of the cards found, or none; the others are shuffled back into the secret stock."""

    def decisions(self, match: Providence, step: StockStep) -> dict[int, Decision]:
        offers: list[Action] = [Choose(card) for card in step.found if self._may(match, step.seat, card)]
        return {step.seat: decide("stock", [*offers, Done()], cards=tuple(step.found))}

    def _may(self, match: Providence, seat: int, card: str) -> bool:
        asset: Asset = match.content.assets[card]
        return asset.agent is None or has_frame(match.state, seat)

    def take(self, match: Providence, step: StockStep, seat: int, action: Action) -> None:
        match.finish(step)
        state = match.state
        if isinstance(action, Choose):
            lead = state.agents.get(state.players[seat].lead)
            city = lead.city if lead else next(iter(state.places))
            match.push(AcquireStep(seat, action.option, city=city))
            kept = [card for card in state.stock if card != action.option]
            state.stock = [action.option, *match.chance.shuffle("stock", kept)]
        else:
            state.stock = match.chance.shuffle("stock", state.stock)
