"""Section 28 of RULES.md: what ends the game, and the last steps."""

from __future__ import annotations

import dataclasses

import pytest

from rules.dark_providence.board.piece_placement import gain_vp
from rules.dark_providence.board.sanity import sanity_test
from rules.dark_providence.content.component_counts import THRESHOLD
from rules.dark_providence.content.effects import Power
from rules.dark_providence.examples.position_builder import agent, control, fill_bag, hold, lay, mark, turn
from rules.dark_providence.state.actions import (
    AcquireTarget,
    Choose,
    ChooseWay,
    EndTurn,
    Meddle,
    React,
    Strike,
    UseCard,
    WorkGate,
)
from tests.dark_providence.made_up_cards import (
    MADNESS,
    action_card,
    bonus_card,
    choose,
    city,
    give,
    icons,
    marker,
    power,
)
from tests.dark_providence.scenes import causes, finish, scored, triggers, vp
from tests.dark_providence.table import act, begin_turn, offers, set_allegiance
from tests.game_helpers import assert_sound, look, of_kinds, rule

GAIN = {"op": "vp", "amount": 1}
NOT_CULTIST = ("investigator", "ex_investigator", "ex_cultist")


def turn_near_end(seats=3, missing=1):
    """Return a turn of seat 0, which needs `missing` more VP to end the game."""
    match = turn(seats)
    vp(match, THRESHOLD[seats] - missing)
    return match


# -- the triggers ---------------------------------------------------------------------------------------------


@rule("DP-END.1", "DP-TRACK.4", "DP-CONT.28")
@pytest.mark.parametrize(("seats", "threshold"), [(2, 33), (3, 30), (4, 26), (5, 22)])
def test_reaching_the_threshold_of_the_number_of_players_ends_the_game(seats, threshold):
    assert look(turn(seats)).threshold == threshold
    match = turn(seats)
    vp(match, threshold - 2)
    act(match, action_card(match, GAIN))
    assert not match.over
    begin_turn(match, 0)
    events = act(match, action_card(match, GAIN, card="more"))
    assert triggers(events) == ["threshold"]
    assert match.over


@rule("DP-END.1")
def test_acquiring_a_city_can_reach_the_threshold():
    match = turn_near_end(missing=4)
    city(match, "atlanta", control=4)
    mark(match, 0, "atlanta", 2)
    events = act(match, AcquireTarget("atlanta"))
    assert triggers(events) == ["threshold"]
    assert scored(match, 0)["vp"] == 30


@rule("DP-END.2")
@pytest.mark.parametrize("allegiance", NOT_CULTIST)
def test_a_third_madness_of_anyone_but_a_cultist_ends_the_game(allegiance):
    match = turn()
    set_allegiance(match, 0, allegiance)
    match.state.players[0].madness = 2
    fill_bag(match, *MADNESS)
    events = act(match, action_card(match, {"op": "sanity"}))
    assert triggers(events) == ["madness"]
    assert match.over


def turn_with_killable_lead(allegiance, revealed=False):
    """Return Monday's turn in a city with the lead agent Tuesday, and the action that kills Tuesday.

    The owner of Tuesday has 5 VP and no other agents.
    """
    match = turn()
    set_allegiance(match, 1, allegiance, revealed=revealed)
    vp(match, 0, 5)
    city(match, "chicago", control=1)
    marker(match, "monday", force=1)
    for lead in ("monday", "tuesday"):
        match.state.agents[lead].city = "chicago"
    act(match, action_card(match, {"op": "assassinate", "any_agent": True}))
    return match, Strike("tuesday", "monday")


@rule("DP-END.3", "DP-SCORE.1")
@pytest.mark.parametrize("allegiance", NOT_CULTIST)
@pytest.mark.parametrize("revealed", [False, True])
def test_the_death_of_a_lead_agent_ends_the_game(allegiance, revealed):
    match, strike = turn_with_killable_lead(allegiance, revealed)
    events = act(match, strike)
    assert triggers(events) == ["assassination"]
    assert match.over
    assert match.state.players[0].crypt == ["tuesday"]
    assert "unrevealed" not in scored(match, 1)


@rule("DP-END.10", "DP-HC.29", "DP-HC.28", "DP-HC.45")
def test_a_cultists_lead_agent_does_not_end_it():
    match, strike = turn_with_killable_lead("cultist")
    events = act(match, strike)
    assert causes(events) == [(1, "cultist", "assassination")]
    assert not match.state.ending
    assert match.state.turn.seat == 0
    assert match.state.turn.actions == 1
    assert "unrevealed" not in scored(match, 1)


@rule("DP-END.4", "DP-TRACK.9")
@pytest.mark.parametrize("track", ["ritual", "investigation"])
def test_a_track_at_its_last_space_ends_the_game(track):
    match = turn()
    setattr(match.state, track, 10)
    icons(match, 0, f"{track}_up", 1)
    act(match, Meddle(track, "up"))
    assert not match.over
    icons(match, 0, f"{track}_up", 1)
    events = act(match, Meddle(track, "up"))
    assert triggers(events) == [track]
    assert match.over


@rule("DP-END.4", "DP-CONT.7", "DP-HC.15")
def test_a_stack_that_runs_out_can_bring_the_ritual_to_its_end_and_the_acquisition_is_completed():
    match = turn()
    match.state.ritual = 10
    set_allegiance(match, 0, "investigator")
    match.state.players[0].madness = 2
    fill_bag(match, *MADNESS)
    lay(match, "chicago", "ghouls")
    mark(match, 0, "ghouls", 1)
    events = act(match, AcquireTarget("ghouls"))
    assert triggers(events) == ["ritual", "madness"]
    assert "unrevealed" not in scored(match, 0)
    assert match.state.owners["ghouls"] == 0


@rule("DP-CONT.7", "DP-CONT.28")
@pytest.mark.parametrize("name", ["arkham", "boston", "new_orleans", "chicago"])
def test_every_citys_emptied_stack_moves_the_ritual_by_two_and_adds_one_mythos_card(name):
    match = turn()
    lay(match, name, "dynamite")
    mark(match, 0, "dynamite", 1)
    row, deck = len(match.state.row), len(match.state.mythos_deck)
    act(match, AcquireTarget("dynamite"))
    assert match.state.ritual == 2
    assert (len(match.state.row), len(match.state.mythos_deck)) == (row + 1, deck - 1)


def turn_with_deep_ones(pieces):
    """Return a turn of seat 0, which owns the Deep Ones, with this many Deep Ones on the map."""
    match = turn()
    hold(match, 0, "deep_ones")
    for number in range(1, pieces + 1):
        agent(match, 0, f"deep_one_{number}", "boston")
    return match


def call_the_deep(match):
    """Use the Deep Ones' own action to bring more Deep Ones into play. Return the events."""
    events = act(match, UseCard("deep_ones"))
    for _ in range(4):
        if match.over or (match.state.turn.actions < 2 and not match.state.table):
            break
        events += act(match, offers(match)[0])
    return events


@rule("DP-END.5", "DP-HC.50")
@pytest.mark.parametrize("held", [[], ["arkham", "boston"]])
def test_calling_for_deep_ones_with_all_eight_in_play_ends_the_game(held):
    match = turn_with_deep_ones(8)
    for name in held:  # seat 0 already controls the cities that it could take with the card's other alternative
        control(match, 0, name)
    assert UseCard("deep_ones") in offers(match)
    events = call_the_deep(match)
    assert triggers(events) == ["deep_ones"]
    assert match.over


@rule("DP-END.5", "DP-END.6", "DP-HC.50")
def test_the_other_alternative_of_the_deep_ones_ends_the_game_too_and_is_carried_out():
    match = turn_with_deep_ones(8)
    before = match.state.players[0].vp
    act(match, UseCard("deep_ones"))
    if ChooseWay(1) in offers(match):
        act(match, ChooseWay(1))
    city = next(offer for offer in offers(match) if getattr(offer, "option", "") in match.state.places)
    events = act(match, city)
    assert match.over
    assert "deep_ones" in match.state.ending
    assert match.state.places[city.option].controller == 0
    assert match.state.players[0].vp == before + match.content.cities[city.option].control
    assert of_kinds(events, "match_ended")


@rule("DP-END.5")
@pytest.mark.parametrize("pieces", [0, 6, 7])
def test_with_fewer_deep_ones_their_action_places_what_is_left_and_ends_nothing(pieces):
    match = turn_with_deep_ones(pieces)
    events = call_the_deep(match)
    assert not triggers(events)
    assert sum(name.startswith("deep_one_") for name in match.state.agents) == min(8, pieces + 2)


@rule("DP-END.5")
def test_another_cards_deep_ones_do_not_end_the_game():
    match = turn_with_deep_ones(8)
    use = action_card(match, {"op": "deep_ones"})
    assert use not in offers(match)


# -- the last turn --------------------------------------------------------------------------------------------


@rule("DP-END.6")
def test_the_action_that_triggers_the_end_is_completed_before_scoring():
    match = turn_near_end()
    use = action_card(match, GAIN, {"op": "track", "track": "investigation", "by": 2}, {"op": "draw", "count": 2})
    events = act(match, use)
    kinds = [body.kind for body in events if body.kind in ("end_called", "moved_track", "drew_hidden", "match_ended")]
    assert kinds == ["end_called", "moved_track", "drew_hidden", "match_ended"]
    assert match.state.investigation == 2
    assert "tool" in match.state.players[0].discard


@rule("DP-END.6")
def test_a_choice_that_an_ending_action_asks_for_is_still_made():
    match = turn_near_end()
    lay(match, "chicago", "dynamite", "ghouls")
    act(match, action_card(match, GAIN, {"op": "destroy_asset"}))
    assert match.state.ending == ["threshold"]
    assert not match.over
    choose(match, "dynamite")
    assert match.over
    assert "dynamite" in match.state.destroyed


@rule("DP-END.7", "DP-HC.44")
def test_remaining_actions_bonus_actions_and_the_draw_are_forfeited_and_no_one_else_has_a_turn():
    match = turn_near_end()
    bonus_card(match, GAIN)
    icons(match, 0, "wealth", 2)
    turns = match.state.turns
    events = act(match, action_card(match, GAIN))
    assert match.over
    assert match.decisions() == {}
    assert match.state.turns == turns
    assert len(match.state.players[0].hand) == 2
    assert not of_kinds(events, "turn_began")
    assert not of_kinds(events, "drew_hidden")


@rule("DP-END.7")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_turns_need_not_be_equal(seat):
    match = turn(3, seat)
    vp(match, *[29 if number == seat else 0 for number in range(3)])
    act(match, action_card(match, GAIN, seat=seat))
    assert match.over


@rule("DP-END.7")
def test_a_bonus_action_that_ends_the_game_forfeits_both_actions():
    match = turn_near_end()
    act(match, bonus_card(match, GAIN))
    assert match.over
    assert match.state.turn.taken == 0


@rule("DP-END.8", "DP-HC.42")
def test_a_threshold_once_reached_stays_met():
    match = turn_near_end()
    events = act(match, action_card(match, GAIN, {"op": "vp", "amount": -9}))
    assert triggers(events) == ["threshold"]
    assert match.over
    assert scored(match, 0)["vp"] == 21


@rule("DP-END.8")
def test_a_track_that_comes_back_from_its_end_has_ended_the_game():
    match = turn()
    match.state.ritual = 11
    up, down = ({"op": "track", "track": "ritual", "by": by} for by in (1, -3))
    act(match, action_card(match, up, down))
    assert match.over
    assert match.state.ritual == 9


@rule("DP-END.9", "DP-HC.43")
def test_several_triggers_are_one_end_and_all_of_them_are_told():
    match = turn_near_end()
    match.state.ritual = 11
    events = act(match, action_card(match, GAIN, {"op": "track", "track": "ritual", "by": 1}))
    assert triggers(events) == ["threshold", "ritual"]
    assert look(match).ending == ["threshold", "ritual"]
    assert len(of_kinds(events, "match_ended")) == 1


@rule("DP-END.9")
def test_the_same_trigger_is_told_once():
    match = turn()
    vp(match, 30, 30, 30)
    for seat in range(3):
        gain_vp(match, seat, 1)
    assert match.state.ending == ["threshold"]


@rule("DP-END.11", "DP-HC.42")
def test_the_threshold_counts_for_a_player_whose_turn_it_is_not():
    match = turn()
    vp(match, 0, 0, 29)
    gain_vp(match, 2, 1)
    assert match.state.ending == ["threshold"]
    assert_sound(match)
    events = finish(match, 0)
    assert of_kinds(events, "match_ended")


@rule("DP-END.11")
def test_a_passive_players_reaction_can_end_the_game():
    match = turn()
    vp(match, 0, 28, 0)
    give(match, 1, "policy", {"timing": "reaction", "trigger": "discarded", "ways": [[{"op": "vp", "amount": 2}]]})
    events = act(match, action_card(match, {"op": "rivals_discard", "count": 1}))
    assert list(match.decisions()) == [1]
    events += act(match, React(), 1)
    assert triggers(events) == ["threshold"]
    assert match.over


@rule("DP-END.7")
def test_the_end_in_another_players_reaction_ends_the_turn_of_the_active_one():
    match = turn()
    vp(match, 0, 28, 0)
    give(match, 1, "policy", {"timing": "reaction", "trigger": "discarded", "ways": [[{"op": "vp", "amount": 2}]]})
    act(match, action_card(match, {"op": "rivals_discard", "count": 1}))
    act(match, React(), 1)
    assert match.over
    assert match.state.players[0].hand == []


@rule("DP-END.2")
def test_a_revealed_cultists_madness_ends_nothing_and_calls_nothing_twice():
    match = turn()
    set_allegiance(match, 0, "cultist", revealed=True)
    match.state.players[0].madness = 2
    fill_bag(match, *MADNESS)
    sanity_test(match, 0)
    assert match.state.ending == []


@rule("DP-END.6", "DP-END.2")
def test_the_gate_of_who_goes_mad_stands_and_scores():
    match = turn()
    set_allegiance(match, 0, "ex_cultist")
    city(match, "chicago", gate=1)
    marker(match, "monday", arcane=1)
    match.state.agents["monday"].city = "chicago"
    match.state.players[0].madness = 2
    fill_bag(match, *MADNESS)
    give(match, 0, "rite", power({"op": "gate", "face": "open", "any_agent": True}))
    act(match, UseCard("rite"))
    act(match, WorkGate("chicago", "open", "monday"))
    assert scored(match, 0) == {"gates": 1, "penalty": -3}


@rule("DP-END.6", "DP-HC.15")
def test_an_on_acquire_effect_of_the_last_acquisition_is_carried_out():
    match = turn_near_end(missing=4)
    city(match, "atlanta", control=4)
    content = match.content
    calling = Power.model_validate(power({"op": "rival_vp", "amount": 2}, timing="acquired"))
    card = content.cards["atlanta"].model_copy(update={"powers": [calling]})
    match.content = dataclasses.replace(content, cards={**content.cards, "atlanta": card})
    mark(match, 0, "atlanta", 2)
    act(match, AcquireTarget("atlanta"))
    assert match.state.ending == ["threshold"]
    events = act(match, Choose("1"))
    assert [(body.seat, body.amount) for body in of_kinds(events, "vp")] == [(1, -2)]
    assert match.over


@rule("DP-END.7")
def test_after_the_end_nothing_can_be_done_any_more():
    match = turn_near_end()
    act(match, action_card(match, GAIN))
    assert match.over
    assert match.state.stack == []
    for seat in range(3):
        with pytest.raises(Exception, match="over"):
            match.apply(seat, EndTurn())


@rule("DP-END.7", "DP-PASS.4")
def test_no_bonus_action_saves_a_turn_that_has_ended_the_game():
    match = turn_near_end()
    use = bonus_card(match, {"op": "vp", "amount": 5})
    icons(match, 0, "ritual_up", 2)
    match.state.ritual = 10
    assert use in offers(match)
    act(match, Meddle("ritual", "up"))
    assert match.over
    assert scored(match, 0)["vp"] == 29
