"""The format of custom_ids, which contain the verb of a button, menu or form and its arguments."""

from __future__ import annotations

import re

#: The pattern of a custom_id: the format version "t1", the verb, the arguments, and an optional marker ("mark").
TEMPLATE = re.compile(r"t1:(?P<verb>[a-z]+)(?::(?P<args>.*?))?(?:~(?P<mark>[0-9a-f]+))?")

#: Numbers in a custom_id must be smaller in magnitude than this because databases store 64 bits.
NUMBER_BOUND = 2**63
_NUMBER = re.compile(r"-?[0-9]{1,19}")


def custom_id(verb: str, *args: int | str) -> str:
    """Return the custom_id for a verb with its arguments."""
    return ":".join(("t1", verb, *map(str, args)))


def with_mark(custom_id: str, mark: str) -> str:
    """Return the custom_id with a marker appended. The marker makes it unique but doesn't change its effect."""
    return f"{custom_id}~{mark}"


def mark_of(custom_id: str) -> str | None:
    """Return a custom_id's marker, or None if it has none."""
    match = TEMPLATE.fullmatch(custom_id)
    return match["mark"] if match else None


def number_of(text: str) -> int | None:
    """Return the number in a text from a custom_id, a menu or a form, or None if it isn't a 64-bit number."""
    if not _NUMBER.fullmatch(text):
        return None
    number = int(text)
    return number if abs(number) < NUMBER_BOUND else None
