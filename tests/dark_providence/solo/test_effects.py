"""Section 31.12 of RULES.md, and DP-CONT.22: every kind of cultist effect, tested with made-up Great Old Ones."""

from __future__ import annotations

from typing import get_args

import pytest

from rules.dark_providence.content.component_counts import LOCKS
from rules.dark_providence.content.effects import CultistEffect
from rules.dark_providence.examples.position_builder import control, fill_bag, lay, leave, mark, show, stand
from tests.dark_providence.made_up_cards import places_of_card
from tests.dark_providence.solo_scenes import (
    EFFECT,
    PLACE_CITY,
    control_card,
    cultist_city,
    cultist_state,
    effect,
    failed,
    old_one,
    run_instruction,
    scene,
    use_effect,
    whole_turn,
)
from tests.game_helpers import kinds_of, of_kinds, rule


def scene_with_effect(who=1, **told_to):
    """Return a solo scene where this cultist has an effect with these operations."""
    match = scene()
    effect(match, who, **told_to)
    return match


# -- placing markers ------------------------------------------------------------------------------------------


@rule("DP-SOLO.40")
def test_marking_assets_stops_when_the_markers_run_out():
    match = scene_with_effect(2, effect="mark_assets", count=3, each=2)
    leave(match, 2, supply=3)
    first = [match.state.places[city].stack[0] for city in ("new_york", "washington")]
    assert not failed(use_effect(match, 2))
    assert match.state.marks == {first[0]: [0, 0, 2], first[1]: [0, 0, 1]}


@rule("DP-SOLO.115")
def test_marking_assets_fails_without_any_and_passes_cthulhu_over():
    match = scene_with_effect(effect="mark_assets", count=1)
    match.state.cthulhu = "arkham"
    use_effect(match, 1)
    assert list(match.state.marks) == [match.state.places["boston"].stack[0]]
    match = scene_with_effect(effect="mark_assets")
    for place in match.state.places.values():
        match.state.destroyed += place.stack
        place.stack = []
    assert failed(use_effect(match, 1))


@rule("DP-CONT.22", "DP-SOLO.50")
def test_marking_cities_leaves_out_those_a_cultist_controls():
    match = scene_with_effect(effect="mark_cities", count=2, each=2)
    control(match, 2, "boston")
    control(match, 0, "new_york")
    use_effect(match, 1)
    assert match.state.marks == {"arkham": [0, 2, 0], "new_york": [0, 2, 0]}


@rule("DP-SOLO.115")
def test_marking_cities_fails_when_cultists_control_all_others():
    match = scene_with_effect(effect="mark_cities")
    match.state.cthulhu = "arkham"
    for city in list(match.state.places)[1:]:
        control(match, 2, city)
    match.state.ending.clear()
    events = run_instruction(match, 1, **EFFECT)
    assert failed(events)
    assert match.state.marks == {}


@rule("DP-CONT.22", "DP-SOLO.115")
def test_marking_the_row():
    match = scene_with_effect(effect="mark_row", each=1)
    use_effect(match, 1)
    assert match.state.marks == {"silver_key": [0, 1, 0], "shoggoth": [0, 1, 0]}
    show(match)
    match.state.marks.clear()
    cultist_state(match, 1).supply = 19
    assert failed(use_effect(match, 1))


# -- locks ----------------------------------------------------------------------------------------------------


@rule("DP-CONT.22", "DP-SOLO.50", "DP-LOCK.4")
def test_locking_the_first_unlocked_assets():
    match = scene_with_effect(effect="lock_assets", count=2)
    first = [match.state.places[city].stack[0] for city in ("arkham", "boston", "new_york")]
    match.state.locks.append(first[1])
    events = use_effect(match, 1)
    assert match.state.locks == [first[1], first[0], first[2]]
    assert [(body.owner, body.target) for body in of_kinds(events, "locked")] == [(1, first[0]), (1, first[2])]


@rule("DP-CONT.22", "DP-LOCK.5", "DP-SOLO.115")
@pytest.mark.parametrize("what", ["lock_assets", "lock_cities"])
def test_locking_goes_as_far_as_there_are_locks_and_fails_without(what):
    match = scene_with_effect(effect=what, count=3)
    tops = [place.stack[0] for place in match.state.places.values()]
    others = tops if what == "lock_cities" else list(match.state.places)
    match.state.locks += others[:11]
    assert not failed(use_effect(match, 1))
    assert len(match.state.locks) == LOCKS
    assert failed(use_effect(match, 1))


@rule("DP-CONT.22", "DP-SOLO.50")
def test_locking_the_first_unlocked_cities():
    match = scene_with_effect(2, effect="lock_cities", count=2)
    match.state.locks.append("new_york")
    use_effect(match, 2)
    assert match.state.locks == ["new_york", "washington", "pittsburgh"]
    assert cultist_city(match, 2) == "washington"


# -- other effects --------------------------------------------------------------------------------------------


@rule("DP-CONT.22", "DP-TRACK.10")
@pytest.mark.parametrize(
    ("track", "by", "before", "after"),
    [("ritual", 2, 3, 5), ("ritual", -1, 3, 2), ("investigation", -2, 1, 0), ("investigation", 3, 4, 7)],
)
def test_moving_a_track(track, by, before, after):
    match = scene_with_effect(effect="track", track=track, by=by)
    setattr(match.state, track, before)
    events = use_effect(match, 1)
    assert getattr(match.state, track) == after
    assert [(body.track, body.by, body.space) for body in of_kinds(events, "moved_track")] == [
        (track, after - before, after)
    ]
    assert not failed(events)


@rule("DP-SOLO.115")
def test_a_track_that_cannot_move_fails():
    match = scene_with_effect(effect="track", track="investigation", by=-1)
    assert failed(use_effect(match, 1))


@rule("DP-SOLO.138", "DP-SOLO.140", "DP-SOLO.141")
def test_a_track_that_reaches_its_end_ends_the_game_once_the_action_is_complete():
    match = scene_with_effect(effect="track", track="ritual", by=2)
    match.state.ritual = 11
    control_card(match, EFFECT, PLACE_CITY)
    events = whole_turn(match)
    assert match.over
    assert match.state.marks == {}
    assert kinds_of(events, "end_called", "travelled", "match_ended") == ["end_called", "travelled", "match_ended"]


@rule("DP-SOLO.45", "DP-CONT.22")
@pytest.mark.parametrize("who", [1, 2])
def test_gaining_vp(who):
    match = scene_with_effect(who, effect="vp", amount=3)
    events = use_effect(match, who)
    assert [(body.seat, body.amount, body.total) for body in of_kinds(events, "vp")] == [(-1, 3, 9)]


@rule("DP-CONT.22")
def test_scattering_the_players_markers_on_city_and_asset():
    match = scene_with_effect(effect="scatter")
    lay(match, "arkham", "tommy_guns", "cover_up")
    for target in ("arkham", "tommy_guns", "boston"):
        mark(match, 0, target, 1)
        mark(match, 2, target, 2)
    before = match.state.players[0].supply
    events = use_effect(match, 1)
    assert match.state.marks == {"arkham": [0, 0, 2], "tommy_guns": [0, 0, 2], "boston": [1, 0, 2]}
    assert (match.state.players[0].supply, match.state.players[0].limbo) == (before + 2, 0)
    assert [(body.seat, body.owner, body.target, body.count) for body in of_kinds(events, "drove_off")] == [
        (-1, 0, "arkham", 1),
        (-1, 0, "tommy_guns", 1),
    ]


@rule("DP-SOLO.115")
def test_scattering_fails_where_the_player_has_nothing():
    match = scene_with_effect(effect="scatter")
    mark(match, 0, "boston", 1)
    mark(match, 1, "arkham", 1)
    assert failed(use_effect(match, 1))
    assert match.state.marks == {"boston": [1, 0, 0], "arkham": [0, 1, 0]}


@rule("DP-CONT.22", "DP-ASSET.10", "DP-DESTROY.7", "DP-SOLO.24")
def test_devouring_the_primary_asset():
    match = scene_with_effect(effect="devour")
    lay(match, "arkham", "tommy_guns")
    for owner in range(3):
        mark(match, owner, "tommy_guns", 1)
    match.state.locks.append("tommy_guns")
    use_effect(match, 1)
    assert places_of_card(match, "tommy_guns") == ["destroyed"]
    assert (match.state.marks, match.state.locks) == ({}, [])
    assert (cultist_state(match, 1).supply, cultist_state(match, 1).limbo) == (19, 0)
    assert (match.state.ritual, len(match.state.row)) == (2, 3)
    assert old_one(match).assets == 0
    stand(match, 1, "arkham")
    assert failed(use_effect(match, 1))


@rule("DP-CONT.22", "DP-SANITY.4")
def test_maddening_the_player():
    match = scene_with_effect(effect="madden")
    assert failed(use_effect(match, 1))
    fill_bag(match, 0, 3)
    events = use_effect(match, 1)
    assert (match.state.players[0].madness, old_one(match).madness) == (1, 0)
    assert [body.seat for body in of_kinds(events, "took_token")] == [0]


@rule("DP-SOLO.135", "DP-SOLO.141", "DP-SOLO.146")
def test_a_player_driven_mad_ends_the_game_at_once_and_revealed():
    match = scene_with_effect(effect="madden")
    match.state.players[0].madness = 2
    match.state.spent[1] -= 2
    fill_bag(match, 0, 5)
    control_card(match, EFFECT, PLACE_CITY)
    events = whole_turn(match)
    assert match.over
    assert match.state.marks == {}
    assert match.state.ending == ["madness"]
    assert match.state.scores[0]["unrevealed"] == 0
    assert kinds_of(events, "took_token", "went_mad", "revealed", "end_called") == [
        "took_token",
        "went_mad",
        "revealed",
        "end_called",
    ]


@rule("DP-SOLO.27", "DP-CONT.22")
def test_each_cultist_has_its_own_effect():
    match = scene_with_effect(1, effect="vp", amount=1)
    effect(match, 2, effect="vp", amount=4)
    use_effect(match, 2)
    assert old_one(match).vp == 10
    use_effect(match, 1)
    assert old_one(match).vp == 11


def test_every_kind_of_effect_is_tested_here():
    from rules.dark_providence.solo.cultist_effects import _DO

    assert set(_DO) == set(get_args(get_args(CultistEffect)[0]))
