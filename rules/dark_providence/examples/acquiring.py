"""Acquiring agents, cities and mythos cards (DP-EX.3 to EX.10)."""

from __future__ import annotations

from functools import partial
from typing import Literal

from rules.dark_providence.examples.position_builder import (
    FRIDAY,
    MONDAY,
    PROVIDENCE_EXAMPLES,
    THURSDAY,
    TUESDAY,
    Moves,
    agent,
    control,
    fetch,
    five_agents,
    hold,
    lay,
    mark,
    show,
)
from rules.dark_providence.state.actions import AcquireTarget
from rules.dark_providence.state.state import Providence
from rules.kernel.engine.match import arrange

# -- an agent -------------------------------------------------------------------------------------------------


def wyatt_earp(*below: str, locked: bool = False, ritual: int = 0) -> Providence:
    """Return a match in Friday's turn. Friday has the most influence on Wyatt Earp, who lies face up in New Orleans."""
    match = five_agents(FRIDAY)
    with arrange(match) as state:
        lay(match, "new_orleans", "wyatt_earp", *below)
        lay(match, "chicago", "returners", "tommy_guns")
        mark(match, FRIDAY, "wyatt_earp", 2)
        mark(match, MONDAY, "wyatt_earp", 1)
        for target in ("atlanta", "returners"):
            mark(match, FRIDAY, target, 1)
            mark(match, TUESDAY, target, 2)
        state.locks = ["wyatt_earp"] if locked else []
        state.ritual = ritual
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.3", partial(wyatt_earp, "cover_up", "dynamite"))
@PROVIDENCE_EXAMPLES.example("DP-EX.5", partial(wyatt_earp, ritual=4))
def friday_acquires_wyatt_earp(_match: Providence) -> Moves:
    """Acquire Wyatt Earp from a stack of three cards (DP-EX.3), or as the last card of a stack (DP-EX.5)."""
    yield FRIDAY, AcquireTarget("wyatt_earp")


PROVIDENCE_EXAMPLES.position_only("DP-EX.4", partial(wyatt_earp, "cover_up", "dynamite", locked=True))


# -- a city ---------------------------------------------------------------------------------------------------


def atlanta(zone: Literal["deck", "hand", "discard", "area_e"] = "deck") -> Providence:
    """Return a match in Monday's turn. Monday has the most influence on Atlanta, which Tuesday controls.

    The city card is in Tuesday's zone `zone` or in area E. Tuesday has 7 VP for Atlanta and New Orleans.
    """
    match = five_agents(MONDAY)
    with arrange(match) as state:
        control(match, TUESDAY, "atlanta")
        control(match, TUESDAY, "new_orleans")
        if zone == "area_e":
            fetch(match, "atlanta")
            state.area_e.append("atlanta")
        else:
            hold(match, TUESDAY, "atlanta", zone=zone)
        mark(match, MONDAY, "atlanta", 3)
        mark(match, FRIDAY, "atlanta", 1)
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.6", atlanta)
@PROVIDENCE_EXAMPLES.example("DP-EX.7", partial(atlanta, "hand"), seat=TUESDAY)
def monday_acquires_atlanta(_match: Providence) -> Moves:
    """Acquire Atlanta while its card is in Tuesday's deck (DP-EX.6) or hand (DP-EX.7)."""
    yield MONDAY, AcquireTarget("atlanta")


def influence_in_atlanta(monday: int, friday: int, *agents: str) -> Providence:
    """Return a match in Monday's turn, with Monday's and Friday's markers and Monday's agents in Atlanta."""
    match = five_agents(MONDAY)
    with arrange(match):
        for seat, count in ((MONDAY, monday), (FRIDAY, friday)):
            mark(match, seat, "atlanta", count)
        for name in agents:
            agent(match, MONDAY, name, "atlanta")
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.8", partial(influence_in_atlanta, 1, 2, "alice_ochs"))
def alice_ochs_counts_twice(_match: Providence) -> Moves:
    """Acquire Atlanta with 3 influence against 2 (DP-EX.8)."""
    yield MONDAY, AcquireTarget("atlanta")


# -- a mythos card --------------------------------------------------------------------------------------------


def yog_sothoth() -> Providence:
    """Return a match in Thursday's turn. Thursday has the most influence on the mythos cards Yog-Sothoth and Hastur."""
    match = five_agents(THURSDAY)
    with arrange(match):
        show(match, "hastur", "yog_sothoth", "silver_key", "nikola_tesla")
        mark(match, THURSDAY, "yog_sothoth", 2)
        mark(match, MONDAY, "yog_sothoth", 1)
        mark(match, THURSDAY, "hastur", 1)
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.9", yog_sothoth)
def thursday_acquires_yog_sothoth(_match: Providence) -> Moves:
    """Acquire Yog-Sothoth as the first action, which grants an additional action (DP-EX.9)."""
    yield THURSDAY, AcquireTarget("yog_sothoth")


def two_actions_left() -> Providence:
    """Return a match in Thursday's turn, after the first action has acquired Yog-Sothoth."""
    match = yog_sothoth()
    match.apply(THURSDAY, AcquireTarget("yog_sothoth"))
    return match


PROVIDENCE_EXAMPLES.position_only("DP-EX.10", two_actions_left)
