"""A game's order of play: the registry of its steps, sequences, windows and sealed choices.

Rules register themselves with decorators, so one module contains everything about a step: its question, its answers,
its refusals and its effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, TypeVar

from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.sealed_choices import Sealed, SealedRules, SealedTable
from rules.kernel.engine.sequence import END, Lines, Sequence, SequenceRules
from rules.kernel.engine.steps import Asks, Step, StepRules
from rules.kernel.engine.window import PHASES, Window, WindowRules, WindowTable
from rules.kernel.errors import EngineError

Rules = TypeVar("Rules", bound=StepRules[Any, Any])
Table = TypeVar("Table", bound=WindowTable)
Choice = TypeVar("Choice", bound=SealedTable)


class _Steps(dict[type[Step], StepRules[Any, Any]]):
    def __missing__(self, kind: type[Step]) -> StepRules[Any, Any]:
        raise EngineError("No rules are registered for {step}.", step=kind.__name__)


class _Questions(dict[str, Asks[Any, Any]]):
    def __missing__(self, key: str) -> Asks[Any, Any]:
        raise EngineError("No step is registered that asks “{key}”.", key=key)


class OrderOfPlay:
    """The registry of every kind of step that can be on a game's stack, and of every question that a step can ask."""

    def __init__(self) -> None:
        self._sequences = SequenceRules()
        self._windows = WindowRules()
        self._sealed = SealedRules()
        #: The sequences by name. Each contains its lines by label.
        self.sequences = self._sequences.lines
        #: A game's rules for each kind of window, and for each kind of sealed choice, by name.
        self.windows, self.sealed_choices = self._windows.tables, self._sealed.tables
        #: The rules of each kind of step. The look-up of an unregistered kind raises EngineError.
        self.steps = _Steps({Sequence: self._sequences, Window: self._windows, Sealed: self._sealed})
        #: The rules that ask each question (of a step, a window or a sealed choice), by prompt key.
        self.questions = _Questions()
        self._askers: list[Asks[Any, Any]] = []

    # -- registration -------------------------------------------------------------------------------------

    def step(
        self, kind: type[Step], *, asks: Iterable[str] = (), accepts: Iterable[type[Action]] = ()
    ) -> Callable[[type[Rules]], type[Rules]]:
        """Return a decorator that registers the rules of one kind of step.

        `asks` are the prompt keys of the step's questions, and `accepts` the types of actions that answer them.
        """

        def register(rules: type[Rules]) -> type[Rules]:
            self.steps[kind] = rules()
            self._add(self.steps[kind], asks, accepts)
            return rules

        return register

    def window(self, name: str, *, accepts: Iterable[type[Action]] = ()) -> Callable[[type[Table]], type[Table]]:
        """Return a decorator that registers a game's rules for one kind of window. Passing is always accepted."""

        def register(table: type[Table]) -> type[Table]:
            made = self._windows.tables[name] = table()
            self._add(made, (made.prompt,), (*accepts, Pass))
            return table

        return register

    def sealed(self, name: str, *, accepts: Iterable[type[Action]] = ()) -> Callable[[type[Choice]], type[Choice]]:
        """Return a decorator that registers a game's rules for one kind of sealed choice."""

        def register(table: type[Choice]) -> type[Choice]:
            made = self._sealed.tables[name] = table()
            self._add(made, (made.prompt,), accepts)
            return table

        return register

    def sequence(self, name: str, lines: Lines) -> Lines:
        """Register a sequence: its lines by label, in the order of play."""
        self._sequences.lines[name] = lines
        self._sequences.following[name] = dict(pairwise(["", *lines, END]))
        return lines

    def _add(self, asker: Asks[Any, Any], asks: Iterable[str], accepts: Iterable[type[Action]]) -> None:
        asker.accepts = tuple(accepts)
        self._askers.append(asker)
        for key in asks:
            self.questions[key] = asker

    # -- look-up ------------------------------------------------------------------------------------------

    def asker_of(self, step: Step) -> Asks[Any, Any]:
        """Return the rules that ask this step's question; raises EngineError if they are not registered."""
        match step:
            case Window():
                return self._windows.tables[step.name]
            case Sealed():
                return self._sealed.tables[step.name]
            case _:
                return self.steps[type(step)]

    def not_now(self, kind: type[Action]) -> tuple[str, str]:
        """Return the refusal of a type of action that the open question does not accept.

        The refusal is a message id, which may contain the field `question`, and the id of the rule behind the refusal.
        The id "" stands for the rule behind the open question.
        """
        askers = [asker for asker in self._askers if kind in asker.accepts]
        only = askers[0] if len(askers) == 1 else Asks
        return only.not_now, only.not_now_rule

    def knows(self, step: Step, seats: int) -> bool:
        """Return whether this kind of step is registered, and its seats exist in a match with this player count.

        The seat of a sequence may be -1, which means no seat.
        """
        at_table = range(seats)
        match step:
            case Sequence():
                return step.line in {"", END, *self._sequences.lines[step.name]} and step.seat in (-1, *at_table)
            case Window():
                known = step.name in self._windows.tables and step.phase in PHASES
                return known and bool(step.order) and all(seat in at_table for seat in step.order)
            case Sealed():
                return step.name in self._sealed.tables and all(seat in at_table for seat in (*step.owed, *step.chosen))
            case _:
                return type(step) in self.steps and getattr(step, "seat", 0) in at_table
