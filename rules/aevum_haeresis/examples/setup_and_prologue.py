"""Worked examples of the set-up and of the Prologue."""

from __future__ import annotations

from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    HAERESIS_EXAMPLES,
    Moves,
    acting,
    after,
    hold,
    idle,
    new,
    put,
    scene,
)
from rules.aevum_haeresis.state.actions import BeActive, Keep, Mulligan, Pass, PutLocation
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import arrange


def _one_pass_left() -> Haeresis:
    """Return a match where Anna's next Pass ends the Round. Anna will be Active in the next Round."""
    match = acting(scene(BELA), ANNA)
    put(match, BELA, "dowager_of_the_black_keep")
    with arrange(match) as state:
        state.passes = 1
    return match


def _before_the_prologue() -> Haeresis:
    match = _one_pass_left()
    hold(match, ANNA, *["cold_hands"] * 3, *["second_sight"] * 3)
    hold(match, BELA, *["show_of_banners"] * 2, *["old_grudge"] * 3, *["false_charter"] * 3)
    return match


@HAERESIS_EXAMPLES.example("AH-EX.13", _before_the_prologue, seat=ANNA)
def the_prologue_fills_hands_up(match: Haeresis) -> Moves:
    """Draw 2 Heretics, then Plot cards up to a hand of 9 (AH-PROLOGUE.1 to PROLOGUE.3)."""
    yield from _pass_into_the_prologue(match)


def _three_gold_icons() -> Haeresis:
    match = _one_pass_left()
    for name in ("veiled_almsgiver", "voice_under_the_ice", "servant_of_clay"):
        put(match, ANNA, name)
    return match


@HAERESIS_EXAMPLES.example("AH-EX.14", _three_gold_icons)
def gold_icons_change_the_income(match: Haeresis) -> Moves:
    """Gain 3 gold from the Camp, changed by gold icons of +1, −1 and −1 (AH-PROLOGUE.7, PROLOGUE.8)."""
    yield from _pass_into_the_prologue(match)


def _pass_into_the_prologue(match: Haeresis) -> Moves:
    yield ANNA, Pass()
    yield from idle(match, lambda: match.state.phase == "prologue")


def _anna_is_active() -> Haeresis:
    match = new("start")
    return after(match, iter([(next(iter(match.decisions())), BeActive(ANNA))]))


def _set_up() -> Haeresis:
    return after(_anna_is_active(), iter([(ANNA, Keep()), (BELA, Keep())]))


@HAERESIS_EXAMPLES.example("AH-EX.15", _set_up, seat=ANNA)
def the_first_round_begins_with_enlistment(match: Haeresis) -> Moves:
    """Place the first Location. No one draws cards or gains gold before laying the first row (AH-ROUND.3)."""
    yield ANNA, PutLocation("causeway_village.0.1")


@HAERESIS_EXAMPLES.example("AH-EX.16", _anna_is_active, seat=ANNA)
def one_mulligan(match: Haeresis) -> Moves:
    """Replace an opening hand of 5 + 4 cards with one of 4 + 3; the opponent learns of it (AH-SETUP.10 to SETUP.13)."""
    yield ANNA, Mulligan()
    yield BELA, Keep()
