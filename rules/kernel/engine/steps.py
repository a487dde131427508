"""Steps: the control flow as data, so that a match can be saved, undone and searched at any moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt
from rules.kernel.errors import EngineError, IllegalAction
from rules.kernel.words.text import N_, Say

#: The match that the rules of a step are written for: a game's own, or any.
M = TypeVar("M")
S = TypeVar("S", bound="Step")


@dataclass(slots=True)
class Step:
    """One piece of the order of play, waiting on the stack. It never holds a function."""


class Asks(Generic[M, S]):
    """Asks a seat something: words the question and knows why an answer is refused."""

    #: The actions that may answer it, set when it is registered.
    accepts: tuple[type[Action], ...] = ()
    #: The ids of the rules for players that its question rests on, the plainest first.
    rules: tuple[str, ...] = ()
    #: The refusal of an action that only this asker accepts, while something else is asked, and the rule it rests on;
    #: "" for the first rule of the open question.
    not_now, not_now_rule = N_("Something else must be decided first: {question}"), ""

    def question(self, say: Say, view: Any, asked: Prompt) -> str:
        """Return the question in one sentence for the seat that is asked."""
        raise EngineError("{step} asks “{key}” and has no words for it.", step=type(self).__name__, key=asked.key)

    def rests_on(self, view: Any, asked: Prompt) -> tuple[str, ...]:
        """Return the rules that this question rests on, for the seat that is asked."""
        return self.rules

    def why_not(self, match: M, step: S, seat: int, action: Action) -> IllegalAction | None:
        """Return the most useful reason why this action was not offered, or None if there is no special one."""
        return None

    def is_sound(self, match: M, step: S) -> bool:
        """Tell whether everything that a loaded step names exists, so that play can continue."""
        return True


class StepRules(Asks[M, S]):
    """The rules of a kind of step: what it does by itself, what it asks, and what it does with the answer."""

    #: Whether it carries out a card's effect. A chain of such steps that would never end is cut short.
    of_effect = False

    def advance(self, match: M, step: S) -> bool:
        """Go one step further; return False when a seat must decide first."""
        return False

    def cut_short(self, match: M, step: S) -> None:
        """Do what must be done although the rest of the effect is left out; the step has left the stack."""

    def decisions(self, match: M, step: S) -> dict[int, Decision]:
        """Return who may do what now; changes nothing."""
        return {}

    def take(self, match: M, step: S, seat: int, action: Action) -> None:
        """Carry out one action that `decisions` offered."""
        raise EngineError("{step} was given an action it never offered.", step=type(step).__name__)
