"""Placing, recovering and buying influence (DP-EX.1, EX.2, EX.11 to EX.14)."""

from __future__ import annotations

from functools import partial

from rules.dark_providence.examples.position_builder import (
    FRIDAY,
    PROVIDENCE_EXAMPLES,
    THURSDAY,
    TUESDAY,
    Moves,
    five_agents,
    hold,
    lay,
    leave,
    mark,
    show,
)
from rules.dark_providence.state.actions import BuyInfluence, Pay, PlaceInfluence, RecoverInfluence, TakeBack
from rules.dark_providence.state.state import Providence
from rules.kernel.engine.match import arrange

# -- placing --------------------------------------------------------------------------------------------------


def anarchists(supply: int = 6) -> Providence:
    """Return a match in Tuesday's turn. Tuesday has a card with 1 INFLUENCE, one with 2, and `supply` markers."""
    match = five_agents(TUESDAY)
    with arrange(match):
        lay(match, "detroit", "anarchists", "seance")
        hold(match, TUESDAY, "tuesday_contacts_1", "tuesday_favour_1")
        leave(match, TUESDAY, supply=supply)
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.1", anarchists, seat=TUESDAY)
def both_cards_place_three(_match: Providence) -> Moves:
    """Place 3 markers with both cards (DP-EX.1)."""
    yield TUESDAY, PlaceInfluence("anarchists")
    yield TUESDAY, Pay(("tuesday_contacts_1", "tuesday_favour_1"))


@PROVIDENCE_EXAMPLES.example("DP-EX.2", partial(anarchists, supply=1), seat=TUESDAY)
def the_last_marker_takes_one_card(_match: Providence) -> Moves:
    """Place the last marker by playing only the card with 2 INFLUENCE (DP-EX.2)."""
    yield TUESDAY, PlaceInfluence("anarchists")
    yield TUESDAY, Pay(("tuesday_favour_1",))


# -- recovering -----------------------------------------------------------------------------------------------


def recovering(limbo: int) -> Providence:
    """Return a match in Thursday's turn, with two cards in hand that have 2 RECOVER each.

    Markers are in Limbo, on Offering and in Boston.
    """
    match = five_agents(THURSDAY)
    with arrange(match):
        hold(match, THURSDAY, "thursday_second_thoughts", "thursday_skeleton_key")
        show(match, "silver_key", "offering", "hastur", "nikola_tesla")
        mark(match, THURSDAY, "offering", 1)
        mark(match, THURSDAY, "boston", 1)
        leave(match, THURSDAY, supply=4 - limbo)
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.11", partial(recovering, 3), seat=THURSDAY)
def four_come_back(_match: Providence) -> Moves:
    """Recover 4 markers from three places (DP-EX.11)."""
    yield THURSDAY, RecoverInfluence()
    yield THURSDAY, Pay(("thursday_second_thoughts", "thursday_skeleton_key"))
    yield THURSDAY, TakeBack("limbo", 2)
    yield THURSDAY, TakeBack("offering", 1)
    yield THURSDAY, TakeBack("boston", 1)


@PROVIDENCE_EXAMPLES.example("DP-EX.12", partial(recovering, 1), seat=THURSDAY)
def three_come_back(_match: Providence) -> Moves:
    """Recover all 3 markers with both cards (DP-EX.12)."""
    yield THURSDAY, RecoverInfluence()
    yield THURSDAY, Pay(("thursday_second_thoughts", "thursday_skeleton_key"))


# -- buying ---------------------------------------------------------------------------------------------------


def buying(pool: int = 12) -> Providence:
    """Return a match in Friday's turn. Friday has a card with 2 WEALTH, one with 3, and `pool` markers to buy."""
    match = five_agents(FRIDAY)
    with arrange(match):
        hold(match, FRIDAY, "friday_petty_cash", "bank_vault")
        leave(match, FRIDAY, pool=pool)
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.13", buying, seat=FRIDAY)
def five_wealth_buy_two(_match: Providence) -> Moves:
    """Buy 2 markers for 5 WEALTH (DP-EX.13)."""
    yield FRIDAY, BuyInfluence()
    yield FRIDAY, Pay(("bank_vault", "friday_petty_cash"))


@PROVIDENCE_EXAMPLES.example("DP-EX.14", partial(buying, 1), seat=FRIDAY)
def one_card_buys_the_last(_match: Providence) -> Moves:
    """Buy the last marker of the pool with one card (DP-EX.14)."""
    yield FRIDAY, BuyInfluence()
    yield FRIDAY, Pay(("friday_petty_cash",))
