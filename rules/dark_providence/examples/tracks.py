"""Meddling with a track (DP-EX.18 and EX.19)."""

from __future__ import annotations

from functools import partial

from rules.dark_providence.examples.position_builder import (
    PROVIDENCE_EXAMPLES,
    TUESDAY,
    Moves,
    agent,
    control,
    five_agents,
    hold,
)
from rules.dark_providence.state.actions import Meddle, Pay
from rules.dark_providence.state.state import Providence
from rules.kernel.engine.match import arrange


def meddling(ritual: int) -> Providence:
    """Return a match in Tuesday's turn, with the ritual marker on space `ritual` and two cards with RITUAL in hand."""
    match = five_agents(TUESDAY)
    with arrange(match) as state:
        state.ritual = ritual
        control(match, TUESDAY, "new_orleans")
        hold(match, TUESDAY, "new_orleans")
        agent(match, TUESDAY, "james_horus_rose", "charleston", zone="hand")
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.18", partial(meddling, 1), seat=TUESDAY)
def the_ritual_advances_by_three(_match: Providence) -> Moves:
    """Advance the ritual with both cards (DP-EX.18)."""
    yield TUESDAY, Meddle("ritual", "up")
    yield TUESDAY, Pay(("james_horus_rose", "new_orleans"))


@PROVIDENCE_EXAMPLES.example("DP-EX.19", partial(meddling, 10), seat=TUESDAY)
def the_ritual_ends_the_game(_match: Providence) -> Moves:
    """Advance the ritual to its last space with one card (DP-EX.19)."""
    yield TUESDAY, Meddle("ritual", "up")
    yield TUESDAY, Pay(("new_orleans",))
