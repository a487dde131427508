"""Whole solo matches: they end, stay consistent, and report every change in the Great Old One's turn as an event."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.dark_providence.content.component_counts import THRESHOLD
from rules.dark_providence.content.effects import EffectOrder
from rules.dark_providence.content.load import base
from rules.dark_providence.examples.position_builder import turn
from rules.dark_providence.seen.invariants import is_sound
from rules.dark_providence.solo.old_one import goal_reached
from rules.dark_providence.state.actions import EndTurn
from rules.dark_providence.state.steps import OrderStep, ResourceStep, VictimStep
from rules.kernel.engine.match import arrange
from rules.kernel.errors import EngineError
from tests.dark_providence.solo_ledger import apply_event, ledger_of
from tests.dark_providence.solo_scenes import old_one, result, scene
from tests.dark_providence.table import GAME, new
from tests.game_helpers import rule

EVERY = sorted(base().old_ones)


def played(match, seed: Any, patience: float = 0.2, steps: int = 3000):
    """Play at random. For each action, yield the action, a ledger of the position before it, and its events.

    When the turn can be ended, it is ended with the probability `patience`.
    """
    rng = random.Random(seed)
    for _ in range(steps):
        if match.over:
            return
        actions = match.decisions()[0].actions
        action = EndTurn() if EndTurn() in actions and rng.random() < patience else rng.choice(actions)
        before = ledger_of(match)
        yield action, before, [event.body for event in match.apply(0, action)]
    pytest.fail("the match did not end")


@rule("DP-INV.1", "DP-INV.2", "DP-INV.3", "DP-INV.4", "DP-INV.5", "DP-INV.6", "DP-INV.7", "DP-INV.8", "DP-SOLO.140")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", EVERY)
def test_a_random_match_ends_and_is_sound_at_every_step(name, seed):
    match = new(1, str(seed), old_one=name)
    for _ in played(match, f"{name}{seed}"):
        assert is_sound(match)
    side = old_one(match)
    goal = match.content.old_ones[name].goal
    reasons = {
        "goal": goal_reached(match) >= goal.amount,
        "threshold": max(side.vp, match.state.players[0].vp) >= THRESHOLD[1],
        "old_one_madness": side.madness >= 5,
        "madness": match.state.players[0].madness >= 3,
        "assassination": match.state.players[0].lead in side.crypt,
        "ritual": match.state.ritual == 12,
        "investigation": match.state.investigation == 12,
        "deep_ones": sum(agent.startswith("deep_one_") for agent in match.state.agents) == 8,
    }
    assert match.state.ending
    assert all(reasons[trigger] for trigger in match.state.ending)


@rule("DP-SOLO.18", "DP-GEN.6")
@pytest.mark.parametrize("name", EVERY)
def test_a_passive_player_loses(name):
    match = new(1, "5", old_one=name)
    for _ in played(match, name, patience=1):
        assert is_sound(match)
    assert result(match).winners == []


@rule("DP-SOLO.56", "DP-VIS.1")
@pytest.mark.parametrize("switches", [{}, {"solo_influence": "primary_asset", "solo_failure_travels": False}])
@pytest.mark.parametrize("name", EVERY)
def test_the_great_old_ones_turn_is_told_by_its_events(name, switches):
    match = new(1, "3", old_one=name, **switches)
    turns = 0
    for action, ledger, bodies in played(match, name, patience=0.6):
        if action != EndTurn() and match.state.phase != "old_one":
            continue
        for body in bodies:
            apply_event(ledger, match.content, body)
        after = ledger_of(match)
        if match.over:
            after.revealed, ledger.revealed = set(), set()
        assert ledger == after
        turns += 1
    assert turns > 3


@rule("DP-SOLO.53", "DP-RND.1")
def test_a_solo_match_is_saved_and_loaded_at_any_step():
    match = new(1, "7")
    for _ in played(match, 7):
        copy = GAME.load(match.dump())
        assert copy.dump() == match.dump()
        assert copy.decisions() == match.decisions()


@rule("DP-VIS.29")
def test_a_look_from_outside_tells_neither_the_control_deck_nor_the_hand():
    match = new(1, "7")
    side = old_one(match)
    seen = repr(match.view(None))
    assert not any(control in seen for control in side.deck)


@pytest.mark.parametrize(
    "step",
    [
        OrderStep(3, EffectOrder(do="effect")),
        OrderStep(0, EffectOrder(do="effect")),
        VictimStep(0, 1, ["wyatt_earp"]),
        VictimStep(0, 1, []),
        VictimStep(0, 3, ["monday"]),
        ResourceStep(0, "silver_key", "mythos", []),
    ],
)
def test_a_damaged_step_of_a_cultist_is_not_sound(step):
    match = scene()
    if isinstance(step, ResourceStep):
        match.state.row.remove("silver_key")
        old_one(match).mythos.append("silver_key")
    with arrange(match):
        match.state.stack.append(VictimStep(0, 1, ["monday"]))
    with pytest.raises(EngineError), arrange(match):
        match.state.stack[-1] = step


def test_cultists_have_no_steps_among_several_players():
    match = turn(2)
    with pytest.raises(EngineError), arrange(match):
        match.state.stack.append(OrderStep(1, EffectOrder(do="effect")))
