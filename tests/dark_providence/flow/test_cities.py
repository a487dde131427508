"""Section 15 of RULES.md: control of a city, the city's VP and the city's card."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import control, fetch, hold, mark, turn
from rules.dark_providence.state.actions import AcquireTarget
from rules.dark_providence.state.events import CardLeft
from rules.dark_providence.state.state import Piece
from tests.dark_providence.made_up_cards import action_card, choose, city, give, places_of_card, power
from tests.dark_providence.table import (
    act,
    asset,
    destroy_missing_cards,
    leave_controls,
    offers,
    refused,
    set_allegiance,
)
from tests.game_helpers import assert_sound, kinds_of, of_kinds, rule


def scene(value=4, seats=3, controller=-1, zone="deck"):
    """Return a turn of seat 0, which has the most influence in Atlanta.

    If `controller` is a seat, this seat controls Atlanta and has the city card in the given zone.
    """
    match = turn(seats)
    city(match, "atlanta", control=value)
    if controller >= 0:
        control(match, controller, "atlanta")
        hold(match, controller, "atlanta", zone=zone)
    mark(match, 0, "atlanta", 1)
    return match


def acquire(match):
    return act(match, AcquireTarget("atlanta"))


def shuffles(match, seat):
    return match.chance.state.uses.get(f"deck/{seat}", 0)


@rule("DP-CITY.1", "DP-CITY.3", "DP-CITY.5", "DP-CITY.11")
def test_a_neutral_city_is_marked_and_its_points_and_card_come_at_once():
    match = scene()
    assert "atlanta" in match.state.area_e
    acquire(match)
    player = match.state.players[0]
    assert match.state.places["atlanta"].controller == 0
    assert player.controls == 11
    assert player.vp == 4
    assert places_of_card(match, "atlanta") == ["discard 0"]


@pytest.mark.parametrize("value", [1, 3, 5])
@rule("DP-CITY.2", "DP-CITY.3", "DP-CITY.4", "DP-HC.18")
def test_the_former_controller_gets_the_marker_back_and_loses_the_points(value):
    match = scene(value, controller=1)
    match.state.players[1].vp = 7
    acquire(match)
    assert match.state.places["atlanta"].controller == 0
    assert [player.controls for player in match.state.players] == [11, 12, 12]
    assert [player.vp for player in match.state.players] == [value, 7 - value, 0]


@rule("DP-CITY.4")
def test_a_former_controller_may_fall_below_nought():
    match = scene(controller=1)
    match.state.players[1].vp = 1
    acquire(match)
    assert match.state.players[1].vp == -3


@pytest.mark.parametrize("zone", ["hand", "deck", "discard"])
@rule("DP-CITY.5", "DP-CITY.6")
def test_the_card_is_taken_from_the_other_player_wherever_it_is(zone):
    match = scene(controller=1, zone=zone)
    acquire(match)
    assert places_of_card(match, "atlanta") == ["discard 0"]
    assert match.state.owners["atlanta"] == 0


@rule("DP-CITY.7", "DP-HC.17")
def test_out_of_a_hand_the_card_is_replaced_by_one_drawn_without_a_shuffle():
    match = scene(controller=1, zone="hand")
    give(match, 1, "scrap")
    player, top, deck = match.state.players[1], match.state.players[1].deck[0], len(match.state.players[1].deck)
    before = shuffles(match, 1)
    acquire(match)
    assert player.hand == ["scrap", top]
    assert len(player.deck) == deck - 1
    assert shuffles(match, 1) == before


@rule("DP-CITY.8", "DP-HC.17")
def test_out_of_a_deck_the_rest_is_shuffled_and_nothing_drawn():
    match = scene(controller=1, zone="deck")
    player, rest = match.state.players[1], [c for c in match.state.players[1].deck if c != "atlanta"]
    before = shuffles(match, 1)
    events = acquire(match)
    assert sorted(player.deck) == sorted(rest)
    assert player.deck != rest
    assert shuffles(match, 1) == before + 1
    assert not player.hand
    assert len(of_kinds(events, "reshuffled")) == 1


@rule("DP-CITY.9")
def test_out_of_a_discard_pile_nothing_more_happens():
    match = scene(controller=1, zone="discard")
    player, deck, before = match.state.players[1], list(match.state.players[1].deck), shuffles(match, 1)
    acquire(match)
    assert player.deck == deck
    assert not player.hand
    assert not player.discard
    assert shuffles(match, 1) == before


@rule("DP-CITY.7", "DP-HC.17")
def test_the_replacement_comes_out_of_a_shuffled_discard_pile_when_the_deck_is_empty():
    match = scene(controller=1, zone="hand")
    player = match.state.players[1]
    player.deck, player.discard = [], player.deck
    acquire(match)
    assert len(player.hand) == 1
    assert len(player.deck) == 9
    match = scene(controller=1, zone="hand")
    match.state.players[1].deck = []
    destroy_missing_cards(match)
    acquire(match)
    assert not match.state.players[1].hand


@rule("DP-HC.17")
def test_the_zone_is_announced_and_what_was_drawn_only_to_its_owner():
    match = scene(controller=1, zone="hand")
    assert_sound(match)
    events = match.apply(0, AcquireTarget("atlanta"))
    left = [(event.to, event.body) for event in events if event.body.kind == "card_left"]
    assert left == [(None, CardLeft(1, "atlanta", "hand"))]
    assert [event.to for event in events if event.body.kind == "drew_cards"] == [(1,)]
    assert [event.to for event in events if event.body.kind == "drew_hidden"] == [None]


@rule("DP-HC.17")
def test_a_card_that_got_to_a_third_player_is_taken_from_there():
    match = scene(controller=1)
    hold(match, 2, "atlanta", zone="hand")
    hand, deck = len(match.state.players[1].hand), list(match.state.players[1].deck)
    acquire(match)
    assert places_of_card(match, "atlanta") == ["discard 0"]
    assert len(match.state.players[2].hand) == 1
    assert (len(match.state.players[1].hand), match.state.players[1].deck) == (hand, deck)
    assert match.state.players[1].vp == 0


@rule("DP-CITY.10")
def test_a_city_of_ones_own_cannot_be_acquired_again():
    match = scene(controller=0)
    assert refused(match, AcquireTarget("atlanta"))
    match = scene(controller=1)
    assert AcquireTarget("atlanta") in offers(match)


@rule("DP-CITY.10")
def test_a_city_of_ones_own_cannot_be_acquired_by_an_effect_either():
    match = scene(controller=0)
    match.state.agents["monday"].city = "atlanta"
    assert refused(match, action_card(match, {"op": "acquire", "what": "city", "here": True}))


@rule("DP-CITY.11", "DP-CITY.12", "DP-HC.19")
def test_a_destroyed_city_card_goes_back_to_area_e_and_the_city_stays_controlled():
    match = scene(controller=0, zone="hand")
    use = action_card(match, {"op": "vp", "amount": 1}, {"op": "purge"})
    act(match, use)
    choose(match, "atlanta")
    assert places_of_card(match, "atlanta") == ["area e"]
    assert match.state.places["atlanta"].controller == 0
    assert match.state.players[0].vp == 5
    assert match.state.players[0].controls == 11
    match = scene(controller=1)
    fetch(match, "atlanta")
    match.state.area_e.append("atlanta")
    deck = list(match.state.players[1].deck)
    acquire(match)
    assert places_of_card(match, "atlanta") == ["discard 0"]
    assert match.state.players[1].deck == deck
    assert match.state.players[1].vp == 0


@rule("DP-CITY.13")
def test_agents_stay_where_they_are_when_control_changes():
    match = scene(controller=1)
    mark(match, 0, "atlanta", 2)
    match.state.agents["tuesday"].city = "atlanta"
    match.state.agents["deep_one_1"] = Piece(-1, "atlanta")
    agents = repr(match.state.agents)
    acquire(match)
    assert match.state.places["atlanta"].controller == 0
    assert repr(match.state.agents) == agents


@rule("DP-CITY.14", "DP-CITY.3")
def test_city_points_are_on_the_track_and_not_scored_again():
    match = scene(4)
    for seat, name in enumerate(("investigator", "cultist", "ex_cultist")):
        set_allegiance(match, seat, name)
    match.state.players[0].vp = 26
    acquire(match)
    assert match.over
    scores = match.state.scores[0]
    assert scores["vp"] == 30
    assert sum(scores.values()) == 30 + 3  # the hidden allegiance card scores 3


@rule("DP-HC.58")
def test_without_a_free_control_marker_no_city_can_be_acquired():
    for controls in (0, 1):
        match = scene()
        leave_controls(match, 0, controls, "atlanta")
        match.state.agents["monday"].city = "atlanta"
        use = action_card(match, {"op": "acquire", "what": "city", "here": True})
        assert ({AcquireTarget("atlanta"), use} <= set(offers(match))) == bool(controls)


@rule("DP-CITY.5", "DP-CITY.3")
def test_control_and_points_come_before_the_effects_of_the_card():
    match = scene()
    asset(match, "atlanta", [power({"op": "vp", "amount": {"count": "cities"}}, timing="acquired")], sanity=True)
    events = acquire(match)
    assert kinds_of(events, "control_changed", "vp", "took_token") == ["control_changed", "vp", "vp", "took_token"]
    assert match.state.players[0].vp == 5
