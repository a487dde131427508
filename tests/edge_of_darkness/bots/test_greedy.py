"""Greedy computer players, who look one action ahead: their choices in single positions and in whole matches."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.cli.lab.simulation import greedy_policy
from rules.edge_of_darkness.board.sleeved_card import damage
from rules.edge_of_darkness.bots.values import Values
from rules.edge_of_darkness.content.ops import ClearTray
from rules.edge_of_darkness.examples.position_builder import new, tray
from rules.edge_of_darkness.state.actions import EndTurn, HuntThreats, SleeveOnto, UseContact
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep, Source
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.scenes import besieged, cards_in_hand, simple_free_part
from tests.edge_of_darkness.table import GAME, free_part
from tests.game_helpers import set_stack


def greedy_choice(match: EdgeMatch, seat: int = 0) -> Action:
    """Return the action that a greedy computer player chooses for this seat."""
    return greedy_policy(match, seat, match.decisions()[seat], random.Random(1))


def turn(match: EdgeMatch, seat: int = 0) -> list[Action]:
    """Let a greedy computer player finish a turn. Return its actions."""
    done: list[Action] = []
    while EndTurn() not in done:
        done.append(greedy_choice(match, seat))
        match.apply(seat, done[-1])
    return done


@pytest.fixture(scope="module")
def played() -> EdgeMatch:
    """Return a finished match where seat 0 chose at random and seat 1 was a greedy computer player."""
    match, rng = GAME.new(2, 5, {"setup": "random"}), random.Random(5)
    while not match.over:
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, greedy_policy(match, seat, decision, rng) if seat else rng.choice(decision.actions))
    return match


def test_a_greedy_player_is_far_ahead_of_one_who_takes_any_action(played: EdgeMatch) -> None:
    any_action, greedy = (row.total for row in played.result.rows)
    assert greedy > any_action + 15
    assert played.result.winners == [1]


def test_a_greedy_player_earns_reputation_and_fills_slots_of_own_cards(played: EdgeMatch) -> None:
    scores = played.result.rows[1].scores
    assert scores["reputation"] >= 6
    assert scores["slots"] >= 10


def test_threats_within_reach_are_hunted() -> None:
    match = simple_free_part(2, hand=["citizen"])
    with arrange(match):
        match.state.turn.battle, match.state.turn.may_hunt = 25, True
    hunts = [action for action in turn(match) if isinstance(action, HuntThreats)]
    assert hunts
    assert match.state.players[0].reputation > 0 or match.state.players[0].coins > 5


def test_an_advancement_goes_onto_an_own_card_before_anyone_elses() -> None:
    match = simple_free_part(2, hand=[1, "citizen", 0])
    own = next(card for card in cards_in_hand(match) if match.state.cards[card].owner == 0)
    sleeved = [action for action in turn(match) if isinstance(action, SleeveOnto)]
    assert [action.card for action in sleeved] == [own]


def test_what_only_gives_is_used_before_the_turn_ends() -> None:
    match = simple_free_part(2, hand=["patrician", 0])
    used = {action.card for action in turn(match) if isinstance(action, UseContact)}
    assert len(used) == 2


def test_a_cube_of_the_own_colour_leaves_the_tray_that_is_nearly_full() -> None:
    match = free_part(2)
    with arrange(match) as state:
        state.tower.sort(key=lambda card: -damage(match.content, state.cards[card]))
    tray(match, 1, 5)
    tray(match, 2, 0, 1)
    tray(match, 3, 0, 0, 1)
    set_stack(match, *match.state.stack, ChoiceStep(0, Source(""), ClearTray(op="clear_tray"), 1, "turn"))
    action: Any = greedy_choice(match)
    assert (action.tray, action.colour) == (1, 0)


def attacked(agents: int) -> EdgeMatch:
    """Return a match where seat 0 is attacked and can return Agents to reduce the Damage."""
    match = besieged(agents=agents)
    match.apply(1, EndTurn())
    return match


def test_an_attack_is_turned_away_when_the_ways_at_hand_suffice() -> None:
    match = attacked(agents=3)
    for _ in range(3):
        if match.state.players[0].reputation:
            break
        match.apply(0, greedy_choice(match))
    assert match.state.players[0].reputation == 1
    assert match.state.players[0].moved_down == 0
    assert attacked(agents=0).state.players[0].moved_down == 1


def test_coins_are_worth_more_while_there_are_turns_to_spend_them() -> None:
    early, late = new(2), new(2)
    with arrange(late) as state:
        state.phase, state.round = "over", 8
    assert Values(early, 0).tokens("coins", 4) > Values(late, 0).tokens("coins", 4) == 1.0
