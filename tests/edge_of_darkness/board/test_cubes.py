"""Section 12 of RULES.md (CUBE): the bag, the set-aside area, and running out of cubes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.board import cubes
from rules.edge_of_darkness.examples.position_builder import new, tray
from rules.edge_of_darkness.state.actions import ChooseCube, HuntThreats
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.checked_matches import check_random_match, cubes_everywhere
from tests.edge_of_darkness.scenes import attacks, contact, simple_free_part, use, zone
from tests.edge_of_darkness.table import gain
from tests.game_helpers import act, of_kinds, rule


def leave_cubes(match, bag, aside=(0, 0, 0)):
    """Leave these cubes in the bag and in the set-aside area. Move all other cubes to the Threat Zone of seat 1."""
    with arrange(match) as state:
        state.bag, state.aside, state.trays = list(bag), list(aside), [[0, 0, 0] for _ in state.trays]
        state.players[0].zone = [0, 0, 0]
        state.players[1].zone = [15 - a - b for a, b in zip(bag, aside, strict=True)]


def drawing(count, bag, aside, hand=("citizen",)):
    """Return a match with these cubes in the bag and in the set-aside area, and an action that draws `count` cubes."""
    match = simple_free_part(2, hand=hand)
    leave_cubes(match, bag, aside)
    card = match.state.players[0].hand[0]
    return match, contact(match, card, {"op": "cubes", "count": count})


@rule("EOD-CUBE.1", "EOD-CUBE.9", "EOD-INFO.5")
def test_cubes_are_drawn_at_random_in_proportion_to_what_the_bag_holds():
    seen: Counter[int] = Counter()
    for seed in range(120):
        match = new(2, f"draws {seed}")
        leave_cubes(match, [2, 4, 10])
        with arrange(match):
            cubes.draw(match, 0, 4)
        zone = match.state.players[0].zone
        assert [a + b for a, b in zip(zone, match.state.bag, strict=True)] == [2, 4, 10]
        seen.update(dict(enumerate(zone)))
    assert sum(seen.values()) == 480
    assert 30 <= seen[0] <= 90, "an eighth of 480"
    assert 80 <= seen[1] <= 160, "a quarter"
    assert 250 <= seen[2] <= 350, "five eighths; black and other colours come to any player"


@rule("EOD-CUBE.4", "EOD-HC.24", "EOD-CUBE.2")
def test_the_bag_is_refilled_as_soon_as_it_is_empty_even_when_no_draw_waits():
    match, action = drawing(2, [1, 1, 0], [4, 3, 3])
    act(match, action)
    assert match.state.bag == [4, 3, 3]
    assert match.state.aside == [0, 0, 0]


@rule("EOD-CUBE.4", "EOD-HC.24")
def test_cubes_set_aside_while_the_bag_is_empty_go_right_into_it():
    match, action = drawing(2, [1, 1, 0], [0, 0, 0])
    act(match, action)
    assert match.state.bag == [0, 0, 0]
    with arrange(match) as state:
        state.trays[0][1] += 6
        state.players[1].zone[1] -= 6
    attacks(match)
    assert match.state.bag == [0, 6, 0]
    assert match.state.aside == [0, 0, 0]


@rule("EOD-CUBE.4", "EOD-HC.24")
def test_a_cube_set_aside_by_an_effect_goes_right_into_an_empty_bag():
    match, action = drawing(2, [1, 1, 0], [0, 0, 0], hand=["citizen", "citizen"])
    with arrange(match) as state:
        state.players[0].zone[0] += 1
        state.players[1].zone[0] -= 1
    act(match, action)
    assert not any(match.state.bag)
    act(match, contact(match, match.state.players[0].hand[1], {"op": "clear_zone", "count": 1}, at=1))
    act(match, ChooseCube(0, 0))
    assert match.state.bag == [1, 0, 0]
    assert match.state.aside == [0, 0, 0]


@rule("EOD-CUBE.4", "EOD-HC.24")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bag_is_never_empty_while_cubes_are_set_aside(seats):
    refills = 0
    left: list[int] = [0]

    def check(match):
        nonlocal refills
        state = match.state
        assert any(state.bag) or not any(state.aside)
        refills += sum(state.bag) > left[0]
        left[0] = sum(state.bag)

    for seed in range(3):
        left[0] = 0
        check_random_match(check, seats, seed)
    assert refills > 3, "the bag was refilled in these matches"


@rule("EOD-CUBE.5", "EOD-HC.25")
def test_with_bag_and_set_aside_area_empty_the_rest_of_a_draw_is_lost():
    match, action = drawing(5, [1, 0, 0], [1, 0, 1])
    act(match, action)
    assert match.state.players[0].zone == [2, 0, 1]
    assert not any(match.state.bag)
    assert cubes_everywhere(match) == [15, 15, 15]


@rule("EOD-CUBE.5", "EOD-CUBE.4", "EOD-CUBE.3", "EOD-CUBE.7")
@settings(max_examples=60, deadline=None, derandomize=True)
@given(bag=st.tuples(*[st.integers(0, 6)] * 3), aside=st.tuples(*[st.integers(0, 6)] * 3), count=st.integers(0, 40))
def test_draws_and_refills_keep_every_cube(bag, aside, count):
    match = new(2)
    state = match.state
    leave_cubes(match, bag, aside)
    trays = [list(place) for place in state.trays]
    with arrange(match):
        cubes.refill_bag(state)
        cubes.draw(match, 0, count)
    zone = state.players[0].zone
    there = sum(bag) + sum(aside)
    assert sum(zone) == min(count, there)
    assert [sum(place) for place in zip(zone, state.bag, state.aside, strict=True)] == [
        a + b for a, b in zip(bag, aside, strict=True)
    ]
    assert any(state.bag) or not any(state.aside)
    assert state.trays == trays


@rule("EOD-CUBE.6", "EOD-BLIGHT.15")
def test_the_cubes_of_a_card_that_attacks_are_set_aside():
    match = simple_free_part(2)
    tray(match, 1, 2, 3, 1)
    tray(match, 2, 1, 0, 1)
    attacks(match)
    assert match.state.aside == [2, 3, 1]
    assert match.state.trays[:2] == [[0, 0, 0], [1, 0, 1]]


@rule("EOD-CUBE.6", "EOD-HUNT.12")
def test_the_cubes_of_a_hunted_card_are_set_aside():
    match = simple_free_part(2)
    tray(match, 1, 2, 1, 1)
    tray(match, 2, 0, 1, 1)
    with arrange(match):
        match.state.turn.battle, match.state.turn.may_hunt = 9, True
    use(match, HuntThreats((1,)))
    assert match.state.aside == [2, 1, 1]
    assert match.state.trays[:2] == [[0, 0, 0], [0, 1, 1]]


@rule("EOD-CUBE.7")
def test_a_refill_takes_no_cubes_from_trays_zones_or_hands():
    match, action = drawing(2, [1, 1, 0], [4, 3, 3])
    with arrange(match) as state:
        state.players[1].zone, state.players[1].staged, state.trays[0] = [5, 6, 7], [4, 4, 4], [1, 1, 1]
    act(match, action)
    assert match.state.bag == [4, 3, 3]
    assert match.state.players[1].zone == [5, 6, 7]
    assert match.state.players[1].staged == [4, 4, 4]
    assert match.state.trays[0] == [1, 1, 1]


@rule("EOD-CUBE.8", "EOD-BLIGHT.5", "EOD-BLIGHT.7")
@pytest.mark.parametrize(("colour", "attacked"), [(0, (0,)), (1, (1,)), (2, (0, 1))])
def test_a_colour_threatens_its_guild_and_black_all_alike(colour, attacked):
    match = simple_free_part(2)
    tray(match, 1, *[6 if colour == other else 0 for other in range(3)])
    (attack,) = of_kinds(attacks(match), "attacked")
    assert attack.targets == attacked


@rule("EOD-CUBE.10", "EOD-HC.26")
def test_cubes_of_an_effect_come_from_the_bag_into_the_own_threat_zone():
    match, action = drawing(3, [5, 5, 5], [0, 0, 0])
    before = list(match.state.players[1].zone)
    act(match, action)
    assert sum(match.state.players[0].zone) == 3
    assert sum(match.state.bag) == 12
    assert match.state.players[1].zone == before
    assert match.state.players[0].staged == [0, 0, 0], "dropped in the next round at the earliest"


@rule("EOD-CUBE.10", "EOD-HC.26", "EOD-GEN.11")
def test_another_text_on_cubes_prevails():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    zone(match, 0, 0, 2)
    act(match, contact(match, card, {"op": "clear_zone", "count": 1}, gain("coins")))
    act(match, ChooseCube(0, 1))
    assert match.state.players[0].zone == [0, 1, 0]
    assert match.state.aside == [0, 1, 0]
