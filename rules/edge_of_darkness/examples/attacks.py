"""Attacks by the tower: EOD-EX.13 to EX.19, EXN.10.

At the start of each example a player is about to end their turn, with the cubes already in the trays. The tower attacks
when the next turn begins.
"""

from __future__ import annotations

from functools import partial

from rules.edge_of_darkness.board.cubes import THRESHOLD
from rules.edge_of_darkness.examples.position_builder import (
    ANOINTED,
    CARNIVAL,
    TOWER,
    Moves,
    acting,
    send,
    set_player,
    set_turn,
    sleeve_slip,
    tray,
)
from rules.edge_of_darkness.examples.registry import EDGE_EXAMPLES
from rules.edge_of_darkness.state.actions import EndTurn
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.engine.match import arrange

#: The cubes in a tray: the number in each seat's colour, then the number of black cubes. Red is seat 1, green seat 2.
GREEN_AHEAD = (0, 2, 4, 0, 2)
GREEN_AND_RED = (0, 3, 3, 0, 2)
GREEN_AND_BLACK = (0, 2, 3, 0, 3)


def besieged(seats: int, *trays: tuple[int, ...], tower: tuple[str, ...] = TOWER, active: int = 0) -> EdgeMatch:
    """Return a match just before the turn of seat `active`, with these cubes in the trays from left to right."""
    match = acting(seats, (active - 1) % seats, then=[active], tower=tower)
    set_turn(match, sleeved=True)
    with arrange(match) as state:
        # Skip the rest of this turn, because a full tray would attack before the next turn.
        del state.stack[-2]
    for spot, cubes in enumerate(trays, 1):
        tray(match, spot, *cubes)
    return match


def nearly_full_and_full(seats: int) -> EdgeMatch:
    """Return a match where the left tray is one cube short of an attack and the middle tray has exactly enough."""
    enough = THRESHOLD[seats]
    return besieged(seats, (enough - 1,), (enough,))


def sum_of_threats(guards: int = 4) -> EdgeMatch:
    """Return a match before an attack with Damage 2 + 3. Seat 0 has `guards` Agents to reduce it, and seat 1 has 5."""
    match = besieged(2, (), (0, 0, 6), tower=("bertil_nosk", "magister_aurel_tamsin", "jessamy_crake"))
    sleeve_slip(match, "magister_aurel_tamsin", "forge_m1")
    send(match, ANOINTED, "the_citywatch", guards)
    send(match, CARNIVAL, "the_citywatch", 5)
    return match


def held_reputation() -> EdgeMatch:
    """Return a match before an attack on a player who has Reputation but can't defend."""
    match = besieged(2, (), (6,))
    set_player(match, ANOINTED, reputation=5)
    return match


@EDGE_EXAMPLES.example("EOD-EX.13", partial(besieged, 4, (), GREEN_AHEAD))
@EDGE_EXAMPLES.example("EOD-EX.14", partial(besieged, 4, (), GREEN_AND_RED))
@EDGE_EXAMPLES.example("EOD-EX.15", partial(besieged, 4, (), GREEN_AND_BLACK))
@EDGE_EXAMPLES.example("EOD-EX.16", partial(nearly_full_and_full, 2))
@EDGE_EXAMPLES.example("EOD-EX.17", sum_of_threats)
@EDGE_EXAMPLES.example("EOD-EX.18", partial(besieged, 2, (6,), (), (6,)))
@EDGE_EXAMPLES.example(
    "EOD-EX.19", partial(besieged, 4, (), (3, 2, 1, 0, 2), tower=("bertil_nosk", "hesper_alder", "jessamy_crake"))
)
@EDGE_EXAMPLES.example("EOD-EXN.10", held_reputation)
def the_tower_attacks(match: EdgeMatch) -> Moves:
    """End the turn. The next turn begins with the attacks."""
    (seat,) = match.decisions()
    yield seat, EndTurn()
