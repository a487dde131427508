"""Gates, locks and sanity tests (DP-EX.26 to EX.32)."""

from __future__ import annotations

from functools import partial

from rules.dark_providence.content.component_counts import LOCKS
from rules.dark_providence.examples.position_builder import (
    FRIDAY,
    MONDAY,
    PROVIDENCE_EXAMPLES,
    THURSDAY,
    Moves,
    agent,
    fill_bag,
    five_agents,
    hold,
    mark,
    show,
)
from rules.dark_providence.state.actions import Choose, PlaceInfluence, UseCard, WorkGate
from rules.dark_providence.state.state import Providence
from rules.kernel.engine.match import arrange

# -- closing a gate -------------------------------------------------------------------------------------------


def warding_rite(*arcane: str, sane: int = 6) -> Providence:
    """Return a match in Thursday's turn in Atlanta, with a warding rite in hand and `sane` SANE tokens in the bag."""
    match = five_agents(THURSDAY)
    with arrange(match) as state:
        state.agents["thursday"].city = "atlanta"
        hold(match, THURSDAY, "thursday_warding_rite", *arcane)
        fill_bag(match, sane, 12)
    return match


ENOUGH = ("thursday_occult_notes", "thursday_skeleton_key")


@PROVIDENCE_EXAMPLES.example("DP-EX.26", partial(warding_rite, *ENOUGH), seat=THURSDAY)
@PROVIDENCE_EXAMPLES.example("DP-EX.27", partial(warding_rite, *ENOUGH, sane=0), seat=THURSDAY)
def thursday_closes_the_gate(_match: Providence) -> Moves:
    """Close the gate of Atlanta with 4 ARCANE (DP-EX.26), even if the bag contains only MADNESS (DP-EX.27)."""
    yield THURSDAY, UseCard("thursday_warding_rite")
    yield THURSDAY, WorkGate("atlanta", "close", "thursday")


PROVIDENCE_EXAMPLES.position_only("DP-EX.28", partial(warding_rite, "thursday_occult_notes"), seat=THURSDAY)


# -- a lock ---------------------------------------------------------------------------------------------------


def nikola_tesla() -> Providence:
    """Return a match in Thursday's turn, with a skeleton key in hand. Monday has the most influence on Nikola Tesla."""
    match = five_agents(THURSDAY)
    with arrange(match):
        show(match, "nikola_tesla", "hastur", "silver_key", "offering")
        mark(match, MONDAY, "nikola_tesla", 2)
        mark(match, THURSDAY, "nikola_tesla", 1)
        hold(match, THURSDAY, "thursday_skeleton_key")
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.29", nikola_tesla, seat=THURSDAY)
def thursday_locks_nikola_tesla(_match: Providence) -> Moves:
    """Put a lock on Nikola Tesla (DP-EX.29)."""
    yield THURSDAY, UseCard("thursday_skeleton_key")
    yield THURSDAY, Choose("place/nikola_tesla")


def all_locks_in_use() -> Providence:
    """Return a match in Thursday's turn, with a skeleton key in hand and no lock left; one lock is on Nikola Tesla."""
    match = nikola_tesla()
    with arrange(match) as state:
        state.locks = ["nikola_tesla", *state.places][:LOCKS]
        hold(match, THURSDAY, "thursday_contacts_1")
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.30", all_locks_in_use)
def influence_and_a_lock_removed(_match: Providence) -> Moves:
    """Place influence on a locked card, then remove another lock (DP-EX.30)."""
    yield THURSDAY, PlaceInfluence("nikola_tesla")
    yield THURSDAY, UseCard("thursday_skeleton_key")
    yield THURSDAY, Choose("remove/arkham")


# -- sanity tests at a gate -----------------------------------------------------------------------------------


def forbidden_rite(madness: int) -> Providence:
    """Return a match in the turn of Friday, a hidden cultist with `madness` MADNESS tokens and Carl Jung in Chicago.

    The bag contains only MADNESS.
    """
    match = five_agents(FRIDAY)
    with arrange(match) as state:
        agent(match, FRIDAY, "carl_jung", "chicago")
        state.players[FRIDAY].madness = madness
        fill_bag(match, 0, 12)
        hold(match, FRIDAY, "friday_forbidden_rite", "friday_occult_notes")
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.31", partial(forbidden_rite, 1), seat=FRIDAY)
@PROVIDENCE_EXAMPLES.example("DP-EX.32", partial(forbidden_rite, 2), seat=FRIDAY)
def carl_jung_opens_the_gate(_match: Providence) -> Moves:
    """Open the gate of Chicago and draw a MADNESS token: the second (DP-EX.31) or the third (DP-EX.32)."""
    yield FRIDAY, UseCard("friday_forbidden_rite")
    yield FRIDAY, WorkGate("chicago", "open", "carl_jung")
