"""The sentences of card text for all verbs, with one module per family.

With `icons`, the names of resources and pieces become tokens that pictures draw as icons: "Gain 2{gold}." The tokens
are arguments of translated sentences, never part of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from rules.aevum_haeresis.words.amounts import CardWriter
from rules.aevum_haeresis.words.ops import composed
from rules.aevum_haeresis.words.ops.verb import VerbWords

WORDS: dict[type[Any], VerbWords] = {**composed.PLAIN, **composed.WORDS}

#: The question of each verb that asks the player, by the name of the verb.
QUESTIONS: dict[str, str] = {
    get_args(kind.model_fields["op"].annotation)[0]: words.question for kind, words in WORDS.items() if words.question
}


def ops_text(by: CardWriter, effect: Sequence[Any]) -> str:
    """Return the sentences for these operations, in order."""
    return " ".join(WORDS[type(op)].sentence(by, op) for op in effect)
