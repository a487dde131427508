"""Placeholder ids, which replace the ids of erased users."""

from __future__ import annotations

#: The first placeholder id, and how many there are. They can't be real Discord ids, because as such they would date
#: from the first minutes of 2015, before Discord existed.
FIRST_ALIAS, ALIASES = 2**40, 2**40


def is_alias(user_id: int) -> bool:
    """Return whether this is a placeholder's id."""
    return FIRST_ALIAS <= user_id < FIRST_ALIAS + ALIASES
