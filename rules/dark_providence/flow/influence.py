"""Placing, recovering and buying influence (sections 12, 17 and 18 of RULES.md)."""

from __future__ import annotations

from functools import cache

from rules.dark_providence.board.piece_placement import (
    LIMBO,
    asset_city,
    has_ongoing,
    is_sealed,
    place_markers,
    return_markers,
)
from rules.dark_providence.effects.icon_payment import icon_count_in_hand, icons_played
from rules.dark_providence.effects.influence import PRICE, open_targets, recoverable, take_from_pool
from rules.dark_providence.effects.refusals import Reason, refuse_target
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import BuyInfluence, Choose, Done, PlaceInfluence, RecoverInfluence, TakeBack
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import BuyStep, InfluenceStep, PayStep, RecoverStep, SecondStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import spot_name
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

#: Cached because listing a turn's actions builds the same objects again and again.
_TAKE_BACK = cache(TakeBack)


def refuse_influence(
    match: Providence, seat: int, action: PlaceInfluence | RecoverInfluence | BuyInfluence
) -> IllegalAction:
    """Return why a seat can't place, recover or buy influence with this action."""
    match action:
        case PlaceInfluence():
            return _refuse_placing(match, seat, action.target)
        case RecoverInfluence():
            if not recoverable(match, seat):
                return IllegalAction("You have no markers to recover from cities, cards or Limbo.", rule="DP-RECOVER.2")
            return IllegalAction("You have no card with Recovery in your hand.", rule="DP-RECOVER.1")
        case BuyInfluence():
            if not match.state.players[seat].pool:
                return IllegalAction("There is no marker of your colour left in the common pool.", rule="DP-BUY.4")
            wealth = icon_count_in_hand(match, seat, "wealth")
            return IllegalAction(
                "A marker costs {price} Wealth, and your hand has {wealth}.",
                rule="DP-BUY.1",
                price=PRICE,
                wealth=wealth,
            )


def _refuse_placing(match: Providence, seat: int, target: str) -> IllegalAction:
    found = refuse_target(match, target)
    if found:
        return found
    if is_sealed(match.state, target):
        return IllegalAction(
            "Cthulhu is there; you can't place influence in that city or on its card.", rule="DP-GEN.3"
        )
    if not match.state.players[seat].supply:
        return IllegalAction(
            "You have no influence marker in your supply; recover or buy some first.", rule="DP-PLACE.1"
        )
    return IllegalAction("You have no card with Influence in your hand.", rule="DP-PLACE.1")


@PROVIDENCE.step(InfluenceStep)
class InfluenceRules(StepRules[Providence, InfluenceStep]):
    """The payment with cards. Then up to one marker per icon is placed on one target (DP-PLACE.2, PLACE.6)."""

    def advance(self, match: Providence, step: InfluenceStep) -> bool:
        if not step.paid:
            step.paid = True
            supply = match.state.players[step.seat].supply
            match.push(PayStep(step.seat, "influence", "influence", most=supply))
            return True
        match.finish(step)
        place_markers(match, step.seat, step.target, icons_played(match, "influence"))
        second = SecondStep(step.seat, step.target)
        if (
            has_ongoing(match, step.seat, "second_target")
            and match.state.players[step.seat].supply
            and others(match, second)
        ):
            match.push(second)
        return True

    def is_sound(self, match: Providence, step: InfluenceStep) -> bool:
        return match.content.has_target(step.target)


def others(match: Providence, step: SecondStep) -> list[str]:
    """Return the primary assets that can receive the marker of the ongoing effect "second_target"."""
    return [name for name in open_targets(match) if name != step.target and asset_city(match.state, name)]


@PROVIDENCE.step(SecondStep, asks=["second"], accepts=[Choose, Done])
class SecondRules(StepRules[Providence, SecondStep]):
    """The choice of another primary asset, or of none, to receive one marker from an ongoing effect."""

    rules = ("DP-GEN.3", "DP-PLACE.9")

    def decisions(self, match: Providence, step: SecondStep) -> dict[int, Decision]:
        return {step.seat: decide("second", [*map(Choose, others(match, step)), Done()], target=step.target)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        target = spot_name(say, view, str(asked.args["target"]))
        return say.t("Which primary asset other than {target} gets 1 marker?", target=target)

    def why_not(self, match: Providence, step: SecondStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, Choose):
            return None
        if not asset_city(match.state, action.option):
            return IllegalAction("The second marker must go on a primary asset that lies face up.", rule="DP-PLACE.9")
        return IllegalAction(
            "The second marker must go on another primary asset, and not where Cthulhu stands.", rule="DP-GEN.3"
        )

    def take(self, match: Providence, step: SecondStep, seat: int, action: Action) -> None:
        match.finish(step)
        if isinstance(action, Choose):
            place_markers(match, seat, action.option, 1)

    def is_sound(self, match: Providence, step: SecondStep) -> bool:
        return match.content.has_target(step.target)


@PROVIDENCE.step(RecoverStep, asks=["take_back"], accepts=[TakeBack])
class RecoverRules(StepRules[Providence, RecoverStep]):
    """The payment with cards. Then the player recovers up to one marker per icon (DP-RECOVER.1, RECOVER.4)."""

    rules = ("DP-RECOVER.2", "DP-RECOVER.4")

    def advance(self, match: Providence, step: RecoverStep) -> bool:
        places = recoverable(match, step.seat)
        if step.left < 0:
            step.left = 0
            match.push(PayStep(step.seat, "recover", "recover", most=sum(places.values())))
            return True
        step.left = min(step.left or icons_played(match, "recover"), sum(places.values()))
        if step.left == sum(places.values()) or len(places) == 1:
            match.finish(step)
            for place, count in places.items():
                self._take(match, step.seat, place, min(count, step.left))
            return True
        return False

    def decisions(self, match: Providence, step: RecoverStep) -> dict[int, Decision]:
        offers = [
            _TAKE_BACK(place, count)
            for place, there in recoverable(match, step.seat).items()
            for count in range(1, min(there, step.left) + 1)
        ]
        return {step.seat: decide("take_back", offers, left=step.left)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        left = int(asked.args["left"])
        return say.n("Where do you recover {n} marker from?", "Where do you recover {n} markers from?", left)

    def why_not(self, match: Providence, step: RecoverStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, TakeBack):
            return None
        there = recoverable(match, seat).get(action.target, 0)
        if not there and action.target == LIMBO:
            return IllegalAction("You have no markers in Limbo.", rule="DP-LIMBO.1")
        if not there:
            return IllegalAction("You have no markers there to recover.", rule="DP-RECOVER.2")
        if action.count < 1:
            return IllegalAction("Recover at least one marker.", rule="DP-RECOVER.4")
        return IllegalAction(
            "You can recover at most {most} from there.", rule="DP-RECOVER.4", most=min(there, step.left)
        )

    def take(self, match: Providence, step: RecoverStep, seat: int, action: Action) -> None:
        assert isinstance(action, TakeBack)
        self._take(match, seat, action.target, action.count)
        step.left -= action.count
        if not step.left:
            match.finish(step)

    def _take(self, match: Providence, seat: int, place: str, count: int) -> None:
        return_markers(match, seat, place, count)
        match.emit(EVERYONE, events.Recovered(seat, place, count))


@PROVIDENCE.step(BuyStep)
class BuyRules(StepRules[Providence, BuyStep]):
    """The payment with cards. Then one marker is bought per 2 WEALTH; an odd WEALTH is lost (DP-BUY.1 to 6)."""

    def advance(self, match: Providence, step: BuyStep) -> bool:
        player = match.state.players[step.seat]
        wealth = icons_played(match, "wealth")
        if not wealth:
            match.push(PayStep(step.seat, "buy", "wealth", most=player.pool, unit=PRICE))
            return True
        match.finish(step)
        count = take_from_pool(match, step.seat, wealth // PRICE)
        match.emit(EVERYONE, events.Bought(step.seat, count, ()))
        return True
