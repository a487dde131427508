"""Placeholder ids that stand for erased users."""

from __future__ import annotations

#: The first id and their number. Discord's ids are larger: these would date from the first minutes of 2015.
FIRST_ALIAS, ALIASES = 2**40, 2**40


def is_alias(user_id: int) -> bool:
    """Return whether this is a placeholder's id."""
    return FIRST_ALIAS <= user_id < FIRST_ALIAS + ALIASES
