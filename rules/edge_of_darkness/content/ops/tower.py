"""Operations on the tower, its trays and their cubes, and the permission to hunt there."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.edge_of_darkness.content.ops.amounts import Operation


class Hunt(Operation):
    """Permit hunting for the rest of the turn."""

    IDLE = ("attacked", "unless_defended", "end")
    op: Literal["hunt"]


class Slay(Operation):
    """Defeat one tower card with at most this Damage, as in a hunt but without spending Battle Strength."""

    IDLE = ("attacked", "rewards", "unless_defended")
    op: Literal["slay"]
    damage: int = Field(default=3, ge=0, le=99)


class Cubes(Operation):
    """Draw cubes from the bag into your Threat Zone."""

    op: Literal["cubes"]
    count: int = Field(default=1, ge=1, le=99)


class ClearZone(Operation):
    """Set aside cubes of your choice from your Threat Zone."""

    op: Literal["clear_zone"]
    count: int = Field(default=1, ge=1, le=99)


class ClearTray(Operation):
    """Set aside cubes of your choice from the trays."""

    op: Literal["clear_tray"]
    count: int = Field(default=1, ge=1, le=99)


class MoveCube(Operation):
    """Move cubes of your choice from one tray to another."""

    op: Literal["move_cube"]
    count: int = Field(default=1, ge=1, le=99)


class SeedCube(Operation):
    """Put set-aside cubes of your choice into trays."""

    op: Literal["seed_cube"]
    count: int = Field(default=1, ge=1, le=99)


class EmptyTray(Operation):
    """Set aside all cubes of one tray."""

    op: Literal["empty_tray"]


class Banish(Operation):
    """Discard one tower card without its rewards; its cubes are set aside and the spot is refilled."""

    op: Literal["banish"]


class SwapTower(Operation):
    """Exchange two tower cards; the trays and their cubes stay."""

    op: Literal["swap_tower"]


TowerOp = Hunt | Slay | Cubes | ClearZone | ClearTray | MoveCube | SeedCube | EmptyTray | Banish | SwapTower
