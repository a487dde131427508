"""The history of a match: the part of its journal that a reader may see.

A game with secrets asks seats in private. Entry numbers and pages count only entries that the reader may know of, so
that no one can tell how often others were asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from bot.matches.history import score_timeline as course
from bot.matches.history.score_timeline import ScoreTimeline
from bot.matches.records import (
    GM_KIND,
    LEFT_FIELD,
    MOVE_KINDS,
    SEATING_KINDS,
    SEED_FIELD,
    LogEntry,
    LogPage,
    MatchInfo,
    Table,
)
from bot.matches.repository import MatchRepository
from bot.store.statements import journal
from bot.store.statements.rows import JournalRow
from rules.kernel.data.events import Event, reaches

#: How many entries are read at once; even a move with all its automatic answers has fewer.
PAGE_SIZE = 500
#: How many entries to read first for the last move, which every board and panel shows. Usually they contain it.
RECENT_ENTRIES = 40


class History:
    """Returns the history of a match for one seat or for the public."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def log(
        self, info: MatchInfo, before: int | None = None, limit: int = PAGE_SIZE, *, viewer: int | None = None
    ) -> list[LogEntry]:
        """Return the journal entries before number `before`, oldest first, with the events that `viewer` may see."""
        db, most = self._repo.store.read, max(1, min(limit, PAGE_SIZE))
        if before is None:
            rows = await self._repo.journal_cache.newest(db, info.id, info.seq, most)
        else:
            rows = await journal.page(db, info.id, before, most)
        told, then = visible_seqs(rows, info, viewer), former_names(rows)
        return [self._entry(info, row, viewer, then, known=row.seq in told) for row in rows]

    async def since(self, info: MatchInfo, after: int) -> list[LogEntry]:
        """Return the public entries after number `after`, and some before it, oldest first."""
        return await self.log(info, None, info.seq - after + RECENT_ENTRIES)

    async def since_own(self, info: MatchInfo, seat: int) -> list[LogEntry]:
        """Return the entries visible to a seat since its last move, and some before it, oldest first."""
        entries: list[LogEntry] = []
        for most in (RECENT_ENTRIES, PAGE_SIZE):
            entries = await self.log(info, None, most, viewer=seat)
            if len(entries) < most or any(entry.seat == seat and entry.restores is None for entry in entries):
                break
        return entries

    async def page(self, info: MatchInfo, before: int | None, limit: int, *, viewer: int | None) -> LogPage:
        """Return a page of the entries visible to `viewer`: up to `limit` entries with numbers below `before`.

        The numbers count only the entries visible to this viewer. With None for `before`, the page has the newest
        ones.
        """
        rows = await journal.since(self._repo.store.read, info.id, 0)
        told, then = visible_seqs(rows, info, viewer), former_names(rows)
        rows = [row for row in rows if row.seq in told]
        end = len(rows) if before is None else max(0, min(before - 1, len(rows)))
        start = max(0, end - max(1, min(limit, PAGE_SIZE)))
        entries = [self._entry(info, row, viewer, then) for row in rows[start:end]]
        return LogPage(entries, start + 1, len(rows))

    async def public_moves(self, match_id: int) -> int:
        """Return the number of public moves that led to the present position."""
        return public_moves(await journal.since(self._repo.store.read, match_id, 0))

    async def last_told(self, table: Table, viewer: int | None) -> list[Event]:
        """Return the events of the last move visible to this viewer (None: the public)."""
        last = table.events_for(viewer)
        if last:
            return last
        # The last move has no event that this viewer may see, or it was taken back.
        moves: list[LogEntry] = []
        for most in (RECENT_ENTRIES, PAGE_SIZE):
            moves = last_move(await self.log(table.info, limit=most, viewer=viewer))
            if moves and moves[0].kind != "order":  # otherwise look further back for the answered move
                break
        return [event for entry in moves for event in entry.events]

    async def score_timeline(self, table: Table) -> ScoreTimeline:
        """Return the score timeline of a finished match; it is empty for a game without points."""
        found = await course.read_match(self._repo.store.read, self._repo.games[table.info.game], table.info)
        if found is None:
            return ScoreTimeline()
        return await asyncio.to_thread(course.replay_scores, *found, table.match.result)

    async def entries_in_spans(self, info: MatchInfo, spans: Sequence[tuple[int, int]]) -> list[list[LogEntry]]:
        """Return the public entries of each span (first and last number), without those that were taken back."""
        line = {row.seq for row in await journal.effective_entries(self._repo.store.read, info.id, info.seq)}
        found = [await self.log(info, last + 1, last - first + 1) for first, last in spans]
        return [[entry for entry in entries if entry.seq in line] for entries in found]

    async def seeds(self, table: Table) -> list[str]:
        """Return all random seeds of a match, in the order their seals were published.

        The seeds reveal everything hidden, so call this only for a finished match.
        """
        read, info = self._repo.store.read, table.info
        rows = await journal.since(read, info.id, 0)
        later = [row.action[SEED_FIELD] for row in rows if row.action is not None and SEED_FIELD in row.action]
        first = await journal.snapshot(read, info.id, 1) if later else None
        match = table.match if first is None else self._repo.games[info.game].load(first)
        return list(dict.fromkeys([match.state.chance.seed, *later]))

    def _entry(
        self,
        info: MatchInfo,
        row: JournalRow,
        viewer: int | None,
        then: Mapping[int, Mapping[int, str]],
        *,
        known: bool = True,
    ) -> LogEntry:
        seen = [event for event in row.events if reaches(event["to"], viewer)]
        events = self._repo.events(info.game, seen)
        return log_entry(row, events, then.get(row.seq, {}), known=known)


def log_entry(row: JournalRow, events: Sequence[Event], former: Mapping[int, str], *, known: bool = True) -> LogEntry:
    """Return the log entry of a journal row with these events and these names of former players."""
    action = row.action or {}
    order = {name: value for name, value in action.items() if name != SEED_FIELD} if GM_KIND in action else None
    told = (known, former, action if row.kind in SEATING_KINDS else {}, order)
    return LogEntry(row.seq, row.at, row.seat, list(events), row.kind, row.user_id, row.restores, *told)


def former_names(rows: Sequence[JournalRow]) -> dict[int, Mapping[int, str]]:
    """Return the former players' names for those of these consecutive entries that were made before a seat changed
    hands.

    The result is keyed by entry and seat, and has only seats that changed hands after the entry.
    """
    found: dict[int, Mapping[int, str]] = {}
    names: dict[int, str] = {}
    for row in reversed(rows):
        if names:
            found[row.seq] = names
        if row.kind == "seat" and row.seat is not None and row.action is not None:
            names = names | {row.seat: str(row.action[LEFT_FIELD])}
    return found


def visible_seqs(rows: Sequence[JournalRow], info: MatchInfo, viewer: int | None) -> set[int]:
    """Return the numbers of those of these consecutive entries that this seat (None: the public) may know of.

    A seat may know of a move if it may see one of its events. It may know of a take-back if it knew of a move that
    was undone, or if the channel was informed: after a vote, or by the operator or a game master.
    """
    found: set[int] = set()
    line: list[JournalRow] = []
    for row in rows:
        if row.restores is not None:
            undone = [old for old in line if old.seq > row.restores]
            line = line[: len(line) - len(undone)]
            beyond = row.restores < rows[0].seq - 1
            if (
                beyond
                or row.kind in ("rewind", GM_KIND)
                or _was_voted(row, info)
                or any(old.seq in found for old in undone)
            ):
                found.add(row.seq)
            continue
        line.append(row)
        if row.kind not in MOVE_KINDS or has_event_for(row, viewer):
            found.add(row.seq)
    return found


def public_moves(rows: Sequence[JournalRow]) -> int:
    """Return how many of the moves that led to the present position are public."""
    line: list[JournalRow] = []
    for row in rows:
        if row.restores is not None:
            restores = row.restores
            line = [old for old in line if old.seq <= restores]
        else:
            line.append(row)
    return sum(row.kind in MOVE_KINDS and has_event_for(row, None) for row in line)


def last_move(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the last move that the reader may see, with the automatic answers to it.

    Secret moves after it don't count: if the board had nothing to show, that would reveal them.
    """
    line: list[LogEntry] = []
    for entry in entries:
        restores = entry.restores
        if restores is not None:
            line = [old for old in line if old.seq <= restores]
        elif entry.events:
            line.append(entry)
    first = len(line) - 1
    while first > 0 and line[first].kind == "order" and line[first - 1].at == line[first].at:
        first -= 1
    return line[max(first, 0) :]


def has_event_for(row: JournalRow, viewer: int | None) -> bool:
    """Return whether the entry has an event that this seat may see."""
    return any(reaches(event["to"], viewer) for event in row.events)


def _was_voted(row: JournalRow, info: MatchInfo) -> bool:
    """Return whether a take-back followed a vote: then the entry's user is the last voter, not its seat's player."""
    return any(seat.seat == row.seat and seat.user_id != row.user_id for seat in info.seats)
