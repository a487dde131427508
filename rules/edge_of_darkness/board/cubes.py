"""Threat cubes in the bag, the set-aside area, the Threat Zones, and the trays of the tower."""

from __future__ import annotations

from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import SPOTS, EdgeMatch, State
from rules.kernel.data.events import EVERYONE

#: The number of cubes in a tray that triggers an attack, by player count (EOD-BLIGHT.1).
THRESHOLD = {2: 6, 3: 7, 4: 8}
#: The number of cubes of each colour, including black (EOD-SETUP.16).
PER_COLOUR = 15


def refill_bag(state: State) -> None:
    """If the bag is empty, put the set-aside cubes back into it (EOD-CUBE.4)."""
    if not any(state.bag):
        state.bag, state.aside = state.aside, [0] * len(state.bag)


def draw(match: EdgeMatch, seat: int, count: int) -> None:
    """Draw random cubes from the bag into the Threat Zone, refilling the bag when it is empty (EOD-CUBE.1 to 5)."""
    drawn: list[int] = []
    while len(drawn) < count and any(match.state.bag):
        drawn += match.chance.take_counted("bag", match.state.bag, count - len(drawn))
        refill_bag(match.state)
    for colour in drawn:
        match.state.players[seat].zone[colour] += 1
    if drawn:
        match.emit(EVERYONE, events.DrewCubes(seat, tuple(drawn)))


def drop(match: EdgeMatch, cubes: list[int]) -> tuple[int, ...]:
    """Drop cubes, given as counts by colour, into random trays; return how many landed in each tray (EOD-DROP.2, 7)."""
    colours = [colour for colour, count in enumerate(cubes) for _ in range(count)]
    landed = [0] * SPOTS
    for colour, tray in zip(colours, match.chance.rolls("tower", SPOTS, len(colours)), strict=True):
        match.state.trays[tray][colour] += 1
        landed[tray] += 1
    return tuple(landed)


def empty_tray(state: State, spot: int) -> None:
    """Move all cubes of a tray to the set-aside area (EOD-CUBE.6)."""
    for colour, count in enumerate(state.trays[spot]):
        state.aside[colour] += count
    state.trays[spot] = [0] * len(state.trays[spot])
    refill_bag(state)


def set_aside(state: State, place: list[int], colour: int) -> None:
    """Move one cube from a tray or Threat Zone to the set-aside area."""
    place[colour] -= 1
    state.aside[colour] += 1
    refill_bag(state)


def full_trays(state: State) -> list[int]:
    """Return the spots of trays with enough cubes for an attack, from left to right."""
    threshold = THRESHOLD[state.seats]
    for tray in state.trays:
        if sum(tray) >= threshold:
            return [spot for spot, tray in enumerate(state.trays) if sum(tray) >= threshold]
    # A shortcut for speed, because usually no tray is full.
    return []
