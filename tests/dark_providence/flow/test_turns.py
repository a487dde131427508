"""Section 10 of RULES.md: the order of turns, two actions per turn, bonus actions, and drawing cards at the end."""

from __future__ import annotations

import random

import pytest

from rules.dark_providence.examples.position_builder import agent, control, hold, mark, own, turn
from rules.dark_providence.state.actions import (
    AcquireTarget,
    BuyInfluence,
    Choose,
    DiscardCard,
    EndTurn,
    FreeMove,
    Meddle,
    PlaceInfluence,
    RecoverInfluence,
    Travel,
    UseBonus,
    UseCard,
)
from tests.dark_providence.made_up_cards import action_card, bonus_card, give, icons, power
from tests.dark_providence.table import act, begin_turn, destroy_missing_cards, offers, pay, refused
from tests.game_helpers import of_kinds, rule

VP = {"op": "vp"}


# -- order of turns -------------------------------------------------------------------------------------------


@rule("DP-TURN.1", "DP-TURN.11")
@pytest.mark.parametrize(("seats", "first"), [(2, 1), (3, 2), (4, 1), (5, 0)])
def test_turns_go_clockwise_from_the_starting_player(seats, first):
    match = turn(seats, first)
    order = []
    for _ in range(seats + 2):
        order.append(match.state.turn.seat)
        act(match, EndTurn())
    assert order == [(first + number) % seats for number in range(seats + 2)]


@rule("DP-TURN.2")
def test_a_turn_has_two_actions():
    match = turn()
    for number in range(3):
        give(match, 0, f"card_{number}", power(VP))
    for number in (0, 1):
        assert match.state.turn.actions == 2 - number
        act(match, UseCard(f"card_{number}"))
    assert match.state.turn.seat == 1
    assert match.state.players[0].vp == 2


@rule("DP-TURN.3", "DP-TURN.4", "DP-PASS.4")
def test_any_number_of_bonus_actions_before_between_and_after_the_actions():
    match = turn()
    for number in range(3):
        give(match, 0, f"bonus_{number}", power(VP, timing="bonus"))
    for number in range(2):
        give(match, 0, f"card_{number}", power(VP))
    for action in (UseBonus("bonus_0"), UseCard("card_0"), UseBonus("bonus_1"), UseCard("card_1")):
        act(match, action)
    assert set(offers(match)) == {UseBonus("bonus_2"), EndTurn()}
    act(match, UseBonus("bonus_2"))
    assert match.state.players[0].vp == 5
    assert match.state.turn.seat == 1


@rule("DP-TURN.4")
def test_no_bonus_action_in_the_middle_of_an_action():
    match = turn()
    mark(match, 0, "boston", 1)
    mark(match, 0, "chicago", 1)
    bonus_card(match, VP)
    icons(match, 0, "recover", 1)
    icons(match, 0, "wealth", 1, 1)
    act(match, RecoverInfluence())
    assert {offer.verb for offer in offers(match)} == {"take_back"}
    act(match, offers(match)[0])
    assert UseBonus("bonus_tool") in offers(match)
    act(match, Travel("monday"))
    assert {offer.verb for offer in offers(match)} == {"go_to"}


@rule("DP-TURN.3")
def test_a_mythos_cards_bonus_action_works_once_a_turn():
    match = turn()
    own(match, 0, "silver_key")
    agent(match, 0, "wyatt_earp", "boston")
    act(match, UseBonus("silver_key"))
    act(match, Choose("monday"))
    assert match.state.agents["monday"].city == "boston"
    assert UseBonus("silver_key") not in offers(match)
    begin_turn(match, 0)
    assert UseBonus("silver_key") in offers(match)


@rule("DP-TURN.5")
def test_used_cards_lie_in_the_discard_pile_after_the_action():
    match = turn()
    icons(match, 0, "influence", 1, 2)
    act(match, PlaceInfluence("boston"))
    pay(match, "influence_0", "influence_1")
    assert match.state.players[0].discard == ["influence_0", "influence_1"]
    assert match.state.table == {}


@rule("DP-TURN.5", "DP-TURN.6")
def test_the_cards_of_the_second_action_are_there_for_the_draw():
    match = turn()
    player = match.state.players[0]
    match.state.destroyed += player.deck
    for card in player.deck:
        del match.state.owners[card]
    player.deck = []
    destroy_missing_cards(match)
    act(match, action_card(match, VP, card="first"))
    act(match, action_card(match, VP, card="second"))
    assert sorted(player.hand) == ["first", "second"]


# -- drawing up to five cards ---------------------------------------------------------------------------------


@rule("DP-TURN.6", "DP-PASS.2")
@pytest.mark.parametrize("held", [0, 3, 4])
def test_the_hand_is_filled_up_to_five_at_the_end_of_the_turn(held):
    match = turn()
    for number in range(held):
        give(match, 0, f"card_{number}")
    events = act(match, EndTurn())
    player = match.state.players[0]
    assert (len(player.hand), len(player.deck)) == (5, 10 - (5 - held))
    assert [body.count for body in of_kinds(events, "drew_hidden")] == [5 - held]


@rule("DP-TURN.6")
def test_nothing_is_drawn_before_the_end_of_the_turn():
    match = turn()
    act(match, action_card(match, VP))
    act(match, UseBonus(give(match, 0, "trick", power(VP, timing="bonus"))))
    assert match.state.players[0].hand == []
    assert [len(player.hand) for player in match.state.players] == [0, 0, 0]


@rule("DP-TURN.7")
def test_an_empty_deck_is_refilled_from_the_discard_pile_and_drawing_continues():
    match = turn()
    player = match.state.players[0]
    first, rest = player.deck[:2], player.deck[2:]
    player.deck, player.discard = list(first), list(rest)
    events = act(match, EndTurn())
    assert set(first) <= set(player.hand)
    assert (len(player.hand), len(player.deck), player.discard) == (5, 5, [])
    assert sorted([*player.hand, *player.deck]) == sorted([*first, *rest])
    assert [body.cards for body in of_kinds(events, "reshuffled")] == [8]


@rule("DP-TURN.8")
def test_a_deck_that_has_just_run_out_is_not_reshuffled_yet():
    match = turn()
    player = match.state.players[0]
    player.deck, player.discard = player.deck[:5], player.deck[5:]
    events = act(match, EndTurn())
    assert (len(player.hand), player.deck, len(player.discard)) == (5, [], 5)
    assert not of_kinds(events, "reshuffled")


@rule("DP-TURN.9", "DP-HC.21", "DP-CITY.7")
def test_an_empty_deck_is_reshuffled_for_a_draw_out_of_turn_too():
    match = turn()
    control(match, 1, "chicago")
    hold(match, 1, "chicago")
    player = match.state.players[1]
    player.deck, player.discard = [], player.deck
    mark(match, 0, "chicago", 1)
    events = act(match, AcquireTarget("chicago"))
    assert (len(player.hand), len(player.deck), player.discard) == (1, 9, [])
    assert [body.seat for body in of_kinds(events, "reshuffled")] == [1]


@rule("DP-TURN.9", "DP-HC.21")
def test_with_deck_and_discard_pile_empty_nothing_is_drawn():
    match = turn()
    control(match, 1, "chicago")
    hold(match, 1, "chicago")
    player = match.state.players[1]
    for card in player.deck:
        del match.state.owners[card]
    player.deck = []
    destroy_missing_cards(match)
    mark(match, 0, "chicago", 1)
    events = act(match, AcquireTarget("chicago"))
    assert (player.hand, player.deck, player.discard) == ([], [], [])
    assert not of_kinds(events, "reshuffled")
    assert not of_kinds(events, "drew_hidden")


@rule("DP-TURN.10", "DP-HC.22")
@pytest.mark.parametrize("held", [5, 6, 9])
def test_a_full_hand_neither_draws_nor_discards(held):
    match = turn()
    cards = [give(match, 0, f"card_{number}") for number in range(held)]
    act(match, EndTurn())
    player = match.state.players[0]
    assert (sorted(player.hand), len(player.deck), player.discard) == (sorted(cards), 10, [])


@rule("DP-TURN.6", "DP-CARD.20")
def test_a_card_that_says_so_fills_the_hand_to_six():
    match = turn()
    own(match, 0, "cats_of_ulthar")
    act(match, EndTurn())
    assert len(match.state.players[0].hand) == 6


# -- the end of the game --------------------------------------------------------------------------------------


@rule("DP-TURN.12", "DP-END.7")
def test_after_an_end_trigger_comes_scoring_and_no_one_has_another_turn():
    match = turn()
    match.state.ritual = 10
    icons(match, 0, "ritual_up", 2)
    events = act(match, Meddle("ritual", "up"))
    assert match.over
    assert match.state.turn.seat == 0
    assert match.decisions() == {}
    assert match.result is not None
    assert [body.kind for body in events][-1] == "match_ended"
    assert tuple(match.result.winners) == events[-1].winners


# -- additional actions ---------------------------------------------------------------------------------------


@rule("DP-TURN.13")
def test_additional_actions_count_for_this_turn_only():
    match = turn()
    act(match, action_card(match, {"op": "actions", "count": 2}))
    assert match.state.turn.actions == 3
    act(match, EndTurn())
    for seat in (1, 2, 0):
        assert (match.state.turn.seat, match.state.turn.actions) == (seat, 2)
        act(match, EndTurn())


@rule("DP-TURN.14", "DP-HC.10", "DP-ACQ.1")
def test_an_additional_action_is_not_the_first():
    match = turn()
    own(match, 0, "nikola_tesla")
    mark(match, 0, "chicago", 1)
    mark(match, 0, "detroit", 1)
    act(match, AcquireTarget("chicago"))
    assert match.state.turn.actions == 2
    assert refused(match, AcquireTarget("detroit"))


@rule("DP-TURN.14", "DP-HC.10")
def test_gaining_actions_by_a_bonus_action_leaves_the_first_action_the_first():
    match = turn()
    mark(match, 0, "chicago", 1)
    act(match, bonus_card(match, {"op": "actions"}))
    assert match.state.turn.actions == 3
    assert AcquireTarget("chicago") in offers(match)
    act(match, action_card(match, VP))
    assert refused(match, AcquireTarget("chicago"))


@rule("DP-HC.10", "DP-TURN.4")
def test_bonus_actions_and_the_free_move_leave_acquiring_open_and_an_action_does_not():
    match = turn()
    mark(match, 0, "chicago", 1)
    agent(match, 0, "lillian_la_france", "atlanta")
    act(match, bonus_card(match, VP))
    act(match, FreeMove("charleston"))
    assert AcquireTarget("chicago") in offers(match)
    give(match, 0, "scrap")
    act(match, DiscardCard("scrap"))
    assert refused(match, AcquireTarget("chicago"))


@rule("DP-HC.10", "DP-PASS.4")
def test_after_passing_nothing_more_is_done():
    match = turn()
    bonus_card(match, VP)
    agent(match, 0, "lillian_la_france", "atlanta")
    act(match, EndTurn())
    assert set(match.decisions()) == {1}


@rule("DP-TURN.15", "DP-PASS.3")
def test_the_second_action_can_always_be_left_out():
    match = turn()
    icons(match, 0, "influence", 1)
    icons(match, 0, "wealth", 2)
    act(match, PlaceInfluence("boston"))
    assert {BuyInfluence(), EndTurn()} <= set(offers(match))
    act(match, EndTurn())
    assert match.state.turn.seat == 1


@rule("DP-TURN.16")
def test_only_the_active_player_is_ever_asked_for_actions():
    match = turn(4, seed="asked")
    rng = random.Random(5)
    for _ in range(400):
        if match.over:
            break
        ((seat, decision),) = match.decisions().items()
        if decision.prompt.key in ("turn", "pay", "discard", "travel", "go_to", "take_back"):
            assert seat == match.state.turn.seat
        match.apply(seat, rng.choice(decision.actions))
