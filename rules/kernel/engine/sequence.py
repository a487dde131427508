"""Sequences: parts of the order of play as labelled lines, like the numbered lists in a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.kernel.engine.match import Match
from rules.kernel.engine.steps import Step, StepRules

#: The label that stands for the end of a sequence, after its last line.
END = "end"


@dataclass(slots=True)
class Sequence(Step):
    """A step that runs a list of labelled lines in order.

    A save contains the label of the current line rather than its number, so that new releases can add lines while
    matches are running.
    """

    name: str
    line: str = ""
    seat: int = -1
    kind: Literal["sequence"] = "sequence"


#: A line of a sequence: a function that executes a part of the rules. It may push steps, and may return the label of a
#: line to jump to.
Line = Callable[[Any, Sequence], str | None]
#: The lines of a sequence by label, in the order of play.
Lines = Mapping[str, Line]


class SequenceRules(StepRules[Match[Any], Sequence]):
    """Runs the lines in order, and removes a finished sequence from the stack."""

    def __init__(self) -> None:
        #: The lines of each sequence, by the sequence's name; and for each sequence, the label that comes after each
        #: label. The first label comes after "".
        self.lines: dict[str, Lines] = {}
        self.following: dict[str, dict[str, str]] = {}

    def advance(self, match: Match[Any], step: Sequence) -> bool:
        lines, following, stack = self.lines[step.name], self.following[step.name], match.state.stack
        label = step.line or following[""]
        # Lines that push no step and don't jump run here, which is faster than returning after each.
        while label != END:
            step.line = following[label]
            jump = lines[label](match, step)
            if jump is not None:
                step.line = jump
                return True
            if not stack or stack[-1] is not step:
                return True
            label = step.line
        match.finish(step)
        return True
