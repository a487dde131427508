"""The words of every verb: the sentences that card text is composed of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import CardWriter
from rules.edge_of_darkness.words.ops import agents, cards, defence, street, tokens, tower
from rules.edge_of_darkness.words.ops.verb import Asked, VerbWords

#: The words of every verb.
WORDS: dict[type[Any], VerbWords] = {
    **tokens.WORDS,
    **agents.WORDS,
    **cards.WORDS,
    **street.WORDS,
    **tower.WORDS,
    **defence.WORDS,
}
#: The words of the choices of the verbs that ask for one.
ASKED: dict[type[Any], Asked] = {kind: words.asked for kind, words in WORDS.items() if words.asked}


def lower(text: str) -> str:
    """Return a fragment for the middle of a sentence."""
    return text[:1].lower() + text[1:]


def ops_fragments(by: CardWriter, does: Sequence[ops.Op]) -> list[str]:
    """Return operations as fragments without a full stop; consecutive gains become one, and so do losses."""
    found: list[str] = []
    for kind, row in groupby(does, type):
        same: list[Any] = list(row)
        if kind in (ops.Gain, ops.Lose):
            found.append(WORDS[kind].text(by, *same))
        else:
            found += [WORDS[kind].text(by, op) for op in same]
    return found
