"""The words of verbs on the Defense track and on Damage."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import CardWriter, amount_text
from rules.edge_of_darkness.words.ops.verb import VerbWords


def _raise_defence(by: CardWriter, op: ops.RaiseDefence) -> str:
    return by.say.n("Move your Defense token up {n} space", "Move your Defense token up {n} spaces", op.count)


def _lower_defence(by: CardWriter, op: ops.LowerDefence) -> str:
    return by.say.n("Move your Defense token down {n} space", "Move your Defense token down {n} spaces", op.count)


def _reduce(by: CardWriter, op: ops.Reduce) -> str:
    return by.say.t("Reduce the Damage by {points}", points=amount_text(by, "reduce", op.amount))


WORDS: dict[type[Any], VerbWords] = {
    ops.RaiseDefence: VerbWords(_raise_defence),
    ops.LowerDefence: VerbWords(_lower_defence),
    ops.Reduce: VerbWords(_reduce),
}
