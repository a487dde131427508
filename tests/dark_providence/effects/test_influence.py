"""Operations on influence, locks and other players' points: rival_vp, influence, recover, drive_off, acquire, stock."""

from __future__ import annotations

from rules.dark_providence.content.records import Agent, Side
from rules.dark_providence.examples.position_builder import (
    agent,
    control,
    fetch,
    fill_bag,
    lay,
    leave,
    mark,
    own,
    show,
    turn,
)
from rules.dark_providence.state.actions import Choose, Done, TakeBack
from tests.dark_providence.made_up_cards import SANE, action_card, choices, choose, city, places_of_card, power, primary
from tests.dark_providence.table import act, destroy_missing_cards, done, mythos, offers, refused
from tests.game_helpers import assert_sound, kinds_of, of_kinds, rule


def player(match, seat=0):
    return match.state.players[seat]


def scene(*ops, seats=3, **options):
    """Return a turn with a face-up asset and a mythos card, and the action of a made-up card with these operations."""
    match = turn(seats, **options)
    for place in match.state.places.values():
        place.stack = []
    destroy_missing_cards(match)
    lay(match, "atlanta", "tommy_guns", "cover_up")
    show(match, "silver_key")
    destroy_missing_cards(match)
    return match, action_card(match, *ops)


# -- rival_vp -------------------------------------------------------------------------------------------------------


def test_another_player_of_choice_loses_vp_even_below_nought():
    match, use = scene({"op": "rival_vp", "amount": 2})
    player(match, 2).vp = 1
    act(match, use)
    assert offers(match) == [Choose("1"), Choose("2")]  # the effect is mandatory, and a player can't choose themselves
    choose(match, "2")
    assert [other.vp for other in match.state.players] == [0, 0, -1]


def test_the_only_rival_is_not_asked_for_and_alone_it_is_the_great_old_one():
    match, use = scene({"op": "rival_vp"}, seats=2)
    act(match, use)
    assert player(match, 1).vp == -1
    match, use = scene({"op": "rival_vp", "amount": 2}, seats=1)
    old_one = match.state.old_one
    assert old_one is not None
    before = old_one.vp
    act(match, use)
    assert old_one.vp == before - 2
    assert player(match).vp == 0


# -- influence ------------------------------------------------------------------------------------------------------


@rule("DP-PLACE.2", "DP-GEN.4")
def test_all_markers_of_an_effect_go_to_one_target_as_far_as_the_supply_goes():
    for supply, placed in ((6, 3), (2, 2)):
        match, use = scene({"op": "influence", "count": 3})
        leave(match, 0, supply=supply)
        act(match, use)
        assert set(choices(match)) == {*match.state.places, "tommy_guns", "silver_key"}
        assert Done() not in offers(match)
        choose(match, "boston")
        assert match.state.marks == {"boston": [placed, 0, 0]}
        assert player(match).supply == supply - placed
        assert match.state.turn.actions == 1


def test_an_effect_may_name_the_kind_of_target():
    for at, targets in (("asset", {"tommy_guns": [1, 0, 0]}), ("mythos", {"silver_key": [1, 0, 0]})):
        match, use = scene({"op": "influence", "at": at})
        act(match, use)
        assert match.state.marks == targets
    match, use = scene({"op": "influence", "at": "city"})
    act(match, use)
    assert set(choices(match)) == set(match.state.places)


def test_without_supply_or_target_there_is_nothing_to_place():
    match, use = scene({"op": "influence"})
    leave(match, 0, supply=0)
    assert refused(match, use)
    match, use = scene({"op": "influence", "at": "mythos"})
    show(match)
    assert refused(match, use)


def test_no_effect_places_where_cthulhu_is():
    match, use = scene({"op": "influence", "at": "asset"})
    match.state.cthulhu = "atlanta"
    assert refused(match, use)
    match, use = scene({"op": "influence", "at": "city"})
    match.state.cthulhu = "atlanta"
    act(match, use)
    assert "atlanta" not in choices(match)


# -- recover --------------------------------------------------------------------------------------------------------


@rule("DP-RECOVER.4")
def test_an_effect_recovers_markers_of_choice_and_all_when_there_are_few():
    match, use = scene({"op": "recover", "count": 2}, {"op": "vp"})
    assert refused(match, action_card(match, {"op": "recover"}, card="other"))
    mark(match, 0, "boston", 1)
    mark(match, 0, "silver_key", 2)
    act(match, use)
    act(match, TakeBack("silver_key", 2))
    assert match.state.marks == {"boston": [1, 0, 0]}
    assert player(match).vp == 1
    act(match, action_card(match, {"op": "recover", "count": 2}, card="other"))
    assert match.state.marks == {}
    assert player(match).supply == 6


# -- drive_off ------------------------------------------------------------------------------------------------------


@rule("DP-GEN.4")
def test_markers_of_one_other_player_on_one_target_go_home_not_to_limbo():
    match, use = scene({"op": "drive_off", "count": 2}, {"op": "vp"})
    mark(match, 0, "boston", 1)
    mark(match, 1, "boston", 3)
    mark(match, 2, "boston", 1)
    mark(match, 2, "silver_key", 1)
    supplies = [other.supply for other in match.state.players]
    act(match, use)
    assert offers(match) == [Choose("boston/1"), Choose("boston/2"), Choose("silver_key/2"), Done()]
    events = choose(match, "boston/1")
    assert match.state.marks == {"boston": [1, 1, 1], "silver_key": [0, 0, 1]}
    assert [other.supply for other in match.state.players] == [supplies[0], supplies[1] + 2, supplies[2]]
    assert of_kinds(events, "drove_off")[0].count == 2
    assert player(match).vp == 1


def test_driving_off_fewer_than_allowed_declining_and_nothing_to_drive_off():
    match, use = scene({"op": "drive_off", "count": 3})
    mark(match, 2, "silver_key", 1)
    act(match, use)
    assert match.state.marks == {}  # this is the card's only effect, so it is applied automatically
    match, use = scene({"op": "vp"}, {"op": "drive_off"})
    mark(match, 2, "silver_key", 1)
    act(match, use)
    done(match)
    assert match.state.marks == {"silver_key": [0, 0, 1]}
    match, use = scene({"op": "drive_off"})
    mark(match, 0, "silver_key", 1)
    assert refused(match, use)


def test_alone_the_markers_of_cultists_are_driven_off():
    match, use = scene({"op": "drive_off", "count": 2}, seats=1)
    match.state.marks = {}
    mark(match, 2, "boston", 3)
    old_one = match.state.old_one
    assert old_one is not None
    supply = old_one.cultists[1].supply
    act(match, use)
    assert match.state.marks == {"boston": [0, 0, 1]}
    assert old_one.cultists[1].supply == supply + 2


# -- acquire --------------------------------------------------------------------------------------------------------


def test_an_effect_acquires_only_the_kind_it_names():
    for what, found in (("mythos", ["mythos 0"]), ("asset", ["discard 0"])):
        match, use = scene({"op": "acquire", "what": what})
        act(match, use)
        assert places_of_card(match, "silver_key" if what == "mythos" else "tommy_guns") == found
        assert match.state.turn.actions == 1


def test_here_and_most_bound_cities_and_assets_by_the_city_they_lie_in():
    for more, open_ in (({"here": True}, False), ({"most": 3}, False), ({"most": 4}, True), ({}, True)):
        match, use = scene({"op": "acquire", "what": "asset", **more})
        city(match, "atlanta", control=4)
        assert refused(match, use) != open_
    match, use = scene({"op": "acquire", "what": "asset", "here": True})
    agent(match, 0, "moses_fleet", "atlanta")
    assert not refused(match, use)


def test_most_may_count_on_the_table():
    for agents, open_ in ((1, False), (2, True)):
        match, use = scene({"op": "acquire", "what": "city", "here": True, "most": {"count": "agents"}})
        city(match, "arkham", control=2)
        if agents == 2:
            agent(match, 0, "moses_fleet", "arkham")
        assert refused(match, use) != open_


def test_own_locked_and_sealed_cities_are_not_acquired_by_an_effect():
    match, _ = scene({"op": "vp"})
    match.state.cthulhu = "boston"
    match.state.locks = ["chicago"]
    control(match, 0, "detroit")
    control(match, 1, "atlanta")
    act(match, action_card(match, {"op": "vp"}, {"op": "acquire", "what": "city"}))
    assert set(choices(match)) == set(match.state.places) - {"boston", "chicago", "detroit"}
    done(match)


@rule("DP-CARD.20")
def test_an_acquisition_by_an_effect_is_the_first_card_of_the_turn_as_well():
    match, use = scene({"op": "acquire", "what": "mythos"})
    own(match, 0, mythos(match, "idol", ongoing=["second_wind"]))
    act(match, use)
    assert match.state.turn.actions == 2


# -- stock ----------------------------------------------------------------------------------------------------------


def searching(*stock, look=2, before=()):
    """Return a turn with these cards in the secret stock, and the action that looks at some of them."""
    match, use = scene(*before, {"op": "stock", "look": look})
    for card in stock:
        fetch(match, card)
    match.state.stock = list(stock)
    destroy_missing_cards(match)
    return match, use


def test_one_of_the_cards_found_is_acquired_and_the_others_go_back():
    match, use = searching("fbi", "dynamite", "exorcism", "cover_up")
    events = act(match, use)
    assert offers(match) == [Choose("dynamite"), Choose("fbi"), Done()]
    assert of_kinds(events, "searched_stock")[0].count == 2
    choose(match, "dynamite")
    assert places_of_card(match, "dynamite") == ["discard 0"]
    assert sorted(match.state.stock) == ["cover_up", "exorcism", "fbi"]


def test_what_was_found_is_told_to_the_searcher_alone():
    match, use = searching("fbi", "dynamite", "exorcism")
    assert_sound(match)
    events = match.apply(0, use)
    assert [event.to for event in events if event.body.kind == "saw_stock"] == [(0,)]


@rule("DP-ACQ.17", "DP-ACQ.19")
def test_a_card_of_the_stock_has_its_on_acquire_effect_and_sanity_test():
    match, use = searching("fbi")
    primary(match, "fbi", power({"op": "vp", "amount": 2}, timing="acquired"), sanity=True)
    fill_bag(match, *SANE)
    act(match, use)
    events = choose(match, "fbi")
    assert (player(match).vp, player(match).sane) == (2, 1)
    assert kinds_of(events, "vp", "took_token") == ["vp", "took_token"]
    assert match.state.ritual == 0  # an empty stock doesn't move the ritual; only an empty stack of a city does
    assert match.state.stock == []


def test_nothing_need_be_taken_and_the_stock_is_shuffled():
    match, use = searching("fbi", "dynamite", "exorcism", "corruption", "seance", "coup")
    before = match.chance.state.uses.get("stock", 0)
    act(match, use)
    done(match)
    assert sorted(match.state.stock) == sorted(["fbi", "dynamite", "exorcism", "corruption", "seance", "coup"])
    assert match.chance.state.uses["stock"] == before + 1
    assert player(match).discard == ["tool"]


@rule("DP-HC.16", "DP-GEN.4")
def test_fewer_cards_than_looked_for_no_agent_for_six_and_an_empty_stock():
    match, use = searching("seer", "fbi", look=4)
    primary(match, "seer", agent=Agent(original=Side(), returned=Side()))
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness", "moses_fleet"):
        agent(match, 0, name, "detroit")
    match.state.stock = ["seer", "fbi"]
    destroy_missing_cards(match)
    act(match, use)
    assert offers(match) == [Choose("fbi"), Done()]
    match, use = searching()
    assert refused(match, use)
