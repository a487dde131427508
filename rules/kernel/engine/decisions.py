"""Decisions: a question that a seat must answer, and the actions that answer it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.kernel.data.actions import Action, in_order
from rules.kernel.data.frozen_records import named_tuple


class Prompt(NamedTuple):
    """A question as a key with arguments. The game turns it into a sentence."""

    key: str
    args: dict[str, Any]


class Decision(NamedTuple):
    """The question that one seat must answer, and all actions that answer it, sorted and without duplicates."""

    prompt: Prompt
    actions: list[Action]

    def has(self, action: Action) -> bool:
        """Return whether this action answers the question.

        The check by identity comes first, because nearly all actions come from the list itself.
        """
        for one in self.actions:
            if one is action:
                return True
        return action in self.actions


def decide(key: str, actions: Iterable[Action], **args: Any) -> Decision:
    """Return a decision with these actions, after sorting them and removing duplicates."""
    return decide_in_order(key, in_order(actions), **args)


def decide_in_order(key: str, actions: list[Action], **args: Any) -> Decision:
    """Return a decision with actions that are already sorted, which saves the cost of sorting long lists."""
    return named_tuple(Decision, (named_tuple(Prompt, (key, args)), actions))
