"""The behaviour of the verbs that affect the Defense track and the Damage of an attack."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.board.amounts import amount_of
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.effects.verb import Verb
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ClauseStep, Source
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.window import Window


def _can_raise(match: EdgeMatch, seat: int, source: Source, op: ops.RaiseDefence, use: str) -> bool:
    return match.state.players[seat].moved_down > 0


def _raise(match: EdgeMatch, step: ClauseStep, op: ops.RaiseDefence) -> None:
    player = match.state.players[step.seat]
    up = min(op.count, player.moved_down)
    player.moved_down -= up
    match.emit(EVERYONE, events.Changed(step.seat, "defence", up))


def _can_lower(match: EdgeMatch, seat: int, source: Source, op: ops.LowerDefence, use: str) -> bool:
    return match.state.players[seat].moved_down < len(match.content.board.defence_track) - 1


def _lower(match: EdgeMatch, step: ClauseStep, op: ops.LowerDefence) -> None:
    player = match.state.players[step.seat]
    down = min(op.count, len(match.content.board.defence_track) - 1 - player.moved_down)
    player.moved_down += down
    match.emit(EVERYONE, events.Changed(step.seat, "defence", -down))


def _can_reduce(match: EdgeMatch, seat: int, source: Source, op: ops.Reduce, use: str) -> bool:
    return use == "defence" and amount_of(match, seat, source, op.amount) > 0


def _reduce(match: EdgeMatch, step: ClauseStep, op: ops.Reduce) -> None:
    window = next(window for window in reversed(match.state.stack) if isinstance(window, Window))
    reduce(window, amount_of(match, step.seat, step.source, op.amount))


def reduce(window: Window, by: int) -> None:
    """Reduce the Damage of the attack in this window. A negative number changes nothing."""
    window.facts["reduced"] = int(window.facts["reduced"]) + max(0, by)


def damage_left(window: Window) -> int:
    """Return the Damage of the attack that hasn't been reduced yet."""
    return max(0, int(window.facts["damage"]) - int(window.facts["reduced"]))


VERBS: dict[type[Any], Verb] = {
    ops.RaiseDefence: Verb(_can_raise, _raise),
    ops.LowerDefence: Verb(_can_lower, _lower),
    ops.Reduce: Verb(_can_reduce, _reduce),
}
