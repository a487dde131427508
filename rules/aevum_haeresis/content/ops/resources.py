"""Operations on gold, souls and the Execution level."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops.terms import Amount, Counted, Small, Who
from rules.kernel.content.records import Record


class Gold(Record):
    """Gain gold or, with a negative amount, lose gold."""

    op: Literal["gold"]
    amount: Annotated[int, Field(ge=-20, le=20)] | Counted
    who: Who = "me"


class Souls(Record):
    """Gain souls or, with a negative amount, lose souls."""

    op: Literal["souls"]
    amount: Annotated[int, Field(ge=-9, le=9)] | Counted
    who: Who = "me"


class HandOver(Record):
    """Take gold from the opponent, up to all that the opponent has (AH-GEN.11)."""

    op: Literal["hand_over"]
    gold: Amount = 1


class Execution(Record):
    """Raise an Execution level (at most once a Round) or, with a negative amount, lower it (AH-EXEC.5, EXEC.8)."""

    op: Literal["execution"]
    amount: int = Field(ge=-3, le=1)
    who: Who = "opponent"


class Free(Record):
    """Reduce the gold cost of the next card that you pay for in this Round (AH-COST.2)."""

    op: Literal["free"]
    gold: Small = 3


ResourceOp = Gold | Souls | HandOver | Execution | Free
