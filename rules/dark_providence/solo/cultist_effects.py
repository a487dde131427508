"""The effects that the Great Old Ones' cards have for cultists (DP-SOLO.114, DP-CONT.22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.board import piece_placement
from rules.dark_providence.board.agents import cultist_id
from rules.dark_providence.board.deck import destroy_face_up
from rules.dark_providence.board.sanity import sanity_test
from rules.dark_providence.content import effects
from rules.dark_providence.content.effects import CultistEffect
from rules.dark_providence.solo.old_one import out_of_markers
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.kernel.data.events import EVERYONE


def _first_assets(match: Providence, route: list[str]) -> list[str]:
    """Return the face-up primary assets in the order of the route (DP-SOLO.50)."""
    return [match.state.places[city].stack[0] for city in route if match.state.places[city].stack]


def _mark_assets(match: Providence, who: int, effect: effects.MarkAssets, route: list[str]) -> bool:
    there = [asset for asset in _first_assets(match, route) if not piece_placement.is_sealed(match.state, asset)]
    return _place_on_each(match, who, there[: effect.count], effect.each)


def _mark_cities(match: Providence, who: int, effect: effects.MarkCities, route: list[str]) -> bool:
    state = match.state
    there = [
        city for city in route if state.places[city].controller <= 0 and not piece_placement.is_sealed(state, city)
    ]
    return _place_on_each(match, who, there[: effect.count], effect.each)


def _mark_row(match: Providence, who: int, effect: effects.MarkRow, route: list[str]) -> bool:
    return _place_on_each(match, who, list(match.state.row), effect.each)


def _place_on_each(match: Providence, who: int, targets: list[str], each: int) -> bool:
    """Place up to `each` markers on each of these targets; return False if the cultist's supply was empty.

    A cultist with an empty supply takes all markers back from Limbo, and the effect fails (DP-SOLO.40, SOLO.41).
    """
    if not targets or out_of_markers(match, who):
        return False
    for target in targets:
        piece_placement.place_markers(match, who, target, each)
    return True


def _lock_assets(match: Providence, who: int, effect: effects.LockAssets, route: list[str]) -> bool:
    return _lock(match, who, _first_assets(match, route), effect.count)


def _lock_cities(match: Providence, who: int, effect: effects.LockCities, route: list[str]) -> bool:
    return _lock(match, who, route, effect.count)


def _lock(match: Providence, who: int, along: list[str], count: int) -> bool:
    unlocked = [target for target in along if target not in match.state.locks]
    locked = [piece_placement.lock(match, who, target) for target in unlocked[:count]]
    return any(locked)


def _track(match: Providence, who: int, effect: effects.MoveTrack, route: list[str]) -> bool:
    room = piece_placement.track_spaces_left(match, effect.track, effect.by > 0)
    piece_placement.move_track(match, effect.track, effect.by)
    return room > 0


def _vp(match: Providence, who: int, effect: effects.OldOneVp, route: list[str]) -> bool:
    piece_placement.gain_vp(match, who, effect.amount)
    return True


def _scatter(match: Providence, who: int, effect: effects.Scatter, route: list[str]) -> bool:
    city = match.state.agents[cultist_id(who)].city
    there = [city, *match.state.places[city].stack[:1]]
    found = [target for target in there if piece_placement.markers_on(match.state, target)[0]]
    for target in found:
        count = piece_placement.markers_on(match.state, target)[0]
        piece_placement.return_markers(match, 0, target, count)
        match.emit(EVERYONE, events.DroveOff(-1, 0, target, count))
    return bool(found)


def _devour(match: Providence, who: int, effect: effects.Devour, route: list[str]) -> bool:
    stack = match.state.places[match.state.agents[cultist_id(who)].city].stack
    if stack:
        destroy_face_up(match, stack[0])
    return bool(stack)


def _madden(match: Providence, who: int, effect: effects.Madden, route: list[str]) -> bool:
    bag = any(match.state.bag)
    sanity_test(match, 0)
    return bag


_DO: dict[type[Any], Callable[[Providence, int, Any, list[str]], bool]] = {
    effects.MarkAssets: _mark_assets,
    effects.MarkCities: _mark_cities,
    effects.MarkRow: _mark_row,
    effects.LockAssets: _lock_assets,
    effects.LockCities: _lock_cities,
    effects.MoveTrack: _track,
    effects.OldOneVp: _vp,
    effects.Scatter: _scatter,
    effects.Devour: _devour,
    effects.Madden: _madden,
}


def carry_out(match: Providence, who: int, effect: CultistEffect, route: list[str]) -> bool:
    """Execute a cultist's effect; return whether it succeeded (DP-SOLO.115)."""
    return _DO[type(effect)](match, who, effect, route)
