"""Section 31.13 of RULES.md: how a cultist uses the resources on an acquired card."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.dark_providence.examples.position_builder import control, fill_bag, lay, mark, stand
from tests.dark_providence.solo_scenes import (
    card,
    cultist_card,
    cultist_city,
    cultist_state,
    failed,
    old_one,
    scene,
    take,
)
from tests.game_helpers import kinds_of, of_kinds, rule


def acquires(who=1, at="asset", **icons):
    """Return a scene where this cultist has just acquired a target with these icons, and the events.

    `at` is the kind of the target: an asset, a city or a mythos card. The first cultist has 2 INFLUENCE and 1 WEALTH.
    The second cultist has 1 INFLUENCE and 1 ARCANE, and 1 more ARCANE on its marker.
    """
    match = ready(who, at, **icons)
    return match, take(match, who, at)


def ready(who=1, at="asset", **icons):
    match = scene()
    lay(match, "boston", "tommy_guns", "cover_up")
    target = {"asset": "tommy_guns", "city": "boston", "mythos": "silver_key"}[at]
    card(match, target, icons=icons)
    mark(match, who, target, 1)
    return match


def tried(events):
    """Return the resource actions that the cultist tried, in order."""
    return [body.icon for body in of_kinds(events, "cultist_resource")]


# -- resources and their order --------------------------------------------------------------------------------


@rule("DP-SOLO.120")
def test_the_resource_actions_come_in_the_printed_order_one_at_a_time():
    match = ready(investigation_down=1, ritual_up=1, arcane=1, wealth=1, influence=1)
    match.state.investigation = 3
    events = take(match, 1, "asset")
    assert tried(events) == ["influence", "wealth", "arcane", "ritual_up", "investigation_down"]
    kinds = kinds_of(events, "cultist_resource", "placed", "travelled", "cultist_failed", "moved_track")
    assert kinds == [
        "cultist_resource", "placed",
        "cultist_resource", "travelled", "travelled",
        "cultist_resource", "cultist_failed", "travelled",
        "cultist_resource", "moved_track",
        "cultist_resource", "moved_track",
    ]  # fmt: skip


@rule("DP-SOLO.120", "DP-SOLO.78", "DP-SOLO.94")
@pytest.mark.parametrize("at", ["asset", "city", "mythos"])
def test_all_three_kinds_of_cards_give_resources(at):
    match, events = acquires(at=at, ritual_up=3)
    assert tried(events) == ["ritual_up"]
    assert match.state.ritual == 3


@rule("DP-SOLO.128", "DP-HC.82")
def test_recover_and_force_do_nothing():
    match = ready(recover=3, force=2)
    match.state.investigation = match.state.ritual = 4
    cultist_state(match, 1).supply, cultist_state(match, 1).limbo = 10, 8
    events = take(match, 1, "asset")
    assert tried(events) == []
    assert not failed(events)
    assert (cultist_state(match, 1).limbo, cultist_city(match, 1)) == (9, "arkham")
    assert (match.state.ritual, match.state.investigation) == (4, 4)


@rule("DP-SOLO.128")
def test_what_only_the_cultists_card_shows_is_no_resource_action():
    match = ready()
    cultist_card(match, 1, influence=9, wealth=9, arcane=9)
    events = take(match, 1, "asset")
    assert tried(events) == []
    assert (match.state.marks, cultist_city(match, 1)) == ({}, "arkham")


# -- influence ------------------------------------------------------------------------------------------------


@rule("DP-SOLO.121", "DP-SOLO.123", "DP-HC.63")
def test_influence_goes_on_the_city_space_counting_three_cards():
    match = ready(influence=3)
    lay(match, "arkham", "exorcism", "debt_collectors")
    card(match, "exorcism", icons={"influence": 2})
    take(match, 1, "asset")
    assert match.state.marks == {"arkham": [0, 7, 0]}
    assert cultist_state(match, 1).supply == 19 - 7 - 1


@rule("DP-SOLO.121", "DP-HC.63")
def test_by_the_switch_it_goes_on_the_primary_asset_counting_two():
    match = scene(solo_influence="primary_asset")
    lay(match, "boston", "tommy_guns", "cover_up")
    lay(match, "arkham", "exorcism", "debt_collectors")
    card(match, "tommy_guns", icons={"influence": 3})
    card(match, "exorcism", icons={"influence": 2})
    mark(match, 1, "tommy_guns", 1)
    take(match, 1, "asset")
    assert match.state.marks == {"exorcism": [0, 5, 0]}


@rule("DP-SOLO.121", "DP-SOLO.87")
def test_the_asset_turned_up_in_its_place_counts():
    match = ready(influence=1)
    card(match, "cover_up", icons={"influence": 4})
    stand(match, 1, "boston")
    take(match, 1, "asset")
    assert match.state.marks == {"boston": [0, 7, 0]}


@rule("DP-SOLO.122", "DP-SOLO.129", "DP-HC.67")
@pytest.mark.parametrize("reading", ["city_space", "primary_asset"])
def test_without_a_primary_asset_influence_fails_and_the_cultist_travels(reading):
    match = scene(solo_influence=reading)
    lay(match, "boston", "tommy_guns")
    card(match, "tommy_guns", icons={"influence": 2, "ritual_up": 1})
    mark(match, 1, "tommy_guns", 1)
    stand(match, 1, "boston")
    events = take(match, 1, "asset")
    assert [(body.who, body.order) for body in of_kinds(events, "cultist_failed")] == [(1, "influence")]
    assert (match.state.marks, cultist_city(match, 1), match.state.ritual) == ({}, "new_york", 3)


@rule("DP-SOLO.129", "DP-HC.67")
def test_by_the_switch_a_failed_resource_action_does_not_move_the_cultist():
    match = scene(solo_failure_travels=False)
    lay(match, "boston", "tommy_guns")
    card(match, "tommy_guns", icons={"influence": 2, "ritual_up": 1})
    mark(match, 1, "tommy_guns", 1)
    stand(match, 1, "boston")
    events = take(match, 1, "asset")
    assert failed(events)
    assert (cultist_city(match, 1), match.state.ritual) == ("boston", 3)


@rule("DP-SOLO.121", "DP-SOLO.40")
def test_influence_as_a_resource_goes_as_far_as_the_supply():
    match = ready(influence=3)
    cultist_state(match, 1).supply, cultist_state(match, 1).limbo = 2, 16
    take(match, 1, "asset")
    assert match.state.marks == {"arkham": [0, 2, 0]}


@rule("DP-SOLO.121", "DP-SOLO.60")
def test_influence_as_a_resource_may_go_on_a_cultists_own_city():
    match = ready(influence=1)
    control(match, 1, "arkham")
    assert not failed(take(match, 1, "asset"))
    assert match.state.marks == {"arkham": [0, 3, 0]}


@rule("DP-SOLO.121")
def test_where_cthulhu_is_influence_as_a_resource_fails():
    match = ready(influence=1)
    match.state.cthulhu = "arkham"
    assert failed(take(match, 1, "asset"))
    assert (match.state.marks, cultist_city(match, 1)) == ({}, "boston")


# -- travel ---------------------------------------------------------------------------------------------------


@rule("DP-SOLO.124", "DP-SOLO.111")
@pytest.mark.parametrize(("who", "wealth", "end"), [(1, 2, "washington"), (2, 2, "pittsburgh"), (2, 1, "washington")])
def test_wealth_of_card_and_cultist_are_cities_to_travel(who, wealth, end):
    match, events = acquires(who, wealth=wealth)
    assert cultist_city(match, who) == end
    path = [(body.origin, body.city) for body in of_kinds(events, "travelled")]
    assert path[-1][1] == end
    assert all(one[1] == two[0] for one, two in pairwise(path))


@rule("DP-SOLO.124", "DP-SOLO.112")
def test_forbidden_cities_are_not_counted_on_the_way():
    match = ready(wealth=1)
    match.state.martial_law = "new_york"
    take(match, 1, "asset")
    assert cultist_city(match, 1) == "washington"


# -- gate -----------------------------------------------------------------------------------------------------


@rule("DP-SOLO.125")
@pytest.mark.parametrize(("arcane", "opens"), [(1, False), (2, True)])
def test_arcane_of_the_card_is_added_for_the_gate(arcane, opens):
    match = ready(2, arcane=arcane)
    fill_bag(match, 1, 0)
    events = take(match, 2, "asset")
    assert (match.state.places["new_york"].gate == "open") == opens
    assert cultist_city(match, 2) == ("new_york" if opens else "washington")
    assert old_one(match).vp == (10 if opens else 6)
    assert bool(of_kinds(events, "took_token")) == opens


@rule("DP-SOLO.130", "DP-HC.67")
def test_the_gate_is_that_of_the_city_travelled_to():
    match = ready(2, wealth=1, arcane=9)
    take(match, 2, "asset")
    assert match.state.places["new_york"].gate == ""
    assert match.state.places["washington"].gate == "open"


@rule("DP-SOLO.129", "DP-SOLO.130", "DP-HC.67")
def test_after_a_failed_influence_the_gate_is_that_of_the_next_city():
    match = scene()
    lay(match, "boston", "tommy_guns")
    card(match, "tommy_guns", icons={"influence": 1, "arcane": 9})
    mark(match, 1, "tommy_guns", 1)
    stand(match, 1, "boston")
    take(match, 1, "asset")
    assert [city for city, place in match.state.places.items() if place.gate] == ["new_york"]


@rule("DP-SOLO.125", "DP-SOLO.129")
def test_a_gate_already_marked_fails_as_a_resource_action():
    match = ready(2, arcane=9)
    match.state.places["new_york"].gate, match.state.places["new_york"].gate_owner = "close", 0
    match.state.players[0].controls -= 1
    assert failed(take(match, 2, "asset"))
    assert cultist_city(match, 2) == "washington"


# -- tracks ---------------------------------------------------------------------------------------------------


@rule("DP-SOLO.126", "DP-SOLO.34", "DP-HC.62")
@pytest.mark.parametrize("icons", [{"ritual_up": 3}, {"ritual_down": 3}, {"ritual_up": 1, "ritual_down": 2}])
def test_both_ritual_icons_advance_the_ritual(icons):
    match, events = acquires(**icons)
    assert match.state.ritual == 3
    assert tried(events) == ["ritual_up"]


@rule("DP-SOLO.127", "DP-SOLO.34", "DP-HC.62")
@pytest.mark.parametrize("icon", ["investigation_up", "investigation_down"])
def test_both_investigation_icons_move_the_investigation_back(icon):
    match = ready(1, "asset", **{icon: 2})
    match.state.investigation = 5
    events = take(match, 1, "asset")
    assert match.state.investigation == 3
    assert [(body.track, body.by, body.space) for body in of_kinds(events, "moved_track")] == [("investigation", -2, 3)]


@rule("DP-SOLO.127", "DP-TRACK.10")
def test_the_investigation_stops_at_its_first_space():
    match, events = acquires(investigation_up=2)
    assert match.state.investigation == 0
    assert not failed(events)


@rule("DP-SOLO.138", "DP-SOLO.140")
def test_the_remaining_resource_actions_are_done_when_the_ritual_ends_the_game():
    match = ready(ritual_up=2, investigation_up=1)
    match.state.ritual, match.state.investigation = 11, 4
    take(match, 1, "asset")
    assert match.over
    assert match.state.ending == ["ritual"]
    assert match.state.investigation == 3
