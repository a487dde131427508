"""Section 3 of RULES.md: the allegiance cards, who may see them, and how they score."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.dark_providence.examples.position_builder import agent, own, turn
from rules.dark_providence.flow.scoring import excluded, scores
from rules.dark_providence.flow.setup import deal_allegiances
from rules.dark_providence.state.actions import RevealAllegiance, Strike, UseCard, WorkGate
from rules.kernel.engine.chance import Chance, ChanceState
from tests.dark_providence.made_up_cards import give, power
from tests.dark_providence.table import act, begin_turn, mythos, new, offers, set_allegiance
from tests.game_helpers import look, rule

SIDES = ("investigator", "cultist", "ex_investigator", "ex_cultist")


def deals(seats, count=40):
    """For each of many seeds, return the allegiances dealt to the players and the allegiances set aside."""
    return [deal_allegiances(seats, Chance(ChanceState(str(seed)))) for seed in range(count)]


def match_with_scores(allegiance, **player):
    """Return a match where seat 0 has pieces that score in every category of every side."""
    match = turn(3)
    set_allegiance(match, 0, allegiance, **player)
    state, seat = match.state, match.state.players[0]
    state.investigation, state.ritual = 5, 8
    state.places["chicago"].gate, state.places["atlanta"].gate = "close", "open"
    for city in ("chicago", "atlanta"):
        state.places[city].gate_owner = 0
        seat.controls -= 1
    agent(match, 0, "bessie_coleman", "boston")
    own(match, 0, mythos(match, "idol", green=2))
    agent(match, 1, "gerard_lescaux", "boston")
    seat.crypt = ["wyatt_earp"]
    return match


def points(match):
    """Return seat 0's points by scoring category, without categories that score nothing."""
    return {name: value for name, value in scores(match, 0).items() if value}


# -- the cards ------------------------------------------------------------------------------------------------


@rule("DP-ALLEG.1")
def test_everyone_has_one_allegiance_that_no_action_changes():
    match = turn(4, seed="allegiance")
    before = [player.allegiance for player in match.state.players]
    rng = random.Random(3)
    for _ in range(250):
        if match.over:
            break
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, rng.choice(decision.actions))
    assert [player.allegiance for player in match.state.players] == before
    assert set(before) <= set(SIDES)


@rule("DP-ALLEG.2", "DP-ALLEG.11")
@pytest.mark.parametrize("lowest", ["ex_investigator", "ex_cultist"])
def test_the_two_dissenters_are_a_side_each(lowest):
    match = turn(3)
    for seat, allegiance in enumerate(["ex_investigator", "ex_cultist", "cultist"]):
        set_allegiance(match, seat, allegiance)
    totals: list[float] = [1, 9, 9] if lowest == "ex_investigator" else [9, 1, 9]
    assert excluded(match, totals) == {0 if lowest == "ex_investigator" else 1}


@rule("DP-ALLEG.11")
def test_investigators_and_cultists_are_opponents_and_each_a_single_side():
    match = turn(5)
    for seat, allegiance in enumerate(["investigator", "investigator", "cultist", "cultist", "ex_cultist"]):
        set_allegiance(match, seat, allegiance)
    assert excluded(match, [9, 1, 8, 8, 8]) == {0, 1}
    assert excluded(match, [9, 9, 1, 8, 8]) == {2, 3}
    assert excluded(match, [9, 9, 8, 8, 1]) == {4}


@rule("DP-ALLEG.2", "DP-ALLEG.3", "DP-SETUP.20")
@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_are_dealt_from_one_card_of_each_kind(seats):
    for dealt, aside in deals(seats):
        assert sorted([*dealt, *aside]) == sorted(SIDES)
        assert len(dealt) == seats


@rule("DP-ALLEG.3", "DP-SETUP.21")
@pytest.mark.parametrize("seats", [4, 5])
def test_four_or_five_are_dealt_from_five_cards_with_one_dissenter(seats):
    for dealt, aside in deals(seats):
        deck, (left_out,) = [*dealt, *aside[:-1]], aside[-1:]
        count = Counter(deck)
        assert (count["investigator"], count["cultist"], len(deck)) == (2, 2, 5)
        assert {left_out, *deck} >= {"ex_investigator", "ex_cultist"}


# -- scoring --------------------------------------------------------------------------------------------------


@rule("DP-ALLEG.4")
def test_investigators_score_closed_gates_pink_agents_and_the_investigation():
    assert points(match_with_scores("investigator")) == {"unrevealed": 3, "gates": 3, "pink": 1, "track": 5}


@rule("DP-ALLEG.6")
def test_cultists_score_open_gates_victims_green_cards_and_the_ritual():
    assert points(match_with_scores("cultist")) == {"unrevealed": 3, "gates": 4, "crypt": 1, "green": 2, "track": 8}


@rule("DP-ALLEG.8", "DP-ALLEG.9")
@pytest.mark.parametrize(("allegiance", "track"), [("ex_investigator", 5), ("ex_cultist", 8)])
def test_dissenters_score_victims_both_kinds_of_gates_and_their_former_track(allegiance, track):
    assert points(match_with_scores(allegiance)) == {"unrevealed": 3, "gates": 7, "crypt": 1, "track": track}


@rule("DP-ALLEG.10")
@pytest.mark.parametrize("allegiance", SIDES)
def test_a_revealed_dissenter_is_penalised_and_no_one_else(allegiance):
    found = points(match_with_scores(allegiance, revealed=True))
    assert found.get("penalty", 0) == (-3 if allegiance.startswith("ex_") else 0)
    assert "unrevealed" not in found
    assert "penalty" not in points(match_with_scores(allegiance))


@rule("DP-ALLEG.12")
@pytest.mark.parametrize("allegiance", SIDES)
def test_blue_points_are_anybodys(allegiance):
    match = match_with_scores(allegiance)
    own(match, 0, "silver_key")
    give(match, 0, "lucky_charm", zone="deck")
    match.content.cards["lucky_charm"] = match.content.cards["lucky_charm"].model_copy(update={"vp": 2})
    assert points(match)["blue"] == 3


# -- the end of the game --------------------------------------------------------------------------------------


@rule("DP-ALLEG.5", "DP-ALLEG.7")
@pytest.mark.parametrize("allegiance", SIDES)
def test_madness_ends_the_game_unless_it_is_a_cultists(allegiance):
    match = turn(3)
    set_allegiance(match, 0, allegiance)
    match.state.bag, match.state.spent = [0, 10], [6, 0]
    match.state.players[0].madness = 2
    give(match, 0, "horror", power({"op": "sanity"}))
    act(match, UseCard("horror"))
    assert match.over == (allegiance != "cultist")
    assert match.state.players[0].revealed


@rule("DP-ALLEG.7")
@pytest.mark.parametrize("allegiance", SIDES)
def test_the_death_of_a_lead_agent_ends_the_game_unless_it_is_a_cultists(allegiance):
    match = turn(3)
    set_allegiance(match, 1, allegiance)
    match.state.players[1].vp = 5
    match.state.agents["monday"].city = "boston"
    give(match, 0, "knife", power({"op": "assassinate", "any_agent": True}))
    give(match, 0, "thugs", force=9)
    act(match, UseCard("knife"))
    act(match, Strike("tuesday", "monday"))
    assert match.over == (allegiance != "cultist")
    assert ("tuesday" in match.state.agents) == (allegiance == "cultist")


# -- knowledge and its effects --------------------------------------------------------------------------------


@rule("DP-ALLEG.13", "DP-SETUP.25")
def test_only_the_own_card_can_be_looked_at_while_it_lies_face_down():
    match = turn(3)
    for viewer in (None, 0, 1, 2):
        shown = [player.allegiance for player in look(match, viewer).players]
        assert shown == [
            player.allegiance if seat == viewer else None for seat, player in enumerate(match.state.players)
        ]
    assert not any("allegiance" in offer.verb for offer in offers(match))


@rule("DP-ALLEG.13")
def test_a_revealed_card_is_seen_by_all():
    match = turn(3)
    set_allegiance(match, 1, "ex_cultist", revealed=True)
    assert {look(match, viewer).players[1].allegiance for viewer in (None, 0, 1, 2)} == {"ex_cultist"}


@rule("DP-ALLEG.14", "DP-MEDDLE.6")
def test_what_can_be_done_does_not_depend_on_the_allegiance():
    found = []
    for allegiance in SIDES:
        match = turn(3)
        set_allegiance(match, 0, allegiance)
        match.state.ritual = match.state.investigation = 4
        match.state.agents["monday"].city = "chicago"
        give(match, 0, "rite", power({"op": "gate", "face": "either", "any_agent": True}))
        give(match, 0, "book", arcane=9, ritual_up=1, ritual_down=1, investigation_up=1, investigation_down=1)
        first = offers(match)
        act(match, UseCard("rite"))
        found.append([*first, *offers(match)])
    assert found[0] == found[1] == found[2] == found[3]
    assert {WorkGate("chicago", "open", "monday"), WorkGate("chicago", "close", "monday")} <= set(found[0])


@rule("DP-ALLEG.14")
def test_but_revealing_depends_on_it():
    match = turn(2)
    match.state.players[0].vp, match.state.investigation = 30, 3
    set_allegiance(match, 0, "investigator")
    assert offers(match, RevealAllegiance)
    set_allegiance(match, 0, "cultist")
    assert not offers(match, RevealAllegiance)
    begin_turn(match, 0)
    assert new(2).state.ending == []
