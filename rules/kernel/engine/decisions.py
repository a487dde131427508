"""Decisions: who must choose now, what the question is and which actions answer it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.kernel.data.actions import Action, in_order
from rules.kernel.data.facts import named_tuple


class Prompt(NamedTuple):
    """A question as a key and arguments; the game's text module puts it into words."""

    key: str
    args: dict[str, Any]


class Decision(NamedTuple):
    """One seat's question and every action that answers it, sorted and without repeats."""

    prompt: Prompt
    actions: list[Action]

    def has(self, action: Action) -> bool:
        """Tell whether this action answers the question; nearly always it is one that was taken from the list."""
        for one in self.actions:
            if one is action:
                return True
        return action in self.actions


def decide(key: str, actions: Iterable[Action], **args: Any) -> Decision:
    """Build a decision with its actions in canonical order."""
    return decide_in_order(key, in_order(actions), **args)


def decide_in_order(key: str, actions: list[Action], **args: Any) -> Decision:
    """Build a decision whose actions are in canonical order already: sorting takes long where many are offered."""
    return named_tuple(Decision, (named_tuple(Prompt, (key, args)), actions))
