"""Sections 9 and 10 of RULES.md (ROUND, ASSEM): the step that starts a round for all players, and the Assembly turn."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.examples.position_builder import move
from rules.edge_of_darkness.state.actions import Draft, EndTurn
from rules.edge_of_darkness.state.steps import FreeStep
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from tests.edge_of_darkness.checked_matches import play, skip_and_draft
from tests.edge_of_darkness.scenes import simple_free_part, sleeve_on, take, zone
from tests.edge_of_darkness.table import after_prologue, sleeving_done
from tests.game_helpers import act, of_kinds, offers, play_first, rule

CONTENT = base()


def assembly(match, seat, line="begin_turn"):
    """Play this seat's Assembly turn from one of its steps to its first decision or its end.

    Return the event bodies. No other seat's turn is played.
    """
    with arrange(match):
        match.state.phase = "assembly"
        match.state.stack[:] = [Sequence("game", "end_of_round"), FreeStep(seat), Sequence("assembly_turn", line, seat)]
        return [event.body for event in match.start()]


def icons(match, **cubes):
    """Set the numbers of cube icons on Starters, only in this match."""
    changed = {name: match.content.starters[name].model_copy(update={"cubes": count}) for name, count in cubes.items()}
    match.content = dataclasses.replace(match.content, starters=match.content.starters | changed)


# -- the start of a round -------------------------------------------------------------------------------------


@rule("EOD-ROUND.4", "EOD-ROUND.5", "EOD-ROUND.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_round_one_opens_with_a_card_in_hand_and_two_staged_cubes_each(seats):
    match = after_prologue(seats)
    for player in match.state.players:
        assert len(player.hand) == 1
        assert player.hall == []
        assert (sum(player.staged), sum(player.zone)) == (2, 0)
    prompt = match.decisions()[match.state.first].prompt
    assert (prompt.key, prompt.args["count"]) == ("draft", 2)


def hall_of(match, seat, *cards_):
    return [move(match, card, match.state.players[seat].hall) for card in cards_]


@rule("EOD-ROUND.1", "EOD-ROUND.2", "EOD-ROUND.3", "EOD-ROUND.6")
def test_everyone_takes_all_hall_cards_and_stages_all_zone_cubes_without_a_decision():
    match = simple_free_part(3)
    state = match.state
    owned = {seat: [name for name, card in state.cards.items() if card.owner == seat] for seat in range(3)}
    hall_of(match, 0, *owned[0])
    hall_of(match, 1, *owned[1][:1])
    zones = [[0, 2, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1]]
    for seat, cubes in enumerate(zones):
        zone(match, seat, *cubes)
    sleeving_done(match)
    state.first = 0  # seat 0 is first in this round, so seat 2 starts the next one with a draft
    act(match, EndTurn())
    assert state.round == 2
    assert [set(player.hand) for player in state.players] == [set(owned[0]), set(owned[1][:1]), set()]
    assert [player.hall for player in state.players] == [[], [], []]
    assert [player.staged for player in state.players] == zones
    assert all(sum(player.zone) == 0 for player in state.players)


@rule("EOD-ROUND.7")
def test_a_card_that_reaches_a_hall_later_stays_there_until_the_next_round():
    match = simple_free_part(2, hand=[1])
    (card,) = match.state.players[0].hand
    with arrange(match) as state:
        state.stack.insert(1, Sequence("action_turn", "begin_turn", 1))
    sleeving_done(match)
    act(match, EndTurn())
    assert match.state.turn.seat == 1
    assert match.state.players[1].hall == [card]
    assert card not in match.state.players[1].hand
    sleeving_done(match)
    act(match, EndTurn())
    assert match.state.round == 2
    assert card in match.state.players[1].hand


# -- drafting in the turn ---------------------------------------------------------------------------------------


@rule("EOD-ASSEM.1")
@pytest.mark.parametrize("held", [0, 1, 2])
def test_a_player_drafts_up_to_three_cards(held):
    match = simple_free_part(2)
    for _ in range(held):
        take(match, "citizen", match.state.players[0].hand)
    assembly(match, 0)
    assert match.decisions()[0].prompt.args["count"] == 3 - held
    (drafted,) = [body for body in act(match, Draft()) if body.kind == "drafted" and body.seat == 0]
    assert len(drafted.cards) == 3 - held
    assert len(match.state.players[0].hand) == 3


@rule("EOD-ASSEM.2", "EOD-ASSEM.3", "EOD-PBP.2")
@pytest.mark.parametrize("held", [3, 4])
def test_a_player_with_three_or_more_cards_drafts_nothing_and_is_not_asked(held):
    match = simple_free_part(2)
    hand = [take(match, "citizen", match.state.players[0].hand) for _ in range(held)]
    street = list(match.state.street)
    events = assembly(match, 0)
    assert match.decisions()[0].prompt.key == "free", "the turn is over"
    assert not [body for body in events if body.kind == "drafted" and body.seat == 0]
    assert match.state.favours == {}
    assert match.state.players[0].influence == 4
    assert match.state.street == street
    assert match.state.players[0].hand[:held] == hand


# -- cubes --------------------------------------------------------------------------------------------------------


@rule("EOD-ASSEM.4", "EOD-ASSEM.7", "EOD-ASSEM.5", "EOD-ASSEM.6")
def test_as_many_cubes_are_drawn_as_the_whole_hand_shows_icons():
    match = simple_free_part(2)
    hand = [take(match, "citizen", match.state.players[0].hand) for _ in range(4)]
    icons(match, **dict(zip(hand, [0, 1, 0, 1], strict=True)))
    sleeve_on(match, hand[3], "the_forge", "middle")
    assert CONTENT.slips["forge_m1"].cubes == 1
    assembly(match, 0, "draw_cubes")
    assert sum(match.state.players[0].zone) == 3, "the fourth card counts, slot by slot; no icon is nought"


@rule("EOD-ASSEM.5")
def test_cards_from_the_guild_hall_count_for_the_cube_draw():
    match = after_prologue(2)
    seat = match.state.turn.seat
    (kept,) = match.state.players[seat].hand
    icons(match, **{name: 0 for name in match.state.cards if name != kept})
    icons(match, **{kept: 2})
    slips = {name: slip.model_copy(update={"cubes": 0}) for name, slip in match.content.slips.items()}
    match.content = dataclasses.replace(match.content, slips=slips)
    act(match, Draft())
    assert sum(match.state.players[seat].zone) == 2


@rule("EOD-ASSEM.8", "EOD-HC.19")
@pytest.mark.parametrize(("numbers", "drawn"), [((-1, 2, 2), 3), ((-3, 1, 1), 0), ((-1, 1, 0), 0), ((0, 0, 0), 0)])
def test_negative_icons_reduce_the_sum_which_never_falls_below_nought(numbers, drawn):
    match = simple_free_part(2)
    hand = [take(match, "citizen", match.state.players[0].hand) for _ in numbers]
    icons(match, **dict(zip(hand, numbers, strict=True)))
    bag = sum(match.state.bag)
    assembly(match, 0, "draw_cubes")
    assert sum(match.state.players[0].zone) == drawn
    assert sum(match.state.bag) == bag - drawn


@rule("EOD-ASSEM.13", "EOD-DROP.3")
def test_cubes_drawn_this_round_are_dropped_in_the_next():
    match = after_prologue(2)
    first = match.state.turn.seat
    while match.state.phase == "assembly":
        act(match, Draft())
    waiting = [list(player.zone) for player in match.state.players]
    assert any(any(zone) for zone in waiting)
    assert match.state.turn.seat == first
    assert sum(match.state.players[first].staged) == 0
    assert match.state.players[first].zone == waiting[first], "this round's cubes were not dropped"
    play_first(match, lambda match: match.state.round == 2)
    for player, cubes in zip(match.state.players, waiting, strict=True):
        assert all(staged >= drawn for staged, drawn in zip(player.staged, cubes, strict=True))


# -- the Street -----------------------------------------------------------------------------------------------


@rule("EOD-ASSEM.9", "EOD-ASSEM.10", "EOD-ASSEM.11", "EOD-ASSEM.12")
def test_after_the_draft_the_street_slides_and_is_refilled_before_the_next_turn():
    match = after_prologue(3)
    state = match.state
    seat = state.turn.seat
    c1, c2, c3, c4, c5 = state.street
    c6, c7, c8 = state.deck[:3]
    skip_and_draft(match, c2)
    assert state.street == [c2, c4, c5, c6, c7]
    assert state.deck[0] == c8
    assert {c1, c3} <= set(state.players[seat].hand)
    assert list(match.decisions()) == [(seat + 1) % 3]


@rule("EOD-ASSEM.12", "EOD-DECK.5", "EOD-DECK.9")
def test_refilling_comes_before_the_check_of_the_deck_at_the_end_of_an_assembly_turn():
    match = simple_free_part(2)
    state = match.state
    keep = 2  # the draft takes the 2 cards left in the stack, which depletes the deck
    with arrange(match):
        pile = [state.deck.pop() for _ in range(3)]
        state.discard += pile + state.deck[keep:]
        del state.deck[keep:]
    take(match, "citizen", state.players[0].hand)
    events = assembly(match, 0)
    assert not of_kinds(events, "reshuffled"), "not yet: 7 cards"
    events = act(match, Draft())
    (shuffled,) = of_kinds(events, "reshuffled")
    assert shuffled.cards > 3
    assert "" not in state.street


@rule("EOD-ASSEM.14", "EOD-DEC.23")
def test_no_effect_or_ability_is_used_in_the_assembly_phase():
    verbs: Counter[str] = Counter()
    for seed in range(2):
        match = after_prologue(3, f"assembly {seed}")
        for _ in play(match, seed):
            if match.state.phase == "assembly" and not match.over:
                verbs.update(action.verb for action in offers(match))
    assert set(verbs) == {"draft", "skip"}


@rule("EOD-ROUND.8", "EOD-ASSEM.11")
def test_assembly_turns_follow_in_turn_order():
    match = after_prologue(4)
    order = []
    while match.state.phase == "assembly":
        order.append(match.state.turn.seat)
        act(match, Draft())
    assert order == [(match.state.first + offset) % 4 for offset in range(4)]
    assert all(len(player.hand) == 3 for player in match.state.players)


@rule("EOD-ASSEM.4")
def test_icons_on_cards_in_no_hand_draw_nothing():
    match = simple_free_part(2)
    icons(match, **dict.fromkeys(match.state.cards, 5))
    assembly(match, 0, "draw_cubes")
    assert sum(match.state.players[0].zone) == 0


@rule("EOD-ASSEM.4", "EOD-CARD.11")
def test_the_icon_of_a_covered_citizen_does_not_count():
    match = simple_free_part(2)
    card = take(match, "citizen", match.state.players[0].hand)
    icons(match, **{card: 4})
    sleeve_on(match, card, "war_council", "top")
    assert sleeved_card.cubes(match.content, match.state.cards[card]) == CONTENT.slips["war_council_t1"].cubes
    assembly(match, 0, "draw_cubes")
    assert sum(match.state.players[0].zone) == 0
