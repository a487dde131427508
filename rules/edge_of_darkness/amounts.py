"""How much: amounts and conditions that depend on the table."""

from __future__ import annotations

from rules.edge_of_darkness.cards import filled, guild_cards
from rules.edge_of_darkness.ops import Amount, Condition, CountName
from rules.edge_of_darkness.state import EdgeMatch, Player, State
from rules.edge_of_darkness.steps import Source


def amount_of(match: EdgeMatch, seat: int, source: Source, amount: Amount) -> int:
    """Return the number an amount stands for now."""
    if isinstance(amount, int):
        return amount
    counted = _count(match, seat, source, amount.count)
    return min(amount.most, max(amount.least, amount.plus + amount.times * counted))


def holds(match: EdgeMatch, seat: int, condition: Condition | None, source: Source) -> bool:
    """Tell whether what a part of an effect depends on is so now."""
    return condition is None or _count(match, seat, source, condition.count) >= condition.least


def held(match: EdgeMatch, seat: int, what: str) -> int:
    """Return what can be lost or paid; Battle Strength is only ever the active player's (EOD-BS.1)."""
    turn = match.state.turn
    if what == "battle":
        return turn.battle if turn.seat == seat else 0
    return getattr(match.state.players[seat], what)


def _count(match: EdgeMatch, seat: int, source: Source, what: CountName) -> int:
    state = match.state
    player = state.players[seat]
    match what:
        case "own_hand":
            return sum(state.cards[card].owner == seat for card in player.hand)
        case "neutral_hand":
            return sum(state.cards[card].owner < 0 for card in player.hand)
        case "hall_cards":
            return len(player.hall)
        case "guild_cards":
            return len(guild_cards(state, seat))
        case "card_slots":
            return filled(state.cards[source.what]) if source.what in state.cards else 0
        case "zone_cubes":
            return sum(player.zone)
        case "tower_cubes":
            return sum(tray[seat] for tray in state.trays)
        case "black_cubes":
            return sum(tray[-1] for tray in state.trays)
        case "spaces_down":
            return player.moved_down
        case _:
            return _agents(state, player, source.home, what)


def _agents(state: State, player: Player, home: str, what: CountName) -> int:
    match what:
        case "agents_here":
            return player.agents.get(home, 0)
        case "rival_agents_here":
            return sum(other.agents.get(home, 0) for other in state.players if other is not player)
        case "agents_out":
            return sum(player.agents.values())
        case "places_held":
            return len(player.agents)
        case _:
            return player.pool
