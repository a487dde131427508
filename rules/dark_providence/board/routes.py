"""Routes on the map: what it costs to travel between cities (DP-TRAVEL.2)."""

from __future__ import annotations

from heapq import heappop, heappush

from rules.dark_providence.state.state import Providence, State


def forbidden_cities(state: State) -> set[str]:
    """Return the cities that Cthulhu or martial law has closed to travel (DP-TRAVEL.8)."""
    return {city for city in (state.cthulhu, state.martial_law) if city}


def travel_costs(match: Providence, origin: str) -> dict[str, int]:
    """Return the lowest travel cost to each reachable city, sorted by cost (DP-TRAVEL.9).

    Routes through a forbidden city are ignored.
    """
    state = match.state
    key = (origin, state.cthulhu, state.martial_law)
    cache = match.content.known.setdefault("costs", {})
    if key not in cache:
        cache[key] = _cheapest_costs(match.content.roads, origin, forbidden_cities(state))
    return cache[key]


def _cheapest_costs(roads: dict[str, dict[str, int]], origin: str, closed: set[str]) -> dict[str, int]:
    costs_by_city: dict[str, int] = {}
    heap = [(0, origin)]
    while heap:
        cost, city = heappop(heap)
        if city in costs_by_city:
            continue
        costs_by_city[city] = cost
        for other, toll in roads[city].items():
            if other not in costs_by_city and other not in closed:
                heappush(heap, (cost + toll, other))
    del costs_by_city[origin]
    return costs_by_city


def adjacent_cities(match: Providence, city: str) -> list[str]:
    """Return the neighbouring cities that are open to travel (DP-BOARD.11)."""
    closed = forbidden_cities(match.state)
    return [other for other in match.content.roads[city] if other not in closed]
