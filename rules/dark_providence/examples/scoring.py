"""The final scoring in the rulebook's example with five players (DP-EX.33 to EX.39)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from rules.dark_providence.examples.position_builder import (
    FRIDAY,
    MONDAY,
    PROVIDENCE_EXAMPLES,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    Moves,
    agent,
    bury,
    control,
    five_agents,
    gate,
    hold,
    own,
)
from rules.dark_providence.state.actions import Strike, UseCard
from rules.dark_providence.state.state import Providence
from rules.kernel.engine.match import arrange

#: The cities that each player controls.
CITIES = {
    MONDAY: ["atlanta"],
    TUESDAY: ["new_orleans"],
    WEDNESDAY: ["arkham", "washington", "new_york"],
    THURSDAY: ["indianapolis"],
    FRIDAY: ["detroit", "pittsburgh"],
}
GATES: dict[str, tuple[int, Literal["open", "close"]]] = {
    "charleston": (MONDAY, "close"),
    "washington": (TUESDAY, "close"),
    "chicago": (TUESDAY, "open"),
    "atlanta": (THURSDAY, "close"),
    "saint_louis": (FRIDAY, "open"),
}


def last_turn(**options: Any) -> Providence:
    """Return a match in Thursday's turn, just before Wednesday's lead agent is assassinated in Atlanta."""
    match = five_agents(THURSDAY, **options)
    with arrange(match) as state:
        state.investigation, state.ritual = 2, 4
        for seat, cities in CITIES.items():
            for city in cities:
                control(match, seat, city)
        for city, (seat, face) in GATES.items():
            gate(match, seat, city, face)
        _agents(match)
        own(match, THURSDAY, "yog_sothoth")
        own(match, FRIDAY, "silver_key")
        hold(match, THURSDAY, "tommy_guns")
    return match


def _agents(match: Providence) -> None:
    agent(match, MONDAY, "moses_fleet", "charleston")
    for name in ("harry_houdini", "bessie_coleman", "lillian_la_france", "alice_ochs"):
        agent(match, WEDNESDAY, name, "boston")
    match.state.agents["wednesday"].city = "atlanta"
    agent(match, THURSDAY, "adsila_chavos", "atlanta", zone="hand")
    agent(match, FRIDAY, "wyatt_earp", "new_orleans")
    bury(match, WEDNESDAY, "father_lachlan")
    bury(match, THURSDAY, "gerard_lescaux")


#: The assassination in the rulebook's example is legal only with this match option (DP-EX.36).
PLAYABLE = partial(last_turn, lead_protection="city")


@PROVIDENCE_EXAMPLES.example("DP-EX.33", PLAYABLE, seat=THURSDAY)
@PROVIDENCE_EXAMPLES.example("DP-EX.34", PLAYABLE, seat=THURSDAY)
@PROVIDENCE_EXAMPLES.example("DP-EX.35", PLAYABLE, seat=THURSDAY)
@PROVIDENCE_EXAMPLES.example("DP-EX.37", PLAYABLE, seat=THURSDAY)
@PROVIDENCE_EXAMPLES.example("DP-EX.39", PLAYABLE, seat=THURSDAY)
def the_last_assassination(_match: Providence) -> Moves:
    """Assassinate Wednesday's lead agent, which ends the game (DP-EX.33)."""
    yield THURSDAY, UseCard("adsila_chavos")
    yield THURSDAY, Strike("wednesday", "adsila_chavos")


PROVIDENCE_EXAMPLES.position_only("DP-EX.36", last_turn, seat=THURSDAY)
