"""The history of a match: the part of its journal that a viewer may see.

In a game with secrets, some questions to a seat are private. Entry numbers and pages therefore count only entries that
the viewer may know of, so no one can infer how often the other seats were asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from cachetools import LRUCache

from bot.matches.history import score_timeline as history_score_timeline
from bot.matches.history.score_timeline import ScoreTimeline
from bot.matches.repository import MatchRepository
from bot.matches.service_results import (
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
from bot.store.statements import journal
from bot.store.statements.rows import JournalRow
from rules.kernel.data.events import Event, reaches

#: The number of entries to read per query. Even a move with all its automatic answers has fewer entries than this.
PAGE_SIZE = 500
#: The number of entries to read first when looking for the last move, which every board and panel shows. Usually this
#: is enough.
RECENT_ENTRIES = 40
#: Maximum number of entries whose decoded events are cached.
MAX_DECODED_ENTRIES = 2048


class History:
    """Returns the history of a match for one seat or for the public."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo
        #: Journal entries and their decoded events, by match id and entry number. An entry that has changed in the
        #: database is read again, so it's a different row object.
        self._decoded_events = LRUCache[tuple[int, int], tuple[JournalRow, tuple[Event, ...]]](MAX_DECODED_ENTRIES)

    async def log(
        self, info: MatchInfo, before: int | None = None, limit: int = PAGE_SIZE, *, viewer: int | None = None
    ) -> list[LogEntry]:
        """Return the journal entries before number `before`, oldest first, with the events that `viewer` may see."""
        db, most = self._repo.store.read, max(1, min(limit, PAGE_SIZE))
        if before is None:
            rows = await self._repo.journal_cache.newest(db, info, most)
        else:
            rows = await journal.page(db, info.id, before, most)
        visible, former_names_by_seq = visible_seqs(rows, info, viewer), former_names(rows)
        return [self._entry(info, row, viewer, former_names_by_seq, known=row.seq in visible) for row in rows]

    async def since(self, info: MatchInfo, after: int) -> list[LogEntry]:
        """Return the public entries after number `after`, and some before it for context, oldest first."""
        return await self.log(info, None, info.seq - after + RECENT_ENTRIES)

    async def since_own(self, info: MatchInfo, seat: int) -> list[LogEntry]:
        """Return the entries visible to a seat since its last move, and some before it for context, oldest first."""
        entries: list[LogEntry] = []
        for most in (RECENT_ENTRIES, PAGE_SIZE):
            entries = await self.log(info, None, most, viewer=seat)
            if len(entries) < most or any(entry.seat == seat and entry.restores is None for entry in entries):
                break
        return entries

    async def page(self, info: MatchInfo, before: int | None, limit: int, *, viewer: int | None) -> LogPage:
        """Return a page of the entries visible to `viewer`: up to `limit` entries with numbers below `before`.

        Only entries visible to this viewer are numbered. If `before` is None, return the page with the newest entries.
        """
        rows = await journal.since(self._repo.store.read, info.id, 0)
        visible, former_names_by_seq = visible_seqs(rows, info, viewer), former_names(rows)
        rows = [row for row in rows if row.seq in visible]
        end = len(rows) if before is None else max(0, min(before - 1, len(rows)))
        start = max(0, end - max(1, min(limit, PAGE_SIZE)))
        entries = [self._entry(info, row, viewer, former_names_by_seq) for row in rows[start:end]]
        return LogPage(entries, start + 1, len(rows))

    async def public_moves(self, match_id: int) -> int:
        """Return the number of public moves that led to the current position."""
        return public_moves(await journal.since(self._repo.store.read, match_id, 0))

    async def last_visible_events(self, table: Table, viewer: int | None) -> list[Event]:
        """Return the events of the last move that this viewer (None: the public) may see."""
        last = table.events_for(viewer)
        if last:
            return last
        # The last move has no event that this viewer may see, or it was taken back.
        moves: list[LogEntry] = []
        for most in (RECENT_ENTRIES, PAGE_SIZE):
            moves = last_move(await self.log(table.info, limit=most, viewer=viewer))
            if moves and moves[0].kind != "order":  # else read more entries, to find the move that these answers follow
                break
        return [event for entry in moves for event in entry.events]

    async def score_timeline(self, table: Table) -> ScoreTimeline:
        """Return the score timeline of a finished match. It is empty for a game without points."""
        timeline = await history_score_timeline.read_match(
            self._repo.store.read, self._repo.games[table.info.game], table.info
        )
        if timeline is None:
            return ScoreTimeline()
        return await asyncio.to_thread(history_score_timeline.replay_scores, *timeline, table.match.result)

    async def entries_in_spans(self, info: MatchInfo, spans: Sequence[tuple[int, int]]) -> list[list[LogEntry]]:
        """Return the public entries of each span, except those that were taken back.

        A span is a pair of the first and last entry number.
        """
        line = {row.seq for row in await journal.effective_entries(self._repo.store.read, info.id, info.seq)}
        entries_by_span = [await self.log(info, last + 1, last - first + 1) for first, last in spans]
        return [[entry for entry in entries if entry.seq in line] for entries in entries_by_span]

    async def seeds(self, table: Table) -> list[str]:
        """Return all random seeds of a match, in the order their seals (hashes) were published.

        The seeds reveal everything hidden, so call this only for a finished match.
        """
        read, info = self._repo.store.read, table.info
        rows = await journal.since(read, info.id, 0)
        later_seeds = [row.action[SEED_FIELD] for row in rows if row.action is not None and SEED_FIELD in row.action]
        first = await journal.snapshot(read, info.id, 1) if later_seeds else None
        match = table.match if first is None else self._repo.games[info.game].load(first)
        return list(dict.fromkeys([match.state.chance.seed, *later_seeds]))

    def _entry(
        self,
        info: MatchInfo,
        row: JournalRow,
        viewer: int | None,
        former_names_by_seq: Mapping[int, Mapping[int, str]],
        *,
        known: bool = True,
    ) -> LogEntry:
        events = [event for event in self._events(info, row) if event.seen_by(viewer)]
        return log_entry(row, events, former_names_by_seq.get(row.seq, {}), known=known)

    def _events(self, info: MatchInfo, row: JournalRow) -> tuple[Event, ...]:
        """Return the decoded events of an entry. Each panel shows the same newest entries again, so cache them."""
        cached_row, events = self._decoded_events.get((info.id, row.seq), (None, ()))
        if cached_row is not row:
            events = self._repo.events(info.game, row.events)
            self._decoded_events[info.id, row.seq] = row, events
        return events


def log_entry(row: JournalRow, events: Sequence[Event], former: Mapping[int, str], *, known: bool = True) -> LogEntry:
    """Return a journal row as a log entry with these events and these names of former players."""
    action = row.action or {}
    order = {name: value for name, value in action.items() if name != SEED_FIELD} if GM_KIND in action else None
    optional_fields = (known, former, action if row.kind in SEATING_KINDS else {}, order)
    return LogEntry(row.seq, row.at, row.seat, list(events), row.kind, row.user_id, row.restores, *optional_fields)


def former_names(rows: Sequence[JournalRow]) -> dict[int, Mapping[int, str]]:
    """Return the names of former players by entry and seat, for seats that changed hands after the entry.

    `rows` are consecutive entries.
    """
    names_by_seq: dict[int, Mapping[int, str]] = {}
    names: dict[int, str] = {}
    for row in reversed(rows):
        if names:
            names_by_seq[row.seq] = names
        if row.kind == "seat" and row.seat is not None and row.action is not None:
            names = names | {row.seat: str(row.action[LEFT_FIELD])}
    return names_by_seq


def visible_seqs(rows: Sequence[JournalRow], info: MatchInfo, viewer: int | None) -> set[int]:
    """Return the numbers of the entries that a seat (None: the public) may know of. `rows` must be consecutive.

    A seat may know of a move if it may see one of the move's events. It may know of a take-back if it knew of a move
    that was taken back, or if the channel was informed: after a vote, or by the operator or a game master.
    """
    seqs: set[int] = set()
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
                or any(old.seq in seqs for old in undone)
            ):
                seqs.add(row.seq)
            continue
        line.append(row)
        if row.kind not in MOVE_KINDS or has_event_for(row, viewer):
            seqs.add(row.seq)
    return seqs


def public_moves(rows: Sequence[JournalRow]) -> int:
    """Return how many of the moves that led to the current position are public."""
    line: list[JournalRow] = []
    for row in rows:
        if row.restores is not None:
            restores = row.restores
            line = [old for old in line if old.seq <= restores]
        else:
            line.append(row)
    return sum(row.kind in MOVE_KINDS and has_event_for(row, None) for row in line)


def last_move(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the last move that the viewer may see, with the automatic answers to it.

    Secret moves after that move don't count. If they did, the board would have nothing to show, which would reveal
    them.
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
    """Return whether a take-back followed a vote. If so, the entry's user is the last voter, not the seat's player."""
    return any(seat.seat == row.seat and seat.user_id != row.user_id for seat in info.seats)
