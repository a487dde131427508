"""Section 36 of RULES.md: Story rows planned ahead, when planning is possible, and when the rows are laid."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, enlisting, hold, scene, set_player
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Done, Join, Lay
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.actions import Action
from rules.kernel.engine import planned_turns
from rules.kernel.words.translation import Translator
from tests.aevum_haeresis.window_helpers import announce, fight, is_asked, scene_with_cards, waive
from tests.game_helpers import act, asked, rule

SAY = Translator()


def luck() -> random.Random:
    return random.Random(3)


def planned(match: Haeresis, seat: int, *actions: Action) -> list[str]:
    """Return the initial standing orders, extended with a plan of these actions."""
    orders = list(GAME.default_orders(match))
    for action in actions:
        orders = planned_turns.with_step(match, seat, orders, action, luck())
    return orders


def may_plan(match: Haeresis, seat: int) -> bool:
    return planned_turns.rehearse(SAY, match, seat, [], luck()) is not None


def offered(match: Haeresis, seat: int, orders: Sequence[str] = ()) -> list[Action]:
    found = planned_turns.rehearse(SAY, match, seat, orders, luck())
    return found.decision.actions if found is not None and found.decision is not None else []


def follow_orders(match: Haeresis, seat: int, orders: list[str]) -> list[str]:
    """Let a seat's standing orders lay cards as long as the seat must lay any. Return the orders that haven't ended."""
    orders = GAME.standing(match, seat, orders)
    while asked(match) == (seat, "row") and (action := GAME.ordered(match, seat, orders)) is not None:
        orders = planned_turns.remaining_orders(match, seat, orders, action)
        match.apply(seat, action)
        orders = GAME.standing(match, seat, orders)
    return orders


def enlistment() -> tuple[Haeresis, list[str], list[str]]:
    """Return an Enlistment where Anna must lay a row, the ids of Anna's cards, and the ids of Béla's cards."""
    match = scene()
    mine, theirs = hold(match, ANNA, "cold_hands", "eel_sermon"), hold(match, BELA, "cold_hands", "eel_sermon")
    return enlisting(match), mine, theirs


@rule("AH-PBP.35")
def test_the_passive_player_plans_a_row_and_it_is_laid_when_its_turn_comes():
    match, _, cards = enlistment()
    assert set(offered(match, BELA)) == {Done(), *map(Lay, cards)}
    orders = planned(match, BELA, Lay(cards[1]), Lay(cards[0]))
    assert match.state.players[BELA].hand == cards
    act(match, Done(), ANNA)
    assert follow_orders(match, BELA, orders) == list(GAME.default_orders(match))
    assert match.state.players[BELA].hand == []
    assert asked(match)[1] != "row"


@rule("AH-PBP.35")
def test_a_row_is_not_laid_if_gold_or_hand_have_changed_and_the_reason_is_told():
    for changes, told in (({"gold": 1}, "Your gold has changed"), ({"souls": 3}, "Your souls have changed")):
        match, _, cards = enlistment()
        orders = planned(match, BELA, Lay(cards[0]), Done())
        set_player(match, BELA, **changes)
        act(match, Done(), ANNA)
        left = follow_orders(match, BELA, orders)
        assert asked(match) == (BELA, "row")
        assert told in planned_turns.stop_reason(SAY, match, BELA, left)
    match, _, cards = enlistment()
    orders = planned(match, BELA, Lay(cards[0]), Done())
    hold(match, BELA, "cold_hands")
    act(match, Done(), ANNA)
    assert "Your hand has changed" in planned_turns.stop_reason(SAY, match, BELA, follow_orders(match, BELA, orders))


@rule("AH-PBP.35")
def test_no_row_is_planned_in_the_plot_phase_nor_after_it_was_laid():
    match = scene()
    hold(match, BELA, "cold_hands")
    assert not may_plan(match, BELA)
    match, _, _ = enlistment()
    assert not may_plan(match, ANNA)
    act(match, Done(), ANNA)
    assert asked(match) == (BELA, "row")
    assert not may_plan(match, ANNA)


@rule("AH-PBP.35")
def test_a_row_of_a_conflict_is_planned_once_it_has_begun_and_holds_three_chapters():
    match = fight(scene_with_cards())
    laying = asked(match)[0]
    other = 1 - laying
    cards = hold(match, other, "cold_hands", "eel_sermon", "cold_hands", "eel_sermon")
    orders = planned(match, other, *map(Lay, cards[:3]))
    assert offered(match, other, orders) == [Done()]
    orders = planned(match, other, *map(Lay, cards[:3]), Done())
    act(match, Done(), laying)
    assert follow_orders(match, other, orders) == list(GAME.default_orders(match))
    assert set(cards[:3]).isdisjoint(match.state.players[other].hand)


@rule("AH-PBP.35")
def test_a_row_is_planned_for_the_conflict_that_ones_own_manoeuvre_may_come_to():
    match = scene_with_cards()
    cards = hold(match, ANNA, "cold_hands", "eel_sermon")
    announce(match, "recruit")
    waive(match)
    assert not may_plan(match, ANNA)
    act(match, Join(match.state.players[ANNA].damned), ANNA)
    if is_asked(match, "team") and ANNA in match.decisions():
        act(match, Done(), ANNA)
    assert asked(match) == (BELA, "team")
    orders = planned(match, ANNA, Lay(cards[1]), Done())
    blocked, opened = match.copy(), match.copy()
    act(blocked, Join(blocked.state.players[BELA].damned), BELA)
    if is_asked(blocked, "team"):
        act(blocked, Done(), BELA)
    assert asked(blocked) == (ANNA, "row")
    assert follow_orders(blocked, ANNA, orders) == list(GAME.default_orders(blocked))
    assert cards[1] not in blocked.state.players[ANNA].hand
    assert cards[0] in blocked.state.players[ANNA].hand
    # If there is no block, there is no row to lay, so the plan is dropped.
    act(opened, Done(), BELA)
    assert GAME.standing(opened, ANNA, orders) == list(GAME.default_orders(opened))


@rule("AH-PBP.35")
def test_a_row_for_a_conflict_is_not_laid_when_the_team_has_changed():
    match = fight(scene_with_cards())
    other = 1 - asked(match)[0]
    orders = planned(match, other, Done())
    man = match.state.man
    assert man is not None
    for team, told in ((other, "Your team has changed"), (1 - other, "Your opponent's team has changed")):
        trial = match.copy()
        assert trial.state.man is not None
        act(trial, Done(), 1 - other)
        trial.state.man.teams[team] = []
        assert told in planned_turns.stop_reason(SAY, trial, other, orders)


def test_what_a_plan_shows_does_not_depend_on_the_rivals_cards():
    match, _, cards = enlistment()
    orders = planned(match, BELA, Lay(cards[0]))
    for seed in range(4):
        other = match.worlds(BELA, random.Random(seed))
        assert planned(other, BELA, Lay(cards[0])) == orders
        assert offered(other, BELA, orders) == offered(match, BELA, orders)
