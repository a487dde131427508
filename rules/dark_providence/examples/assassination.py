"""Assassinations (DP-EX.20 to EX.25)."""

from __future__ import annotations

from functools import partial

from rules.dark_providence.examples.table import (
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


# -- an agent's own card --------------------------------------------------------------------------------------


def adsila_chavos(cards: int = 3, zone: str = "discard") -> Providence:
    """Return Thursday's turn: Adsila Chavos and Friday's Gerard Lescaux in Atlanta, this many cards with 1 FORCE in
    hand.

    The card of Gerard Lescaux is in this zone of Friday's.
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
    """Assassinate Gerard Lescaux: DP-EX.20 with his card in the discard pile, DP-EX.22 in the hand."""
    yield THURSDAY, UseCard("adsila_chavos")
    yield THURSDAY, Strike("gerard_lescaux", "adsila_chavos")


PROVIDENCE_EXAMPLES.still("DP-EX.21", partial(adsila_chavos, 2), seat=THURSDAY)


# -- a card for any agent -------------------------------------------------------------------------------------


def ruthless_conspirator(*spare: str) -> Providence:
    """Return Wednesday's turn with 3 FORCE in Indianapolis, Father Lachlan there, and these further cards in hand."""
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
    """Assassinate Father Lachlan without a FORCE card: DP-EX.23, and DP-EX.24 with one that stays in hand."""
    yield WEDNESDAY, UseCard("ruthless_conspirator")
    yield WEDNESDAY, Strike("father_lachlan", "wednesday")


def nobody_to_strike() -> Providence:
    """Return Wednesday's turn in Indianapolis, with enough FORCE and four agents there that can't be victims.

    Harry Houdini; Father Lachlan, returned; Tuesday's lead agent with 4 VP; Thursday's lead agent with 5 VP, protected
    by Adsila Chavos in Atlanta.
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


PROVIDENCE_EXAMPLES.still("DP-EX.25", nobody_to_strike, seat=WEDNESDAY)
