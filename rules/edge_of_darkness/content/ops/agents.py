"""Operations on Agents: dispatch, return, train."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.edge_of_darkness.content.ops.amounts import Operation


class Dispatch(Operation):
    """Move your Agents from the pool to the effect's Location."""

    NEEDS_HOME = True
    IN_PROLOGUE = True
    op: Literal["dispatch"]
    count: int = Field(default=1, ge=1, le=99)
    up_to: bool = False


class Return(Operation):
    """Move your Agents from the effect's Location back to the pool."""

    NEEDS_HOME = True
    op: Literal["return"]
    count: int = Field(default=1, ge=1, le=99)
    up_to: bool = True


class Station(Operation):
    """Move your Agents from the pool, each to a Location you choose."""

    IN_PROLOGUE = True
    op: Literal["station"]
    count: int = Field(default=1, ge=1, le=99)


class Withdraw(Operation):
    """Move your Agents back to the pool, each from a Location you choose."""

    op: Literal["withdraw"]
    count: int = Field(default=1, ge=1, le=99)


class Gather(Operation):
    """Move your Agents from other Locations to the effect's Location."""

    NEEDS_HOME = True
    IN_PROLOGUE = True
    op: Literal["gather"]
    count: int = Field(default=1, ge=1, le=99)


class Train(Operation):
    """Move your untrained Agents to the pool."""

    IN_PROLOGUE = True
    op: Literal["train"]
    count: int = Field(default=1, ge=1, le=99)


class Untrain(Operation):
    """Make trained Agents in your pool untrained, at most as many as are there."""

    IN_PROLOGUE = True
    op: Literal["untrain"]
    count: int = Field(default=1, ge=1, le=99)


class Expel(Operation):
    """Return other Guilds' Agents of your choice from the effect's Location to their owners' pools."""

    NEEDS_HOME = True
    op: Literal["expel"]
    count: int = Field(default=1, ge=1, le=99)


AgentOp = Dispatch | Return | Station | Withdraw | Gather | Train | Untrain | Expel
