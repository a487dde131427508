"""How much: amounts that depend on the table."""

from __future__ import annotations

from rules.edge_of_darkness.cards import guild_cards
from rules.edge_of_darkness.effects import Amount
from rules.edge_of_darkness.state import EdgeMatch
from rules.edge_of_darkness.steps import Source


def amount_of(match: EdgeMatch, seat: int, source: Source, amount: Amount) -> int:
    """Return the number an amount stands for now."""
    if isinstance(amount, int):
        return amount
    counted = _count(match, seat, source.home, amount.count)
    return min(amount.most, max(amount.least, amount.plus + amount.times * counted))


def _count(match: EdgeMatch, seat: int, home: str, what: str) -> int:
    state = match.state
    player = state.players[seat]
    match what:
        case "agents_here":
            return player.agents.get(home, 0)
        case "rival_agents_here":
            return sum(other.agents.get(home, 0) for other in state.players if other is not player)
        case "own_hand":
            return sum(state.cards[card].owner == seat for card in player.hand)
        case "neutral_hand":
            return sum(state.cards[card].owner < 0 for card in player.hand)
        case "zone_cubes":
            return sum(player.zone)
        case "tower_cubes":
            return sum(tray[seat] for tray in state.trays)
        case _:
            return len(guild_cards(state, seat))
