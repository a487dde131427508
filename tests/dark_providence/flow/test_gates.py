"""Section 21.2 of RULES.md: opening and closing gates, and the sanity test."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.agents import frames_used, has_frame
from rules.dark_providence.content.records import Side
from rules.dark_providence.examples.position_builder import agent, fill_bag, hold, own, turn
from rules.dark_providence.state.actions import Meddle, UseCard, WorkGate
from rules.dark_providence.state.state import Piece
from tests.dark_providence.made_up_cards import (
    MADNESS,
    SANE,
    city,
    give,
    icons,
    marker,
    payments,
    places_of_card,
    power,
)
from tests.dark_providence.table import (
    act,
    asset,
    begin_turn,
    destroy_missing_cards,
    leave_controls,
    mythos,
    offers,
    pay,
    refused,
    set_allegiance,
)
from tests.game_helpers import kinds_of, of_kinds, rule


def rite(face="open", **more):
    return power({"op": "gate", "face": face, "any_agent": True}, **more)


def scene(*values, need=1, own_arcane=1, bag=SANE, at="chicago", face="open", **options):
    """Return Monday's turn in a city with a gate of value `need`, and the ARCANE cards in Monday's hand.

    The card "rite" in Monday's hand can open or close gates. `own_arcane` is the ARCANE of Monday's marker, `values`
    has the ARCANE of each ARCANE card, and `bag` has the tokens in the bag.
    """
    match = turn(**options)
    city(match, at, gate=need)
    marker(match, "monday", arcane=own_arcane)
    match.state.agents["monday"].city = at
    fill_bag(match, *bag)
    set_allegiance(match, 0, "cultist")
    give(match, 0, "rite", rite(face))
    return match, icons(match, 0, "arcane", *values)


def can(match, card="rite"):
    return UseCard(card) in offers(match)


def work_gate(match, actor="monday", card="rite", face="open", at="chicago"):
    """Use the card on a gate. Return the events."""
    return [*act(match, UseCard(card)), *act(match, WorkGate(at, face, actor))]


def recruit(match, name="moses_fleet", zone="deck", at="chicago", arcane=0):
    """Put an agent that Monday's player has recruited into the city. Return the agent's id."""
    marker(match, name, arcane=arcane)
    agent(match, 0, name, at, zone=zone)
    return name


# -- requirements ---------------------------------------------------------------------------------------------------


@rule("DP-GATE.1")
def test_an_own_agent_must_be_in_the_city():
    match, _ = scene()
    act(match, UseCard("rite"))
    assert {offer.city for offer in offers(match)} == {"chicago"}
    match, _ = scene(9)
    city(match, "arkham", gate=1)
    match.state.agents["monday"].city = "arkham"
    act(match, UseCard("rite"))
    assert {offer.city for offer in offers(match)} == {"arkham"}


@pytest.mark.parametrize("face", ["open", "close"])
@rule("DP-GATE.2", "DP-GATE.22", "DP-HC.35")
def test_a_marked_gate_is_never_changed_again(face):
    match, _ = scene(face="either")
    work_gate(match, face=face)
    give(match, 1, "foreign_rite", rite("either"))
    marker(match, "tuesday", arcane=9)
    match.state.agents["tuesday"].city = "chicago"
    fill_bag(match, *SANE)
    begin_turn(match, 1)
    assert refused(match, UseCard("foreign_rite"))
    give(match, 0, "second_rite", rite("either"))
    begin_turn(match, 0)
    assert refused(match, UseCard("second_rite"))
    assert (match.state.places["chicago"].gate, match.state.places["chicago"].gate_owner) == (face, 0)


@rule("DP-GATE.3")
def test_with_a_free_card_any_own_agent_there_acts():
    match, _ = scene()
    hold(match, 0, "deep_ones", zone="discard")
    match.state.agents["deep_one_1"] = Piece(-1, "chicago")
    agent(match, 0, "mi_go", "chicago")
    recruit(match)
    recruit(match, "carl_jung", at="detroit", arcane=0)
    agent(match, 1, "alice_ochs", "chicago")
    act(match, UseCard("rite"))
    assert {offer.actor for offer in offers(match)} == {"monday", "deep_one_1", "mi_go", "moses_fleet"}


@rule("DP-GATE.3")
def test_with_an_agents_own_card_only_that_agent_acts_and_only_where_it_is():
    match, _ = scene(face="close")
    asset(match, "father_lachlan", [power({"op": "gate", "face": "close"})])
    recruit(match, "father_lachlan", zone="hand")
    act(match, UseCard("father_lachlan"))
    assert offers(match) == [WorkGate("chicago", "close", "father_lachlan")]
    match, _ = scene(9)
    asset(match, "father_lachlan", [power({"op": "gate", "face": "close"})])
    city(match, "detroit", gate=9)
    recruit(match, "father_lachlan", zone="hand", at="detroit")
    city(match, "chicago", gate=1)
    match.state.players[0].hand = ["father_lachlan"]
    destroy_missing_cards(match)
    assert refused(match, UseCard("father_lachlan"))


@rule("DP-GATE.3", "DP-GATE.11")
def test_a_card_works_only_the_face_it_names():
    for face, found in (("open", {"open"}), ("close", {"close"}), ("either", {"open", "close"})):
        match, _ = scene(face=face)
        act(match, UseCard("rite"))
        assert {offer.face for offer in offers(match)} == found


@pytest.mark.parametrize(("arcane", "enough"), [(2, False), (3, True), (4, True)])
@rule("DP-GATE.4", "DP-GATE.10")
def test_arcane_must_reach_the_value_of_the_gate(arcane, enough):
    match, _ = scene(need=3, own_arcane=arcane)
    assert can(match) == enough


@rule("DP-GATE.5")
def test_all_own_agents_there_add_their_arcane_and_no_one_else_does():
    match, _ = scene(need=3)
    recruit(match, arcane=2)
    work_gate(match)
    assert match.state.places["chicago"].gate == "open"
    for owner, where in ((0, "detroit"), (1, "chicago")):
        match, _ = scene(need=3)
        marker(match, "moses_fleet", arcane=2)
        agent(match, owner, "moses_fleet", where)
        assert not can(match)


@rule("DP-GATE.5")
def test_a_returned_agent_adds_the_arcane_of_its_visible_side():
    for returned in (True, False):
        match, _ = scene(need=3)
        marker(match, "moses_fleet", returned=Side(arcane=2))
        agent(match, 0, "moses_fleet", "chicago", returned=returned)
        assert can(match) == returned


@rule("DP-GATE.5")
def test_whateleys_add_one_each_for_their_owner_only():
    match, _ = scene(need=3)
    match.state.whateleys, match.state.whateley_seat = ["chicago", "detroit", "chicago"], 0
    assert can(match)
    match.state.whateley_seat = 1
    assert not can(match)
    match.state.whateleys, match.state.whateley_seat = ["chicago", "detroit"], 0
    assert not can(match)


@rule("DP-GATE.6", "DP-GATE.8", "DP-GATE.9")
def test_missing_arcane_comes_from_as_few_further_cards_as_needed_and_surplus_is_lost():
    match, (one, other, two, three) = scene(1, 1, 2, 3, need=3)
    work_gate(match)
    assert payments(match) == sorted([(two,), (three,)])
    pay(match, three)
    assert match.state.places["chicago"].gate == "open"
    assert sorted(match.state.players[0].discard) == sorted(["rite", three])
    assert sorted(match.state.players[0].hand) == sorted([one, other, two])
    assert match.state.turn.actions == 1


@rule("DP-GATE.8")
def test_no_further_card_is_played_when_the_agents_suffice():
    match, (three,) = scene(3, need=2, own_arcane=2)
    assert not of_kinds(work_gate(match), "paid_with")
    assert match.state.players[0].hand == [three]


@rule("DP-GATE.6", "DP-GATE.10")
def test_other_icons_do_not_help():
    match, _ = scene(1, need=3)
    give(match, 0, "scrap", force=5, ritual_up=5)
    assert not can(match)


@rule("DP-GATE.7")
def test_arcane_on_the_enabling_card_does_not_count():
    match, _ = scene(need=2)
    give(match, 0, "tome", rite(), arcane=5)
    assert not can(match, "tome")
    assert can(match, "rite")
    work_gate(match)
    assert sorted(match.state.players[0].discard) == ["rite", "tome"]


@rule("DP-GATE.10", "DP-HC.58")
def test_without_a_free_control_marker_no_gate_can_be_worked():
    for controls in (0, 1):
        match, _ = scene()
        leave_controls(match, 0, controls, "chicago")
        assert can(match) == bool(controls)


# -- the gate afterwards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", ["open", "close"])
@rule("DP-GATE.11", "DP-GATE.12", "DP-GATE.21")
def test_the_gate_shows_its_face_and_owner_then_a_token_is_drawn_and_no_points_come(face):
    match, _ = scene(face=face)
    events = work_gate(match, face=face)
    place = match.state.places["chicago"]
    assert (place.gate, place.gate_owner) == (face, 0)
    assert place.controller == -1
    assert match.state.players[0].controls == 11
    assert kinds_of(events, "gate_worked", "took_token") == ["gate_worked", "took_token"]
    assert match.state.players[0].sane == 1
    assert match.state.players[0].vp == 0
    assert not of_kinds(events, "vp")


@rule("DP-GATE.21")
def test_the_gate_scores_at_the_end():
    match, _ = scene(need=3, own_arcane=3)
    work_gate(match)
    match.state.investigation = 11
    icons(match, 0, "investigation_up", 1)
    act(match, Meddle("investigation", "up"))
    assert match.state.scores[0]["gates"] == 3


@pytest.mark.parametrize("zone", ["deck", "discard", "hand"])
@rule("DP-GATE.13", "DP-GATE.23", "DP-HC.33")
def test_madness_destroys_the_recruited_agent_who_acted_and_the_gate_stays(zone):
    match, _ = scene(bag=MADNESS)
    recruit(match, zone=zone)
    work_gate(match, "moses_fleet")
    assert "moses_fleet" not in match.state.agents
    assert places_of_card(match, "moses_fleet") == ["destroyed"]
    assert match.state.places["chicago"].gate == "open"
    assert match.state.players[0].crypt == []
    assert match.state.players[0].madness == 1


@rule("DP-GATE.13", "DP-GATE.12")
def test_a_sane_token_destroys_no_one():
    match, _ = scene()
    recruit(match)
    work_gate(match, "moses_fleet")
    assert "moses_fleet" in match.state.agents


@rule("DP-GATE.14", "DP-GATE.18")
def test_only_who_acted_is_destroyed_and_never_a_lead_agent():
    match, _ = scene(bag=MADNESS)
    recruit(match)
    recruit(match, "carl_jung")
    work_gate(match, "monday")
    assert {"monday", "moses_fleet", "carl_jung"} <= set(match.state.agents)
    match, _ = scene(bag=MADNESS)
    recruit(match)
    recruit(match, "carl_jung")
    work_gate(match, "carl_jung")
    assert {"monday", "moses_fleet"} <= set(match.state.agents)
    assert "carl_jung" not in match.state.agents


@rule("DP-GATE.18", "DP-HC.32")
def test_the_acting_agent_is_named_before_the_cards_are_paid_and_the_token_is_drawn():
    match, (one, other) = scene(1, 1, need=2, bag=[1, 1])
    recruit(match)
    act(match, UseCard("rite"))
    assert {offer.actor for offer in offers(match, WorkGate)} == {"monday", "moses_fleet"}
    assert match.state.bag == [1, 1]
    act(match, WorkGate("chicago", "open", "moses_fleet"))
    assert payments(match) == sorted([(one,), (other,)])
    assert match.state.bag == [1, 1]
    events = pay(match, one)
    assert sum(match.state.bag) == 1
    assert of_kinds(events, "gate_worked")[0].actor == "moses_fleet"


@rule("DP-GATE.15", "DP-GATE.16")
def test_out_of_the_hand_the_card_is_replaced_out_of_the_deck_the_rest_is_shuffled():
    match, _ = scene(bag=MADNESS)
    recruit(match, zone="hand")
    player, top = match.state.players[0], match.state.players[0].deck[0]
    shuffles = dict(match.chance.state.uses)
    work_gate(match, "moses_fleet")
    assert player.hand == [top]
    assert match.chance.state.uses == shuffles | {"bag": shuffles.get("bag", 0) + 1}
    match, _ = scene(bag=MADNESS)
    rest = list(match.state.players[0].deck)
    recruit(match)
    work_gate(match, "moses_fleet")
    assert sorted(match.state.players[0].deck) == sorted(rest)
    assert match.state.players[0].deck != rest
    assert match.state.players[0].hand == []


@rule("DP-GATE.17")
def test_the_frame_of_the_destroyed_agent_is_free_again():
    match, _ = scene(bag=MADNESS)
    for name in ("moses_fleet", "carl_jung", "eliot_ness", "wyatt_earp", "alice_ochs"):
        recruit(match, name)
    assert not has_frame(match.state, 0)
    work_gate(match, "moses_fleet")
    assert frames_used(match.state, 0) == 5
    assert has_frame(match.state, 0)


@rule("DP-GATE.19", "DP-HC.32")
def test_an_agents_own_card_is_destroyed_from_the_table_without_draw_or_shuffle():
    match, _ = scene(bag=MADNESS)
    asset(match, "father_lachlan", [power({"op": "gate", "face": "open"})])
    recruit(match, "father_lachlan", zone="hand")
    player, deck = match.state.players[0], list(match.state.players[0].deck)
    player.hand.remove("rite")
    destroy_missing_cards(match)
    work_gate(match, "father_lachlan", card="father_lachlan")
    assert places_of_card(match, "father_lachlan") == ["destroyed"]
    assert (player.hand, player.deck, player.discard) == ([], deck, [])


@rule("DP-GATE.20", "DP-HC.32")
def test_an_acting_deep_one_goes_to_the_supply_and_the_mi_go_out_of_the_game():
    match, _ = scene(bag=MADNESS)
    hold(match, 0, "deep_ones", zone="discard")
    match.state.agents["deep_one_1"] = Piece(-1, "chicago")
    work_gate(match, "deep_one_1")
    assert "deep_one_1" not in match.state.agents
    assert places_of_card(match, "deep_ones") == ["discard 0"]
    match, _ = scene(bag=MADNESS)
    agent(match, 0, "mi_go", "chicago")
    work_gate(match, "mi_go")
    assert "mi_go" not in match.state.agents
    assert places_of_card(match, "mi_go") == ["destroyed"]


@pytest.mark.parametrize(("allegiance", "over"), [("cultist", False), ("investigator", True), ("ex_cultist", True)])
@rule("DP-GATE.23", "DP-GATE.13", "DP-HC.33")
def test_the_gate_stays_and_the_agent_dies_also_when_madness_strikes_for_the_third_time(allegiance, over):
    match, _ = scene(bag=MADNESS)
    set_allegiance(match, 0, allegiance)
    match.state.players[0].madness = 2
    fill_bag(match, *MADNESS)
    recruit(match)
    work_gate(match, "moses_fleet")
    assert match.over == over
    assert (match.state.places["chicago"].gate, match.state.places["chicago"].gate_owner) == ("open", 0)
    assert "moses_fleet" not in match.state.agents
    assert match.state.players[0].revealed


@rule("DP-GATE.12")
def test_with_an_empty_bag_the_gate_is_worked_all_the_same():
    match, _ = scene(bag=[0, 0])
    recruit(match)
    work_gate(match, "moses_fleet")
    assert match.state.places["chicago"].gate == "open"
    assert "moses_fleet" in match.state.agents


@rule("DP-GATE.3")
def test_a_mythos_card_may_enable_it_and_a_rite_may_destroy_itself():
    match, _ = scene()
    own(match, 0, mythos(match, "idol", [rite()]))
    work_gate(match, card="idol")
    assert places_of_card(match, "idol") == ["mythos 0"]
    match, _ = scene()
    give(match, 0, "last_rite", rite(destroys=True))
    player, deck = match.state.players[0], list(match.state.players[0].deck)
    work_gate(match, card="last_rite")
    assert places_of_card(match, "last_rite") == ["destroyed"]
    assert (player.hand, player.deck) == (["rite"], deck)
