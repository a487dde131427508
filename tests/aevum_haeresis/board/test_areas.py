"""Section 3 of RULES.md: the areas of play."""

from __future__ import annotations

import random

import pytest

from rules.aevum_haeresis.board.card_lookup import kind, stat
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, enlisting, new, put, scene
from rules.aevum_haeresis.state.actions import Announce, Join, PutLocation, UseHeresy
from tests.aevum_haeresis.scenes import (
    announce_unblocked,
    continue_until,
    enlist,
    hold_unplayable,
    is_in_pyre,
    pass_round,
    pay,
    recruit,
)
from tests.aevum_haeresis.table import card, heretic, lay, plain_location, put_into_pyre, waive
from tests.aevum_haeresis.window_helpers import event, heresy, seats_of
from tests.game_helpers import act, asked, look, of_kinds, offers, rule

PLOT_TYPES = {"story", "event", "hunter"}


def types(match, cards):
    return {match.content.cards[kind(one)].type for one in cards}


@rule("AH-ZONE.1", "AH-ZONE.2", "AH-KEY.26")
def test_a_card_that_is_played_enters_the_verge_and_works_there():
    match = scene()
    banner = {"passive": "alter", "stat": "damage", "amount": 2, "of": "own"}
    saint = recruit(match, ANNA, "saint", passives=[banner])
    leader = match.state.players[ANNA].damned
    enlist(match, anna=[saint])
    assert stat(match, leader, "damage") == 2
    events = pay(match)
    assert [body.card for body in of_kinds(events, "entered")] == [saint]
    assert saint in match.state.cards
    assert stat(match, leader, "damage") == 4


@rule("AH-ZONE.3", "AH-KEY.24")
def test_the_pyre_collects_what_is_discarded_used_up_destroyed_or_sacrificed():
    match = scene()
    destroy = {"op": "destroy", "target": {"what": "heretic", "scope": "anywhere"}}
    used = event(match, ANNA, "pogrom", cost={"cards": 1, "sacrifice": True}, do=[destroy])
    (discarded,) = hold_unplayable(match, ANNA, 1)
    lamb, victim = heretic(match, ANNA, "lamb"), heretic(match, BELA, "victim")
    enlist(match, anna=[used])
    pay(match)
    assert all(is_in_pyre(match, ANNA, one) for one in (used, discarded, lamb))
    assert is_in_pyre(match, BELA, victim)


@rule("AH-ZONE.3", "AH-SQ.4")
def test_a_card_on_the_pyre_is_not_on_the_verge_any_more():
    match = scene()
    banner = {"passive": "alter", "stat": "damage", "amount": 2, "of": "own"}
    put_into_pyre(match, ANNA, card(match, "saint", passives=[banner], abilities=heresy()))
    assert stat(match, match.state.players[ANNA].damned, "damage") == 2
    assert not [one for one in offers(match, UseHeresy) if one.card.startswith("saint")]


@rule("AH-ZONE.4", "AH-KEY.17")
@seats_of
def test_a_card_goes_to_its_owners_pyre(seat):
    match = scene(seat)
    made = event(match, seat, "pogrom", cost={"sacrifice": True})
    borrowed = put(match, 1 - seat, card(match, "borrowed"), controller=seat)
    enlist(match, **{"anna" if seat == ANNA else "bela": [made]})
    pay(match)
    assert is_in_pyre(match, 1 - seat, borrowed)
    assert is_in_pyre(match, seat, made)


@rule("AH-ZONE.5", "AH-ZONE.6", "AH-LIFE.17", "AH-KEY.28")
def test_damned_and_camp_lie_apart_and_the_camp_stays_to_the_end():
    match = new()
    for player in look(match, None).players:
        leaders = [one.type for one in look(match, None).cards if one.id in (player.damned, player.camp)]
        assert leaders == ["damned", "camp"]
    rng = random.Random(2)
    while not match.over:
        seat = rng.choice(sorted(match.decisions()))
        match.apply(seat, rng.choice(match.decisions()[seat].actions))
        assert all(player.camp in match.state.cards for player in match.state.players)


@rule("AH-ZONE.7", "AH-LOC.1")
def test_one_location_is_in_play_for_both():
    match = scene()
    first = plain_location(match, 2, 1, 3, 0, time=3)
    for _ in range(2):
        announce_unblocked(match, "plunder")
        continue_until(match, "act")
        lying = [one.id for one in look(match, None).cards if one.type == "location"]
        assert lying == [match.state.location]
    assert first != match.state.location


@rule("AH-ZONE.8", "AH-ZONE.16")
def test_a_new_location_is_chosen_and_not_drawn():
    match = scene()
    plain_location(match, 2, 1, 3, 0, time=3)
    announce_unblocked(match, "plunder")
    assert asked(match) == (BELA, "location")
    deck_of = match.state.players[BELA].locations
    assert {one.card for one in offers(match)} == {*deck_of}
    chosen = deck_of[2]
    act(match, PutLocation(chosen))
    assert match.state.location == chosen


@rule("AH-ZONE.9", "AH-ZONE.10")
def test_the_draw_decks_lie_face_down_and_hold_what_belongs_into_them():
    match = new()
    for seat, player in enumerate(match.state.players):
        assert types(match, player.plot) <= PLOT_TYPES
        assert types(match, player.heretics) == {"heretic"}
        for viewer in (ANNA, BELA, None):
            seen_by = look(match, viewer).players[seat]
            assert (seen_by.plot, seen_by.heretics) == (43, 16)
            if viewer != seat:
                assert seen_by.own_plot is None
                assert seen_by.own_heretics is None
        own = look(match, seat).players[seat]
        # Anna knows which cards are in her Plot deck, but not their order
        assert own.own_plot == sorted(map(kind, player.plot))


@rule("AH-ZONE.11", "AH-ZONE.12", "AH-ZONE.17")
@pytest.mark.parametrize("place", ["enlistment", "conflict"])
def test_rows_are_laid_from_the_hand_for_enlistment_and_for_conflicts(place):
    match = scene()
    cards = hold_unplayable(match, ANNA, 2)
    hold_unplayable(match, BELA, 1)
    if place == "enlistment":
        enlisting(match)
    else:
        fight_begins(match)
    lay(match, ANNA, cards[0])
    assert match.state.players[ANNA].row == [[cards[0]]]
    assert match.state.players[ANNA].hand == [cards[1]]
    assert look(match, ANNA).players[ANNA].hand_count == 1


def fight_begins(match):
    act(match, Announce("plunder"))
    waive(match)
    for seat in (ANNA, BELA):
        act(match, Join(match.state.players[seat].damned), seat)


@rule("AH-ZONE.17", "AH-COST.6")
def test_a_card_in_a_row_is_no_card_of_the_hand():
    match = scene()
    dear = event(match, ANNA, "dear", cost={"cards": 1})
    other, kept = hold_unplayable(match, ANNA, 2)
    enlist(match, anna=[dear, other])
    (paid,) = of_kinds(pay(match), "discarded")
    assert paid.cards == (kept,)


@rule("AH-ZONE.13", "AH-SETUP.5")
def test_a_background_deck_lies_beside_and_is_no_part_of_the_game_so_far():
    match = new()
    assert [len(player.background) for player in match.state.players] == [2, 1]
    for player in match.state.players:
        others = {*player.hand, *player.plot, *player.heretics, *player.locations, *match.state.cards}
        assert not others & set(player.background)


@rule("AH-ZONE.14")
def test_plot_cards_and_heretics_make_one_hand():
    match = new()
    for player in match.state.players:
        found = [match.content.cards[kind(one)].type for one in player.hand]
        assert len(found) == 9
        assert found.count("heretic") == 4
    scene_ = scene()
    monk = recruit(scene_, ANNA, "monk")
    enlist(scene_, anna=[event(scene_, ANNA, "alms", cost={"cards": 1})])
    pay(scene_)
    assert is_in_pyre(scene_, ANNA, monk)  # a Heretic in hand can pay a cost in cards, like any other card


@rule("AH-ZONE.15", "AH-PROLOGUE.3")
def test_there_is_no_maximum_hand_size():
    match = scene()
    hold_unplayable(match, ANNA, 14)
    pass_round(match)
    assert len(match.state.players[ANNA].hand) == 16


@rule("AH-ZONE.16", "AH-HC.38")
def test_pyres_are_open_to_everyone():
    match = scene()
    mine = put_into_pyre(match, ANNA, "candle_thief")[0]
    for viewer in (ANNA, BELA, None):
        assert mine in look(match, viewer).players[ANNA].pyre
