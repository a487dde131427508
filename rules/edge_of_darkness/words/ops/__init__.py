"""The text of every verb. Card text is composed of these sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import CardWriter
from rules.edge_of_darkness.words.ops import agents, cards, defence, street, tokens, tower
from rules.edge_of_darkness.words.ops.verb import Asked, VerbWords

#: The texts of every verb.
WORDS: dict[type[Any], VerbWords] = {
    **tokens.WORDS,
    **agents.WORDS,
    **cards.WORDS,
    **street.WORDS,
    **tower.WORDS,
    **defence.WORDS,
}
#: The texts of choices, for verbs that have a choice.
ASKED: dict[type[Any], Asked] = {kind: words.asked for kind, words in WORDS.items() if words.asked}


def lower(text: str) -> str:
    """Return a text with its first letter in lower case, for use within a sentence."""
    return text[:1].lower() + text[1:]


def ops_fragments(by: CardWriter, does: Sequence[ops.Op]) -> list[str]:
    """Return the texts of operations, without full stops. Consecutive gains share one text, and so do losses."""
    found: list[str] = []
    for kind, row in groupby(does, type):
        same: list[Any] = list(row)
        if kind in (ops.Gain, ops.Lose):
            found.append(WORDS[kind].text(by, *same))
        else:
            found += [WORDS[kind].text(by, op) for op in same]
    return found
