"""The sentences of card text for all verbs, with one module for each group of verbs.

If icons are drawn, the names of resources and pieces are tokens that pictures replace with icons: "Gain 2{gold}." The
tokens are arguments of translated sentences, never a part of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from rules.aevum_haeresis.words.amounts import CardWriter
from rules.aevum_haeresis.words.ops import composed
from rules.aevum_haeresis.words.ops.verb import VerbWords

WORDS: dict[type[Any], VerbWords] = {**composed.PLAIN, **composed.WORDS}

#: The questions of verbs that ask the player something, by the name of the verb.
QUESTIONS: dict[str, str] = {
    get_args(kind.model_fields["op"].annotation)[0]: words.question for kind, words in WORDS.items() if words.question
}


def ops_text(by: CardWriter, effect: Sequence[Any]) -> str:
    """Return the sentences for the operations of an effect, in order."""
    return " ".join(WORDS[type(op)].sentence(by, op) for op in effect)
