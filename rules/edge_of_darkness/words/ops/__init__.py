"""How the verbs of effects read: the sentences out of which card text is put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import Speaker
from rules.edge_of_darkness.words.ops import agents, cards, defence, street, tokens, tower

#: The sentence of every verb; gains, and losses, take several in a row.
TEXT: dict[type[Any], Callable[..., str]] = {
    **tokens.TEXT,
    **agents.TEXT,
    **cards.TEXT,
    **street.TEXT,
    **tower.TEXT,
    **defence.TEXT,
}


def lower(text: str) -> str:
    """Return a fragment for the middle of a sentence."""
    return text[:1].lower() + text[1:]


def ops_fragments(by: Speaker, does: Sequence[ops.Op]) -> list[str]:
    """Return operations as fragments without a full stop; gains in a row become one, and so do losses."""
    found: list[str] = []
    for kind, row in groupby(does, type):
        same: list[Any] = list(row)
        if kind in (ops.Gain, ops.Lose):
            found.append(TEXT[kind](by, *same))
        else:
            found += [TEXT[kind](by, op) for op in same]
    return found
