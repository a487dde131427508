"""The current values of amounts and conditions that depend on the state of the match."""

from __future__ import annotations

from collections.abc import Callable

from rules.edge_of_darkness.board.sleeved_card import filled_count, guild_cards
from rules.edge_of_darkness.content.ops import Amount, Condition, CountName, Each
from rules.edge_of_darkness.state.state import EdgeMatch, State
from rules.edge_of_darkness.state.steps import Source


def amount_of(match: EdgeMatch, seat: int, source: Source, amount: Amount) -> int:
    """Return the value of an amount, which may depend on the position."""
    if isinstance(amount, int):
        return amount
    counted = _count(match, seat, source, amount.count)
    return min(amount.most, max(amount.least, amount.plus + amount.times * counted))


def is_condition_met(match: EdgeMatch, seat: int, condition: Condition | None, source: Source) -> bool:
    """Return whether a condition of an effect is met now; True if there is no condition."""
    if condition is None:
        return True
    own = _count(match, seat, source, condition.count)
    if condition.who == "you":
        return condition.least <= own <= condition.most
    others = [_count(match, other, source, condition.count) for other in range(match.state.seats) if other != seat]
    if condition.who == "rival":
        return any(condition.least <= other <= condition.most for other in others)
    return own > max(others) if condition.who == "most" else own < min(others)


def repetitions(match: EdgeMatch, seat: int, source: Source, each: Each | None) -> int:
    """Return how many times a clause is executed now; 1 if it isn't a repeated clause."""
    return 1 if each is None else min(each.most, _count(match, seat, source, each.count))


def token_count(match: EdgeMatch, seat: int, what: str) -> int:
    """Return how many tokens of this kind a seat has. Only the active player has Battle Strength (EOD-BS.1)."""
    turn = match.state.turn
    if what == "battle":
        return turn.battle if turn.seat == seat else 0
    return getattr(match.state.players[seat], what)


def _count(match: EdgeMatch, seat: int, source: Source, what: CountName) -> int:
    return _COUNTS[what](match.state, seat, source)


def _count_field(what: str) -> Callable[[State, int, Source], int]:
    return lambda state, seat, _source: getattr(state.players[seat], what)


def _battle(state: State, seat: int, _source: Source) -> int:
    return state.turn.battle if state.turn.seat == seat else 0


def _card_slots(state: State, _seat: int, source: Source) -> int:
    return filled_count(state.cards[source.what]) if source.what in state.cards else 0


def _rival_agents_here(state: State, seat: int, source: Source) -> int:
    return sum(player.agents.get(source.home, 0) for other, player in enumerate(state.players) if other != seat)


_COUNTS: dict[CountName, Callable[[State, int, Source], int]] = {
    "agents_here": lambda state, seat, source: state.players[seat].agents.get(source.home, 0),
    "rival_agents_here": _rival_agents_here,
    "agents_out": lambda state, seat, _source: sum(state.players[seat].agents.values()),
    "places_held": lambda state, seat, _source: len(state.players[seat].agents),
    "pool_agents": lambda state, seat, _source: state.players[seat].pool,
    "untrained_agents": _count_field("untrained"),
    "hand_cards": lambda state, seat, _source: len(state.players[seat].hand),
    "own_hand": lambda state, seat, _source: sum(state.cards[card].owner == seat for card in state.players[seat].hand),
    "neutral_hand": lambda state, seat, _source: sum(state.cards[card].owner < 0 for card in state.players[seat].hand),
    "hall_cards": lambda state, seat, _source: len(state.players[seat].hall),
    "guild_cards": lambda state, seat, _source: len(guild_cards(state, seat)),
    "card_slots": _card_slots,
    "zone_cubes": lambda state, seat, _source: sum(state.players[seat].zone),
    "tower_cubes": lambda state, seat, _source: sum(tray[seat] for tray in state.trays),
    "black_cubes": lambda state, _seat, _source: sum(tray[-1] for tray in state.trays),
    "spaces_down": lambda state, seat, _source: state.players[seat].moved_down,
    "coins": _count_field("coins"),
    "influence": _count_field("influence"),
    "goodwill": _count_field("goodwill"),
    "reputation": _count_field("reputation"),
    "battle": _battle,
    "slips_left": _count_field("slips"),
    "rivals": lambda state, _seat, _source: state.seats - 1,
}
