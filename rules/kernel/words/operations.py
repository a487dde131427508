"""Words for operations: sentences whose fields in braces are filled in from an operation's record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: Puts an operation into words, given the game's writer of card text (with a `say`) and the record.
Words = Callable[[Any, Any], str]


def t(sentence: str, **fields: Words) -> Words:
    """Return the words of a verb with the same sentence for every operation; `fields` are filled in."""
    return lambda by, op: by.say.t(sentence, **{name: words(by, op) for name, words in fields.items()})


def n(singular: str, plural: str) -> Words:
    """Return the words of a verb whose sentence depends on {n}, the operation's `count`."""
    return lambda by, op: by.say.n(singular, plural, op.count)
