"""Section 31.7 of RULES.md: cultists place influence on city spaces, primary assets and mythos cards."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import control, fill_bag, lay, leave, mark, show, stand
from tests.dark_providence.solo_scenes import (
    card,
    cultist_card,
    cultist_city,
    cultist_state,
    effect,
    failed,
    old_one,
    place,
    run_instruction,
    scene,
    take,
)
from tests.game_helpers import kinds_of, of_kinds, rule


@rule("DP-SOLO.59")
@pytest.mark.parametrize(("who", "city", "count"), [(1, "arkham", 5), (2, "new_york", 4)])
def test_on_the_city_space_go_the_numbers_of_control_card_and_cultist_card(who, city, count):
    match = scene()
    events = place(match, who, "city", influence=3)
    assert match.state.marks[city][who] == count
    assert cultist_state(match, who).supply == 19 - count
    assert [(body.owner, body.target, body.count) for body in of_kinds(events, "placed")] == [(who, city, count)]


@rule("DP-SOLO.60")
@pytest.mark.parametrize("controller", [1, 2])
def test_on_a_city_of_either_cultist_the_action_fails(controller):
    match = scene()
    control(match, controller, "arkham")
    assert failed(place(match, 1, "city"))
    assert match.state.marks == {}
    assert cultist_city(match, 1) == "boston"


@rule("DP-SOLO.59", "DP-SOLO.60")
def test_on_a_city_of_the_players_it_succeeds():
    match = scene()
    control(match, 0, "arkham")
    assert not failed(place(match, 1, "city"))
    assert match.state.marks["arkham"] == [0, 3, 0]


@rule("DP-SOLO.61")
def test_on_the_primary_asset_of_the_cultists_city_goes_the_same_number():
    match = scene()
    lay(match, "new_york", "tommy_guns")
    place(match, 2, "asset", influence=2)
    assert match.state.marks == {"tommy_guns": [0, 0, 3]}


@rule("DP-SOLO.61", "DP-SOLO.60")
def test_who_controls_the_city_does_not_matter_to_its_asset():
    match = scene()
    lay(match, "new_york", "tommy_guns")
    control(match, 1, "new_york")
    assert not failed(place(match, 2, "asset"))
    assert match.state.marks == {"tommy_guns": [0, 0, 2]}


@rule("DP-SOLO.62")
def test_without_a_primary_asset_the_action_fails():
    match = scene()
    match.state.destroyed += match.state.places["arkham"].stack
    match.state.places["arkham"].stack = []
    assert failed(place(match, 1, "asset"))
    assert match.state.marks == {}
    assert cultist_city(match, 1) == "boston"


@rule("DP-SOLO.63", "DP-SOLO.66")
def test_on_a_mythos_card_first_the_leftmost_without_any_cultists_marker():
    match = scene()
    show(match, "hastur", "silver_key", "shoggoth", "dagon")
    mark(match, 1, "hastur", 1)
    mark(match, 2, "silver_key", 1)
    mark(match, 0, "shoggoth", 3)
    place(match, 1, "mythos", influence=1)
    assert match.state.marks["shoggoth"] == [3, 3, 0]


@rule("DP-SOLO.64", "DP-SOLO.66")
def test_then_the_leftmost_without_a_marker_of_the_acting_cultist():
    match = scene()
    mark(match, 1, "silver_key", 1)
    mark(match, 2, "shoggoth", 2)
    place(match, 1, "mythos", influence=1)
    assert match.state.marks == {"silver_key": [0, 1, 0], "shoggoth": [0, 3, 2]}


@rule("DP-SOLO.65", "DP-SOLO.66")
def test_then_the_leftmost_of_all():
    match = scene()
    mark(match, 1, "silver_key", 4)
    mark(match, 1, "shoggoth", 1)
    place(match, 1, "mythos", influence=0)
    assert match.state.marks["silver_key"] == [0, 6, 0]


@rule("DP-SOLO.67", "DP-HC.75")
def test_with_an_empty_row_the_action_fails():
    match = scene()
    show(match)
    assert failed(place(match, 1, "mythos"))
    assert cultist_city(match, 1) == "boston"


@rule("DP-SOLO.68")
def test_locks_do_not_keep_markers_away():
    match = scene()
    lay(match, "arkham", "tommy_guns")
    match.state.locks += ["arkham", "tommy_guns", "silver_key"]
    for at in ("city", "asset", "mythos"):
        assert not failed(place(match, 1, at))
    assert {target: marks[1] for target, marks in match.state.marks.items()} == {
        "arkham": 3,
        "tommy_guns": 3,
        "silver_key": 3,
    }


@rule("DP-SOLO.57")
@pytest.mark.parametrize("at", ["city", "asset"])
def test_where_cthulhu_is_nothing_can_be_placed(at):
    match = scene()
    match.state.cthulhu = "arkham"
    assert failed(place(match, 1, at))
    assert cultist_city(match, 1) == "boston"


# -- markers run out ------------------------------------------------------------------------------------------


@rule("DP-SOLO.40")
def test_a_cultist_with_too_few_markers_places_all_it_has():
    match = scene()
    leave(match, 1, supply=2)
    assert not failed(place(match, 1, "mythos", influence=1))
    assert match.state.marks == {"silver_key": [0, 2, 0]}
    assert (cultist_state(match, 1).supply, cultist_state(match, 1).limbo, cultist_city(match, 1)) == (0, 17, "arkham")


@rule("DP-SOLO.41", "DP-HC.75")
@pytest.mark.parametrize("at", ["city", "asset", "mythos"])
def test_a_cultist_without_markers_takes_all_back_from_limbo_and_travels(at):
    match = scene()
    mark(match, 1, "detroit", 4)
    leave(match, 1, supply=0)
    events = place(match, 1, at)
    assert (cultist_state(match, 1).supply, cultist_state(match, 1).limbo, cultist_city(match, 1)) == (15, 0, "boston")
    assert match.state.marks == {"detroit": [0, 4, 0]}
    assert [(body.owner, body.target, body.count) for body in of_kinds(events, "recovered")] == [(1, "limbo", 15)]
    assert kinds_of(events, "recovered", "cultist_failed", "travelled") == ["recovered", "cultist_failed", "travelled"]


@rule("DP-SOLO.41", "DP-HC.75")
def test_even_with_an_empty_limbo_it_travels():
    match = scene()
    mark(match, 1, "detroit", 19)
    events = place(match, 1, "city")
    assert failed(events)
    assert not of_kinds(events, "recovered")
    assert (cultist_state(match, 1).supply, cultist_state(match, 1).limbo, cultist_city(match, 1)) == (0, 0, "boston")


@rule("DP-SOLO.41")
def test_the_other_cultists_limbo_stays():
    match = scene()
    leave(match, 1, supply=0)
    leave(match, 2, supply=3)
    place(match, 1, "city")
    assert (cultist_state(match, 2).supply, cultist_state(match, 2).limbo) == (3, 16)


@rule("DP-SOLO.41")
@pytest.mark.parametrize("told_to", ["mark_assets", "mark_cities", "mark_row"])
def test_a_cultist_effect_that_places_markers_works_likewise(told_to):
    match = scene()
    effect(match, 1, effect=told_to)
    leave(match, 1, supply=0)
    events = run_instruction(match, 1, do="effect")
    assert failed(events)
    assert (cultist_state(match, 1).supply, cultist_state(match, 1).limbo, cultist_city(match, 1)) == (19, 0, "boston")
    assert match.state.marks == {}


@rule("DP-SOLO.41")
def test_a_cultist_who_has_nowhere_to_place_takes_nothing_back():
    match = scene()
    control(match, 2, "arkham")
    leave(match, 1, supply=0)
    assert failed(place(match, 1, "city"))
    assert (cultist_state(match, 1).supply, cultist_state(match, 1).limbo) == (0, 19)


@rule("DP-SOLO.41", "DP-SOLO.121")
def test_a_resource_action_without_markers_fails_the_same_way():
    match = scene()
    stand(match, 1, "boston")
    lay(match, "boston", "tommy_guns", "cover_up")
    card(match, "tommy_guns", icons={"influence": 1})
    mark(match, 1, "tommy_guns", 1)
    leave(match, 1, supply=0)
    take(match, 1, "asset")
    assert (cultist_state(match, 1).supply, cultist_state(match, 1).limbo, cultist_city(match, 1)) == (
        19,
        0,
        "new_york",
    )


@rule("DP-SOLO.59", "DP-CONT.23")
def test_the_cultists_numbers_are_those_on_its_card():
    match = scene()
    fill_bag(match, 0, 0)
    cultist_card(match, 2, influence=6)
    place(match, 2, "city", influence=2)
    assert match.state.marks["new_york"] == [0, 0, 8]
    assert old_one(match).vp == 6
