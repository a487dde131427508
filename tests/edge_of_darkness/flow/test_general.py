"""Section 1 of RULES.md (GEN): the structure of the game, the order of play, and the limits on tokens."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.examples.position_builder import new, set_player, set_turn
from rules.edge_of_darkness.state.actions import Draft, Sleeve, SleeveOnto, UseAbility, UseContact
from rules.edge_of_darkness.state.steps import DraftStep
from rules.kernel.engine.match import arrange
from rules.kernel.errors import IllegalAction
from tests.edge_of_darkness.checked_matches import check_random_match, play
from tests.edge_of_darkness.scenes import ability, attacks, contact, fill_tray, location_in_play, simple_free_part, take
from tests.edge_of_darkness.table import GAME, after_prologue, gain, rewrite
from tests.game_helpers import act, offers, refused, rule, set_stack


def turns_of(match):
    """Play to the end. Return the round, first player, phase and seat of every turn in order."""
    found = []
    for _ in play(match, 7):
        state = match.state
        if state.phase in ("assembly", "action"):
            turn = (state.round, state.first, state.phase, state.turn.seat)
            if not found or found[-1] != turn:
                found.append(turn)
    return found


@rule("EOD-GEN.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players_can_play_to_the_end(seats):
    assert check_random_match(lambda _match: None, seats, 3).over
    assert seats in GAME.seats


@rule("EOD-GEN.1")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_players_are_refused(seats):
    with pytest.raises(IllegalAction):
        new(seats)


@rule("EOD-GEN.2")
def test_the_player_with_the_most_victory_points_wins():
    for seed in range(4):
        result = check_random_match(lambda _match: None, 3, seed).result
        totals = {row.seat: row.total for row in result.rows}
        assert all(totals[seat] == max(totals.values()) for seat in result.winners)
        assert all(row.total == sum(row.scores.values()) for row in result.rows)


@rule("EOD-GEN.3")
def test_an_advancement_sleeved_by_one_player_comes_to_another_with_the_shared_card():
    match = simple_free_part(2, hand=["citizen"])
    card = match.state.players[0].hand[0]
    act(match, offers(match, Sleeve)[0])
    placed = offers(match, SleeveOnto)[0]
    act(match, placed)
    with arrange(match) as state:
        state.players[0].hand.remove(card)
        state.deck.append(state.street[0])
        state.street[0] = card
    set_stack(match, DraftStep(1, 1))
    act(match, Draft())
    assert card in match.state.players[1].hand
    held = match.state.cards[card]
    assert placed.slip in (held.top, held.middle, held.bottom)


@rule("EOD-GEN.4", "EOD-GEN.6", "EOD-GEN.7", "EOD-ROUND.8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_prologue_and_eight_rounds_of_two_phases_in_which_everyone_takes_one_turn(seats):
    match = new(seats)
    assert match.state.phase == "prologue"
    turns = turns_of(match)
    assert match.over
    assert [turn[0] for turn in turns] == sorted(turn[0] for turn in turns)
    assert {turn[0] for turn in turns} == set(range(1, 9))
    for number in range(1, 9):
        acted = [(phase, seat) for round_, _, phase, seat in turns if round_ == number and phase == "action"]
        assert sorted(seat for _, seat in acted) == list(range(seats)), "one Action turn each"
        phases = [phase for round_, _, phase, _ in turns if round_ == number]
        assert phases == sorted(phases, key=["assembly", "action"].index), "no Action turn before the last Assembly"


@rule("EOD-GEN.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_clockwise_from_the_first_player_marker(seats):
    match = new(seats)
    turns = turns_of(match)
    for number in range(1, 9):
        first = next(turn[1] for turn in turns if turn[0] == number)
        acted = [turn[3] for turn in turns if turn[0] == number and turn[2] == "action"]
        assert acted == [(first + offset) % seats for offset in range(seats)]


@rule("EOD-GEN.9", "EOD-HC.1", "EOD-COMP.16", "EOD-COMP.17", "EOD-COMP.19")
@pytest.mark.parametrize(
    ("token", "in_the_box"), [("coins", 32), ("reputation", 28), ("influence", 26), ("goodwill", 26)]
)
def test_tokens_are_not_limited_by_the_number_in_the_box(token, in_the_box):
    match = simple_free_part(2, hand=["citizen"])
    card = match.state.players[0].hand[0]
    for seat in (0, 1):
        set_player(match, seat, **{token: in_the_box})
    act(match, contact(match, card, gain(token, 3)))
    assert getattr(match.state.players[0], token) == in_the_box + 3


@rule("EOD-GEN.10", "EOD-HC.2")
@pytest.mark.parametrize("token", ["coins", "influence", "goodwill", "reputation"])
def test_losing_more_than_there_is_takes_what_is_there_and_stops_at_nought(token):
    match = simple_free_part(2, hand=["citizen"])
    card = match.state.players[0].hand[0]
    set_player(match, 0, **{token: 1})
    act(match, contact(match, card, {"op": "lose", "what": token, "amount": 5}))
    assert getattr(match.state.players[0], token) == 0


@rule("EOD-GEN.10", "EOD-HC.2")
def test_a_negative_number_of_battle_strength_stops_at_nought():
    match = simple_free_part(2, hand=["citizen"])
    card = match.state.players[0].hand[0]
    set_turn(match, battle=1)
    act(match, contact(match, card, gain("battle", -3)))
    assert match.state.turn.battle == 0


@rule("EOD-HC.2")
def test_a_price_must_be_paid_in_full():
    match = simple_free_part(2, hand=["citizen"])
    card = match.state.players[0].hand[0]
    action = contact(match, card, gain("reputation"), cost=[{"cost": "pay", "what": "coins", "amount": 3}])
    set_player(match, 0, coins=2)
    assert refused(match, action)
    assert match.state.players[0].coins == 2


@rule("EOD-GEN.10")
def test_no_token_is_ever_negative():
    def check(match):
        for player in match.state.players:
            assert min(player.coins, player.influence, player.goodwill, player.reputation) >= 0
        assert match.state.turn.battle >= 0

    for seed in range(3):
        check_random_match(check, 4, seed)


@rule("EOD-GEN.11", "EOD-HC.3")
def test_the_text_of_a_location_prevails_over_the_general_once_a_turn():
    match = simple_free_part(2, hand=["citizen"])
    plain = ability(match, 0, gain("coins"))
    twice = ability(match, 1, gain("coins"), uses=2)
    for name in (plain, twice, twice):
        act(match, UseAbility(name))
    assert refused(match, UseAbility(plain))
    assert refused(match, UseAbility(twice))
    assert match.state.players[0].coins == 8


@rule("EOD-GEN.11", "EOD-HC.3")
def test_a_contact_whose_text_says_so_works_in_the_turn_of_another_player():
    match = simple_free_part(2)
    card = take(match, "citizen", match.state.players[1].hand)
    action = contact(match, card, {"op": "reduce", "amount": 9})
    rewrite(match, location_in_play(match, 0), timing="attacked")
    fill_tray(match, 1, seat=1)
    attacks(match, seat=0)
    assert match.state.turn.seat == 0
    assert action in offers(match, UseContact, seat=1)


@rule("EOD-GEN.8", "EOD-INFO.1", "EOD-INFO.9", "EOD-ZONE.6")
def test_every_seat_and_the_spectator_see_the_same_with_all_hands_open():
    match = after_prologue(3)
    for _ in play(match, 5):
        seen = [match.view(seat).model_dump(exclude={"viewer"}) for seat in (None, 0, 1, 2)]
        assert seen[1:] == seen[:1] * 3
        assert [[card["id"] for card in player["hand"]] for player in seen[0]["players"]] == [
            player.hand for player in match.state.players
        ]
        if match.state.round > 1:
            break


@rule("EOD-GEN.8")
def test_every_event_is_told_to_everyone():
    match = new(3, seed="told")
    seen = 0
    while not match.over and seen < 400:
        seat, decision = next(iter(match.decisions().items()))
        for event in match.apply(seat, decision.actions[-1]):
            assert event.to is None
            seen += 1
    assert seen >= 100
