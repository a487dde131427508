"""Section 13 of RULES.md: what can be acquired, which player may acquire it, and the order of the steps."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.piece_placement import free_locks
from rules.dark_providence.content.records import Agent, Side
from rules.dark_providence.examples.position_builder import agent, fill_bag, lay, mark, own, show, turn
from rules.dark_providence.state.actions import AcquireTarget, Choose, DiscardCard
from tests.dark_providence.made_up_cards import (
    MADNESS,
    SANE,
    action_card,
    choices,
    choose,
    city,
    give,
    places_of_card,
    power,
    primary,
)
from tests.dark_providence.table import act, asset, destroy_missing_cards, done, mythos, offers, refused, set_allegiance
from tests.game_helpers import kinds_of, of_kinds, rule

SOMEBODY = Agent(original=Side(force=1), returned=Side())


def scene(seats=3, seat=0, **options):
    """Return a seat's turn with assets in Atlanta and Boston, and the Yellow Sign and Nikola Tesla in the row."""
    match = turn(seats, seat=seat, **options)
    lay(match, "atlanta", "tommy_guns", "cover_up")
    lay(match, "boston", "debt_collectors", "exorcism")
    show(match, "yellow_sign", "nikola_tesla")
    return match


def can(match, target):
    return AcquireTarget(target) in offers(match)


# -- timing, targets, majorities ------------------------------------------------------------------------------------


@rule("DP-ACQ.1")
def test_acquire_is_open_only_as_the_first_action_of_the_turn():
    match = scene()
    mark(match, 0, "atlanta", 1)
    give(match, 0, "scrap")
    assert can(match, "atlanta")
    act(match, DiscardCard("scrap"))
    assert match.state.turn.actions == 1
    assert refused(match, AcquireTarget("atlanta"))


@rule("DP-ACQ.1")
def test_an_additional_action_does_not_open_a_second_acquisition():
    match = scene()
    mark(match, 0, "atlanta", 1)
    mark(match, 0, "tommy_guns", 1)
    act(match, action_card(match, {"op": "actions", "count": 2}))
    assert match.state.turn.actions == 3
    assert not offers(match, AcquireTarget)


@rule("DP-ACQ.2", "DP-ACQ.8")
def test_assets_mythos_cards_and_cities_are_the_targets_and_no_agent_need_be_there():
    match = scene()
    for target in ("atlanta", "tommy_guns", "yellow_sign"):
        mark(match, 0, target, 1)
    assert offers(match, AcquireTarget) == [AcquireTarget(t) for t in ("atlanta", "tommy_guns", "yellow_sign")]
    for target in ("atlanta", "tommy_guns", "yellow_sign"):
        match = scene()
        mark(match, 0, target, 1)
        act(match, AcquireTarget(target))
        assert target in [*match.state.players[0].mythos, *match.state.players[0].discard]


@pytest.mark.parametrize("target", ["atlanta", "tommy_guns", "yellow_sign"])
@rule("DP-ACQ.3")
def test_only_who_has_the_most_influence_can_acquire(target):
    match = scene()
    mark(match, 0, target, 2)
    mark(match, 1, target, 3)
    assert refused(match, AcquireTarget(target))
    mark(match, 0, target, 2)
    assert can(match, target)


@pytest.mark.parametrize("target", ["atlanta", "tommy_guns", "yellow_sign"])
@rule("DP-ACQ.4")
def test_of_players_tied_for_the_most_no_one_has_it(target):
    for seat in (0, 1):
        match = scene(seat=seat)
        mark(match, 0, target, 2)
        mark(match, 1, target, 2)
        assert refused(match, AcquireTarget(target))


@rule("DP-ACQ.4")
def test_an_effect_may_break_a_tie_but_does_not_help_the_side_with_less():
    match = scene()
    own(match, 0, mythos(match, "idol", ongoing=["ties"]))
    mark(match, 0, "atlanta", 2)
    mark(match, 1, "atlanta", 2)
    assert can(match, "atlanta")
    mark(match, 2, "atlanta", 3)
    assert refused(match, AcquireTarget("atlanta"))


@rule("DP-ACQ.21", "DP-HC.13")
def test_most_is_more_than_each_opponent_and_not_more_than_all_together():
    match = scene()
    mark(match, 0, "atlanta", 3)
    mark(match, 1, "atlanta", 2)
    mark(match, 2, "atlanta", 2)
    assert can(match, "atlanta")
    mark(match, 2, "atlanta", 1)
    assert refused(match, AcquireTarget("atlanta"))


# -- locks and costs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["atlanta", "tommy_guns", "yellow_sign"])
@rule("DP-ACQ.9")
def test_a_locked_target_cannot_be_acquired(target):
    match = scene()
    mark(match, 0, target, 5)
    match.state.locks.append(target)
    assert refused(match, AcquireTarget(target))
    match.state.locks.remove(target)
    assert can(match, target)


@rule("DP-ACQ.10")
def test_acquiring_costs_an_action_but_no_card():
    match = scene()
    mark(match, 0, "atlanta", 1)
    give(match, 0, "scrap", influence=2, wealth=3)
    act(match, AcquireTarget("atlanta"))
    player = match.state.players[0]
    assert player.hand == ["scrap"]
    assert player.discard == ["atlanta"]
    assert match.state.turn.actions == 1
    match = scene()
    mark(match, 0, "atlanta", 1)
    assert not match.state.players[0].hand
    assert can(match, "atlanta")


# -- the steps of an acquisition ------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["atlanta", "tommy_guns", "yellow_sign"])
@rule("DP-ACQ.11", "DP-ACQ.12")
def test_own_markers_go_to_limbo_and_all_others_home(target):
    match = scene()
    mark(match, 0, target, 3)
    mark(match, 1, target, 2)
    mark(match, 2, target, 1)
    mark(match, 0, "chicago", 1)
    before = [(p.supply, p.limbo) for p in match.state.players]
    act(match, AcquireTarget(target))
    after = [(p.supply, p.limbo) for p in match.state.players]
    assert after[0] == (before[0][0], before[0][1] + 3)
    assert after[1] == (before[1][0] + 2, before[1][1])
    assert after[2] == (before[2][0] + 1, before[2][1])
    assert match.state.marks == {"chicago": [1, 0, 0]}


@rule("DP-ACQ.13", "DP-ACQ.14", "DP-ACQ.15", "DP-ACQ.16", "DP-HC.15")
def test_markers_then_the_steps_of_the_kind_then_on_acquire_then_the_sanity_test():
    match = scene()
    card = primary(match, "seer", power({"op": "vp"}, timing="acquired"), agent=SOMEBODY, sanity=True)
    lay(match, "atlanta", card, "cover_up")
    mark(match, 0, card, 1)
    events = act(match, AcquireTarget(card))
    kinds = ("markers_left", "agent_joined", "turned_up", "vp", "took_token")
    assert kinds_of(events, *kinds) == list(kinds)
    assert match.state.players[0].vp == 1


@rule("DP-ACQ.14")
def test_every_kind_of_card_has_its_on_acquire_effect():
    for target in ("atlanta", "relic", "idol"):
        match = scene()
        gain = power({"op": "vp", "amount": 9}, timing="acquired")
        city(match, asset(match, "atlanta", [gain]), control=1)
        lay(match, "boston", primary(match, "relic", gain), "exorcism")
        show(match, mythos(match, "idol", [gain]))
        mark(match, 0, target, 3)
        act(match, AcquireTarget(target))
        assert match.state.players[0].vp == (10 if target == "atlanta" else 9)


@rule("DP-ACQ.15")
def test_only_a_card_with_the_mark_asks_for_a_sanity_test():
    for tested in (True, False):
        match = scene()
        show(match, mythos(match, "idol", sanity=tested))
        mark(match, 0, "idol", 1)
        assert len(of_kinds(act(match, AcquireTarget("idol")), "took_token")) == tested


@rule("DP-ACQ.16", "DP-HC.15")
def test_after_the_ritual_ended_in_step_two_steps_three_and_four_still_follow():
    match = scene()
    card = primary(match, "relic", power({"op": "vp", "amount": 2}, timing="acquired"), sanity=True)
    lay(match, "atlanta", card)
    mark(match, 0, card, 1)
    set_allegiance(match, 0, "investigator")
    match.state.ritual, match.state.players[0].madness = 11, 2
    fill_bag(match, *MADNESS)
    events = act(match, AcquireTarget(card))
    assert match.over
    told_so_far = kinds_of(events, "end_called", "vp", "took_token", "revealed")
    assert told_so_far[:5] == ["end_called", "vp", "took_token", "revealed", "end_called"]
    assert match.state.players[0].revealed
    assert match.state.ending == ["ritual", "madness"]


# -- acquiring by an effect -----------------------------------------------------------------------------------------


def acquire_by_effect(match, what, seat=0, **more):
    """Use a made-up card whose effect acquires something of this kind. Return the events."""
    return act(match, action_card(match, {"op": "acquire", "what": what, **more}, seat=seat))


@rule("DP-ACQ.17", "DP-ACQ.18", "DP-HC.14")
def test_an_effect_acquires_without_markers_and_later_in_the_turn_and_on_acquire_counts():
    match = scene()
    gain = power({"op": "vp", "amount": 3}, timing="acquired")
    show(match, mythos(match, "idol", [gain]))
    give(match, 0, "scrap")
    act(match, DiscardCard("scrap"))
    acquire_by_effect(match, "mythos")
    assert match.state.players[0].mythos == ["idol"]
    assert match.state.players[0].vp == 3


@rule("DP-ACQ.19", "DP-HC.14")
def test_an_effect_sends_markers_away_and_takes_the_sanity_test_too():
    match = scene()
    show(match, mythos(match, "idol", sanity=True))
    mark(match, 0, "idol", 1)
    mark(match, 1, "idol", 4)
    supply = match.state.players[1].supply
    fill_bag(match, *SANE)
    acquire_by_effect(match, "mythos")
    assert match.state.players[0].limbo == 1
    assert match.state.players[1].supply == supply + 4
    assert match.state.players[0].sane == 1


@rule("DP-ACQ.9", "DP-ACQ.19", "DP-HC.14")
def test_a_lock_and_the_agent_limit_forbid_an_acquisition_by_an_effect_too():
    match = scene()
    match.state.locks.append("yellow_sign")
    acquire_by_effect(match, "mythos")
    assert match.state.players[0].mythos == ["nikola_tesla"]
    match = scene()
    for place in match.state.places.values():
        place.stack = []
    destroy_missing_cards(match)
    lay(match, "atlanta", "wyatt_earp", "cover_up")
    use = action_card(match, {"op": "acquire", "what": "asset"})
    assert not refused(match, use)
    match = scene()
    for place in match.state.places.values():
        place.stack = []
    destroy_missing_cards(match)
    lay(match, "atlanta", "wyatt_earp", "cover_up")
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness", "moses_fleet"):
        agent(match, 0, name, "arkham")
    assert refused(match, action_card(match, {"op": "acquire", "what": "asset"}))


@rule("DP-ACQ.20")
def test_the_lock_of_a_card_acquired_by_an_effect_returns_to_the_supply_that_of_a_city_stays():
    for what, target, stays in (("mythos", "yellow_sign", 0), ("asset", "tommy_guns", 0), ("city", "atlanta", 1)):
        match = scene()
        match.state.locks.append(target)
        acquire_by_effect(match, what, locked=True)
        assert target in choices(match)
        choose(match, target)
        assert (target in match.state.locks) == stays
        assert free_locks(match.state) == 12 - stays
        assert places_of_card(match, target) != []


@rule("DP-ACQ.18")
def test_an_effect_may_be_bound_to_cities_with_an_own_agent_and_to_a_control_point():
    match = scene()
    city(match, "arkham", control=4)
    acquire_by_effect(match, "city", here=True, most=4)
    assert match.state.places["arkham"].controller == 0
    match = scene()
    city(match, "arkham", control=4)
    assert refused(match, action_card(match, {"op": "acquire", "what": "city", "here": True, "most": 3}))


@rule("DP-ACQ.18")
def test_an_acquisition_by_an_effect_may_be_declined_when_something_else_was_done():
    match = scene()
    act(match, action_card(match, {"op": "vp"}, {"op": "acquire", "what": "mythos"}))
    assert Choose("yellow_sign") in offers(match)
    done(match)
    assert not match.state.players[0].mythos
