"""What every step and sequence of the game has in common: it gives way once an end condition is met (AH-WIN.7)."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.sequence import END, Line, Sequence
from rules.kernel.engine.steps import Step, StepRules

T = TypeVar("T", bound=Step)


class Rules(StepRules[Haeresis, T], Generic[T]):
    """Step rules that give way once the game is decided. Who overrides `advance` asks this one first."""

    def advance(self, match: Haeresis, step: T) -> bool:
        if match.state.ended:
            match.finish(step)
            return True
        return False


def guarded(lines: dict[str, Line], last: str = END) -> dict[str, Line]:
    """Once the game is decided, nothing of a sequence comes about but its last line."""

    def guard(line: Line) -> Line:
        def run(match: Any, step: Sequence) -> str | None:
            return last if match.state.ended else line(match, step)

        return run

    return {label: line if label == last else guard(line) for label, line in lines.items()}
