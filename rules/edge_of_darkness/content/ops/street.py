"""Operations on the Street."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.edge_of_darkness.content.ops.amounts import Operation


class Draw(Operation):
    """Take the rightmost Street cards into your hand."""

    op: Literal["draw"]
    count: int = Field(default=1, ge=1, le=99)


class TakeStreet(Operation):
    """Take a Street card of your choice into your hand; the Street slides and is refilled."""

    op: Literal["take_street"]


class SinkStreet(Operation):
    """Put one Street card under the stack; the Street slides and is refilled."""

    op: Literal["sink_street"]


class DelayStreet(Operation):
    """Move one Street card to the 5th space; the others slide."""

    op: Literal["delay_street"]


StreetOp = Draw | TakeStreet | SinkStreet | DelayStreet
