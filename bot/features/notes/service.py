"""Players' private notes about a match. The match's file, log and reports don't include them."""

from __future__ import annotations

from bot.features.notes import statements as notes
from bot.matches.quotas import storable_text
from bot.store.store import Store

#: Maximum number of characters in a note.
MAX_NOTE_LENGTH = 1000


class Notes:
    """Stores one private note per person and match."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, match_id: int, user_id: int) -> str:
        """Return a person's note about a match; "" if there is none."""
        return await notes.get(self._store.read, match_id, user_id)

    async def save(self, match_id: int, user_id: int, words: str) -> str:
        """Replace a person's note, and return it as saved. An empty note is deleted."""
        cleaned = storable_text(words.strip()[:MAX_NOTE_LENGTH])
        async with self._store.write() as tx:
            if cleaned:
                await notes.save(tx, match_id, user_id, cleaned)
            else:
                await notes.remove(tx, match_id, user_id)
        return cleaned
