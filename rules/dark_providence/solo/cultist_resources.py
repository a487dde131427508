"""The actions that a cultist takes for the resources on an acquired card (section 31.13 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.piece_placement import is_sealed, move_track
from rules.dark_providence.content.shared_field_types import Icon
from rules.dark_providence.solo.cultist_acquiring import finish, icon_value
from rules.dark_providence.solo.cultists import card_of, city_of, fail, open_gate, place, travel
from rules.dark_providence.solo.old_one import check_goal, is_cultist_of
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import ResourceStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.steps import StepRules


@PROVIDENCE.step(ResourceStep)
class ResourceRules(StepRules[Providence, ResourceStep]):
    """A cultist's resource actions, one by one. After each failed action the cultist travels (DP-SOLO.120 to 130)."""

    def advance(self, match: Providence, step: ResourceStep) -> bool:
        if check_goal(match) or not step.left:
            match.finish(step)
            finish(match, step.who, step.what, step.card)
            return True
        icon = step.left.pop(0)
        match.emit(EVERYONE, events.CultistResource(step.who, icon, step.card))
        if not _do(match, step.who, icon, step.card):
            if match.state.options.solo_failure_travels:
                fail(match, step.who, icon)
            else:
                match.emit(EVERYONE, events.CultistFailed(step.who, icon))
        return True

    def is_sound(self, match: Providence, step: ResourceStep) -> bool:
        return match.content.has_card(step.card) and is_cultist_of(match, step.who)


def _do(match: Providence, who: int, icon: Icon, card: str) -> bool:
    value = icon_value(match, card, icon)
    match icon:
        case "influence":
            return _influence(match, who, value)
        case "wealth":
            travel(match, who, value + card_of(match, who).wealth)
        case "arcane":
            return open_gate(match, who, value)
        case "ritual_up":
            move_track(match, "ritual", value)
        case _:
            move_track(match, "investigation", -value)
    return True


def _influence(match: Providence, who: int, value: int) -> bool:
    """Place influence according to DP-SOLO.121.

    This is a separate function because the rule may be an error in the rulebook (DP-SOLO.123, DP-HC.63).
    """
    city = city_of(match, who)
    stack = match.state.places[city].stack
    if not stack or is_sealed(match.state, city):
        return False
    count = value + card_of(match, who).influence
    if match.state.options.solo_influence == "primary_asset":
        return place(match, who, stack[0], count)
    return place(match, who, city, count + icon_value(match, stack[0], "influence"))
