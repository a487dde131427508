"""The cultists' acquisitions of cities, primary assets and mythos cards (sections 31.8 and 31.9 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board import piece_placement
from rules.dark_providence.board.agents import agents_of, influence_of
from rules.dark_providence.content.shared_field_types import Icon, Kind
from rules.dark_providence.effects.acquisition_checks import take_city_card
from rules.dark_providence.solo.old_one import old_one_test, side
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ResourceStep
from rules.kernel.data.events import EVERYONE

#: The order of the resource actions. On tracks, both directions count as the same resource (DP-SOLO.34, SOLO.120).
RESOURCES: tuple[Icon, ...] = ("influence", "wealth", "arcane", "ritual_up", "investigation_down")
_SAME: dict[Icon, Icon] = {"ritual_up": "ritual_down", "investigation_down": "investigation_up"}
#: The VP for a mythos card, and the additional VP if it shows the current Great Old One (DP-SOLO.95).
MYTHOS_VP = 1
SAME_OLD_ONE = 3


def icon_value(match: Providence, card: str, icon: Icon) -> int:
    """Return the number of icons of a resource on a card. For a track, both directions are added up (DP-SOLO.34)."""
    icons = match.content.record(card).icons
    twin = _SAME.get(icon)
    return icons.get(icon, 0) + (icons.get(twin, 0) if twin else 0)


def player_influence(match: Providence, target: str) -> int:
    """Return the player's influence on a target, which a cultist must exceed to acquire it (DP-SOLO.73, DP-HC.64)."""
    state = match.state
    count = piece_placement.markers_on(state, target)[0]
    if target in state.places and state.options.solo_agents_defend:
        count += sum(influence_of(match, agent) for agent in agents_of(state, 0) if state.agents[agent].city == target)
    return count


def candidates(match: Providence, who: int, at: Kind, route: list[str]) -> list[str]:
    """Return the targets where a cultist has more influence than the player, in the order of the route or the row."""
    state = match.state
    own = side(match).cultists[who - 1]
    if at == "mythos":
        there = list(state.row)
    elif at == "asset":
        there = [state.places[city].stack[0] for city in route if state.places[city].stack]
    # Cities that a cultist already controls are excluded (DP-SOLO.72).
    else:
        there = [city for city in route if state.places[city].controller <= 0 and own.controls]
    return [
        target
        for target in there
        if piece_placement.markers_on(state, target)[who] > player_influence(match, target)
        and not piece_placement.is_sealed(state, target)
    ]


def acquire(match: Providence, who: int, at: Kind, route: list[str]) -> bool:
    """Acquire the first unlocked target; if all are locked, remove the first lock. Return whether there was a target.

    See DP-SOLO.69 to 71, 81 to 84, 91, 92.
    """
    found = candidates(match, who, at, route)
    unlocked = [target for target in found if target not in match.state.locks]
    if unlocked:
        _acquire(match, who, at, unlocked[0])
    elif found:
        piece_placement.unlock(match, who, found[0])
    return bool(found)


def _acquire(match: Providence, who: int, at: Kind, target: str) -> None:
    city = piece_placement.asset_city(match.state, target)
    match.emit(EVERYONE, events.Acquired(-1, target, city))
    piece_placement.clear_markers(match, target, who)
    if at == "city":
        _take_city(match, who, target)
    elif at == "mythos":
        match.state.row.remove(target)
        piece_placement.return_lock(match.state, target)
        side(match).mythos.append(target)
    else:
        side(match).assets += 1
        piece_placement.take_asset(match, city)
    icons: list[Icon] = [icon for icon in RESOURCES if icon_value(match, target, icon)]
    match.push(ResourceStep(who, target, at, icons))


def _take_city(match: Providence, who: int, city: str) -> None:
    """Give the Great Old One control of a city and its VP, and put a lock on the city (DP-SOLO.75 to 79)."""
    piece_placement.set_controller(match, city, who)
    piece_placement.lock(match, who, city)
    take_city_card(match, city)


def finish(match: Providence, who: int, at: Kind, card: str) -> None:
    """Complete a cultist's acquisition after its resource actions.

    Put the card away, score VP and refill the row for a mythos card, and make any sanity test that the card requires
    (DP-SOLO.80, 88 to 90, 95 to 98). If the goal has been reached, no VP are scored and no test is made (DP-HC.80).
    """
    content = match.content
    over = match.state.goal_met
    if at == "city":
        match.state.area_e.append(card)
        return
    if at == "mythos":
        record = content.mythos[card]
        same = SAME_OLD_ONE if record.depicts == side(match).card else 0
        if not over:
            piece_placement.gain_vp(match, who, MYTHOS_VP + same + record.vp + record.green)
            piece_placement.refill_solo_row(match)
        sanity = record.sanity
    else:
        sanity = content.assets[card].sanity
        if content.old_ones[side(match).card].keeps_assets:
            side(match).kept.append(card)
            match.emit(EVERYONE, events.KeptCard(card))
        else:
            match.state.destroyed.append(card)
            match.emit(EVERYONE, events.CardDestroyed(card))
    if sanity and not over:
        old_one_test(match)
