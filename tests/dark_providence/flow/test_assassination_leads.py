"""Section 21.1 of RULES.md: when a lead agent can be assassinated, and what happens then."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import agent, hold, turn
from rules.dark_providence.state.actions import Strike, UseCard
from tests.dark_providence.made_up_cards import city, give, icons, marker, power
from tests.dark_providence.table import act, offers, refused, set_allegiance
from tests.game_helpers import of_kinds, rule

KILL = {"op": "assassinate", "any_agent": True}


def turn_with_lone_lead(vp=5, allegiance="investigator", **options):
    """Return a turn where Monday can assassinate the lead agent Tuesday, which is its owner's only agent."""
    match = turn(**options)
    city(match, "boston", control=1)
    marker(match, "monday", force=1)
    match.state.agents["monday"].city = "boston"
    set_allegiance(match, 1, allegiance)
    match.state.players[1].vp = vp
    give(match, 0, "knife", power(KILL))
    return match


def victims(match, card="knife"):
    """Return the possible victims of this card."""
    if UseCard(card) not in offers(match):
        return []
    act(match, UseCard(card))
    return sorted({offer.victim for offer in offers(match, Strike)})


def strike(match, victim):
    """Use the knife on this victim. Return the events."""
    return [*act(match, UseCard("knife")), *act(match, Strike(victim, "monday"))]


@rule("DP-ASSASSINATE.2")
def test_a_returned_lead_agent_is_as_safe_as_any_other():
    match = turn_with_lone_lead()
    match.state.agents["tuesday"].returned = True
    assert refused(match, UseCard("knife"))
    give(match, 0, "shears", power(KILL | {"returned": True}))
    assert victims(match, "shears") == ["tuesday"]


@rule("DP-ASSASSINATE.18", "DP-ASSASSINATE.21", "DP-HC.27")
def test_a_lead_agent_is_safe_while_its_player_has_any_other_agent_anywhere():
    assert victims(turn_with_lone_lead()) == ["tuesday"]
    for name in ("moses_fleet", "mi_go", "deep_one_1"):
        match = turn_with_lone_lead()
        if name == "deep_one_1":
            hold(match, 1, "deep_ones", zone="discard")
        agent(match, 1, name, "new_orleans")
        assert refused(match, UseCard("knife"))
    match = turn_with_lone_lead()
    hold(match, 2, "deep_ones", zone="discard")
    agent(match, 1, "deep_one_1", "boston")
    agent(match, 2, "moses_fleet", "new_orleans")
    assert victims(match) == ["deep_one_1", "tuesday"]


@rule("DP-HC.27")
def test_the_switch_lets_only_agents_in_the_same_city_protect():
    match = turn_with_lone_lead(lead_protection="city")
    agent(match, 1, "moses_fleet", "new_orleans")
    assert victims(match) == ["tuesday"]
    match = turn_with_lone_lead(lead_protection="city")
    agent(match, 1, "moses_fleet", "boston")
    assert victims(match) == ["moses_fleet"]


@pytest.mark.parametrize(("vp", "open_"), [(-1, False), (0, False), (4, False), (5, True), (12, True)])
@rule("DP-ASSASSINATE.19", "DP-HC.27")
def test_a_lead_agent_is_safe_below_five_points_on_the_track(vp, open_):
    assert (UseCard("knife") in offers(turn_with_lone_lead(vp))) == open_


@pytest.mark.parametrize("allegiance", ["investigator", "cultist", "ex_investigator", "ex_cultist"])
@rule("DP-ASSASSINATE.20")
def test_a_lead_agent_is_safe_once_its_player_was_revealed_as_a_cultist(allegiance):
    match = turn_with_lone_lead(allegiance=allegiance)
    assert UseCard("knife") in offers(match)
    match.state.players[1].revealed = True
    assert (UseCard("knife") in offers(match)) == (allegiance != "cultist")


@pytest.mark.parametrize("allegiance", ["investigator", "ex_investigator", "ex_cultist"])
@rule("DP-ASSASSINATE.22", "DP-ASSASSINATE.25", "DP-ASSASSINATE.26")
def test_the_death_of_a_lead_agent_reveals_its_player_and_ends_the_game(allegiance):
    match = turn_with_lone_lead(allegiance=allegiance)
    strike(match, "tuesday")
    assert match.state.players[1].revealed
    assert match.state.ending == ["assassination"]
    assert match.over
    assert match.state.players[0].crypt == ["tuesday"]
    assert "tuesday" not in match.state.agents
    assert match.state.players[0].discard == ["knife"]  # the action was completed before the game ended


@rule("DP-ASSASSINATE.26")
def test_a_killed_lead_agent_in_the_crypt_counts_in_scoring():
    match = turn_with_lone_lead()
    set_allegiance(match, 0, "cultist")
    strike(match, "tuesday")
    assert match.state.scores[0]["crypt"] == 1


@rule("DP-ASSASSINATE.22", "DP-ASSASSINATE.23", "DP-ASSASSINATE.24", "DP-HC.28", "DP-HC.29")
def test_a_cultist_is_revealed_but_the_lead_agent_lives_and_play_goes_on():
    match = turn_with_lone_lead(allegiance="cultist")
    (force,) = icons(match, 0, "force", 1)
    city(match, "boston", control=2)
    events = strike(match, "tuesday")
    assert match.state.players[1].revealed
    assert of_kinds(events, "lead_spared")
    assert match.state.ending == []
    assert match.state.agents["tuesday"].city == "boston"
    assert match.state.players[0].crypt == []
    assert sorted(match.state.players[0].discard) == sorted(["knife", force])
    assert match.state.turn.actions == 1
    give(match, 0, "again", power(KILL))
    icons(match, 0, "force", 1)
    assert refused(match, UseCard("again"))  # the lead agent can't be chosen as a victim any more


@rule("DP-ASSASSINATE.25")
def test_a_lead_agent_whose_player_was_revealed_before_ends_the_game_as_well():
    match = turn_with_lone_lead(allegiance="ex_cultist")
    match.state.players[1].revealed = True
    strike(match, "tuesday")
    assert match.state.ending == ["assassination"]
