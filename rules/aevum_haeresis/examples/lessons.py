"""The starting positions of the lessons. The learner plays the Anchoress, and Béla the Margrave."""

from __future__ import annotations

from collections.abc import Callable

from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    MORNING,
    acting,
    after,
    enlisting,
    hold,
    location,
    manoeuvre,
    new,
    put,
    scene,
    set_card,
    set_player,
    the,
)
from rules.aevum_haeresis.state.actions import Announce
from rules.aevum_haeresis.state.state import Haeresis


def enlistment() -> Haeresis:
    """Return a match in an Enlistment at the Location of the step before: 4 gold and three cards in hand."""
    match = scene()
    location(match, "toll_bridge", ANNA, MORNING)
    hold(match, ANNA, "candle_thief", "well_whisperer", "cold_hands")
    set_player(match, ANNA, gold=4)
    return enlisting(match)


def plot() -> Haeresis:
    """Return a match in a Plot phase with soul number 2, where the learner has a Well Whisperer.

    Béla has no Ready character.
    """
    match = scene()
    location(match, "toll_bridge", ANNA, MORNING)
    put(match, ANNA, "candle_thief")
    put(match, ANNA, "well_whisperer")
    set_card(match, match.state.players[BELA].damned, ready=False)
    return match


def conflict() -> Haeresis:
    """Return a match in a Conflict, where the Anchoress plunders and a Collector of Debts blocks."""
    match = scene()
    put(match, BELA, "collector_of_debts")
    hold(match, ANNA, "cold_hands", "whispered_psalm")
    damned = match.state.players[ANNA].damned
    return after(match, manoeuvre(match, "plunder", (damned,), (the(match, BELA, "collector_of_debts"),)))


def hunt() -> Haeresis:
    """Return a match in a window: Béla has announced a Plunder, and the learner holds a Hunter."""
    match = acting(scene(), BELA)
    set_card(match, match.state.players[BELA].damned, ready=False)
    put(match, BELA, "hired_knife")
    hold(match, ANNA, "parish_accuser")
    match.apply(BELA, Announce("plunder"))
    return match


def accusing() -> Haeresis:
    """Return a match in a Plot phase, where Béla has no possible blockers."""
    match = scene()
    set_card(match, match.state.players[BELA].damned, ready=False)
    return match


def last() -> Haeresis:
    """Return a match in a Plot phase, where the learner has 8 souls and Béla has no possible blockers."""
    match = plot()
    set_player(match, ANNA, souls=8)
    return match


#: The starting positions, by their names in data/aevum_haeresis/lessons.json.
POSITIONS: dict[str, Callable[[], Haeresis]] = {
    "first": new,
    "enlistment": enlistment,
    "plot": plot,
    "conflict": conflict,
    "hunt": hunt,
    "accusing": accusing,
    "last": last,
}
