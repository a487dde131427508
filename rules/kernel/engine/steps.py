"""Steps: the control flow of a match as data on a stack, so that it can be saved, undone and searched at any point."""

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
    """A part of the order of play that waits on the stack. It has only plain data, no functions."""


class Asks(Generic[M, S]):
    """The asker of a question: words it for the seat, and explains refused answers."""

    #: The actions that answer the question; set at registration.
    accepts: tuple[type[Action], ...] = ()
    #: The ids of the player rules behind the question, the most relevant first.
    rules: tuple[str, ...] = ()
    #: The refusal of an action that only this asker accepts while another question is open, and the id of its rule; ""
    #: stands for the first rule behind the open question.
    not_now, not_now_rule = N_("Something else must be decided first: {question}"), ""

    def question(self, say: Translator, view: Any, asked: Prompt) -> str:
        """Return the question in one sentence for the asked seat."""
        raise EngineError("{step} asks “{key}” and has no words for it.", step=type(self).__name__, key=asked.key)

    def rests_on(self, view: Any, asked: Prompt) -> tuple[str, ...]:
        """Return the rules behind this question, for the asked seat."""
        return self.rules

    def why_not(self, match: M, step: S, seat: int, action: Action) -> IllegalAction | None:
        """Return the most useful reason why this action was not offered; None if there is no specific one."""
        return None

    def is_sound(self, match: M, step: S) -> bool:
        """Return whether everything that a loaded step refers to exists, so that the match can continue."""
        return True


class StepRules(Asks[M, S]):
    """The rules of a kind of step: its automatic part, its questions, and the effects of the answers."""

    #: True for steps that carry out a card's effect. Endless chains of such steps are cut off.
    of_effect = False

    def advance(self, match: M, step: S) -> bool:
        """Run the step's automatic part; return False if a seat must decide first."""
        return False

    def cut_short(self, match: M, step: S) -> None:
        """Do what must happen even when an endless effect is cut off. The step has already left the stack."""

    def decisions(self, match: M, step: S) -> dict[int, Decision]:
        """Return each deciding seat's decision; changes nothing."""
        return {}

    def take(self, match: M, step: S, seat: int, action: Action) -> None:
        """Carry out an action that `decisions` has offered."""
        raise EngineError("{step} was given an action it never offered.", step=type(step).__name__)
