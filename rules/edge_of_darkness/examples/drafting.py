"""Drafting and drawing cubes in an Assembly turn: EOD-EX.9 to EX.12, EX.36, EXN.7 and EXN.8."""

from __future__ import annotations

from functools import partial

from rules.edge_of_darkness.examples.position_builder import (
    ANOINTED,
    STREET,
    Moves,
    assembling,
    favour,
    set_player,
    sleeve_slip,
)
from rules.edge_of_darkness.examples.registry import EDGE_EXAMPLES
from rules.edge_of_darkness.state.actions import Draft, SkipCard
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.engine.match import arrange

C1, C2, C3, C4, C5 = STREET
#: The hand of a player who must draft one more card.
HAND = ("magister_aurel_tamsin", "oswin_tallow")


def three_icons() -> EdgeMatch:
    """Return a match before a draft of one card that brings the hand to three cube icons."""
    match = assembling(hand=HAND)
    sleeve_slip(match, "oswin_tallow", "forge_b1")
    return match


def drafting(influence: int) -> EdgeMatch:
    """Return a match before a draft of three cards by a player with this much Influence."""
    match = assembling()
    set_player(match, ANOINTED, influence=influence)
    return match


def favoured() -> EdgeMatch:
    """Return a match before a player without Influence drafts one card. A Street card has Influence on it."""
    match = assembling(hand=HAND)
    set_player(match, ANOINTED, influence=0)
    favour(match, C1, 3)
    return match


def nearly_empty_bag() -> EdgeMatch:
    """Return a match before a draft of one card that brings the hand to five cube icons. The bag has two cubes."""
    match = assembling(hand=HAND)
    sleeve_slip(match, "magister_aurel_tamsin", "gallows_m1")
    sleeve_slip(match, "oswin_tallow", "forge_b1")
    with arrange(match) as state:
        state.bag, state.aside, state.trays = [1, 1, 0], [4, 3, 3], [[2, 2, 1], [1, 1, 3], [2, 1, 2]]
        state.players[0].staged, state.players[1].staged = [3, 3, 3], [2, 4, 3]
    return match


@EDGE_EXAMPLES.example("EOD-EX.9", three_icons, seat=ANOINTED)
@EDGE_EXAMPLES.example("EOD-EX.12", favoured, seat=ANOINTED)
@EDGE_EXAMPLES.example("EOD-EX.36", nearly_empty_bag, seat=ANOINTED)
def draft_without_a_skip(match: EdgeMatch) -> Moves:
    """Draft without skipping a card. Cubes are drawn afterwards."""
    yield ANOINTED, Draft()


@EDGE_EXAMPLES.example("EOD-EX.10", partial(drafting, 4), seat=ANOINTED)
@EDGE_EXAMPLES.example("EOD-EXN.7", partial(drafting, 4), seat=ANOINTED)
@EDGE_EXAMPLES.example("EOD-EXN.8", partial(drafting, 4), seat=ANOINTED)
def draft_the_second_fifth_and_sixth_card(match: EdgeMatch) -> Moves:
    """Skip the 1st, 3rd and 4th cards, and draft the others."""
    for card in (C1, C3, C4):
        yield ANOINTED, SkipCard(card)
    yield ANOINTED, Draft()


@EDGE_EXAMPLES.example("EOD-EX.11", partial(drafting, 5), seat=ANOINTED)
def skip_the_whole_street(match: EdgeMatch) -> Moves:
    """Skip all cards in the Street, and draft from the stack."""
    for card in STREET:
        yield ANOINTED, SkipCard(card)
    yield ANOINTED, Draft()
