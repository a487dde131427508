"""Section 27 of RULES.md, and AH-LIFE.6 to LIFE.8: Hunters, their two text blocks, and how long they stay in play."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import controlled, eligible, soul_number
from rules.aevum_haeresis.content.legality import faults
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    acting,
    copy_of,
    enlisting,
    hold,
    location,
    put,
    scene,
    set_card,
)
from rules.aevum_haeresis.state.actions import Announce, Done, Join, Lay, Pass, PlayDem, PutLocation, Waive
from rules.kernel.engine.match import arrange
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.scenes import announce_unblocked
from tests.aevum_haeresis.table import card, heretic, lay, plain_location, put_into_pyre, waive, window
from tests.aevum_haeresis.window_helpers import (
    ANY_HERETIC,
    WOUND,
    close_window,
    fight,
    hunter,
    is_asked,
    play,
    scene_with_cards,
    seats_of,
    until,
    usable_cards,
)
from tests.game_helpers import act, asked, of_kinds, offers, rule


@rule("AH-HUNT.1", "AH-LIFE.6", "AH-PLAY.3", "AH-KEY.11")
def test_a_hunter_is_played_from_the_hand_only_and_never_from_deck_pyre_or_row():
    match = scene_with_cards()
    kind = card(match, "hound", type="hunter", do=[WOUND], passives=[])
    (burned,) = put_into_pyre(match, ANNA, kind)
    with arrange(match) as state:
        state.players[ANNA].plot.append(copy_of(match, ANNA, kind))
    act(match, Pass())
    assert usable_cards(match) == []
    with pytest.raises(IllegalAction):
        act(match, PlayDem(burned), ANNA)


@rule("AH-HUNT.2", "AH-COST.3")
@pytest.mark.parametrize("cost", [{"gold": 6}, {"souls": 2}, {"cards": 2}, {"sacrifice": True}, {"turn_own": True}])
def test_a_hunter_whose_costs_cannot_all_be_met_is_not_offered(cost: dict[str, object]):
    match = scene_with_cards()
    hunter(match, ANNA, cost=cost)
    set_card(match, match.state.players[ANNA].damned, ready=False)
    act(match, Pass())
    assert usable_cards(match, ANNA) == []


@rule("AH-HUNT.2", "AH-COST.19")
def test_all_costs_of_a_hunter_are_paid():
    match = scene_with_cards()
    monk = heretic(match, ANNA, "monk", ready=False)
    hound = hunter(match, ANNA, cost={"gold": 2, "souls": 1, "cards": 1, "sacrifice": True, "turn_own": True}, do=[])
    act(match, Pass())
    play(match, hound)
    player = match.state.players[ANNA]
    assert (player.gold, player.souls, player.hand) == (3, 0, [])
    assert not match.state.cards[player.damned].ready
    assert {monk, "old_road_tale.0.1"} <= {*player.pyre}
    assert hound in match.state.cards


@rule("AH-HUNT.2", "AH-COST.10")
def test_a_hunter_with_a_target_needs_one():
    match = scene_with_cards()
    hunter(match, ANNA, do=[WOUND])
    act(match, Pass())
    assert usable_cards(match, ANNA) == []


@rule("AH-HUNT.3", "AH-HUNT.4", "AH-LIFE.7", "AH-CARD.13", "AH-HUNT.6")
def test_the_upper_block_comes_first_then_the_hunter_is_attached_and_only_then_its_lower_block_applies():
    match = scene_with_cards()
    plain_location(match, 2, 1, 3, 0)
    hound = hunter(
        match,
        ANNA,
        do=[{"op": "discard", "who": "opponent"}],
        passives=[{"passive": "soul_number", "amount": 1}],
    )
    hold(match, BELA, "cut_him_down")
    act(match, Pass())
    play(match, hound)
    assert asked(match) == (BELA, "choose")
    assert hound not in match.state.cards
    assert soul_number(match) == 2
    events = act(match, offers(match)[0])
    assert [body.host for body in of_kinds(events, "entered")] == [match.state.location]
    assert soul_number(match) == 3


@rule("AH-HUNT.6", "AH-LIFE.8")
def test_the_lower_block_ends_when_the_hunter_goes_to_the_pyre():
    match = scene_with_cards()
    knight = heretic(match, BELA, icons={"plunder": 2})
    hound = hunter(match, ANNA, passives=[{"passive": "alter", "stat": "plunder", "amount": -2, "of": "opposing"}])
    act(match, Pass())
    play(match, hound)
    assert eligible(match, BELA, "plunder") == []
    until(match, "epilogue_discard")
    assert eligible(match, BELA, "plunder") == []
    until(match, "prologue_end")
    assert knight in eligible(match, BELA, "plunder")
    assert hound in match.state.players[ANNA].pyre


@rule("AH-HUNT.5", "AH-HC.19")
@pytest.mark.parametrize("placer", [ANNA, BELA])
@seats_of
def test_a_hunter_is_attached_to_either_players_location(placer: int, seat: int):
    match = scene_with_cards()
    place = plain_location(match, 2, 1, 3, 0, placer=placer)
    hound = hunter(match, seat)
    act(match, Pass())
    if seat == BELA:
        act(match, Waive())
    play(match, hound)
    placed = match.state.cards[hound]
    assert (placed.host, placed.controller) == (place, seat)


@rule("AH-HUNT.7", "AH-ATT.11")
def test_any_number_of_hunters_of_both_players_lie_at_one_location():
    match = scene_with_cards()
    hounds = [hunter(match, seat, f"hound_{number}") for seat in (ANNA, BELA) for number in range(4)]
    act(match, Pass())
    for place, hound in enumerate(hounds):
        if place == 4:
            act(match, Waive())
        play(match, hound)
    assert {match.state.cards[hound].host for hound in hounds} == {match.state.location}


@rule("AH-HUNT.8", "AH-CONFLICT.12")
@pytest.mark.parametrize("fighting", [False, True])
def test_a_hunter_in_a_row_is_filler_and_goes_to_the_pyre_without_being_asked_for(fighting: bool):
    match = scene()
    hound = hunter(match, ANNA)
    match = fight(match) if fighting else enlisting(match)
    assert Lay(hound) in offers(match)
    events = lay(match, ANNA, hound)
    assert [body.card for body in of_kinds(events, "not_paid")] == [hound]
    assert of_kinds(events, "paid_for") == []
    assert hound in match.state.players[ANNA].pyre
    assert all(body.seat != ANNA or body.amount > 0 for body in of_kinds(events, "gold_changed"))


@rule("AH-HUNT.9", "AH-HC.19", "AH-LOC.2")
def test_a_hunter_that_burns_the_location_is_attached_to_the_new_one():
    match = scene_with_cards()
    old = plain_location(match, 2, 1, 3, 0)
    wolf, hound = hunter(match, ANNA, "wolf"), hunter(match, ANNA, do=[{"op": "burn"}])
    act(match, Pass())
    play(match, wolf)
    play(match, hound)
    assert asked(match) == (BELA, "location")
    assert hound not in match.state.cards
    act(match, offers(match)[1])
    assert match.state.location != old
    assert match.state.cards[hound].host == match.state.location
    assert wolf in match.state.players[ANNA].pyre
    assert asked(match) == (ANNA, "window")


@rule("AH-HUNT.10", "AH-GEN.14", "AH-READY.8")
def test_a_hunter_is_no_character():
    match = scene_with_cards()
    hound = hunter(match, ANNA)
    act(match, Pass())
    play(match, hound)
    hunt_heretics = hunter(match, ANNA, "wolf", do=[{**WOUND, "target": {**ANY_HERETIC, "what": "character"}}])
    play(match, hunt_heretics)
    assert {action.option for action in offers(match)} == {player.damned for player in match.state.players}
    assert hound not in controlled(match, ANNA)
    assert all(hound not in eligible(match, ANNA, kind) for kind in ("plunder", "recruit", "accuse"))


@rule("AH-HUNT.10", "AH-COST.7")
def test_a_hunter_cannot_join_a_team():
    match = scene_with_cards()
    hound = hunter(match, ANNA)
    act(match, Pass())
    play(match, hound)
    waive(match)
    act(match, Pass())
    waive(match)
    match = acting(match, ANNA)
    act(match, Announce("recruit"))
    waive(match)
    assert offers(match, Join) == [Join(match.state.players[ANNA].damned)]


@rule("AH-HUNT.11", "AH-DECK.8")
def test_a_hunter_of_another_faction_is_refused_in_a_deck():
    content = base()
    deck = content.decks["drowned_saints"]
    stranger = next(c.id for c in content.cards.values() if c.type == "hunter" and c.faction == "lords")
    plot = {**deck.plot}
    first = next(iter(plot))
    plot[stranger] = plot.pop(first)
    found = faults(content, deck.model_copy(update={"plot": plot}))
    assert [rule_id for rule_id, _ in found] == ["AH-DECK.8"]


# -- how long Hunters stay in play ----------------------------------------------------------------------------


@rule("AH-LIFE.8", "AH-LOC.8", "AH-DIS.16", "AH-KEY.16", "AH-KEY.27")
def test_a_hunter_goes_with_its_location_after_the_night():
    match = scene_with_cards()
    plain_location(match, 2, 1, 3, 0, time=2)
    hound = hunter(match, ANNA)
    act(match, Announce("recruit"))
    play(match, hound)
    waive(match)
    act(match, Join(match.state.players[ANNA].damned))
    while is_asked(match, "team"):
        act(match, Done())
    assert match.state.cards[match.state.location].time == 3
    assert hound in match.state.cards
    announce_unblocked(match)
    assert is_asked(match, "location")
    assert hound in match.state.players[ANNA].pyre


@rule("AH-LIFE.8", "AH-EPILOGUE.4", "AH-DIS.16", "AH-HC.19")
def test_a_hunter_goes_at_the_end_of_the_round_after_the_window_of_the_epilogue():
    match = scene_with_cards()
    plain_location(match, 2, 1, 3, 0, time=2)
    hound = hunter(match, BELA)
    act(match, Pass())
    act(match, Waive())
    play(match, hound)
    until(match, "epilogue_discard")
    assert hound in match.state.cards
    close_window(match)
    assert hound in match.state.players[BELA].pyre
    assert match.state.location in match.state.cards


@rule("AH-LIFE.8", "AH-GEN.3", "CF-45")
def test_a_hunter_that_says_so_stays_past_the_round_until_its_location_leaves():
    match = scene_with_cards()
    plain_location(match, 2, 1, 3, 0, time=3)
    hound = hunter(match, ANNA, stays=True)
    act(match, Pass())
    play(match, hound)
    until(match, "prologue_end")
    assert hound in match.state.cards
    until(match, "enlistment_end")
    close_window(match)
    announce_unblocked(match)
    assert is_asked(match, "location")
    assert hound in match.state.players[ANNA].pyre


@rule("AH-LOC.8", "AH-CTRL.6", "AH-ZONE.4", "AH-ATT.11")
def test_hunters_of_both_go_to_their_owners_pyres_when_a_card_burns_the_location():
    match = scene_with_cards()
    place = plain_location(match, 2, 1, 3, 0)
    wolf = put(match, BELA, card(match, "wolf", type="hunter"), host=place, until="round")
    crow = put(match, ANNA, card(match, "crow", type="hunter"), host=place, until="round", controller=BELA)
    hound = hunter(match, ANNA, do=[{"op": "burn"}])
    act(match, Pass())
    play(match, hound)
    assert wolf in match.state.players[BELA].pyre
    assert crow in match.state.players[ANNA].pyre


@rule("AH-HUNT.1", "AH-DEM.5", "CF-44")
def test_the_bailiff_is_played_only_when_a_manoeuvre_was_announced():
    match = scene_with_cards()
    (bailiff,) = hold(match, BELA, "bailiff_of_the_ford")
    location(match, "toll_bridge", ANNA)
    act(match, Pass())
    act(match, Waive())
    assert usable_cards(match, BELA) == []
    act(match, Waive())
    act(match, Announce("plunder"), BELA)
    act(match, Waive())
    assert window(match) == "manoeuvre_announced"
    play(match, bailiff)
    (choose, *_) = offers(match)
    act(match, choose)
    assert bailiff in match.state.cards


@rule("AH-LOC.10", "AH-HUNT.9")
def test_a_hunter_burning_the_location_leaves_only_the_choice_of_the_new_one_open():
    match = scene_with_cards()
    hound = hunter(match, BELA, do=[{"op": "burn"}])
    act(match, Pass())
    act(match, Waive())
    play(match, hound)
    assert {type(action) for action in offers(match, seat=1 - match.state.placer)} == {PutLocation}
    assert list(match.decisions()) == [1 - match.state.placer]
