"""The interface of a verb's texts: its sentence in card text, and the question that it asks the player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

from rules.aevum_haeresis.content.ops import Counted
from rules.aevum_haeresis.words.amounts import CardWriter
from rules.aevum_haeresis.words.counts import for_each
from rules.kernel.words.translation import capital


@dataclass(frozen=True, slots=True)
class VerbWords:
    """The texts of a verb."""

    text: Callable[[CardWriter, Any], str]
    #: The question that the verb asks the player; "" if it asks none.
    question: str = ""

    def sentence(self, by: CardWriter, op: Any) -> str:
        """Return the sentence for an operation, capitalised, because in some languages it starts with the target."""
        amounts: list[int | Counted] = [getattr(op, name) for name in counted(op.__class__)]
        return capital(for_each(by, self.text(by, op), amounts))


@cache
def counted(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of a record's fields that may contain counted amounts."""
    return tuple(name for name, field in kind.model_fields.items() if Counted in get_args(field.annotation))
