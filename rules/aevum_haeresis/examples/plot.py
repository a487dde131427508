"""Worked examples of actions, times of day and Locations."""

from __future__ import annotations

from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    EVENING,
    HAERESIS_EXAMPLES,
    NIGHT,
    Moves,
    deck,
    hold,
    location,
    manoeuvre,
    put,
    scene,
    set_card,
    the,
    to,
    waive,
)
from rules.aevum_haeresis.state.actions import Pass, PlayDem, PutLocation, UseHeresy
from rules.aevum_haeresis.state.state import Haeresis

#: The Heresies of Anna's and Béla's first Landless Squires. A Squire becomes Spent to gain one gold.
ANNA_GAINS, BELA_GAINS = UseHeresy("landless_squire.0.1/0"), UseHeresy("landless_squire.1.1/0")


def _squires(anna: int, bela: int, time: int) -> Haeresis:
    """Return the standard position at this time of day, with this many Landless Squires in play for Anna and Béla."""
    match = scene()
    set_card(match, match.state.location, time=time)
    for seat, count in ((ANNA, anna), (BELA, bela)):
        for _ in range(count):
            put(match, seat, "landless_squire")
    return match


# -- times of day and Locations -------------------------------------------------------------------------------


def _new_location() -> Haeresis:
    match = scene()
    set_card(match, match.state.players[ANNA].damned, damage=2)
    for name in ("ash_midwife", "candle_thief"):
        put(match, ANNA, name)
    put(match, BELA, "landless_squire")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.30", _new_location)
def four_actions_and_a_pass(match: Haeresis) -> Moves:
    """Play from Morning to a new Location in four actions, not counting a Pass (AH-TIME.2, TIME.5, PLOT.5)."""
    yield ANNA, UseHeresy(f"{the(match, ANNA, 'ash_midwife')}/0")
    yield BELA, Pass()
    yield from manoeuvre(match, "plunder", (the(match, ANNA, "candle_thief"),))
    yield BELA, BELA_GAINS
    yield from manoeuvre(match, "recruit", (match.state.players[ANNA].damned,), (match.state.players[BELA].damned,))
    yield from to(match, "location")
    yield BELA, PutLocation("gallows_hill.1.1")


@HAERESIS_EXAMPLES.example("AH-EX.31", lambda: _squires(3, 2, NIGHT))
def players_take_turns_in_placing(match: Haeresis) -> Moves:
    """Let Béla place the second Location and Anna the third, so the players take turns (AH-LOC.3)."""
    yield ANNA, ANNA_GAINS
    yield BELA, PutLocation("gallows_hill.1.1")
    yield BELA, BELA_GAINS
    yield ANNA, UseHeresy("landless_squire.0.2/0")
    yield BELA, UseHeresy("landless_squire.1.2/0")
    yield ANNA, UseHeresy("landless_squire.0.3/0")
    yield ANNA, PutLocation("salt_pans.0.1")


def _last_location() -> Haeresis:
    match = _squires(1, 0, NIGHT)
    deck(match, ANNA, locations=0)
    return match


@HAERESIS_EXAMPLES.example("AH-EX.32", _last_location)
def used_locations_return(match: Haeresis) -> Moves:
    """Let Anna's fourth and last Location leave, so all four return to her Location deck (AH-LOC.6, LOC.7)."""
    yield ANNA, ANNA_GAINS
    yield BELA, PutLocation("gallows_hill.1.1")


def _bridges() -> Haeresis:
    match = _squires(1, 0, EVENING)
    hold(match, BELA, "burn_the_bridges")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.33", _bridges, seat=BELA)
def a_location_leaves_during_a_heresy(match: Haeresis) -> Moves:
    """Burn the Location at Evening during a Heresy. The new one advances from Morning to Noon (AH-LOC.2, TIME.8)."""
    yield ANNA, ANNA_GAINS
    yield BELA, PlayDem(the(match, BELA, "burn_the_bridges"))
    yield BELA, PutLocation("gallows_hill.1.1")


# -- Passes and Heresies --------------------------------------------------------------------------------------


def _one_card() -> Haeresis:
    match = _squires(0, 1, 0)
    hold(match, BELA, "old_grudge")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.34", _one_card)
def two_passes_in_a_row(match: Haeresis) -> Moves:
    """Play Pass, Heresy, Pass, Pass. Only the two Passes in a row end the Plot phase (AH-PLOT.5, PLOT.7, PLOT.11)."""
    for seat, action in ((ANNA, Pass()), (BELA, BELA_GAINS), (ANNA, Pass()), (BELA, Pass())):
        yield seat, action
        yield from waive(match)


def _camp_and_copies() -> Haeresis:
    match = _squires(2, 0, 0)
    put(match, ANNA, "roadside_camp")
    hold(match, ANNA, "cold_hands", "cold_hands")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.37", _camp_and_copies)
def a_heresy_once_a_round(match: Haeresis) -> Moves:
    """Use the Camp's Heresy once, and the Heresies of two copies of a card once each (AH-HERESY.4)."""
    for used in ("roadside_camp.0.1/0", "landless_squire.0.1/0", "landless_squire.0.2/0"):
        yield ANNA, UseHeresy(used)
        yield from waive(match)
        yield BELA, Pass()
        yield from waive(match)


def _market_of_bela() -> Haeresis:
    match = scene()
    location(match, "thieves_market", BELA)
    return match


@HAERESIS_EXAMPLES.example("AH-EX.38", _market_of_bela)
def the_heresy_of_a_location_is_its_placers(match: Haeresis) -> Moves:
    """Let Béla, who is Passive, use the Heresy of the Location that he placed (AH-HERESY.3)."""
    yield ANNA, Pass()
    yield BELA, UseHeresy(f"{match.state.location}/0")
