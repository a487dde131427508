"""Sections 24 and 25 of RULES.md (DISCARD, ENDRND): the end of a turn and the end of a round."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.examples.position_builder import claimed, favour, move, new, set_player, tray
from rules.edge_of_darkness.state.actions import EndTurn
from rules.edge_of_darkness.state.state import ROUNDS
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from tests.edge_of_darkness.scenes import (
    cards_in_hand,
    in_street,
    leave_cards,
    play_turn_from,
    put_away,
    send,
    simple_free_part,
    sleeve,
    take,
    zone,
)
from tests.game_helpers import act, of_kinds, offers, play_first, refused, rule


def end_turn(match):
    """Sleeve a card if this is required, then end the turn. Return the events."""
    if refused(match, EndTurn()):
        sleeve(match)
    return act(match, EndTurn())


def make_last_turn(match):
    """Make the current turn the last turn of the match."""
    with arrange(match) as state:
        state.stack[0] = Sequence("game", "end_match")


def give_next_turn(match, seat):
    """Give this seat the next turn, in the same round."""
    with arrange(match) as state:
        state.stack.insert(1, Sequence("action_turn", "free_part", seat))


def rounds(seats, seed="rounds"):
    """Play a whole match, always choosing the first legal action.

    Return the match, and the round, phase and seat of every turn in order.
    """
    match = new(seats, seed)
    turns = []
    while not match.over:
        key = (match.state.round, match.state.phase, match.state.turn.seat)
        if match.state.round and match.decisions() and (not turns or turns[-1] != key):
            turns.append(key)
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, decision.actions[0])
    return match, turns


# -- discarding -----------------------------------------------------------------------------------------------


@rule("EOD-DISCARD.1", "EOD-DISCARD.2", "EOD-DISCARD.3", "EOD-DISCARD.4", "EOD-DISCARD.9")
def test_the_whole_hand_goes_neutral_and_own_to_the_pile_others_to_their_owners():
    match = simple_free_part(3, hand=["citizen", "patrician", 0, 1, 2, 0])
    neutral, patrician, own, second, third, claim = cards_in_hand(match)
    claimed(match, 0, claim)
    make_last_turn(match)
    end_turn(match)
    assert match.state.players[0].hand == []
    assert {neutral, patrician, own, claim} <= set(match.state.discard)
    assert match.state.players[1].hall == [second]
    assert match.state.players[2].hall == [third]
    assert match.state.players[0].hall == []


@rule("EOD-DISCARD.3", "EOD-DISCARD.4", "EOD-OWN.4")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_claimed_card_is_treated_like_a_guild_starter(seat):
    match = simple_free_part(2, hand=["citizen"])
    (card,) = cards_in_hand(match)
    claimed(match, seat, card)
    make_last_turn(match)
    end_turn(match)
    assert (card in match.state.discard) == (seat == 0)
    assert (card in match.state.players[1].hall) == (seat == 1)


@rule("EOD-DISCARD.10", "EOD-BS.4")
def test_battle_strength_and_permission_end_with_the_discard():
    match = simple_free_part(2)
    with arrange(match):
        match.state.turn.battle, match.state.turn.may_hunt = 5, True
        match.state.stack[:] = [Sequence("game", "end_match"), Sequence("action_turn", "discard_hand", 0)]
        match.start()
    assert (match.state.turn.battle, match.state.turn.may_hunt) == (0, False)


@rule("EOD-DISCARD.11")
def test_players_yet_to_act_keep_their_hands():
    match = simple_free_part(3, hand=["citizen"])
    cards = [take(match, "citizen", match.state.players[seat].hand) for seat in (1, 2)]
    give_next_turn(match, 1)
    end_turn(match)
    assert [match.state.players[seat].hand for seat in (1, 2)] == [[cards[0]], [cards[1]]]


@rule("EOD-DISCARD.12", "EOD-HC.27")
def test_discard_then_the_check_then_the_street_then_the_tower():
    match = simple_free_part(2, hand=["citizen", "patrician", 1])
    leave_cards(match, stack=1, discard=4)
    state = match.state
    neutral, patrician, rival = cards_in_hand(match)
    sixth, pile = state.deck[0], list(state.discard)
    put_away(match, state.tower[1])
    make_last_turn(match)
    events = end_turn(match)
    kinds = [body.kind for body in events]
    assert kinds.index("discarded") < kinds.index("reshuffled") < kinds.index("tower_filled")
    assert of_kinds(events, "reshuffled")[0].cards == 6
    assert rival in state.players[1].hall
    assert state.deck[0] == sixth
    assert {*state.deck[1:], state.tower[1]} == {*pile, neutral, patrician}
    assert len(state.street) == 5


@rule("EOD-DISCARD.12", "EOD-DECK.5")
def test_the_next_player_acts_only_after_the_refills():
    match = simple_free_part(2, hand=["citizen"])
    leave_cards(match, stack=0, discard=5)
    give_next_turn(match, 1)
    move(match, match.state.street[4], match.state.discard)
    end_turn(match)
    assert list(match.decisions()) == [1]
    assert all(match.state.street)


# -- the end of a round ---------------------------------------------------------------------------------------


@rule("EOD-ENDRND.1", "EOD-ENDRND.2", "EOD-ENDRND.3", "EOD-ENDRND.4", "EOD-ENDRND.5", "EOD-HC.68", "EOD-END.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_eight_rounds_with_the_marker_passing_to_the_right(seats):
    start = new(seats, "rounds").state.first
    match, turns = rounds(seats)
    assert match.state.round == ROUNDS == 8
    for number in range(1, 9):
        first = (start - (number - 1)) % seats
        order = [(first + place) % seats for place in range(seats)]
        acted = [seat for turn, phase, seat in turns if (turn, phase) == (number, "action")]
        assert acted == order, "everybody acts once, clockwise from the holder of the marker"
        if number > 1:
            previous = [seat for turn, phase, seat in turns if (turn, phase) == (number - 1, "action")]
            assert previous[-1] == order[0]
    assert match.over


@rule("EOD-ENDRND.1")
def test_the_round_goes_on_until_everyone_has_acted():
    match = simple_free_part(2, hand=[])
    give_next_turn(match, 1)
    events = end_turn(match)
    assert not of_kinds(events, "round_began")
    assert of_kinds(end_turn(match), "round_began")


@rule("EOD-ENDRND.2", "EOD-ENDRND.3")
def test_the_marker_goes_counter_clockwise_by_one_seat():
    match = simple_free_part(4)
    with arrange(match) as state:
        state.first = 0
    events = act(match, EndTurn())
    (body,) = of_kinds(events, "round_began")
    assert (body.round, body.first) == (2, 3)


@rule("EOD-ENDRND.6", "EOD-RET.6", "EOD-DMG.15")
def test_everything_on_the_table_carries_over():
    match = simple_free_part(2)
    state = match.state
    tray(match, 1, 2, 1)
    home = send(match, 0, 3, 2)
    card = in_street(match, 3, "citizen")
    favour(match, card, 2)
    player = state.players[1]
    set_player(match, 1, coins=1, goodwill=2, reputation=3, moved_down=2)
    act(match, EndTurn())
    assert state.round == 2
    assert state.trays[0] == [2, 1, 0]
    assert state.players[0].agents == {home: 2}
    assert state.favours == {card: 2}
    assert (player.coins, player.goodwill, player.reputation, player.moved_down) == (1, 2, 3, 2)


@rule("EOD-ENDRND.6", "EOD-ROUND.3", "EOD-ASSEM.13")
def test_guild_halls_and_threat_zones_wait_for_the_common_step():
    match = simple_free_part(2)
    card = take(match, 1, match.state.players[1].hall)
    zone(match, 1, 2)
    act(match, EndTurn())
    assert card in match.state.players[1].hand
    assert match.state.players[1].staged == [2, 0, 0]


@rule("EOD-ENDRND.7", "EOD-END.5")
@pytest.mark.parametrize("seats", [2, 4])
def test_cubes_drawn_in_the_last_round_are_never_dropped(seats):
    match = play_first(new(seats, "late"), lambda match: match.state.round == 8 and match.state.phase == "action")
    zones = [sum(player.zone) for player in match.state.players]
    assert any(zones)
    play_first(match, lambda match: match.over)
    assert sum(sum(player.zone) for player in match.state.players) >= sum(zones) > 0


@rule("EOD-ENDRND.4", "EOD-END.1")
def test_after_the_eighth_round_no_one_acts_any_more():
    match, _ = rounds(2)
    assert match.decisions() == {}
    assert match.result is not None
    assert offers_nothing(match)


def offers_nothing(match):
    return not any(offers(match, seat=seat) for seat in match.decisions())


@rule("EOD-HC.73", "EOD-DIFF.8", "EOD-ROUND.2")
def test_a_large_hand_after_the_common_step_is_kept_whole():
    match = simple_free_part(2)
    cards = [take(match, 1, match.state.players[1].hall) for _ in range(5)]
    act(match, EndTurn())
    assert set(cards) <= set(match.state.players[1].hand)
    assert not any(seat == 1 for seat in match.decisions())


@rule("EOD-HC.74", "EOD-DIFF.7", "EOD-DIFF.15", "EOD-DECK.5")
def test_the_wait_before_a_reshuffle_ends_with_the_turn_not_with_the_round():
    match = simple_free_part(2, hand=["citizen"])
    leave_cards(match, stack=1, discard=4)
    give_next_turn(match, 1)
    events = end_turn(match)
    assert of_kinds(events, "reshuffled")
    assert match.state.round == 1


@rule("EOD-DEC.21", "EOD-DISCARD.12")
def test_ending_a_turn_with_a_reshuffle_cannot_be_taken_back():
    match = simple_free_part(2, hand=["citizen"])
    sleeve(match)
    leave_cards(match, stack=1, discard=4)
    make_last_turn(match)
    epoch = match.epoch
    act(match, EndTurn())
    assert match.epoch > epoch


def test_rerun_starts_from_any_line():
    match = simple_free_part(2)
    play_turn_from(match, "free_part")
    assert match.decisions()[0].prompt.key == "free"
