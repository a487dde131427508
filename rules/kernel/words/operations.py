"""The words of card operations: sentences whose fields in braces are filled in from the operation's record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: A function that puts an operation into words, given the game's card writer (which has a translator) and the record.
Words = Callable[[Any, Any], str]


def t(sentence: str, **fields: Words) -> Words:
    """Return the words of a verb that has one sentence; the named `fields` of the record are filled in."""
    return lambda by, op: by.say.t(sentence, **{name: words(by, op) for name, words in fields.items()})


def n(singular: str, plural: str) -> Words:
    """Return the words of a verb with a singular and a plural sentence; {n} is the operation's field `count`."""
    return lambda by, op: by.say.n(singular, plural, op.count)
