"""The counts that card texts depend on."""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_of, is_deep_one, is_lead
from rules.dark_providence.content.fields import Amount, Count
from rules.dark_providence.state.state import Providence


def count_of(match: Providence, seat: int, what: str) -> int:
    """Return one of the numbers that `effects.Count` names."""
    state = match.state
    player = state.players[seat]
    agents = agents_of(state, seat)
    match what:
        case "cities":
            return sum(place.controller == seat for place in state.places.values())
        case "agents":
            return len(agents)
        case "recruited":
            return sum(not is_lead(match, agent) and not is_deep_one(agent) for agent in agents)
        case "mythos":
            return len(player.mythos)
        case "crypt":
            return len(player.crypt)
        case "gates":
            return sum(place.gate_owner == seat for place in state.places.values())
        case "returned":
            return sum(state.agents[agent].returned for agent in agents)
        case "madness":
            return player.madness
        case "deep_ones":
            return sum(is_deep_one(agent) for agent in agents)
        case _:
            raise KeyError(what)


def amount(match: Providence, seat: int, value: Amount) -> int:
    """Return what an amount is now; it may depend on the table."""
    if isinstance(value, Count):
        return min(value.most, count_of(match, seat, value.count)) * value.times
    return value
