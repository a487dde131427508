"""The rules of a verb of the effect language, and how verbs ask for a choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep, ClauseStep, Source
from rules.kernel.data.actions import Action


@dataclass(frozen=True, slots=True)
class Choice:
    """A verb's question to the player."""

    #: Return the actions to choose from now; a Pass comes last.
    offers: Callable[[EdgeMatch, ChoiceStep], list[Action]]
    #: Carry out one choice.
    takes: Callable[[EdgeMatch, ChoiceStep, Any], None]


@dataclass(frozen=True, slots=True)
class Verb:
    """The behaviour of a verb."""

    #: Return whether it would change anything now: match, seat, source, record, and the use of the effect.
    can_resolve: Callable[[EdgeMatch, int, Source, Any, str], bool]
    #: Carry it out, or push the step that asks; called only when it can be resolved.
    do: Callable[[EdgeMatch, ClauseStep, Any], None]
    choice: Choice | None = None


def choose(match: EdgeMatch, step: ClauseStep, op: ops.Op, times: int = 1) -> None:
    """Let the player choose, up to this many times."""
    match.push(ChoiceStep(step.seat, step.source, op, times, step.use))


def choose_each(
    match: EdgeMatch,
    step: ClauseStep,
    op: ops.ClearZone
    | ops.ClearTray
    | ops.MoveCube
    | ops.SeedCube
    | ops.Station
    | ops.Withdraw
    | ops.Gather
    | ops.Expel,
) -> None:
    """Let the player choose as often as the verb's count says."""
    choose(match, step, op, op.count)
