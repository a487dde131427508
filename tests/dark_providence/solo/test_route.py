"""Sections 31.5, 31.6 and 31.11 of RULES.md: the cultists' routes, the control deck, and the Great Old One's turn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.dark_providence.content.load import base
from rules.dark_providence.examples.position_builder import lay, mark, stand
from tests.dark_providence.solo_scenes import (
    EFFECT,
    PLACE_CITY,
    control_card,
    cultist_city,
    cultist_state,
    effect,
    failed,
    gate,
    old_one,
    place,
    scene,
    take,
    use_effect,
    whole_turn,
)
from tests.game_helpers import kinds_of, of_kinds, rule

ROUTE = base().board.route
#: An instruction that fails because no cultist can open the gate.
FAILING = {"do": "gate", "arcane": 0}
IDLE = {"do": "place", "at": "mythos", "influence": 0}


def travels(events, who=None):
    """Return the cities that the cultists (or one of them) travelled to, in order."""
    return [body.city for body in of_kinds(events, "travelled") if who is None or body.agent == f"cultist_{who}"]


# -- the route ------------------------------------------------------------------------------------------------


@rule("DP-SOLO.48", "DP-SOLO.52", "DP-HC.68")
def test_the_route_leads_from_arkham_through_all_cities_to_new_orleans():
    assert (ROUTE[0], ROUTE[-1]) == ("arkham", "new_orleans")
    assert sorted(ROUTE) == sorted(base().cities)
    assert all(here in base().roads[there] for here, there in pairwise(ROUTE))


@rule("DP-SOLO.48", "DP-SOLO.49", "DP-SOLO.111")
def test_a_travelling_cultist_goes_to_the_next_city_and_through_the_portal():
    match = scene()
    seen = []
    for _ in range(13):
        events = gate(match, 1, 0)
        seen += travels(events)
        assert len(travels(events)) == 1
    assert seen == [*ROUTE[1:], "arkham", "boston"]


@rule("DP-SOLO.49")
def test_the_portal_is_no_route_of_the_players():
    assert "arkham" not in base().roads["new_orleans"]


@rule("DP-SOLO.50")
@pytest.mark.parametrize(("start", "first"), [("arkham", "detroit"), ("detroit", "detroit"), ("chicago", "atlanta")])
def test_first_means_from_the_cultists_own_city_along_the_route(start, first):
    match = scene()
    for city in ("atlanta", "detroit"):
        mark(match, 1, city, 1)
    stand(match, 1, start)
    take(match, 1, "city")
    assert [city for city, spot in match.state.places.items() if spot.controller == 1] == [first]


@rule("DP-SOLO.50", "DP-SOLO.51")
def test_the_search_goes_through_the_portal_and_around_once():
    match = scene()
    stand(match, 1, "detroit")
    mark(match, 1, "pittsburgh", 1)
    mark(match, 1, "boston", 1)
    take(match, 1, "city")
    assert match.state.places["boston"].controller == 1
    assert match.state.places["pittsburgh"].controller == -1
    take(match, 1, "city")
    assert match.state.places["pittsburgh"].controller == 1
    assert failed(take(match, 1, "city"))


# -- travelling -----------------------------------------------------------------------------------------------


@rule("DP-SOLO.112", "DP-HC.68")
def test_forbidden_cities_are_passed_over():
    match = scene()
    match.state.cthulhu, match.state.martial_law = "boston", "new_york"
    assert travels(gate(match, 1, 0)) == ["washington"]
    stand(match, 1, "new_york")
    assert travels(gate(match, 1, 0)) == ["washington"]


@rule("DP-SOLO.113", "DP-HC.68")
@pytest.mark.parametrize(
    ("cthulhu", "law", "start", "end"),
    [
        ("new_orleans", "", "charleston", "arkham"),
        ("arkham", "", "new_orleans", "boston"),
        ("arkham", "new_orleans", "charleston", "boston"),
        ("boston", "arkham", "new_orleans", "new_york"),
        ("charleston", "new_orleans", "atlanta", "arkham"),
    ],
)
def test_a_forbidden_end_of_the_portal_moves_to_the_nearest_open_city(cthulhu, law, start, end):
    match = scene()
    match.state.cthulhu, match.state.martial_law = cthulhu, law
    stand(match, 2, start)
    assert travels(gate(match, 2, 0)) == [end]
    assert cultist_city(match, 2) == end


@rule("DP-SOLO.57", "DP-SOLO.111")
@pytest.mark.parametrize(
    "told_to",
    [
        {"do": "acquire", "at": "city"},
        {"do": "acquire", "at": "asset"},
        {"do": "acquire", "at": "mythos"},
        {"do": "assassinate", "force": 9},
        {"do": "gate", "arcane": 0},
    ],
)
def test_whatever_cannot_be_carried_out_fails_and_the_cultist_travels(told_to):
    match = scene()
    control_card(match, told_to, IDLE)
    events = whole_turn(match)
    assert [(body.who, body.order.split("_")[0]) for body in of_kinds(events, "cultist_failed")] == [(1, told_to["do"])]
    assert (cultist_city(match, 1), cultist_city(match, 2)) == ("boston", "new_york")


@rule("DP-SOLO.58")
def test_a_cultist_who_succeeds_does_not_travel():
    match = scene()
    lay(match, "boston", "tommy_guns", "cover_up")
    stand(match, 1, "boston")
    for target in ("boston", "tommy_guns", "silver_key"):
        mark(match, 1, target, 1)
    assert not travels(place(match, 1, "city"))
    assert not travels(place(match, 1, "asset"))
    assert not travels(place(match, 1, "mythos"))
    assert not travels(take(match, 1, "asset"))
    assert not travels(take(match, 1, "mythos"))
    assert not travels(gate(match, 1, 9))
    assert not travels(take(match, 1, "city"))


@rule("DP-SOLO.114", "DP-SOLO.116", "DP-HC.81")
def test_after_a_cultist_effect_the_cultist_travels_one_city():
    match = scene()
    effect(match, 1, effect="vp")
    events = use_effect(match, 1)
    assert not failed(events)
    assert travels(events) == ["boston"]
    assert kinds_of(events, "vp", "travelled") == ["vp", "travelled"]


@rule("DP-SOLO.115", "DP-SOLO.116", "DP-HC.81")
def test_after_a_failed_cultist_effect_it_travels_one_city_too():
    match = scene()
    effect(match, 1, effect="track", track="investigation", by=-2)
    events = use_effect(match, 1)
    assert failed(events)
    assert travels(events) == ["boston"]


# -- the turn -------------------------------------------------------------------------------------------------


@rule("DP-SOLO.53", "DP-SOLO.54", "DP-SOLO.55", "DP-SOLO.56", "DP-HC.73")
def test_the_top_control_card_tells_first_one_cultist_then_the_other():
    match = scene()
    control_card(match, PLACE_CITY, {"do": "place", "at": "mythos", "influence": 3})
    top = old_one(match).deck[0]
    events = whole_turn(match)
    assert [body.card for body in of_kinds(events, "control_drawn")] == [top]
    assert [(body.who, body.order) for body in of_kinds(events, "cultist_acts")] == [
        (1, "place_city"),
        (2, "place_mythos"),
    ]
    assert match.state.marks == {"arkham": [0, 2, 0], "silver_key": [0, 0, 4]}
    assert old_one(match).discard == [top]
    assert match.state.phase == "play"


@rule("DP-SOLO.55")
def test_the_second_cultist_meets_what_the_first_has_done():
    match = scene()
    stand(match, 2, "arkham")
    mark(match, 1, "arkham", 1)
    control_card(match, {"do": "acquire", "at": "city"}, PLACE_CITY)
    assert failed(whole_turn(match))
    assert cultist_city(match, 2) == "boston"


@rule("DP-SOLO.53", "DP-SOLO.117")
def test_control_cards_come_in_the_order_of_the_deck():
    match = scene()
    deck = list(old_one(match).deck)
    seen = [of_kinds(whole_turn(match), "control_drawn")[0].card for _ in range(2)]
    assert seen == deck[:2]


def calls_for_effect(name):
    return any(order.do == "effect" for order in base().controls[name].orders)


@rule("DP-SOLO.118", "DP-SOLO.119", "DP-HC.73")
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_after_the_second_effect_card_all_eight_are_shuffled(seed):
    match = scene(seed)
    drawn: list[str] = []
    while sum(map(calls_for_effect, drawn)) < 2:
        side = old_one(match)
        assert (len(side.deck), len(side.discard)) == (8 - len(drawn), len(drawn))
        events = whole_turn(match)
        drawn += [body.card for body in of_kinds(events, "control_drawn")]
        assert bool(of_kinds(events, "control_shuffled")) == (sum(map(calls_for_effect, drawn)) == 2)
    side = old_one(match)
    assert (sorted(side.deck), side.discard, side.effects) == (sorted(base().controls), [], 0)
    assert side.deck != sorted(side.deck)


@rule("DP-SOLO.118", "DP-SOLO.119")
def test_the_shuffle_waits_for_the_end_of_the_turn():
    match = scene()
    side = old_one(match)
    side.deck.sort(key=lambda name: not calls_for_effect(name))
    whole_turn(match)
    assert len(side.deck) == 7
    events = whole_turn(match)
    assert kinds_of(events, "cultist_acts", "control_shuffled") == ["cultist_acts", "cultist_acts", "control_shuffled"]
    assert len(side.deck) == 8


@rule("DP-SOLO.119", "DP-HC.73")
def test_a_card_with_effects_for_both_cultists_counts_once():
    match = scene()
    effect(match, 1, effect="vp")
    effect(match, 2, effect="vp")
    control_card(match, EFFECT, EFFECT)
    assert not of_kinds(whole_turn(match), "control_shuffled")
    assert old_one(match).vp == 8
    assert cultist_state(match, 1).supply == 19
