"""The effects of cards, abilities, rewards and threats as data. Their verbs are in `ops`.

The behaviour in `effects/` and the card text in `words/cards.py` both come from these records, so they can't disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal

from pydantic import Field

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.ops import Condition, Cost, Each, Op, Record

#: Counts that change when the player discards hand cards.
_HAND = ("own_hand", "neutral_hand", "hand_cards")
#: Counts that a price can change before the effect uses them.
_PAID = ("coins", "influence", "goodwill", "reputation", "battle")


def add_up(prices: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Add up prices of the same kind."""
    sums: dict[str, int] = {}
    for what, price in prices:
        sums[what] = sums.get(what, 0) + price
    return sums


class Clause(Record):
    """A part of an effect: operations to execute in order, optionally with a condition, a cost and repetitions."""

    when: Condition | None = None
    cost: list[Cost] = []
    do: list[Op] = Field(min_length=1)
    #: How many times the operations are executed; once if None. The cost is paid only once in any case.
    each: Each | None = None

    @cached_property
    def agents(self) -> int:
        """Return how many Agents the cost returns from the effect's Location to the pool."""
        return sum(cost.count for cost in self.cost if isinstance(cost, ops.PayAgents))

    @cached_property
    def sent(self) -> int:
        """Return how many Agents the cost sends from the pool to the effect's Location."""
        return sum(cost.count for cost in self.cost if isinstance(cost, ops.SendAgents))

    @cached_property
    def cards(self) -> int:
        """Return how many hand cards the cost discards."""
        return sum(cost.count for cost in self.cost if isinstance(cost, ops.PayCard))

    @cached_property
    def retired(self) -> int:
        """Return how many trained Agents in the pool the cost makes untrained."""
        return sum(cost.count for cost in self.cost if isinstance(cost, ops.Retire))

    @cached_property
    def tokens(self) -> tuple[ops.Pay, ...]:
        """Return the parts of the cost paid in tokens or Battle Strength."""
        return tuple(cost for cost in self.cost if isinstance(cost, ops.Pay))

    @cached_property
    def prices(self) -> dict[str, int] | None:
        """Return the cost by kind of token; None if the cost depends on the position. A negative price counts as 0."""
        fixed = [(cost.what, max(0, cost.amount)) for cost in self.tokens if isinstance(cost.amount, int)]
        return add_up(fixed) if len(fixed) == len(self.tokens) else None

    @cached_property
    def steady(self) -> tuple[Op, ...]:
        """Return the operations that don't depend on the cards in hand."""
        return tuple(op for op in self.do if not _needs_hand(op))

    @cached_property
    def is_steady(self) -> bool:
        """Return whether no operation depends on the cards in hand."""
        return len(self.steady) == len(self.do)

    @cached_property
    def counted(self) -> tuple[ops.Count, ...]:
        """Return the amounts that nothing in the clause can change before it uses them.

        These are its prices and, if it costs only tokens, the amount of its first operation.
        """
        amounts: list[object] = [cost.amount for cost in self.tokens]
        if len(self.tokens) == len(self.cost) and not self.each:
            amounts.append(getattr(self.do[0], "amount", 0))
        return tuple(found for found in amounts if isinstance(found, ops.Count) and found.count not in _PAID)

    @cached_property
    def gives(self) -> bool:
        """Return whether the clause always changes something, because it has a gain of a fixed amount."""
        gains = (op.amount for op in self.do if isinstance(op, ops.Gain) and not self.each)
        return any(isinstance(amount, int) and amount > 0 for amount in gains)

    @cached_property
    def sure(self) -> bool:
        """Return whether the clause changes something in any turn and any position."""
        return not self.cost and self.when is None and self.gives


def _needs_hand(op: Op) -> bool:
    amount = getattr(op, "amount", 0)
    return (isinstance(amount, ops.Count) and counts_hand(amount)) or op.NEEDS_HAND


def counts_hand(amount: ops.Count) -> bool:
    """Return whether an amount changes when the player discards hand cards."""
    return amount.count in _HAND


def only_gains(mode: str, clauses: Sequence[Clause]) -> bool:
    """Return whether these clauses only give gains, without a cost or a choice."""
    free = (not clause.cost and all(isinstance(op, ops.Gain) for op in clause.do) for clause in clauses)
    return (mode == "all" or len(clauses) == 1) and all(free)


class Effect(Record):
    """One effect (EOD-CARD.18).

    In mode "all", the clauses are executed in order, and those with a cost are optional. In mode "one", the player
    chooses one clause. With prologue "rule", only some operations work in the prologue, mostly those on your own tokens
    and Agents (EOD-PROL.15 to PROL.19). With prologue "all" or "none", all or none of the operations work
    (EOD-HC.12).
    """

    mode: Literal["all", "one"] = "all"
    clauses: list[Clause] = Field(min_length=1)
    prologue: Literal["rule", "all", "none"] = "rule"

    @cached_property
    def sure(self) -> bool:
        """Return whether any clause changes something in any turn and any position."""
        return any(clause.sure for clause in self.clauses)

    @cached_property
    def counted(self) -> tuple[ops.Count, ...]:
        """Return the amounts that nothing in the effect can change before it uses them, each once."""
        clauses = self.clauses if self.mode == "one" else self.clauses[:1]
        return tuple(dict.fromkeys(amount for clause in clauses for amount in clause.counted))

    @cached_property
    def only_gains(self) -> bool:
        """Return whether the effect only gives gains, without a cost or a choice."""
        return only_gains(self.mode, self.clauses)

    @cached_property
    def least_agents(self) -> int:
        """Return the smallest number of Agents that any clause takes from the effect's Location."""
        return min(clause.agents for clause in self.clauses)


def prologue_clauses(effect: Effect) -> list[Clause]:
    """Return the clauses of an effect that work in the prologue (EOD-PROL.14 to PROL.19)."""
    if effect.prologue != "rule":
        return list(effect.clauses) if effect.prologue == "all" else []
    clauses: list[Clause] = []
    for clause in effect.clauses:
        does = [op for op in clause.do if op.IN_PROLOGUE and getattr(op, "what", "") != "battle"]
        if does and all(isinstance(cost, ops.Pay) for cost in clause.cost):
            clauses.append(Clause(when=clause.when, cost=clause.cost, do=does, each=clause.each))
    return clauses


class Threat(Record):
    """The Blight side of a slip or starter.

    The operations in `unless_defended` affect each player who doesn't reduce the Damage to 0 (EOD-DMG.13).
    """

    damage: int = Field(default=0, ge=-20, le=20)
    rewards: list[Op] = []
    unless_defended: list[Op] = []
