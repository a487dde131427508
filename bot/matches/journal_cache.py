"""A cache of the newest journal entries of matches, so only new entries are read from the database."""

from __future__ import annotations

from collections.abc import Sequence

from cachetools import LRUCache

from bot.store.statements import journal
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Reader

#: The number of matches in the cache, and of entries for each match. Every board and panel needs about forty entries.
MAX_MATCHES, ENTRIES_PER_MATCH = 256, 64


class JournalTailCache:
    """Reads and caches the newest journal entries of matches."""

    def __init__(self) -> None:
        #: Consecutive entries by match id. The least recently used match is dropped first.
        self._entries = LRUCache[int, list[JournalRow]](MAX_MATCHES)

    def add(self, match_id: int, rows: Sequence[JournalRow]) -> None:
        """Add entries to the cache. If they don't directly follow the match's cached entries, drop the cached ones."""
        cached_rows = self._entries.pop(match_id, [])
        if not cached_rows or cached_rows[-1].seq + 1 != rows[0].seq:
            cached_rows = []
        self._entries[match_id] = [*cached_rows, *rows][-ENTRIES_PER_MATCH:]

    def drop(self, match_id: int) -> None:
        """Drop a match's entries, because they were changed in the database."""
        self._entries.pop(match_id, None)

    async def newest(self, db: Reader, match_id: int, seq: int, limit: int) -> list[JournalRow]:
        """Return the newest `limit` entries of a match, oldest first. Entry `seq` is known to exist; newer ones may
        exist too.
        """
        cached_rows = self._entries.get(match_id, [])
        if (
            cached_rows
            and cached_rows[-1].seq < seq
            and (rows := await journal.since(db, match_id, cached_rows[-1].seq))
        ):
            self.add(match_id, rows)
            cached_rows = self._entries[match_id]
        if not cached_rows or cached_rows[-1].seq < seq or (len(cached_rows) < limit and cached_rows[0].seq > 1):
            cached_rows = await journal.page(db, match_id, None, max(limit, ENTRIES_PER_MATCH))
            self._entries.pop(match_id, None)
            if cached_rows:
                self.add(match_id, cached_rows)
        return cached_rows[-limit:]
