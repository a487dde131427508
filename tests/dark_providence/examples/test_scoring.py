"""Section 32.4 of RULES.md: the rulebook's example of final scoring with five players."""

from __future__ import annotations

import pytest

from rules.dark_providence.effects.assassination_checks import is_lead_vulnerable
from rules.dark_providence.examples.position_builder import ALLEGIANCES, FRIDAY, MONDAY, THURSDAY, TUESDAY, WEDNESDAY
from rules.dark_providence.flow.setup import deal_allegiances
from rules.dark_providence.state.actions import Strike, UseCard
from rules.kernel.engine.chance import Chance, ChanceState
from tests.dark_providence.scenes import causes, finish, outcome, triggers
from tests.dark_providence.table import act, example, example_played, offers, refused
from tests.game_helpers import of_kinds, rule

#: The first table in the rulebook: each player's points at the end, by category.
POINTS = {
    MONDAY: {"unrevealed": 3, "track": 2, "gates": 5},
    TUESDAY: {"unrevealed": 3, "track": 2, "gates": 8},
    WEDNESDAY: {"track": 2, "pink": 3},
    THURSDAY: {"unrevealed": 3, "track": 4, "green": 1, "crypt": 2},
    FRIDAY: {"unrevealed": 3, "blue": 1, "track": 4, "gates": 5},
}
#: The second table in the rulebook: each player's VP before the end, points at the end, and total.
TOTALS = {MONDAY: (4, 10, 14), TUESDAY: (3, 13, 16), WEDNESDAY: (13, 5, 18), THURSDAY: (3, 10, 13), FRIDAY: (7, 13, 20)}


def final(number):
    """Return the scored match of the example with this number, and the events of the example."""
    shown = example_played(f"DP-EX.{number}")
    return shown.after, [event.body for event in shown.events]


def rows(number):
    return outcome(final(number)[0]).rows


@rule("DP-EX.33", "DP-SCORE.1", "DP-SCORE.3", "DP-SCORE.10", "DP-SCORE.16", "DP-SCORE.26")
@pytest.mark.parametrize("seat", range(5))
def test_every_number_of_the_table_of_points(seat):
    assert {name: value for name, value in rows(33)[seat].scores.items() if value and name != "vp"} == POINTS[seat]


@rule("DP-EX.33")
def test_the_last_assassination_reveals_wednesday_and_ends_the_game():
    match, events = final(33)
    assert triggers(events) == match.state.ending == ["assassination"]
    assert causes(events)[0] == (WEDNESDAY, "investigator", "assassination")
    assert [seat for seat, _, cause in causes(events) if cause == "end"] == [MONDAY, TUESDAY, THURSDAY, FRIDAY]


@rule("DP-EX.33")
def test_the_example_stands_on_the_printed_cities():
    cities = example("DP-EX.33").content.cities
    value = {name: cities[name].control for name in cities}
    assert (value["atlanta"], value["new_orleans"], value["indianapolis"]) == (4, 3, 3)
    assert value["arkham"] + value["washington"] + value["new_york"] == 13
    assert value["detroit"] + value["pittsburgh"] == 7
    gates = [cities[name].gate for name in ("charleston", "washington", "chicago", "atlanta", "saint_louis")]
    assert gates == [5, 5, 3, 4, 5]


@rule("DP-EX.34")
@pytest.mark.parametrize("seat", range(5))
def test_every_number_of_the_table_of_totals(seat):
    before, brought, total = TOTALS[seat]
    assert example("DP-EX.34").state.players[seat].vp == before
    scored = rows(34)[seat]
    assert scored.scores["vp"] == before
    assert sum(scored.scores.values()) - scored.scores["vp"] == brought
    assert scored.total == total


@rule("DP-EX.34", "DP-WIN.1", "DP-WIN.7", "DP-HC.52")
def test_the_cultists_are_excluded_and_wednesday_wins_though_friday_has_more():
    match, events = final(34)
    result = outcome(match)
    assert [body.seat for body in of_kinds(events, "excluded")] == [THURSDAY, FRIDAY]
    assert result.winners == [WEDNESDAY]
    assert result.ranking == [WEDNESDAY, TUESDAY, MONDAY, FRIDAY, THURSDAY]
    assert of_kinds(events, "match_ended")[0].winners == (WEDNESDAY,)


@rule("DP-EX.35")
def test_the_sums_of_both_tables_and_the_cards_they_were_dealt_from():
    found = rows(35)
    assert sum(row.total for row in found) == 81
    assert sum(row.scores["vp"] for row in found) == 30
    assert sum(row.total - row.scores["vp"] for row in found) == 51
    assert max(row.scores["vp"] for row in found) < 22
    dealt = [sorted(deal_allegiances(5, Chance(ChanceState(str(n))))[0]) for n in range(20)]
    assert sorted(ALLEGIANCES) in dealt


@rule("DP-EX.36", "DP-HC.27", "DP-ASSASSINATE.18")
def test_the_assassination_itself_is_against_the_rules():
    match = example("DP-EX.36")
    assert match.state.players[WEDNESDAY].vp == 13
    assert not is_lead_vulnerable(match, "wednesday")
    assert refused(match, UseCard("adsila_chavos"))


@rule("DP-EX.36", "DP-HC.27")
def test_only_the_option_with_protection_in_the_same_city_makes_it_possible():
    assert example("DP-EX.33").state.options.lead_protection == "city"
    match = example("DP-EX.33")
    match.state.agents["alice_ochs"].city = match.state.agents["wednesday"].city
    act(match, UseCard("adsila_chavos"))
    assert {strike.victim for strike in offers(match, Strike)} == {"alice_ochs"}


@rule("DP-EX.37", "DP-ASSASSINATE.26")
def test_thursdays_two_points_are_two_markers_in_the_crypt():
    match, _ = final(37)
    assert match.state.players[THURSDAY].crypt == ["gerard_lescaux", "wednesday"]
    assert outcome(match).rows[THURSDAY].scores["crypt"] == 2
    before = example("DP-EX.37")
    finish(before, THURSDAY)
    assert outcome(before).rows[THURSDAY].scores["crypt"] == 1


@rule("DP-EX.38", "DP-HC.85")
def test_moses_fleet_and_washington_are_one_agent_and_one_city():
    content = example("DP-EX.33").content
    for part in ("fleet", "washington"):
        names = [name for name in (*content.agents, *content.cities) if part in name]
        assert len(names) == 1
    assert content.agents.keys() >= {"moses_fleet"}
    assert content.assets["moses_fleet"].pink == 0
    assert content.cities["washington"].name.en == "Washington D.C."
    assert content.assets["lillian_la_france"].name.en == "Lillian La France"
    for number in (15, 33):
        assert example(f"DP-EX.{number}").state.agents["moses_fleet"].owner == MONDAY


@rule("DP-EX.39")
def test_the_position_goes_on_from_earlier_examples():
    match = example("DP-EX.39")
    state = match.state
    assert state.places["atlanta"].controller == MONDAY
    assert (state.places["atlanta"].gate, state.places["atlanta"].gate_owner) == ("close", THURSDAY)
    assert state.players[THURSDAY].mythos == ["yog_sothoth"]
    assert state.players[WEDNESDAY].crypt == ["father_lachlan"]
    assert (state.agents["wyatt_earp"].owner, state.agents["wyatt_earp"].city) == (FRIDAY, "new_orleans")


@rule("DP-EX.39", "DP-SCORE.11", "DP-SCORE.19")
def test_pink_vp_a_closed_gate_and_an_investigators_crypt_bring_nothing():
    match, _ = final(39)
    found = outcome(match).rows
    assert match.content.assets["wyatt_earp"].pink == 3
    assert match.content.assets["wyatt_earp"].vp == 0
    assert found[FRIDAY].scores["pink"] == 0
    assert found[FRIDAY].scores["blue"] == match.content.mythos["silver_key"].vp == 1
    assert found[WEDNESDAY].scores["crypt"] == 0
    assert found[THURSDAY].scores["gates"] == 0
