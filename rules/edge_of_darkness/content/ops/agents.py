"""Verbs on Agents: sent out, called back, trained."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.edge_of_darkness.content.ops.amounts import Operation


class Dispatch(Operation):
    """Move own Agents from the pool to the Location of the effect."""

    NEEDS_HOME = True
    IN_PROLOGUE = True
    op: Literal["dispatch"]
    count: int = Field(default=1, ge=1, le=99)
    up_to: bool = False


class Return(Operation):
    """Move own Agents from the Location of the effect back to the pool."""

    NEEDS_HOME = True
    op: Literal["return"]
    count: int = Field(default=1, ge=1, le=99)
    up_to: bool = True


class Station(Operation):
    """Move own Agents from the pool, each to a Location of the player's choice."""

    IN_PROLOGUE = True
    op: Literal["station"]
    count: int = Field(default=1, ge=1, le=99)


class Withdraw(Operation):
    """Move own Agents back to the pool, each from a Location of the player's choice."""

    op: Literal["withdraw"]
    count: int = Field(default=1, ge=1, le=99)


class Gather(Operation):
    """Move own Agents from other Locations to the Location of the effect."""

    NEEDS_HOME = True
    IN_PROLOGUE = True
    op: Literal["gather"]
    count: int = Field(default=1, ge=1, le=99)


class Train(Operation):
    """Move own untrained Agents to the pool."""

    IN_PROLOGUE = True
    op: Literal["train"]
    count: int = Field(default=1, ge=1, le=99)


class Untrain(Operation):
    """Lose trained Agents of the own pool, as far as there are any: they are untrained again."""

    IN_PROLOGUE = True
    op: Literal["untrain"]
    count: int = Field(default=1, ge=1, le=99)


AgentOp = Dispatch | Return | Station | Withdraw | Gather | Train | Untrain
