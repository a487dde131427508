"""Section 33 of RULES.md (HC): other corner cases, and random matches checked against the rules of turns."""

from __future__ import annotations

import random

import pytest

from rules.edge_of_darkness.board.cubes import THRESHOLD
from rules.edge_of_darkness.board.deck import is_depleted
from rules.edge_of_darkness.board.sleeved_card import damage, filled_count
from rules.edge_of_darkness.examples.position_builder import claimed, new, tray
from rules.edge_of_darkness.state.actions import (
    Draft,
    EndTurn,
    Reshuffle,
    SkipCard,
    Sleeve,
    SleeveOnto,
    UseAbility,
    UseContact,
)
from rules.edge_of_darkness.state.steps import DraftStep
from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    bare_card,
    cards_in_hand,
    contact,
    fill_tray,
    in_street,
    leave_cards,
    send,
    simple_free_part,
    sleeve,
    sleeve_on,
    use,
    use_up,
)
from tests.edge_of_darkness.table import gain
from tests.game_helpers import act, of_kinds, offers, refused, rule


def random_play(seats, number, **options):
    """Play at random. Before every action, yield the match, the seat and the action."""
    rng = random.Random(number)
    match = new(seats, f"corners-{number}", **options)
    while not match.over:
        offers_ = match.decisions()
        seat = rng.choice(sorted(offers_))
        action = rng.choice(offers_[seat].actions)
        yield match, seat, action
        match.apply(seat, action)


@rule("EOD-HC.63", "EOD-INFO.5", "EOD-INFO.6")
def test_both_faces_are_public_and_the_stack_is_shown_by_counting_only():
    match = simple_free_part(2)
    view = match.view(None)
    for card in [*view.street, *[spot.card for spot in view.tower], view.sixth]:
        assert isinstance(card.cubes, int)
        assert isinstance(card.damage, int)
        assert card.slots
    assert [card.id for card in view.stack_cards] == sorted(match.state.deck)
    with arrange(match) as state:
        state.deck[1:] = state.deck[:0:-1]
    assert match.view(None) == view


@rule("EOD-HC.77")
def test_leaving_is_no_move_of_the_game():
    assert not {"leave", "resign", "concede", "quit"} & {kind.verb for kind in new(2).game.actions}


@rule("EOD-HC.60")
def test_the_blacksmith_gives_coins_and_battle_strength():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = cards_in_hand(match)
    sleeve_on(match, card, "the_forge", "middle")
    act(match, UseContact(card, "middle"))
    assert match.state.players[0].coins == 7
    assert match.state.turn.battle == 1


@rule("EOD-HC.70", "EOD-SLEEVE.9")
def test_with_nothing_left_to_sleeve_the_turn_can_end():
    match = simple_free_part(2, hand=["citizen"])
    use_up(match, match.state.supply)
    assert offers(match, Sleeve) == []
    assert not refused(match, EndTurn())


@rule("EOD-HC.41", "EOD-STREETFX.9", "EOD-USE.4")
@pytest.mark.parametrize("number", range(3))
def test_in_random_play_no_effect_is_resolved_twice_in_a_turn(number):
    seen: set = set()
    turn = None
    for match, _seat, action in random_play(3, number):
        now = (match.state.round, match.state.phase, match.state.turn.seat)
        if now != turn:
            turn, seen = now, set()
        if match.state.phase == "action" and action.verb in ("use", "street"):
            card = match.state.cards[action.card]
            key = (action.card, action.slot, getattr(card, action.slot))
            assert key not in seen
            seen.add(key)


@rule("EOD-BLIGHT.2", "EOD-BLIGHT.3", "EOD-BLIGHT.19", "EOD-HC.33", "EOD-HUNT.13")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_random_play_no_full_tray_and_no_empty_spot_waits_without_cause(seats):
    for match, _seat, _action in random_play(seats, seats):
        state = match.state
        if state.phase == "action" and match.decisions().get(state.turn.seat) and state.stack[-1].kind == "free":
            for spot, card in enumerate(state.tower):
                assert card or is_depleted(state), "a spot stays empty only while the deck is depleted"
                assert not card or sum(state.trays[spot]) < THRESHOLD[seats], "a full tray attacks at once"


@rule("EOD-ACTION.11", "EOD-ACTION.6")
def test_in_random_play_no_turn_ends_with_a_sleeving_owed():
    for match, _seat, action in random_play(2, 5):
        if isinstance(action, EndTurn) and not match.state.turn.sleeved:
            hand = [match.state.cards[card] for card in match.state.players[match.state.turn.seat].hand]
            free = {slot for card in hand for slot in ("middle", "bottom") if not getattr(card, slot)}
            left = {match.content.slips[slip].slot for slip, copies in match.state.supply.items() if copies}
            assert not free & left


@rule("EOD-PAY.6", "EOD-GEN.10", "EOD-DMG.6", "EOD-DMG.2")
@pytest.mark.parametrize("seats", [2, 4])
def test_in_random_play_every_attack_moves_each_target_one_space_or_gives_one_reputation(seats):
    rng = random.Random(7)
    match = new(seats, "defences")
    while not match.over:
        offers_ = match.decisions()
        seat = rng.choice(sorted(offers_))
        before = [player.moved_down for player in match.state.players]
        found = act(match, rng.choice(offers_[seat].actions), seat)
        track = len(match.content.board.defence_track) - 1
        for number, player in enumerate(match.state.players):
            failed = sum(body.seat == number and not body.success for body in of_kinds(found, "defended"))
            raised = sum(
                body.amount for body in of_kinds(found, "changed") if (body.seat, body.what) == (number, "defence")
            )
            if not raised:
                assert player.moved_down == min(track, before[number] + failed)


@rule("EOD-HC.5", "EOD-HC.6", "EOD-CARD.11")
def test_a_covered_starter_neither_threatens_nor_counts_and_ownership_stays():
    match = simple_free_part(2)
    card = bare_card(match, 0)
    uncovered = damage(match.content, match.state.cards[card])
    slip = sleeve_on(match, card, match.state.locations[0], "top")
    assert damage(match.content, match.state.cards[card]) == match.content.slips[slip].threat.damage
    assert uncovered == match.content.starters[card].threat.damage
    assert filled_count(match.state.cards[card]) == 1
    assert match.state.cards[card].owner == 0


@rule("EOD-HC.80", "EOD-CLAIM.9")
def test_what_was_resolved_on_a_neutral_card_is_not_judged_again_after_its_claim():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    card, other = cards_in_hand(match)
    act(match, UseContact(card, "top"))
    action = contact(match, other, {"op": "claim", "places": ["hand"]})
    act(match, action)
    act(match, next(a for a in offers(match) if a.card == card))
    assert match.state.cards[card].owner == 0
    assert match.state.turn.battle == 1
    assert refused(match, UseContact(card, "top"))


@rule("EOD-DECK.16", "EOD-HC.30", "EOD-BLIGHT.20")
def test_a_shuffle_forced_by_a_draft_refills_the_tower_too():
    match = simple_free_part(2)
    leave_cards(match, stack=0, discard=8)
    state = match.state
    with arrange(match):
        for space in (2, 3, 4):
            state.discard.append(state.street[space])
            state.street[space] = ""
        state.discard.append(state.tower[1])
        state.tower[1] = ""
        state.phase = "assembly"
        state.stack[:] = [
            Sequence("game", "end_match"), Sequence("assembly_turn", "draw_cubes", 0), DraftStep(0, 3)
        ]  # fmt: skip
    events = act(match, Draft())
    assert len(of_kinds(events, "reshuffled")) == 1
    assert all(state.street)
    assert state.tower[1], "a refill of the deck in mid-turn refills the tower"


@rule("EOD-SLEEVE.9", "EOD-HC.17", "EOD-USE.7")
def test_an_extra_sleeving_that_could_only_cover_may_be_declined():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    card, other = cards_in_hand(match)
    action = contact(match, card, {"op": "sleeve"})
    for name, slot in ((card, "middle"), (other, "middle"), (other, "bottom")):
        sleeve_on(match, name, match.state.locations[8], slot)
    act(match, action)
    assert match.decisions()[0].prompt.key == "sleeve_kind"
    assert Pass() in offers(match)
    act(match, Pass())
    assert match.state.cards[card].top == match.state.cards[other].top == ""


@rule("EOD-DEC.12", "EOD-DEC.14", "EOD-DEC.13", "EOD-DEC.15", "EOD-DEC.16", "EOD-DEC.17")
@pytest.mark.parametrize(
    ("op", "reveals"),
    [
        (gain("coins"), False),
        ({"op": "dispatch", "count": 2, "up_to": True}, False),
        ({"op": "return", "count": 2, "up_to": True}, False),
        ({"op": "claim", "places": ["street"]}, False),
        ({"op": "draw"}, True),
        ({"op": "cubes"}, True),
    ],
)
def test_only_what_reveals_or_draws_by_chance_closes_the_door_to_taking_back(op, reveals):
    for by in ("contact", "ability"):
        match = simple_free_part(2, hand=[1])
        send(match, 0, 0, 2)
        in_street(match, 1, "citizen")
        action = contact(match, cards_in_hand(match)[0], op) if by == "contact" else UseAbility(ability(match, 0, op))
        sleeve(match)
        epoch = match.epoch
        use(match, action)
        assert (match.epoch > epoch) == reveals


@rule("EOD-DEC.20", "EOD-DEC.21")
def test_a_reshuffle_closes_the_door_to_taking_back():
    match = simple_free_part(2, hand=["citizen"])
    sleeve(match)
    leave_cards(match, stack=1, discard=3)
    epoch = match.epoch
    act(match, Reshuffle())
    assert match.epoch > epoch


@rule("EOD-DEC.23", "EOD-HC.31")
def test_no_reshuffle_is_offered_in_the_assembly_phase():
    for match, seat, _action in random_play(2, 11):
        if match.state.phase == "assembly" and match.state.round:
            assert offers(match, Reshuffle, seat) == []
            assert all(isinstance(a, SkipCard) or a.verb == "draft" for a in offers(match, seat=seat))


@rule("EOD-DEC.11", "EOD-DEC.16")
def test_a_kind_once_chosen_is_sleeved():
    match = simple_free_part(2, hand=["citizen"])
    act(match, offers(match, Sleeve)[0])
    assert all(isinstance(action, SleeveOnto) for action in offers(match))


@rule("EOD-BLIGHT.9", "EOD-HC.65")
def test_a_claimed_card_attacks_its_own_claimer():
    match = simple_free_part(2)
    claimed(match, 0, match.state.tower[2])
    tray(match, 3, 6)
    attacks(match)
    assert match.state.players[0].moved_down == 1
    assert len(match.state.players[0].hall) == 1


def test_helpers_fill_a_tray_to_the_threshold():
    for seats in (2, 3, 4):
        match = simple_free_part(seats)
        fill_tray(match, 1)
        assert sum(match.state.trays[0]) == THRESHOLD[seats]
