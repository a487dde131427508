"""Section 24 of RULES.md: effects on entering play (In Medias Res) and effects while in play (Status Quo)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import soul_number, stat
from rules.aevum_haeresis.board.cards_in_play import leave
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    enlisting,
    hold,
    location,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.state.actions import Announce, Choose, Decline, Done, Join, Pass, PutLocation, UseHeresy
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.scenes import announce_unblocked
from tests.aevum_haeresis.table import (
    background,
    card,
    empty_pyre,
    heretic,
    lay,
    locations,
    pay,
    put_into_pyre,
    waive,
    window,
)
from tests.aevum_haeresis.window_helpers import (
    BURN,
    GAIN,
    close_window,
    event,
    fight,
    heresy,
    hunter,
    is_asked,
    play,
    scene_with_cards,
    until,
    use_idle_heresy,
)
from tests.game_helpers import act, asked, kinds_of, of_kinds, offers, rule


def imr(*ops: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the abilities of a card that has one In Medias Res ability with these operations."""
    return [{"kind": "imr", "do": list(ops)}]


def strong(amount: int = 1, stat: str = "health", **fields: Any) -> list[dict[str, Any]]:
    """Return a passive effect that changes this stat of all characters."""
    return [{"passive": "alter", "stat": stat, "amount": amount, "of": "all", **fields}]


# -- In Medias Res --------------------------------------------------------------------------------------------


@rule("AH-IMR.1", "AH-IMR.2", "AH-IMR.6", "AH-KEY.30", "AH-COST.16")
@pytest.mark.parametrize("paid", [True, False])
def test_it_takes_effect_when_the_card_enters_after_reveal_and_payment_and_not_otherwise(paid: bool):
    match = enlisting(scene_with_cards())
    recruit = card(match, "recruit", cost={"gold": 5}, abilities=imr(GAIN))
    (mine,) = hold(match, ANNA, recruit)
    lay(match, ANNA, mine)
    lay(match, BELA)
    assert match.state.players[ANNA].gold == 5
    close_window(match)
    assert match.state.players[ANNA].gold == 5
    if paid:
        pay(match)
    else:
        act(match, Decline())
    assert match.state.players[ANNA].gold == (1 if paid else 5)
    assert window(match) == ("chapter_paid" if paid else "enlistment_end")


@rule("AH-IMR.3", "AH-COST.17", "AH-DMG.8")
def test_it_takes_effect_also_when_its_card_cannot_live():
    match = enlisting(scene())
    put(match, BELA, card(match, "rot", type="hunter", passives=strong(-1, of="opposing", what="heretic")))
    (frail,) = hold(match, ANNA, card(match, "frail", health=1, abilities=imr(GAIN)))
    lay(match, ANNA, frail)
    pay(match)
    assert frail in match.state.players[ANNA].pyre
    assert match.state.players[ANNA].gold == 6


@rule("AH-IMR.3")
def test_nothing_can_be_played_between_payment_and_effect():
    match = enlisting(scene_with_cards())
    rob = {"op": "gold", "amount": -3, "who": "opponent"}
    (recruit,) = hold(match, ANNA, card(match, "recruit", abilities=imr(rob)))
    hunter(match, BELA, cost={"gold": 3})
    lay(match, ANNA, recruit)
    lay(match, BELA)
    close_window(match)
    events = pay(match)
    assert kinds_of(events, "entered", "gold_changed") == ["entered", "gold_changed"]
    assert match.state.players[BELA].gold == 2


@rule("AH-IMR.4", "AH-IMR.5", "AH-BACK.2", "AH-KEY.15", "AH-CONFLICT.10")
def test_of_a_card_that_a_conflict_brings_it_takes_effect_in_the_effect_step():
    match = scene_with_cards()
    card(match, "guest", background=True, abilities=imr(GAIN))
    background(match, ANNA, "guest")
    calling = event(match, ANNA, "calling", do=[{"op": "call", "card": "guest"}])
    fight(match)
    lay(match, ANNA, calling)
    lay(match, BELA)
    close_window(match)
    pay(match)
    assert window(match) == "chapter_paid"
    assert match.state.players[ANNA].gold == 5
    close_window(match)
    assert match.state.players[ANNA].gold == 6
    assert "guest.0.1" in match.state.cards
    assert match.state.players[ANNA].background == []


@rule("AH-IMR.5")
def test_it_takes_effect_for_a_card_raised_from_the_pyre_too():
    match = scene()
    card(match, "monk", abilities=imr({"op": "souls", "amount": 1}))
    (monk,) = put_into_pyre(match, ANNA, "monk")
    witch = heretic(match, ANNA, abilities=heresy({"op": "raise", "what": "heretic", "to": "verge"}))
    act(match, UseHeresy(f"{witch}/0"))
    act(match, Choose(monk))
    assert monk in match.state.cards
    assert match.state.players[ANNA].souls == 2


@rule("AH-IMR.6", "AH-PLOT.6")
def test_it_is_no_action_costs_nothing_and_is_compulsory():
    match = enlisting(scene())
    set_player(match, ANNA, gold=0)
    (recruit,) = hold(match, ANNA, card(match, "recruit", abilities=imr({"op": "sacrifice", "who": "me"})))
    lay(match, ANNA, recruit)
    pay(match)
    # the Recruit was the only legal sacrifice, so it was chosen automatically
    assert recruit in match.state.players[ANNA].pyre
    assert asked(match) == (ANNA, "act")
    assert match.state.cards[match.state.location].time == 0


@rule("AH-IMR.6")
def test_an_in_medias_res_that_says_may_can_be_left():
    match = enlisting(scene())
    heretic(match, BELA, health=1)
    ability = imr({"op": "damage", "target": {"what": "heretic", "scope": "anywhere", "may": True}})
    (recruit,) = hold(match, ANNA, card(match, "recruit", abilities=ability))
    lay(match, ANNA, recruit)
    pay(match)
    assert Done() in offers(match)
    events = act(match, Done())
    assert of_kinds(events, "damaged") == []


@rule("AH-IMR.1", "AH-GEN.3")
def test_it_does_not_come_again_with_a_change_of_control():
    match = scene()
    heretic(match, BELA, "monk", abilities=imr(GAIN))
    take = {"op": "control", "target": {"what": "heretic", "scope": "anywhere"}}
    witch = heretic(match, ANNA, abilities=heresy(take))
    act(match, UseHeresy(f"{witch}/0"))
    assert [player.gold for player in match.state.players] == [5, 5]


# -- Status Quo -----------------------------------------------------------------------------------------------


@rule("AH-SQ.1", "AH-SQ.3", "AH-KEY.31", "CF-06")
def test_a_status_quo_of_a_heretic_applies_from_its_summoning_without_being_used():
    match = enlisting(scene())
    other = heretic(match, ANNA, health=2)
    (almsgiver,) = hold(match, ANNA, "veiled_almsgiver")
    assert stat(match, other, "health") == 2
    lay(match, ANNA, almsgiver)
    pay(match)
    assert stat(match, other, "health") == 3
    assert stat(match, almsgiver, "health") == 2


@rule("AH-SQ.2")
@pytest.mark.parametrize("kind", ["location", "damned", "camp"])
def test_a_status_quo_of_location_damned_and_camp_applies_while_they_are_in_play(kind: str):
    match = scene()
    monk = heretic(match, BELA, health=2)
    fields: dict[str, Any] = {"location": {"track": [1] * 4}, "damned": {"health": 9}, "camp": {"income": 1}}[kind]
    name = card(match, "thing", type=kind, passives=strong(), **fields)
    if kind == "location":
        locations(match, BELA, name)
        set_card(match, match.state.location, time=3)
        use_idle_heresy(match)
    else:
        put(match, ANNA, name)
    assert stat(match, monk, "health") == 3


@rule("AH-SQ.2", "AH-SQ.4", "AH-LOC.2")
def test_a_status_quo_of_a_location_ends_when_it_is_replaced():
    match = scene()
    monk = heretic(match, BELA, health=2)
    location(match, card(match, "abbey", type="location", track=[1] * 4, passives=strong()), ANNA, 3)
    assert stat(match, monk, "health") == 3
    use_idle_heresy(match)
    act(match, PutLocation("market_town.1.1"))
    assert stat(match, monk, "health") == 2


@rule("AH-SQ.3", "AH-SQ.4", "AH-LIFE.14")
@pytest.mark.parametrize("kind", ["hunter", "event"])
def test_a_status_quo_of_a_hunter_or_event_applies_until_it_goes_to_the_pyre(kind: str):
    match = scene_with_cards()
    location(match, card(match, "place", type="location", track=[1] * 4), ANNA)
    passives = [{"passive": "soul_number", "amount": 2}]
    if kind == "hunter":
        name = hunter(match, ANNA, passives=passives)
    else:
        name = event(match, ANNA, rows=[], dem=["pass_declared"], duration="round", passives=passives)
    act(match, Pass())
    assert soul_number(match) == 1
    play(match, name)
    assert soul_number(match) == 3
    until(match, "epilogue_discard")
    assert soul_number(match) == 3
    close_window(match)
    assert soul_number(match) == 1
    assert name in match.state.players[ANNA].pyre


@rule("AH-SQ.3", "AH-LIFE.11", "AH-CONFLICT.26")
def test_a_status_quo_of_a_story_applies_to_the_end_of_the_conflict():
    match = scene_with_cards()
    band = {"recruit": {"colour": "white"}}
    tale = card(match, "tale", type="story", band=band, duration="conflict", passives=strong(2, "recruit", of="own"))
    (mine,) = hold(match, ANNA, tale)
    damned = match.state.players[ANNA].damned
    fight(match)
    lay(match, ANNA, mine)
    lay(match, BELA)
    close_window(match)
    pay(match)
    assert stat(match, damned, "recruit") == 2
    close_window(match)
    assert stat(match, damned, "recruit") == 4
    until(match, "consequences_done")
    assert stat(match, damned, "recruit") == 4
    close_window(match)
    assert stat(match, damned, "recruit") == 2
    assert mine in match.state.players[ANNA].pyre


@rule("AH-SQ.4", "AH-LIFE.3")
def test_a_status_quo_ends_with_its_card():
    match = scene()
    monk = heretic(match, ANNA, health=2)
    saint = put(match, ANNA, card(match, "saint", passives=strong(1, of="own", what="heretic", others=True)))
    assert stat(match, monk, "health") == 3
    with arrange(match):
        leave(match, saint)
    assert stat(match, monk, "health") == 2


@rule("AH-SQ.4", "AH-DMG.8")
def test_who_lived_by_a_status_quo_that_ends_goes_to_the_pyre():
    match = scene_with_cards()
    curse = strong(-2, what="heretic", of="opposing")
    put(match, BELA, card(match, "rot", type="hunter", passives=curse))
    monk = heretic(match, ANNA, "monk", health=2)
    saint = put(match, ANNA, card(match, "saint", health=3, passives=strong(1, of="own", what="heretic", others=True)))
    hound = hunter(match, BELA, do=[{"op": "destroy", "target": {"what": "heretic", "scope": "anywhere"}}])
    act(match, Pass())
    waive(match, 1)
    play(match, hound)
    act(match, Choose(saint))
    assert {monk, saint} <= {*match.state.players[ANNA].pyre}


@rule("AH-SQ.5", "AH-READY.7", "AH-HC.26")
def test_a_status_quo_applies_while_its_card_is_spent():
    match = scene()
    monk = heretic(match, ANNA, health=2)
    saint = put(match, ANNA, card(match, "saint", passives=strong(1, of="own", what="heretic", others=True)))
    set_card(match, saint, ready=False)
    assert stat(match, monk, "health") == 3


@rule("AH-SQ.1", "AH-MAN.21", "CF-55")
def test_a_status_quo_needs_no_ones_word():
    match = scene()
    put(match, BELA, card(match, "gate", type="hunter", passives=[{"passive": "bar", "manoeuvre": "recruit"}]))
    events = act(match, Announce("recruit"))
    events += act(match, Join(match.state.players[ANNA].damned))
    while is_asked(match, "team"):
        events += act(match, Done())
    assert [body.seat for body in of_kinds(events, "failed")] == [ANNA]
    assert match.state.players[ANNA].souls == 1


@rule("AH-SQ.4", "AH-HERESY.17")
def test_what_was_changed_of_a_card_is_forgotten_when_it_leaves_and_comes_back():
    match = scene_with_cards()
    empty_pyre(match, ANNA)
    (monk,) = put_into_pyre(match, ANNA, card(match, "monk"))
    again = {"op": "raise", "what": "heretic", "to": "verge"}
    witch = heretic(match, ANNA, "witch", health=9, abilities=heresy(again))
    act(match, UseHeresy(f"{witch}/0"))
    close_window(match)
    act(match, Choose(monk))
    modify = {"op": "modify", "stat": "health", "amount": -2, "until": "round"}
    for name, op in (("weak", modify), ("kill", {"op": "destroy"})):
        hound = hunter(match, ANNA, name, do=[{**op, "target": {"what": "heretic", "whose": "own", "most_health": 3}}])
        play(match, hound)
    assert monk in match.state.players[ANNA].pyre
    hound = hunter(match, ANNA, "call", do=[again])
    play(match, hound)
    act(match, Choose(monk))
    assert stat(match, monk, "health") == 3


@rule("AH-SQ.2", "AH-LOC.1")
def test_a_burned_location_gives_nothing_while_the_new_one_is_chosen():
    match = scene_with_cards()
    location(match, card(match, "abbey", type="location", track=[1] * 4, passives=strong()), ANNA)
    monk = heretic(match, BELA, health=2)
    hound = hunter(match, ANNA, do=[BURN])
    act(match, Pass())
    play(match, hound)
    assert is_asked(match, "location")
    assert stat(match, monk, "health") == 2


@rule("AH-SQ.3")
def test_a_card_on_its_way_applies_nothing_yet():
    match: Haeresis = scene_with_cards()
    location(match, card(match, "place", type="location", track=[1] * 4), ANNA)
    hold(match, BELA, "cut_him_down")
    discard = {"op": "discard", "who": "opponent"}
    hound = hunter(match, ANNA, do=[discard], passives=[{"passive": "soul_number", "amount": 2}])
    act(match, Pass())
    play(match, hound)
    assert soul_number(match) == 1
    act(match, offers(match)[0])
    assert soul_number(match) == 3


@rule("AH-SQ.1", "AH-GEN.13", "AH-CONS.9", "CF-43")
def test_a_soul_number_that_is_lowered_stops_at_0():
    match = scene()
    location(match, card(match, "place", type="location", track=[0] * 4), ANNA)
    put(match, BELA, card(match, "hound", type="hunter", passives=[{"passive": "soul_number", "amount": -2}]))
    assert soul_number(match) == 0
    announce_unblocked(match, "plunder")
    assert len(match.state.players[BELA].plot) == 26


@rule("AH-SQ.1", "AH-HERESY.8", "AH-CTRL.5")
def test_a_tax_is_paid_by_the_opponent_alone():
    match = scene()
    put(match, ANNA, card(match, "tax", type="hunter", passives=[{"passive": "tax", "gold": 2}]))
    for seat in (ANNA, BELA):
        set_player(match, seat, gold=1)
        heretic(match, seat, f"witch_{seat}", abilities=heresy(cost={"gold": 1}))
    assert UseHeresy("witch_0.0.1/0") in offers(match)
    act(match, Pass())
    assert UseHeresy("witch_1.1.1/0") not in offers(match)
    set_player(match, BELA, gold=3)
    act(match, next(one for one in offers(match, UseHeresy) if one.card == "witch_1.1.1/0"))
    assert match.state.players[BELA].gold == 1
