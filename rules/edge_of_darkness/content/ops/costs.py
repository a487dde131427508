"""The costs of a clause. Each must be paid in full, or the clause can't be used (EOD-USE.7)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.edge_of_darkness.content.ops.amounts import Amount, Record, Thing


class Pay(Record):
    """Pay tokens to the supply, or Battle Strength of this turn."""

    cost: Literal["pay"]
    what: Thing
    amount: Amount = 1


class PayAgents(Record):
    """Return exactly this many of your Agents from the effect's Location (EOD-RET.7)."""

    cost: Literal["return"]
    count: int = Field(default=1, ge=1, le=99)


class SendAgents(Record):
    """Dispatch exactly this many of your Agents to the effect's Location (EOD-DISP.1)."""

    cost: Literal["dispatch"]
    count: int = Field(default=1, ge=1, le=99)


class Retire(Record):
    """Make trained Agents in your pool untrained (EOD-AGENT.2)."""

    cost: Literal["retire"]
    count: int = Field(default=1, ge=1, le=99)


class PayCard(Record):
    """Discard unresolved cards from your hand."""

    cost: Literal["discard"]
    count: int = Field(default=1, ge=1, le=99)


Cost = Annotated[Pay | PayAgents | SendAgents | Retire | PayCard, Field(discriminator="cost")]
