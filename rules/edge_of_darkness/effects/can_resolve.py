"""Checks whether a seat can pay for an effect, and whether the effect would change something (EOD-USE.7, USE.8)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.edge_of_darkness.board.amounts import is_condition_met, repetitions
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.content.ops import Op
from rules.edge_of_darkness.effects.costs import can_pay, discardable
from rules.edge_of_darkness.effects.verb_table import VERBS
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import Source


def clause_can_resolve(
    match: EdgeMatch, seat: int, source: Source, clause: Clause, use: str, coins: int = 0, cards: int = 0
) -> bool:
    """Return whether the seat can pay for a clause, and the clause would change something (EOD-USE.7, USE.8).

    `coins` and `cards` are reserved for other costs: Coins for the card's owner, and cards for a Street effect. A cost
    that moves Agents counts as a change, but a cost in tokens or cards doesn't (EOD-USE.8).
    """
    if use == "turn" and clause.sure:
        return True
    if clause.when and not is_condition_met(match, seat, clause.when, source):
        return False
    if clause.each and not repetitions(match, seat, source, clause.each):
        return False
    if clause.cost:
        if not can_pay(match, seat, source, clause, coins, cards):
            return False
        if clause.agents or clause.sent:
            return True
    if use == "turn" and clause.gives:
        return True
    if (cards or clause.cards) and not clause.is_steady:
        return _survives(match, seat, source, clause, use, clause.cards + cards)
    for op in clause.do:  # noqa: SIM110  (as `_any_can_resolve` does, without a call for each clause)
        if VERBS[type(op)].can_resolve(match, seat, source, op, use):
            return True
    return False


def _any_can_resolve(match: EdgeMatch, seat: int, source: Source, ops: Iterable[Op], use: str) -> bool:
    # This module uses loops instead of any(), because they run for every effect on the table whenever actions are
    # listed. Generators would take 5 % of the time spent in the rules.
    for op in ops:  # noqa: SIM110
        if VERBS[type(op)].can_resolve(match, seat, source, op, use):
            return True
    return False


def _survives(match: EdgeMatch, seat: int, source: Source, clause: Clause, use: str, discards: int) -> bool:
    """Return whether a clause would still change something after the seat discarded this many hand cards for it."""
    if _any_can_resolve(match, seat, source, clause.steady, use):
        return True
    if not _any_can_resolve(match, seat, source, clause.do, use):
        return False
    player = match.state.players[seat]
    hand = player.hand
    for spent in discardable(match, seat, discards, source.what):
        player.hand = [card for card in hand if card not in spent]
        try:
            if _any_can_resolve(match, seat, source, clause.do, use):
                return True
        # Restore the hand before trying the next set of discards.
        finally:
            player.hand = hand
    return False


def effect_can_resolve(
    match: EdgeMatch, seat: int, source: Source, effect: Effect, use: str, coins: int = 0, cards: int = 0
) -> bool:
    """Return whether any clause of an effect can be resolved; `coins` and `cards` are as in `clause_can_resolve`."""
    for clause in effect.clauses:  # noqa: SIM110
        if clause_can_resolve(match, seat, source, clause, use, coins, cards):
            return True
    return False
