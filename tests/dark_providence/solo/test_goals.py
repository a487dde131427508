"""Section 31.3 of RULES.md, and DP-CONT.22: every kind of goal, tested with made-up Great Old Ones."""

from __future__ import annotations

from typing import get_args

import pytest

from rules.dark_providence.content.effects import Goal, Power
from rules.dark_providence.examples.position_builder import agent, control, fill_bag, lay, mark
from rules.dark_providence.solo.old_one import goal_reached
from rules.dark_providence.state.actions import AcquireTarget, Meddle, React
from tests.dark_providence.made_up_cards import action_card, bonus_card, choose, icons, places_of_card
from tests.dark_providence.solo_scenes import (
    EFFECT,
    PLACE_CITY,
    card,
    control_card,
    effect,
    gate,
    kill,
    old_one,
    result,
    scene,
    set_goal,
    take,
    use_effect,
    whole_turn,
)
from tests.dark_providence.table import act
from tests.game_helpers import kinds_of, of_kinds, rule


def _gates(match):
    fill_bag(match, 1, 0)
    gate(match, 2, 9)


def _cities(match):
    mark(match, 1, "boston", 1)
    take(match, 1, "city")


def _mythos(match):
    mark(match, 1, "silver_key", 1)
    take(match, 1, "mythos")


def _victims(match):
    match.state.players[0].vp = 5
    agent(match, 0, "wyatt_earp", "arkham")
    kill(match, 1, 9)


def _ritual(match):
    effect(match, 1, effect="track", track="ritual", by=1)
    use_effect(match, 1)


def _locks(match):
    effect(match, 1, effect="lock_cities", count=1)
    use_effect(match, 1)


def _assets(match):
    lay(match, "boston", "tommy_guns", "cover_up")
    mark(match, 1, "tommy_guns", 1)
    take(match, 1, "asset")


def _madness(match):
    effect(match, 1, effect="madden")
    fill_bag(match, 0, 1)
    use_effect(match, 1)


REACH = {
    "gates": _gates, "cities": _cities, "mythos": _mythos, "victims": _victims, "ritual": _ritual, "locks": _locks,
    "assets": _assets, "madness": _madness,
}  # fmt: skip


@rule("DP-SOLO.26", "DP-HC.80")
@pytest.mark.parametrize("goal", get_args(Goal.model_fields["goal"].annotation))
def test_the_goal_wins_at_once(goal):
    match = scene()
    set_goal(match, goal, 1)
    assert goal_reached(match) == 0
    REACH[goal](match)
    assert match.over
    assert match.state.goal_met
    assert goal_reached(match) == 1
    assert (match.state.ending[-1], result(match).winners) == ("goal", [])


@rule("DP-SOLO.26")
@pytest.mark.parametrize("goal", get_args(Goal.model_fields["goal"].annotation))
def test_short_of_the_goal_the_game_goes_on(goal):
    match = scene()
    set_goal(match, goal, 2)
    REACH[goal](match)
    assert not match.over
    assert not match.state.goal_met
    assert match.state.phase == "play"


@rule("DP-CONT.22")
def test_what_counts_for_goals():
    match = scene()
    control(match, 0, "boston")
    match.state.places["boston"].gate, match.state.places["boston"].gate_owner = "open", 0
    match.state.players[0].mythos.append("dagon")
    match.state.players[0].crypt.append("wyatt_earp")
    old_one(match).madness = 3
    for goal in ("gates", "cities", "mythos", "victims", "madness", "assets"):
        set_goal(match, goal, 9)
        assert goal_reached(match) == 0
    control(match, 2, "detroit")
    set_goal(match, "cities", 9)
    assert goal_reached(match) == 1
    match.state.locks += ["boston", "silver_key"]
    set_goal(match, "locks", 9)
    assert goal_reached(match) == 2


@rule("DP-SOLO.26", "DP-HC.80")
def test_the_second_cultist_does_not_act_after_the_goal():
    match = scene()
    set_goal(match, "cities", 1)
    mark(match, 1, "arkham", 1)
    control_card(match, {"do": "acquire", "at": "city"}, PLACE_CITY)
    events = whole_turn(match)
    assert match.over
    assert [body.who for body in of_kinds(events, "cultist_acts")] == [1]


@rule("DP-SOLO.26", "DP-HC.80")
def test_nor_after_an_effect_that_reaches_it():
    match = scene()
    set_goal(match, "ritual", 1)
    effect(match, 1, effect="track", track="ritual", by=1)
    control_card(match, EFFECT, PLACE_CITY)
    events = whole_turn(match)
    assert match.over
    assert [body.who for body in of_kinds(events, "cultist_acts")] == [1]


@rule("DP-SOLO.26", "DP-HC.80")
@pytest.mark.parametrize("others", [[], ["carl_jung"]])
def test_nor_after_a_victim_that_reaches_it(others):
    match = scene()
    set_goal(match, "victims", 1)
    match.state.players[0].vp = 5
    for name in ("wyatt_earp", *others):
        agent(match, 0, name, "arkham")
    control_card(match, {"do": "assassinate", "force": 9}, PLACE_CITY)
    events = whole_turn(match)
    if others:
        events += choose(match, "wyatt_earp")
    assert match.over
    assert [body.who for body in of_kinds(events, "cultist_acts")] == [1]


@rule("DP-SOLO.26", "DP-HC.80")
def test_after_the_goal_nothing_more_is_gained_from_the_card():
    match = scene()
    set_goal(match, "mythos", 1)
    fill_bag(match, 3, 3)
    card(match, "silver_key", icons={"ritual_up": 2}, sanity=True)
    mark(match, 1, "silver_key", 1)
    events = take(match, 1, "mythos")
    assert (old_one(match).vp, match.state.ritual, old_one(match).mythos) == (6, 0, ["silver_key"])
    assert kinds_of(events, "acquired", "goal_reached", "cultist_resource", "took_token", "vp") == [
        "acquired",
        "goal_reached",
    ]


@rule("DP-SOLO.26", "DP-HC.80")
def test_a_resource_action_can_reach_the_goal():
    match = scene()
    set_goal(match, "ritual", 2)
    lay(match, "boston", "tommy_guns", "cover_up")
    card(match, "tommy_guns", icons={"ritual_up": 2, "investigation_up": 1}, sanity=True)
    match.state.investigation = 5
    mark(match, 1, "tommy_guns", 1)
    take(match, 1, "asset")
    assert match.over
    assert match.state.investigation == 5
    assert places_of_card(match, "tommy_guns") == ["destroyed"]


@rule("DP-SOLO.26", "DP-HC.80")
def test_the_player_can_bring_it_about_in_the_own_turn():
    match = scene()
    set_goal(match, "locks", 1)
    act(match, bonus_card(match, {"op": "lock"}))
    events = choose(match, "place/boston")
    assert match.over
    assert of_kinds(events, "goal_reached")
    assert not of_kinds(events, "control_drawn")
    assert result(match).winners == []


@rule("DP-SOLO.26", "DP-HC.80")
def test_the_players_reaction_in_the_great_old_ones_turn_can_bring_it_about():
    match = scene()
    set_goal(match, "ritual", 1)
    match.state.players[0].vp = 5
    agent(match, 0, "wyatt_earp", "arkham")
    told_of = {"timing": "reaction", "trigger": "destroyed", "ways": [[{"op": "track", "track": "ritual", "by": 1}]]}
    card(match, "wyatt_earp", powers=[Power.model_validate(told_of)])
    kill(match, 1, 9)
    events = act(match, React())
    assert match.over
    assert kinds_of(events, "moved_track", "goal_reached", "turn_began") == ["moved_track", "goal_reached"]


@rule("DP-SOLO.26", "DP-SOLO.140")
def test_the_goal_wins_though_the_player_has_more_points():
    match = scene()
    set_goal(match, "ritual", 1)
    match.state.players[0].vp = 34
    icons(match, 0, "ritual_up", 1)
    act(match, Meddle("ritual", "up"))
    assert match.over
    assert result(match).rows[0].total > old_one(match).vp
    assert result(match).winners == []


@rule("DP-SOLO.26", "DP-HC.80")
def test_madness_that_ends_the_game_can_be_the_goal():
    match = scene()
    set_goal(match, "madness", 3)
    match.state.players[0].madness, match.state.players[0].vp = 2, 30
    match.state.spent[1] -= 2
    fill_bag(match, 0, 2)
    act(match, action_card(match, {"op": "sanity"}))
    assert match.over
    assert match.state.ending == ["madness", "goal"]
    assert result(match).winners == []


@rule("DP-SOLO.26")
def test_acquiring_from_a_cultist_keeps_it_from_its_goal():
    match = scene()
    set_goal(match, "cities", 2)
    control(match, 1, "boston")
    mark(match, 0, "boston", 1)
    act(match, AcquireTarget("boston"))
    assert goal_reached(match) == 0
