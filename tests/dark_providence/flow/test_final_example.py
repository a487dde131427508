"""The final scoring printed as an example, with five players, from a prepared final state."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.board import call_end
from rules.dark_providence.effects.assassination import lead_is_open
from rules.dark_providence.flow.setup import deal_allegiances
from rules.dark_providence.state.actions import Strike, UseCard
from rules.kernel.engine.chance import Chance, ChanceState
from tests.dark_providence.making import give, marker, power
from tests.dark_providence.scenes import causes, finish, outcome, sides, triggers
from tests.dark_providence.table import act, agent, at_turn, control, gate, offers, own, turn
from tests.table import assert_sound, rule, told

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY = range(5)
ALLEGIANCES = ("investigator", "ex_investigator", "investigator", "cultist", "cultist")
#: What each controls: its VP on the track before scoring.
CITIES = {
    MONDAY: ["atlanta"],
    TUESDAY: ["new_orleans"],
    WEDNESDAY: ["arkham", "washington", "new_york"],
    THURSDAY: ["indianapolis"],
    FRIDAY: ["detroit", "pittsburgh"],
}
GATES = {
    "charleston": (MONDAY, "close", 5),
    "washington": (TUESDAY, "close", 5),
    "chicago": (TUESDAY, "open", 3),
    "atlanta": (THURSDAY, "close", 4),
    "saint_louis": (FRIDAY, "open", 5),
}
#: The first printed table: what the end brings each, by our categories.
POINTS = {
    MONDAY: {"unrevealed": 3, "track": 2, "gates": 5},
    TUESDAY: {"unrevealed": 3, "track": 2, "gates": 8},
    WEDNESDAY: {"track": 2, "pink": 3},
    THURSDAY: {"unrevealed": 3, "track": 4, "green": 1, "crypt": 2},
    FRIDAY: {"unrevealed": 3, "blue": 1, "track": 4, "gates": 5},
}
#: The second printed table: VP before, sum of the end, total.
TOTALS = {MONDAY: (4, 10, 14), TUESDAY: (3, 13, 16), WEDNESDAY: (13, 5, 18), THURSDAY: (3, 10, 13), FRIDAY: (7, 13, 20)}


def table(**options):
    """Return Thursday's turn with everything as printed but the last assassination."""
    match = turn(5, THURSDAY, **options)
    state = match.state
    sides(match, *ALLEGIANCES)
    state.investigation, state.ritual = 2, 4
    for seat, cities in CITIES.items():
        for name in cities:
            control(match, seat, name)
    for name, (seat, face, value) in GATES.items():
        assert match.content.cities[name].gate == value
        gate(match, seat, name, face)
    agent(match, MONDAY, "moses_fleet", "charleston")
    for name in ("harry_houdini", "bessie_coleman", "lillian_la_france", "alice_ochs"):
        agent(match, WEDNESDAY, name, "boston")
    agent(match, THURSDAY, "adsila_chavos", "atlanta")
    agent(match, FRIDAY, "wyatt_earp", "new_orleans")
    own(match, THURSDAY, "yog_sothoth")
    own(match, FRIDAY, "silver_key")
    for seat, dead in ((WEDNESDAY, "father_lachlan"), (THURSDAY, "gerard_lescaux")):
        state.players[seat].crypt.append(dead)
    return match


def final():
    """Return the match scored, Wednesday's lead agent being the last victim; and what happened."""
    match = table()
    match.state.players[THURSDAY].crypt.append("wednesday")
    del match.state.agents["wednesday"]
    match.state.players[WEDNESDAY].revealed = True
    call_end(match, WEDNESDAY, "assassination")
    at_turn(match, THURSDAY)
    events = [event.body for event in match.start()]
    assert_sound(match)
    return match, events


def row(seat):
    return outcome(final()[0]).rows[seat]


@rule("DP-EX.33", "DP-SCORE.1", "DP-SCORE.3", "DP-SCORE.10", "DP-SCORE.16", "DP-SCORE.26")
@pytest.mark.parametrize("seat", range(5))
def test_every_number_of_the_table_of_points(seat):
    points = {name: value for name, value in row(seat).scores.items() if value and name != "vp"}
    assert points == POINTS[seat]


@rule("DP-EX.33")
def test_the_events_end_the_game_for_the_lead_agent_alone():
    match, events = final()
    assert match.state.ending == ["assassination"]
    assert [seat for seat, _, cause in causes(events) if cause == "end"] == [MONDAY, TUESDAY, THURSDAY, FRIDAY]


@rule("DP-EX.34")
@pytest.mark.parametrize("seat", range(5))
def test_every_number_of_the_table_of_totals(seat):
    before, brought, total = TOTALS[seat]
    scored = row(seat)
    assert scored.scores["vp"] == before
    assert sum(scored.scores.values()) - scored.scores["vp"] == brought
    assert scored.total == total


@rule("DP-EX.34", "DP-WIN.1", "DP-WIN.7", "DP-HC.52")
def test_the_cultists_are_excluded_and_wednesday_wins_though_friday_has_more():
    match, events = final()
    result = outcome(match)
    assert [body.seat for body in told(events, "excluded")] == [THURSDAY, FRIDAY]
    assert result.winners == [WEDNESDAY]
    assert result.ranking == [WEDNESDAY, TUESDAY, MONDAY, FRIDAY, THURSDAY]
    assert told(events, "match_ended")[0].winners == (WEDNESDAY,)


@rule("DP-EX.35")
def test_the_sums_of_both_tables_and_the_cards_they_were_dealt_from():
    match, _ = final()
    rows = outcome(match).rows
    assert sum(row.total for row in rows) == 81
    assert sum(row.scores["vp"] for row in rows) == 30
    assert sum(row.total - row.scores["vp"] for row in rows) == 51
    assert max(row.scores["vp"] for row in rows) < 22
    dealt = [sorted(deal_allegiances(5, Chance(ChanceState(str(n))))[0]) for n in range(20)]
    assert sorted(ALLEGIANCES) in dealt


@rule("DP-EX.36", "DP-HC.27", "DP-ASSASSINATE.18")
def test_the_assassination_itself_is_against_the_rules():
    match = table()
    marker(match, "thursday", force=9)
    match.state.agents["thursday"].city = match.state.agents["wednesday"].city
    give(match, THURSDAY, "knife", power({"op": "assassinate", "any_agent": True}))
    assert match.state.players[WEDNESDAY].vp == 13
    assert not lead_is_open(match, "wednesday")
    if UseCard("knife") in offers(match):
        act(match, UseCard("knife"))
        assert not any(offer.victim == "wednesday" for offer in offers(match, Strike))


@rule("DP-EX.36", "DP-HC.27", "DP-ASSASSINATE.26", "DP-EX.37")
def test_with_protection_by_agents_in_the_same_city_only_the_example_can_be_played():
    match = table(lead_protection="city")
    marker(match, "thursday", force=9)
    match.state.agents["thursday"].city = match.state.agents["wednesday"].city = "chicago"
    give(match, THURSDAY, "knife", power({"op": "assassinate", "any_agent": True}))
    act(match, UseCard("knife"))
    events = act(match, Strike("wednesday", "thursday"))
    assert triggers(events) == ["assassination"]
    assert causes(events)[0] == (WEDNESDAY, "investigator", "assassination")
    assert match.state.players[THURSDAY].crypt == ["gerard_lescaux", "wednesday"]
    assert [row.total for row in outcome(match).rows] == [14, 16, 18, 13, 20]
    assert outcome(match).winners == [WEDNESDAY]


@rule("DP-EX.37")
def test_thursdays_two_points_are_two_markers_in_the_crypt():
    match = table()
    match.state.players[WEDNESDAY].revealed = True
    finish(match, THURSDAY)
    assert outcome(match).rows[THURSDAY].scores["crypt"] == 1
    assert row(THURSDAY).scores["crypt"] == 2


@rule("DP-EX.38", "DP-HC.85")
def test_moses_fleet_and_washington_are_one_agent_and_one_city():
    content = table().content
    for part in ("fleet", "washington"):
        names = [name for name in (*content.agents, *content.cities) if part in name]
        assert len(names) == 1
    assert content.agents.keys() >= {"moses_fleet"}
    assert content.assets["moses_fleet"].pink == 0
    assert content.cities["washington"].name.en == "Washington D.C."
    assert content.assets["lillian_la_france"].name.en == "Lillian La France"


@rule("DP-EX.39")
def test_a_recruited_agent_brings_a_cultist_neither_pink_nor_blue():
    match, _ = final()
    assert match.content.assets["wyatt_earp"].vp == 0
    scored = outcome(match).rows[FRIDAY].scores
    assert scored["pink"] == 0
    assert scored["blue"] == match.content.mythos["silver_key"].vp == 1


@rule("DP-EX.39", "DP-SCORE.11", "DP-SCORE.19")
def test_an_investigators_crypt_and_a_cultists_closed_gate_bring_nothing():
    match, _ = final()
    rows = outcome(match).rows
    assert match.state.players[WEDNESDAY].crypt == ["father_lachlan"]
    assert rows[WEDNESDAY].scores["crypt"] == 0
    assert (match.state.places["atlanta"].gate, match.state.places["atlanta"].gate_owner) == ("close", THURSDAY)
    assert rows[THURSDAY].scores["gates"] == 0


@rule("DP-EX.33")
def test_the_example_stands_on_the_printed_cities():
    content = table().content
    value = {name: content.cities[name].control for name in content.cities}
    assert (value["atlanta"], value["new_orleans"], value["indianapolis"]) == (4, 3, 3)
    assert value["arkham"] + value["washington"] + value["new_york"] == 13
    assert value["detroit"] + value["pittsburgh"] == 7
