"""Decisions: a seat's open question and the actions that answer it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.kernel.data.actions import Action, in_order
from rules.kernel.data.frozen_records import named_tuple


class Prompt(NamedTuple):
    """A question as a key and arguments; the game's text module turns it into words."""

    key: str
    args: dict[str, Any]


class Decision(NamedTuple):
    """One seat's question and all its answers, sorted and without duplicates."""

    prompt: Prompt
    actions: list[Action]

    def has(self, action: Action) -> bool:
        """Return whether this action answers the question.

        The identity check comes first, because nearly all actions are taken from the list itself.
        """
        for one in self.actions:
            if one is action:
                return True
        return action in self.actions


def decide(key: str, actions: Iterable[Action], **args: Any) -> Decision:
    """Return a decision with these actions, sorted and without duplicates."""
    return decide_in_order(key, in_order(actions), **args)


def decide_in_order(key: str, actions: list[Action], **args: Any) -> Decision:
    """Return a decision with actions that are already sorted, to save the time of sorting long lists."""
    return named_tuple(Decision, (named_tuple(Prompt, (key, args)), actions))
