"""Sections 10 and 11 of RULES.md: Rounds, and the Prologue."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, deck, location, new, put, scene, set_card
from rules.aevum_haeresis.state.actions import Pass
from tests.aevum_haeresis.scenes import SOUL, announce_unblocked, continue_until, hold_unplayable, pass_round, question
from tests.aevum_haeresis.table import card, heretic, plain_location, take_away, waive, window
from tests.aevum_haeresis.window_helpers import minimal_action, seats_of
from tests.game_helpers import act, asked, of_kinds, rule


def to_prologue(match):
    """Do as little as possible until the next Round has started. Return the events."""
    number, events = match.state.round, []
    while match.state.round == number and not match.over:
        seat, _ = question(match)
        events += act(match, minimal_action(match), seat)
    return events


# -- Rounds ---------------------------------------------------------------------------------------------------


@rule("AH-ROUND.1", "AH-KEY.14")
@seats_of
def test_players_act_alternately_within_a_round(seat):
    match = scene(seat)
    order = []
    for _ in range(3):
        order.append(asked(match)[0])
        who = heretic(match, asked(match)[0], icons={"plunder": 1})
        announce_unblocked(match, "plunder", who)
    assert order == [seat, 1 - seat, seat]
    assert match.state.round == 2


@rule("AH-ROUND.2", "AH-ROUND.6")
def test_the_phases_of_a_round_follow_each_other_round_after_round():
    match = scene()
    hold_unplayable(match, ANNA, 1)
    found = []
    while match.state.round < 4 or match.state.phase != "plot":
        if not found or found[-1] != match.state.phase:
            found.append(match.state.phase)
        seat, _ = question(match)
        act(match, minimal_action(match), seat)
    assert found == ["plot", *["epilogue", "prologue", "enlistment", "plot"], *["epilogue", "prologue", "enlistment"]]
    assert not match.over


@rule("AH-ROUND.3")
def test_the_first_round_has_no_prologue():
    match = new()
    found = set()
    while match.state.phase != "plot":
        seat, _ = question(match)
        act(match, minimal_action(match), seat)
        found.add(match.state.phase)
        found.add(window(match))
    assert match.state.round == 1
    assert not found & {"prologue", "prologue_end"}
    assert [(len(one.plot), len(one.heretics), one.gold) for one in match.state.players] == [(43, 16, 5)] * 2


@rule("AH-ROUND.4", "AH-PLOT.7")
def test_the_plot_phase_goes_on_until_both_pass_one_after_the_other():
    match = scene()
    act(match, Pass())
    announce_unblocked(match, "plunder")
    act(match, Pass())
    assert (asked(match), match.state.phase) == ((BELA, "act"), "plot")
    hold_unplayable(match, BELA, 1)
    act(match, Pass())
    continue_until(match, "epilogue_discard")
    assert match.state.phase == "epilogue"


@rule("AH-ROUND.5", "AH-EPILOGUE.7")
def test_the_roles_are_exchanged_at_the_end_of_every_round():
    match = scene()
    roles = []
    for _ in range(4):
        roles.append(match.state.active)
        continue_until(match, "act")
        assert asked(match)[0] == match.state.active
        pass_round(match)
    assert roles == [ANNA, BELA, ANNA, BELA]


@rule("AH-ROUND.7", "AH-LIFE.20")
def test_time_of_day_and_location_are_not_reset_by_a_new_round():
    match = scene()
    place = plain_location(match, 1, 1, 1, 1, time=2)
    pass_round(match)
    assert match.state.location == place
    assert match.state.cards[place].time == 2


# -- the draw -------------------------------------------------------------------------------------------------


@rule("AH-PROLOGUE.1", "AH-PROLOGUE.2", "AH-PROLOGUE.3", "AH-PROLOGUE.4")
@pytest.mark.parametrize(("held", "plot"), [(0, 7), (6, 1), (7, 0), (8, 0), (9, 0), (12, 0)])
@seats_of
def test_two_heretics_then_plot_cards_up_to_nine_in_hand(seat, held, plot):
    match = scene()
    hold_unplayable(match, seat, held)
    events = to_prologue(match)
    drawn = [(one.deck, one.count) for one in of_kinds(events, "drew") if one.seat == seat]
    assert drawn == [("heretic", 2), *([("plot", plot)] if plot else [])]
    assert len(match.state.players[seat].hand) == held + 2 + plot
    assert not of_kinds(events, "discarded")


@rule("AH-PROLOGUE.5", "AH-HC.30")
@pytest.mark.parametrize("left", [0, 1])
def test_with_too_few_heretics_those_left_are_drawn_and_plot_cards_fill_up(left):
    match = scene()
    deck(match, ANNA, heretics=left)
    hold_unplayable(match, ANNA, 4)
    to_prologue(match)
    assert len(match.state.players[ANNA].hand) == 9
    assert len(match.state.players[ANNA].plot) == 30 - (5 - left)
    assert not match.over


@rule("AH-PROLOGUE.6", "AH-WIN.8")
@pytest.mark.parametrize(("left", "over"), [(8, False), (7, True), (3, True)])
@seats_of
def test_who_empties_the_plot_deck_by_this_draw_loses_at_once(seat, left, over):
    match = scene()
    deck(match, seat, plot=left)
    set_card(match, match.state.players[seat].damned, ready=False)
    events = to_prologue(match)
    assert match.over is over
    if over:
        assert match.state.winner == 1 - seat
        assert not of_kinds(events, "gold_changed")
        assert not match.state.cards[match.state.players[seat].damned].ready


# -- income ---------------------------------------------------------------------------------------------------


@rule("AH-PROLOGUE.7", "AH-PROLOGUE.8", "AH-HC.29")
@pytest.mark.parametrize(("icons", "gained"), [((), 3), ((1, -2), 2), ((-5,), 0), ((2, 1), 6), ((-3,), 0)])
@seats_of
def test_income_is_the_camps_with_the_signed_icons_and_never_takes_gold_away(seat, icons, gained):
    match = scene()
    camp = card(match, "plain_camp", type="camp", income=3)
    put(match, seat, camp)
    for number, icon in enumerate(icons):
        heretic(match, seat, f"one_{number}", gold_icon=icon)
    heretic(match, 1 - seat, "theirs", gold_icon=3)
    take_away(match, match.state.players[seat].damned)  # without a Damned, the start of the Round asks for no payment
    to_prologue(match)
    assert match.state.players[seat].gold == 5 + gained


@rule("AH-PROLOGUE.7", "AH-CTRL.5")
def test_income_counts_whatever_the_player_controls():
    match = scene()
    borrowed = put(match, BELA, card(match, "borrowed", gold_icon=2), controller=ANNA)
    put(match, ANNA, card(match, "mule", type="event", duration="round", gold_icon=1))
    location(match, card(match, "mint", type="location", track=[1] * 4, gold_icon=1), ANNA)
    to_prologue(match)
    assert match.state.players[ANNA].gold == 5 + 3 + 2 + 1 + 1
    assert borrowed in match.state.cards


# -- Ready, start of the Round, window ------------------------------------------------------------------------


@rule("AH-PROLOGUE.9", "AH-READY.6", "AH-DIS.19", "AH-KEY.6")
def test_every_spent_character_becomes_ready():
    match = scene()
    monks = [heretic(match, seat, ready=False) for seat in (ANNA, BELA)]
    leaders = [player.damned for player in match.state.players]
    for leader in leaders:
        set_card(match, leader, ready=False)
    to_prologue(match)
    assert all(match.state.cards[one].ready for one in [*monks, *leaders])


def starts(*ops):
    return [{"kind": "start", "do": list(ops)}]


@rule("AH-PROLOGUE.10", "AH-CTRL.5")
def test_a_start_of_round_effect_is_lost_with_the_control_of_its_card():
    match = scene(BELA)
    take_away(match, match.state.players[BELA].damned)
    thief = heretic(
        match, ANNA, "thief", abilities=starts({"op": "control", "target": {"what": "heretic", "scope": "anywhere"}})
    )
    mine = heretic(match, BELA, "mine", abilities=starts(SOUL))
    to_prologue(match)
    continue_until(match, "row")
    assert match.state.cards[mine].controller == ANNA
    assert [player.souls for player in match.state.players] == [1, 1]
    assert thief in match.state.cards


@rule("AH-PROLOGUE.10")
@seats_of
def test_start_of_round_effects_come_after_readying_the_actives_first(seat):
    match = scene(1 - seat)
    for one in (ANNA, BELA):
        take_away(match, match.state.players[one].damned)
    mine = heretic(match, seat, "mine", abilities=starts({"op": "souls", "amount": 1}), ready=False)
    theirs = heretic(match, 1 - seat, "theirs", abilities=starts({"op": "souls", "amount": 2}))
    events = to_prologue(match)
    found = [one for one in events if one.kind in ("souls_changed", "turned") and getattr(one, "card", mine) == mine]
    assert [(one.kind, getattr(one, "seat", None)) for one in found] == [
        ("turned", None),
        ("souls_changed", seat),
        ("souls_changed", 1 - seat),
    ]
    assert theirs in match.state.cards


@rule("AH-PROLOGUE.10")
def test_the_start_of_round_effect_of_a_location_is_its_placers():
    match = scene(BELA)
    location(match, card(match, "toll", type="location", track=[1] * 4, abilities=starts(SOUL)), BELA)
    to_prologue(match)
    continue_until(match, "row")
    assert [player.souls for player in match.state.players] == [1, 2]


@rule("AH-PROLOGUE.11", "AH-DEM.10")
def test_the_prologue_ends_with_a_window():
    match = scene()
    heretic(match, ANNA, "saint", abilities=starts({"op": "draw"}))
    events = to_prologue(match)
    continue_until(match, "prologue_end")
    assert match.state.phase == "prologue"
    assert of_kinds(events, "drew")
    assert len(match.state.players[ANNA].hand) == 10
    waive(match)
    assert match.state.phase == "enlistment"
