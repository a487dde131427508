"""Placing, recovering and buying influence (sections 12, 17 and 18 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.board import asset_city, has, put_marks, take_marks
from rules.dark_providence.effects.influence import PRICE, open_targets, recoverable, take_from_pool
from rules.dark_providence.effects.paying import paid
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import Choose, Done, TakeBack
from rules.dark_providence.state.order_of_play import PROVIDENCE
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import BuyStep, InfluenceStep, PayStep, RecoverStep, SecondStep
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


@PROVIDENCE.step(InfluenceStep)
class InfluenceRules(StepRules[Providence, InfluenceStep]):
    """Play cards, then place min(icons, supply) on the one target (DP-PLACE.2, PLACE.6)."""

    def advance(self, match: Providence, step: InfluenceStep) -> bool:
        if not step.paid:
            step.paid = True
            supply = match.state.players[step.seat].supply
            match.push(PayStep(step.seat, "influence", "influence", most=supply))
            return True
        match.finish(step)
        put_marks(match, step.seat, step.target, paid(match, "influence"))
        second = SecondStep(step.seat, step.target)
        if has(match, step.seat, "second_target") and match.state.players[step.seat].supply and others(match, second):
            match.push(second)
        return True


def others(match: Providence, step: SecondStep) -> list[str]:
    """Return the other primary assets that can get a marker."""
    return [name for name in open_targets(match) if name != step.target and asset_city(match.state, name)]


@PROVIDENCE.step(SecondStep)
class SecondRules(StepRules[Providence, SecondStep]):
    """One more marker may go on another primary asset."""

    def decisions(self, match: Providence, step: SecondStep) -> dict[int, Decision]:
        return {step.seat: decide("second", [*map(Choose, others(match, step)), Done()], target=step.target)}

    def take(self, match: Providence, step: SecondStep, seat: int, action: Action) -> None:
        match.finish(step)
        if isinstance(action, Choose):
            put_marks(match, seat, action.option, 1)


@PROVIDENCE.step(RecoverStep)
class RecoverRules(StepRules[Providence, RecoverStep]):
    """Play cards, then take back min(icons, markers) of choice (DP-RECOVER.1, RECOVER.4)."""

    def advance(self, match: Providence, step: RecoverStep) -> bool:
        places = recoverable(match, step.seat)
        if step.left < 0:
            step.left = 0
            match.push(PayStep(step.seat, "recover", "recover", most=sum(places.values())))
            return True
        step.left = min(step.left or paid(match, "recover"), sum(places.values()))
        if step.left == sum(places.values()) or len(places) == 1:
            match.finish(step)
            for place, count in places.items():
                self._take(match, step.seat, place, min(count, step.left))
            return True
        return False

    def decisions(self, match: Providence, step: RecoverStep) -> dict[int, Decision]:
        offers = [
            TakeBack(place, count)
            for place, there in recoverable(match, step.seat).items()
            for count in range(1, min(there, step.left) + 1)
        ]
        return {step.seat: decide("take_back", offers, left=step.left)}

    def take(self, match: Providence, step: RecoverStep, seat: int, action: Action) -> None:
        assert isinstance(action, TakeBack)
        self._take(match, seat, action.target, action.count)
        step.left -= action.count
        if not step.left:
            match.finish(step)

    def _take(self, match: Providence, seat: int, place: str, count: int) -> None:
        take_marks(match, seat, place, count)
        match.emit(EVERYONE, events.Recovered(seat, place, count))


@PROVIDENCE.step(BuyStep)
class BuyRules(StepRules[Providence, BuyStep]):
    """One marker out of the common pool for every 2 WEALTH; what is left over is lost (DP-BUY.1 to 6)."""

    def advance(self, match: Providence, step: BuyStep) -> bool:
        player = match.state.players[step.seat]
        wealth = paid(match, "wealth")
        if not wealth:
            match.push(PayStep(step.seat, "buy", "wealth", most=player.pool, unit=PRICE))
            return True
        match.finish(step)
        count = take_from_pool(match, step.seat, wealth // PRICE)
        match.emit(EVERYONE, events.Bought(step.seat, count, ()))
        return True
