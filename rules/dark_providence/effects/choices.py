"""The choices that operations ask for: a table of what can be chosen and what happens then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.board.agents import free_deep_ones
from rules.dark_providence.content import ops
from rules.dark_providence.content.records import DEEP_ONES
from rules.dark_providence.effects import choosable, deeds
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep

Options = Callable[[Providence, ChoiceStep], list[str]]
Deed = Callable[[Providence, ChoiceStep, str], None]
_TABLE: dict[type[Any], tuple[Options, Deed]] = {
    ops.RivalVp: (choosable.rivals, deeds.rival_vp),
    ops.Place: (choosable.places, deeds.place_marks),
    ops.Move: (choosable.moves, deeds.move),
    ops.TurnAgents: (choosable.turnable, deeds.turn),
    ops.Acquire: (choosable.acquirable, deeds.acquire),
    ops.DeepOnes: (choosable.deep_one_cities, deeds.deep_one),
    ops.DriveOff: (choosable.drive_offs, deeds.drive_off),
    ops.DestroyAsset: (choosable.assets, deeds.destroy_asset),
    ops.Peek: (choosable.peeks, deeds.peek),
    ops.Unmask: (choosable.unmasks, deeds.unmask),
    ops.Fetch: (choosable.fetches, deeds.fetch),
    ops.Purge: (choosable.purges, deeds.purge),
    ops.MartialLaw: (choosable.law_cities, deeds.martial_law),
    ops.Cthulhu: (choosable.cthulhu_cities, deeds.cthulhu),
    ops.Whateley: (choosable.whateley_cities, deeds.whateley),
    ops.MiGo: (choosable.mi_go_cities, deeds.mi_go),
    ops.Lock: (choosable.locks, deeds.lock_or_unlock),
}
#: What may be declined, because its text says "up to" or "may".
OPTIONAL: tuple[type[Any], ...] = (
    ops.Move,
    ops.TurnAgents,
    ops.Acquire,
    ops.DriveOff,
    ops.DestroyAsset,
    ops.Fetch,
    ops.Purge,
)


def options(match: Providence, step: ChoiceStep) -> list[str]:
    """Return what can be chosen now."""
    return _TABLE[type(step.op)][0](match, step)


def is_possible(match: Providence, step: ChoiceStep) -> bool:
    """Tell whether there is anything to choose, without looking into hidden hands of others."""
    if isinstance(step.op, ops.DeepOnes) and not free_deep_ones(match.state) and step.card != DEEP_ONES:
        return False
    return bool(options(match, step))


def may_stop(step: ChoiceStep) -> bool:
    """Tell whether the choice may be declined."""
    return isinstance(step.op, OPTIONAL) and not step.must and not step.mover


def choose(match: Providence, step: ChoiceStep, option: str) -> None:
    """Carry out what was chosen, and note what is left to choose."""
    before = step.left
    _TABLE[type(step.op)][1](match, step, option)
    step.left -= 1
    step.must = step.must and step.left >= before
