"""Players' private notes about a match. They are not in a match's file, log or reports."""

from __future__ import annotations

from bot.features.notes import statements as notes
from bot.matches.quotas import storable_text
from bot.store.store import Store

#: The most characters of a note.
MAX_NOTE_LENGTH = 1000


class Notes:
    """Stores one note per person and match."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, match_id: int, user_id: int) -> str:
        """Return a person's note about a match; "" for none."""
        return await notes.get(self._store.read, match_id, user_id)

    async def save(self, match_id: int, user_id: int, words: str) -> str:
        """Replace a person's note, and return its saved form; an empty one is deleted."""
        kept = storable_text(words.strip()[:MAX_NOTE_LENGTH])
        async with self._store.write() as tx:
            if kept:
                await notes.save(tx, match_id, user_id, kept)
            else:
                await notes.remove(tx, match_id, user_id)
        return kept
