"""The words of verbs on the Defense track and on Damage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import Speaker, amount_text


def _raise_defence(by: Speaker, op: ops.RaiseDefence) -> str:
    return by.say.n("Move your Defense token up {n} space", "Move your Defense token up {n} spaces", op.count)


def _lower_defence(by: Speaker, op: ops.LowerDefence) -> str:
    return by.say.n("Move your Defense token down {n} space", "Move your Defense token down {n} spaces", op.count)


def _reduce(by: Speaker, op: ops.Reduce) -> str:
    return by.say.t("Reduce the Damage by {points}", points=amount_text(by, "reduce", op.amount))


TEXT: dict[type[Any], Callable[..., str]] = {
    ops.RaiseDefence: _raise_defence,
    ops.LowerDefence: _lower_defence,
    ops.Reduce: _reduce,
}
