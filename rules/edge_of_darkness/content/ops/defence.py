"""Operations on the Defense track and on Damage."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.edge_of_darkness.content.ops.amounts import Amount, Operation


class RaiseDefence(Operation):
    """Move your Defense token up."""

    IN_PROLOGUE = True
    op: Literal["raise_defence"]
    count: int = Field(default=1, ge=1, le=99)


class LowerDefence(Operation):
    """Move your Defense token down, at most to the last space."""

    IN_PROLOGUE = True
    op: Literal["lower_defence"]
    count: int = Field(default=1, ge=1, le=99)


class Reduce(Operation):
    """Reduce the Damage of the attack (only in effects that work when attacked)."""

    IDLE = ("turn", "start", "end", "rewards", "unless_defended")
    op: Literal["reduce"]
    amount: Amount = 1


DefenceOp = RaiseDefence | LowerDefence | Reduce
