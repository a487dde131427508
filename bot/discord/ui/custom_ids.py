"""The format of custom_ids: the verb of a button or select, and its arguments."""

from __future__ import annotations

import re

#: "t1" is the version of the format. discord.py doesn't know our components, so every press comes to `work`.
TEMPLATE = re.compile(r"t1:(?P<verb>[a-z]+)(?::(?P<args>.*?))?(?:~(?P<mark>[0-9a-f]+))?")

#: The bound of all numbers in a custom_id, as databases keep 64 bits.
NUMBER_BOUND = 2**63
_NUMBER = re.compile(r"-?[0-9]{1,19}")


def custom_id(verb: str, *args: int | str) -> str:
    """Return the custom_id of a verb with its arguments."""
    return ":".join(("t1", verb, *map(str, args)))


def with_mark(custom_id: str, mark: str) -> str:
    """Return a custom_id with the same effect, and a mark that distinguishes it."""
    return f"{custom_id}~{mark}"


def mark_of(custom_id: str) -> str | None:
    """Return the mark of a custom_id, if it has one."""
    found = TEMPLATE.fullmatch(custom_id)
    return found["mark"] if found else None


def number_of(text: str) -> int | None:
    """Return the number in a custom_id, a menu or a form, which can be forged; None if a database can't store it."""
    if not _NUMBER.fullmatch(text):
        return None
    number = int(text)
    return number if abs(number) < NUMBER_BOUND else None
