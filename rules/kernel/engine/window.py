"""Windows: moments when seats can react to an event, with a fixed order of phases."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.match import Match
from rules.kernel.engine.steps import Asks, Step, StepRules

#: The phases of a window: reactions that cancel or replace the event, forced effects, optional reactions, the event
#: itself, and then forced effects and optional reactions after it.
PHASES = ("replace", "forced", "optional", "execute", "forced_after", "optional_after")
_ASKS = ("replace", "optional", "optional_after")


@dataclass(slots=True)
class Window(Step):
    """A step that lets seats react to an event that is about to happen.

    `order` lists the seats by priority; `facts` describe the event.
    """

    name: str
    order: list[int]
    facts: dict[str, int | str] = field(default_factory=dict[str, "int | str"])
    phase: str = PHASES[0]
    passed: list[int] = field(default_factory=list[int])
    priority: int = 0
    cancelled: bool = False
    kind: Literal["window"] = "window"


class WindowTable(Asks[Any, Window]):
    """A game's rules for one kind of window. The default methods do nothing.

    `may_react` decides whether the match waits for a seat. It must use only public facts, because other players notice
    the wait and must not learn anything about a hand from it. `reactions` may use the seat's own secrets.
    """

    prompt = "react"

    def may_react(self, match: Match[Any], window: Window, seat: int) -> bool:
        """Return whether the match waits for this seat, judging by public facts only."""
        return False

    def reactions(self, match: Match[Any], window: Window, seat: int) -> list[Action]:
        """Return the reactions that the seat can choose. Passing is always offered in addition."""
        return []

    def react(self, match: Match[Any], window: Window, seat: int, action: Action) -> None:
        """Execute a reaction. A reaction that cancels the event sets `window.cancelled`, which closes the window."""

    def forced(self, match: Match[Any], window: Window, phase: str) -> None:
        """Apply the mandatory effects of a phase, "forced" or "forced_after"."""

    def execute(self, match: Match[Any], window: Window) -> None:
        """Execute the event that the seats could react to."""


class WindowRules(StepRules[Match[Any], Window]):
    """The rules of a `Window` step, which runs the phases in order.

    In a phase with reactions, the seats are asked in turn until all of them pass in a row.
    """

    def __init__(self) -> None:
        #: A game's rules for each kind of window, by name.
        self.tables: dict[str, WindowTable] = {}

    def advance(self, match: Match[Any], step: Window) -> bool:
        table = self.tables[step.name]
        if step.phase in _ASKS and self._next(match, table, step) is not None:
            return False
        phase = step.phase
        after = PHASES.index(phase) + 1
        if after < len(PHASES) and not step.cancelled:
            step.phase, step.passed, step.priority = PHASES[after], [], 0
        else:
            match.finish(step)
        if phase in ("forced", "forced_after"):
            table.forced(match, step, phase)
        elif phase == "execute":
            table.execute(match, step)
        return True

    def _next(self, match: Match[Any], table: WindowTable, step: Window) -> int | None:
        """Return the next seat to ask; None if all seats that may react have passed."""
        count = len(step.order)
        for offset in range(count):
            seat = step.order[(step.priority + offset) % count]
            if seat not in step.passed and table.may_react(match, step, seat):
                return seat
        return None

    def decisions(self, match: Match[Any], step: Window) -> dict[int, Decision]:
        table = self.tables[step.name]
        seat = self._next(match, table, step) if step.phase in _ASKS else None
        if seat is None:
            return {}
        actions = [*table.reactions(match, step, seat), Pass()]
        return {seat: decide(table.prompt, actions, window=step.name, **step.facts)}

    def take(self, match: Match[Any], step: Window, seat: int, action: Action) -> None:
        step.priority = (step.order.index(seat) + 1) % len(step.order)
        if isinstance(action, Pass):
            step.passed.append(seat)
            return
        step.passed = []
        self.tables[step.name].react(match, step, seat, action)
