"""Worked examples of windows and Hunters."""

from __future__ import annotations

from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    EVENING,
    HAERESIS_EXAMPLES,
    Moves,
    acting,
    after,
    hold,
    put,
    scene,
    set_card,
    the,
)
from rules.aevum_haeresis.state.actions import Announce, Choose, PlayDem, PutLocation, UseDem, UseHeresy, Waive
from rules.aevum_haeresis.state.state import Haeresis


def _two_hunters() -> Haeresis:
    match = scene()
    put(match, ANNA, "candle_thief")
    put(match, BELA, "hired_knife")
    hold(match, ANNA, "friar_with_the_lantern")
    hold(match, BELA, "hound_master", "old_grudge")
    return after(match, iter([(ANNA, Announce("recruit"))]))


@HAERESIS_EXAMPLES.example("AH-EX.26", _two_hunters, seat=ANNA)
def who_has_waived_does_not_answer(match: Haeresis) -> Moves:
    """Let Anna waive before Béla plays a Hunter, so she can't react to it any more (AH-DEM.26, DEM.28)."""
    yield ANNA, Waive()
    yield BELA, PlayDem(the(match, BELA, "hound_master"))
    yield BELA, Waive()


def _three_reactions() -> Haeresis:
    match = acting(scene(), BELA)
    put(match, ANNA, "wandering_minstrel")
    for name in ("hired_knife", "oath_broken_knight"):
        put(match, BELA, name)
    hold(match, ANNA, "friar_with_the_lantern", "bailiff_of_the_ford", "cold_hands")
    return after(match, iter([(BELA, Announce("plunder"))]))


@HAERESIS_EXAMPLES.example("AH-EX.27", _three_reactions, seat=ANNA)
def several_reactions_in_one_window(match: Haeresis) -> Moves:
    """Use two Hunters and a Heretic's ability one after another in the same window (AH-DEM.6, DEM.25)."""
    yield ANNA, PlayDem(the(match, ANNA, "friar_with_the_lantern"))
    yield ANNA, Choose(the(match, BELA, "hired_knife"))
    yield ANNA, PlayDem(the(match, ANNA, "bailiff_of_the_ford"))
    yield ANNA, Choose(the(match, BELA, "oath_broken_knight"))
    yield ANNA, UseDem(f"{the(match, ANNA, 'wandering_minstrel')}/0")
    yield ANNA, Waive()


def _hunter_at_evening() -> Haeresis:
    match = scene()
    set_card(match, match.state.location, time=EVENING)
    for seat in (ANNA, BELA):
        put(match, seat, "landless_squire")
    put(match, BELA, "witch_finders_boy", host=match.state.location, until="round")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.28", _hunter_at_evening)
def a_hunter_leaves_with_the_location(match: Haeresis) -> Moves:
    """Complete two actions, so that the Night ends and the Location leaves with its Hunter (AH-LIFE.8, LOC.8)."""
    yield ANNA, UseHeresy("landless_squire.0.1/0")
    yield BELA, UseHeresy("landless_squire.1.1/0")
    yield BELA, PutLocation("gallows_hill.1.1")
