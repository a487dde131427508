"""Hunting: EOD-EX.26, EX.27, EX.29, EXN.3 to EXN.5."""

from __future__ import annotations

from rules.edge_of_darkness.examples.position_builder import (
    ANOINTED,
    Moves,
    acting,
    send,
    set_turn,
    sleeve_slip,
    tray,
)
from rules.edge_of_darkness.examples.registry import EDGE_EXAMPLES
from rules.edge_of_darkness.state.actions import ChooseOption, HuntThreats, UseAbility, UseContact
from rules.edge_of_darkness.state.state import EdgeMatch

#: The cards of the example: three in hand (one of them the Carnival's) and two in the tower.
BOTRELLE, SMITH, RIVAL = "marie_christine_botrelle", "jessamy_crake", "giacomo_tredita"
NEUTRAL_FIEND, OWN_FIEND = "ruta_vantongeren", "sister_odile_marrec"


def hunter() -> EdgeMatch:
    """Return a match in an Action turn with 5 Battle Strength and permission to hunt.

    The tower cards have Damage 5, 3 and 2.
    """
    match = acting(tower=["magister_aurel_tamsin", "ruta_vantongeren", "baron_lothar_grieve"])
    sleeve_slip(match, "magister_aurel_tamsin", "forge_m1")
    set_turn(match, battle=5, may_hunt=True)
    return match


def own_threat() -> EdgeMatch:
    """Return a match in an Action turn with 3 Battle Strength and permission to hunt.

    One tower card belongs to the player.
    """
    match = acting(tower=[OWN_FIEND, "jessamy_crake", "nell_the_lamplighter"])
    set_turn(match, battle=3, may_hunt=True)
    return match


def two_archfiends() -> EdgeMatch:
    """Return a match in the Action turn of the hunting example, after the player has sleeved an advancement."""
    match = acting(hand=[BOTRELLE, SMITH, RIVAL], tower=[NEUTRAL_FIEND, OWN_FIEND, "nell_the_lamplighter"])
    sleeve_slip(match, BOTRELLE, "deephollow_m1")
    sleeve_slip(match, SMITH, "forge_b1")
    sleeve_slip(match, RIVAL, "deephollow_b1")
    send(match, ANOINTED, "war_council", 2)
    set_turn(match, sleeved=True)
    tray(match, 1, 2, 0, 1)
    tray(match, 2, 0, 3)
    return match


@EDGE_EXAMPLES.example("EOD-EX.26", hunter)
def hunt_the_three_and_the_two(match: EdgeMatch) -> Moves:
    """Hunt two cards at once, for all 5 Battle Strength."""
    yield ANOINTED, HuntThreats((2, 3))


@EDGE_EXAMPLES.example("EOD-EXN.3", hunter)
def hunt_the_five(match: EdgeMatch) -> Moves:
    """Hunt the card whose Damage is equal to the Battle Strength."""
    yield ANOINTED, HuntThreats((1,))


@EDGE_EXAMPLES.example("EOD-EX.29", own_threat)
def hunt_an_own_card(match: EdgeMatch) -> Moves:
    """Hunt one of the hunter's own cards, which goes to their Guild Hall."""
    yield ANOINTED, HuntThreats((1,))


@EDGE_EXAMPLES.example("EOD-EX.27", two_archfiends, seat=ANOINTED)
@EDGE_EXAMPLES.example("EOD-EXN.4", two_archfiends, seat=ANOINTED)
@EDGE_EXAMPLES.example("EOD-EXN.5", two_archfiends, seat=ANOINTED)
def hunt_two_archfiends(match: EdgeMatch) -> Moves:
    """Gain permission to hunt and 6 Battle Strength, then hunt both Archfiends."""
    yield ANOINTED, UseAbility("war_council")
    yield ANOINTED, UseContact(BOTRELLE, "top")
    yield ANOINTED, UseContact(SMITH, "top")
    yield ANOINTED, UseContact(SMITH, "bottom")
    yield ANOINTED, UseContact(RIVAL, "bottom")
    yield ANOINTED, UseContact(BOTRELLE, "middle")
    yield ANOINTED, ChooseOption(2)
    yield ANOINTED, HuntThreats((1, 2))
