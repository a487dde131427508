"""What a verb is in words: its sentence on cards, and the question of its choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.aevum_haeresis.words.amounts import CardWriter
from rules.kernel.words.text import capital


@dataclass(frozen=True, slots=True)
class VerbWords:
    """The words of a verb."""

    text: Callable[[CardWriter, Any], str]
    #: The question for its player, if there is something to choose.
    question: str = ""

    def sentence(self, by: CardWriter, op: Any) -> str:
        """Return an operation as a sentence with a capital: in some languages it begins with the target."""
        return capital(self.text(by, op))
