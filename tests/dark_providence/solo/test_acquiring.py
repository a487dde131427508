"""Sections 31.8 and 31.9 of RULES.md: a cultist acquires a city, a primary asset or a mythos card."""

from __future__ import annotations

import pytest

from rules.dark_providence.content.component_counts import LOCKS
from rules.dark_providence.content.records import Agent, Side
from rules.dark_providence.examples.position_builder import control, fill_bag, hold, lay, mark, show
from tests.dark_providence.made_up_cards import places_of_card
from tests.dark_providence.solo_scenes import (
    card,
    change_old_one,
    cultist_card,
    cultist_state,
    effect,
    old_one,
    scene,
    take,
)
from tests.game_helpers import kinds_of, of_kinds, rule

# -- a city ---------------------------------------------------------------------------------------------------


@rule("DP-SOLO.74")
def test_own_markers_on_the_city_go_to_limbo_all_others_home():
    match = scene()
    match.state.agents["monday"].city = "detroit"
    for owner, count in enumerate((2, 5, 1)):
        mark(match, owner, "boston", count)
    before = match.state.players[0].supply
    events = take(match, 1, "city")
    assert "boston" not in match.state.marks
    assert (cultist_state(match, 1).supply, cultist_state(match, 1).limbo) == (14, 5)
    assert (cultist_state(match, 2).supply, cultist_state(match, 2).limbo) == (19, 0)
    assert (match.state.players[0].supply, match.state.players[0].limbo) == (before + 2, 0)
    left = [(body.owner, body.count, body.limbo) for body in of_kinds(events, "markers_left")]
    assert left == [(0, 2, False), (1, 5, True), (2, 1, False)]


@rule("DP-SOLO.75", "DP-SOLO.76", "DP-SOLO.77", "DP-SOLO.45")
def test_control_vp_and_a_lock_change_hands():
    match = scene()
    control(match, 0, "new_york")
    match.state.players[0].vp = 7
    mark(match, 2, "new_york", 1)
    events = take(match, 2, "city")
    assert match.state.places["new_york"].controller == 2
    assert (match.state.players[0].vp, match.state.players[0].controls) == (2, 12)
    assert (old_one(match).vp, cultist_state(match, 2).controls) == (11, 11)
    assert match.state.locks == ["new_york"]
    assert [(body.seat, body.amount, body.total) for body in of_kinds(events, "vp")] == [(0, -5, 2), (-1, 5, 11)]
    assert [(body.owner, body.before) for body in of_kinds(events, "control_changed")] == [(2, 0)]
    assert kinds_of(events, "markers_left", "control_changed", "locked") == [
        "markers_left",
        "control_changed",
        "locked",
    ]


@rule("DP-SOLO.76")
def test_without_a_free_lock_the_city_stays_unlocked():
    match = scene()
    cities = [city for city in match.state.places if city != "boston"]
    match.state.locks += [*cities, "silver_key"]
    assert len(match.state.locks) == LOCKS
    mark(match, 1, "boston", 1)
    events = take(match, 1, "city")
    assert match.state.places["boston"].controller == 1
    assert "boston" not in match.state.locks
    assert not of_kinds(events, "locked")


@rule("DP-SOLO.78", "DP-SOLO.80", "DP-SOLO.30")
def test_the_city_card_gives_its_resources_and_returns_to_the_city_cards():
    match = scene()
    card(match, "boston", icons={"ritual_up": 2})
    mark(match, 1, "boston", 1)
    events = take(match, 1, "city")
    assert match.state.ritual == 2
    assert [(body.who, body.icon, body.card) for body in of_kinds(events, "cultist_resource")] == [
        (1, "ritual_up", "boston")
    ]
    assert places_of_card(match, "boston") == ["area e"]
    assert "boston" not in match.state.owners


@rule("DP-SOLO.79")
@pytest.mark.parametrize(("zone", "drawn", "shuffled"), [("hand", 1, 0), ("deck", 0, 1), ("discard", 0, 0)])
def test_the_player_loses_the_city_card_wherever_it_is(zone, drawn, shuffled):
    match = scene()
    control(match, 0, "boston")
    hold(match, 0, "boston", zone=zone)
    mark(match, 1, "boston", 1)
    events = take(match, 1, "city")
    assert [body.count for body in of_kinds(events, "drew_hidden")] == [1] * drawn
    assert len(of_kinds(events, "reshuffled")) == shuffled
    assert [(body.seat, body.card, body.zone) for body in of_kinds(events, "card_left")] == [(0, "boston", zone)]
    assert places_of_card(match, "boston") == ["area e"]


# -- a primary asset ------------------------------------------------------------------------------------------


@rule("DP-SOLO.85", "DP-SOLO.86", "DP-HC.65")
def test_markers_on_the_card_are_cleared_those_on_the_city_stay():
    match = scene()
    lay(match, "boston", "tommy_guns", "cover_up")
    for owner, count in enumerate((1, 3, 2)):
        mark(match, owner, "tommy_guns", count)
        mark(match, owner, "boston", 1)
    take(match, 1, "asset")
    assert match.state.marks == {"boston": [1, 1, 1]}
    assert (cultist_state(match, 1).limbo, cultist_state(match, 2).limbo, match.state.players[0].limbo) == (3, 0, 0)


@rule("DP-SOLO.87")
def test_the_next_primary_asset_is_turned_up_before_the_resources():
    match = scene()
    lay(match, "boston", "tommy_guns", "cover_up")
    card(match, "tommy_guns", icons={"ritual_up": 1})
    mark(match, 1, "tommy_guns", 1)
    events = take(match, 1, "asset")
    assert match.state.places["boston"].stack == ["cover_up"]
    assert kinds_of(events, "acquired", "markers_left", "turned_up", "cultist_resource", "card_destroyed") == [
        "acquired",
        "markers_left",
        "turned_up",
        "cultist_resource",
        "card_destroyed",
    ]
    assert match.state.ritual == 1


@rule("DP-SOLO.87", "DP-SOLO.24")
def test_the_last_of_a_stack_moves_the_ritual_and_adds_a_mythos_card():
    match = scene()
    lay(match, "boston", "tommy_guns")
    mark(match, 1, "tommy_guns", 1)
    coming = match.state.mythos_deck[0]
    events = take(match, 1, "asset")
    assert (match.state.ritual, match.state.row) == (2, ["silver_key", "shoggoth", coming])
    assert [body.city for body in of_kinds(events, "stack_ran_out")] == ["boston"]


@rule("DP-SOLO.88", "DP-SOLO.29", "DP-SOLO.28")
def test_the_card_is_destroyed_after_its_resources():
    match = scene()
    lay(match, "boston", "tommy_guns", "cover_up")
    mark(match, 1, "tommy_guns", 1)
    take(match, 1, "asset")
    assert places_of_card(match, "tommy_guns") == ["destroyed"]
    assert old_one(match).kept == []
    assert not {"hand", "deck_cards"} & set(dir(old_one(match)))


@rule("DP-SOLO.29", "DP-SOLO.88")
def test_a_great_old_one_may_keep_it():
    match = scene()
    change_old_one(match, keeps_assets=True)
    lay(match, "boston", "tommy_guns", "cover_up")
    mark(match, 1, "tommy_guns", 1)
    events = take(match, 1, "asset")
    assert (old_one(match).kept, places_of_card(match, "tommy_guns")) == (["tommy_guns"], [])
    assert [body.card for body in of_kinds(events, "kept_card")] == ["tommy_guns"]
    assert not of_kinds(events, "card_destroyed")


@rule("DP-SOLO.89", "DP-SOLO.131", "DP-SOLO.133", "DP-SOLO.31")
def test_a_card_with_the_sanity_test_asks_the_cultist_for_one_last_of_all():
    match = scene()
    fill_bag(match, 0, 4)
    lay(match, "boston", "tommy_guns", "cover_up")
    card(match, "tommy_guns", sanity=True)
    mark(match, 1, "tommy_guns", 1)
    events = take(match, 1, "asset")
    assert (old_one(match).madness, match.state.players[0].madness) == (1, 0)
    assert [(body.seat, body.madness, body.total) for body in of_kinds(events, "took_token")] == [(-1, True, 1)]
    assert kinds_of(events, "card_destroyed", "took_token") == ["card_destroyed", "took_token"]
    fill_bag(match, 0, 4)
    mark(match, 1, "cover_up", 1)
    assert not of_kinds(take(match, 1, "asset"), "took_token")


@rule("DP-SOLO.90", "DP-HC.78")
def test_the_great_old_one_recruits_no_one_and_no_effect_is_applied():
    match = scene()
    lay(match, "boston", "wyatt_earp", "cover_up")
    card(match, "wyatt_earp", powers=[], agent=Agent(original=Side(), returned=Side()))
    card(match, "cover_up", powers=[])
    mark(match, 1, "wyatt_earp", 1)
    events = take(match, 1, "asset")
    assert "wyatt_earp" not in match.state.agents
    assert places_of_card(match, "wyatt_earp") == ["destroyed"]
    assert not of_kinds(events, "agent_joined")


@rule("DP-HC.78", "DP-SOLO.90")
def test_on_acquire_effects_are_for_players():
    from rules.dark_providence.content.effects import Power

    match = scene()
    gain = Power.model_validate({"timing": "acquired", "ways": [[{"op": "vp", "amount": 3}]]})
    lay(match, "boston", "tommy_guns", "cover_up")
    card(match, "tommy_guns", powers=[gain])
    card(match, "silver_key", powers=[gain])
    mark(match, 1, "tommy_guns", 1)
    mark(match, 1, "silver_key", 1)
    take(match, 1, "asset")
    take(match, 1, "mythos")
    assert (old_one(match).vp, match.state.players[0].vp) == (7, 0)


@rule("DP-HC.70")
def test_vp_on_a_destroyed_primary_asset_do_not_count():
    match = scene()
    lay(match, "boston", "tommy_guns", "cover_up")
    card(match, "tommy_guns", vp=3, pink=2)
    mark(match, 1, "tommy_guns", 1)
    take(match, 1, "asset")
    assert old_one(match).vp == 6


# -- a mythos card --------------------------------------------------------------------------------------------


@rule("DP-SOLO.93", "DP-SOLO.94", "DP-SOLO.95", "DP-SOLO.97", "DP-SOLO.28")
def test_a_mythos_card_gives_its_resources_then_one_vp_and_the_row_slides():
    match = scene()
    show(match, "silver_key", "shoggoth", "great_race")
    card(match, "silver_key", icons={"ritual_down": 1})
    for owner, count in enumerate((1, 2, 3)):
        mark(match, owner, "silver_key", count)
    events = take(match, 1, "mythos")
    assert (match.state.row, old_one(match).mythos) == (["shoggoth", "great_race"], ["silver_key"])
    assert (match.state.ritual, old_one(match).vp) == (1, 7)
    assert (cultist_state(match, 1).limbo, cultist_state(match, 2).supply) == (2, 19)
    assert kinds_of(events, "acquired", "markers_left", "cultist_resource", "moved_track", "vp") == [
        "acquired",
        "markers_left",
        "markers_left",
        "markers_left",
        "cultist_resource",
        "moved_track",
        "vp",
    ]


@rule("DP-SOLO.95", "DP-SOLO.96", "DP-EX.43")
@pytest.mark.parametrize(
    ("green", "vp", "depicts", "gain"), [(1, 0, "hastur", 2), (0, 0, "", 1), (0, 2, "", 3), (0, 0, "dagon", 4)]
)
def test_other_mythos_cards_give_one_vp_and_what_is_printed(green, vp, depicts, gain):
    match = scene(old_one="dagon")
    card(match, "silver_key", green=green, vp=vp, depicts=depicts)
    mark(match, 1, "silver_key", 1)
    take(match, 1, "mythos")
    assert old_one(match).vp == 6 + gain


@rule("DP-SOLO.23", "DP-SOLO.97")
def test_the_last_card_of_the_row_is_followed_by_a_new_one():
    match = scene()
    show(match, "silver_key")
    coming = match.state.mythos_deck[0]
    mark(match, 1, "silver_key", 1)
    events = take(match, 1, "mythos")
    assert match.state.row == [coming]
    assert kinds_of(events, "vp", "row_grew") == ["vp", "row_grew"]


@rule("DP-SOLO.91", "DP-SOLO.66")
def test_the_first_mythos_card_is_the_leftmost():
    match = scene()
    show(match, "shoggoth", "silver_key", "great_race")
    mark(match, 1, "great_race", 3)
    mark(match, 1, "silver_key", 1)
    take(match, 1, "mythos")
    assert old_one(match).mythos == ["silver_key"]


@rule("DP-SOLO.98", "DP-SOLO.132")
def test_no_sanity_test_without_its_icon():
    match = scene()
    fill_bag(match, 3, 3)
    mark(match, 1, "silver_key", 1)
    assert not of_kinds(take(match, 1, "mythos"), "took_token")


@rule("DP-SOLO.45")
def test_each_cultists_vp_are_the_great_old_ones():
    match = scene()
    cultist_card(match, 1, influence=0)
    effect(match, 1, effect="vp", amount=2)
    mark(match, 1, "boston", 1)
    mark(match, 2, "detroit", 1)
    take(match, 1, "city")
    take(match, 2, "city")
    assert old_one(match).vp == 6 + 4 + 4
