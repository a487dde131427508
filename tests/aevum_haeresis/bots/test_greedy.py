"""Greedy computer players look one action ahead, use every kind of action and end a match when they can."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import get_args

import pytest

from bot.cli.lab.simulation import greedy_policy
from rules.aevum_haeresis.board.card_lookup import record
from rules.aevum_haeresis.bots.heuristics import PASSIVES
from rules.aevum_haeresis.content.effects import Passive
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.ops import MANOEUVRES
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
from rules.aevum_haeresis.state.actions import Announce, Done, Join, PlayDem, UseDem, UseHeresy
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import TeamStep
from rules.kernel.data.actions import Action
from tests.aevum_haeresis.bots.winning_positions import plot_deck_in_reach, souls_in_reach
from tests.aevum_haeresis.table import waive
from tests.game_helpers import act

DECKS = list(base().decks)


def greedy_choice(match: Haeresis, seat: int) -> Action:
    """Return the action that a greedy computer player chooses for this seat."""
    return greedy_policy(match, seat, match.decisions()[seat], random.Random(1))


#: Actions that greedy computer players must choose in at least one match.
WANTED = [
    *(f"paid for a {kind}" for kind in ("heretic", "story", "event", "hunter")), *MANOEUVRES, "block",
    "heresy of a camp", "attachment", "pass", "location",
]  # fmt: skip
#: The minimum and maximum number of matches between ready-made decks to play until all wanted actions have been seen.
LEAST, MOST = 4, 60


@pytest.fixture(scope="module")
def used() -> Counter[str]:
    """Count the actions of greedy computer players in matches, until all wanted actions have been seen."""
    found: Counter[str] = Counter()
    pairs = itertools.cycle(itertools.product(DECKS[::2], DECKS[1::2]))
    for seed, pair in zip(range(MOST), pairs, strict=False):
        if seed >= LEAST and not _missing(found):
            break
        _watch(GAME.new_between(seed, pair), random.Random(seed), found)
    return found


def _missing(found: Counter[str]) -> list[str]:
    return [name for name in WANTED if not found[name]]


def _watch(match: Haeresis, rng: random.Random, found: Counter[str]) -> None:
    while not match.over:
        seat, decision = next(iter(match.decisions().items()))
        action = greedy_policy(match, seat, decision, rng)
        found[action.verb] += 1
        if isinstance(action, UseHeresy):
            found[f"heresy of a {record(match, action.card).type}"] += 1
        elif isinstance(action, PlayDem | UseDem):
            found[f"window {match.state.window}"] += 1
        elif isinstance(action, Announce):
            found[action.manoeuvre] += 1
        elif isinstance(action, Join) and decision.prompt.args.get("blocking"):
            found["block"] += 1
        for event in match.apply(seat, action):
            if event.body.kind == "paid_for" and event.body.ability < 0:
                found[f"paid for a {record(match, event.body.card).type}"] += 1
                found["attachment"] += bool(event.body.host)


def test_they_use_every_kind_of_card_and_manoeuvre(used: Counter[str]) -> None:
    assert not _missing(used)


def test_they_answer_in_many_windows(used: Counter[str]) -> None:
    windows = [name for name in used if name.startswith("window ")]
    assert len(windows) >= 5, used


def test_the_third_accusation_is_blocked_with_any_able_character() -> None:
    match = scene()
    knight = put(match, ANNA, "oath_broken_knight")
    for name in ("canon_lawyer", "revenant_knight"):
        put(match, BELA, name, controller=BELA)
    set_player(match, BELA, execution=2)
    acting(match, ANNA)
    act(match, Announce("accuse"))
    waive(match)
    while isinstance(match.state.stack[-1], TeamStep) and not match.state.stack[-1].blocking:
        act(match, Join(knight) if not match.state.man.teams[ANNA] else Done())
    assert isinstance(greedy_choice(match, BELA), Join)


def test_an_open_way_to_the_last_souls_is_taken() -> None:
    match = souls_in_reach()
    assert greedy_choice(acting(match, ANNA), ANNA) == Announce("recruit")


def test_an_empty_plot_deck_in_reach_is_plundered() -> None:
    match = plot_deck_in_reach()
    assert greedy_choice(acting(match, ANNA), ANNA) == Announce("plunder")


def test_a_hunter_is_played_against_the_accusation_that_would_end_the_match() -> None:
    match = scene()
    put(match, ANNA, "oath_broken_knight")
    (hound,) = hold(match, BELA, "hound_master")
    for card in match.state.cards:
        if card.startswith(("margrave", "anchoress")):
            set_card(match, card, ready=False)
    set_player(match, BELA, execution=2, gold=5)
    acting(match, ANNA)
    act(match, Announce("accuse"))
    assert list(match.decisions()) == [BELA]
    assert greedy_choice(match, BELA) == PlayDem(hound)


def test_a_card_is_given_for_a_heresy_that_kills() -> None:
    match = scene()
    for card in list(match.state.cards):
        set_card(match, card, ready=False)
    kabbalist = put(match, ANNA, "kabbalist_of_the_narrow_street", ready=False)
    put(match, BELA, "candle_thief")
    for seat in (ANNA, BELA):
        hold(match, seat, "levy")
    assert greedy_choice(acting(match, ANNA), ANNA) == UseHeresy(f"{kabbalist}/0")


def test_every_passive_has_a_value() -> None:
    assert set(PASSIVES) == set(get_args(get_args(Passive)[0]))
