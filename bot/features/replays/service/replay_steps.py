"""A match step by step: the boards that its channel showed, and the events of each.

A step is a saved change with something visible to its viewer: a move with the automatic answers to it. So a spectator
has a step for each board of the channel, without any count of hidden ones; a viewer with everything face up has a step
for each move. Entries that only change a seat's player belong to the next step. Entries that were taken back are left
out.

Positions are read as saved, so matches of earlier versions show what their players saw. A missing or unreadable
position is rebuilt from the one before; if that fails, it is left out and counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from bot.features.replays.service.open_view import face_up
from bot.matches.history import score_timeline as course
from bot.matches.history.score_timeline import ScoreTimeline, line_to
from bot.matches.history.service import entry_with, former_names
from bot.matches.play.position_rebuild import DamagedMatch, UnreadableValue, entry, position_at
from bot.matches.reader import events_of
from bot.matches.records import ENDING_KINDS, MOVE_KINDS, SEATING_KINDS, LogEntry, MatchInfo
from bot.store.connection import Reader
from bot.store.statements import journal
from bot.store.statements.rows import JournalRow
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event, reaches
from rules.kernel.data.view import View
from rules.kernel.engine.match import Match
from rules.kernel.errors import SaveError, TenebraeError
from rules.kernel.game import AnyGame

#: The viewer with everything face up.
OPEN_VIEWER: Literal["all"] = "all"
#: The viewer of a match: a seat, the whole table (`OPEN_VIEWER`), or a spectator (None).
Viewer = int | Literal["all"] | None
#: The kind of an unreadable entry.
_UNREADABLE_KIND = "lost"
#: Kinds of entries that are saved together with the one before.
_APPENDED_KINDS = ("order", "late")
#: Positions in memory at once.
_POSITIONS_IN_MEMORY = 32


@dataclass(frozen=True, slots=True)
class Step:
    """A position visible to its viewer. All of it is public to the viewer, except `first` and `seq`.

    Never show these numbers while the match runs: they count hidden entries, too.
    """

    #: The place among the viewer's steps, from 0, the beginning.
    number: int
    #: The journal entries since the step before.
    first: int
    seq: int
    #: Its time.
    at: int
    #: The moving seat, as far as the viewer may know, and how it moved.
    seat: int | None
    kind: str
    #: The round, 0 in a game without.
    round: int
    #: The turn, from 1: one seat's consecutive moves. 0 is before the first.
    turn: int
    #: Whether it has events for the viewer.
    has_events: bool


@dataclass(frozen=True, slots=True)
class SecretMove:
    """A move without visible events, such as a secret one: its seat's view before it, and the choice."""

    seat: int
    view: View
    action: Action


@dataclass(frozen=True, slots=True)
class RenderedStep:
    """A step as its viewer sees it."""

    step: Step
    view: View
    #: The entries since the step before, as far as the viewer may know.
    entries: Sequence[LogEntry]
    #: The last events visible to the viewer, here or before: the channel's board marks their changes.
    marked_events: Sequence[Event]
    #: The seats whose hands and other secrets the viewer sees.
    secrets: Sequence[int]
    #: With everything face up, the move that led here if it had no events.
    secret_move: SecretMove | None = None

    @property
    def former(self) -> Mapping[int, str]:
        """The names, not escaped, of seat holders at that time who have been replaced since."""
        return self.entries[-1].former if self.entries else {}


def viewers(info: MatchInfo, user_id: int | None) -> tuple[Viewer, ...]:
    """Return the viewers that a user may choose for a match.

    After a finished game everything is revealed: all viewers. While it runs, and after an early end, secrets stay
    hidden: a spectator, or the user's own seat, which knows what it has seen.
    """
    if info.status == "over":
        return (None, *(seat.seat for seat in info.seats), OPEN_VIEWER)
    seat = None if user_id is None else info.seat_of(user_id)
    return (None,) if seat is None else (None, seat)


async def read(db: Reader, game: AnyGame, info: MatchInfo) -> ReplayTranscript:
    """Return the story of a match that has begun."""
    rows = await _entries(db, info)
    line = line_to({row.seq: row for row in rows}, info.seq)[::-1]
    kept = set(await journal.saved_positions(db, info.id)) | {row.restores for row in rows if row.restores is not None}
    return ReplayTranscript(db, game, info, rows, _saved_at_once([row for row in line if row.restores is None], kept))


async def _entries(db: Reader, info: MatchInfo) -> list[JournalRow]:
    """Return all entries of a match, oldest first; an unreadable one is replaced by its number."""
    try:
        found = {row.seq: row for row in await journal.since(db, info.id, 0)}
    except UnreadableValue:
        found = dict[int, JournalRow]()
        for seq in await journal.numbers(db, info.id):
            try:
                found[seq] = await entry(db, info.id, seq)
            except DamagedMatch:
                continue
    rows: list[JournalRow] = []
    for seq in range(1, info.seq + 1):
        at = rows[-1].at if rows else info.created_at
        rows.append(found.get(seq) or JournalRow(seq, at, _UNREADABLE_KIND))
    return rows


def _saved_at_once(line: Sequence[JournalRow], kept: set[int]) -> list[tuple[JournalRow, ...]]:
    """Return the entries of a line in groups, each with one position, `saved_positions` after its last entry."""
    groups: list[tuple[JournalRow, ...]] = []
    group: list[JournalRow] = []
    for row, later in pairwise([*line, None]):
        assert row is not None
        group.append(row)
        if row.seq in kept or later is None or later.kind not in _APPENDED_KINDS:
            groups.append(tuple(group))
            group = []
    return groups


class ReplayTranscript:
    """A match from its beginning to its present position."""

    def __init__(
        self,
        db: Reader,
        game: AnyGame,
        info: MatchInfo,
        rows: Sequence[JournalRow],
        groups: Sequence[tuple[JournalRow, ...]],
    ) -> None:
        self.info = info
        self.game = game
        #: The number of positions and entries that the last walk had to leave out.
        self.lost = 0
        self._db = db
        self._groups = groups
        self._former = former_names(rows)

    async def positions(self, viewer: Viewer) -> AsyncGenerator[RenderedStep]:
        """Yield every step as this viewer saw it, oldest first; only a few positions are in memory at once."""
        walk = _Walk(self.game, viewer, self._former)
        self.lost = 0
        for first in range(0, len(self._groups), _POSITIONS_IN_MEMORY):
            groups = self._groups[first : first + _POSITIONS_IN_MEMORY]
            matches = await self._matches(groups)
            self.lost += sum(row.kind == _UNREADABLE_KIND for group in groups for row in group)
            self.lost += sum(group[-1].seq not in matches and group[-1].kind != _UNREADABLE_KIND for group in groups)
            for shown in await asyncio.to_thread(walk.over, groups, matches):
                yield shown

    async def steps(self, viewer: Viewer) -> list[Step]:
        """Return every step of this viewer, oldest first."""
        return [shown.step async for shown in self.positions(viewer)]

    async def at(self, viewer: Viewer, step: Step) -> RenderedStep:
        """Return one of this viewer's steps; raises DamagedMatch if its position can't be rebuilt."""
        match = await position_at(self._db, self.game, self.info.id, step.seq)
        so_far = [group for group in self._groups if group[-1].seq <= step.seq]
        entries = self._told(viewer, [group for group in so_far if group[-1].seq >= step.first])
        marks = _events(entries)
        while not marks and so_far:
            marks = _events(self._told(viewer, [so_far.pop()]))
        here = [group for group in self._groups if step.first <= group[0].seq <= step.seq]
        made = await self._chosen(here[-1]) if viewer == OPEN_VIEWER and here and not entries else None
        return RenderedStep(step, _seen(match, viewer), entries, marks, _secrets(match, viewer), made)

    async def _chosen(self, group: tuple[JournalRow, ...]) -> SecretMove | None:
        """Return the first move of a group."""
        before = max((one[-1].seq for one in self._groups if one[-1].seq < group[0].seq), default=None)
        if before is None:
            return None
        try:
            return _chosen(await position_at(self._db, self.game, self.info.id, before), group)
        except DamagedMatch:
            return None

    def _told(self, viewer: Viewer, groups: Sequence[tuple[JournalRow, ...]]) -> list[LogEntry]:
        return _told(self.game, viewer, self._former, groups)

    async def course(self) -> ScoreTimeline:
        """Return the scores after each turn, which give the deciding turns; nothing while it runs."""
        if self.info.status not in ("over", "ended"):
            return ScoreTimeline()
        found = await course.read_match(self._db, self.game, self.info)
        if found is None:
            return ScoreTimeline()
        last = await position_at(self._db, self.game, self.info.id, self.info.seq)
        return await asyncio.to_thread(course.replay_scores, *found, last.result)

    async def _matches(self, groups: Sequence[tuple[JournalRow, ...]]) -> dict[int, Match[Any]]:
        """Return the matches after these groups, by their last entries, without those that can't be rebuilt."""
        saved = await journal.positions(self._db, self.info.id, groups[0][-1].seq, groups[-1][-1].seq)
        found = await asyncio.to_thread(self._opened, saved)
        for seq in (group[-1].seq for group in groups):
            if seq not in found:
                try:
                    found[seq] = await position_at(self._db, self.game, self.info.id, seq)
                except DamagedMatch:
                    continue
        return found

    def _opened(self, saved: Mapping[int, bytes]) -> dict[int, Match[Any]]:
        found: dict[int, Match[Any]] = {}
        for seq, data in saved.items():
            try:
                found[seq] = self.game.load(data)
            except SaveError:
                continue
        return found


@dataclass(slots=True)
class _Walk:
    """The state of a walk over a match's positions through a viewer's eyes."""

    game: AnyGame
    viewer: Viewer
    former: Mapping[int, Mapping[int, str]]
    #: The viewer's last view, and the groups since then that left it unchanged.
    before: str | None = None
    since: list[tuple[JournalRow, ...]] = field(default_factory=list[tuple[JournalRow, ...]])
    marks: tuple[Event, ...] = ()
    number: int = 0
    turn: tuple[int, int | None, int] = (0, None, 0)
    #: The match after the group before, unless it can't be rebuilt.
    match: Match[Any] | None = None

    def over(self, groups: Sequence[tuple[JournalRow, ...]], matches: Mapping[int, Match[Any]]) -> list[RenderedStep]:
        """Return the viewer's steps for these groups; a group without a match can't be rebuilt."""
        found: list[RenderedStep] = []
        for group in groups:
            self.since.append(group)
            match = matches.get(group[-1].seq)
            if match is not None and (shown := self._shown(match, group)) is not None:
                found.append(shown)
            self.match = match
        return found

    def _shown(self, match: Match[Any], group: tuple[JournalRow, ...]) -> RenderedStep | None:
        """Return the next step, if the viewer saw a change or an event."""
        if self.before is not None and all(row.kind in SEATING_KINDS for row in group):
            return None
        view = _seen(match, self.viewer)
        now = repr(view.model_dump(mode="json"))
        entries = _told(self.game, self.viewer, self.former, self.since)
        events = _events(entries)
        if self.viewer != OPEN_VIEWER and now == self.before and not events and not _ends(entries):
            return None
        first, self.since, self.before = self.since[0][0].seq, [], now
        self.marks = events or self.marks
        mover = next((entry for entry in entries if entry.kind in MOVE_KINDS or entry.kind == "concede"), None)
        step = self._step(first, group[-1], view, mover, told=bool(entries))
        made = None if self.viewer != OPEN_VIEWER or entries or self.match is None else _chosen(self.match, group)
        return RenderedStep(step, view, entries, self.marks, _secrets(match, self.viewer), made)

    def _step(self, first: int, last: JournalRow, view: View, mover: LogEntry | None, *, told: bool) -> Step:
        number, self.number = self.number, self.number + 1
        seat, in_round = None if mover is None else mover.seat, self.game.round(view)
        if seat is not None and self.turn[1:] != (seat, in_round):
            self.turn = (self.turn[0] + 1, seat, in_round)
        kind = mover.kind if mover is not None else "" if last.kind in MOVE_KINDS else last.kind
        return Step(number, first, last.seq, last.at, seat, kind, in_round, self.turn[0], told)


def _ends(entries: Sequence[LogEntry]) -> bool:
    """Return whether one of these entries ends the match."""
    return any(entry.kind in ENDING_KINDS for entry in entries)


def _seen(match: Match[Any], viewer: Viewer) -> View:
    return face_up(match) if viewer == OPEN_VIEWER else match.view(viewer)


def _chosen(before: Match[Any], group: Sequence[JournalRow]) -> SecretMove | None:
    """Return the first move of a group, made in the position before."""
    row = group[0]
    if row.kind not in MOVE_KINDS or row.seat is None or row.action is None:
        return None
    try:
        return SecretMove(row.seat, before.view(row.seat), before.game.action_from_json(row.action))
    except TenebraeError:
        return None


def _secrets(match: Match[Any], viewer: Viewer) -> tuple[int, ...]:
    """Return the seats whose secrets a viewer sees beyond the public view."""
    seats = range(match.state.seats) if viewer == OPEN_VIEWER else [] if viewer is None else [viewer]
    public = match.view(None)
    return tuple(seat for seat in seats if match.view(seat).model_copy(update={"viewer": None}) != public)


def _events(entries: Sequence[LogEntry]) -> tuple[Event, ...]:
    return tuple(event for entry in entries for event in entry.events)


def _told(
    game: AnyGame,
    viewer: Viewer,
    then: Mapping[int, Mapping[int, str]],
    groups: Sequence[tuple[JournalRow, ...]],
) -> list[LogEntry]:
    """Return the entries of these groups that the viewer may know, with their visible events."""
    entries: list[LogEntry] = []
    for row in (row for group in groups for row in group if row.kind != _UNREADABLE_KIND):
        seen = [event for event in row.events if viewer == OPEN_VIEWER or reaches(event["to"], viewer)]
        if seen or row.kind not in MOVE_KINDS:
            entries.append(entry_with(row, events_of(game, seen), then.get(row.seq, {})))
    return entries


def turning(course: ScoreTimeline, steps: Sequence[Step]) -> list[Step]:
    """Return the deciding steps of a match in order: the last one of each deciding turn."""
    found: list[Step] = []
    for point in course.turning_points():
        last = course.score_points[point.place].last or steps[-1].seq
        found.append(next((step for step in steps if step.seq >= last), steps[-1]))
    return found
