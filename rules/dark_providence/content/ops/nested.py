"""Operations that contain others, which are executed under a condition or for an optional price."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.dark_providence.content.ops.simple_operations import AnyPlain, Plain
from rules.dark_providence.content.shared_field_types import Condition, Icon, Record, Small

#: The operations nested in another one: at least one, none of which can nest further operations.
NestedOps = Annotated[list[Plain], Field(min_length=1)]


class DiscardCards(Record):
    """Discard cards of your choice from your hand."""

    cost: Literal["discard"]
    count: Small = 1


class DestroyHeld(Record):
    """Destroy a card of your choice from your hand."""

    cost: Literal["destroy"]


class LoseVp(Record):
    """Lose VP."""

    cost: Literal["vp"]
    amount: Small = 1


class SpendMarkers(Record):
    """Put markers from your supply into Limbo."""

    cost: Literal["markers"]
    count: Small = 1


class RiskSanity(Record):
    """Take a sanity test."""

    cost: Literal["sanity"]


class PlayIcons(Record):
    """Play cards from your hand that together have this many icons of one kind."""

    cost: Literal["icons"]
    what: Icon
    amount: Small = 1


Cost = Annotated[
    DiscardCards | DestroyHeld | LoseVp | SpendMarkers | RiskSanity | PlayIcons, Field(discriminator="cost")
]


class Pay(Record):
    """Execute operations for a price, which you may decline to pay."""

    op: Literal["pay"]
    cost: Cost
    do: NestedOps


#: The operations that a condition may contain, including operations that have a price.
Held = Annotated[AnyPlain | Pay, Field(discriminator="op")]


class If(Record):
    """Execute operations if a condition is met, and optionally others if it isn't."""

    op: Literal["if"]
    when: Condition
    do: Annotated[list[Held], Field(min_length=1)]
    otherwise: list[Held] = []
