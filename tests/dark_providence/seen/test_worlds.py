"""Section 34 of RULES.md in whole matches: indistinguishable worlds, and events without hidden names."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from dataclasses import fields
from functools import cache
from typing import Any

import pytest

from rules.dark_providence.content.component_counts import Allegiance
from rules.dark_providence.examples.position_builder import agent, hold, own, sides, turn
from rules.dark_providence.flow import turn as turns
from rules.dark_providence.state.actions import DiscardCard, UseBonus
from rules.dark_providence.state.events import DrewHidden
from rules.dark_providence.state.state import Providence
from tests.conformance.leak_detection import check_indistinguishable
from tests.dark_providence.made_up_cards import action_card, city, give, icons, marker, power
from tests.dark_providence.scenes import walk
from tests.dark_providence.table import begin_turn, mythos, new
from tests.game_helpers import assert_sound, look, rule

SIDES: tuple[Allegiance, ...] = ("investigator", "cultist", "ex_investigator", "ex_cultist")
#: The kinds of events that only the seat concerned receives.
PRIVATE = {"drew_cards", "got_allegiance", "saw_allegiance", "saw_stock"}
SAMPLES = 200


# -- allegiances ----------------------------------------------------------------------------------------------


@cache
def deals(seats: int) -> Counter[tuple[str, ...]]:
    """Return every possible deal of allegiances, with the number of shuffles that lead to it."""
    decks = [["cultist", "investigator", "ex_investigator", "ex_cultist"]]
    if seats > 3:
        decks = [
            ["cultist", "investigator", one, "cultist", "investigator"] for one in ("ex_investigator", "ex_cultist")
        ]
    return Counter(order[:seats] for deck in decks for order in itertools.permutations(deck))


def chances(seats: int, known: dict[int, str]) -> dict[tuple[int, str], float]:
    """Return the probability of each side for each seat, given the known allegiances."""
    fitting = {
        deal: count for deal, count in deals(seats).items() if all(deal[seat] == side for seat, side in known.items())
    }
    total = sum(fitting.values())
    return {
        (seat, side): sum(count for deal, count in fitting.items() if deal[seat] == side) / total
        for seat in range(seats)
        for side in SIDES
    }


def samples(match: Providence, viewer: int | None) -> dict[tuple[int, str], float]:
    """Return, for each seat and side, the fraction of this viewer's random worlds where the seat has the side."""
    rng = random.Random(7)
    found: Counter[tuple[int, str]] = Counter()
    for _ in range(SAMPLES):
        world = match.worlds(viewer, rng)
        dealt = [player.allegiance for player in world.state.players]
        assert tuple(dealt) in deals(match.state.seats)
        whole = sorted([*dealt, *world.state.aside])
        assert whole == sorted([*(player.allegiance for player in match.state.players), *match.state.aside])
        found.update(enumerate(dealt))
    return {key: found[key] / SAMPLES for key in itertools.product(range(match.state.seats), SIDES)}


def is_close(found: dict[tuple[int, str], float], expected: dict[tuple[int, str], float]) -> bool:
    """Return whether the fractions found are within five standard deviations of the expected probabilities.

    If a probability is 0 or 1, the fraction must be equal to it.
    """
    return all(
        abs(found[key] - chance) <= 5 * math.sqrt(chance * (1 - chance) / SAMPLES) for key, chance in expected.items()
    )


@rule("DP-VIS.17", "DP-VIS.25", "DP-HC.61", "DP-SETUP.23", "DP-SETUP.24")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("viewer", [None, 1])
def test_a_world_deals_the_unknown_allegiances_as_likely_as_they_are(seats, viewer):
    match = turn(seats)
    known = {} if viewer is None else {1: match.state.players[1].allegiance}
    assert is_close(samples(match, viewer), chances(seats, known))


@rule("DP-VIS.10", "DP-VIS.25", "DP-HC.61")
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("how", ["revealed", "shown", "seen"])
def test_a_world_keeps_every_allegiance_that_lies_open_or_was_looked_at(seats, how):
    match = turn(seats)
    player = match.state.players[2]
    if how == "seen":
        player.seen = [1]
    else:
        setattr(player, how, True)
    known = {seat: match.state.players[seat].allegiance for seat in (1, 2)}
    assert is_close(samples(match, 1), chances(seats, known))
    others = {} if how == "seen" else {2: known[2]}
    assert is_close(samples(match, None), chances(seats, others))


@rule("DP-VIS.25", "DP-HC.61")
def test_with_all_but_one_known_the_last_is_known_too_but_never_which_dissenter_was_left_out_unless_seen():
    match = turn(4)
    sides(match, "investigator", "investigator", "cultist", "cultist")
    match.state.aside = ["ex_cultist", "ex_investigator"]
    for player in match.state.players[1:]:
        player.revealed = True
    rng = random.Random(1)
    left = Counter(tuple(match.worlds(0, rng).state.aside) for _ in range(SAMPLES))
    assert left.keys() == {("ex_cultist", "ex_investigator"), ("ex_investigator", "ex_cultist")}
    assert min(left.values()) > 0.35 * SAMPLES


@rule("DP-VIS.17")
def test_before_the_deal_a_world_redeals_even_the_viewers_allegiance():
    match = new(3)
    rng = random.Random(1)
    assert {match.worlds(0, rng).state.players[0].allegiance for _ in range(60)} == {*SIDES}


# -- cards ----------------------------------------------------------------------------------------------------


@rule("DP-VIS.16", "DP-VIS.18", "DP-VIS.21")
@pytest.mark.parametrize("viewer", [None, 0])
def test_a_world_deals_others_hands_out_of_hand_and_deck_and_keeps_the_own_hand(viewer):
    match = turn()
    for seat in range(3):
        hold(match, seat, *match.state.players[seat].deck[:5])
    rng = random.Random(1)
    hands: list[Counter[str]] = [Counter(), Counter(), Counter()]
    for _ in range(SAMPLES):
        world = match.worlds(viewer, rng)
        for seat, player in enumerate(world.state.players):
            was = match.state.players[seat]
            assert sorted([*player.hand, *player.deck]) == sorted([*was.hand, *was.deck])
            hands[seat].update(player.hand)
    if viewer == 0:
        assert sorted(hands[0]) == sorted(match.state.players[0].hand)
    for seat in {0, 1, 2} - {viewer}:
        assert len(hands[seat]) == 10
        assert all(0.35 * SAMPLES < count < 0.65 * SAMPLES for count in hands[seat].values())


@rule("DP-VIS.21", "DP-VIS.22", "DP-VIS.23", "DP-VIS.24", "DP-VIS.26")
def test_a_world_shuffles_every_hidden_order_and_all_luck_to_come():
    match = turn()
    rng = random.Random(1)
    worlds = [match.worlds(0, rng).state for _ in range(60)]
    assert len({tuple(world.players[0].deck) for world in worlds}) > 50
    assert len({tuple(world.mythos_deck) for world in worlds}) > 50
    assert len({tuple(world.stock) for world in worlds}) > 50
    assert len({world.places["chicago"].stack[1] for world in worlds}) > 15
    assert {world.places["chicago"].stack[0] for world in worlds} == {match.state.places["chicago"].stack[0]}
    assert len({world.chance.seed for world in worlds}) == 60
    assert all(world.bag == match.state.bag for world in worlds)


@rule("DP-VIS.30", "DP-VIS.16")
def test_in_the_middle_of_a_discard_the_world_still_tells_no_one_which_cards_were_named():
    match = turn()
    hold(match, 0, *match.state.players[0].deck[:4])
    begin_turn(match, 0)
    (first, *_) = [action for action in match.decisions()[0].actions if isinstance(action, DiscardCard)]
    assert match.apply(0, first) == []
    rng = random.Random(1)
    for viewer in (None, 1, 2):
        for _ in range(20):
            check_indistinguishable(match, viewer, rng)


@rule("DP-VIS.23")
def test_in_the_middle_of_a_search_of_the_stock_only_who_searches_keeps_what_was_found():
    match = turn()
    found = match.state.stock[:3]
    use = action_card(match, {"op": "stock", "look": 3})
    assert_sound(match)
    match.apply(0, use)
    rng = random.Random(1)
    for viewer in (None, 0, 1, 2):
        worlds = [match.worlds(viewer, rng) for _ in range(20)]
        assert all(world.view(viewer) == match.view(viewer) for world in worlds)
        kept = [world.state.stock[:3] == found for world in worlds]
        assert all(kept) if viewer == 0 else not any(kept)
        tops: list[Any] = [world.state.stack[-1] for world in worlds]
        assert all(top.found == world.state.stock[:3] for top, world in zip(tops, worlds, strict=True))


# -- waiting --------------------------------------------------------------------------------------------------


@rule("DP-VIS.16", "DP-TURN.4")
@pytest.mark.parametrize("zone", ["hand", "deck"])
def test_a_turn_without_actions_waits_alike_whether_the_bonus_card_is_in_the_hand_or_in_the_deck(zone):
    match = turn()
    give(match, 0, "charm", power({"op": "vp", "amount": 1}, timing="bonus"), zone=zone)
    (coin,) = icons(match, 0, "ritual_up", 1)
    begin_turn(match, 0, 1)
    (meddle,) = [action for action in match.decisions()[0].actions if action.verb == "meddle"]
    match.apply(0, meddle)
    assert coin in match.state.players[0].discard
    assert look(match, 1).to_act == [0]
    assert match.state.turn.actions == 0


@rule("DP-VIS.16", "DP-TURN.4")
@pytest.mark.parametrize("zone", ["hand", "deck"])
def test_waiting_for_a_mythos_cards_bonus_action_does_not_tell_whether_the_hand_can_pay_for_it(zone):
    match = turn()
    city(match, "chicago", control=3)
    marker(match, "monday", force=1)
    match.state.agents["monday"].city = "chicago"
    agent(match, 1, "moses_fleet", "chicago")
    give(match, 0, "club", force=2, zone=zone)
    own(match, 0, mythos(match, "idol", [power({"op": "assassinate", "any_agent": True}, timing="bonus")]))
    icons(match, 0, "ritual_up", 1)
    begin_turn(match, 0, 1)
    (meddle,) = [action for action in match.decisions()[0].actions if action.verb == "meddle"]
    match.apply(0, meddle)
    assert look(match, 1).to_act == [0]
    assert (UseBonus("idol") in match.decisions()[0].actions) == (zone == "hand")


@rule("DP-VIS.16", "DP-TURN.4")
def test_a_turn_without_actions_does_not_wait_when_everyone_knows_that_nothing_can_come():
    match = turn()
    give(match, 0, "charm", power({"op": "vp", "amount": 1}, timing="bonus"), zone="discard")
    icons(match, 0, "ritual_up", 1)
    begin_turn(match, 0, 1)
    (meddle,) = [action for action in match.decisions()[0].actions if action.verb == "meddle"]
    match.apply(0, meddle)
    assert match.state.turn.seat == 1


@rule("DP-VIS.16", "DP-VIS.18")
@pytest.mark.parametrize("seats", range(1, 6))
def test_whether_a_turn_goes_on_is_the_same_in_all_worlds_of_everyone_else(seats, monkeypatch):
    asked = 0
    rng = random.Random(seats)
    linger = turns._may_stay_open  # pyright: ignore[reportPrivateUsage]

    def watched(match: Providence, seat: int) -> bool:
        nonlocal asked
        asked += 1
        answer = linger(match, seat)
        if asked % 5 == 0:
            assert linger(match.worlds(None, rng), seat) == answer
        return answer

    monkeypatch.setattr(turns, "_may_stay_open", watched)
    for number in range(3):
        for _ in walk(new(seats, f"waiting {number}"), number):
            pass
    assert asked > 20


# -- events ---------------------------------------------------------------------------------------------------


def open_cards(match: Providence) -> set[str]:
    """Return the names of all public pieces: cards, agents and cities."""
    state = match.state
    names = {*state.places, *state.row, *state.area_e, *state.destroyed, *state.table, *state.agents, *state.owners}
    names |= {place.stack[0] for place in state.places.values() if place.stack}
    for player in state.players:
        names |= {*player.mythos, *player.crypt}
    if state.old_one is not None:
        names |= {*state.old_one.mythos, *state.old_one.kept, state.old_one.card, state.old_one.control}
    return names


def names_in(body: Any) -> set[str]:
    """Return every text in an event."""
    values = [getattr(body, field.name) for field in fields(body)]
    return {text for value in values for text in (value if isinstance(value, tuple) else [value]) if type(text) is str}


@rule("DP-VIS.29", "DP-VIS.22", "DP-VIS.23", "DP-VIS.24", "DP-VIS.17")
@pytest.mark.parametrize("seats", range(1, 6))
def test_no_event_tells_anyone_what_is_hidden_from_them(seats):
    match = new(seats, f"events {seats}", failed_reveals=True)
    content = match.content
    cards = {*content.assets, *content.mythos}
    before = open_cards(match)
    private = 0
    for _, _, events in walk(match, seats):
        after = open_cards(match)
        for event in events:
            body: Any = event.body
            if body.kind in PRIVATE:
                assert event.to == (body.seat,)
                private += 1
                continue
            assert event.to is None
            # The event must not name a card that was face down both before and after the event.
            assert names_in(body) & cards <= before | after
            if names_in(body) & {*SIDES}:
                assert body.kind in ("revealed", "reveal_failed")
        before = after
    assert private > seats


@rule("DP-VIS.16", "DP-VIS.18", "DP-VIS.29")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_card_that_went_from_the_deck_into_the_hand_is_named_to_no_one_else(seats):
    match = new(seats, f"draws {seats}")
    for _, _, events in walk(match, seats):
        for event in events:
            body: Any = event.body
            if body.kind == "drew_cards":
                number = [other.body for other in events if other.body.kind == "drew_hidden" and other.to is None]
                assert repr(DrewHidden(body.seat, len(body.cards))) in map(repr, number)
            if body.kind == "drew_hidden":
                assert not names_in(body)


@rule("DP-VIS.20", "DP-VIS.30")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_is_refused_and_said_tells_no_worlds_apart(seats):
    match = new(seats, f"refused {seats}")
    rng = random.Random(seats)
    tried: dict[Any, Any] = {}
    for number, (_, action, _) in enumerate(walk(match, seats)):
        tried[type(action), number % 3] = action
        if number % 40 or match.over:
            continue
        assert_sound(match)
        for viewer in [None, *range(seats)]:
            check_indistinguishable(match, viewer, rng, told=True, tried=tried.values())
