"""Worked examples of damage."""

from __future__ import annotations

from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    HAERESIS_EXAMPLES,
    Moves,
    after,
    hold,
    lay,
    location,
    manoeuvre,
    pay,
    put,
    scene,
    the,
)
from rules.aevum_haeresis.state.actions import PayFor
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import arrange


def _three_strikes() -> Haeresis:
    match = scene()
    put(match, BELA, "collector_of_debts")
    hold(match, ANNA, "knife_in_the_dark", "knife_in_the_dark", "cold_hands")
    damned = match.state.players[ANNA].damned
    after(match, manoeuvre(match, "plunder", (damned,), (the(match, BELA, "collector_of_debts"),)))
    return after(
        match,
        lay(
            match,
            ANNA,
            the(match, ANNA, "knife_in_the_dark"),
            the(match, ANNA, "knife_in_the_dark", 2),
            the(match, ANNA, "cold_hands"),
        ),
    )


@HAERESIS_EXAMPLES.example("AH-EX.17", _three_strikes)
def a_heretic_does_not_collect_damage(match: Haeresis) -> Moves:
    """Deal 2, 2 and then 3 damage to a Heretic with Health 3. Only the last kills it (AH-DMG.3, DMG.4)."""
    for name in (
        the(match, ANNA, "knife_in_the_dark"),
        the(match, ANNA, "knife_in_the_dark", 2),
        the(match, ANNA, "cold_hands"),
    ):
        yield ANNA, PayFor(name)


def _wounded_damned() -> Haeresis:
    match = scene()
    damned = put(match, BELA, "eel_mother", damage=7)
    location(match, "plague_pit", ANNA)
    put(match, ANNA, "voice_under_the_ice")
    hold(match, ANNA, "cut_him_down")
    with arrange(match) as state:
        state.round = 6
    after(match, manoeuvre(match, "accuse", (the(match, ANNA, "voice_under_the_ice"),), (damned,)))
    return after(match, lay(match, ANNA, the(match, ANNA, "cut_him_down")))


@HAERESIS_EXAMPLES.example("AH-EX.18", _wounded_damned)
def the_damned_collects_damage(match: Haeresis) -> Moves:
    """Deal 5 damage to a Damned with Health 12 that already has 7 damage, which kills it (AH-DMG.5, DMG.6, WIN.5)."""
    yield from pay(match, ANNA)
