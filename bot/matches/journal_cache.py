"""A cache of the newest journal entries of matches, so only new entries are read from the database."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.match_cache import MatchCache
from bot.store.statements import journal
from bot.store.statements.rows import ENDED_STATUSES, JournalRow, MatchRow
from bot.store.transactions import Reader

#: The number of running matches in the cache, and of entries for each match. Every board and panel needs about forty
#: entries.
MAX_MATCHES, ENTRIES_PER_MATCH = 256, 64
#: The number of finished matches in the cache. Their last posts still need the entries.
MAX_FINISHED = 8


class JournalTailCache:
    """Reads and caches the newest journal entries of matches."""

    def __init__(self) -> None:
        #: Consecutive entries of each match.
        self._entries = MatchCache[list[JournalRow]](MAX_MATCHES, MAX_FINISHED)

    def add(self, match_id: int, rows: Sequence[JournalRow], *, over: bool) -> None:
        """Add entries to the cache. If they don't directly follow the match's cached entries, drop the cached ones.

        `over` is whether the match has ended with these entries.
        """
        cached_rows = self._entries.get(match_id)
        if not cached_rows or cached_rows[-1].seq + 1 != rows[0].seq:
            cached_rows = []
        self._entries.put(match_id, [*cached_rows, *rows][-ENTRIES_PER_MATCH:], over=over)

    def drop(self, match_id: int) -> None:
        """Drop a match's entries, for example because they were changed in the database."""
        self._entries.drop(match_id)

    async def newest(self, db: Reader, info: MatchRow, limit: int) -> list[JournalRow]:
        """Return the newest `limit` entries of a match, oldest first. Entry `info.seq` is known to exist; newer ones
        may exist too.
        """
        cached_rows, over = self._entries.get(info.id), info.status in ENDED_STATUSES
        if (
            cached_rows
            and cached_rows[-1].seq < info.seq
            and (rows := await journal.since(db, info.id, cached_rows[-1].seq))
        ):
            self.add(info.id, rows, over=over)
            cached_rows = self._entries.get(info.id)
        if not cached_rows or cached_rows[-1].seq < info.seq or (len(cached_rows) < limit and cached_rows[0].seq > 1):
            cached_rows = await journal.page(db, info.id, None, max(limit, ENTRIES_PER_MATCH))
            self.drop(info.id)
            if cached_rows:
                self.add(info.id, cached_rows, over=over)
        return cached_rows[-limit:]
