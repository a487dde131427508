"""The behaviour of the verbs that affect the current manoeuvre and Conflict."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects.verb import Verb, always
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import Haeresis, Modifier
from rules.aevum_haeresis.state.steps import EffectStep
from rules.kernel.data.events import EVERYONE


def in_time(match: Haeresis, until: ops.Until) -> bool:
    """Return whether an effect with this duration can take effect now.

    An effect that lasts for a Conflict is possible only during a manoeuvre (AH-CONFLICT.26).
    """
    return until != "conflict" or match.state.man is not None


def _team(match: Haeresis, step: EffectStep, op: ops.Team) -> None:
    if in_time(match, "conflict"):
        seat = step.seat if op.who == "me" else 1 - step.seat
        match.state.mods.append(Modifier("team", ops.each(op.amount), "conflict", seat))
        match.emit(EVERYONE, events.Changed(f"team/{seat}", "icons", ops.each(op.amount), "conflict"))


def _shield(match: Haeresis, step: EffectStep, op: ops.Shield) -> None:
    if in_time(match, op.until):
        match.state.mods.append(Modifier("shield", ops.each(op.amount), op.until, step.seat))
        match.emit(EVERYONE, events.Changed(f"all/{step.seat}", "shield", ops.each(op.amount), op.until))


def _next_chapter(match: Haeresis, step: EffectStep, op: ops.NextChapter) -> None:
    if match.state.man is not None:
        match.state.man.next_rage[step.seat] += ops.each(op.damage)


def _extra(match: Haeresis, step: EffectStep, op: ops.Extra) -> None:
    if match.state.man is not None:
        match.state.man.extra[step.seat] += ops.each(op.amount)


def _fail(match: Haeresis, step: EffectStep, op: ops.Fail) -> None:
    if match.state.man is not None:
        match.state.man.failed = True


VERBS: dict[type[Any], Verb] = {
    ops.Team: Verb(always, _team),
    ops.Shield: Verb(always, _shield),
    ops.NextChapter: Verb(always, _next_chapter),
    ops.Extra: Verb(always, _extra),
    ops.Fail: Verb(always, _fail),
}
