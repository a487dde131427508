"""Travelling (DP-EX.15 to EX.17)."""

from __future__ import annotations

from functools import partial

from rules.dark_providence.examples.position_builder import (
    MONDAY,
    PROVIDENCE_EXAMPLES,
    WEDNESDAY,
    Moves,
    agent,
    five_agents,
    hold,
)
from rules.dark_providence.state.actions import Done, FreeMove, GoTo, Pay, Travel
from rules.dark_providence.state.state import Providence
from rules.kernel.engine.match import arrange


def travelling(*cards: str) -> Providence:
    """Return a match in Monday's turn, with these cards in hand and agents in Pittsburgh and Charleston."""
    match = five_agents(MONDAY)
    with arrange(match) as state:
        state.agents["monday"].city = "pittsburgh"
        agent(match, MONDAY, "moses_fleet", "charleston")
        hold(match, MONDAY, *cards)
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.15", partial(travelling, "monday_contacts_1", "bank_vault"), seat=MONDAY)
def both_agents_travel(_match: Providence) -> Moves:
    """Move two agents, for 1 and 3 WEALTH (DP-EX.15)."""
    yield MONDAY, Travel("monday")
    yield MONDAY, GoTo("indianapolis")
    yield MONDAY, Travel("moses_fleet")
    yield MONDAY, GoTo("new_orleans")


@PROVIDENCE_EXAMPLES.example("DP-EX.16", partial(travelling, "monday_contacts_1", "monday_petty_cash"), seat=MONDAY)
def the_lead_agent_travels_for_one_card(_match: Providence) -> Moves:
    """Move only the lead agent, playing one of the two cards (DP-EX.16)."""
    yield MONDAY, Travel("monday")
    yield MONDAY, GoTo("indianapolis")
    yield MONDAY, Done()
    yield MONDAY, Pay(("monday_contacts_1",))


def lillian_la_france() -> Providence:
    """Return a match in Wednesday's turn, with Lillian La France in Chicago."""
    match = five_agents(WEDNESDAY)
    with arrange(match):
        agent(match, WEDNESDAY, "lillian_la_france", "chicago")
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.17", lillian_la_france)
def lillian_la_france_walks(_match: Providence) -> Moves:
    """Move Lillian La France, which costs neither a card nor an action (DP-EX.17)."""
    yield WEDNESDAY, FreeMove("indianapolis")
