"""Sections 31.2 and 31.4 of RULES.md: the player's own turn against a Great Old One and its cultists."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import agent, control, fill_bag, lay, mark, show, stand
from rules.dark_providence.state.actions import AcquireTarget, Choose, EndTurn, PlaceInfluence, Strike, WorkGate
from tests.dark_providence.made_up_cards import (
    action_card,
    bonus_card,
    choices,
    choose,
    give,
    icons,
    marker,
    places_of_card,
)
from tests.dark_providence.solo_scenes import (
    card,
    cultist_city,
    cultist_state,
    failed,
    old_one,
    scene,
    take,
    whole_turn,
)
from tests.dark_providence.table import act, begin_turn, destroy_missing_cards, offers, pay, refused
from tests.game_helpers import kinds_of, of_kinds, rule

STRIKE = {"op": "assassinate", "any_agent": True}


def can(match, target):
    return AcquireTarget(target) in offers(match)


# -- course of play -------------------------------------------------------------------------------------------


@rule("DP-SOLO.18", "DP-GEN.6")
def test_player_and_great_old_one_alternate():
    match = scene()
    for _ in range(3):
        events = whole_turn(match)
        assert kinds_of(events, "control_drawn", "turn_began") == ["control_drawn", "turn_began"]
    assert match.state.turns == 4


@rule("DP-SOLO.19")
def test_the_player_has_two_actions_and_draws_up_to_five_cards():
    match = scene()
    icons(match, 0, "influence", 2)
    assert match.state.turn.actions == 2
    act(match, PlaceInfluence("boston"))
    pay(match, "influence_0")
    assert match.state.turn.actions == 1
    assert match.state.marks["boston"] == [2, 0, 0]
    act(match, EndTurn())
    assert len(match.state.players[0].hand) == 5


@rule("DP-SOLO.20", "DP-HC.87")
def test_the_part_about_other_hands_is_ignored_and_the_rest_done():
    match = scene()
    use = action_card(match, {"op": "rivals_discard", "count": 2}, {"op": "vp", "amount": 2})
    before = list(match.state.players[0].hand)
    events = act(match, use)
    assert match.state.players[0].vp == 2
    assert not of_kinds(events, "discarded")
    assert set(before) - {"tool"} <= set(match.state.players[0].hand)
    only = action_card(match, {"op": "rivals_discard"}, card="void")
    assert refused(match, only)


@rule("DP-SOLO.20", "DP-HC.87")
def test_there_is_no_allegiance_to_peek_at():
    match = scene()
    assert refused(match, action_card(match, {"op": "peek"}))


@rule("DP-SOLO.25", "DP-GEN.8", "DP-HC.87")
def test_the_great_old_one_is_the_other_player_who_loses_vp():
    match = scene()
    act(match, action_card(match, {"op": "rival_vp", "amount": 2}))
    assert (old_one(match).vp, match.state.players[0].vp) == (4, 0)


@rule("DP-SOLO.25", "DP-HC.87")
def test_the_cultists_markers_can_be_driven_off():
    match = scene()
    mark(match, 1, "boston", 3)
    mark(match, 2, "boston", 1)
    act(match, action_card(match, {"op": "drive_off", "count": 2}))
    assert set(choices(match)) == {"boston/1", "boston/2"}
    choose(match, "boston/1")
    assert match.state.marks["boston"] == [0, 1, 1]
    assert cultist_state(match, 1).supply == 18


@rule("DP-SOLO.25", "DP-HC.87")
def test_cthulhu_takes_a_city_from_a_cultist():
    match = scene()
    control(match, 2, "boston")
    vp = old_one(match).vp
    act(match, action_card(match, {"op": "cthulhu"}))
    choose(match, "boston")
    assert match.state.places["boston"].controller == -1
    assert (old_one(match).vp, cultist_state(match, 2).controls) == (vp - 4, 12)
    assert places_of_card(match, "boston") == ["area e"]


@rule("DP-SOLO.21", "DP-SOLO.22", "DP-HC.20")
def test_the_mythos_row_slides_and_is_filled_only_when_empty():
    match = scene()
    show(match, "silver_key", "shoggoth")
    mark(match, 0, "silver_key", 1)
    act(match, AcquireTarget("silver_key"))
    assert match.state.row == ["shoggoth"]
    mark(match, 0, "shoggoth", 1)
    begin_turn(match, 0)
    coming = match.state.mythos_deck[0]
    events = act(match, AcquireTarget("shoggoth"))
    assert match.state.row == [coming]
    assert [body.card for body in of_kinds(events, "row_grew")] == [coming]


@rule("DP-SOLO.21", "DP-SOLO.22")
def test_an_acquisition_by_an_effect_refills_an_empty_row_too():
    match = scene()
    show(match, "silver_key")
    coming = match.state.mythos_deck[0]
    act(match, action_card(match, {"op": "acquire", "what": "mythos"}))
    if offers(match, Choose):
        choose(match, "silver_key")
    assert match.state.players[0].mythos == ["silver_key"]
    assert match.state.row == [coming]


@rule("DP-SOLO.22", "DP-LIMIT.3")
def test_with_an_empty_mythos_deck_the_row_stays_empty():
    match = scene()
    show(match, "silver_key")
    match.state.mythos_deck.clear()
    destroy_missing_cards(match)
    mark(match, 0, "silver_key", 1)
    act(match, AcquireTarget("silver_key"))
    assert match.state.row == []


@rule("DP-SOLO.24")
def test_a_stack_the_player_empties_adds_a_mythos_card():
    match = scene()
    lay(match, "boston", "tommy_guns")
    mark(match, 0, "tommy_guns", 1)
    act(match, AcquireTarget("tommy_guns"))
    assert (len(match.state.row), match.state.ritual) == (3, 2)


@rule("DP-SOLO.24")
def test_a_stack_a_cultist_empties_adds_a_mythos_card():
    match = scene()
    lay(match, "boston", "tommy_guns")
    mark(match, 1, "tommy_guns", 1)
    take(match, 1, "asset")
    assert (len(match.state.row), match.state.ritual) == (3, 2)


# -- blocking by hidden cultists ------------------------------------------------------------------------------


@rule("DP-SOLO.42")
def test_cultist_agents_add_no_influence():
    match = scene()
    cultist_state(match, 1).revealed = cultist_state(match, 2).revealed = True
    stand(match, 1, "boston")
    stand(match, 2, "boston")
    mark(match, 0, "boston", 1)
    assert can(match, "boston")
    mark(match, 1, "boston", 1)
    assert not can(match, "boston")


@rule("DP-SOLO.43", "DP-HC.77")
@pytest.mark.parametrize("who", [1, 2])
def test_a_hidden_cultist_blocks_the_city_and_its_asset_and_nothing_else(who):
    match = scene()
    stand(match, who, "boston")
    lay(match, "boston", "tommy_guns")
    lay(match, "detroit", "cover_up")
    for target in ("boston", "tommy_guns", "detroit", "cover_up", "silver_key"):
        mark(match, 0, target, 1)
    assert {offer.target for offer in offers(match, AcquireTarget)} == {"detroit", "cover_up", "silver_key"}
    assert refused(match, AcquireTarget("boston"))
    assert refused(match, AcquireTarget("tommy_guns"))


@rule("DP-SOLO.43", "DP-HC.77")
def test_an_effect_does_not_get_past_a_hidden_cultist():
    match = scene()
    stand(match, 1, "boston")
    lay(match, "boston", "tommy_guns")
    act(match, action_card(match, {"op": "acquire", "what": "asset", "locked": True}))
    assert "tommy_guns" not in choices(match)
    act(match, Choose(choices(match)[0]))
    act(match, action_card(match, {"op": "acquire", "what": "city", "locked": True}, card="second"))
    assert "boston" not in choices(match)
    assert "detroit" in choices(match)


@rule("DP-HC.77")
def test_a_hidden_cultist_leaves_placing_locking_travel_and_gates_free():
    match = scene()
    stand(match, 1, "boston")
    lay(match, "boston", "tommy_guns")
    icons(match, 0, "influence", 1)
    assert {PlaceInfluence("boston"), PlaceInfluence("tommy_guns")} <= set(offers(match))
    act(match, bonus_card(match, {"op": "lock"}))
    choose(match, "place/boston")
    match.state.agents["monday"].city = "boston"
    icons(match, 0, "arcane", 4)
    act(match, action_card(match, {"op": "gate", "face": "close", "any_agent": True}))
    act(match, WorkGate("boston", "close", "monday"))
    assert match.state.places["boston"].gate == "close"


@rule("DP-SOLO.44")
def test_a_revealed_cultist_does_not_block():
    match = scene()
    stand(match, 1, "boston")
    lay(match, "boston", "tommy_guns")
    mark(match, 0, "boston", 1)
    mark(match, 0, "tommy_guns", 1)
    assert not can(match, "boston")
    cultist_state(match, 1).revealed = True
    assert can(match, "boston")
    assert can(match, "tommy_guns")
    stand(match, 2, "boston")
    assert not can(match, "boston")


# -- assassinating a cultist ----------------------------------------------------------------------------------


def beside_a_cultist(force=4):
    """Return a scene where Monday and the first cultist are in Boston, and the action that kills the cultist.

    `force` is the FORCE of the cards in hand.
    """
    match = scene()
    stand(match, 1, "boston")
    match.state.agents["monday"].city = "boston"
    marker(match, "monday")
    icons(match, 0, "force", force)
    return match, action_card(match, STRIKE)


@rule("DP-SOLO.37", "DP-SOLO.38", "DP-SOLO.47", "DP-HC.69")
def test_an_assassinated_cultist_is_revealed_stays_and_costs_three_vp():
    match, use = beside_a_cultist()
    act(match, use)
    events = act(match, Strike("cultist_1", "monday"))
    events += pay(match, "force_0")
    side = old_one(match)
    assert [cultist.revealed for cultist in side.cultists] == [True, False]
    assert side.vp == 3
    assert cultist_city(match, 1) == "boston"
    assert (match.state.players[0].crypt, match.state.players[0].vp, match.state.ending) == ([], 0, [])
    assert [body.who for body in of_kinds(events, "cultist_revealed")] == [1]
    assert kinds_of(events, "assassinated", "cultist_revealed", "vp") == ["assassinated", "cultist_revealed", "vp"]


@rule("DP-SOLO.39", "DP-HC.69")
@pytest.mark.parametrize(("vp", "revealed", "legal"), [(5, False, True), (4, False, False), (12, True, False)])
def test_a_cultist_is_a_victim_only_hidden_and_from_five_vp_of_the_great_old_one(vp, revealed, legal):
    match, use = beside_a_cultist()
    old_one(match).vp = vp
    cultist_state(match, 1).revealed = revealed
    assert (use in offers(match)) == legal


@rule("DP-SOLO.39", "DP-HC.69")
def test_the_force_must_reach_the_control_point():
    match, use = beside_a_cultist(force=3)
    assert use not in offers(match)
    marker(match, "monday", force=1)
    assert use in offers(match)


@rule("DP-SOLO.39", "DP-HC.69")
def test_a_cultist_in_another_city_is_out_of_reach():
    match, use = beside_a_cultist(force=9)
    match.state.agents["monday"].city = "detroit"
    assert refused(match, use)


@rule("DP-SOLO.39", "DP-SOLO.35")
def test_other_cultists_do_not_protect_a_cultist():
    match, use = beside_a_cultist()
    stand(match, 2, "boston")
    act(match, use)
    assert {offer.victim for offer in offers(match, Strike)} == {"cultist_1", "cultist_2"}


@rule("DP-HC.69")
def test_after_the_first_reveal_the_other_is_safe_until_five_vp_again():
    match, use = beside_a_cultist()
    stand(match, 2, "boston")
    act(match, use)
    act(match, Strike("cultist_1", "monday"))
    pay(match, "force_0")
    icons(match, 0, "force", 4)
    again = action_card(match, STRIKE, card="again")
    assert old_one(match).vp == 3
    assert refused(match, again)
    old_one(match).vp = 5
    assert again in offers(match)


@rule("DP-SOLO.47", "DP-HC.87")
def test_a_cultist_revealed_by_a_card_costs_three_vp_too():
    match = scene()
    act(match, action_card(match, {"op": "unmask"}))
    choose(match, "cultist_2")
    assert (cultist_state(match, 2).revealed, old_one(match).vp) == (True, 3)
    act(match, action_card(match, {"op": "unmask"}, card="again"))
    assert (cultist_state(match, 1).revealed, old_one(match).vp) == (True, 0)
    act(match, EndTurn())
    assert refused(match, action_card(match, {"op": "unmask"}, card="void"))


@rule("DP-SOLO.35", "DP-HC.69")
def test_cultists_are_no_agents_to_turn_or_move():
    match = scene()
    agent(match, 0, "wyatt_earp", "boston")
    act(match, action_card(match, {"op": "return_agents", "whose": "any"}))
    assert set(choices(match)) == {"monday", "wyatt_earp"}
    choose(match, "wyatt_earp")
    act(match, action_card(match, {"op": "move"}, card="carriage"))
    assert set(choices(match)) == {"monday", "wyatt_earp"}


@rule("DP-SOLO.43")
def test_what_the_secret_stock_holds_lies_in_no_city_and_is_not_blocked():
    match = scene()
    for who, city in enumerate(("chicago", "boston"), 1):
        stand(match, who, city)
    found = match.state.stock[:2]
    card(match, found[0], agent=None)
    act(match, action_card(match, {"op": "stock", "look": 2}))
    assert found[0] in choices(match)
    choose(match, found[0])
    assert places_of_card(match, found[0]) == ["discard 0"]


@rule("DP-SOLO.31", "DP-SOLO.32")
def test_the_players_tests_are_the_players_own():
    match = scene()
    fill_bag(match, 0, 12)
    act(match, action_card(match, {"op": "sanity"}))
    assert (match.state.players[0].madness, old_one(match).madness) == (1, 0)


@rule("DP-SOLO.25", "DP-ACQ.12")
def test_the_cultists_markers_on_what_the_player_acquires_go_home():
    match = scene()
    lay(match, "boston", "tommy_guns")
    mark(match, 0, "tommy_guns", 3)
    mark(match, 1, "tommy_guns", 2)
    mark(match, 2, "tommy_guns", 2)
    act(match, AcquireTarget("tommy_guns"))
    assert match.state.players[0].limbo == 3
    assert [(cultist_state(match, who).supply, cultist_state(match, who).limbo) for who in (1, 2)] == [(19, 0), (19, 0)]


@rule("DP-SOLO.25", "DP-CITY.2")
def test_the_player_takes_a_city_from_a_cultist():
    match = scene()
    control(match, 1, "boston")
    mark(match, 0, "boston", 2)
    vp = old_one(match).vp
    act(match, AcquireTarget("boston"))
    assert (match.state.places["boston"].controller, match.state.players[0].vp) == (0, 4)
    assert (old_one(match).vp, cultist_state(match, 1).controls) == (vp - 4, 12)


@rule("DP-SOLO.53")
def test_the_player_decides_nothing_but_victims_in_the_great_old_ones_turn():
    match = scene()
    give(match, 0, "tool", {"timing": "bonus", "ways": [[{"op": "vp"}]]})
    events = whole_turn(match)
    assert of_kinds(events, "control_drawn")
    assert match.state.phase == "play"
    assert not failed(events) or of_kinds(events, "travelled")
