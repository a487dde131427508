"""Section 4 of RULES.md: the layout of the boards."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.piece_placement import lock
from rules.dark_providence.examples.position_builder import agent, control, hold, lay, mark, show, turn
from rules.dark_providence.flow.scoring import scores
from rules.dark_providence.state.actions import (
    AcquireTarget,
    Choose,
    EndTurn,
    GoTo,
    PlaceInfluence,
    RecoverInfluence,
    Strike,
    Travel,
    UseCard,
    WorkGate,
)
from tests.dark_providence.made_up_cards import give, power
from tests.dark_providence.table import act, begin_turn, destroy_missing_cards, new, offers, set_allegiance
from tests.game_helpers import look, rule


def city_of(match, name, viewer=None):
    """Return a city as this viewer sees it."""
    return next(city for city in look(match, viewer).cities if city.id == name)


# -- the game board -------------------------------------------------------------------------------------------


@rule("DP-BOARD.1")
def test_twelve_cities_have_a_spot_for_primary_assets_each():
    view = look(new(3))
    assert len(view.cities) == 12
    assert all(city.asset and city.stack == 3 for city in view.cities)
    assert "rlyeh" not in {city.id for city in view.cities}


@rule("DP-BOARD.2")
def test_the_contents_of_city_cards_are_public_for_any_owner():
    match = turn(3)
    hold(match, 1, "boston")
    assert [city_of(match, "boston", viewer).card_owner for viewer in (None, 0, 2)] == [1, 1, 1]
    assert "detroit" in look(match, 2).area_e
    assert match.content.city_cards["boston"].icons == {"influence": 2, "recover": 2}


@rule("DP-BOARD.3", "DP-LOCK.4")
def test_a_city_space_holds_influence_agents_and_at_most_one_lock():
    match = turn(3)
    mark(match, 0, "boston", 2)
    mark(match, 1, "boston", 1)
    agent(match, 2, "wyatt_earp", "boston")
    match.state.locks.append("boston")
    city = city_of(match, "boston")
    assert (city.marks, city.agents, city.lock) == ([2, 1, 0], ["tuesday", "wyatt_earp"], True)
    give(match, 0, "key", power({"op": "lock"}))
    act(match, UseCard("key"))
    assert Choose("place/boston") not in offers(match)
    assert Choose("remove/boston") in offers(match)
    assert not lock(match, 1, "boston")
    assert match.state.locks == ["boston"]


@rule("DP-BOARD.4", "DP-BOARD.5")
def test_one_player_at_most_controls_a_city_and_its_vp_come_and_go_with_control():
    match = turn(3)
    control(match, 1, "chicago")
    assert match.state.players[1].vp == 5
    mark(match, 0, "chicago", 1)
    act(match, AcquireTarget("chicago"))
    assert city_of(match, "chicago").controller == 0
    assert [player.vp for player in match.state.players] == [5, 0, 0]
    assert [player.controls for player in match.state.players] == [11, 12, 12]


@rule("DP-BOARD.5")
@pytest.mark.parametrize(("city", "needed"), [("charleston", 3), ("atlanta", 4), ("chicago", 5)])
def test_the_control_point_is_the_force_needed_in_the_city(city, needed):
    for force in (needed - 1, needed):
        match = turn(3)
        agent(match, 0, "alice_ochs", city)
        agent(match, 1, "gerard_lescaux", city)
        give(match, 0, "knife", power({"op": "assassinate", "any_agent": True}))
        give(match, 0, "thugs", force=force)
        assert (UseCard("knife") in offers(match)) == (force == needed)


@rule("DP-BOARD.6", "DP-GATE.22")
@pytest.mark.parametrize("face", ["open", "close"])
def test_a_gate_is_worked_once_in_the_game(face):
    match = turn(3)
    match.state.agents["monday"].city = "chicago"
    for number in (1, 2):
        give(match, 0, f"rite_{number}", power({"op": "gate", "face": "either", "any_agent": True}))
    give(match, 0, "book_1", arcane=9)
    match.state.bag, match.state.spent = [6, 0], [0, 12]
    act(match, UseCard("rite_1"))
    act(match, WorkGate("chicago", face, "monday"))
    give(match, 0, "book_2", arcane=9)
    assert city_of(match, "chicago").gate_face == face
    assert UseCard("rite_2") not in offers(match)
    match.state.agents["monday"].city = "detroit"
    assert UseCard("rite_2") in offers(match)


@rule("DP-BOARD.7")
@pytest.mark.parametrize(("city", "value"), [("chicago", 3), ("atlanta", 4), ("saint_louis", 5)])
def test_the_value_of_a_gate_is_the_arcane_it_needs_and_its_vp(city, value):
    for arcane in (value - 1, value):
        match = turn(3)
        set_allegiance(match, 0, "investigator")
        match.state.agents["monday"].city = city
        give(match, 0, "rite", power({"op": "gate", "face": "close", "any_agent": True}))
        give(match, 0, "book", arcane=arcane)
        assert (UseCard("rite") in offers(match)) == (arcane == value)
    act(match, UseCard("rite"))
    act(match, WorkGate(city, "close", "monday"))
    assert scores(match, 0)["gates"] == value
    assert match.state.players[0].vp == 0


@rule("DP-BOARD.8", "DP-PLACE.9")
def test_influence_for_an_asset_lies_on_the_face_up_card_of_the_stack():
    match = turn(3)
    lay(match, "boston", "seance", "exorcism", "tommy_guns")
    give(match, 0, "card", influence=1)
    found = {offer.target for offer in offers(match, PlaceInfluence)}
    assert "seance" in found
    assert not {"exorcism", "tommy_guns"} & found
    act(match, PlaceInfluence("seance"))
    city = city_of(match, "boston")
    assert (city.asset, city.stack, city.asset_marks, city.marks) == ("seance", 3, [1, 0, 0], [0, 0, 0])


@rule("DP-BOARD.9", "DP-ASSET.8", "DP-ASSET.9")
def test_when_a_stack_runs_out_its_effect_happens_at_once():
    match = turn(3)
    lay(match, "boston", "tommy_guns")
    mark(match, 0, "tommy_guns", 1)
    row = list(match.state.row)
    coming = match.state.mythos_deck[0]
    act(match, AcquireTarget("tommy_guns"))
    assert (match.state.ritual, match.state.row) == (2, [*row, coming])
    assert (city_of(match, "boston").asset, city_of(match, "boston").stack) == ("", 0)
    assert match.decisions()[0].prompt.key == "turn"


@rule("DP-BOARD.10", "DP-TRAVEL.2")
@pytest.mark.parametrize(("city", "cost"), [("boston", 1), ("new_york", 3), ("pittsburgh", 6)])
def test_every_route_on_the_way_costs_wealth(city, cost):
    for wealth in (cost - 1, cost):
        match = turn(3)
        if wealth:
            give(match, 0, "purse", wealth=wealth)
        reached = set()
        if offers(match, Travel):
            act(match, Travel("monday"))
            reached = {offer.city for offer in offers(match, GoTo)}
        assert (city in reached) == (wealth == cost)


@rule("DP-BOARD.11")
def test_cities_joined_by_a_route_are_adjacent_from_both_ends():
    for here, there in (("arkham", "boston"), ("boston", "arkham")):
        match = turn(3)
        match.state.agents["monday"].city = here
        give(match, 0, "walk", power({"op": "move"}))
        act(match, UseCard("walk"))
        if here == "boston":  # the only road from Arkham leads to Boston, so the destination is chosen automatically
            act(match, Choose(there))
        assert match.state.agents["monday"].city == there
    match = turn(3)
    match.state.agents["monday"].city = "atlanta"
    give(match, 0, "walk", power({"op": "move"}))
    act(match, UseCard("walk"))
    assert {offer.option for offer in offers(match)} == {"charleston", "new_orleans", "indianapolis", "saint_louis"}


# -- the scoring board ----------------------------------------------------------------------------------------


@rule("DP-BOARD.12", "DP-BOARD.13", "DP-BOARD.14")
def test_vp_and_both_tracks_are_there_for_all_to_see():
    match = turn(3)
    match.state.players[1].vp, match.state.investigation, match.state.ritual = 7, 3, 5
    view = look(match)
    assert ([player.vp for player in view.players], view.investigation, view.ritual) == ([0, 7, 0], 3, 5)
    set_allegiance(match, 0, "investigator")
    set_allegiance(match, 1, "cultist")
    assert (scores(match, 0)["track"], scores(match, 1)["track"]) == (3, 5)


@rule("DP-BOARD.15")
def test_the_mythos_row_lies_open_and_the_deck_does_not():
    match = turn(3)
    view = look(match, 0)
    assert [card.id for card in view.row] == match.state.row
    assert view.mythos_deck == 21
    unseen = {f'"{card}"' for card in match.state.mythos_deck}
    assert not [card for card in unseen if f"{card}," in view.model_dump_json() or f"{card}]" in view.model_dump_json()]


@rule("DP-BOARD.16", "DP-CARD.4", "DP-CITY.5")
def test_city_cards_no_one_owns_are_taken_from_area_e():
    match = turn(3)
    assert "chicago" in match.state.area_e
    mark(match, 0, "chicago", 1)
    act(match, AcquireTarget("chicago"))
    assert "chicago" not in match.state.area_e
    assert match.state.players[0].discard == ["chicago"]


@rule("DP-BOARD.17")
def test_the_secret_stock_is_out_of_play_until_an_effect_searches_it():
    match = turn(3)
    card = "tommy_guns"
    lay(match, "boston", card)
    lay(match, "boston", "seance", "exorcism")
    assert card in match.state.stock
    give(match, 0, "markers", influence=1)
    assert card not in {offer.target for offer in offers(match, PlaceInfluence)}
    match.state.stock = [card]
    destroy_missing_cards(match)
    match.state.destroyed += []
    give(match, 0, "map", power({"op": "stock", "look": 3}))
    act(match, UseCard("map"))
    act(match, Choose(card))
    assert card in match.state.players[0].discard
    assert match.state.stock == []


@rule("DP-BOARD.18", "DP-ACQ.11")
def test_markers_spent_stay_in_limbo_until_they_are_recovered():
    match = turn(3)
    mark(match, 0, "chicago", 4)
    act(match, AcquireTarget("chicago"))
    player = match.state.players[0]
    assert (player.limbo, player.supply) == (4, 2)
    act(match, EndTurn())
    begin_turn(match, 0)
    assert player.limbo == 4
    give(match, 0, "memory", recover=3)
    player.hand = ["memory"]
    destroy_missing_cards(match)
    act(match, RecoverInfluence())
    assert (player.limbo, player.supply) == (1, 5)


# -- the player board -----------------------------------------------------------------------------------------


@rule("DP-BOARD.19")
def test_a_player_board_has_a_deck_and_a_discard_pile():
    match = turn(3)
    give(match, 0, "card", influence=1)
    act(match, PlaceInfluence("boston"))
    player = look(match, 1).players[0]
    assert (player.deck_count, player.discard_count, player.discard) == (10, 1, ["card"])


@rule("DP-BOARD.20")
@pytest.mark.parametrize(("bag", "found"), [([6, 0], (1, 0)), ([0, 12], (0, 1))])
def test_drawn_sanity_tokens_stay_on_the_player_board(bag, found):
    match = turn(3)
    match.state.bag, match.state.spent = bag, [6 - bag[0], 12 - bag[1]]
    give(match, 0, "horror", power({"op": "sanity"}))
    act(match, UseCard("horror"))
    act(match, EndTurn())
    player = look(match, 2).players[0]
    assert (player.sane, player.madness) == found
    assert sum(match.state.bag) == sum(bag)


@rule("DP-BOARD.21")
def test_victims_stay_in_the_crypt_of_their_killer():
    match = turn(3)
    agent(match, 0, "wyatt_earp", "charleston")
    agent(match, 1, "gerard_lescaux", "charleston")
    give(match, 0, "knife", power({"op": "assassinate", "any_agent": True}))
    give(match, 0, "thugs", force=1)
    act(match, UseCard("knife"))
    act(match, Strike("gerard_lescaux", "wyatt_earp"))
    assert [player.crypt for player in look(match).players] == [["gerard_lescaux"], [], []]


@rule("DP-BOARD.22", "DP-MYTHOS.1")
def test_acquired_mythos_cards_lie_open_beside_the_board():
    match = turn(3)
    show(match, "silver_key", "black_goat")
    mark(match, 0, "silver_key", 1)
    act(match, AcquireTarget("silver_key"))
    assert [look(match, viewer).players[0].mythos for viewer in (None, 0, 1)] == [["silver_key"]] * 3
    assert [card.id for card in look(match, 1).row] == ["black_goat"]
