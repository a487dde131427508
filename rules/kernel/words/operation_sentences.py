"""The texts of card operations: sentences whose fields in braces are filled in from the operation's record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: A function that returns the text of an operation. The arguments are the game's card writer (which has a translator)
#: and the record.
Words = Callable[[Any, Any], str]


def t(sentence: str, **fields: Words) -> Words:
    """Return the text function of a verb with a single sentence; `fields` are functions for its named fields."""
    return lambda by, op: by.say.t(sentence, **{name: words(by, op) for name, words in fields.items()})


def n(singular: str, plural: str) -> Words:
    """Return the text function of a verb with a singular and a plural sentence; {n} is the record's field `count`."""
    return lambda by, op: by.say.n(singular, plural, op.count)
