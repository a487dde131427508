"""The start of an effect: its cost is paid, and its steps are put on the stack (sections 18 and 19 of RULES.md)."""

from __future__ import annotations

from typing import Literal

from rules.edge_of_darkness.board.amounts import repetitions
from rules.edge_of_darkness.board.tokens import change, move_agents, untrain
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause
from rules.edge_of_darkness.effects.costs import price_of
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ClauseStep, DiscardStep, EffectStep, Source

Use = Literal["turn", "prologue", "reward", "defence", "threat"]


def begin_effect(
    match: EdgeMatch, seat: int, source: Source, clauses: list[Clause], mode: Literal["all", "one"], use: Use
) -> None:
    """Put an effect on the stack. A single clause starts at once, because the player has just chosen the effect."""
    if len(clauses) == 1:
        begin_clause(match, seat, source, clauses[0], use)
    else:
        match.push(EffectStep(seat, source, list(clauses), mode, use))


def begin_clause(match: EdgeMatch, seat: int, source: Source, clause: Clause, use: Use) -> None:
    """Pay the cost of a clause in full, then put its operations on the stack."""
    player = match.state.players[seat]
    match.push(ClauseStep(seat, source, use, list(clause.do) * repetitions(match, seat, source, clause.each)))
    if not clause.cost:
        return
    # Compute all amounts before the first payment changes the position, because the player saw these amounts when
    # choosing the effect.
    prices = [(cost.what, price_of(match, seat, source, cost)) for cost in clause.tokens]
    for what, price in prices:
        change(match, seat, what, -price)
    for cost in clause.cost:
        if isinstance(cost, ops.PayAgents):
            move_agents(match, player, seat, source.home, -cost.count)
        elif isinstance(cost, ops.SendAgents):
            move_agents(match, player, seat, source.home, cost.count)
        elif isinstance(cost, ops.Retire):
            untrain(match, seat, cost.count)
        elif isinstance(cost, ops.PayCard):
            match.push(DiscardStep(seat, cost.count, "cost"))
