"""What Agents out on the Locations are good for, read off the effects there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause
from rules.edge_of_darkness.content.load import Location, pack
from rules.edge_of_darkness.state.state import EdgeMatch


@dataclass(frozen=True, slots=True)
class Feed:
    """A part of a Location's effects that its Agents serve: `need` come back for it, or it counts them (need 0)."""

    where: str
    need: int
    clause: Clause


@lru_cache(maxsize=8)
def feeds(name: str) -> dict[str, tuple[Feed, ...]]:
    """Return for each Location of a pack what Agents there are good for."""
    return {place.id: tuple(_feeds(place)) for place in pack(name).locations.values()}


def _feeds(place: Location) -> list[Feed]:
    parts = [("contact" if place.contact.timing == "turn" else "attacked", place.contact.effect)]
    if place.ability:
        timing = place.ability.timing
        parts.append(("ability" if timing == "turn" else timing, place.ability.effect))
    found: list[Feed] = []
    for where, effect in parts:
        for clause in effect.clauses:
            if clause.agents or any(counts_agents(op) for op in [*clause.do, *clause.cost]):
                found.append(Feed(where, clause.agents, clause))
    return found


@lru_cache(maxsize=64)
def _counts_of(name: str, home: str) -> frozenset[str]:
    """Return what the effects of a Location count on the table."""
    place = pack(name).locations[home]
    effects = [place.contact.effect, *([place.ability.effect] if place.ability else [])]
    clauses = [clause for effect in effects for clause in effect.clauses]
    amounts = [getattr(piece, "amount", 0) for clause in clauses for piece in (*clause.do, *clause.cost)]
    found = [amount.count for amount in amounts if isinstance(amount, ops.Count)]
    return frozenset([*found, *(clause.when.count for clause in clauses if clause.when)])


def counts_in_play(match: EdgeMatch) -> set[str]:
    """Return what the Locations of this match count on the table."""
    return {what for home in match.state.locations for what in _counts_of(match.state.options.pack, home)}


def counts_agents(piece: Any) -> bool:
    """Tell whether the amount of an operation or price counts the Agents at its Location."""
    amount = getattr(piece, "amount", 0)
    return isinstance(amount, ops.Count) and amount.count == "agents_here"
