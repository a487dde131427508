"""The map, agents and starting decks of the base pack meet the requirements of the rules."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from rules.dark_providence.content import ops
from rules.dark_providence.content.checks import REQUIRED_TRACK_VP, ops_of
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.load import base, load
from rules.dark_providence.content.records import Lead, Side, starting_cards
from tests.game_helpers import each

CONTENT = base()
ASSETS = list(CONTENT.assets.values())
AGENTS = {asset.id: asset.agent for asset in ASSETS if asset.agent}
LEADS = list(CONTENT.leads.values())

by_lead = pytest.mark.parametrize("lead", LEADS, ids=[lead.id for lead in LEADS])


def plain(record: BaseModel) -> dict[str, Any]:
    """Return a record as a dictionary, without the fields that have their default value."""
    return record.model_dump(exclude_defaults=True)


def icons(lead: str) -> Counter[str]:
    """Return how many of each icon a lead agent's starting deck has in total."""
    total: Counter[str] = Counter()
    for _, kind in starting_cards(CONTENT.leads[lead]):
        total.update(CONTENT.starting[kind].icons)
    return total


# -- cities and boards --------------------------------------------------------------------------------------


def controls(*cities: str) -> int:
    return sum(CONTENT.cities[city].control for city in cities)


@pytest.mark.rule("DP-CONT.1")
def test_control_points_are_those_told_and_the_sums_come_out():
    assert [controls(city) for city in ("atlanta", "indianapolis", "new_orleans")] == [4, 3, 3]
    assert controls("arkham", "washington", "new_york") == 13
    assert controls("detroit", "pittsburgh") == 7
    assert all(3 <= city.control <= 5 for city in CONTENT.cities.values())


@pytest.mark.rule("DP-CONT.2")
def test_gate_values_are_those_told():
    known = {"atlanta": 4, "charleston": 5, "saint_louis": 5, "washington": 5, "chicago": 3}
    assert {city: CONTENT.cities[city].gate for city in known} == known
    assert all(3 <= city.gate <= 5 for city in CONTENT.cities.values())


def cheapest(start: str) -> dict[str, int]:
    """Return the cost of the cheapest path to each city, found by trying all roads repeatedly."""
    cost = {start: 0}
    for _ in CONTENT.cities:
        for city, roads in CONTENT.roads.items():
            for end, price in roads.items():
                if city in cost:
                    cost[end] = min(cost.get(end, 99), cost[city] + price)
    return cost


@pytest.mark.rule("DP-CONT.3")
def test_the_two_paths_of_the_travel_example_cost_what_it_says():
    assert CONTENT.roads["pittsburgh"]["indianapolis"] == cheapest("pittsburgh")["indianapolis"] == 1
    assert cheapest("charleston")["new_orleans"] == 3


@pytest.mark.rule("DP-CONT.4")
def test_every_city_can_be_reached_and_routes_lead_both_ways():
    assert set(cheapest("arkham")) == set(CONTENT.cities)
    for city, roads in CONTENT.roads.items():
        assert 1 <= len(roads) <= 6
        assert all(CONTENT.roads[end][city] == cost >= 1 for end, cost in roads.items())


@pytest.mark.rule("DP-CONT.5", "DP-HC.68", "DP-SOLO.52")
def test_the_cultist_route_runs_along_routes_from_arkham_to_new_orleans():
    route = CONTENT.board.route
    assert (route[0], route[-1]) == ("arkham", "new_orleans")
    assert sorted(route) == sorted(CONTENT.cities)
    assert all(there in CONTENT.roads[here] for here, there in pairwise(route))


@pytest.mark.rule("DP-CONT.6", "DP-COMP.10")
def test_each_city_has_a_card_with_resources_and_rlyeh_is_the_thirteenth():
    assert set(CONTENT.city_cards) == {*CONTENT.cities, "rlyeh"}
    assert all(sum(card.icons.values()) >= 3 for card in CONTENT.city_cards.values())
    assert [card.id for card in CONTENT.cards.values() if card.uneasy] == ["rlyeh"]


@pytest.mark.rule("DP-TRACK.6", "DP-TRACK.7", "DP-TRACK.8", "DP-HC.5")
def test_a_city_that_a_pack_calls_something_else_is_called_so_on_its_card_too(tmp_path: Path):
    about = {"name": dict.fromkeys(("en", "hu", "es"), "Ours"), "game": "dark_providence", "base": "base"}
    (tmp_path / "pack.json").write_text(json.dumps(about), "utf-8")
    (tmp_path / "cities.csv").write_text("id,name\nboston,Ravenborough\n", "utf-8")
    content = load(tmp_path)
    assert [content.cards[city].name.en for city in ("boston", "arkham")] == ["Ravenborough", "Arkham"]


def test_tracks_have_thirteen_spaces_with_the_printed_labels():
    assert CONTENT.board.tracks == list(range(13))
    assert set(REQUIRED_TRACK_VP) <= set(CONTENT.board.tracks)


# -- agents -------------------------------------------------------------------------------------------------

KNOWN_AGENTS = (
    "Adsila Chavos", "Alice Ochs", "Father Lachlan", "Gerard Lescaux", "Harry Houdini", "Lillian La France",
    "Moses Fleet", "Wyatt Earp", "Herbert West", "Kana Mishima", "Randolph Carter", "James Horus Rose",
)  # fmt: skip


@pytest.mark.rule("DP-CONT.8", "DP-CONT.19", "DP-COMP.9", "DP-COMP.14", "DP-COMP.31")
def test_twenty_two_of_sixty_assets_are_agents_and_the_known_ones_are_among_them():
    assert (len(ASSETS), len(AGENTS)) == (60, 22)
    assert set(KNOWN_AGENTS) <= {CONTENT.assets[agent].name.en for agent in AGENTS}


def sides() -> list[tuple[str, Side, Side]]:
    return [(name, agent.original, agent.returned) for name, agent in CONTENT.agents.items()]


@pytest.mark.rule("DP-CONT.9", "DP-AGENT.13")
@each(("agent", "original", "returned"), sides())
def test_markers_show_up_to_two_of_each_and_return_no_weaker(agent: str, original: Side, returned: Side):
    for side in (original, returned):
        assert 0 <= side.force <= 2
        assert 0 <= side.arcane <= 2
    assert returned.force >= original.force or returned.arcane > original.arcane
    assert returned.force + returned.arcane > original.force + original.arcane


@pytest.mark.rule("DP-CONT.10")
def test_wednesday_and_houdini_kill_in_indianapolis_without_further_cards():
    force = CONTENT.agents["wednesday"].original.force + CONTENT.agents["harry_houdini"].original.force
    assert force == CONTENT.cities["indianapolis"].control == 3
    conspirator = CONTENT.assets["ruthless_conspirator"]
    assert [plain(op) for op in ops_of(conspirator.powers)] == [{"op": "assassinate", "any_agent": True}]


def test_adsila_chavos_has_force_1_and_assassinates_by_her_own_card():
    assert CONTENT.agents["adsila_chavos"].original == Side(force=1)
    (power,) = CONTENT.assets["adsila_chavos"].powers
    assert power == Power(timing="action", ways=[[ops.Assassinate(op="assassinate")]])


@pytest.mark.rule("DP-CONT.11")
def test_enough_agents_have_a_pink_point_and_moses_fleet_has_none():
    pink = {asset.id: asset.pink for asset in ASSETS if asset.pink}
    # in the rulebook's example, three agents have 1 pink point, including Houdini
    assert list(pink.values()).count(1) >= 3
    assert len(AGENTS) / 3 <= len(pink) <= len(AGENTS) * 2 / 3
    assert pink["harry_houdini"] == 1
    assert "moses_fleet" not in pink


@pytest.mark.rule("DP-CONT.12", "DP-HC.47")
def test_pink_is_on_agents_green_on_mythos_cards_and_blue_on_both_kinds():
    assert all(card.agent for card in CONTENT.cards.values() if card.pink)
    assert any(mythos.green for mythos in CONTENT.mythos.values())
    blue = {card.id for card in (*CONTENT.cards.values(), *CONTENT.mythos.values()) if card.vp}
    assert blue >= {"danvers_state_hospital", "herbert_west", "kana_mishima", "randolph_carter", "silver_key"}
    assert CONTENT.mythos["silver_key"].vp == 1


@pytest.mark.rule("DP-CONT.13", "DP-AGENT.5")
def test_three_agents_have_a_permanent_effect():
    gifts = {name: agent.gift for name, agent in CONTENT.agents.items() if agent.gift}
    assert gifts == {
        "harry_houdini": "unkillable",
        "lillian_la_france": "free_move",
        "alice_ochs": "double_influence",
    }


def test_about_a_third_of_the_agents_assassinate_or_work_gates_by_their_own_cards():
    own = {
        asset.id: op
        for asset in ASSETS
        for op in ops_of(asset.powers)
        if isinstance(op, ops.Assassinate | ops.Gate) and not op.any_agent
    }
    assert set(own) <= set(AGENTS)
    assert len(AGENTS) / 4 <= len(own) <= len(AGENTS) / 2
    assert {op.op for op in own.values()} == {"assassinate", "gate"}
    assert {op.face for op in own.values() if isinstance(op, ops.Gate)} == {"open", "close", "either"}


@pytest.mark.rule("DP-CONT.9")
def test_markers_of_agents_are_found_by_the_agents_id():
    assert set(CONTENT.agents) == {*CONTENT.leads, *AGENTS, "mi_go"}


# -- starting decks -----------------------------------------------------------------------------------------


@pytest.mark.rule("DP-CONT.20", "DP-COMP.8", "DP-COMP.13")
@by_lead
def test_each_lead_agent_has_ten_cards_that_can_do_a_little_of_everything(lead: Lead):
    kinds = [kind for _, kind in starting_cards(lead)]
    assert len(kinds) == len({card for card, _ in starting_cards(lead)}) == 10
    assert {CONTENT.starting[kind].icons.get("influence") for kind in kinds} >= {1, 2}
    have = icons(lead.id)
    assert set(have) >= {"influence", "recover", "wealth", "force", "arcane"}
    assert 5 <= have["influence"] <= 8
    assert all(len(CONTENT.starting[kind].icons) <= 3 for kind in kinds)
    assert any(isinstance(op, ops.Lock) for kind in kinds for op in ops_of(CONTENT.starting[kind].powers))


@by_lead
def test_each_deck_has_a_rite_that_lets_any_agent_close_a_gate_once(lead: Lead):
    rites = [
        power
        for kind in lead.deck
        for power in CONTENT.starting[kind].powers
        if power.ways == [[ops.Gate(op="gate", face="close", any_agent=True)]]
    ]
    assert [rite.destroys for rite in rites] == [True]


@pytest.mark.rule("DP-CONT.18")
def test_thursday_closes_the_gate_of_atlanta_with_starting_cards():
    assert CONTENT.agents["thursday"].original == Side(arcane=1)
    rest = [kind for kind in CONTENT.leads["thursday"].deck if kind != "warding_rite"]
    best = sorted((CONTENT.starting[kind].icons.get("arcane", 0) for kind in rest), reverse=True)
    assert 1 + sum(best[:2]) >= CONTENT.cities["atlanta"].gate


@pytest.mark.rule("DP-CONT.20")
def test_lead_agents_differ_in_some_cards_and_none_has_more_icons_to_speak_of():
    decks = [Counter(lead.deck) for lead in LEADS]
    for one, other in combinations(decks, 2):
        assert 1 <= (one - other).total() <= 4
    sums = [sum(icons(lead.id).values()) for lead in LEADS]
    assert max(sums) - min(sums) <= 1
    assert {kind for lead in LEADS for kind in lead.deck} == set(CONTENT.starting)


def test_starting_cards_of_the_examples_are_there():
    tuesday = CONTENT.leads["tuesday"].deck
    shown = {CONTENT.starting[kind].icons.get("influence", 0) for kind in tuesday}
    assert {1, 2} <= shown
    two = [
        CONTENT.starting[kind]
        for kind in CONTENT.leads["thursday"].deck
        if CONTENT.starting[kind].icons.get("recover") == 2
    ]
    assert len(two) >= 2
