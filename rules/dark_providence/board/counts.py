"""Computes the numbers that card texts refer to, such as a seat's cities, and the conditions on these numbers."""

from __future__ import annotations

from collections.abc import Callable

from rules.dark_providence.board.agents import agents_of, is_cultist, is_deep_one, is_lead, own_agents_in
from rules.dark_providence.content.shared_field_types import Condition, Count, Limit
from rules.dark_providence.state.state import Providence

#: For each number that a card can count, the function that computes it from the match and a seat.
COUNTS: dict[str, Callable[[Providence, int], int]] = {
    "cities": lambda match, seat: sum(place.controller == seat for place in match.state.places.values()),
    "agents": lambda match, seat: len(agents_of(match.state, seat)),
    "recruited": lambda match, seat: sum(
        not is_lead(match, agent) and not is_deep_one(agent) for agent in agents_of(match.state, seat)
    ),
    "mythos": lambda match, seat: len(match.state.players[seat].mythos),
    "crypt": lambda match, seat: len(match.state.players[seat].crypt),
    "gates": lambda match, seat: sum(place.gate_owner == seat for place in match.state.places.values()),
    "opened": lambda match, seat: _gates(match, seat, "open"),
    "closed": lambda match, seat: _gates(match, seat, "close"),
    "returned": lambda match, seat: sum(match.state.agents[agent].returned for agent in agents_of(match.state, seat)),
    "madness": lambda match, seat: match.state.players[seat].madness,
    "deep_ones": lambda match, seat: sum(is_deep_one(agent) for agent in agents_of(match.state, seat)),
    "hand": lambda match, seat: len(match.state.players[seat].hand),
    "limbo": lambda match, seat: match.state.players[seat].limbo,
    "supply": lambda match, seat: match.state.players[seat].supply,
    "vp": lambda match, seat: match.state.players[seat].vp,
    "rivals": lambda match, seat: max(1, match.state.seats - 1),
    "locks": lambda match, seat: len(match.state.locks),
    "row": lambda match, seat: len(match.state.row),
    "ritual": lambda match, seat: match.state.ritual,
    "investigation": lambda match, seat: match.state.investigation,
}


def _gates(match: Providence, seat: int, face: str) -> int:
    return sum(place.gate_owner == seat and place.gate == face for place in match.state.places.values())


def count_of(match: Providence, seat: int, what: str) -> int:
    """Return the current value of the count `what` (a `CountName`) for a seat."""
    return COUNTS[what](match, seat)


def amount_of(match: Providence, seat: int, value: int | Count | Limit) -> int:
    """Return the value of an amount, which may depend on the position."""
    if isinstance(value, int):
        return value
    return min(value.most, count_of(match, seat, value.count)) * value.times


def highest_control_point(match: Providence, seat: int, value: int | Limit, city: str) -> int:
    """Return the highest control point allowed for an effect's target. This may depend on the agents in `city`."""
    if isinstance(value, int) or not value.count.endswith("_there"):
        return amount_of(match, seat, value)
    local_agents = own_agents_in(match.state, seat, city)
    if value.count == "deep_ones_there":
        local_agents = [agent for agent in local_agents if is_deep_one(agent)]
    return min(value.most, len(local_agents)) * value.times


# -- conditions -----------------------------------------------------------------------------------------------


def is_condition_met(match: Providence, seat: int, when: Condition) -> bool:
    """Return whether a condition is met for a seat. Conditions use only public numbers."""
    if when.who == "you":
        return count_of(match, seat, when.count) >= when.least
    others = _rival_counts(match, seat, when.count)
    if when.who == "rival":
        return max(others, default=0) >= when.least
    return count_of(match, seat, when.count) > max(others, default=0)


def _rival_counts(match: Providence, seat: int, what: str) -> list[int]:
    """Return the count `what` of each other player or, in solo play, of the Great Old One (DP-SOLO.25)."""
    old_one = match.state.old_one
    if old_one is None:
        return [count_of(match, other, what) for other in range(match.state.seats) if other != seat]
    places = match.state.places.values()
    counts = {
        "cities": sum(place.controller > 0 for place in places),
        "agents": sum(is_cultist(agent) for agent in match.state.agents),
        "mythos": len(old_one.mythos),
        "crypt": len(old_one.crypt),
        "gates": sum(place.gate_owner > 0 for place in places),
        "opened": sum(place.gate_owner > 0 for place in places),
        "madness": old_one.madness,
        "limbo": sum(own.limbo for own in old_one.cultists),
        "supply": sum(own.supply for own in old_one.cultists),
        "vp": old_one.vp,
    }
    return [counts.get(what, 0)]
