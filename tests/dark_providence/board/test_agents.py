"""Section 7 of RULES.md: the agents' bonuses, abilities and two sides."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.agents import arcane_in, force_in
from rules.dark_providence.content.load import base
from rules.dark_providence.effects.acquisition_checks import influence_on
from rules.dark_providence.examples.position_builder import agent, hold, lay, mark, show, turn
from rules.dark_providence.state.actions import (
    AcquireTarget,
    Choose,
    FreeMove,
    GoTo,
    Strike,
    Travel,
    UseCard,
    WorkGate,
)
from tests.dark_providence.made_up_cards import action_card, give, icons, marker, power
from tests.dark_providence.table import act, begin_turn, new, offers, refused
from tests.game_helpers import look, rule

CONTENT = base()
KILL = {"op": "assassinate", "any_agent": True}
RECRUITS = ["wyatt_earp", "eliot_ness", "carl_jung", "gerard_lescaux", "moses_fleet", "randolph_carter"]


def crowd(match, seat, count, city="detroit"):
    """Give a seat this many recruited agents in a city, in addition to its lead agent."""
    for name in RECRUITS[:count]:
        agent(match, seat, name, city)


# -- bonuses --------------------------------------------------------------------------------------------------


@rule("DP-AGENT.1", "DP-SETUP.16")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everyone_starts_with_the_lead_agent_alone_and_may_recruit(seats):
    match = turn(seats)
    assert {piece.owner for piece in look(match).agents} == set(range(seats))
    assert len(match.state.agents) == seats
    assert {piece.kind for piece in look(match).agents} == {"lead"}
    lay(match, "boston", "eliot_ness", "seance")
    mark(match, 0, "eliot_ness", 1)
    act(match, AcquireTarget("eliot_ness"))
    assert match.state.agents["eliot_ness"].owner == 0


@rule("DP-AGENT.2", "DP-ACQ.5")
def test_each_agent_adds_one_influence_on_its_city():
    match = turn()
    mark(match, 0, "detroit", 1)
    mark(match, 1, "detroit", 2)
    assert AcquireTarget("detroit") not in offers(match)
    crowd(match, 0, 1)
    assert AcquireTarget("detroit") not in offers(match)
    crowd(match, 0, 2)
    assert look(match).cities[5].totals == [3, 2, 0]
    assert AcquireTarget("detroit") in offers(match)


@rule("DP-AGENT.2")
def test_an_agent_elsewhere_adds_nothing():
    match = turn()
    crowd(match, 0, 2, "chicago")
    assert influence_on(match, "detroit") == [0, 0, 0]


@rule("DP-AGENT.3")
def test_agents_add_nothing_on_assets_and_mythos_cards():
    match = turn()
    lay(match, "detroit", "seance", "exorcism")
    show(match, "silver_key")
    crowd(match, 0, 3)
    for target in ("seance", "silver_key"):
        mark(match, 0, target, 1)
        mark(match, 1, target, 1)
        assert influence_on(match, target) == [1, 1, 0]
        assert AcquireTarget(target) not in offers(match)


@rule("DP-AGENT.4", "DP-ASSASSINATE.6", "DP-GATE.5")
def test_markers_add_their_force_and_arcane_in_their_city_only():
    match = turn()
    marker(match, "wyatt_earp", force=2, arcane=1)
    marker(match, "eliot_ness", force=1, arcane=2)
    agent(match, 0, "wyatt_earp", "detroit")
    agent(match, 0, "eliot_ness", "detroit")
    agent(match, 1, "harry_houdini", "detroit")
    assert (force_in(match, 0, "detroit"), arcane_in(match, 0, "detroit")) == (3, 3)
    agent(match, 1, "gerard_lescaux", "detroit")
    give(match, 0, "knife", power(KILL))
    assert refused(match, UseCard("knife"))
    icons(match, 0, "force", 1)
    assert UseCard("knife") in offers(match)
    match.state.agents["eliot_ness"].city = "chicago"
    assert refused(match, UseCard("knife"))


@rule("DP-AGENT.4")
def test_a_gate_of_three_needs_no_card_where_three_arcane_stand():
    match = turn()
    marker(match, "wyatt_earp", arcane=1)
    marker(match, "eliot_ness", arcane=2)
    agent(match, 0, "wyatt_earp", "detroit")
    agent(match, 0, "eliot_ness", "detroit")
    act(match, action_card(match, {"op": "gate", "face": "open", "any_agent": True}))
    act(match, WorkGate("detroit", "open", "wyatt_earp"))
    assert match.state.places["detroit"].gate == "open"


@rule("DP-AGENT.5")
def test_agents_carry_out_the_actions_of_their_cards_and_three_have_a_gift():
    gifts = {name: record.gift for name, record in CONTENT.agents.items() if record.gift}
    assert gifts == {
        "harry_houdini": "unkillable",
        "lillian_la_france": "free_move",
        "alice_ochs": "double_influence",
    }
    match = turn()
    agent(match, 0, "adsila_chavos", "charleston", zone="hand")
    agent(match, 0, "wyatt_earp", "charleston")
    agent(match, 1, "gerard_lescaux", "charleston")
    act(match, UseCard("adsila_chavos"))
    assert offers(match) == [Strike("gerard_lescaux", "adsila_chavos")]


# -- the three abilities --------------------------------------------------------------------------------------


@rule("DP-AGENT.6")
def test_alice_ochs_counts_twice_in_her_city_and_nowhere_else():
    match = turn()
    agent(match, 0, "alice_ochs", "detroit")
    agent(match, 0, "wyatt_earp", "detroit")
    assert influence_on(match, "detroit") == [3, 0, 0]
    assert influence_on(match, "chicago") == [0, 0, 0]
    match.state.agents["alice_ochs"].returned = True
    assert influence_on(match, "detroit") == [3, 0, 0]
    lay(match, "detroit", "seance", "exorcism")
    assert influence_on(match, "seance") == [0, 0, 0]


@rule("DP-AGENT.7", "DP-AGENT.8")
def test_la_france_moves_once_a_turn_to_an_adjacent_city_without_card_or_action():
    match = turn()
    agent(match, 0, "lillian_la_france", "atlanta")
    found = {offer.city for offer in offers(match, FreeMove)}
    assert found == {"charleston", "new_orleans", "indianapolis", "saint_louis"}
    act(match, FreeMove("charleston"))
    assert match.state.agents["lillian_la_france"].city == "charleston"
    assert (match.state.turn.actions, match.state.turn.taken) == (2, 0)
    assert not offers(match, FreeMove)
    begin_turn(match, 0)
    assert offers(match, FreeMove)


@rule("DP-AGENT.8")
def test_the_free_move_is_there_before_between_and_after_the_actions_and_never_within():
    for before in range(3):
        match = turn()
        agent(match, 0, "lillian_la_france", "atlanta")
        give(match, 0, "gift", power({"op": "vp"}))
        give(match, 0, "present", power({"op": "vp"}))
        for card in ["gift", "present"][:before]:
            act(match, UseCard(card))
        assert FreeMove("charleston") in offers(match)
        act(match, FreeMove("charleston"))
    match = turn()
    agent(match, 0, "lillian_la_france", "atlanta")
    give(match, 0, "purse", wealth=2)
    act(match, Travel("monday"))
    assert not offers(match, FreeMove)
    assert offers(match, GoTo)


@rule("DP-AGENT.8")
def test_the_free_move_belongs_to_her_controllers_own_turn():
    match = turn()
    agent(match, 1, "lillian_la_france", "atlanta")
    assert not offers(match, FreeMove)
    begin_turn(match, 1)
    assert offers(match, FreeMove)


@rule("DP-AGENT.8")
def test_by_the_switch_the_free_move_is_a_travel_action():
    match = turn(free_move="travel")
    agent(match, 0, "lillian_la_france", "atlanta")
    assert not offers(match, FreeMove)
    act(match, Travel("lillian_la_france"))
    act(match, GoTo("new_orleans"))
    assert match.state.agents["lillian_la_france"].city == "new_orleans"
    assert match.state.turn.actions == 1
    assert not offers(match, Travel)


@rule("DP-AGENT.7")
def test_la_france_does_not_walk_into_a_closed_city():
    match = turn()
    agent(match, 0, "lillian_la_france", "atlanta")
    match.state.martial_law = "charleston"
    match.state.cthulhu = "new_orleans"
    assert {offer.city for offer in offers(match, FreeMove)} == {"indianapolis", "saint_louis"}


@rule("DP-AGENT.9", "DP-ASSASSINATE.28")
@pytest.mark.parametrize("returned", [False, True])
def test_no_one_assassinates_houdini(returned):
    match = turn()
    agent(match, 0, "wyatt_earp", "charleston")
    agent(match, 1, "harry_houdini", "charleston", returned=returned)
    give(match, 0, "knife", power(KILL | {"returned": True}))
    icons(match, 0, "force", 9)
    assert refused(match, UseCard("knife"))


# -- the two sides --------------------------------------------------------------------------------------------


@rule("DP-AGENT.10", "DP-ASSET.2", "DP-SETUP.16")
def test_every_agent_comes_original_side_up():
    for record in CONTENT.agents.values():
        assert record.original != record.returned
    match = new(5, random_cities=True, leads="random")
    assert not any(piece.returned for piece in match.state.agents.values())
    match = turn()
    lay(match, "boston", "eliot_ness", "seance")
    mark(match, 0, "eliot_ness", 1)
    act(match, AcquireTarget("eliot_ness"))
    shown = next(piece for piece in look(match).agents if piece.id == "eliot_ness")
    assert (shown.returned, shown.force) == (False, CONTENT.agents["eliot_ness"].original.force)


@rule("DP-AGENT.11")
def test_returners_is_the_one_card_that_turns_agents():
    cards = [*CONTENT.cards.values(), *CONTENT.mythos.values()]
    found = {
        card.id for card in cards for power in card.powers for way in power.ways for op in way
        if op.op == "return_agents"
    }  # fmt: skip
    assert found == {"returners"}
    match = turn()
    agent(match, 0, "wyatt_earp", "detroit")
    hold(match, 0, "returners")
    act(match, UseCard("returners"))
    act(match, Choose("wyatt_earp"))
    assert match.state.agents["wyatt_earp"].returned
    assert not match.state.agents["monday"].returned


@rule("DP-AGENT.12", "DP-ASSASSINATE.2")
def test_returned_agents_are_safe_unless_an_effect_says_otherwise():
    match = turn()
    agent(match, 0, "wyatt_earp", "charleston")
    agent(match, 1, "gerard_lescaux", "charleston", returned=True)
    give(match, 0, "knife", power(KILL))
    icons(match, 0, "force", 9)
    assert refused(match, UseCard("knife"))
    give(match, 0, "stake", power(KILL | {"returned": True}))
    act(match, UseCard("stake"))
    act(match, Strike("gerard_lescaux", "wyatt_earp"))
    assert match.state.players[0].crypt == ["gerard_lescaux"]


@rule("DP-AGENT.13")
def test_lead_agents_have_a_returned_side_too():
    assert all(lead.agent.original != lead.agent.returned for lead in CONTENT.leads.values())
    match = turn()
    act(match, action_card(match, {"op": "return_agents"}))
    assert match.state.agents["monday"].returned
    shown = next(piece for piece in look(match).agents if piece.id == "monday")
    returned = CONTENT.leads["monday"].agent.returned
    assert (shown.force, shown.arcane) == (returned.force, returned.arcane)


@rule("DP-AGENT.20")
def test_a_returned_agent_acts_with_what_its_visible_side_shows():
    match = turn()
    agent(match, 0, "wyatt_earp", "detroit")
    before = force_in(match, 0, "detroit"), arcane_in(match, 0, "detroit")
    match.state.agents["wyatt_earp"].returned = True
    after = force_in(match, 0, "detroit"), arcane_in(match, 0, "detroit")
    sides = CONTENT.agents["wyatt_earp"]
    assert before == (sides.original.force, sides.original.arcane)
    assert after == (sides.returned.force, sides.returned.arcane)
    assert influence_on(match, "detroit") == [1, 0, 0]
    icons(match, 0, "arcane", 9)
    act(match, action_card(match, {"op": "gate", "face": "open", "any_agent": True}))
    assert WorkGate("detroit", "open", "wyatt_earp") in offers(match)
