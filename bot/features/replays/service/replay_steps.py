"""A match step by step: the boards that were shown in its channel, and the events of each step.

A step is a saved change that is at least partly visible to its viewer: a move with the automatic moves that followed. A
spectator therefore sees one step for each board shown in the channel, and can't count hidden changes. With everything
face up, each move is a step. Journal entries that only change the player of a seat belong to the next step, and entries
that were undone are left out.

Positions are read as they were saved, so matches of earlier versions show what their players saw. A missing or
unreadable position is reconstructed from the previous one. If that fails, the position is left out and counted as lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from bot.features.replays.service.face_up_view import face_up
from bot.matches.history import score_timeline
from bot.matches.history.score_timeline import ScoreTimeline, line_to
from bot.matches.history.service import former_names, log_entry
from bot.matches.match_reader import events_of
from bot.matches.play.match_verification import may_be_saved_with
from bot.matches.play.position_rebuild import DamagedMatch, UnreadableValue, entry, position_at
from bot.matches.service_results import ENDING_KINDS, MOVE_KINDS, SEATING_KINDS, LogEntry, MatchInfo
from bot.store.statements import journal
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Reader
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event, reaches
from rules.kernel.data.view import View
from rules.kernel.engine.match import Match
from rules.kernel.errors import SaveError, TenebraeError
from rules.kernel.game import AnyGame

#: The viewer who sees everything face up, after the end of a game.
OPEN_VIEWER: Literal["all"] = "all"
#: The viewer of a match: a seat, None for a spectator, or `OPEN_VIEWER`.
Viewer = int | Literal["all"] | None
#: The kind of the placeholder for an unreadable journal entry.
_UNREADABLE_KIND = "lost"
#: Maximum number of positions in memory at the same time.
_POSITIONS_IN_MEMORY = 32


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a viewer's replay, which shows one position. The viewer may know all fields except `first` and `seq`.

    Never show `first` and `seq` while the match is running, because they also count hidden entries.
    """

    #: The number of the step in this viewer's replay, starting at 0.
    number: int
    #: The first and the last journal entry of the step.
    first: int
    seq: int
    #: When the last entry of the step was saved.
    at: int
    #: The seat that moved (None if the viewer may not know it), and the kind of the journal entry.
    seat: int | None
    kind: str
    #: The number of the round; 0 in a game without rounds.
    round: int
    #: The number of the turn, starting at 1; 0 before the first move. A turn is a series of consecutive moves by one
    #: seat.
    turn: int
    #: Whether the step has events that the viewer may know.
    has_events: bool


@dataclass(frozen=True, slots=True)
class SecretMove:
    """A move without events to show, such as a secret one: the seat's view before the move, and the action."""

    seat: int
    view: View
    action: Action


@dataclass(frozen=True, slots=True)
class RenderedStep:
    """A step as its viewer sees it, with everything needed to draw and describe it."""

    step: ReplayStep
    view: View
    #: The journal entries since the previous step that the viewer may know.
    entries: Sequence[LogEntry]
    #: The latest events visible to the viewer, from this step or an earlier one. The changes caused by these events are
    #: marked on the board.
    marked_events: Sequence[Event]
    #: The seats whose hands and other secrets the viewer may see.
    secrets: Sequence[int]
    #: The move that led to this step. It is set only if everything is face up and the move had no events.
    secret_move: SecretMove | None = None

    @property
    def former(self) -> Mapping[int, str]:
        """The names (not escaped) of people who held a seat at this step and have been replaced since.

        The names are keyed by seat.
        """
        return self.entries[-1].former if self.entries else {}


def viewers(info: MatchInfo, user_id: int | None) -> tuple[Viewer, ...]:
    """Return the viewers whose replays of a match a user may see.

    After a finished game everything is revealed, so every viewer is allowed. While a match is running, and after an
    early end, secrets stay hidden, so only a spectator and the user's own seat are allowed.
    """
    if info.status == "over":
        return (None, *(seat.seat for seat in info.seats), OPEN_VIEWER)
    seat = None if user_id is None else info.seat_of(user_id)
    return (None,) if seat is None else (None, seat)


async def read(db: Reader, game: AnyGame, info: MatchInfo) -> ReplayTranscript:
    """Read from the database a match that has begun, and return its transcript."""
    rows = await _entries(db, info)
    line = line_to({row.seq: row for row in rows}, info.seq)[::-1]
    boundary_seqs = set(await journal.saved_positions(db, info.id)) | {
        row.restores for row in rows if row.restores is not None
    }
    return ReplayTranscript(
        db, game, info, rows, _saved_groups([row for row in line if row.restores is None], boundary_seqs)
    )


async def _entries(db: Reader, info: MatchInfo) -> list[JournalRow]:
    """Return all journal entries of a match, oldest first.

    An unreadable entry is replaced by an empty entry with the same number.
    """
    try:
        row_by_seq = {row.seq: row for row in await journal.since(db, info.id, 0)}
    except UnreadableValue:
        row_by_seq = dict[int, JournalRow]()
        for seq in await journal.numbers(db, info.id):
            try:
                row_by_seq[seq] = await entry(db, info.id, seq)
            except DamagedMatch:
                continue
    rows: list[JournalRow] = []
    for seq in range(1, info.seq + 1):
        at = rows[-1].at if rows else info.created_at
        rows.append(row_by_seq.get(seq) or JournalRow(seq, at, _UNREADABLE_KIND))
    return rows


def _saved_groups(line: Sequence[JournalRow], boundary_seqs: set[int]) -> list[tuple[JournalRow, ...]]:
    """Group the journal entries that were saved together: each group ends where a position was saved."""
    groups: list[tuple[JournalRow, ...]] = []
    group: list[JournalRow] = []
    for row, next_row in pairwise([*line, None]):
        assert row is not None
        group.append(row)
        if row.seq in boundary_seqs or next_row is None or not may_be_saved_with(row, next_row):
            groups.append(tuple(group))
            group = []
    return groups


class ReplayTranscript:
    """A match from its first position to its current one; it yields the steps for any viewer."""

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
        #: Number of positions and entries that could not be reconstructed in the last call of `positions`.
        self.lost = 0
        self._db = db
        self._groups = groups
        self._former = former_names(rows)

    async def positions(self, viewer: Viewer) -> AsyncGenerator[RenderedStep]:
        """Yield all steps as this viewer saw them, oldest first, with only a few positions in memory at any time."""
        walk = _Walk(self.game, viewer, self._former)
        self.lost = 0
        for first in range(0, len(self._groups), _POSITIONS_IN_MEMORY):
            groups = self._groups[first : first + _POSITIONS_IN_MEMORY]
            matches = await self._matches(groups)
            self.lost += sum(row.kind == _UNREADABLE_KIND for group in groups for row in group)
            self.lost += sum(group[-1].seq not in matches and group[-1].kind != _UNREADABLE_KIND for group in groups)
            for rendered_step in await asyncio.to_thread(walk.steps_for, groups, matches):
                yield rendered_step

    async def steps(self, viewer: Viewer) -> list[ReplayStep]:
        """Return all steps of this viewer's replay, oldest first."""
        return [rendered_step.step async for rendered_step in self.positions(viewer)]

    def steps_after(self, viewer: Viewer, after: int) -> list[ReplayStep]:
        """Return the steps after journal entry `after` that tell this viewer something, oldest first.

        No positions are read, because that would take too long for many steps. So the numbers of rounds and turns are
        0, and a change of the view without an event belongs to the next step.
        """
        steps: list[ReplayStep] = []
        since: list[tuple[JournalRow, ...]] = []
        parts = (tuple(row for row in group if row.seq > after) for group in self._groups)
        for part in filter(None, parts):
            since.append(part)
            latest = self._told(viewer, [part])
            if _events(latest) or _has_ended(latest):
                mover = _mover(self._told(viewer, since))
                seat, kind = (None, part[-1].kind) if mover is None else (mover.seat, mover.kind)
                steps.append(ReplayStep(len(steps), since[0][0].seq, part[-1].seq, part[-1].at, seat, kind, 0, 0, True))
                since = []
        return steps

    async def at(self, viewer: Viewer, step: ReplayStep) -> RenderedStep:
        """Return a step as this viewer saw it; raises DamagedMatch if its position can't be reconstructed."""
        match = await position_at(self._db, self.game, self.info.id, step.seq)
        so_far = [group for group in self._groups if group[-1].seq <= step.seq]
        groups = [group for group in so_far if group[-1].seq >= step.first]
        # The first group may begin before the step, with the move that the viewer has asked to see the steps after.
        entries = [entry for entry in self._told(viewer, groups) if entry.seq >= step.first]
        marks = _events(entries)
        while not marks and so_far:
            marks = _events(self._told(viewer, [so_far.pop()]))
        groups_in_step = [group for group in self._groups if step.first <= group[0].seq <= step.seq]
        secret_move = (
            await self._secret_move_of(groups_in_step[-1])
            if viewer == OPEN_VIEWER and groups_in_step and not entries
            else None
        )
        return RenderedStep(step, _view_of(match, viewer), entries, marks, _secrets(match, viewer), secret_move)

    async def _secret_move_of(self, group: tuple[JournalRow, ...]) -> SecretMove | None:
        """Return the move at the start of a group, with its seat's view before the move; None if there is none."""
        before = max(
            (earlier_group[-1].seq for earlier_group in self._groups if earlier_group[-1].seq < group[0].seq),
            default=None,
        )
        if before is None:
            return None
        try:
            return _secret_move(await position_at(self._db, self.game, self.info.id, before), group)
        except DamagedMatch:
            return None

    def _told(self, viewer: Viewer, groups: Sequence[tuple[JournalRow, ...]]) -> list[LogEntry]:
        return _visible_entries(self.game, viewer, self._former, groups)

    async def course(self) -> ScoreTimeline:
        """Return the scores after each turn, which identify the deciding turns; empty while the match is running."""
        if self.info.status not in ("over", "ended"):
            return ScoreTimeline()
        found = await score_timeline.read_match(self._db, self.game, self.info)
        if found is None:
            return ScoreTimeline()
        last = await position_at(self._db, self.game, self.info.id, self.info.seq)
        return await asyncio.to_thread(score_timeline.replay_scores, *found, last.result)

    async def _matches(self, groups: Sequence[tuple[JournalRow, ...]]) -> dict[int, Match[Any]]:
        """Return the match after each group of entries, keyed by the group's last entry.

        Positions that can't be reconstructed are left out.
        """
        saved = await journal.positions(self._db, self.info.id, groups[0][-1].seq, groups[-1][-1].seq)
        match_by_seq = await asyncio.to_thread(self._load_positions, saved)
        for seq in (group[-1].seq for group in groups):
            if seq not in match_by_seq:
                try:
                    match_by_seq[seq] = await position_at(self._db, self.game, self.info.id, seq)
                except DamagedMatch:
                    continue
        return match_by_seq

    def _load_positions(self, saved: Mapping[int, bytes]) -> dict[int, Match[Any]]:
        match_by_seq: dict[int, Match[Any]] = {}
        for seq, data in saved.items():
            try:
                match_by_seq[seq] = self.game.load(data)
            except SaveError:
                continue
        return match_by_seq


@dataclass(slots=True)
class _Walk:
    """The state of a pass through a match's positions from one viewer's point of view."""

    game: AnyGame
    viewer: Viewer
    former: Mapping[int, Mapping[int, str]]
    #: The last view shown to the viewer, and the groups of entries since then, which left this view unchanged.
    before: str | None = None
    since: list[tuple[JournalRow, ...]] = field(default_factory=list[tuple[JournalRow, ...]])
    marks: tuple[Event, ...] = ()
    number: int = 0
    turn: tuple[int, int | None, int] = (0, None, 0)
    #: The match after the previous group of entries; None if it can't be reconstructed.
    match: Match[Any] | None = None

    def steps_for(
        self, groups: Sequence[tuple[JournalRow, ...]], matches: Mapping[int, Match[Any]]
    ) -> list[RenderedStep]:
        """Return the viewer's steps for these groups of entries.

        `matches` contains no match for a group whose position can't be reconstructed.
        """
        rendered_steps: list[RenderedStep] = []
        for group in groups:
            self.since.append(group)
            match = matches.get(group[-1].seq)
            if match is not None and (rendered_step := self._next_step(match, group)) is not None:
                rendered_steps.append(rendered_step)
            self.match = match
        return rendered_steps

    def _next_step(self, match: Match[Any], group: tuple[JournalRow, ...]) -> RenderedStep | None:
        """Return the step that ends with this group; None if the viewer saw no change and no event."""
        if self.before is not None and all(row.kind in SEATING_KINDS for row in group):
            return None
        view = _view_of(match, self.viewer)
        now = repr(view.model_dump(mode="json"))
        entries = _visible_entries(self.game, self.viewer, self.former, self.since)
        events = _events(entries)
        if self.viewer != OPEN_VIEWER and now == self.before and not events and not _has_ended(entries):
            return None
        first, self.since, self.before = self.since[0][0].seq, [], now
        self.marks = events or self.marks
        step = self._step(first, group[-1], view, _mover(entries), told=bool(entries))
        secret_move = (
            None if self.viewer != OPEN_VIEWER or entries or self.match is None else _secret_move(self.match, group)
        )
        return RenderedStep(step, view, entries, self.marks, _secrets(match, self.viewer), secret_move)

    def _step(self, first: int, last: JournalRow, view: View, mover: LogEntry | None, *, told: bool) -> ReplayStep:
        number, self.number = self.number, self.number + 1
        seat, in_round = None if mover is None else mover.seat, self.game.round(view)
        if seat is not None and self.turn[1:] != (seat, in_round):
            self.turn = (self.turn[0] + 1, seat, in_round)
        kind = mover.kind if mover is not None else "" if last.kind in MOVE_KINDS else last.kind
        return ReplayStep(number, first, last.seq, last.at, seat, kind, in_round, self.turn[0], told)


def _mover(entries: Sequence[LogEntry]) -> LogEntry | None:
    """Return the first of these entries that is a seat's move; None if there is none."""
    return next((entry for entry in entries if entry.kind in MOVE_KINDS or entry.kind == "concede"), None)


def _has_ended(entries: Sequence[LogEntry]) -> bool:
    """Return whether one of these entries ended the match."""
    return any(entry.kind in ENDING_KINDS for entry in entries)


def _view_of(match: Match[Any], viewer: Viewer) -> View:
    return face_up(match) if viewer == OPEN_VIEWER else match.view(viewer)


def _secret_move(before: Match[Any], group: Sequence[JournalRow]) -> SecretMove | None:
    """Return the first move in a group of entries, with its seat's view before the move; None if it can't be shown."""
    row = group[0]
    if row.kind not in MOVE_KINDS or row.seat is None or row.action is None:
        return None
    try:
        return SecretMove(row.seat, before.view(row.seat), before.game.action_from_json(row.action))
    except TenebraeError:
        return None


def _secrets(match: Match[Any], viewer: Viewer) -> tuple[int, ...]:
    """Return the seats with secrets that the viewer may see. Seats without secrets are left out."""
    seats = range(match.state.seats) if viewer == OPEN_VIEWER else [] if viewer is None else [viewer]
    public = match.view(None)
    return tuple(seat for seat in seats if match.view(seat).model_copy(update={"viewer": None}) != public)


def _events(entries: Sequence[LogEntry]) -> tuple[Event, ...]:
    return tuple(event for entry in entries for event in entry.events)


def _visible_entries(
    game: AnyGame,
    viewer: Viewer,
    former_names_by_seq: Mapping[int, Mapping[int, str]],
    groups: Sequence[tuple[JournalRow, ...]],
) -> list[LogEntry]:
    """Return the entries in these groups that the viewer may know, each with the events that the viewer may see."""
    entries: list[LogEntry] = []
    for row in (row for group in groups for row in group if row.kind != _UNREADABLE_KIND):
        visible_events = [event for event in row.events if viewer == OPEN_VIEWER or reaches(event["to"], viewer)]
        if visible_events or row.kind not in MOVE_KINDS:
            entries.append(log_entry(row, events_of(game, visible_events), former_names_by_seq.get(row.seq, {})))
    return entries


def deciding_steps(course: ScoreTimeline, steps: Sequence[ReplayStep]) -> list[ReplayStep]:
    """Return the last step of each deciding turn of a match, in order."""
    key_steps: list[ReplayStep] = []
    for point in course.turning_points():
        last = course.score_points[point.place].last or steps[-1].seq
        key_steps.append(next((step for step in steps if step.seq >= last), steps[-1]))
    return key_steps
