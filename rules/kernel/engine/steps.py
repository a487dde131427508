"""Steps: control flow as data, so that a match can be saved, undone and searched at any point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt
from rules.kernel.errors import EngineError, IllegalAction
from rules.kernel.words.translation import N_, Translator

#: The match type of a step's rules: a game's own, or any.
M = TypeVar("M")
S = TypeVar("S", bound="Step")


@dataclass(slots=True)
class Step:
    """One piece of the order of play, waiting on the stack. It never holds a function."""


class Asks(Generic[M, S]):
    """Asks a seat something: words the question and explains refused answers."""

    #: The actions that answer it, set at registration.
    accepts: tuple[type[Action], ...] = ()
    #: The ids of the player rules behind its question, the most relevant first.
    rules: tuple[str, ...] = ()
    #: The refusal of an action that only this asker accepts, when another question is open, and its rule; "" for the
    #: first rule of the open question.
    not_now, not_now_rule = N_("Something else must be decided first: {question}"), ""

    def question(self, say: Translator, view: Any, asked: Prompt) -> str:
        """Return the question in one sentence for the asked seat."""
        raise EngineError("{step} asks “{key}” and has no words for it.", step=type(self).__name__, key=asked.key)

    def rests_on(self, view: Any, asked: Prompt) -> tuple[str, ...]:
        """Return the rules behind this question, for the asked seat."""
        return self.rules

    def why_not(self, match: M, step: S, seat: int, action: Action) -> IllegalAction | None:
        """Return the most useful reason why this action was not offered, or None if there is no specific one."""
        return None

    def is_sound(self, match: M, step: S) -> bool:
        """Return whether everything that a loaded step names exists, so that play can continue."""
        return True


class StepRules(Asks[M, S]):
    """The rules of a kind of step: its automatic part, its questions, and the effects of the answers."""

    #: Whether it carries out a card's effect. An endless chain of such steps is cut off.
    of_effect = False

    def advance(self, match: M, step: S) -> bool:
        """Advance one step; return False when a seat must decide first."""
        return False

    def cut_short(self, match: M, step: S) -> None:
        """Do the mandatory part when the rest of the effect is cut off; the step has left the stack."""

    def decisions(self, match: M, step: S) -> dict[int, Decision]:
        """Return each deciding seat's decision; changes nothing."""
        return {}

    def take(self, match: M, step: S, seat: int, action: Action) -> None:
        """Carry out one action that `decisions` offered."""
        raise EngineError("{step} was given an action it never offered.", step=type(step).__name__)
