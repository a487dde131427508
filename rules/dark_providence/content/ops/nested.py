"""Operations that hold others: under a condition, or for a price that may be paid."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.dark_providence.content.fields import Condition, Icon, Record, Small
from rules.dark_providence.content.ops.plain import AnyPlain, Plain

#: What is done then: at least one operation, none of which holds others.
Deeds = Annotated[list[Plain], Field(min_length=1)]


class DiscardCards(Record):
    """Discard chosen cards from the hand."""

    cost: Literal["discard"]
    count: Small = 1


class DestroyHeld(Record):
    """Destroy a chosen card of the hand."""

    cost: Literal["destroy"]


class LoseVp(Record):
    """Lose VP."""

    cost: Literal["vp"]
    amount: Small = 1


class SpendMarkers(Record):
    """Put markers from the supply into Limbo."""

    cost: Literal["markers"]
    count: Small = 1


class RiskSanity(Record):
    """Take a sanity test."""

    cost: Literal["sanity"]


class PlayIcons(Record):
    """Play cards from the hand with so many icons of one kind."""

    cost: Literal["icons"]
    what: Icon
    amount: Small = 1


Cost = Annotated[
    DiscardCards | DestroyHeld | LoseVp | SpendMarkers | RiskSanity | PlayIcons, Field(discriminator="cost")
]


class Pay(Record):
    """Do something for a price that the player may pay or not."""

    op: Literal["pay"]
    cost: Cost
    do: Deeds


#: What a condition may hold: a price too.
Held = Annotated[AnyPlain | Pay, Field(discriminator="op")]


class If(Record):
    """Do something only if a condition holds, and maybe something else otherwise."""

    op: Literal["if"]
    when: Condition
    do: Annotated[list[Held], Field(min_length=1)]
    otherwise: list[Held] = []
