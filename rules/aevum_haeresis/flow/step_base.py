"""The base of all steps and sequences in this game, which stop once an end condition is met (AH-WIN.7).

Triggered abilities take effect between steps, but an effect in progress is completed first (AH-GEN.18).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import ChoiceStep, DueStep, EffectStep, LocationStep, PayStep
from rules.kernel.engine.sequence import END, Line, Lines, Sequence
from rules.kernel.engine.steps import Step, StepRules

T = TypeVar("T", bound=Step)
#: Steps that are completed before the abilities that they triggered take effect.
_UNINTERRUPTED_STEPS = (EffectStep, ChoiceStep, PayStep, LocationStep, DueStep)


class Rules(StepRules[Haeresis, T], Generic[T]):
    """The rules of a step that ends once the game is decided. Subclasses override `go_on` instead of `advance`."""

    def advance(self, match: Haeresis, step: T) -> bool:
        if match.state.ended:
            match.finish(step)
            return True
        state = match.state
        if (state.due or state.begun) and not isinstance(step, _UNINTERRUPTED_STEPS) and start_triggered(match):
            return True
        return self.go_on(match, step)

    def go_on(self, match: Haeresis, step: T) -> bool:
        """Run the step's automatic part; return False if a seat must decide first."""
        return False


def start_triggered(match: Haeresis) -> bool:
    """Start the queued abilities, the Active player's first; return whether there were any (AH-GEN.7)."""
    state = match.state
    if not state.due:
        if state.begun:
            state.begun.clear()
        return False
    for seat in (1 - state.active, state.active):
        own = [due for due in state.due if due.seat == seat]
        if own:
            match.push(DueStep(seat, own))
    state.due.clear()
    return True


def for_active(line: Callable[[Haeresis, int], str | None]) -> Line:
    """Turn a function of a match and a seat into a sequence line that calls it for the Active player."""
    return lambda match, _step: line(match, match.state.active)


def for_passive(line: Callable[[Haeresis, int], str | None]) -> Line:
    """Turn a function of a match and a seat into a sequence line that calls it for the Passive player."""
    return lambda match, _step: line(match, 1 - match.state.active)


def sequence(name: str, lines: Lines, last: str = END) -> None:
    """Register a sequence of rule functions. Once the game is decided, all of its lines except `last` are skipped."""
    HAERESIS.sequence(
        name, {label: line if label == last else _skipped_after_end(label, line, last) for label, line in lines.items()}
    )


def _skipped_after_end(label: str, line: Line, last: str) -> Line:
    def run(match: Haeresis, step: Sequence) -> str | None:
        if match.state.ended:
            return last
        state = match.state
        return label if (state.due or state.begun) and start_triggered(match) else line(match, step)

    return run
