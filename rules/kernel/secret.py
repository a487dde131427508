"""Sealed choices: several seats choose at once, and nobody sees a choice before the last one is in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from rules.kernel.actions import Action, from_json, to_json
from rules.kernel.decisions import Decision, decide
from rules.kernel.steps import Step, StepRules

if TYPE_CHECKING:
    from rules.kernel.match import Match


@dataclass(slots=True)
class Secret(Step):
    """Collects one sealed choice a seat; views show one's own and who still owes, nothing else."""

    name: str
    owed: list[int]
    chosen: dict[int, dict[str, Any]] = field(default_factory=dict[int, "dict[str, Any]"])
    kind: Literal["secret"] = "secret"


class SecretTable(ABC):
    """What a game says about one kind of sealed choice."""

    prompt = "choose_secretly"

    @abstractmethod
    def choices(self, match: Match[Any], step: Secret, seat: int) -> list[Action]:
        """Return the seat's options; everything offered must be legal whatever the others choose."""

    @abstractmethod
    def reveal(self, match: Match[Any], step: Secret, chosen: dict[int, Action]) -> None:
        """Carry out all choices together, once the last one is in."""


class SecretRules(StepRules[Secret]):
    """Ask every seat that owes a choice, in any order; then reveal all at once."""

    def advance(self, match: Match[Any], step: Secret) -> bool:
        if step.owed:
            return False
        match.finish(step)
        match.reveal()
        kinds = match.game.actions
        chosen = {seat: from_json(kinds, data) for seat, data in sorted(step.chosen.items())}
        match.game.secrets[step.name].reveal(match, step, chosen)
        return True

    def decisions(self, match: Match[Any], step: Secret) -> dict[int, Decision]:
        table = match.game.secrets[step.name]
        return {seat: decide(table.prompt, table.choices(match, step, seat)) for seat in step.owed}

    def take(self, match: Match[Any], step: Secret, seat: int, action: Action) -> None:
        step.owed.remove(seat)
        step.chosen[seat] = to_json(action)
