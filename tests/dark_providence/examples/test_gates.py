"""Section 32.3 of RULES.md: the rulebook's examples of gates, locks and sanity tests."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.agents import frames_used
from rules.dark_providence.content.component_counts import LOCKS
from rules.dark_providence.examples.position_builder import FRIDAY, MONDAY, THURSDAY, hold, mark
from rules.dark_providence.state.actions import AcquireTarget, PlaceInfluence, UseCard
from tests.dark_providence.made_up_cards import choices, choose, places_of_card
from tests.dark_providence.table import GAME, act, begin_turn, example, example_played, offers, refused, set_allegiance
from tests.game_helpers import rule

RITE = UseCard("thursday_warding_rite")
KEY = UseCard("thursday_skeleton_key")
TESLA = AcquireTarget("nikola_tesla")


# -- closing a gate (EX.26 to 28) -----------------------------------------------------------------------------------


@rule("DP-EX.26")
def test_thursday_closes_the_gate_of_atlanta():
    shown = example_played("DP-EX.26")
    after = shown.after.state
    place, thursday = after.places["atlanta"], after.players[THURSDAY]
    assert shown.before.state.places["atlanta"].gate == ""
    assert (place.gate, place.gate_owner) == ("close", THURSDAY)
    assert places_of_card(shown.after, "thursday_warding_rite") == ["destroyed"]
    assert sorted(thursday.discard) == ["thursday_occult_notes", "thursday_skeleton_key"]
    assert thursday.sane + thursday.madness == 1
    assert [player.vp for player in after.players] == [0, 0, 0, 0, 0]


@rule("DP-EX.27")
def test_madness_spares_the_lead_agent():
    after = example_played("DP-EX.27").after.state
    assert after.players[THURSDAY].madness == 1
    assert after.agents["thursday"].city == "atlanta"
    assert after.destroyed == ["thursday_warding_rite"]


@rule("DP-EX.27")
def test_the_gate_stays_closed_for_good():
    match = example_played("DP-EX.27").after
    cards = ("friday_forbidden_rite", "friday_occult_notes", "miskatonic_university")
    hold(match, FRIDAY, *cards)
    match.state.agents["friday"].city = "boston"
    # in Boston, the cards suffice to open a gate of value 4
    assert not refused(begin_turn(match, FRIDAY), UseCard(cards[0]))
    match.state.agents["friday"].city = "atlanta"
    assert refused(begin_turn(match, FRIDAY), UseCard(cards[0]))


@rule("DP-EX.28")
def test_one_arcane_short_and_that_of_the_rite_itself_does_not_count():
    match = example("DP-EX.28")
    assert match.content.cards["thursday_warding_rite"].icons["arcane"] == 2
    assert refused(match, RITE)
    hold(match, THURSDAY, "carl_jung")  # Carl Jung provides the ARCANE that was missing
    assert not refused(match, RITE)


# -- a lock (EX.29 and 30) ------------------------------------------------------------------------------------------


@rule("DP-EX.29")
def test_a_lock_on_nikola_tesla_stops_monday_until_someone_removes_it():
    assert TESLA in offers(begin_turn(example("DP-EX.29"), MONDAY))
    match = example_played("DP-EX.29").after
    assert match.state.locks == ["nikola_tesla"]
    assert refused(begin_turn(match, MONDAY), TESLA)
    begin_turn(match, FRIDAY)
    hold(match, FRIDAY, "friday_skeleton_key")
    act(match, UseCard("friday_skeleton_key"))
    choose(match, "remove/nikola_tesla")
    assert TESLA in offers(begin_turn(match, MONDAY))
    mark(match, THURSDAY, "nikola_tesla", 1)
    assert refused(begin_turn(match, MONDAY), TESLA)


@rule("DP-EX.30")
def test_influence_goes_on_the_locked_card_and_a_lock_can_be_removed():
    shown = example_played("DP-EX.30")
    before, after = shown.before.state, shown.after.state
    assert len(before.locks) == LOCKS
    assert (before.marks["nikola_tesla"][THURSDAY], after.marks["nikola_tesla"][THURSDAY]) == (1, 2)
    assert [lock for lock in before.locks if lock not in after.locks] == ["arkham"]
    assert "nikola_tesla" in after.locks


@rule("DP-EX.30")
def test_no_second_lock_and_no_thirteenth_lock():
    match = example("DP-EX.30")
    act(match, KEY)
    assert sorted(choices(match)) == sorted(f"remove/{lock}" for lock in match.state.locks)
    match = example("DP-EX.30")
    match.state.locks = ["nikola_tesla"]
    assert PlaceInfluence("nikola_tesla") in offers(match)
    act(match, KEY)
    assert "place/nikola_tesla" not in choices(match)


# -- sanity at a gate (EX.31 and 32) --------------------------------------------------------------------------------


@rule("DP-EX.31", "DP-SANITY.7")
def test_fridays_second_madness_costs_the_agent_and_play_goes_on():
    shown = example_played("DP-EX.31")
    after, friday = shown.after.state, shown.after.state.players[FRIDAY]
    assert (shown.before.state.players[FRIDAY].madness, friday.madness) == (1, 2)
    assert not friday.revealed
    assert not shown.after.over
    assert places_of_card(shown.after, "carl_jung") == ["destroyed"]
    assert (frames_used(shown.before.state, FRIDAY), frames_used(after, FRIDAY)) == (2, 1)
    assert (after.places["chicago"].gate, after.places["chicago"].gate_owner) == ("open", FRIDAY)


@rule("DP-EX.32", "DP-MAD.3")
def test_fridays_third_madness_reveals_the_cultist_and_play_goes_on():
    shown = example_played("DP-EX.32")
    friday = shown.after.state.players[FRIDAY]
    assert (friday.allegiance, friday.madness, friday.revealed, shown.after.over) == ("cultist", 3, True, False)
    assert places_of_card(shown.after, "carl_jung") == ["destroyed"]


@rule("DP-EX.32", "DP-MAD.4", "DP-MAD.5")
@pytest.mark.parametrize("allegiance", ["investigator", "ex_investigator", "ex_cultist"])
def test_fridays_third_madness_ends_the_game_for_all_others(allegiance):
    match = example("DP-EX.32")
    set_allegiance(match, FRIDAY, allegiance)
    for seat, action in GAME.examples["DP-EX.32"].moves(match):
        act(match, action, seat)
    assert places_of_card(match, "carl_jung") == ["destroyed"]
    assert match.over
    assert match.state.ending == ["madness"]
