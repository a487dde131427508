"""Steps: the control flow of a match as data on a stack. A match can be saved, undone and searched at any point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt
from rules.kernel.errors import EngineError, IllegalAction
from rules.kernel.words.translation import N_, Translator

#: The match class that a step's rules are written for: a game's own class, or any match class.
M = TypeVar("M")
S = TypeVar("S", bound="Step")


@dataclass(slots=True)
class Step:
    """A part of the order of play that waits on the stack. A step contains only plain data, no functions."""


class Asks(Generic[M, S]):
    """The part of a step's rules that phrases its question for a seat, and explains why an answer is refused."""

    #: The types of actions that answer the question; set when the rules are registered.
    accepts: tuple[type[Action], ...] = ()
    #: The ids of the players' rules behind the question, the most relevant first.
    rules: tuple[str, ...] = ()
    #: The refusal of an action that answers only this question, used while a different question is open; and the id of
    #: the rule behind the refusal. The id "" stands for the first rule behind the open question.
    not_now, not_now_rule = N_("You have to decide something else first: {question}"), ""

    def question(self, say: Translator, view: Any, asked: Prompt) -> str:
        """Return the question as one sentence for the seat that must answer."""
        raise EngineError("{step} asks “{key}” and has no words for it.", step=type(self).__name__, key=asked.key)

    def rests_on(self, view: Any, asked: Prompt) -> tuple[str, ...]:
        """Return the ids of the rules behind this question, for the seat that must answer."""
        return self.rules

    def why_not(self, match: M, step: S, seat: int, action: Action) -> IllegalAction | None:
        """Return the most helpful reason why this action isn't offered; None if there is no specific reason."""
        return None

    def is_sound(self, match: M, step: S) -> bool:
        """Return whether everything that a loaded step refers to exists, so that the match can continue."""
        return True


class StepRules(Asks[M, S]):
    """The rules of one kind of step: its automatic part, its questions, and the effects of the answers."""

    #: True for steps that execute a card's effect. Endless chains of such steps are cut off.
    of_effect = False

    def advance(self, match: M, step: S) -> bool:
        """Run the step's automatic part; return False if a seat must decide before the match can continue."""
        return False

    def cut_short(self, match: M, step: S) -> None:
        """Do what this step must do even if its chain of effects is cut off. The step has already left the stack."""

    def decisions(self, match: M, step: S) -> dict[int, Decision]:
        """Return the decision of each seat that must decide, without changing the match."""
        return {}

    def take(self, match: M, step: S, seat: int, action: Action) -> None:
        """Execute an action that `decisions` has offered."""
        raise EngineError("{step} was given an action it never offered.", step=type(step).__name__)
