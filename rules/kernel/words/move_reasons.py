"""Sentences that explain to newcomers what a move is good for.

A game has a table with one function for each kind of action, which returns sentences about actions of that kind. Among
the sentences about the actions that a seat may take now, the turn's number selects one, so that players who see one in
each turn learn about all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from rules.kernel.data.actions import Action
from rules.kernel.words.translation import Translator

V = TypeVar("V")
#: A function that returns sentences about actions of one kind; "" stands for no sentence.
Reason = Callable[[Translator, V, Sequence[Any]], Iterable[str]]


def move_reason(
    table: Mapping[type[Action], Reason[V]], say: Translator, view: V, actions: Sequence[Action], turn: int
) -> str:
    """Return a sentence about one of these actions, selected by the number of the turn; "" if there is none."""
    by_kind: dict[type[Action], list[Action]] = {}
    for action in actions:
        by_kind.setdefault(type(action), []).append(action)
    found = dict.fromkeys(
        sentence for kind in table if kind in by_kind for sentence in table[kind](say, view, by_kind[kind]) if sentence
    )
    return list(found)[turn % len(found)] if found else ""
