"""Section 29 of RULES.md: scoring at the end of the game, and the points of each side."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.agents import kill_agent, lose_agent
from rules.dark_providence.content.component_counts import DEEP_ONE_PIECES
from rules.dark_providence.examples.position_builder import (
    agent,
    control,
    fill_bag,
    gate,
    hold,
    mark,
    own,
    show,
    sides,
    turn,
)
from rules.dark_providence.flow.scoring import scores
from rules.dark_providence.state.actions import AcquireTarget, Choose, EndTurn
from tests.dark_providence.made_up_cards import action_card
from tests.dark_providence.scenes import causes, finish, outcome, scored, vp
from tests.dark_providence.table import act, asset, mythos, set_allegiance
from tests.game_helpers import assert_sound, look, rule

INV, CUL, EXI, EXC = FOUR = ("investigator", "cultist", "ex_investigator", "ex_cultist")
OTHERS = {one: [other for other in FOUR if other != one] for one in FOUR}
DISSENTERS = (EXI, EXC)


def scene(allegiance=INV, seats=3):
    """Return seat 0's turn with this allegiance, before any piece scores for seat 0."""
    match = turn(seats)
    sides(match, allegiance, *OTHERS[allegiance][: seats - 1])
    return match


def points(match, seat=0):
    """Return the seat's points by category, leaving out the hidden allegiance card and the VP track."""
    found = scored(match, seat)
    return {name: value for name, value in found.items() if name not in ("unrevealed", "vp")}


def everything(allegiance):
    """Return a match where seat 0 has pieces that score in every category of every side."""
    match = scene(allegiance)
    state = match.state
    state.investigation, state.ritual = 2, 4
    # a closed gate of value 4, an open gate of value 5, and an agent with 1 pink point
    gate(match, 0, "atlanta", "close")
    gate(match, 0, "saint_louis", "open")
    agent(match, 0, "harry_houdini", "boston")
    agent(match, 0, "moses_fleet", "boston", returned=True)
    # a card with 1 blue point and a card with 1 green point
    hold(match, 0, "danvers_state_hospital", zone="discard")
    own(match, 0, "yog_sothoth")
    state.players[0].crypt = ["wyatt_earp", "gerard_lescaux"]
    hold(match, 0, "deep_ones", zone="deck")
    for number in range(1, DEEP_ONE_PIECES + 1):
        agent(match, 0, f"deep_one_{number}", "boston")
    return match


#: The points that each side scores in the match returned by `everything`.
ALL = {
    INV: {"blue": 1, "track": 2, "gates": 4, "pink": 1},
    CUL: {"blue": 1, "track": 4, "gates": 5, "green": 1, "crypt": 2, "returned": 1, "deep_ones": 8},
    EXI: {"blue": 1, "track": 2, "gates": 9, "crypt": 2},
    EXC: {"blue": 1, "track": 4, "gates": 9, "crypt": 2},
}


@rule("DP-SCORE.12", "DP-SCORE.20", "DP-SCORE.28", "DP-SCORE.11", "DP-SCORE.27", "DP-SCORE.19", "DP-ALLEG.9")
@pytest.mark.parametrize("allegiance", FOUR)
def test_each_side_scores_its_own_things_and_nothing_else(allegiance):
    assert points(everything(allegiance)) == ALL[allegiance]


@rule("DP-SCORE.22", "DP-SCORE.1")
@pytest.mark.parametrize("allegiance", FOUR)
def test_a_card_revealed_otherwise_than_by_the_action_leaves_gates_and_track(allegiance):
    match = everything(allegiance)
    match.state.players[0].revealed = True
    expected = ALL[allegiance] | ({"penalty": -3} if allegiance in DISSENTERS else {})
    found = scored(match, 0)
    assert "unrevealed" not in found
    assert {name: value for name, value in found.items() if name != "vp"} == expected


# -- points for every side ------------------------------------------------------------------------------------


@rule("DP-SCORE.1")
@pytest.mark.parametrize("allegiance", FOUR)
def test_three_vp_for_a_card_that_was_not_revealed(allegiance):
    match = scene(allegiance)
    assert scored(match, 0) == {"unrevealed": 3}


@rule("DP-SCORE.2", "DP-ALLEG.13")
def test_then_everyone_reveals_the_card_for_all_to_see():
    match = scene()
    match.state.players[1].revealed = True
    events = finish(match)
    assert causes(events) == [(0, INV, "end"), (2, EXI, "end")]
    for viewer in (None, 0, 1, 2):
        assert [player.allegiance for player in look(match, viewer).players] == [INV, CUL, EXI]
    assert [row.scores["unrevealed"] for row in outcome(match).rows] == [3, 0, 3]


@rule("DP-SCORE.3", "DP-ALLEG.12")
@pytest.mark.parametrize("allegiance", FOUR)
@pytest.mark.parametrize("zone", ["hand", "deck", "discard"])
def test_blue_vp_of_own_cards_wherever_they_are(allegiance, zone):
    match = scene(allegiance)
    hold(match, 0, asset(match, "treasure", vp=4), zone=zone)
    hold(match, 1, asset(match, "other_treasure", vp=9), zone=zone)
    assert points(match) == {"blue": 4}


@rule("DP-SCORE.3")
@pytest.mark.parametrize("allegiance", FOUR)
def test_blue_vp_of_own_mythos_cards(allegiance):
    match = scene(allegiance)
    own(match, 0, mythos(match, "treasure", vp=2))
    own(match, 1, mythos(match, "other_treasure", vp=9))
    assert points(match) == {"blue": 2}


@rule("DP-SCORE.3", "DP-HC.46")
def test_blue_vp_of_a_card_that_was_used_for_the_last_action():
    match = scene()
    vp(match, 29)
    act(match, action_card(match, {"op": "vp", "amount": 1}, {"op": "peek"}))
    hold(match, 0, asset(match, "treasure", vp=3))
    match.state.players[0].hand.remove("treasure")
    match.state.table["treasure"] = "force"
    assert scores(match, 0)["blue"] == 3
    assert scores(match, 1)["blue"] == 0
    act(match, Choose("1"))
    assert points(match) == {"blue": 3}


@rule("DP-SCORE.3")
def test_cards_that_no_one_acquired_bring_nothing():
    match = scene()
    show(match, "silver_key")
    mark(match, 0, "silver_key", 3)
    assert points(match) == {}


@rule("DP-SCORE.4", "DP-CARD.22")
def test_effects_of_the_end_on_own_mythos_cards():
    match = scene(CUL)
    own(match, 0, mythos(match, "hoard", end=[{"end": "score", "amount": {"count": "mythos", "times": 2}}]))
    own(match, 0, mythos(match, "gift", end=[{"end": "score", "amount": 3}]))
    own(match, 1, mythos(match, "other", end=[{"end": "score", "amount": 9}]))
    assert points(match) == {"end": 2 * 2 + 3}


@rule("DP-SCORE.4")
def test_an_effect_of_the_end_counts_no_more_than_its_most():
    match = scene()
    own(match, 0, "elder_sign")  # this card scores 1 VP for each gate, at most 3 VP
    for name in ("arkham", "boston", "chicago", "detroit"):
        gate(match, 0, name, "open")
    assert points(match) == {"end": 3}


@rule("DP-SCORE.5", "DP-GEN.5")
def test_vp_on_the_track_stay_and_are_not_scored_again():
    match = scene()
    control(match, 0, "atlanta")
    assert scored(match, 0) == {"vp": 4, "unrevealed": 3}


@rule("DP-SCORE.5", "DP-HC.48")
def test_vp_of_cards_scored_in_play_stay_even_when_the_card_goes():
    match = scene()
    control(match, 0, "atlanta")
    show(match, "lost_city")
    mark(match, 0, "lost_city", 1)
    fill_bag(match, 0, 0)
    act(match, AcquireTarget("lost_city"))  # this card scores 1 VP for each city
    assert match.state.players[0].vp == 5
    match.state.players[0].mythos.remove("lost_city")
    match.state.destroyed.append("lost_city")
    act(match, EndTurn())
    assert scored(match, 0) == {"vp": 5, "unrevealed": 3}


@rule("DP-SCORE.7", "DP-HC.46")
def test_pink_and_blue_of_lost_agents_do_not_count():
    match = scene()
    for name in ("harry_houdini", "eliot_ness"):
        agent(match, 0, name, "boston", zone="discard")
    # this agent's blue points are lost together with the agent
    agent(match, 0, "herbert_west", "boston", zone="discard")
    lose_agent(match, "herbert_west")
    kill_agent(match, match.state.players[1].crypt, "eliot_ness")
    assert_sound(match)
    assert points(match) == {"pink": 1}


@rule("DP-SCORE.7", "DP-HC.46")
def test_a_returned_agent_counts_with_the_vp_of_its_card():
    match = scene()
    agent(match, 0, "harry_houdini", "boston", returned=True)
    agent(match, 0, "herbert_west", "boston", returned=True)
    assert points(match) == {"pink": 1, "blue": 1}


# -- investigators --------------------------------------------------------------------------------------------


@rule("DP-SCORE.8", "DP-SCORE.13", "DP-SCORE.23", "DP-SCORE.24", "DP-TRACK.11")
@pytest.mark.parametrize(("allegiance", "value"), [(INV, 7), (EXI, 7), (CUL, 3), (EXC, 3)])
def test_the_track_of_the_own_or_former_side(allegiance, value):
    match = scene(allegiance)
    match.state.investigation, match.state.ritual = 7, 3
    assert points(match) == {"track": value}


@rule("DP-SCORE.8", "DP-TRACK.8")
@pytest.mark.parametrize("space", range(13))
def test_every_space_of_a_track_is_worth_its_number(space):
    match = scene()
    match.state.investigation = space
    assert points(match).get("track", 0) == space


@rule("DP-SCORE.9", "DP-SCORE.15", "DP-SCORE.25", "DP-SCORE.12", "DP-SCORE.19")
@pytest.mark.parametrize(("allegiance", "value"), [(INV, 4 + 3), (CUL, 5), (EXI, 12), (EXC, 12)])
def test_the_gates_that_score_for_a_side(allegiance, value):
    match = scene(allegiance)
    # closed gates of values 4 and 3, and an open gate of value 5
    gate(match, 0, "atlanta", "close")
    gate(match, 0, "chicago", "close")
    gate(match, 0, "charleston", "open")
    gate(match, 1, "washington", "close")
    gate(match, 1, "saint_louis", "open")
    assert points(match) == {"gates": value}


@rule("DP-SCORE.9")
def test_a_gate_scores_for_who_worked_it_and_not_for_who_controls_the_city():
    match = scene()
    gate(match, 1, "atlanta", "close")
    control(match, 0, "atlanta")
    assert points(match) == {}


@rule("DP-SCORE.10")
def test_pink_vp_of_every_recruited_agent_that_bears_them():
    match = scene()
    for name in ("harry_houdini", "eliot_ness", "moses_fleet"):
        agent(match, 0, name, "boston")
    agent(match, 1, "carl_jung", "boston")
    assert points(match) == {"pink": 1 + 3}


@rule("DP-SCORE.11", "DP-SCORE.14", "DP-SCORE.26")
@pytest.mark.parametrize(("allegiance", "value"), [(INV, 0), (CUL, 3), (EXI, 3), (EXC, 3)])
def test_one_vp_for_each_marker_in_the_own_crypt(allegiance, value):
    match = scene(allegiance)
    match.state.players[0].crypt = ["wyatt_earp", "gerard_lescaux", "tuesday"]
    del match.state.agents["tuesday"]
    match.state.players[1].crypt = ["carl_jung"]
    assert points(match).get("crypt", 0) == value


# -- cultists -------------------------------------------------------------------------------------------------


@rule("DP-SCORE.16", "DP-HC.47")
def test_green_vp_of_own_mythos_cards():
    match = scene(CUL)
    for card in ("cthulhu", "hastur", "silver_key"):  # these cards have 5 green points, 1 green point, and 1 blue point
        own(match, 0, card)
    own(match, 1, "yog_sothoth")
    assert points(match) == {"green": 6, "blue": 1}


@rule("DP-SCORE.16", "DP-HC.47")
def test_green_marks_are_on_mythos_cards_only():
    content = scene().content
    assert any(card.green for card in content.mythos.values())
    assert not any(hasattr(card, "green") for card in content.cards.values())


@rule("DP-SCORE.17", "DP-SCORE.21", "DP-HC.46")
def test_one_vp_for_each_returned_agent_the_lead_included():
    match = scene(CUL)
    agent(match, 0, "moses_fleet", "boston", returned=True)
    agent(match, 0, "wyatt_earp", "boston")
    agent(match, 1, "carl_jung", "boston", returned=True)
    match.state.agents["monday"].returned = True
    assert points(match) == {"returned": 2}


@rule("DP-SCORE.18", "DP-HC.49", "DP-CONT.28")
@pytest.mark.parametrize(("pieces", "value"), [(8, 8), (7, 0), (0, 0)])
def test_eight_vp_with_the_deep_ones_card_and_all_eight_in_play(pieces, value):
    match = scene(CUL)
    hold(match, 0, "deep_ones", zone="discard")
    for number in range(1, pieces + 1):
        agent(match, 0, f"deep_one_{number}", "boston")
    assert points(match).get("deep_ones", 0) == value


@rule("DP-SCORE.18", "DP-HC.49")
@pytest.mark.parametrize("holder", [None, 1])
def test_the_deep_ones_bonus_needs_the_card_at_the_end(holder):
    match = scene(CUL)
    for number in range(1, 9):
        agent(match, 0, f"deep_one_{number}", "boston")
    if holder is not None:
        hold(match, holder, "deep_ones", zone="discard")
    assert points(match) == {}
    assert points(match, 1) == {}


# -- dissenters -----------------------------------------------------------------------------------------------


@rule("DP-SCORE.22", "DP-REVEAL.9", "DP-HC.89", "DP-ALLEG.10")
@pytest.mark.parametrize(("allegiance", "penalty"), [(INV, 0), (CUL, 0), (EXI, -3), (EXC, -3)])
def test_only_a_dissenter_pays_for_a_revealed_card(allegiance, penalty):
    match = scene(allegiance)
    match.state.players[0].revealed = True
    assert points(match).get("penalty", 0) == penalty


@rule("DP-SCORE.22", "DP-SCORE.2")
def test_the_reveal_of_final_scoring_costs_a_dissenter_nothing():
    match = scene(EXC)
    assert scored(match, 0) == {"unrevealed": 3}


@rule("DP-SCORE.22", "DP-HC.45")
def test_a_card_text_that_reveals_costs_the_bonus_and_the_penalty_too():
    match = turn()
    sides(match, INV, EXC, CUL)
    act(match, action_card(match, {"op": "unmask"}))
    events = act(match, Choose("1"))
    assert causes(events) == [(1, EXC, "card")]
    assert scored(match, 1) == {"penalty": -3}


@rule("DP-HC.45", "DP-SCORE.1")
def test_a_card_that_was_only_looked_at_is_not_revealed():
    match = turn()
    sides(match, INV, EXC, CUL)
    act(match, action_card(match, {"op": "peek"}))
    act(match, Choose("1"))
    assert scored(match, 1) == {"unrevealed": 3}


@rule("DP-SCORE.23", "DP-SCORE.24")
@pytest.mark.parametrize(("allegiance", "value"), [(EXI, 3), (EXC, 7), (INV, 7), (CUL, 3)])
def test_an_impostor_swaps_the_track_of_a_dissenter_only(allegiance, value):
    match = scene(allegiance)
    match.state.investigation, match.state.ritual = 7, 3
    own(match, 0, "impostor")
    assert points(match) == {"track": value, "blue": 1}


# -- totals ---------------------------------------------------------------------------------------------------


@rule("DP-SCORE.1", "DP-SCORE.6")
def test_a_total_is_the_sum_of_its_categories_and_kept_in_the_state():
    match = everything(CUL)
    vp(match, 11)
    finish(match)
    row = outcome(match).rows[0]
    assert row.total == 11 + 3 + sum(ALL[CUL].values())
    assert match.state.scores[0] == row.scores


@rule("DP-SCORE.6")
@pytest.mark.parametrize("allegiance", FOUR)
def test_after_the_reveal_action_all_but_gates_and_track_still_score(allegiance):
    match = everything(allegiance)
    set_allegiance(match, 0, allegiance, revealed=True)
    match.state.players[0].scored = True
    expected = {name: value for name, value in ALL[allegiance].items() if name not in ("gates", "track")}
    if allegiance in DISSENTERS:
        expected["penalty"] = -3
    assert points(match) == expected


@rule("DP-SCORE.7")
def test_scores_can_be_asked_for_before_the_end_and_change_nothing():
    match = everything(CUL)
    before = match.dump()
    assert {name: value for name, value in scores(match, 0).items() if value} == ALL[CUL] | {"unrevealed": 3}
    assert match.dump() == before
