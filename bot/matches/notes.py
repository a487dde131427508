"""What people note down about a match, each for themselves. Nothing of it is in a match's file, log or reports."""

from __future__ import annotations

from bot.matches.limits import storable
from bot.store import Store, notes

#: The most characters of a note.
LONGEST = 1000


class Notes:
    """Keeps one note for each person and match."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, match_id: int, user_id: int) -> str:
        """Return what a person has noted about a match; "" for nothing."""
        return await notes.get(self._store.read, match_id, user_id)

    async def keep(self, match_id: int, user_id: int, words: str) -> str:
        """Save a note in the place of the one before, and return it as it is kept; an empty one is deleted."""
        kept = storable(words.strip()[:LONGEST])
        async with self._store.write() as tx:
            if kept:
                await notes.put(tx, match_id, user_id, kept)
            else:
                await notes.remove(tx, match_id, user_id)
        return kept
