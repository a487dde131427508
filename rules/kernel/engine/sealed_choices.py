"""Sealed choices: several seats choose at the same time, and nothing is revealed before all of them have chosen.

Until then a seat may withdraw its choice, even if other seats have chosen since, because the seat hasn't learned
anything about their choices.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.kernel.data.actions import Action, from_json, to_json
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.match import Match
from rules.kernel.engine.steps import Asks, Step, StepRules
from rules.kernel.errors import IllegalAction


@dataclass(slots=True)
class Sealed(Step):
    """A step that collects one sealed choice from each seat.

    Views show only the viewer's own choice, and which seats haven't chosen yet.
    """

    name: str
    owed: list[int]
    chosen: dict[int, dict[str, Any]] = field(default_factory=dict[int, "dict[str, Any]"])
    kind: Literal["secret"] = "secret"


class SealedTable(Asks[Any, Sealed], ABC):
    """A game's rules for one kind of sealed choice."""

    prompt = "choose_secretly"

    @abstractmethod
    def choices(self, match: Match[Any], step: Sealed, seat: int) -> list[Action]:
        """Return the seat's options. Each must remain legal no matter what the other seats choose."""

    @abstractmethod
    def reveal(self, match: Match[Any], step: Sealed, chosen: dict[int, Action]) -> None:
        """Execute all choices together, once all seats have chosen."""


class SealedRules(StepRules[Match[Any], Sealed]):
    """The rules of a `Sealed` step: seats choose in any order, then all choices are revealed together."""

    def __init__(self) -> None:
        #: A game's rules for each kind of sealed choice, by name.
        self.tables: dict[str, SealedTable] = {}

    def advance(self, match: Match[Any], step: Sealed) -> bool:
        if step.owed:
            return False
        match.finish(step)
        match.reveal()
        kinds = match.game.actions
        chosen = {seat: from_json(kinds, data) for seat, data in sorted(step.chosen.items())}
        self.tables[step.name].reveal(match, step, chosen)
        return True

    def decisions(self, match: Match[Any], step: Sealed) -> dict[int, Decision]:
        table = self.tables[step.name]
        return {seat: decide(table.prompt, table.choices(match, step, seat)) for seat in step.owed}

    def take(self, match: Match[Any], step: Sealed, seat: int, action: Action) -> None:
        step.owed.remove(seat)
        step.chosen[seat] = to_json(action)


def may_withdraw(match: Match[Any], seat: int) -> bool:
    """Return whether this seat has made its sealed choice and other seats haven't chosen yet."""
    return _sealed(match, seat) is not None


def withdraw(match: Match[Any], seat: int) -> Match[Any]:
    """Return a copy of the match without this seat's sealed choice; the other seats' choices stay sealed.

    Raises IllegalAction if the seat has made no sealed choice, or if the choices were already revealed.
    """
    again = match.copy()
    step = _sealed(again, seat)
    if step is None:
        raise IllegalAction("You have no sealed choice to take back.")
    del step.chosen[seat]
    # The list is sorted, because the seat's position at the end would show that it has withdrawn a choice.
    step.owed = sorted([*step.owed, seat])
    return again


def _sealed(match: Match[Any], seat: int) -> Sealed | None:
    top = match.state.stack[-1] if match.state.stack else None
    return top if isinstance(top, Sealed) and top.owed and seat in top.chosen else None
