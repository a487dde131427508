"""The choices that operations ask for: a table of what can be chosen and what happens then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.board.agents import free_deep_ones, has_frame
from rules.dark_providence.content import effects
from rules.dark_providence.content.load import DEEP_ONES, Asset
from rules.dark_providence.effects import choosable, deeds
from rules.dark_providence.state.actions import Choose, Done
from rules.dark_providence.state.order_of_play import PROVIDENCE
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import AcquireStep, ChoiceStep, StockStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules

Options = Callable[[Providence, ChoiceStep], list[str]]
Deed = Callable[[Providence, ChoiceStep, str], None]
_TABLE: dict[type[Any], tuple[Options, Deed]] = {
    effects.RivalVp: (choosable.rivals, deeds.rival_vp),
    effects.Place: (choosable.places, deeds.place_marks),
    effects.Move: (choosable.moves, deeds.move),
    effects.TurnAgents: (choosable.turnable, deeds.turn),
    effects.Acquire: (choosable.acquirable, deeds.acquire),
    effects.DeepOnes: (choosable.deep_one_cities, deeds.deep_one),
    effects.DriveOff: (choosable.drive_offs, deeds.drive_off),
    effects.DestroyAsset: (choosable.assets, deeds.destroy_asset),
    effects.Peek: (choosable.peeks, deeds.peek),
    effects.Unmask: (choosable.unmasks, deeds.unmask),
    effects.Fetch: (choosable.fetches, deeds.fetch),
    effects.Purge: (choosable.purges, deeds.purge),
    effects.MartialLaw: (choosable.law_cities, deeds.martial_law),
    effects.Cthulhu: (choosable.cthulhu_cities, deeds.cthulhu),
    effects.Whateley: (choosable.whateley_cities, deeds.whateley),
    effects.MiGo: (choosable.mi_go_cities, deeds.mi_go),
    effects.Lock: (choosable.locks, deeds.lock_or_unlock),
}
#: What may be declined, because its text says "up to" or "may".
OPTIONAL: tuple[type[Any], ...] = (
    effects.Move,
    effects.TurnAgents,
    effects.Acquire,
    effects.DriveOff,
    effects.DestroyAsset,
    effects.Fetch,
    effects.Purge,
)


def options(match: Providence, step: ChoiceStep) -> list[str]:
    """Return what can be chosen now."""
    return _TABLE[type(step.op)][0](match, step)


def is_possible(match: Providence, step: ChoiceStep) -> bool:
    """Tell whether there is anything to choose, without looking into hidden hands of others."""
    if isinstance(step.op, effects.DeepOnes) and not free_deep_ones(match.state) and step.card != DEEP_ONES:
        return False
    return bool(options(match, step))


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
        if len(found) == 1 and not self._may_stop(step):
            self._choose(match, step, found[0])
            return True
        return False

    def _may_stop(self, step: ChoiceStep) -> bool:
        return isinstance(step.op, OPTIONAL) and not step.must and not step.mover

    def decisions(self, match: Providence, step: ChoiceStep) -> dict[int, Decision]:
        offers: list[Action] = [Choose(option) for option in options(match, step)]
        if self._may_stop(step):
            offers.append(Done())
        return {step.seat: decide("choose", offers, op=step.op.op, card=step.card, left=step.left, mover=step.mover)}

    def take(self, match: Providence, step: ChoiceStep, seat: int, action: Action) -> None:
        if isinstance(action, Choose):
            self._choose(match, step, action.option)
        else:
            match.finish(step)

    def _choose(self, match: Providence, step: ChoiceStep, option: str) -> None:
        deed = _TABLE[type(step.op)][1]
        before = step.left
        deed(match, step, option)
        step.left -= 1
        step.must = step.must and step.left >= before
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
