"""Finds all operations of a card, including nested operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.records import Card
from rules.kernel.content.records import Record


def every_op(card: Card) -> Iterator[Record]:
    """Yield all operations of a card, including nested operations."""
    for do in (card.do, *(ability.do for ability in card.abilities)):
        yield from do
        yield from inner(do)


def inner(do: Sequence[ops.Op]) -> Iterator[Record]:
    """Yield the operations that are nested in the given operations."""
    for op in do:
        match op:
            case ops.Choice():
                yield from chain.from_iterable(op.ways)
            case ops.Roll():
                yield from chain.from_iterable(row for _, row in op.rows)
            case ops.InChapter() | ops.IfSuccessful() | ops.MayPay():
                yield from op.do
            case ops.If() | ops.Contest():
                yield from chain(op.do, op.otherwise)
            case _:
                pass
