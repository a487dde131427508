"""Sections 31.8 and 31.9 of RULES.md: which city, primary asset or mythos card a cultist chooses."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import agent, control, lay, mark, stand
from tests.dark_providence.solo_scenes import cultist_city, cultist_state, failed, old_one, scene, take
from tests.game_helpers import of_kinds, rule

KINDS = ["city", "asset", "mythos"]


def target_of(match, at, which=0):
    """Return a target in the first (0) or the second (1) city on the cultist's route.

    For mythos cards, the number selects one of two cards in the row.
    """
    lay(match, "boston", "tommy_guns", "cover_up")
    lay(match, "detroit", "exorcism", "debt_collectors")
    return {"city": ("boston", "detroit"), "asset": ("tommy_guns", "exorcism"), "mythos": ("silver_key", "shoggoth")}[
        at
    ][which]


def is_acquired(match, at, target):
    """Return whether the Great Old One has acquired this target."""
    if at == "city":
        return match.state.places[target].controller > 0
    return target in (old_one(match).mythos if at == "mythos" else match.state.destroyed)


# -- the choice of target -------------------------------------------------------------------------------------


@rule("DP-SOLO.69", "DP-SOLO.81", "DP-SOLO.91")
@pytest.mark.parametrize("at", KINDS)
@pytest.mark.parametrize(("markers", "players", "wins"), [(1, 0, True), (3, 2, True), (2, 2, False), (1, 4, False)])
def test_a_cultist_needs_more_markers_than_the_player(at, markers, players, wins):
    match = scene()
    target = target_of(match, at)
    mark(match, 1, target, markers)
    mark(match, 0, target, players)
    assert failed(take(match, 1, at)) != wins
    assert is_acquired(match, at, target) == wins


@rule("DP-SOLO.69", "DP-SOLO.81", "DP-SOLO.91")
@pytest.mark.parametrize("at", KINDS)
def test_the_other_cultists_markers_do_not_matter(at):
    match = scene()
    target = target_of(match, at)
    mark(match, 1, target, 1)
    mark(match, 2, target, 5)
    assert not failed(take(match, 1, at))
    assert is_acquired(match, at, target)


@rule("DP-SOLO.69", "DP-SOLO.81", "DP-SOLO.91")
@pytest.mark.parametrize("at", KINDS)
def test_markers_of_the_other_cultist_are_no_markers_of_its_own(at):
    match = scene()
    mark(match, 2, target_of(match, at), 5)
    assert failed(take(match, 1, at))


@rule("DP-SOLO.69", "DP-SOLO.82", "DP-SOLO.91", "DP-HC.65")
@pytest.mark.parametrize("at", KINDS)
def test_locked_ones_are_passed_over(at):
    match = scene()
    first, second = target_of(match, at), target_of(match, at, 1)
    mark(match, 1, first, 2)
    mark(match, 1, second, 1)
    match.state.locks.append(first)
    take(match, 1, at)
    assert not is_acquired(match, at, first)
    assert is_acquired(match, at, second)
    assert first in match.state.locks
    assert match.state.marks[first] == [0, 2, 0]


@rule("DP-SOLO.70", "DP-SOLO.83", "DP-SOLO.92")
@pytest.mark.parametrize("at", KINDS)
def test_if_all_are_locked_the_first_lock_is_removed_and_nothing_else(at):
    match = scene()
    first, second = target_of(match, at), target_of(match, at, 1)
    mark(match, 1, first, 2)
    mark(match, 1, second, 1)
    match.state.locks += [second, first]
    events = take(match, 1, at)
    assert not failed(events)
    assert match.state.locks == [second]
    assert [(body.owner, body.target) for body in of_kinds(events, "unlocked")] == [(1, first)]
    assert match.state.marks == {first: [0, 2, 0], second: [0, 1, 0]}
    assert cultist_city(match, 1) == "arkham"


@rule("DP-SOLO.71", "DP-SOLO.84", "DP-SOLO.92")
@pytest.mark.parametrize("at", KINDS)
def test_a_lock_where_the_player_has_as_much_stays_and_the_action_fails(at):
    match = scene()
    target = target_of(match, at)
    mark(match, 1, target, 2)
    mark(match, 0, target, 2)
    match.state.locks.append(target)
    assert failed(take(match, 1, at))
    assert match.state.locks == [target]
    assert cultist_city(match, 1) == "boston"


@rule("DP-SOLO.72", "DP-HC.66")
@pytest.mark.parametrize("controller", [1, 2])
@pytest.mark.parametrize("locked", [True, False])
def test_cities_of_either_cultist_are_passed_over(controller, locked):
    match = scene()
    control(match, controller, "boston")
    mark(match, 1, "boston", 2)
    match.state.locks += ["boston"] * locked
    assert failed(take(match, 1, "city"))
    assert match.state.locks == ["boston"] * locked
    mark(match, 1, "detroit", 1)
    take(match, 1, "city")
    assert match.state.places["detroit"].controller == 1


@rule("DP-SOLO.73", "DP-HC.64")
@pytest.mark.parametrize(("defend", "fails"), [(True, True), (False, False)])
def test_the_players_agents_defend_a_city(defend, fails):
    match = scene(solo_agents_defend=defend)
    match.state.agents["monday"].city = "boston"
    agent(match, 0, "alice_ochs", "boston")
    mark(match, 1, "boston", 3)
    assert failed(take(match, 1, "city")) == fails


@rule("DP-SOLO.73", "DP-HC.64")
def test_agents_and_markers_defend_together_where_agents_defend():
    match = scene(solo_agents_defend=True)
    match.state.agents["monday"].city = "boston"
    mark(match, 0, "boston", 1)
    mark(match, 1, "boston", 2)
    assert failed(take(match, 1, "city"))
    mark(match, 1, "boston", 1)
    assert not failed(take(match, 1, "city"))


@rule("DP-SOLO.73")
def test_agents_elsewhere_and_on_cards_do_not_defend():
    match = scene()
    lay(match, "boston", "tommy_guns", "cover_up")
    match.state.agents["monday"].city = "boston"
    mark(match, 1, "tommy_guns", 1)
    assert not failed(take(match, 1, "asset"))


@rule("DP-SOLO.42", "DP-SOLO.73")
def test_cultist_agents_do_not_help_in_a_city():
    match = scene()
    stand(match, 1, "boston")
    stand(match, 2, "boston")
    mark(match, 1, "boston", 1)
    mark(match, 0, "boston", 1)
    assert failed(take(match, 1, "city"))


@rule("DP-SOLO.57")
@pytest.mark.parametrize("at", ["city", "asset"])
def test_nothing_is_acquired_where_cthulhu_is(at):
    match = scene()
    target = target_of(match, at)
    mark(match, 1, target, 2)
    match.state.cthulhu = "boston"
    assert failed(take(match, 1, at))
    match.state.cthulhu = ""
    stand(match, 1, "arkham")
    assert not failed(take(match, 1, at))


@rule("DP-SOLO.81")
def test_a_city_without_primary_assets_is_passed_over():
    match = scene()
    lay(match, "detroit", "exorcism", "debt_collectors")
    match.state.destroyed += match.state.places["boston"].stack
    match.state.places["boston"].stack = []
    mark(match, 1, "boston", 3)
    mark(match, 1, "exorcism", 1)
    take(match, 1, "asset")
    assert match.state.destroyed[-1] == "exorcism"
    assert match.state.marks == {"boston": [0, 3, 0]}


@rule("DP-SOLO.72", "DP-LIMIT.5")
def test_a_cultist_without_control_markers_acquires_no_city():
    match = scene()
    for city in list(match.state.places)[:12]:
        if city != "boston":
            control(match, 1, city)
    match.state.places["arkham"].gate, match.state.places["arkham"].gate_owner = "open", 1
    cultist_state(match, 1).controls -= 1
    mark(match, 1, "boston", 2)
    assert cultist_state(match, 1).controls == 0
    assert failed(take(match, 1, "city"))
    mark(match, 2, "boston", 1)
    assert not failed(take(match, 2, "city"))
