"""Decisions: who must choose now, what the question is and which actions answer it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.kernel.data.actions import Action, in_order


class Prompt(NamedTuple):
    """A question as a key and arguments; the game's text module puts it into words."""

    key: str
    args: dict[str, Any]


class Decision(NamedTuple):
    """One seat's question and every action that answers it, sorted and without repeats."""

    prompt: Prompt
    actions: list[Action]


def decide(key: str, actions: Iterable[Action], **args: Any) -> Decision:
    """Build a decision with its actions in canonical order."""
    return Decision(Prompt(key, args), in_order(actions))
