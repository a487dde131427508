"""Section 32.1 of RULES.md: the rulebook's examples of acquiring agents, cities and mythos cards."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.acquiring import atlanta, influence_in_atlanta, two_actions_left, wyatt_earp
from rules.dark_providence.examples.position_builder import FRIDAY, MONDAY, THURSDAY, TUESDAY, agent, hold
from rules.dark_providence.state.actions import AcquireTarget, DiscardCard
from tests.dark_providence.table import act, example, example_played, offers, refused
from tests.game_helpers import rule

EARP = AcquireTarget("wyatt_earp")
ATLANTA = AcquireTarget("atlanta")


# -- an agent (EX.3 to 5) -------------------------------------------------------------------------------------------


@rule("DP-EX.3")
def test_friday_acquires_wyatt_earp():
    after = example_played("DP-EX.3").after.state
    friday = after.players[FRIDAY]
    assert friday.limbo == 2
    assert friday.discard == ["wyatt_earp"]
    assert (after.agents["wyatt_earp"].owner, after.agents["wyatt_earp"].city) == (FRIDAY, "new_orleans")
    assert after.places["new_orleans"].stack == ["cover_up", "dynamite"]
    assert after.marks == {"atlanta": [0, 2, 0, 0, 1], "returners": [0, 2, 0, 0, 1]}


@rule("DP-EX.4")
def test_friday_can_acquire_neither_the_locked_wyatt_earp_nor_what_tuesday_leads():
    match = example("DP-EX.4")
    assert not offers(match, AcquireTarget)
    for target in ("wyatt_earp", "atlanta", "returners"):
        assert refused(match, AcquireTarget(target))
    match.state.locks.clear()
    assert offers(match, AcquireTarget) == [EARP]


@rule("DP-EX.4")
def test_friday_can_not_acquire_wyatt_earp_second_nor_as_seventh_agent():
    match = wyatt_earp("cover_up")
    hold(match, FRIDAY, "friday_rumours")
    act(match, DiscardCard("friday_rumours"))
    assert refused(match, EARP)
    match = wyatt_earp("cover_up")
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness", "moses_fleet"):
        agent(match, FRIDAY, name, "detroit")
    assert refused(match, EARP)


@rule("DP-EX.5")
def test_wyatt_earp_was_the_last_card_of_new_orleans():
    shown = example_played("DP-EX.5")
    before, after = shown.before.state, shown.after.state
    assert (before.ritual, after.ritual) == (4, 6)
    assert len(after.row) == len(before.row) + 1
    assert (before.places["new_orleans"].stack, after.places["new_orleans"].stack) == (["wyatt_earp"], [])


# -- a city (EX.6 to 8) ---------------------------------------------------------------------------------------------


@rule("DP-EX.6")
def test_monday_acquires_tuesdays_atlanta():
    shown = example_played("DP-EX.6")
    before, after = shown.before.state.players, shown.after.state.players
    monday, tuesday, friday = (after[seat] for seat in (MONDAY, TUESDAY, FRIDAY))
    assert "atlanta" in before[TUESDAY].deck
    assert monday.limbo == 3
    assert (friday.supply, friday.limbo) == (before[FRIDAY].supply + 1, 0)
    assert shown.after.state.places["atlanta"].controller == MONDAY
    assert monday.controls == before[MONDAY].controls - 1
    assert tuesday.controls == before[TUESDAY].controls + 1
    assert (before[MONDAY].vp, before[TUESDAY].vp) == (0, 7)
    assert (monday.vp, tuesday.vp) == (4, 3)
    assert monday.discard == ["atlanta"]
    rest = [card for card in before[TUESDAY].deck if card != "atlanta"]
    assert sorted(tuesday.deck) == sorted(rest)
    assert tuesday.deck != rest


@rule("DP-EX.7")
def test_tuesday_draws_a_card_for_atlanta_in_the_hand():
    shown = example_played("DP-EX.7")
    before, after = shown.before.state.players[TUESDAY], shown.after.state.players[TUESDAY]
    assert before.hand == ["atlanta"]
    assert (after.hand, after.deck) == (before.deck[:1], before.deck[1:])


@rule("DP-EX.7")
@pytest.mark.parametrize(("zone", "drawn"), [("hand", 1), ("discard", 0), ("area_e", 0)])
def test_the_atlanta_card_was_somewhere_else(zone, drawn):
    match = atlanta(zone)
    tuesday = match.state.players[TUESDAY]
    deck = list(tuesday.deck)
    act(match, ATLANTA)
    assert (tuesday.hand, tuesday.deck, tuesday.discard) == (deck[:drawn], deck[drawn:], ["new_orleans"])
    assert (tuesday.vp, tuesday.controls) == (3, 11)
    assert match.state.players[MONDAY].discard == ["atlanta"]


@rule("DP-EX.8")
def test_alice_ochs_gives_monday_three_influence_against_two():
    assert example_played("DP-EX.8").after.state.places["atlanta"].controller == MONDAY


@rule("DP-EX.8")
def test_another_agent_makes_a_tie_and_agents_alone_are_not_enough():
    match = influence_in_atlanta(1, 2)
    match.state.agents["monday"].city = "atlanta"
    assert refused(match, ATLANTA)
    assert refused(influence_in_atlanta(0, 0, "alice_ochs", "carl_jung", "eliot_ness"), ATLANTA)
    match = influence_in_atlanta(1, 0)
    assert ATLANTA in offers(match)
    match.state.agents["friday"].city = "atlanta"
    assert refused(match, ATLANTA)


# -- a mythos card (EX.9 and 10) ------------------------------------------------------------------------------------


@rule("DP-EX.9")
def test_thursday_acquires_yog_sothoth_and_has_two_actions_left():
    shown = example_played("DP-EX.9")
    after = shown.after.state
    assert after.players[THURSDAY].mythos == ["yog_sothoth"]
    assert after.players[THURSDAY].limbo == 2
    assert after.row == [card for card in shown.before.state.row if card != "yog_sothoth"]
    assert after.turn.actions == 2


@rule("DP-EX.10")
def test_the_additional_action_is_no_second_acquisition():
    match = example("DP-EX.10")
    assert match.dump() == two_actions_left().dump()
    assert match.state.turn.actions == 2
    assert match.state.marks["hastur"] == [0, 0, 0, 1, 0]
    assert refused(match, AcquireTarget("hastur"))
    assert not refused(example("DP-EX.9"), AcquireTarget("hastur"))
