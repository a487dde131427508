"""Section 13 of RULES.md (DECK): when the deck is depleted, who may or must shuffle, and what is refilled."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.examples.position_builder import claimed, move, new
from rules.edge_of_darkness.state.actions import Draft, EndTurn, Reshuffle
from rules.edge_of_darkness.state.steps import FreeStep
from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from tests.edge_of_darkness.checked_matches import play
from tests.edge_of_darkness.scenes import (
    attacks,
    fill_tray,
    leave_cards,
    play_turn_from,
    put_away,
    simple_free_part,
    use,
)
from tests.edge_of_darkness.table import sleeving_done
from tests.game_helpers import act, of_kinds, offers, rule


def scarce(stack, discard, hand=(), seats=4):
    """Return a match in the free part of seat 0's turn, with this many cards in the stack and in the Discard pile."""
    match = simple_free_part(seats, hand=hand)
    leave_cards(match, stack, discard)
    sleeving_done(match)
    return match


def end(match):
    """End the turn of seat 0, with seat 1 next. Return the events."""
    with arrange(match):
        match.state.stack[:] = [Sequence("game", "end_of_round"), FreeStep(1), *match.state.stack[1:]]
    return act(match, EndTurn())


def empty_spot(match, *spots):
    """Move the cards on these tower spots to the Guild Hall of seat 1, so the spots are empty."""
    with arrange(match):
        for spot in spots:
            card = match.state.tower[spot - 1]
            claimed(match, 1, card)
            match.state.players[1].hall.append(card)
            match.state.tower[spot - 1] = ""


@rule("EOD-DECK.1", "EOD-DECK.2", "EOD-DECK.3")
@pytest.mark.parametrize(("stack", "depleted"), [(0, True), (1, True), (2, False), (5, False)])
def test_six_cards_or_fewer_in_street_and_stack_are_a_depleted_deck(stack, depleted):
    match = scarce(stack, 4)
    assert deck.is_depleted(match.state) is depleted
    assert match.view(0).depleted is depleted
    assert (Reshuffle() in offers(match)) is depleted
    if not depleted:
        with pytest.raises(IllegalAction, match="isn't depleted"):
            act(match, Reshuffle())


@rule("EOD-DECK.1")
@pytest.mark.parametrize(("street", "stack", "depleted"), [(3, 3, True), (3, 4, False), (5, 1, True), (0, 6, True)])
def test_street_and_stack_count_together(street, stack, depleted):
    match = scarce(stack, 4)
    for space in range(street, 5):
        put_away(match, match.state.street[space])
    assert deck.is_depleted(match.state) is depleted


@rule("EOD-DECK.3", "EOD-DECK.4", "EOD-DEC.8", "EOD-DECK.6")
def test_in_the_middle_of_an_action_turn_the_active_player_may_shuffle_or_wait():
    match = scarce(1, 5, hand=["citizen"])
    assert list(match.decisions()) == [0]
    (x,) = match.state.deck
    waiting = match.copy()
    act(waiting, next(action for action in offers(waiting) if action.verb == "use"))
    assert Reshuffle() in offers(waiting), "it can be chosen as long as the deck is depleted"
    act(match, Reshuffle())
    assert match.state.deck[0] == x
    assert len(match.state.deck) == 6
    assert match.state.discard == []
    assert Reshuffle() not in offers(match)
    assert match.decisions()[0].prompt.key == "free", "the turn goes on"


@rule("EOD-DECK.3", "EOD-BLIGHT.20", "EOD-DEC.8")
@pytest.mark.parametrize("now", [True, False])
def test_between_two_attacks_the_active_player_may_shuffle_or_wait(now):
    match = scarce(1, 5, seats=2)
    fill_tray(match, 1, seat=0)
    fill_tray(match, 2, seat=0)
    attacks(match)
    assert match.decisions()[0].prompt.key == "reshuffle"
    assert offers(match) == [Pass(), Reshuffle()]
    act(match, Reshuffle() if now else Pass())
    assert bool(match.state.tower[0]) is now
    assert match.decisions()[0].prompt.key == "free"
    assert match.state.players[0].moved_down == 2


@rule("EOD-DECK.5", "EOD-DECK.6", "EOD-DECK.10", "EOD-HC.27")
def test_an_action_turn_that_ends_with_a_depleted_deck_ends_with_a_shuffle_beneath_the_sixth_card():
    match = scarce(1, 4, hand=["citizen", "patrician", 1])
    (x,) = match.state.deck
    pile = set(match.state.discard)
    first, second, rivals = match.state.players[0].hand
    events = end(match)
    assert rivals in match.state.players[1].hall
    assert match.state.deck[0] == x
    assert set(match.state.deck[1:]) == {*pile, first, second}
    assert match.state.discard == []
    assert [body.cards for body in of_kinds(events, "reshuffled")] == [6]


@rule("EOD-DECK.5", "EOD-DECK.10")
def test_the_hand_alone_is_shuffled_when_the_discard_pile_was_empty():
    match = scarce(1, 0, hand=["citizen"])
    (card,) = match.state.players[0].hand
    (x,) = match.state.deck
    end(match)
    assert match.state.deck == [x, card]


@rule("EOD-DECK.5", "EOD-DECK.9")
def test_a_deck_that_is_not_depleted_is_not_shuffled_at_the_end_of_a_turn():
    match = scarce(2, 4, hand=["citizen"])
    stack = list(match.state.deck)
    assert of_kinds(end(match), "reshuffled") == []
    assert match.state.deck == stack
    assert len(match.state.discard) == 5


@rule("EOD-DECK.9", "EOD-DECK.5", "EOD-DECK.7", "EOD-DEC.23", "EOD-HC.31")
def test_an_assembly_turn_ends_with_the_same_check_and_offers_no_choice_before():
    match = scarce(2, 5)
    with arrange(match):
        match.state.phase = "assembly"
        match.state.stack[1:] = [FreeStep(1), Sequence("assembly_turn", "begin_turn", 0)]
        match.start()
    assert Reshuffle() not in offers(match)
    events = act(match, Draft())
    assert [body.cards for body in of_kinds(events, "reshuffled")] == [5]
    assert "" not in match.state.street
    assert len(match.state.deck) == 4


@rule("EOD-DECK.7", "EOD-DECK.8", "EOD-DECK.16", "EOD-HC.30")
@pytest.mark.parametrize("how", ["end of turn", "in the turn"])
def test_a_shuffle_refills_the_street_before_the_tower(how):
    match = scarce(0, 3)
    for space in (3, 4):
        put_away(match, match.state.street[space])
    empty_spot(match, 2)
    pile = set(match.state.discard)
    if how == "in the turn":
        act(match, Reshuffle())
    else:
        end(match)
    assert "" not in match.state.street
    assert set(match.state.street[3:]) < pile
    assert match.state.tower[1] == "", "only 6 cards are left, and none of them is for the tower"
    assert len(match.state.deck) == 1


@rule("EOD-DECK.8", "EOD-DECK.13", "EOD-DECK.15", "EOD-HC.29", "EOD-BLIGHT.19")
@pytest.mark.parametrize("how", ["end of turn", "in the turn"])
def test_empty_tower_spots_are_filled_left_to_right_from_the_bottom(how):
    match = scarce(1, 6)
    empty_spot(match, 1, 3)
    events = act(match, Reshuffle()) if how == "in the turn" else end(match)
    (shuffled,) = [outcome for label, outcome in match.outcomes if label == "deck"]
    assert [(body.spot, body.card) for body in of_kinds(events, "tower_filled")] == [
        (1, shuffled[-1]),
        (3, shuffled[-2]),
    ]
    assert (match.state.tower[0], match.state.tower[2]) == (shuffled[-1], shuffled[-2])
    assert match.state.deck[1:] == list(shuffled[:-2])


@rule("EOD-DECK.12", "EOD-DECK.11", "EOD-BLIGHT.19")
@pytest.mark.parametrize(("stack", "filled"), [(2, True), (1, False), (0, False)])
def test_the_tower_takes_neither_street_cards_nor_the_sixth(stack, filled):
    match = scarce(stack, 0)
    street, cards = list(match.state.street), list(match.state.deck)
    fill_tray(match, 2, seat=0)
    attacker = claimed(match, 1, match.state.tower[1])
    attacks(match)
    assert attacker in match.state.players[1].hall
    assert match.state.street == street
    if filled:
        assert match.state.tower[1] == cards[-1]
        assert match.state.deck == cards[:1]
        assert deck.is_depleted(match.state)
    else:
        assert match.state.tower[1] == ""
        assert match.state.deck == cards


@rule("EOD-DECK.11", "EOD-DECK.12", "EOD-DECK.13")
def test_in_whole_matches_every_tower_card_was_below_the_sixth():
    for seed in range(4):
        match = new(2, f"tower {seed}")
        before = {*match.state.street, *match.state.deck[:1]}
        for events in play(match, seed):
            bodies = of_kinds(events, "tower_filled")
            quiet_step = not of_kinds(events, "reshuffled")
            assert not quiet_step or not before & {body.card for body in bodies}
            before = {*match.state.street, *match.state.deck[:1]}


@rule("EOD-DECK.14", "EOD-HC.28", "EOD-DECK.18")
def test_with_an_empty_discard_pile_holes_stay_and_the_check_comes_again():
    match = scarce(0, 0, hand=[1])
    put_away(match, match.state.street[4])
    empty_spot(match, 2)
    assert Reshuffle() not in offers(match)
    with pytest.raises(IllegalAction, match="empty"):
        act(match, Reshuffle())
    assert of_kinds(end(match), "reshuffled") == []
    assert (match.state.street[4], match.state.tower[1]) == ("", "")
    for card in match.state.players[1].hall[:3]:
        move(match, card, match.state.discard)
    events = play_turn_from(match, "check_deck", 1)
    assert [body.cards for body in of_kinds(events, "reshuffled")] == [3]
    assert "" not in match.state.street


@rule("EOD-DECK.17", "EOD-DECK.3")
def test_a_shuffle_takes_the_whole_discard_pile_and_nothing_else():
    match = scarce(1, 5, hand=["citizen", 1])
    state = match.state
    pile = set(state.discard)
    others = (
        list(state.street),
        list(state.tower),
        [list(p.hall) for p in state.players],
        [list(p.hand) for p in state.players],
    )
    use(match, Reshuffle())
    assert set(state.deck[1:]) == pile
    after = (
        list(state.street),
        list(state.tower),
        [list(p.hall) for p in state.players],
        [list(p.hand) for p in state.players],
    )
    assert after == others


@rule("EOD-DECK.4")
def test_no_one_but_the_active_player_may_shuffle():
    match = scarce(1, 5)
    for seat in (1, 2, 3):
        with pytest.raises(IllegalAction):
            match.apply(seat, Reshuffle())
    assert len(match.state.discard) == 5


@rule("EOD-DECK.6", "EOD-INFO.7")
def test_a_shuffle_gives_a_random_order():
    orders = set()
    for seed in range(6):
        match = scarce(1, 6)
        with arrange(match) as state:
            state.chance.seed = f"shuffle {seed}"
        act(match, Reshuffle())
        orders.add(tuple(match.state.deck))
    assert len(orders) == 6


@rule("EOD-HC.31", "EOD-DECK.18", "EOD-DEC.8")
def test_without_a_discard_pile_there_is_no_choice_between_attacks():
    match = scarce(1, 0, seats=2)
    for spot in (1, 2):
        fill_tray(match, spot, seat=0)
        claimed(match, 1, match.state.tower[spot - 1])
    attacks(match)
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-DEC.23", "EOD-HC.31")
@pytest.mark.parametrize(("phase", "asked"), [("assembly", "free"), ("action", "reshuffle")])
def test_the_choice_between_two_attacks_comes_in_action_turns_only(phase, asked):
    match = scarce(1, 3, seats=2)
    for spot in (1, 2):
        fill_tray(match, spot, seat=0)
    empty_spot(match, 1, 2)
    with arrange(match):
        match.state.turn.seat = 0
        match.state.phase = phase
        match.state.stack[1:] = [FreeStep(1), Sequence(f"{phase}_turn", "check_deck", 0)]
        events = [event.body for event in match.start()]
    assert of_kinds(events, "tower_filled")
    assert of_kinds(events, "attacked")
    assert next(iter(match.decisions().values())).prompt.key == asked
