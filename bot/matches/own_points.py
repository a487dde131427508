"""A player's own points at the start of their turn. Trying out moves doesn't change them, so it reveals nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cachetools import LRUCache

from bot.matches.history.service import PAGE_SIZE, RECENT_ENTRIES, History
from bot.matches.play.position_rebuild import DamagedMatch, position_at
from bot.matches.repository import MatchRepository
from bot.matches.service_results import (
    MOVE_KINDS,
    NOTE_KINDS,
    SEATING_KINDS,
    LogEntry,
    MatchInfo,
    Table,
    without_undone,
)
from rules.kernel.data.events import Body

#: Maximum number of seats whose points are in memory.
MAX_CACHED = 1024


def are_own_points_shown(info: MatchInfo) -> bool:
    """Return whether players can see their own points during a match. A table can turn that off."""
    return info.own_points != 0


class OwnPoints:
    """Returns players' own points."""

    def __init__(self, repo: MatchRepository, history: History) -> None:
        self._repo = repo
        self._history = history
        #: Points by match, seat and the journal entry at which they were counted.
        self._cache = LRUCache[tuple[int, int, int], Mapping[str, float]](MAX_CACHED)

    async def at_turn_start(self, table: Table, seat: int) -> Mapping[str, float]:
        """Return a seat's points by category before its latest series of moves.

        Empty if the game has no points yet, or if the position can't be rebuilt.
        """
        start = await self._turn_start(table, seat)
        key = (table.info.id, seat, start)
        if key not in self._cache:
            self._cache[key] = await self._points_after(table, seat, start)
        return self._cache[key]

    async def _turn_start(self, table: Table, seat: int) -> int:
        """Return the number of the last journal entry before the seat's latest series of moves."""
        starts, found = table.match.game.turn_starts, None
        for most in (RECENT_ENTRIES, PAGE_SIZE):
            entries = await self._history.log(table.info, None, most, viewer=seat)
            found = turn_start(entries, seat, starts)
            if found is not None or len(entries) < most:
                break
        return table.seq if found is None else found

    async def _points_after(self, table: Table, seat: int, seq: int) -> Mapping[str, float]:
        match = table.match
        if seq != table.seq:
            try:
                match = await position_at(self._repo.store.read, self._repo.games[table.info.game], table.info.id, seq)
            except DamagedMatch:
                return {}
        count = match.game.own_points
        return {} if count is None else count(match, seat)


def turn_start(entries: Sequence[LogEntry], seat: int, starts: tuple[type[Body], ...]) -> int | None:
    """Return the number of the last entry before a seat's latest series of moves; None if it isn't among the entries.

    Moves that were taken back don't count, nor do moves that the seat may not know of. A move of the seat that led to
    the next turn or round, which one of the events in `starts` begins, ends the earlier series.
    """
    for entry in reversed(without_undone(entries)):
        if not entry.known or entry.kind in (*SEATING_KINDS, *NOTE_KINDS):
            continue
        is_own = entry.kind in MOVE_KINDS and entry.seat == seat
        if not is_own or any(isinstance(event.body, starts) for event in entry.events):
            return entry.seq
    return None
