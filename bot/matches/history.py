"""What somebody may know of a match's journal.

A game with secrets asks a seat in private. Numbers and pages that others see count only what they may know, so that
nobody can tell how often that happened.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.records import MOVES, LogEntry, LogPage, MatchInfo
from bot.matches.repository import MatchRepository
from bot.store import JournalRow, journal
from rules.kernel.data.events import Event, reaches

#: The most entries read at once; a move with all the ordered answers to it fits.
PAGE = 500


class History:
    """Tell what happened in a match, to everybody or to one seat."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def log(
        self, info: MatchInfo, before: int | None = None, limit: int = PAGE, *, viewer: int | None = None
    ) -> list[LogEntry]:
        """Return journal entries before a number, oldest first, with the events that `viewer` may see."""
        rows = await journal.page(self._repo.store.read, info.id, before, max(1, min(limit, PAGE)))
        told = known(rows, info, viewer)
        return [self._entry(info, row, viewer, known=row.seq in told) for row in rows]

    async def page(self, info: MatchInfo, before: int | None, limit: int, *, viewer: int | None) -> LogPage:
        """Return what `viewer` may know of the match: up to `limit` entries with numbers under `before`.

        The numbers count what this viewer may know; None stands for the newest.
        """
        rows = await journal.since(self._repo.store.read, info.id, 0)
        told = known(rows, info, viewer)
        rows = [row for row in rows if row.seq in told]
        end = len(rows) if before is None else max(0, min(before - 1, len(rows)))
        start = max(0, end - max(1, min(limit, PAGE)))
        entries = [self._entry(info, row, viewer) for row in rows[start:end]]
        return LogPage(entries, start + 1, len(rows))

    async def public_moves(self, match_id: int) -> int:
        """Return how many moves that everybody may know of led to the present position."""
        return public_moves(await journal.since(self._repo.store.read, match_id, 0))

    async def last_told(self, info: MatchInfo, viewer: int | None) -> list[Event]:
        """Return the events of the last move that this viewer (None: everybody) has heard of."""
        return latest(await self.log(info, viewer=viewer))

    def _entry(self, info: MatchInfo, row: JournalRow, viewer: int | None, *, known: bool = True) -> LogEntry:
        seen = [event for event in row.events if reaches(event["to"], viewer)]
        events = list(self._repo.events(info.game, seen))
        return LogEntry(row.seq, row.at, row.seat, events, row.kind, row.user_id, row.restores, known)


def known(rows: Sequence[JournalRow], info: MatchInfo, viewer: int | None) -> set[int]:
    """Return the numbers of those entries, of consecutive ones, that this seat (None: everybody) may know of.

    A move is known if it tells something. Going back is known if a move it undid was, or if the channel was told of it:
    by agreement of the table, or by the operator.
    """
    found: set[int] = set()
    line: list[JournalRow] = []
    for row in rows:
        if row.restores is not None:
            undone = [old for old in line if old.seq > row.restores]
            line = line[: len(line) - len(undone)]
            beyond = row.restores < rows[0].seq - 1
            if beyond or row.kind == "rewind" or _agreed(row, info) or any(old.seq in found for old in undone):
                found.add(row.seq)
            continue
        line.append(row)
        if row.kind not in MOVES or _tells(row, viewer):
            found.add(row.seq)
    return found


def public_moves(rows: Sequence[JournalRow]) -> int:
    """Return how many of the moves that led to the present position everybody has heard of."""
    line: list[JournalRow] = []
    for row in rows:
        if row.restores is not None:
            restores = row.restores
            line = [old for old in line if old.seq <= restores]
        else:
            line.append(row)
    return sum(row.kind in MOVES and _tells(row, None) for row in line)


def latest(entries: Sequence[LogEntry]) -> list[Event]:
    """Return the events of the last move the reader heard of, with what standing orders did right after it.

    Later moves that told the reader nothing must not hide it: a board without news would give them away.
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
    return [event for entry in line[max(first, 0) :] for event in entry.events]


def _tells(row: JournalRow, viewer: int | None) -> bool:
    """Tell whether the entry holds an event for this seat."""
    return any(reaches(event["to"], viewer) for event in row.events)


def _agreed(row: JournalRow, info: MatchInfo) -> bool:
    """Tell whether the table went back together: then the last to agree, not the one who asked, made the entry."""
    return any(seat.seat == row.seat and seat.user_id != row.user_id for seat in info.seats)
