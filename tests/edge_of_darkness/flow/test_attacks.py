"""Section 16 of RULES.md (BLIGHT): when a tower card attacks, its targets and their order, and the next steps."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.examples.position_builder import tray
from rules.kernel.engine import match as engine
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    bare_card,
    cards_in_hand,
    contact,
    fill_tray,
    in_tower,
    location_in_play,
    play_turn_from,
    send,
    simple_free_part,
    sleeve_on,
    slip_threat,
    take,
    threshold,
    use,
)
from tests.edge_of_darkness.table import set_threat
from tests.game_helpers import act, asked, of_kinds, offers, rule

# The seats of two Guilds, the Gilded Leaves (green) and the Carnival of Shadows (red). The match deals the Guilds in
# the order of seats.
GREEN, RED = 2, 1


def attacked(match, seat=0):
    """Resolve the attacks. Return the spot and the targets of each attack."""
    return [(body.spot, body.targets) for body in of_kinds(attacks(match, seat), "attacked")]


# -- timing ---------------------------------------------------------------------------------------------------


@rule("EOD-BLIGHT.8")
def test_cubes_of_every_colour_count_toward_the_threshold():
    match = simple_free_part(3)
    tray(match, 1, 1, 1, 1, 4)
    assert attacked(match) == [(1, (0, 1, 2))]


@rule("EOD-BLIGHT.2", "EOD-BLIGHT.3", "EOD-BLIGHT.23", "EOD-HC.34")
def test_an_attack_caused_by_an_effect_interrupts_the_free_part_at_once():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = cards_in_hand(match)
    action = contact(match, card, {"op": "move_cube"}, {"op": "gain", "what": "goodwill", "amount": 1})
    tray(match, 1, 0, 5)
    tray(match, 2, 0, 1)
    tray(match, 3)
    act(match, action)
    act(match, next(a for a in offers(match) if a.verb == "cube" and a.tray == 2))
    events = act(match, next(a for a in offers(match) if a.verb == "spots" and a.spots == (1,)))
    kinds = [body.kind for body in events]
    assert kinds.index("changed") < kinds.index("attacked"), "the effect in progress is finished first"
    assert match.state.players[1].moved_down == 1
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-BLIGHT.2", "EOD-HC.69")
def test_a_full_tray_attacks_even_in_an_assembly_turn_with_the_active_player_as_reference():
    match = simple_free_part(3)
    fill_tray(match, 3, 1)
    tray(match, 3, 0, 3, 3, 3)
    with arrange(match):
        match.state.phase = "assembly"
        match.state.turn.seat = 2
        match.state.stack[:] = [Sequence("game", "end_of_round"), Sequence("assembly_turn", "check_deck", 2)]
        events = [event.body for event in match.start()]
    assert of_kinds(events, "attacked")[0].targets == (2, 0, 1)


@rule("EOD-HC.69")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_attack_happens_before_the_first_action_turn(seats):
    match = simple_free_part(seats).game.new(seats, f"quiet-{seats}", {})
    while match.state.phase in ("prologue", "assembly"):
        seat, decision = next(iter(match.decisions().items()))
        events = act(match, decision.actions[0], seat)
        if match.state.phase != "action":
            assert not of_kinds(events, "attacked")


# -- targets --------------------------------------------------------------------------------------------------


@rule("EOD-BLIGHT.7")
@pytest.mark.parametrize("cubes", [(0, 2, 3, 0, 3), (0, 1, 2, 0, 5), (0, 0, 0, 0, 8)])
def test_black_ahead_or_tied_attacks_every_player(cubes):
    match = simple_free_part(4)
    tray(match, 1, *cubes)
    assert attacked(match) == [(1, (0, 1, 2, 3))]


@rule("EOD-BLIGHT.9")
def test_anyone_is_attacked_in_anybodys_turn():
    for active in range(3):
        for target in range(3):
            match = simple_free_part(3)
            fill_tray(match, 1, target)
            assert attacked(match, active) == [(1, (target,))]


@given(st.lists(st.integers(0, 4), min_size=5, max_size=5), st.integers(0, 3))
@settings(max_examples=60, deadline=None, derandomize=True)
@rule("EOD-BLIGHT.5", "EOD-BLIGHT.6", "EOD-BLIGHT.7", "EOD-BLIGHT.13", "EOD-DEC.22")
def test_targets_follow_from_the_tray_alone(cubes, active):
    match = simple_free_part(4)
    tray(match, 1, *cubes)
    found = attacked(match, active)
    if sum(cubes) < threshold(match):
        assert found == []
        return
    black, most = cubes[4], max(cubes[:4])
    hit = [seat for seat in range(4) if black >= most or cubes[seat] == most]
    assert found == [(1, tuple(sorted(hit, key=lambda seat: (seat - active) % 4)))]


# -- resolution -----------------------------------------------------------------------------------------------


@rule("EOD-BLIGHT.10", "EOD-DMG.1")
def test_a_card_attacks_once_with_the_sum_of_its_threats():
    match = simple_free_part(2)
    card = in_tower(match, 1, "citizen", 2)
    slip_threat(match, sleeve_on(match, card, location_in_play(match), "middle"), damage=3)
    fill_tray(match, 1)
    (body,) = of_kinds(attacks(match), "attacked")
    assert body.damage == 5
    assert match.state.players[0].moved_down == 1


@rule("EOD-BLIGHT.11", "EOD-BLIGHT.12")
def test_every_attacked_player_faces_the_full_damage_whatever_the_others_manage():
    match = simple_free_part(3)
    ability(match, 0, {"op": "reduce", "amount": {"count": "agents_here", "times": 1}}, timing="standing")
    send(match, 1, 0, 3)
    in_tower(match, 1, "citizen", 3)
    tray(match, 1, 0, 0, 0, 7)
    events = attacks(match)
    assert [(body.seat, body.left) for body in of_kinds(events, "defended")] == [(0, 3), (1, 0), (2, 3)]


@rule("EOD-BLIGHT.14")
def test_several_attacks_go_left_to_right_each_to_its_end():
    match = simple_free_part(2)
    for spot, seat in ((3, 0), (1, 0), (2, 1)):
        fill_tray(match, spot, seat)
    events = attacks(match)
    order = [(b.kind, getattr(b, "spot", 0)) for b in events if b.kind in ("attacked", "defended", "tower_filled")]
    assert order == [
        step for spot in (1, 2, 3) for step in (("attacked", spot), ("defended", 0), ("tower_filled", spot))
    ]
    assert [player.moved_down for player in match.state.players] == [2, 1]


@rule("EOD-BLIGHT.15", "EOD-BLIGHT.16")
def test_the_cubes_are_set_aside_first_but_the_targets_read_before():
    match = simple_free_part(2)
    tray(match, 2, 1, 4, 1)
    events = attacks(match)
    assert of_kinds(events, "attacked")[0].targets == (1,)
    assert match.state.trays[1] == [0, 0, 0]
    assert match.state.aside == [1, 4, 1]


@rule("EOD-BLIGHT.15")
def test_the_cubes_are_aside_while_the_defence_is_still_open():
    match = simple_free_part(2)
    ability(match, 0, {"op": "reduce"}, cost=[{"cost": "pay", "what": "coins"}], timing="attacked")
    fill_tray(match, 1)
    attacks(match)
    assert match.decisions()[0].prompt.key == "defend"
    assert sum(match.state.aside) == 6
    assert match.state.tower[0]


@rule("EOD-BLIGHT.17", "EOD-BLIGHT.18", "EOD-DISCARD.8", "EOD-DISCARD.2")
def test_a_neutral_attacker_goes_to_the_discard_pile_and_the_bottom_card_takes_its_spot():
    match = simple_free_part(2)
    card, bottom = match.state.tower[0], match.state.deck[-1]
    fill_tray(match, 1)
    attacks(match)
    assert card in match.state.discard
    assert match.state.tower[0] == bottom
    assert bottom not in match.state.deck


@rule("EOD-BLIGHT.17", "EOD-DISCARD.7", "EOD-HC.65", "EOD-BLIGHT.24")
@pytest.mark.parametrize("active", [0, 2])
def test_an_owned_attacker_hits_its_owner_too_costs_no_one_coins_and_goes_to_the_owners_guild_hall(active):
    match = simple_free_part(4)
    card = in_tower(match, 1, GREEN, 1)
    fill_tray(match, 1, GREEN)
    attacks(match, active)
    assert match.state.players[GREEN].hall == [card]
    assert card not in match.state.discard
    assert match.state.players[GREEN].moved_down == 1
    assert [player.coins for player in match.state.players] == [5, 5, 5, 5]


@rule("EOD-BLIGHT.21")
def test_a_replacement_starts_with_an_empty_tray_and_does_not_attack():
    match = simple_free_part(2)
    fill_tray(match, 1)
    assert attacked(match) == [(1, (0,))]
    assert match.state.trays[0] == [0, 0, 0]


@rule("EOD-BLIGHT.25")
def test_an_attacker_gives_no_rewards():
    match = simple_free_part(2)
    set_threat(match, match.state.tower[0], 1, [{"op": "gain", "what": "coins", "amount": 3}])
    fill_tray(match, 1)
    attacks(match)
    assert [player.coins for player in match.state.players] == [5, 5]


@rule("EOD-BLIGHT.26", "EOD-HC.35")
def test_all_trays_full_after_one_drop_attack_even_if_the_first_attack_changes_the_second():
    match = simple_free_part(2)
    set_threat(match, match.state.tower[0], 2, unless_defended=[{"op": "clear_tray"}])
    fill_tray(match, 1)
    tray(match, 3, 3, 3)
    events = attacks(match)
    assert of_kinds(events, "attacked")[0].spot == 1
    events = act(match, next(a for a in offers(match) if a.verb == "cube" and (a.tray, a.colour) == (3, 0)))
    (second,) = of_kinds(events, "attacked")
    assert (second.spot, second.targets) == (3, (1,)), "its targets are read when it starts"


@rule("EOD-BLIGHT.26", "EOD-HC.35")
def test_emptying_one_tray_touches_no_other():
    match = simple_free_part(2)
    fill_tray(match, 1)
    tray(match, 2, 2, 3)
    attacks(match)
    assert match.state.trays[1] == [2, 3, 0]


@rule("EOD-HC.66")
def test_a_card_claimed_in_the_tower_belongs_to_the_claimer_at_once_and_keeps_cubes_and_targets():
    match = simple_free_part(2, hand=["citizen"])
    action = contact(match, cards_in_hand(match)[0], {"op": "claim", "places": ["tower"]})
    tray(match, 1, 0, 5)
    act(match, action)
    card = match.state.tower[0]
    act(match, next(a for a in offers(match) if a.verb == "card" and a.card == card))
    assert match.state.cards[card].owner == 0
    assert match.state.tower[0] == card
    assert match.state.trays[0] == [0, 5, 0]
    fill_tray(match, 1, 1)
    assert attacked(match) == [(1, (1,))]
    assert match.state.players[0].hall == [card]


@rule("EOD-HC.65", "EOD-HUNT.16", "EOD-HUNT.17", "EOD-DISCARD.6")
@pytest.mark.parametrize("owner", [0, 1])
def test_an_owned_threat_is_hunted_free_and_gives_its_owner_one_more_card_next_round(owner):
    match = simple_free_part(2, hand=["citizen"])
    action = contact(match, cards_in_hand(match)[0], {"op": "hunt"})
    card = in_tower(match, 1, owner, 0)
    use(match, action)
    act(match, next(a for a in offers(match) if a.verb == "hunt" and a.spots == (1,)))
    assert match.state.players[owner].hall == [card]
    assert [player.coins for player in match.state.players] == [5, 5]
    play_turn_from(match, "discard_hand")
    assert card in match.state.players[owner].hand


def test_the_helpers_keep_every_card_in_one_place():
    match = simple_free_part(3, hand=["citizen", 1, "patrician"])
    in_tower(match, 2, 2, 1)
    take(match, bare_card(match, "citizen") and "citizen", match.state.discard)
    state = match.state
    lying = state.deck + state.discard + state.street + state.tower
    for player in state.players:
        lying += player.hand + player.hall + player.starters
    assert sorted(lying) == sorted(state.cards)


# -- endless attacks ------------------------------------------------------------------------------------------


@rule("EOD-GEN.12")
def test_attacks_that_would_never_end_stop_and_the_full_trays_are_set_aside(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(engine, "CHAIN_LIMIT", 10)
    match = simple_free_part(2)
    for card in match.state.cards:
        set_threat(match, card, 1, unless_defended=[{"op": "seed_cube", "count": 12}])
    fill_tray(match, 1)
    fill_tray(match, 2, seat=1)
    events = attacks(match)
    while asked(match)[1] == "choose_seed_cube":
        events += act(match, offers(match)[0])
    assert len(of_kinds(events, "cut_short")) == 1
    assert [body.spot for body in of_kinds(events, "attacked")] == [1]
    assert [body.spot for body in of_kinds(events, "tray_spared")] == [1, 2]
    assert all(sum(there) < threshold(match) for there in match.state.trays)
