"""Section 2 of RULES.md: several conditions for the end of the game that are met in the same check."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, deck, scene, set_player
from rules.aevum_haeresis.state.actions import CountFirst, DrawFrom
from tests.aevum_haeresis.scenes import SOUL, continue_until, ending_of, fight, pass_round, played, souls
from tests.aevum_haeresis.table import window
from tests.aevum_haeresis.window_helpers import event, play, seats_of
from tests.game_helpers import act, asked, offers, rule

BOTH = {"op": "souls", "amount": 1, "who": "both"}
MILL = {"op": "mill", "count": 1}
ACCUSED = {"op": "execution", "amount": 1}


@rule("AH-WIN.13", "AH-WIN.17")
@seats_of
def test_two_decks_emptied_at_once_let_the_active_win(seat):
    match = scene(seat)
    for one in (ANNA, BELA):
        deck(match, one, plot=1)
    fight(acting(match, 1 - seat))
    for one in (1 - seat, seat):
        act(match, DrawFrom("plot"), one)
    assert [len(player.plot) for player in match.state.players] == [0, 0]
    assert ending_of(match) == (True, seat, "deck")


@rule("AH-WIN.13", "AH-PROLOGUE.6")
@seats_of
def test_two_decks_emptied_by_the_prologue_let_the_active_win(seat):
    match = scene(1 - seat)
    for one in (ANNA, BELA):
        deck(match, one, plot=3)
    pass_round(match)
    assert match.state.active == seat
    assert ending_of(match) == (True, seat, "deck")


@rule("AH-WIN.13")
@seats_of
@pytest.mark.parametrize(("op", "reason"), [(BOTH, "souls"), ({**ACCUSED, "who": "both"}, "execution")])
def test_the_same_condition_for_both_lets_the_active_win(seat, op, reason):
    match = scene(seat)
    souls(match, 9, 9)
    for one in (ANNA, BELA):
        set_player(match, one, execution=2)
    played(match, 1 - seat, op)
    assert ending_of(match) == (True, seat, reason)


@rule("AH-WIN.14", "AH-HC.4")
@seats_of
def test_different_losses_of_both_let_the_active_win(seat):
    match = scene(seat)
    deck(match, ANNA, plot=1)
    set_player(match, BELA, execution=2)
    played(match, ANNA, {**MILL, "who": "me"}, ACCUSED)
    assert ending_of(match) == (True, seat, "execution" if seat == ANNA else "deck")


@rule("AH-WIN.15", "AH-HC.4")
@pytest.mark.parametrize(("first", "winner"), [("deck", ANNA), ("souls", BELA)])
@pytest.mark.parametrize("order", [1, -1])
def test_of_a_win_and_a_loss_the_active_says_which_counts_first(first, winner, order):
    match = scene()
    souls(match, 4, 9)
    deck(match, ANNA, plot=20)
    deck(match, BELA, plot=1)
    played(match, BELA, *[BOTH, {"op": "draw", "who": "both"}][::order])
    assert asked(match) == (ANNA, "count_first")
    assert not match.over
    (chosen,) = [action for action in offers(match, CountFirst) if action.reason.startswith(first)]
    act(match, chosen)
    assert ending_of(match) == (True, winner, first)


@rule("AH-WIN.15", "AH-GEN.18")
def test_a_level_that_rises_last_in_an_effect_is_met_together_with_its_souls():
    match = scene()
    souls(match, 1, 9)
    set_player(match, BELA, execution=2)
    played(match, ANNA, {**SOUL, "who": "opponent"}, ACCUSED)
    assert asked(match) == (ANNA, "count_first")


@rule("AH-WIN.15", "AH-WIN.17")
def test_the_active_of_the_round_orders_though_it_is_the_others_action():
    match = scene(BELA)
    souls(match, 4, 9)
    deck(match, BELA, plot=1)
    omen = event(match, ANNA, "omen", do=[{**SOUL, "who": "opponent"}, MILL], dem=["conflict_time_advanced"])
    fight(acting(match, ANNA))
    continue_until(match, "conflict_time_advanced")
    play(match, omen)
    assert match.state.actor == ANNA
    assert asked(match) == (BELA, "count_first")
    assert len(offers(match)) == 2
    assert window(match) == ""


@rule("AH-WIN.16")
def test_nothing_is_asked_when_all_conditions_lead_to_one_winner():
    match = scene()
    souls(match, 9)
    set_player(match, BELA, execution=2)
    played(match, ANNA, SOUL, ACCUSED)
    assert match.over
    assert match.state.winner == ANNA


@rule("AH-WIN.13", "AH-WIN.15", "AH-WIN.16")
@seats_of
def test_ten_souls_of_both_are_one_condition_beside_a_loss(seat):
    match = scene(seat)
    souls(match, 9, 9)
    deck(match, BELA, plot=1)
    played(match, ANNA, BOTH, MILL)
    if seat == ANNA:
        assert ending_of(match)[:2] == (True, ANNA)
    else:
        assert asked(match) == (BELA, "count_first")
        assert {action.reason for action in offers(match, CountFirst)} == {"deck/0", "souls/1"}
