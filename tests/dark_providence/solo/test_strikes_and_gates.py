"""Section 31.10 of RULES.md: cultists assassinate the player's agents and open gates."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import agent, fill_bag, hold, stand
from rules.dark_providence.state.actions import Choose
from tests.dark_providence.made_up_cards import choices, city, marker, places_of_card
from tests.dark_providence.solo_scenes import (
    card,
    control_card,
    cultist_card,
    cultist_city,
    cultist_state,
    failed,
    gate,
    kill,
    old_one,
    scene,
    set_goal,
    whole_turn,
)
from tests.dark_providence.table import act, leave_controls, refused
from tests.game_helpers import kinds_of, of_kinds, rule


def scene_with_victims(*agents, vp=5, at="boston"):
    """Return a scene with the first cultist and these agents of the player in Boston, whose control point is 4.

    The cultist has 1 FORCE on its card and 1 on its marker.
    """
    match = scene()
    stand(match, 1, at)
    match.state.players[0].vp = vp
    for name in agents:
        agent(match, 0, name, at)
        marker(match, name)
    return match


# -- possible victims -----------------------------------------------------------------------------------------


@rule("DP-SOLO.99", "DP-CONT.30")
@pytest.mark.parametrize(("vp", "dies"), [(4, False), (5, True), (20, True)])
def test_only_from_five_vp_of_the_player(vp, dies):
    match = scene_with_victims("wyatt_earp", vp=vp)
    assert failed(kill(match, 1, 9)) != dies
    assert ("wyatt_earp" in match.state.agents) != dies


@rule("DP-SOLO.100")
def test_only_in_the_cultists_own_city():
    match = scene_with_victims("wyatt_earp")
    match.state.agents["wyatt_earp"].city = "detroit"
    assert failed(kill(match, 1, 9))
    assert cultist_city(match, 1) == "new_york"


@rule("DP-SOLO.102", "DP-HC.83")
@pytest.mark.parametrize(("force", "dies"), [(1, False), (2, True), (3, True)])
def test_force_of_control_card_cultist_card_and_marker_must_reach_the_control_point(force, dies):
    match = scene_with_victims("wyatt_earp")
    assert failed(kill(match, 1, force)) != dies


@rule("DP-SOLO.102", "DP-HC.83")
def test_the_markers_of_both_cultists_in_the_city_add_up_but_only_the_own_card():
    match = scene_with_victims("wyatt_earp")
    cultist_card(match, 2, force=9, marker=(1, 0))
    assert failed(kill(match, 1, 1))
    stand(match, 1, "boston")
    stand(match, 2, "boston")
    assert not failed(kill(match, 1, 1))


@rule("DP-SOLO.103", "DP-HC.79")
@pytest.mark.parametrize("guard", ["wyatt_earp", "deep_one_1"])
def test_the_lead_agent_is_safe_while_another_agent_is_on_the_board(guard):
    match = scene_with_victims()
    match.state.agents["monday"].city = "boston"
    if guard == "deep_one_1":
        hold(match, 0, "deep_ones", zone="deck")
    agent(match, 0, guard, "detroit")
    assert failed(kill(match, 1, 9))
    assert "monday" in match.state.agents
    assert cultist_city(match, 1) == "new_york"


@rule("DP-SOLO.103", "DP-HC.79")
def test_a_returned_agent_guards_the_lead_agent_too():
    match = scene_with_victims()
    match.state.agents["monday"].city = "boston"
    agent(match, 0, "wyatt_earp", "boston", returned=True)
    assert failed(kill(match, 1, 9))


@rule("DP-SOLO.103")
def test_the_only_agent_is_the_lead_agent_and_can_die():
    match = scene_with_victims()
    match.state.agents["monday"].city = "boston"
    assert not failed(kill(match, 1, 9))
    assert "monday" not in match.state.agents


@rule("DP-SOLO.104", "DP-HC.79")
def test_houdini_and_returned_agents_are_no_victims():
    match = scene_with_victims("harry_houdini", "wyatt_earp")
    match.state.agents["wyatt_earp"].returned = True
    assert match.content.agents["harry_houdini"].gift == "unkillable"
    assert failed(kill(match, 1, 9))
    assert {"harry_houdini", "wyatt_earp"} <= set(match.state.agents)


@rule("DP-SOLO.104")
def test_a_returned_lead_agent_is_no_victim_either():
    match = scene_with_victims()
    match.state.agents["monday"].city = "boston"
    match.state.agents["monday"].returned = True
    assert failed(kill(match, 1, 9))


@rule("DP-HC.79", "DP-SOLO.105")
def test_a_deep_one_goes_back_to_the_supply_for_one_vp():
    match = scene_with_victims()
    hold(match, 0, "deep_ones", zone="deck")
    agent(match, 0, "deep_one_1", "boston")
    agent(match, 0, "deep_one_2", "boston")
    assert not failed(kill(match, 1, 9))
    assert sum(name.startswith("deep_one_") for name in match.state.agents) == 1
    assert (old_one(match).crypt, old_one(match).vp) == ([], 7)
    assert "deep_ones" in match.state.owners


@rule("DP-HC.79", "DP-HC.49")
def test_deep_ones_of_no_one_are_no_victims():
    match = scene_with_victims()
    agent(match, 0, "deep_one_1", "boston")
    assert failed(kill(match, 1, 9))


@rule("DP-SOLO.101", "DP-DEC.24")
def test_among_several_recruited_agents_the_player_chooses():
    match = scene_with_victims("wyatt_earp", "carl_jung", "harry_houdini")
    match.state.agents["monday"].city = "boston"
    events = kill(match, 1, 2)
    assert not of_kinds(events, "assassinated")
    assert set(choices(match)) == {"wyatt_earp", "carl_jung"}
    assert refused(match, Choose("monday"))
    assert refused(match, Choose("harry_houdini"))
    events = act(match, Choose("carl_jung"))
    assert old_one(match).crypt == ["carl_jung"]
    assert {"wyatt_earp", "monday", "harry_houdini"} <= set(match.state.agents)
    assert of_kinds(events, "turn_began")


@rule("DP-SOLO.101", "DP-SOLO.55")
def test_the_second_cultist_waits_for_the_choice():
    match = scene_with_victims("wyatt_earp", "carl_jung")
    control_card(match, {"do": "assassinate", "force": 9}, {"do": "place", "at": "mythos", "influence": 1})
    assert not of_kinds(whole_turn(match), "placed")
    assert of_kinds(act(match, Choose("wyatt_earp")), "placed")


@rule("DP-DEC.24", "DP-HC.79")
def test_deep_ones_are_one_choice():
    match = scene_with_victims("wyatt_earp")
    hold(match, 0, "deep_ones", zone="deck")
    for name in ("deep_one_1", "deep_one_2"):
        agent(match, 0, name, "boston")
    kill(match, 1, 9)
    assert sorted(choices(match)) == ["deep_one_1", "wyatt_earp"]


# -- consequences ---------------------------------------------------------------------------------------------


@rule("DP-SOLO.105")
def test_the_victim_lies_by_the_great_old_one_for_one_vp():
    match = scene_with_victims("wyatt_earp")
    events = kill(match, 1, 9)
    assert (old_one(match).crypt, old_one(match).vp) == (["wyatt_earp"], 7)
    (dead,) = of_kinds(events, "assassinated")
    assert (dead.seat, dead.actor, dead.victim, dead.owner, dead.city) == (-1, "cultist_1", "wyatt_earp", 0, "boston")
    assert kinds_of(events, "assassinated", "vp", "card_destroyed") == ["assassinated", "vp", "card_destroyed"]
    assert cultist_city(match, 1) == "boston"


@rule("DP-SOLO.107")
@pytest.mark.parametrize(("zone", "drawn", "shuffled"), [("hand", 1, 0), ("deck", 0, 1), ("discard", 0, 0)])
def test_the_victims_card_is_destroyed_wherever_it_is(zone, drawn, shuffled):
    match = scene_with_victims("wyatt_earp")
    hold(match, 0, "wyatt_earp", zone=zone)
    events = kill(match, 1, 9)
    assert places_of_card(match, "wyatt_earp") == ["destroyed"]
    assert [body.count for body in of_kinds(events, "drew_hidden")] == [1] * drawn
    assert len(of_kinds(events, "reshuffled")) == shuffled


@rule("DP-SOLO.107", "DP-CARD.17")
def test_a_destroyed_card_may_react_in_the_great_old_ones_turn():
    from rules.dark_providence.content.effects import Power
    from rules.dark_providence.state.actions import React

    match = scene_with_victims("wyatt_earp")
    gain = {"timing": "reaction", "trigger": "destroyed", "ways": [[{"op": "vp", "amount": 2}]]}
    card(match, "wyatt_earp", powers=[Power.model_validate(gain)])
    events = kill(match, 1, 9)
    assert not of_kinds(events, "turn_began")
    act(match, React())
    assert (match.state.players[0].vp, match.state.phase) == (7, "play")


@rule("DP-SOLO.106", "DP-SOLO.137", "DP-SOLO.141", "DP-SOLO.146", "DP-HC.74")
def test_a_killed_lead_agent_reveals_the_player_and_ends_the_game_after_the_turn():
    match = scene_with_victims()
    match.state.agents["monday"].city = "boston"
    control_card(match, {"do": "assassinate", "force": 9}, {"do": "place", "at": "mythos", "influence": 1})
    events = whole_turn(match)
    assert match.over
    assert (match.state.players[0].revealed, match.state.ending) == (True, ["assassination"])
    kinds = kinds_of(events, "assassinated", "vp", "revealed", "placed", "end_called", "match_ended")
    assert kinds == ["assassinated", "vp", "revealed", "placed", "end_called", "match_ended"]
    assert [body.cause for body in of_kinds(events, "revealed")] == ["assassination"]
    assert (old_one(match).crypt, old_one(match).vp) == (["monday"], 7)
    assert match.state.scores[0]["unrevealed"] == 0


@rule("DP-SOLO.106", "DP-HC.74")
def test_a_second_assassination_after_the_lead_agents_death_fails():
    match = scene_with_victims()
    match.state.agents["monday"].city = "boston"
    stand(match, 2, "boston")
    control_card(match, {"do": "assassinate", "force": 9}, {"do": "assassinate", "force": 9})
    assert failed(whole_turn(match))
    assert match.state.ending == ["assassination"]


@rule("DP-SOLO.102")
def test_the_control_point_is_that_of_the_cultists_city():
    match = scene_with_victims("wyatt_earp")
    city(match, "boston", control=7)
    assert failed(kill(match, 1, 4))
    stand(match, 1, "boston")
    assert not failed(kill(match, 1, 5))


# -- gates ----------------------------------------------------------------------------------------------------


@rule("DP-SOLO.108", "DP-HC.83")
@pytest.mark.parametrize(("arcane", "opens"), [(1, False), (2, True), (5, True)])
def test_arcane_of_control_card_cultist_card_and_marker_must_reach_the_gate_value(arcane, opens):
    match = scene()
    assert match.content.cities["new_york"].gate == 4
    assert failed(gate(match, 2, arcane)) != opens
    assert (match.state.places["new_york"].gate == "open") == opens


@rule("DP-SOLO.108", "DP-HC.83")
def test_the_markers_of_both_cultists_add_up_for_a_gate():
    match = scene()
    stand(match, 1, "new_york")
    assert failed(gate(match, 1, 2))
    stand(match, 1, "new_york")
    assert not failed(gate(match, 1, 3))


@rule("DP-SOLO.108", "DP-SOLO.110")
@pytest.mark.parametrize(("face", "owner"), [("open", 1), ("open", 0), ("close", 0)])
def test_a_gate_with_a_marker_stays_as_it_is(face, owner):
    match = scene()
    spot = match.state.places["new_york"]
    spot.gate, spot.gate_owner = face, owner
    (cultist_state(match, owner) if owner else match.state.players[0]).controls -= 1
    assert failed(gate(match, 2, 9))
    assert (spot.gate, spot.gate_owner, cultist_city(match, 2)) == (face, owner, "washington")


@rule("DP-SOLO.109", "DP-SOLO.110", "DP-SOLO.31")
def test_an_opened_gate_gives_its_value_and_a_sanity_test_and_destroys_no_one():
    match = scene()
    fill_bag(match, 0, 5)
    agent(match, 0, "wyatt_earp", "new_york")
    events = gate(match, 2, 9)
    spot = match.state.places["new_york"]
    assert (spot.gate, spot.gate_owner, cultist_state(match, 2).controls, cultist_state(match, 1).controls) == (
        "open",
        2,
        11,
        12,
    )
    assert (old_one(match).vp, old_one(match).madness) == (10, 1)
    (worked,) = of_kinds(events, "gate_worked")
    assert (worked.owner, worked.city, worked.face, worked.actor) == (2, "new_york", "open", "cultist_2")
    assert kinds_of(events, "gate_worked", "vp", "took_token") == ["gate_worked", "vp", "took_token"]
    assert "wyatt_earp" in match.state.agents
    assert cultist_city(match, 2) == "new_york"


@rule("DP-SOLO.109", "DP-LIMIT.5")
def test_without_a_control_marker_no_gate_is_opened():
    match = scene()
    leave_controls(match, 2, 0, "new_york")
    assert failed(gate(match, 2, 9))


@rule("DP-SOLO.109")
def test_who_controls_the_city_or_locks_it_does_not_matter_to_a_gate():
    match = scene()
    match.state.locks.append("new_york")
    match.state.places["new_york"].controller = 1
    cultist_state(match, 1).controls -= 1
    assert not failed(gate(match, 2, 9))


@rule("DP-SOLO.26")
def test_a_victim_the_player_chose_can_reach_the_goal():
    match = scene_with_victims("wyatt_earp", "carl_jung")
    set_goal(match, "victims", 1)
    kill(match, 1, 9)
    events = act(match, Choose("wyatt_earp"))
    assert match.over
    assert of_kinds(events, "goal_reached")
