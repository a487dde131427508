"""A depleted deck: EOD-EX.34 and EX.35."""

from __future__ import annotations

from functools import partial

from rules.edge_of_darkness.examples.position_builder import (
    ANOINTED,
    CARNIVAL,
    Moves,
    acting,
    discard_all_but,
    move,
    set_turn,
)
from rules.edge_of_darkness.examples.registry import EDGE_EXAMPLES
from rules.edge_of_darkness.state.actions import EndTurn, HuntThreats
from rules.edge_of_darkness.state.state import EdgeMatch

#: The cards that the Anointed player discards at the end of the turn: two Neutral cards and one from the Carnival of
#: Shadows.
HAND = ("ruta_vantongeren", "oswin_tallow", "lazlo_fenn")


def short_stack(stack: int = 2) -> EdgeMatch:
    """Return a match in the Action turn of a player who can hunt.

    The stack has this many cards, and the rest are on the Discard pile.
    """
    match = acting()
    set_turn(match, battle=1, may_hunt=True)
    discard_all_but(match, stack)
    return match


def depleted() -> EdgeMatch:
    """Return a match at the end of a turn, with one card in the stack and four on the Discard pile. Seat 1 is next."""
    match = acting(then=[CARNIVAL], hand=HAND)
    set_turn(match, sleeved=True)
    for card in ("giacomo_tredita", "pipistrelle_the_tumbler", "madame_solange_nuit"):
        move(match, card, match.state.players[CARNIVAL].hand)
    move(match, "prior_benedikt_lorne", match.state.players[ANOINTED].hall)
    discard_all_but(match, 1)
    return match


@EDGE_EXAMPLES.example("EOD-EX.34", partial(short_stack, 2))
def a_hunt_empties_a_spot(match: EdgeMatch) -> Moves:
    """Defeat the middle card of the tower. The empty spot is filled at once."""
    yield ANOINTED, HuntThreats((2,))


@EDGE_EXAMPLES.example("EOD-EX.35", depleted, seat=ANOINTED)
def end_a_turn_with_a_depleted_deck(match: EdgeMatch) -> Moves:
    """End the turn. The hand is discarded before the Discard pile is shuffled."""
    yield ANOINTED, EndTurn()
