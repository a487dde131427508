"""Effects of cards and abilities of Locations in an Action turn: EOD-EX.1, EX.20 to EX.25, EX.28, EXN.6."""

from __future__ import annotations

from functools import partial

from rules.edge_of_darkness.examples.position_builder import (
    ANOINTED,
    CARNIVAL,
    LEAVES,
    STREET,
    Moves,
    acting,
    send,
    set_player,
    set_turn,
    sleeve_slip,
)
from rules.edge_of_darkness.examples.registry import EDGE_EXAMPLES
from rules.edge_of_darkness.state.actions import (
    ChooseNumber,
    ChooseOption,
    DiscardCards,
    UseAbility,
    UseContact,
    UseStreet,
)
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.data.actions import Pass

#: Neutral cards for the player's hand.
A, C, OTHER = "ruta_vantongeren", "oswin_tallow", "magister_aurel_tamsin"
#: A Citizen of the Carnival of Shadows, and the 1st card in the Street.
RIVAL, STREET_CARD = "giacomo_tredita", STREET[0]


def holding(*slips: str, card: str = A, seats: int = 2, seat: int = ANOINTED, pool: int = 4) -> EdgeMatch:
    """Return a match in the Action turn of a player with a single hand card, which has these advancements."""
    match = acting(seats, seat, hand=[card])
    sleeve_slip(match, card, *slips)
    set_player(match, seat, pool=pool, untrained=10 - pool)
    return match


def claiming() -> EdgeMatch:
    """Return a match in an Action turn of the Carnival of Shadows, which has Agents at Capital Hall."""
    match = acting(2, CARNIVAL, hand=[A])
    send(match, CARNIVAL, "capital_hall", 2)
    return match


def two_contacts_and_a_location() -> EdgeMatch:
    """Return a match in an Action turn, with a Blacksmith and a Tower Sentry in hand and 3 Coins."""
    match = acting(hand=[A, C])
    sleeve_slip(match, A, "forge_m1")
    sleeve_slip(match, C, "watchtower_b1")
    set_player(match, ANOINTED, coins=3)
    return match


def broke() -> EdgeMatch:
    """Return a match in the Action turn of a player without Coins, with a Blacksmith on a rival's card in hand."""
    match = holding("forge_m1", card=RIVAL)
    set_player(match, ANOINTED, coins=0)
    return match


def agents_about() -> EdgeMatch:
    """Return a match in an Action turn, with a Millhollow Landowner in hand and Agents at three Locations."""
    match = holding("millhollow_m1")
    for location, count in (("war_council", 2), ("millhollow_farm_town", 2), ("watchtower", 1)):
        send(match, ANOINTED, location, count)
    return match


def by_the_street() -> EdgeMatch:
    """Return a match in an Action turn, with a Torchbearer in hand and a Tower Sentry on the 1st card in the Street."""
    ten = "lantern_row, watchtower, the_forge, war_council, deephollow_border_town, guildmark_university, "
    ten += "the_citywatch, capital_hall, millhollow_farm_town, tallow_market"
    match = acting(hand=[A, C, OTHER], setup=ten)
    sleeve_slip(match, A, "lantern_m1")
    sleeve_slip(match, STREET_CARD, "watchtower_m1")
    set_turn(match, sleeved=True)
    return match


@EDGE_EXAMPLES.example("EOD-EX.1", claiming, seat=CARNIVAL)
def claim_a_neutral_card(match: EdgeMatch) -> Moves:
    """Claim a Neutral card from the hand with the ability of Capital Hall."""
    yield CARNIVAL, UseAbility("capital_hall")


@EDGE_EXAMPLES.example("EOD-EX.20", two_contacts_and_a_location, seat=ANOINTED)
def contact_location_contact(match: EdgeMatch) -> Moves:
    """Use a contact, pay for Tallow Market with the Coins gained, then use another contact."""
    yield ANOINTED, UseContact(A, "middle")
    yield ANOINTED, UseAbility("tallow_market")
    yield ANOINTED, UseContact(C, "bottom")


@EDGE_EXAMPLES.example(
    "EOD-EX.21", partial(holding, "watchtower_m1", "war_council_b1", card=RIVAL, seats=3, seat=LEAVES), seat=LEAVES
)
def pay_the_owner_for_each_effect(match: EdgeMatch) -> Moves:
    """Use both contacts on the Carnival's card, paying its owner for each of them."""
    yield LEAVES, UseContact(RIVAL, "middle")
    yield LEAVES, UseContact(RIVAL, "bottom")


EDGE_EXAMPLES.position_only("EOD-EX.22", broke, seat=ANOINTED)


@EDGE_EXAMPLES.example("EOD-EX.23", partial(holding, "university_m1"), seat=ANOINTED)
def the_professor_sends_to_the_university(match: EdgeMatch) -> Moves:
    """Use the professor's effect without training an Agent."""
    yield ANOINTED, UseContact(A, "middle")
    yield ANOINTED, Pass()


@EDGE_EXAMPLES.example("EOD-EX.24", partial(holding, "citywatch_m1"), seat=ANOINTED)
def the_commander_sends_up_to_two(match: EdgeMatch) -> Moves:
    """Use the commander's effect to send two Agents."""
    yield ANOINTED, UseContact(A, "middle")
    yield ANOINTED, ChooseNumber(2)


@EDGE_EXAMPLES.example("EOD-EX.25", agents_about, seat=ANOINTED)
def agents_return_from_the_own_location(match: EdgeMatch) -> Moves:
    """Use the War Council, then the second part of the Millhollow Landowner's effect."""
    yield ANOINTED, UseAbility("war_council")
    yield ANOINTED, UseContact(A, "middle")
    yield ANOINTED, ChooseOption(2)


@EDGE_EXAMPLES.example("EOD-EX.28", by_the_street, seat=ANOINTED)
def resolve_in_the_street_then_draw(match: EdgeMatch) -> Moves:
    """Use the effect of a Citizen in the Street, draw this card, then use its other effect."""
    yield ANOINTED, UseStreet(STREET_CARD, "top")
    yield ANOINTED, DiscardCards((C, OTHER))
    yield ANOINTED, UseContact(A, "middle")
    yield ANOINTED, ChooseOption(1)
    yield ANOINTED, UseContact(STREET_CARD, "middle")


@EDGE_EXAMPLES.example("EOD-EXN.6", partial(holding, "forge_m1"), seat=ANOINTED)
def the_blacksmith_gives_both(match: EdgeMatch) -> Moves:
    """Use the Blacksmith in an Action turn."""
    yield ANOINTED, UseContact(A, "middle")
