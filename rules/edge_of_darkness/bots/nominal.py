"""What effects are worth about the middle of a match, wherever they stand: a measure of contacts not yet at hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rules.edge_of_darkness.bots.feeds import counts_agents
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.content.load import Location, pack

#: What a permission to hunt and a point of Battle Strength promise where no hunt is in sight.
HUNT, BATTLE = 1.3, 0.45
#: What one of a thing is worth.
UNIT = {"coins": 0.45, "influence": 0.45, "goodwill": 0.28, "reputation": 1.0, "battle": BATTLE, "reduce": 0.4}
#: What an operation is worth for each time it is done.
_EACH = {
    "dispatch": 0.35, "return": -0.2, "train": 1.2, "claim": 2.0, "hunt": HUNT, "draw": 0.7, "cubes": -0.1,
    "clear_zone": 0.15, "clear_tray": 0.35, "move_cube": 0.25, "swap_tower": 0.2, "sink_street": 0.1,
    "delay_street": 0.1, "sleeve": 1.5, "fetch_hall": 0.6, "raise_defence": 1.2, "lower_defence": -2.0,
    "untrain": -1.2, "station": 0.4, "withdraw": 0.15, "gather": 0.2, "take_street": 1.0, "salvage": 1.0,
    "call_home": 0.6, "seed_cube": 0.2, "empty_tray": 0.5, "banish": 0.5,
}  # fmt: skip
_AGENT, _CARD, _UNKNOWN = 0.3, 0.3, 0.2
#: What an Agent who serves for something is worth at most.
_SERVED = 0.65
#: What the table counts on an ordinary day.
_COUNTED = {
    "own_hand": 2, "neutral_hand": 1, "tower_cubes": 3, "black_cubes": 3, "guild_cards": 5, "rival_agents_here": 1,
    "hall_cards": 1, "card_slots": 3, "places_held": 3, "agents_out": 3,
}  # fmt: skip
_OFTEN = 2


@lru_cache(maxsize=8)
def nominal(name: str) -> dict[str, float]:
    """Return for each Location of a pack what using its contact once is worth."""
    return {place.id: max(0.0, _of_contact(place)) for place in pack(name).locations.values()}


def _of_contact(place: Location) -> float:
    """What a contact is worth, Agents sent to its Location by what they are good for there."""
    effect, agent = place.contact.effect, max(_EACH["dispatch"], min(_SERVED, _served(place)))
    values = [_clause(clause) + (agent - _EACH["dispatch"]) * _sent(clause) for clause in effect.clauses]
    return _together(effect, values)


def _sent(clause: Clause) -> int:
    return sum(op.count for op in clause.do if isinstance(op, ops.Dispatch | ops.Gather))


def _served(place: Location) -> float:
    """What one Agent at a Location helps to get."""
    clauses = [*place.contact.effect.clauses, *(place.ability.effect.clauses if place.ability else [])]
    best = 0.0
    for clause in clauses:
        if clause.agents:
            best = max(best, (_clause(clause) + _AGENT * clause.agents) / clause.agents)
        elif any(counts_agents(op) for op in clause.do):
            best = max(best, _clause(clause) / _OFTEN)
    return best


def _together(effect: Effect, values: list[float]) -> float:
    if effect.mode == "one":
        return max(values)
    return sum(max(0.0, value) if clause.cost else value for value, clause in zip(values, effect.clauses, strict=True))


def _clause(clause: Clause) -> float:
    return sum(of_op(op) for op in clause.do) - sum(_cost(cost) for cost in clause.cost)


def of_op(op: ops.Op) -> float:
    """Return what an operation is worth."""
    if isinstance(op, ops.Gain | ops.Lose | ops.Reduce):
        each = UNIT[op.what] if not isinstance(op, ops.Reduce) else UNIT["reduce"]
        return each * _amount(op.amount) * (-1 if isinstance(op, ops.Lose) else 1)
    if isinstance(op, ops.Rivals):
        return 0.5 * UNIT[op.what] * op.amount
    return _EACH.get(op.op, _UNKNOWN) * getattr(op, "count", 1)


def _cost(cost: ops.Cost) -> float:
    if isinstance(cost, ops.Pay):
        return UNIT[cost.what] * max(0, _amount(cost.amount))
    if isinstance(cost, ops.Retire):
        return -_EACH["untrain"] * cost.count
    return (_AGENT if isinstance(cost, ops.PayAgents) else _CARD) * cost.count


def _amount(amount: Any) -> int:
    if isinstance(amount, int):
        return amount
    often = _COUNTED.get(amount.count, _OFTEN)
    return min(amount.most, max(amount.least, amount.plus + amount.times * often))
