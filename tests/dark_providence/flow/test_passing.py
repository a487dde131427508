"""Section 24 of RULES.md: passing."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import agent, hold, turn
from rules.dark_providence.state.actions import BuyInfluence, EndTurn, UseBonus
from tests.dark_providence.made_up_cards import bonus_card, icons
from tests.dark_providence.table import act, begin_turn, offers, pay, refused
from tests.game_helpers import of_kinds, rule


@rule("DP-PASS.1", "DP-PASS.3")
def test_passing_as_the_first_action_ends_the_turn():
    match = turn()
    hold(match, 0, *match.state.players[0].deck[:1])
    events = act(match, EndTurn())
    assert [body.seat for body in of_kinds(events, "passed")] == [0]
    assert match.state.turn.seat == 1
    assert match.state.turn.actions == 2


@rule("DP-PASS.1", "DP-PASS.3")
def test_passing_as_the_second_action_ends_the_turn():
    match = turn()
    card, *_ = icons(match, 0, "wealth", 2)
    act(match, BuyInfluence())
    pay(match, card)
    assert EndTurn() in offers(match)
    act(match, EndTurn())
    assert match.state.turn.seat == 1


@rule("DP-PASS.3")
@pytest.mark.parametrize("actions", [1, 2, 3])
def test_a_player_may_pass_whatever_is_left(actions):
    match = turn()
    begin_turn(match, 0, actions)
    assert EndTurn() in offers(match)


@rule("DP-PASS.2")
def test_who_passes_still_draws_up_to_five():
    match = turn()
    hold(match, 0, *match.state.players[0].deck[:2])
    events = act(match, EndTurn())
    assert len(match.state.players[0].hand) == 5
    assert [body.count for body in of_kinds(events, "drew_hidden") if body.seat == 0] == [3]


@rule("DP-PASS.4", "DP-HC.10")
def test_after_passing_there_is_no_bonus_action_and_no_free_move():
    match = turn()
    free = bonus_card(match, {"op": "vp", "amount": 1})
    agent(match, 0, "lillian_la_france", "boston")
    assert free in offers(match)
    act(match, EndTurn())
    assert match.state.turn.seat == 1
    assert refused(match, UseBonus("bonus_tool"), 0)
    assert match.state.players[0].vp == 0


@rule("DP-PASS.1")
def test_no_other_player_can_pass_for_the_one_whose_turn_it_is():
    match = turn()
    assert refused(match, EndTurn(), 1)


@rule("DP-PASS.1", "DP-HC.91")
def test_a_seat_that_passes_every_turn_keeps_its_cards_and_changes_nothing_for_the_others():
    match = turn()
    cards = {card for card, owner in match.state.owners.items() if owner == 0}
    points = [player.vp for player in match.state.players]
    for _ in range(9):
        act(match, EndTurn())
    assert match.state.turn.seat == 0
    assert {card for card, owner in match.state.owners.items() if owner == 0} == cards
    assert [player.vp for player in match.state.players] == points
    assert len(match.state.players[0].hand) == 5
