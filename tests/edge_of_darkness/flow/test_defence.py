"""Section 17 of RULES.md (DMG): Damage, defending, the Defense track, and the Reputation for a successful defence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.examples.position_builder import set_player, set_turn, tray
from rules.edge_of_darkness.state.actions import Recall, UseAbility, UseContact
from rules.kernel.data.actions import Pass
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    cards_in_hand,
    contact,
    fill_tray,
    in_tower,
    location_in_play,
    send,
    simple_free_part,
    sleeve_on,
    slip_threat,
    starter_effect,
    take,
)
from tests.edge_of_darkness.table import effect, gain, rewrite, set_threat
from tests.game_helpers import act, of_kinds, offers, refused, rule

REDUCE = {"op": "reduce"}
COIN = [{"cost": "pay", "what": "coins"}]


def attack(match, seat=0, damage=1, spot=1, active=0):
    """Let a Neutral card with this Damage attack one seat. Return the events until the next decision."""
    in_tower(match, spot, "citizen", damage)
    fill_tray(match, spot, seat)
    return attacks(match, active)


def defence_contact(match, card, *ops, slot="bottom", at=0):
    """Give a card a contact for use when its player is attacked. Return the action that uses the contact."""
    rewrite(match, location_in_play(match, at), contact=effect(*ops), timing="attacked")
    sleeve_on(match, card, location_in_play(match, at), slot)
    return UseContact(card, slot)


# -- Damage and the track -------------------------------------------------------------------------------------


@rule("EOD-DMG.2", "EOD-DMG.3", "EOD-DMG.12", "EOD-HC.39")
@pytest.mark.parametrize("damage", [1, 2, 9])
def test_any_damage_costs_exactly_one_space_and_no_reputation_token(damage):
    match = simple_free_part(2)
    set_player(match, 0, reputation=4)
    attack(match, damage=damage)
    assert match.state.players[0].moved_down == 1
    assert match.state.players[0].reputation == 4


@rule("EOD-DMG.4", "EOD-DMG.7")
def test_each_attacking_card_counts_by_itself():
    match = simple_free_part(2)
    ability(match, 0, REDUCE | {"amount": 2}, timing="standing")
    in_tower(match, 1, "citizen", 3)
    in_tower(match, 2, "citizen", 3)
    fill_tray(match, 1)
    fill_tray(match, 2)
    events = attacks(match)
    assert match.state.players[0].moved_down == 2
    assert [body.value for body in of_kinds(events, "defended")] == match.content.board.defence_track[1:3]
    match = simple_free_part(2)
    ability(match, 0, REDUCE | {"amount": 3}, timing="standing")
    for spot in (1, 2):
        in_tower(match, spot, "citizen", 3)
        tray(match, spot, 0, 0, 6)
    attacks(match)
    assert [player.reputation for player in match.state.players] == [2, 2]


@rule("EOD-DMG.5")
def test_without_a_means_to_reduce_the_damage_stands():
    match = simple_free_part(2, hand=["citizen", "patrician"])
    events = attack(match, damage=2)
    assert of_kinds(events, "defended")[0].left == 2
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-DMG.8", "EOD-BS.3")
def test_battle_strength_reduces_no_damage():
    match = simple_free_part(2, hand=["citizen"])
    action = contact(match, cards_in_hand(match)[0], gain("battle", 9), {"op": "clear_tray"})
    in_tower(match, 1, "citizen", 1)
    tray(match, 2, 0, 1)
    act(match, action)
    fill_tray(match, 1)
    set_turn(match, battle=9)
    (body,) = of_kinds(act(match, next(a for a in offers(match) if a.verb == "cube" and a.tray == 2)), "defended")
    assert body.left == 1
    assert match.state.turn.battle == 9


@rule("EOD-DMG.8")
def test_a_citizen_in_hand_offers_no_defence():
    match = simple_free_part(2, hand=["citizen"])
    defence_contact(match, cards_in_hand(match)[0], REDUCE)
    attack(match)
    assert offers(match, UseContact) == [UseContact(cards_in_hand(match)[0], "bottom")]


@rule("EOD-DMG.10", "EOD-HC.37", "EOD-DMG.14", "EOD-HC.40")
@pytest.mark.parametrize(("first", "second"), [(0, 0), (-3, 1), (2, -2)])
def test_damage_of_zero_or_less_is_a_successful_defence(first, second):
    match = simple_free_part(2)
    card = in_tower(match, 1, "citizen", first)
    slip_threat(match, sleeve_on(match, card, location_in_play(match), "middle"), damage=second)
    fill_tray(match, 1)
    events = attacks(match)
    assert of_kinds(events, "attacked")[0].damage == 0
    assert match.state.players[0].reputation == 1
    assert match.state.players[0].moved_down == 0


@rule("EOD-DMG.14", "EOD-HC.40")
def test_negative_parts_lower_the_sum():
    match = simple_free_part(2)
    card = in_tower(match, 1, "citizen", 4)
    slip_threat(match, sleeve_on(match, card, location_in_play(match), "middle"), damage=-1)
    fill_tray(match, 1)
    assert of_kinds(attacks(match), "attacked")[0].damage == 3


@rule("EOD-DMG.11", "EOD-HC.38")
def test_the_token_stays_on_the_lowest_space_and_the_attack_still_counts_as_not_defended():
    match = simple_free_part(2)
    bottom = len(match.content.board.defence_track) - 1
    set_player(match, 0, moved_down=bottom)
    card = in_tower(match, 1, "citizen", 1)
    set_threat(match, card, 1, unless_defended=[{"op": "lose", "what": "coins", "amount": 2}])
    fill_tray(match, 1)
    attacks(match)
    player = match.state.players[0]
    assert (player.moved_down, player.reputation, player.coins) == (bottom, 0, 3)


@rule("EOD-DMG.12", "EOD-DMG.13")
def test_printed_consequences_hit_only_failed_defenders():
    match = simple_free_part(3)
    ability(match, 0, REDUCE | {"amount": {"count": "agents_here"}}, timing="standing")
    send(match, 1, 0, 2)
    for seat in range(3):
        set_player(match, seat, reputation=3)
    set_threat(
        match, in_tower(match, 1, "citizen"), 2, unless_defended=[{"op": "lose", "what": "reputation", "amount": 1}]
    )
    tray(match, 1, 0, 0, 0, 7)
    attacks(match)
    assert [player.reputation for player in match.state.players] == [2, 4, 2]


@rule("EOD-DMG.15", "EOD-HC.38")
def test_only_a_text_moves_the_token_up_and_never_above_the_top():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    first, second = cards_in_hand(match)
    set_player(match, 0, moved_down=1)
    up = contact(match, first, {"op": "raise_defence", "count": 3})
    act(match, up)
    assert match.state.players[0].moved_down == 0
    sleeve_on(match, second, location_in_play(match), "bottom")
    assert refused(match, UseContact(second, "bottom")), "on the top space it does nothing"


# -- defending ------------------------------------------------------------------------------------------------


@rule("EOD-DMG.9", "EOD-DEC.9", "EOD-HC.36", "EOD-ACTION.13")
def test_an_attacked_player_may_use_abilities_that_work_when_attacked_outside_the_own_turn():
    match = simple_free_part(2)
    home = ability(match, 0, REDUCE | {"amount": 3}, cost=[{"cost": "return", "count": 1}], timing="attacked", uses=0)
    send(match, 1, 0, 2)
    attack(match, seat=1, damage=5, active=0)
    assert list(match.decisions()) == [1]
    assert offers(match) == [UseAbility(home), Pass()]
    act(match, UseAbility(home))
    events = act(match, UseAbility(home))
    assert of_kinds(events, "defended")[0].success
    assert match.state.players[1].pool == 4
    assert match.state.players[1].reputation == 1


@rule("EOD-DMG.9", "EOD-ACTION.9")
def test_a_defence_is_optional_and_asked_once():
    match = simple_free_part(2)
    ability(match, 0, REDUCE, cost=COIN, timing="attacked", uses=0)
    attack(match)
    events = act(match, Pass())
    assert of_kinds(events, "defended")[0].success is False
    assert match.decisions()[0].prompt.key == "free"
    assert match.state.players[0].coins == 5


@rule("EOD-DMG.9", "EOD-HC.36", "EOD-HC.76")
def test_own_turn_abilities_and_contacts_do_not_work_when_attacked():
    match = simple_free_part(2, hand=["citizen"])
    ability(match, 0, gain("coins"))
    contact(match, cards_in_hand(match)[0], gain("influence"), at=1)
    attack(match)
    assert match.decisions()[0].prompt.key == "free"
    assert match.state.players[0].moved_down == 1


@rule("EOD-HC.36", "EOD-DMG.9")
def test_a_contact_in_hand_helps_only_if_its_text_says_so_and_then_not_in_the_free_part():
    match = simple_free_part(2, hand=["citizen"])
    action = defence_contact(match, cards_in_hand(match)[0], REDUCE)
    assert refused(match, action)
    attack(match)
    events = act(match, action)
    assert of_kinds(events, "defended")[0].success


@rule("EOD-PAY.4", "EOD-DMG.9")
def test_a_defence_on_another_players_card_is_paid_for():
    match = simple_free_part(3)
    card = take(match, 2, match.state.players[1].hand)
    action = defence_contact(match, card, REDUCE)
    set_player(match, 1, coins=0)
    attack(match, seat=1)
    assert match.decisions()[0].prompt.key == "free"
    match = simple_free_part(3)
    card = take(match, 2, match.state.players[1].hand)
    action = defence_contact(match, card, REDUCE)
    attack(match, seat=1)
    act(match, action)
    assert [player.coins for player in match.state.players] == [5, 4, 6]


@rule("EOD-USE.4", "EOD-HC.41", "EOD-DISCAGENT.2")
def test_a_defence_contact_is_resolved_once_a_turn_and_makes_its_card_resolved():
    match = simple_free_part(2, hand=["citizen"])
    action = defence_contact(match, cards_in_hand(match)[0], REDUCE)
    send(match, 0, 3, 1)
    in_tower(match, 1, "citizen", 1)
    in_tower(match, 2, "citizen", 1)
    fill_tray(match, 1)
    fill_tray(match, 2)
    attacks(match)
    events = act(match, action)
    assert [body.success for body in of_kinds(events, "defended")] == [True, False]
    assert offers(match, Recall) == []


@rule("EOD-HC.42")
def test_a_when_attacked_ability_is_used_once_per_attack():
    match = simple_free_part(2)
    home = ability(match, 0, REDUCE, cost=COIN, timing="attacked")
    for spot in (1, 2):
        in_tower(match, spot, "citizen", 2)
        fill_tray(match, spot)
    attacks(match)
    events = act(match, UseAbility(home))
    assert of_kinds(events, "defended")[0].left == 1
    assert match.decisions()[0].prompt.args["card"] == match.state.tower[1]
    assert UseAbility(home) in offers(match)


@rule("EOD-DEC.9", "EOD-DEC.24", "EOD-DEC.25", "EOD-HC.62", "EOD-BLIGHT.13")
def test_attacked_players_answer_clockwise_one_by_one_and_the_active_player_waits():
    match = simple_free_part(4)
    ability(match, 0, REDUCE, cost=COIN, timing="attacked")
    set_player(match, 3, coins=0)
    in_tower(match, 1, "citizen", 1)
    tray(match, 1, 0, 0, 0, 0, 8)
    attacks(match, 2)
    asked = []
    while match.decisions().get(2) is None or match.decisions()[2].prompt.key == "defend":
        (seat,) = match.decisions()
        asked.append(seat)
        act(match, Pass())
    assert asked == [2, 0, 1], "seat 3 has nothing to use and is passed over"


@rule("EOD-DEC.25", "EOD-HC.62")
def test_while_someone_else_is_asked_the_active_player_cannot_act():
    match = simple_free_part(2, hand=["citizen"])
    ability(match, 0, REDUCE, cost=COIN, timing="attacked")
    attack(match, seat=1)
    assert list(match.decisions()) == [1]


@rule("EOD-HC.78", "EOD-HC.76")
def test_the_state_at_the_moment_of_the_attack_counts_and_is_settled_at_once():
    match = simple_free_part(2)
    ability(match, 0, REDUCE | {"amount": {"count": "agents_here"}}, timing="standing")
    take(match, "citizen", match.state.players[1].hand)
    send(match, 1, 0, 1)
    hand = list(match.state.players[1].hand)
    attack(match, seat=1, damage=1)
    assert match.state.players[1].reputation == 1
    assert match.state.players[1].hand == hand
    send(match, 1, 0, -1)
    attack(match, seat=1, damage=1)
    assert match.state.players[1].moved_down == 1


@rule("EOD-HC.76", "EOD-ACTION.1")
def test_agents_sent_this_turn_come_too_late_for_this_turns_drop():
    match = simple_free_part(2, hand=["citizen"])
    home = ability(match, 0, REDUCE | {"amount": {"count": "agents_here"}}, timing="standing")
    action = contact(match, cards_in_hand(match)[0], {"op": "dispatch"})
    attack(match)
    assert match.state.players[0].moved_down == 1
    act(match, action)
    assert match.state.players[0].agents == {home: 1}
    assert match.state.players[0].moved_down == 1


@rule("EOD-HC.79")
def test_a_coin_received_in_another_turn_can_pay_a_when_attacked_ability_at_once():
    match = simple_free_part(2, hand=[1])
    ability(match, 1, REDUCE, cost=COIN, timing="attacked")
    set_player(match, 1, coins=0)
    card = cards_in_hand(match)[0]
    action = starter_effect(match, card, {"op": "move_cube"})
    in_tower(match, 1, "citizen", 1)
    tray(match, 1, 0, 5)
    tray(match, 2, 0, 1)
    act(match, action)
    act(match, next(a for a in offers(match) if a.verb == "cube" and a.tray == 2))
    act(match, next(a for a in offers(match) if a.verb == "spots" and a.spots == (1,)))
    assert list(match.decisions()) == [1]
    act(match, offers(match, UseAbility)[0])
    assert match.state.players[1].reputation == 1
    assert match.state.players[1].coins == 0


@given(st.integers(0, 8), st.lists(st.integers(0, 4), max_size=3))
@settings(max_examples=40, deadline=None, derandomize=True)
@rule("EOD-DMG.2", "EOD-DMG.3", "EOD-DMG.6")
def test_an_attack_ends_in_reputation_or_one_space_never_both(damage, standing):
    match = simple_free_part(2)
    for number, amount in enumerate(standing):
        ability(match, number, REDUCE | {"amount": amount}, timing="standing")
    attack(match, damage=damage)
    player = match.state.players[0]
    assert (player.reputation, player.moved_down) == ((1, 0) if damage <= sum(standing) else (0, 1))
