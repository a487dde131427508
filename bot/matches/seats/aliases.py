"""Placeholder ids, which replace the ids of erased users."""

from __future__ import annotations

#: The first placeholder id, and how many there are. They can't be Discord ids, whose first ones are from 2015: these
#: would be from the first minutes of that year.
FIRST_ALIAS, ALIASES = 2**40, 2**40


def is_alias(user_id: int) -> bool:
    """Return whether this is a placeholder's id."""
    return FIRST_ALIAS <= user_id < FIRST_ALIAS + ALIASES
