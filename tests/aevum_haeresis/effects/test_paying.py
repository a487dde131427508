"""Section 6 of RULES.md: costs other than gold, souls and cards, and the results of paying."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.ops import Cost
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, put, scene, set_card, set_player
from rules.aevum_haeresis.state.actions import Choose, Decline, PayFor, PlayDem, PutLocation, UseHeresy
from tests.aevum_haeresis.scenes import (
    announce_unblocked,
    enlist,
    fight,
    hold_unplayable,
    is_in_pyre,
    pay,
    question,
    recruit,
    skulls,
)
from tests.aevum_haeresis.table import card, heretic, plain_location, waive
from tests.aevum_haeresis.window_helpers import GAIN, event, heresy, hunter, play, story
from tests.game_helpers import act, asked, of_kinds, offers, rule

CARDS = base().cards
PAIN = {"op": "damage", "amount": 1, "target": {"what": "heretic", "scope": "anywhere"}}


def is_offered(match, cost=None, *, hand=0, name="dear", **fields):
    """Reveal an Event of Anna's with this cost, and return whether Anna is asked to pay.

    Check that the Event is in the Pyre if she isn't asked.
    """
    hold_unplayable(match, ANNA, hand)
    made = event(match, ANNA, name, cost=cost or {}, **{"do": [GAIN], **fields})
    enlist(match, anna=[made])
    waive(match)
    assert (question(match)[1] == "offer") is not is_in_pyre(match, ANNA, made)
    return question(match)[1] == "offer"


def resources(match):
    player = match.state.players[ANNA]
    return player.gold, player.souls, len(player.hand)


# -- other costs ----------------------------------------------------------------------------------------------


@rule("AH-COST.14", "AH-SAC.3", "AH-SAC.4")
@pytest.mark.parametrize("whose", ["", "own", "borrowed"])
def test_a_sacrifice_as_a_cost_needs_a_heretic_one_controls(whose):
    match = scene()
    if whose:
        owner = ANNA if whose == "own" else BELA
        lamb = put(match, owner, card(match, "lamb"), controller=ANNA)
    assert is_offered(match, {"sacrifice": True}) is bool(whose)
    if whose:
        pay(match)
        assert is_in_pyre(match, owner, lamb)
        assert match.state.players[ANNA].gold == 6


@rule("AH-COST.15", "AH-KEY.7")
def test_turning_means_making_a_ready_character_spent():
    match = scene()
    monk = heretic(match, ANNA, "monk", abilities=heresy(cost={"turn": True}), ready=False)
    assert UseHeresy(f"{monk}/0") not in offers(match)
    set_card(match, monk, ready=True)
    act(match, UseHeresy(f"{monk}/0"))
    assert not match.state.cards[monk].ready


@rule("AH-COST.15")
def test_a_cost_that_turns_any_own_character_asks_among_the_ready_ones():
    match = scene()
    leader = match.state.players[ANNA].damned
    heretic(match, ANNA, "spent", ready=False)
    ready = heretic(match, ANNA, "ready")
    heretic(match, BELA, "theirs")
    assert is_offered(match, {"turn_own": True})
    act(match, offers(match, PayFor)[0])
    assert {one.option for one in offers(match)} == {leader, ready}
    act(match, Choose(ready))
    assert not match.state.cards[ready].ready


@rule("AH-COST.14", "AH-COST.3", "AH-COST.15")
@pytest.mark.parametrize("part", ["gold", "souls", "cards", "sacrifice", "turn_own"])
@pytest.mark.parametrize("able", [True, False])
def test_costs_of_a_payment_inside_an_effect_are_paid_too(part, able):
    match = scene()
    player = match.state.players[ANNA]
    set_player(match, ANNA, gold=int(able), souls=int(able))
    set_card(match, player.damned, ready=part == "turn_own" and able)
    if part == "sacrifice" and able:
        heretic(match, ANNA, "lamb")
    cost = {part: True if part in ("sacrifice", "turn_own") else 1}
    inside = {"op": "may_pay", "cost": cost, "do": [{"op": "gold", "amount": 7}]}
    enlist(match, anna=[event(match, ANNA, "deal", do=[inside])])
    thrown = hold_unplayable(match, ANNA, int(part == "cards" and able))
    pay(match)
    assert (question(match)[1] == "choose") is able
    if not able:
        return
    act(match, Choose("pay"))
    assert player.gold == 8 - (part == "gold")
    assert player.souls == 1 - (part == "souls")
    left = {
        "cards": lambda: thrown and not player.hand,
        "sacrifice": lambda: is_in_pyre(match, ANNA, "lamb.0.1"),
        "turn_own": lambda: not match.state.cards[player.damned].ready,
    }
    assert left.get(part, lambda: True)()


# -- paying and its results -----------------------------------------------------------------------------------


@rule("AH-COST.16", "AH-COST.21")
@pytest.mark.parametrize("place", ["enlistment", "conflict"])
def test_paying_is_voluntary_and_what_is_not_paid_for_goes_to_the_pyre_without_effect(place):
    match = scene()
    made = event(match, ANNA, "alms", cost={"gold": 1}, do=[GAIN])
    _ = enlist(match, anna=[made]) if place == "enlistment" else fight(match, anna=[made])
    assert Decline() in offers(match)
    act(match, Decline())
    assert is_in_pyre(match, ANNA, made)
    assert match.state.players[ANNA].gold >= 5
    assert not match.state.paid


@rule("AH-COST.17", "AH-HERESY.15", "AH-HC.16")
def test_once_paid_for_the_effect_comes_about_whatever_happens():
    match = scene()
    witch = heretic(match, ANNA, "witch", health=1, abilities=heresy({"op": "gold", "amount": 4}))
    kill = hunter(match, BELA, do=[PAIN])
    act(match, UseHeresy(f"{witch}/0"))
    play(match, kill)
    assert is_in_pyre(match, ANNA, witch)
    waive(match)
    assert match.state.players[ANNA].gold == 9


@rule("AH-COST.17", "AH-COST.18", "AH-HC.16")
@pytest.mark.parametrize("there", [True, False])
def test_a_story_whose_caster_fell_strikes_all_the_same(there):
    match = scene()
    brute = heretic(match, BELA, "brute", icons={"plunder": 1}, damage=4, health=1)
    lamb = heretic(match, ANNA, "lamb", icons={"plunder": 1}, damage=1, health=5)
    mine = story(match, ANNA, "mine", band=skulls())
    theirs = story(match, BELA, "theirs", band=skulls(), modifier=1)
    knife = hunter(match, ANNA, do=[{"op": "destroy", "target": {"what": "heretic", "whose": "own"}}])
    fight(match, team=[lamb], block=[brute], anna=[mine], bela=[theirs])
    pay(match)
    pay(match)
    events = waive(match) if there else play(match, knife)
    assert [body.amount for body in of_kinds(events, "damaged")] == ([1, 5] if there else [1])
    assert is_in_pyre(match, BELA, brute)
    assert is_in_pyre(match, ANNA, lamb)
    assert is_in_pyre(match, BELA, theirs)


@rule("AH-COST.18")
def test_a_lost_caster_strikes_with_the_damage_it_last_had():
    match = scene()
    rage = {"op": "modify", "stat": "damage", "amount": 3, "until": "round", "target": {"whose": "own"}}
    brute = heretic(match, BELA, "brute", icons={"plunder": 1}, damage=1, health=1)
    lamb = heretic(match, ANNA, "lamb", icons={"plunder": 1}, damage=1, health=4)
    spur = event(match, BELA, "spur", dem=["chapter_paid"], do=[rage], duration="round")
    mine, theirs = story(match, ANNA, "mine", band=skulls()), story(match, BELA, "theirs", band=skulls())
    fight(match, team=[lamb], block=[brute], anna=[mine], bela=[theirs])
    pay(match)
    pay(match)
    play(match, spur)
    act(match, Choose(brute)) if question(match)[1] == "name" else None
    assert is_in_pyre(match, BELA, brute)
    assert is_in_pyre(match, ANNA, lamb)


@rule("AH-COST.18", "AH-DMG.11")
def test_a_caster_that_is_there_strikes_with_the_damage_it_has_then():
    match = scene()
    rage = {"op": "modify", "stat": "damage", "amount": 3, "until": "round", "target": {"whose": "own"}}
    brute = heretic(match, ANNA, "brute", icons={"plunder": 1}, damage=1)
    spur = event(match, ANNA, "spur", dem=["chapter_paid"], do=[rage], duration="round")
    fight(match, team=[brute], anna=[story(match, ANNA, band=skulls())])
    pay(match)
    act(match, PlayDem(spur))
    (hit,) = of_kinds(act(match, Choose(brute)), "damaged")
    assert hit.amount == 4


@rule("AH-COST.18", "AH-GEN.12")
def test_parts_that_need_a_lost_target_do_nothing_and_the_rest_comes_about():
    match = scene()
    victim = heretic(match, BELA, "victim", health=1)
    heretic(match, BELA, "another")
    blow = event(match, ANNA, "blow", do=[PAIN, GAIN])
    knife = hunter(match, BELA, do=[{"op": "destroy", "target": {"what": "heretic", "whose": "own"}}])
    fight(match, anna=[blow])
    pay(match, victim)
    play(match, knife)
    act(match, Choose(victim))
    assert is_in_pyre(match, BELA, victim)
    assert not of_kinds(waive(match), "damaged")
    assert match.state.players[ANNA].gold == 6
    assert is_in_pyre(match, ANNA, blow)


@rule("AH-COST.19")
def test_costs_are_paid_as_one_step_and_effects_come_after():
    match = scene()
    banner = {"passive": "alter", "stat": "health", "amount": 1, "of": "own", "what": "heretic", "others": True}
    lamb = heretic(match, ANNA, "lamb", passives=[banner])
    frail = heretic(match, ANNA, "frail", health=0)
    (thrown,) = hold_unplayable(match, ANNA, 1)
    cost = {"gold": 1, "souls": 1, "cards": 1, "sacrifice": True}
    made = event(match, ANNA, "rite", cost=cost, do=[{"op": "raise", "to": "hand"}])
    enlist(match, anna=[made])
    waive(match)
    before = resources(match)
    act(match, PayFor(made))
    assert asked(match)[1] == "name"
    assert resources(match) == before  # all choices come before any payment
    act(match, Choose(lamb))
    assert resources(match) == (4, 0, 0)
    assert asked(match)[1] == "choose"
    assert is_in_pyre(match, ANNA, frail)
    assert {kind(one.option) for one in offers(match, Choose)} >= {kind(thrown), "lamb", "frail"}


@rule("AH-COST.22", "AH-LOC.4")
def test_damned_camps_and_locations_cost_nothing():
    assert all(CARDS[name].cost == Cost() for name in CARDS if CARDS[name].type in ("damned", "camp", "location"))
    match = scene()
    plain_location(match, 1, 1, 1, 1, time=3)
    set_player(match, BELA, gold=0)
    announce_unblocked(match, "plunder")
    act(match, offers(match, PutLocation)[0])
    assert match.state.placer == BELA
    assert match.state.players[BELA].gold == 0


@rule("AH-COST.23", "AH-PLAY.2")
@pytest.mark.parametrize("place", ["enlistment", "conflict"])
def test_lying_in_the_enlistment_row_is_a_cost_of_a_heretic(place):
    match = scene()
    monk = recruit(match, ANNA, "monk")
    _ = enlist(match, anna=[monk]) if place == "enlistment" else fight(match, anna=[monk])
    assert (question(match)[1] == "offer") is (place == "enlistment")
    assert is_in_pyre(match, ANNA, monk) is (place == "conflict")
