"""Decisions: who must choose now, what the question is and which actions answer it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.actions import Action, sort_key


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question as a key and arguments; the game's text module puts it into words."""

    key: str
    args: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Decision:
    """One seat's question and every action that answers it, sorted and without repeats."""

    prompt: Prompt
    actions: list[Action]


def decide(key: str, actions: Iterable[Action], **args: Any) -> Decision:
    """Build a decision with its actions in canonical order."""
    return Decision(Prompt(key, args), sorted(actions, key=sort_key))
