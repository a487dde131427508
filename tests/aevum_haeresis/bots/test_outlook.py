"""A seat's outlook (its chances and likely actions), and how "hard" computer players use it to look ahead."""

from __future__ import annotations

import random

import pytest

from bot.computers.player import choose
from bot.computers.tree_search import Budget
from rules.aevum_haeresis.bots import outlook
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    acting,
    hold,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Announce, Done, Join, Lay, Pass, UseHeresy
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import TeamStep
from rules.kernel.data.actions import Action
from tests.aevum_haeresis.bots.winning_positions import plot_deck_in_reach, souls_in_reach
from tests.aevum_haeresis.table import waive
from tests.game_helpers import act


def hard_choice(match: Haeresis, seat: int) -> Action:
    """Return the action that a "hard" computer player chooses for this seat."""
    return choose(match, seat, "hard", random.Random(1), Budget(iterations=24))


@pytest.mark.parametrize("more", [{"souls": 6}, {"gold": 9}, {"execution": 0}], ids=str)
def test_what_helps_a_seat_makes_it_likelier_to_win_and_the_rival_less(more: dict[str, int]) -> None:
    match = acting(scene(), ANNA)
    set_player(match, ANNA, execution=1)
    before = [outlook.OUTLOOK.chance(match, seat) for seat in (ANNA, BELA)]
    set_player(match, ANNA, **more)
    after = [outlook.OUTLOOK.chance(match, seat) for seat in (ANNA, BELA)]
    assert after[ANNA] > before[ANNA]
    assert after[BELA] < before[BELA]


def test_a_match_that_is_over_is_certain() -> None:
    match = scene()
    match.concede(ANNA)
    assert [outlook.OUTLOOK.chance(match, seat) for seat in (ANNA, BELA)] == [0, 1]


def test_the_likely_action_is_the_manoeuvre_that_promises_most() -> None:
    match = souls_in_reach()
    offered = acting(match, ANNA).decisions()[ANNA].actions
    assert outlook.likely(match, ANNA, list(offered)) == Announce("recruit")


def test_a_player_without_a_worthwhile_move_passes() -> None:
    match = scene()
    for card in list(match.state.cards):
        set_card(match, card, ready=False)
    set_player(match, ANNA, gold=0)
    offered = [one for one in acting(match, ANNA).decisions()[ANNA].actions if not isinstance(one, UseHeresy)]
    assert outlook.likely(match, ANNA, offered) == Pass()


def test_every_heresy_has_a_promise() -> None:
    """An outlook judges a Heresy by its effect and not by the card's name, so it also works for custom packs."""
    match = acting(scene(), ANNA)
    for name, card in base().cards.items():
        for number, ability in enumerate(card.abilities):
            if ability.kind == "heresy":
                offered: list[Action] = [UseHeresy(f"{name}.{ANNA}.1/{number}"), Pass()]
                assert outlook.likely(match, ANNA, offered) in offered


def test_a_hard_player_takes_the_last_souls() -> None:
    match = souls_in_reach()
    assert hard_choice(acting(match, ANNA), ANNA) == Announce("recruit")


def test_a_hard_player_plunders_what_is_nearly_empty() -> None:
    match = plot_deck_in_reach()
    assert hard_choice(acting(match, ANNA), ANNA) == Announce("plunder")


def test_in_a_conflict_each_card_that_can_be_paid_for_is_tried_and_none() -> None:
    match = scene()
    psalm, hunter = hold(match, BELA, "whispered_psalm", "hound_master")
    conflict(match)
    offered = match.decisions()[BELA].actions
    assert {Lay(psalm), Lay(hunter), Done()} <= set(offered)
    assert set(outlook.tried(match, BELA, list(offered))) == {Lay(psalm), Done()}


def conflict(match: Haeresis) -> None:
    """Let Anna accuse and Béla block, so Béla must lay his row."""
    knight = put(match, ANNA, "oath_broken_knight")
    lawyer = put(match, BELA, "canon_lawyer", controller=BELA)
    acting(match, ANNA)
    act(match, Announce("accuse"))
    waive(match)
    while isinstance(step := match.state.stack[-1], TeamStep):
        card = lawyer if step.blocking else knight
        act(match, Join(card) if Join(card) in match.decisions()[step.seat].actions else Done())


def test_a_game_has_its_outlook() -> None:
    assert GAME.outlook is outlook.OUTLOOK
