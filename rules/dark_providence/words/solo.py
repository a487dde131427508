"""The texts of solo play: Great Old Ones with their goals and effects, cultists and control cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.content import effects
from rules.dark_providence.content.effects import CultistEffect, Goal, Order
from rules.dark_providence.content.records import Content, Control, Cultist, OldOne
from rules.dark_providence.content.shared_field_types import Icon
from rules.dark_providence.words.amounts import markers, points
from rules.dark_providence.words.cards import side_text
from rules.dark_providence.words.names import ICON_NAMES, icons_text
from rules.dark_providence.words.ops.tracks import track_text
from rules.kernel.words.translation import N_, Translator

#: The sentence for each goal, in the singular and the plural.
GOALS: dict[str, tuple[str, str]] = {
    "gates": (
        N_("Wins as soon as its cultists have opened {n} gate."),
        N_("Wins as soon as its cultists have opened {n} gates."),
    ),
    "cities": (
        N_("Wins as soon as its cultists control {n} city."),
        N_("Wins as soon as its cultists control {n} cities."),
    ),
    "mythos": (N_("Wins as soon as it has {n} mythos card."), N_("Wins as soon as it has {n} mythos cards.")),
    "victims": (
        N_("Wins as soon as its cultists have assassinated {n} agent."),
        N_("Wins as soon as its cultists have assassinated {n} agents."),
    ),
    "ritual": (N_("Wins as soon as the ritual is on space {n}."), N_("Wins as soon as the ritual is on space {n}.")),
    "locks": (
        N_("Wins as soon as {n} lock is on cities and cards."),
        N_("Wins as soon as {n} locks are on cities and cards."),
    ),
    "assets": (
        N_("Wins as soon as its cultists have acquired {n} primary asset."),
        N_("Wins as soon as its cultists have acquired {n} primary assets."),
    ),
    "madness": (
        N_("Wins as soon as the player has {n} Madness token."),
        N_("Wins as soon as the player has {n} Madness tokens."),
    ),
}
ORDER_NAMES = {
    "place_city": N_("place influence on the city"),
    "place_asset": N_("place influence on the primary asset"),
    "place_mythos": N_("place influence on a mythos card"),
    "acquire_city": N_("acquire a city"),
    "acquire_asset": N_("acquire a primary asset"),
    "acquire_mythos": N_("acquire a mythos card"),
    "assassinate": N_("assassinate an agent"),
    "gate": N_("open the gate"),
    "effect": N_("carry out the effect of the Great Old One"),
}
#: The names of the resource actions. The two directions of a track share one action.
RESOURCE_NAMES = {
    "influence": N_("place influence"),
    "wealth": N_("travel"),
    "arcane": N_("open the gate"),
    "ritual_up": N_("advance the ritual"),
    "investigation_down": N_("set the investigation back"),
}


def goal_text(say: Translator, goal: Goal, icons: bool = False) -> str:
    """Return the text of a Great Old One's goal. Reaching it wins the game at once."""
    one, many = GOALS[goal.goal]
    return say.t(one if goal.amount == 1 else many, n=goal.amount)


def order_name(say: Translator, order: str) -> str:
    """Return the name of a cultist's instruction or resource action."""
    name = ORDER_NAMES.get(order) or RESOURCE_NAMES.get(order)
    return say.t(name) if name else order


# -- cultist effects ------------------------------------------------------------------------------------------


def _mark_assets(say: Translator, effect: effects.MarkAssets, icons: bool) -> str:
    each = markers(say, effect.each, icons)
    return say.n(
        "Place {markers} on the first primary asset along the route.",
        "Place {markers} on each of the first {n} primary assets along the route.", effect.count, markers=each,
    )  # fmt: skip


def _mark_cities(say: Translator, effect: effects.MarkCities, icons: bool) -> str:
    each = markers(say, effect.each, icons)
    return say.n(
        "Place {markers} on the first city along the route that no cultist controls.",
        "Place {markers} on each of the first {n} cities along the route that no cultist controls.",
        effect.count, markers=each,
    )  # fmt: skip


def _lock_assets(say: Translator, effect: effects.LockAssets, icons: bool) -> str:
    return say.n(
        "Lock the first unlocked primary asset along the route.",
        "Lock the first {n} unlocked primary assets along the route.", effect.count,
    )  # fmt: skip


def _lock_cities(say: Translator, effect: effects.LockCities, icons: bool) -> str:
    return say.n(
        "Lock the first unlocked city along the route.",
        "Lock the first {n} unlocked cities along the route.", effect.count,
    )  # fmt: skip


#: For each kind of cultist effect, the function that returns its text.
EFFECT_TEXT: dict[type[Any], Callable[[Translator, Any, bool], str]] = {
    effects.MarkAssets: _mark_assets,
    effects.MarkCities: _mark_cities,
    effects.MarkRow: lambda say, effect, icons: say.t(
        "Place {markers} on each mythos card in the row.", markers=markers(say, effect.each, icons)
    ),
    effects.LockAssets: _lock_assets,
    effects.LockCities: _lock_cities,
    effects.MoveTrack: lambda say, effect, icons: track_text(say, effect.track, effect.by, icons),
    effects.OldOneVp: lambda say, effect, icons: say.t(
        "The Great Old One gains {points}.", points=points(say, effect.amount, icons)
    ),
    effects.Scatter: lambda say, _effect, _icons: say.t(
        "All the player's markers on this city and its primary asset return to the player's supply."
    ),
    effects.Devour: lambda say, _effect, _icons: say.t("Destroy the primary asset of this city."),
    effects.Madden: lambda say, _effect, _icons: say.t("The player takes a sanity test."),
}


def cultist_effect_text(say: Translator, effect: CultistEffect, icons: bool = False) -> str:
    """Return the text of the effect that a Great Old One's card has for a cultist."""
    return EFFECT_TEXT[type(effect)](say, effect, icons)


# -- orders ---------------------------------------------------------------------------------------------------


_PLACE = {
    "city": N_("Place {markers} and those of the cultist's card on this city."),
    "asset": N_("Place {markers} and those of the cultist's card on the primary asset of this city."),
    "mythos": N_("Place {markers} and those of the cultist's card on a mythos card in the row."),
}
_ACQUIRE = {
    "city": N_("Acquire the first city along the route where the cultist has more markers than the player."),
    "asset": N_("Acquire the first primary asset along the route where the cultist has more markers than the player."),
    "mythos": N_("Acquire the first mythos card where the cultist has more markers than the player."),
}


def _kill(say: Translator, order: effects.KillOrder, icons: bool) -> str:
    force = f"{order.force}{{force}}" if icons else say.t("{n} Force", n=order.force)
    return say.t(
        "Assassinate one of the player's agents in this city, with {force} on top of the cultists' own.", force=force
    )


def _gate(say: Translator, order: effects.GateOrder, icons: bool) -> str:
    arcane = f"{order.arcane}{{arcane}}" if icons else say.t("{n} Arcane", n=order.arcane)
    return say.t("Open the gate of this city, with {arcane} on top of the cultists' own.", arcane=arcane)


#: For each kind of instruction to a cultist, the function that returns its text.
ORDER_TEXT: dict[type[Any], Callable[[Translator, Any, bool], str]] = {
    effects.PlaceOrder: lambda say, order, icons: say.t(_PLACE[order.at], markers=markers(say, order.influence, icons)),
    effects.AcquireOrder: lambda say, order, _icons: say.t(_ACQUIRE[order.at]),
    effects.KillOrder: _kill,
    effects.GateOrder: _gate,
    effects.EffectOrder: lambda say, _order, _icons: say.t(
        "Carry out this cultist's effect on the Great Old One's card, then travel to the next city."
    ),
}


def order_text(say: Translator, order: Order, icons: bool = False) -> str:
    """Return the text of one instruction on a control card."""
    return ORDER_TEXT[type(order)](say, order, icons)


_SHORT_PLACE = {
    "city": N_("Places {n} influence on a city"),
    "asset": N_("Places {n} influence on an asset"),
    "mythos": N_("Places {n} influence on a mythos card"),
}
_SHORT_ACQUIRE = {
    "city": N_("Acquires a city"),
    "asset": N_("Acquires an asset"),
    "mythos": N_("Acquires a mythos card"),
}


def short_order_text(say: Translator, order: Order | None, card: Cultist) -> str:
    """Return a short text for a cultist's order, with the numbers from the cultist's card.

    Before the first control card, there is no order.
    """
    if order is None:
        return say.t("waits for the next control card")
    if order.do == "place":
        return say.t(_SHORT_PLACE[order.at], n=order.influence + card.influence)
    if order.do == "acquire":
        return say.t(_SHORT_ACQUIRE[order.at])
    if order.do == "assassinate":
        return say.t("Assassinates with FORCE {n}", n=order.force + card.force)
    if order.do == "gate":
        return say.t("Opens a gate with ARCANE {n}", n=order.arcane + card.arcane)
    return say.t("Carries out the Great Old One's effect")


# -- whole cards ----------------------------------------------------------------------------------------------


def _by_cultist(say: Translator, content: Content, texts: tuple[str, str]) -> list[str]:
    names = [say.name(cultist.name) for cultist in content.cultists.values()]
    return [say.t("{name}: {text}", name=name, text=text) for name, text in zip(names, texts, strict=False)]


def old_one_text(say: Translator, content: Content, old_one: OldOne, icons: bool = False) -> str:
    """Return the text of a Great Old One: its goal and the effects for its cultists."""
    first, second = old_one.effects
    told = (cultist_effect_text(say, first, icons), cultist_effect_text(say, second, icons))
    lines = [goal_text(say, old_one.goal, icons), *_by_cultist(say, content, told)]
    if old_one.keeps_assets:
        lines.append(say.t("Primary assets acquired by its cultists stay with it."))
    return "\n".join(lines)


def control_text(say: Translator, content: Content, control: Control, icons: bool = False) -> str:
    """Return the text of both instructions on a control card."""
    first, second = control.orders
    return "\n".join(_by_cultist(say, content, (order_text(say, first, icons), order_text(say, second, icons))))


def cultist_text(say: Translator, content: Content, cultist: Cultist, icons: bool = False) -> str:
    """Return the text of a cultist: the bonuses from its card and marker, and its starting city."""
    adds: dict[Icon, int] = {icon: value for icon in ICON_NAMES if (value := getattr(cultist, icon, 0))}
    return "\n".join(
        [
            say.t("The card adds: {resources}.", resources=icons_text(say, adds, icons)),
            say.t("The marker adds: {resources}.", resources=side_text(say, cultist.marker, icons)),
            say.t("Starts in {city}.", city=say.name(content.cities[cultist.start].name)),
        ]
    )
