"""Sequences: the order of play as a list of lines, as in a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.kernel.engine.match import Match
from rules.kernel.engine.steps import Step, StepRules

#: The label after every sequence's last line.
END = "end"


@dataclass(slots=True)
class Sequence(Step):
    """An ordered list of labelled lines, like a numbered list in a rulebook.

    Labels, not positions, are saved: a line can be added while matches run.
    """

    name: str
    line: str = ""
    seat: int = -1
    kind: Literal["sequence"] = "sequence"


#: A line runs a piece of the rules; it may push steps, and may return the label to jump to.
Line = Callable[[Any, Sequence], str | None]
#: One sequence: labels in the order of play.
Lines = Mapping[str, Line]


class SequenceRules(StepRules[Match[Any], Sequence]):
    """Run the lines in order; a finished sequence leaves the stack."""

    def __init__(self) -> None:
        #: Each sequence's lines by name, and the successor of each label; the first label follows "".
        self.lines: dict[str, Lines] = {}
        self.following: dict[str, dict[str, str]] = {}

    def advance(self, match: Match[Any], step: Sequence) -> bool:
        if step.line == END:
            match.finish(step)
            return True
        name = step.name
        following = self.following[name]
        label = step.line or following[""]
        step.line = following[label]
        jump = self.lines[name][label](match, step)
        if jump is not None:
            step.line = jump
        return True
