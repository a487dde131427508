"""The records that define the behaviour of a verb, and functions that ask the player for a verb's choice."""

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
    """A choice that a verb requires from the player."""

    #: Returns the current options, with Pass as the last one.
    offers: Callable[[EdgeMatch, ChoiceStep], list[Action]]
    #: Executes one chosen action.
    takes: Callable[[EdgeMatch, ChoiceStep, Any], None]


@dataclass(frozen=True, slots=True)
class Verb:
    """The behaviour of a verb."""

    #: Returns whether the verb would change anything now. The arguments are the match, the seat, the source, the
    #: operation, and the use of the effect.
    can_resolve: Callable[[EdgeMatch, int, Source, Any, str], bool]
    #: Executes the verb, or pushes the step that asks the player. Called only if the verb can be resolved.
    do: Callable[[EdgeMatch, ClauseStep, Any], None]
    choice: Choice | None = None


def choose(match: EdgeMatch, step: ClauseStep, op: ops.Op, times: int = 1) -> None:
    """Ask the player to choose, up to this many times."""
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
    """Ask the player to choose repeatedly; the verb's count is the maximum number of choices."""
    choose(match, step, op, op.count)
