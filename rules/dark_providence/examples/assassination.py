"""Assassinations (DP-EX.20 to EX.25)."""

from __future__ import annotations

from functools import partial

from rules.dark_providence.examples.position_builder import (
    FRIDAY,
    MONDAY,
    PROVIDENCE_EXAMPLES,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    Moves,
    agent,
    control,
    five_agents,
    hold,
)
from rules.dark_providence.state.actions import Strike, UseCard
from rules.dark_providence.state.state import Providence
from rules.kernel.engine.match import arrange

#: Cards with 1 FORCE each.
ONE_FORCE = ("thursday_petty_cash", "debt_collectors", "secret_warehouse", "police_raid")


# -- an assassination by the card's own agent -----------------------------------------------------------------


def adsila_chavos(cards: int = 3, zone: str = "discard") -> Providence:
    """Return a match in Thursday's turn, with Thursday's Adsila Chavos and Friday's Gerard Lescaux in Atlanta.

    Thursday has `cards` cards with 1 FORCE in hand. Gerard Lescaux's card is in Friday's zone `zone`.
    """
    match = five_agents(THURSDAY)
    with arrange(match):
        agent(match, THURSDAY, "adsila_chavos", "atlanta", zone="hand")
        agent(match, FRIDAY, "gerard_lescaux", "atlanta", zone=zone)
        hold(match, THURSDAY, *ONE_FORCE[:cards])
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.20", adsila_chavos, seat=THURSDAY)
@PROVIDENCE_EXAMPLES.example("DP-EX.22", partial(adsila_chavos, zone="hand"), seat=FRIDAY)
def adsila_chavos_strikes(_match: Providence) -> Moves:
    """Assassinate Gerard Lescaux while his card is in Friday's discard pile (DP-EX.20) or hand (DP-EX.22)."""
    yield THURSDAY, UseCard("adsila_chavos")
    yield THURSDAY, Strike("gerard_lescaux", "adsila_chavos")


PROVIDENCE_EXAMPLES.position_only("DP-EX.21", partial(adsila_chavos, 2), seat=THURSDAY)


# -- an assassination by any agent ----------------------------------------------------------------------------


def ruthless_conspirator(*spare: str) -> Providence:
    """Return a match in Wednesday's turn. Wednesday has 3 FORCE in Indianapolis, where Father Lachlan is.

    In hand are the card Ruthless Conspirator, which lets Wednesday assassinate with any agent, and the cards `spare`.
    """
    match = five_agents(WEDNESDAY)
    with arrange(match) as state:
        state.agents["wednesday"].city = "indianapolis"
        agent(match, WEDNESDAY, "harry_houdini", "indianapolis")
        agent(match, MONDAY, "father_lachlan", "indianapolis")
        hold(match, WEDNESDAY, "ruthless_conspirator", *spare)
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.23", ruthless_conspirator, seat=WEDNESDAY)
@PROVIDENCE_EXAMPLES.example("DP-EX.24", partial(ruthless_conspirator, "wednesday_petty_cash"), seat=WEDNESDAY)
def the_lead_agent_strikes(_match: Providence) -> Moves:
    """Assassinate Father Lachlan with no FORCE card in hand (DP-EX.23), or with one that isn't needed (DP-EX.24)."""
    yield WEDNESDAY, UseCard("ruthless_conspirator")
    yield WEDNESDAY, Strike("father_lachlan", "wednesday")


def nobody_to_strike() -> Providence:
    """Return a match in Wednesday's turn with enough FORCE in Indianapolis, but no legal victim among the agents there.

    These agents are Harry Houdini, Father Lachlan on his returned side, and two lead agents. Tuesday has only 4 VP, too
    few for the lead agent to be assassinated. Thursday has 5 VP, but another agent in Atlanta protects the lead agent.
    """
    match = five_agents(WEDNESDAY)
    with arrange(match) as state:
        for lead in ("tuesday", "wednesday", "thursday"):
            state.agents[lead].city = "indianapolis"
        agent(match, FRIDAY, "harry_houdini", "indianapolis")
        agent(match, MONDAY, "father_lachlan", "indianapolis", returned=True)
        control(match, TUESDAY, "atlanta")
        control(match, THURSDAY, "new_york")
        agent(match, THURSDAY, "adsila_chavos", "atlanta")
        hold(match, WEDNESDAY, "ruthless_conspirator", "tommy_guns")
    return match


PROVIDENCE_EXAMPLES.position_only("DP-EX.25", nobody_to_strike, seat=WEDNESDAY)
