"""Standing orders for the Locations that a player puts into play (AH-PBP.36)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.aevum_haeresis.state.actions import PutLocation
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.actions import Action
from rules.kernel.data.order_parts import arguments

#: The beginning of an order for a Location. The most wanted Location comes first.
LOCATION = "location:"


def location_orders(match: Haeresis, seat: int) -> list[str]:
    """Return the orders that a seat can give for its Locations: one for each card that is left if it has a choice."""
    left = match.state.players[seat].locations
    return [f"{LOCATION}{card}" for card in left] if len(left) > 1 else []


def ordered_location(orders: Sequence[str], offered: Sequence[Action]) -> Action | None:
    """Return the first wanted Location that can be put; None to ask the player."""
    wanted = map(PutLocation, arguments(orders, LOCATION))
    return next((action for action in wanted if action in offered), None)
