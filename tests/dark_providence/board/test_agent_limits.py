"""Section 7 of RULES.md: the limits on agents, Deep Ones and the Mi-Go, and the owners of these pieces."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.agents import frames_used, lose_agent
from rules.dark_providence.effects.acquisition_checks import influence_on
from rules.dark_providence.examples.position_builder import agent, hold, lay, mark, own, show, turn
from rules.dark_providence.state.actions import AcquireTarget, Choose, Strike, Travel, UseCard, WorkGate
from tests.dark_providence.made_up_cards import action_card, give, icons, power
from tests.dark_providence.table import act, begin_turn, mythos, offers, refused
from tests.game_helpers import look, rule

KILL = {"op": "assassinate", "any_agent": True}
RECRUITS = ["wyatt_earp", "eliot_ness", "carl_jung", "gerard_lescaux", "moses_fleet", "randolph_carter"]


def crowd(match, seat, count, city="detroit"):
    """Give a seat this many recruited agents in a city, in addition to its lead agent."""
    for name in RECRUITS[:count]:
        agent(match, seat, name, city)


# -- numbers --------------------------------------------------------------------------------------------------


@rule("DP-AGENT.14", "DP-AGENT.15", "DP-ASSET.4", "DP-COMP.1")
def test_six_agents_with_the_lead_agent_are_the_most():
    for count in (4, 5):
        match = turn()
        crowd(match, 0, count)
        lay(match, "boston", "henry_armitage", "seance")
        mark(match, 0, "henry_armitage", 1)
        assert (AcquireTarget("henry_armitage") in offers(match)) == (count == 4)
        assert look(match).players[0].frames == 5 - count
        lay(match, "boston", "seance", "exorcism")
        mark(match, 0, "seance", 1)
        assert AcquireTarget("seance") in offers(match)


@rule("DP-AGENT.14", "DP-HC.16")
def test_the_mi_go_counts_among_the_six():
    match = turn()
    crowd(match, 0, 4)
    agent(match, 0, "mi_go", "boston")
    lay(match, "boston", "henry_armitage", "seance")
    mark(match, 0, "henry_armitage", 1)
    assert refused(match, AcquireTarget("henry_armitage"))


@rule("DP-AGENT.15", "DP-HC.16", "DP-MYTHOS.6")
def test_with_six_agents_no_effect_brings_another_nor_the_mi_go():
    match = turn()
    crowd(match, 0, 5)
    for city in match.state.places:
        match.state.stock += match.state.places[city].stack
        match.state.places[city].stack = []
    lay(match, "boston", "henry_armitage")
    show(match, "mi_go")
    mark(match, 0, "mi_go", 1)
    give(match, 0, "contract", power({"op": "acquire", "what": "asset"}))
    give(match, 0, "theft", power({"op": "acquire", "what": "mythos"}))
    own(match, 0, mythos(match, "beacon", [power({"op": "mi_go"})]))
    assert refused(match, UseCard("contract"))
    assert refused(match, UseCard("theft"))
    assert refused(match, UseCard("beacon"))
    assert refused(match, AcquireTarget("mi_go"))
    del match.state.agents["wyatt_earp"]
    assert {UseCard("contract"), UseCard("theft"), UseCard("beacon"), AcquireTarget("mi_go")} <= set(offers(match))


@rule("DP-AGENT.16")
def test_deep_ones_take_no_frame():
    match = turn()
    crowd(match, 0, 4)
    hold(match, 0, "deep_ones", zone="deck")
    for number in range(1, 9):
        agent(match, 0, f"deep_one_{number}", "boston")
    assert look(match).players[0].frames == 1
    lay(match, "boston", "henry_armitage", "seance")
    mark(match, 0, "henry_armitage", 1)
    assert AcquireTarget("henry_armitage") in offers(match)


# -- special agents -------------------------------------------------------------------------------------------


@rule("DP-AGENT.17", "DP-ASSASSINATE.27")
def test_deep_ones_come_through_cards_and_die_like_recruits():
    match = turn()
    match.state.agents["tuesday"].city = "charleston"
    hold(match, 1, "deep_ones", zone="deck")
    begin_turn(match, 1)
    act(match, action_card(match, {"op": "deep_ones"}, seat=1))
    assert match.state.agents["deep_one_1"].city == "charleston"
    begin_turn(match, 0)
    agent(match, 0, "wyatt_earp", "charleston")
    icons(match, 0, "force", 1)
    act(match, action_card(match, KILL, card="knife"))
    act(match, Strike("deep_one_1", "wyatt_earp"))
    assert "deep_one_1" not in match.state.agents
    assert match.state.players[0].crypt == []
    assert match.state.owners["deep_ones"] == 1


@rule("DP-AGENT.18")
def test_the_mi_go_comes_through_its_mythos_card():
    match = turn()
    show(match, "mi_go")
    mark(match, 0, "mi_go", 1)
    act(match, AcquireTarget("mi_go"))
    act(match, Choose("boston"))
    piece = next(piece for piece in look(match).agents if piece.id == "mi_go")
    assert (piece.owner, piece.kind, piece.city) == (0, "mi_go", "boston")


@rule("DP-AGENT.19", "DP-HC.12")
@pytest.mark.parametrize("name", ["deep_one_1", "mi_go"])
def test_deep_ones_and_the_mi_go_are_agents_for_every_rule(name):
    match = turn()
    if name == "mi_go":
        own(match, 0, "mi_go")
    else:
        hold(match, 0, "deep_ones", zone="deck")
    agent(match, 0, name, "charleston")
    assert influence_on(match, "charleston") == [1, 0, 0]
    agent(match, 1, "gerard_lescaux", "charleston")
    icons(match, 0, "force", 2)
    icons(match, 0, "arcane", 9)
    act(match, action_card(match, KILL))
    assert offers(match) == [Strike("gerard_lescaux", name)]
    act(match, Strike("gerard_lescaux", name))
    assert match.state.players[0].crypt == ["gerard_lescaux"]
    act(match, action_card(match, {"op": "gate", "face": "open", "any_agent": True}, card="rite"))
    assert WorkGate("charleston", "open", name) in offers(match)


@rule("DP-AGENT.19", "DP-ASSASSINATE.21")
@pytest.mark.parametrize("name", ["deep_one_1", "mi_go", "wyatt_earp"])
def test_any_other_agent_protects_the_lead_agent(name):
    match = turn()
    match.state.players[1].vp = 9
    match.state.agents["monday"].city = "boston"
    give(match, 0, "knife", power(KILL))
    icons(match, 0, "force", 9)
    assert UseCard("knife") in offers(match)
    hold(match, 1, "deep_ones", zone="deck")
    if name == "mi_go":
        own(match, 1, name)
    agent(match, 1, name, "saint_louis")
    assert refused(match, UseCard("knife"))


@rule("DP-AGENT.19")
def test_by_the_switch_deep_ones_give_no_influence():
    match = turn(deep_ones_give_influence=False)
    hold(match, 0, "deep_ones", zone="deck")
    agent(match, 0, "deep_one_1", "charleston")
    agent(match, 0, "wyatt_earp", "charleston")
    assert influence_on(match, "charleston") == [1, 0, 0]


# -- losing agents --------------------------------------------------------------------------------------------


@rule("DP-AGENT.21", "DP-GATE.14")
def test_a_lead_agent_is_not_destroyed_by_madness_at_a_gate():
    for name in ("monday", "alice_ochs"):
        match = turn()
        match.state.bag, match.state.spent = [0, 12], [6, 0]
        match.state.agents["monday"].city = "detroit"
        agent(match, 0, "alice_ochs", "detroit")
        icons(match, 0, "arcane", 9)
        act(match, action_card(match, {"op": "gate", "face": "close", "any_agent": True}))
        act(match, WorkGate("detroit", "close", name))
        assert match.state.players[0].madness == 1
        assert (name in match.state.agents) == (name == "monday")


@rule("DP-AGENT.22", "DP-HC.49")
def test_deep_ones_belong_to_the_owner_of_their_card():
    match = turn()
    agent(match, 0, "deep_one_1", "boston")
    for owner in (0, 1):
        hold(match, owner, "deep_ones", zone="discard")
        found = next(piece for piece in look(match).agents if piece.id == "deep_one_1")
        assert found.owner == owner
        # seat 1 also has its lead agent Tuesday in Boston, in addition to the Deep One
        assert influence_on(match, "boston")[owner] == (2 if owner == 1 else 1)
    del match.state.owners["deep_ones"]
    match.state.players[1].discard.remove("deep_ones")
    match.state.destroyed.append("deep_ones")
    assert influence_on(match, "boston") == [0, 1, 0]
    icons(match, 0, "wealth", 9)
    assert offers(match, Travel) == [Travel("monday")]


@rule("DP-AGENT.22")
def test_a_frame_tells_who_controls_an_agent():
    match = turn()
    agent(match, 2, "wyatt_earp", "boston")
    assert {piece.id: piece.owner for piece in look(match).agents} == {
        "monday": 0, "tuesday": 1, "wednesday": 2, "wyatt_earp": 2,
    }  # fmt: skip


@rule("DP-AGENT.23", "DP-ASSASSINATE.17", "DP-DESTROY.2")
def test_the_frame_of_an_agent_who_is_gone_is_free_again():
    match = turn()
    crowd(match, 1, 5, "charleston")
    assert frames_used(match.state, 1) == 6
    agent(match, 0, "henry_armitage", "charleston")
    icons(match, 0, "force", 9)
    act(match, action_card(match, KILL))
    act(match, Strike("wyatt_earp", "henry_armitage"))
    assert look(match).players[1].frames == 1
    lose_agent(match, "eliot_ness")
    assert look(match).players[1].frames == 2
    begin_turn(match, 1)
    lay(match, "boston", "joseph_curwen", "seance")
    mark(match, 1, "joseph_curwen", 1)
    assert AcquireTarget("joseph_curwen") in offers(match)
