"""Section 16 of RULES.md (BLIGHT) with a depleted deck: empty spots, waiting trays, and shuffling in mid-turn."""

from __future__ import annotations

from rules.edge_of_darkness.examples.position_builder import move, tray
from rules.edge_of_darkness.state.actions import EndTurn, Reshuffle
from rules.kernel.data.actions import Pass
from tests.edge_of_darkness.scenes import attacks, fill_tray, leave_cards, play_turn_from, simple_free_part
from tests.game_helpers import act, of_kinds, rule


@rule("EOD-BLIGHT.19", "EOD-BLIGHT.20", "EOD-DEC.21")
def test_with_a_depleted_deck_the_spot_stays_empty_until_a_reshuffle():
    match = simple_free_part(2)
    leave_cards(match, stack=1, discard=4)
    fill_tray(match, 1)
    attacks(match)
    assert match.state.tower[0] == ""
    assert not match.state.players[0].hand
    act(match, Reshuffle())
    assert match.state.tower[0]
    assert match.state.discard == []


@rule("EOD-BLIGHT.20")
def test_the_active_player_may_wait_and_the_tower_is_refilled_at_the_end_of_the_turn():
    match = simple_free_part(2)
    leave_cards(match, stack=1, discard=4)
    fill_tray(match, 1)
    attacks(match)
    events = act(match, EndTurn())
    assert of_kinds(events, "reshuffled")
    assert of_kinds(events, "tower_filled")[0].spot == 1


@rule("EOD-BLIGHT.20")
def test_between_two_attacks_the_active_player_may_reshuffle_at_once():
    for action, again in ((Reshuffle(), True), (Pass(), False)):
        match = simple_free_part(2)
        leave_cards(match, stack=1, discard=4)
        fill_tray(match, 1)
        fill_tray(match, 2, 1)
        attacks(match)
        assert match.decisions()[0].prompt.key == "reshuffle"
        events = act(match, action)
        assert (match.state.tower[0] != "") == again
        assert [body.targets for body in of_kinds(events, "attacked")] == [(1,)]


@rule("EOD-BLIGHT.22", "EOD-HC.33")
def test_a_full_tray_without_a_card_waits_and_attacks_with_the_card_that_fills_the_spot():
    match = simple_free_part(3)
    leave_cards(match, stack=1, discard=5)
    move(match, match.state.tower[1], match.state.discard)
    tray(match, 2, 0, 0, 0, 7)
    assert not of_kinds(attacks(match, 1), "attacked")
    events = act(match, Reshuffle())
    kinds = [body.kind for body in events]
    assert kinds.index("tower_filled") < kinds.index("attacked")
    assert of_kinds(events, "attacked")[0].targets == (1, 2, 0)


@rule("EOD-BLIGHT.22", "EOD-HC.33")
def test_at_turn_end_attack_reshuffle_and_refill_repeat_until_stable():
    match = simple_free_part(2)
    leave_cards(match, stack=1, discard=5)
    for spot in (1, 2):
        move(match, match.state.tower[spot], match.state.discard)
        tray(match, spot + 1, *([6, 0] if spot == 1 else [0, 6]))
    play_turn_from(match, "free_part")
    events = act(match, EndTurn())
    assert len(of_kinds(events, "attacked")) == 2
    assert [player.moved_down for player in match.state.players] == [1, 1]
    assert match.state.round == 2
    assert all(sum(cubes) < 6 for cubes in match.state.trays)


@rule("EOD-HC.33")
def test_option_a_full_tray_without_a_card_is_set_aside_at_once():
    match = simple_free_part(2, empty_spot_waits=False)
    move(match, match.state.tower[1], match.state.deck)
    fill_tray(match, 2)
    events = attacks(match)
    assert not of_kinds(events, "attacked")
    assert match.state.trays[1] == [0, 0, 0]
    assert match.state.aside == [6, 0, 0]


@rule("EOD-BLIGHT.14", "EOD-BLIGHT.22")
def test_a_card_that_a_reshuffle_puts_over_a_waiting_tray_attacks_before_the_ones_to_its_right():
    match = simple_free_part(2)
    leave_cards(match, stack=1, discard=6)
    move(match, match.state.tower[1], match.state.discard)
    for spot, seat in ((1, 0), (2, 1), (3, 0)):
        fill_tray(match, spot, seat)
    events = attacks(match)
    events += act(match, Reshuffle())
    assert [body.spot for body in of_kinds(events, "attacked")] == [1, 2, 3]
