"""Steps: the control flow as data, so that a match can be saved, undone and searched at any moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision
from rules.kernel.errors import EngineError

if TYPE_CHECKING:
    from rules.kernel.engine.match import Match

S = TypeVar("S", bound="Step")

#: The label behind every sequence's last line.
END = "end"


@dataclass(slots=True)
class Step:
    """One piece of the order of play, waiting on the stack. It never holds a function."""


class StepRules(Generic[S]):
    """What a kind of step does. The three verbs have the same names everywhere."""

    def advance(self, match: Match[Any], step: S) -> bool:
        """Run on; return False when a seat must decide first."""
        return False

    def decisions(self, match: Match[Any], step: S) -> dict[int, Decision]:
        """Return who may do what now; changes nothing."""
        return {}

    def take(self, match: Match[Any], step: S, seat: int, action: Action) -> None:
        """Carry out one action that `decisions` offered."""
        raise EngineError("A step was given an action it never offered.")


@dataclass(slots=True)
class Sequence(Step):
    """An ordered list of labelled lines, like a numbered list in a rulebook.

    Labels, not positions, are saved: a line can be added while matches run.
    """

    name: str
    line: str = ""
    seat: int = -1
    kind: Literal["sequence"] = "sequence"


#: A line runs a piece of the rules; it may push steps, and may return the label to go on with.
Line = Callable[[Any, Sequence], str | None]
#: One sequence: labels in the order of play.
Lines = Mapping[str, Line]


class SequenceRules(StepRules[Sequence]):
    """Run the lines in order; a sequence past its last line leaves the stack."""

    def advance(self, match: Match[Any], step: Sequence) -> bool:
        if step.line == END:
            match.finish(step)
            return True
        game, name = match.game, step.name
        following = game.following[name]
        label = step.line or following[""]
        step.line = following[label]
        jump = game.sequences[name][label](match, step)
        if jump is not None:
            step.line = jump
        return True
