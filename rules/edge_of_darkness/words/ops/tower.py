"""The words of verbs on the tower, its trays and their cubes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import Speaker
from rules.kernel.words.text import N_


def _hunt(by: Speaker, op: ops.Hunt) -> str:
    return by.say.t("You may hunt threats this turn")


def _cubes(by: Speaker, op: ops.Cubes) -> str:
    return by.say.n(
        "Draw {n} cube from the bag into your Threat Zone",
        "Draw {n} cubes from the bag into your Threat Zone",
        op.count,
    )


def _one_or_up_to(by: Speaker, one: str, many: str, n: int) -> str:
    """Return the sentence for one thing, which has no "up to", or the one for several."""
    return by.say.t(one) if n == 1 else by.say.t(many, n=n)


def _clear_zone(by: Speaker, op: ops.ClearZone) -> str:
    return _one_or_up_to(
        by,
        N_("Set aside 1 cube from your Threat Zone"),
        N_("Set aside up to {n} cubes from your Threat Zone"),
        op.count,
    )


def _clear_tray(by: Speaker, op: ops.ClearTray) -> str:
    return _one_or_up_to(
        by, N_("Set aside 1 cube from the trays"), N_("Set aside up to {n} cubes from the trays"), op.count
    )


def _move_cube(by: Speaker, op: ops.MoveCube) -> str:
    return _one_or_up_to(by, N_("Move 1 cube to another tray"), N_("Move up to {n} cubes to other trays"), op.count)


def _seed_cube(by: Speaker, op: ops.SeedCube) -> str:
    return _one_or_up_to(
        by, N_("Put 1 set-aside cube into a tray"), N_("Put up to {n} set-aside cubes into trays"), op.count
    )


def _empty_tray(by: Speaker, op: ops.EmptyTray) -> str:
    return by.say.t("Set aside all cubes of one tray")


def _banish(by: Speaker, op: ops.Banish) -> str:
    return by.say.t("Discard a tower card without its rewards and set aside the cubes of its tray")


def _swap_tower(by: Speaker, op: ops.SwapTower) -> str:
    return by.say.t("Exchange two tower cards; the cubes stay in their trays")


TEXT: dict[type[Any], Callable[..., str]] = {
    ops.Hunt: _hunt,
    ops.Cubes: _cubes,
    ops.ClearZone: _clear_zone,
    ops.ClearTray: _clear_tray,
    ops.MoveCube: _move_cube,
    ops.SeedCube: _seed_cube,
    ops.EmptyTray: _empty_tray,
    ops.Banish: _banish,
    ops.SwapTower: _swap_tower,
}
