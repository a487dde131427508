"""Checks of a saved match: its journal is replayed and compared with all other saved data."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from bot.matches import refusals
from bot.matches.packs import pack_cache
from bot.matches.play.move_batch import random_outcomes
from bot.matches.play.position_rebuild import DamagedMatch, entry, error_summary, position_at, replay_entry, snapshot
from bot.matches.service_results import ENDING_KINDS, MatchInfo, Position
from bot.notifications import match_posts
from bot.store import outbox
from bot.store.decoding import UnreadableValue
from bot.store.statements import journal, matches
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Reader
from bot.store.unreadable_values import unreadable
from rules.kernel.data.events import Event, in_stored_form, to_json
from rules.kernel.data.saves import written_by
from rules.kernel.engine.match import Match
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame

#: Kinds of entries that are saved together with the entry before them, so no position is saved between the two.
APPENDED_KINDS = ("order", "late")


def may_be_saved_with(row: JournalRow, next_row: JournalRow) -> bool:
    """Return whether two successive entries may have been saved together, without a position between them.

    Automatic answers are saved together with the move before them, and all actions of one press are saved together.
    """
    is_same_press = next_row.kind == "act" and row.kind in ("act", "order") and row.at == next_row.at
    return next_row.kind in APPENDED_KINDS or is_same_press


@dataclass
class Findings:
    """The results of a check."""

    #: A sentence for each fault.
    faults: list[str] = field(default_factory=list[str])
    #: The numbers of entries that were saved by an older version and whose result differs when this version replays
    #: them.
    older: list[int] = field(default_factory=list[int])

    @property
    def note(self) -> str:
        """Return a sentence about entries whose result differs from that of an older version; "" if there are none."""
        if not self.older:
            return ""
        return (
            f"Made again, {len(self.older)} of its moves lead elsewhere: {_entry_list(self.older)}."
            " An older version made them, with other rules or saves; that is no fault, and what was saved then counts."
        )


async def verify(db: Reader, games: Mapping[str, AnyGame], match_id: int) -> list[str]:
    """Return a sentence for each fault that `examine` finds in a match."""
    return (await examine(db, games, match_id)).faults


async def examine(db: Reader, games: Mapping[str, AnyGame], match_id: int) -> Findings:
    """Return all faults of a match, and the entries of older versions whose result differs.

    The sentences don't name cards. Raises Refusal for an unknown match, and StoreError if the database can't be read.
    """
    info = await matches.get(db, match_id)
    if info is None:
        raise refusals.unknown_match()
    if info.game not in games:
        return Findings([f"The game {info.game} is not installed."])
    damaged = [str(error) async for error in unreadable(db, match_id)]
    if info.started_at is None or info.unreadable:
        return Findings(damaged)
    game = games[info.game]
    try:
        pack = await pack_cache.require_pack(db, game, info.pack)
    except ContentError as error:
        return Findings([str(error)])
    audit = _Audit(db, game, info, pack)
    try:
        await audit.run()
    except UnreadableValue as error:
        damaged.append(str(error))
    return Findings([*dict.fromkeys([*damaged, *audit.found])], audit.older)


class _Audit:
    """The checks of one match.

    `found` collects a sentence for each fault. `older` collects the numbers of the entries that an older version saved
    and whose result differs now.
    """

    def __init__(self, db: Reader, game: AnyGame, info: MatchInfo, pack: Any) -> None:
        self.found: list[str] = []
        self.older: list[int] = []
        self._db = db
        self._game = game
        self._info = info
        # This reference keeps the pack in memory until all checks are done.
        self._pack = pack
        self._saved: set[int] = set()

    async def run(self) -> None:
        """Run all checks."""
        self._saved = set(await journal.saved_positions(self._db, self._info.id))
        rows = await self._entries()
        self._check_positions(rows)
        await self._replay(rows)
        await self._check_current_position()
        await self._check_posts()

    def _check_positions(self, rows: list[JournalRow]) -> None:
        """Check that a position was saved after each entry that needs one, and that no other positions were saved."""
        strange = sorted(self._saved - {row.seq for row in rows})
        if strange:
            self.found.append(f"Positions are saved that belong to no entry: {_entry_list(strange)}.")
        for row, next_row in zip_longest(rows, rows[1:]):
            if row.restores is not None and not 0 < row.restores < row.seq:
                self.found.append(f"Entry {row.seq} goes back to entry {row.restores}, which is not before it.")
            saved_with_next = next_row is not None and may_be_saved_with(row, next_row)
            if not saved_with_next and row.kind not in ENDING_KINDS and row.seq not in self._saved:
                self.found.append(f"The position after entry {row.seq} was not saved.")

    async def _entries(self) -> list[JournalRow]:
        """Return all readable entries, and report missing and unreadable ones."""
        rows: list[JournalRow] = []
        numbers = await journal.numbers(self._db, self._info.id)
        expected_numbers = list(range(1, self._info.seq + 1))
        missing, extra = sorted({*expected_numbers} - {*numbers}), sorted({*numbers} - {*expected_numbers})
        if missing:
            self.found.append(f"The journal lacks {_entry_list(missing)}.")
        if extra:
            self.found.append(
                f"The journal goes beyond the match, which is at entry {self._info.seq}: {_entry_list(extra)}."
            )
        for seq in numbers:
            try:
                rows.append(await entry(self._db, self._info.id, seq))
            except DamagedMatch as error:
                self.found.append(str(error))
        return rows

    async def _replay(self, rows: list[JournalRow]) -> None:
        """Replay each entry, and compare the result byte for byte with the saved position."""
        match: Match[Any] | None = None
        for row in rows:
            try:
                match = await self._after(match, row)
            except DamagedMatch as error:
                await self._report_difference(row, str(error))
                match = None
            try:
                saved = await snapshot(self._db, self._game, self._info.id, row.seq)
            except DamagedMatch as error:
                self.found.append(str(error))
                continue
            if saved is not None and match is not None:
                match.state.chain = saved.state.chain  # older versions didn't save this counter
            if saved is not None and match is not None and saved.dump() != match.dump():
                position = f"The position saved after entry {row.seq} is not what the journal leads to"
                await self._report_difference(row, f"{position}: it was changed, or the rules were since.")
            # The next entry was made from the saved position, so continue from there.
            match = match if saved is None else saved

    async def _after(self, match: Match[Any] | None, row: JournalRow) -> Match[Any] | None:
        if row.restores is not None:
            match = await position_at(self._db, self._game, self._info.id, row.restores)
        if match is None:
            return None
        match, events = replay_entry(match, row)
        is_move = row.action is not None and "verb" in row.action
        if is_move and (not self._has_same_events(row, events) or random_outcomes(match) != row.chance):
            finding = f"Entry {row.seq} tells of something else than happens when it is made again"
            await self._report_difference(row, f"{finding}: it was changed, or the rules were since.")
        return match

    async def _report_difference(self, row: JournalRow, sentence: str) -> None:
        """Report an entry whose result differs as a fault, or add it to `older` if an older version saved it."""
        saved = min((seq for seq in self._saved if seq >= row.seq), default=row.seq)
        try:
            data = await journal.snapshot(self._db, self._info.id, saved)
        except zlib.error:
            data = None  # this fault is already reported
        wrote = None if data is None else written_by(data)
        if wrote is None or wrote >= self._game.version:
            self.found.append(sentence)
        elif row.seq not in self.older:
            self.older.append(row.seq)

    def _has_same_events(self, row: JournalRow, events: Sequence[Event]) -> bool:
        """Return whether replaying an entry has produced the events that were saved with it."""
        replayed_events, kinds = [to_json(event) for event in events], self._game.events
        if len(replayed_events) != len(row.events):
            return False
        return [
            in_stored_form(replayed_event, saved_event, kinds)
            for replayed_event, saved_event in zip(replayed_events, row.events, strict=True)
        ] == list(row.events)

    async def _check_current_position(self) -> None:
        """Check that the current position can be opened and continued, and agrees with the match's other data."""
        info = self._info
        try:
            state = await matches.state(self._db, info.id)
            assert state is not None
            position = Position.from_match(self._game.load(state[1]), info.seq, ())
        except zlib.error:
            self.found.append("The position on the table can't be unpacked.")
            return
        except Exception as error:
            self.found.append(f"The position on the table can't be continued: {error_summary(error)}.")
            return
        last = max((seq for seq in self._saved if seq <= info.seq), default=0)
        try:
            saved_state = await journal.snapshot(self._db, info.id, last)
        except zlib.error:
            saved_state = None  # this fault is already reported
        if saved_state is not None and saved_state != state[1]:
            self.found.append(f"The position on the table is not the one saved after entry {last}.")
        self.found += _differences(info, position)

    async def _check_posts(self) -> None:
        """Check the undelivered posts."""
        for number in await outbox.undelivered_ids(self._db, self._info.id):
            try:
                row = await outbox.get(self._db, number)
            except UnreadableValue:
                row = None
            if row is None:
                self.found.append(f"Post {number} can't be read.")
            elif row.kind not in match_posts.POST_KINDS:
                self.found.append(f"Post {number} is of no kind that there is.")
            elif row.seat is not None and row.seat not in {seat.seat for seat in self._info.seats}:
                self.found.append(f"Post {number} is for a seat that is not at the table.")
            elif row.payload.get("seq", 0) > self._info.seq:
                self.found.append(f"Post {number} is of an entry that has not been made.")


def _differences(info: MatchInfo, position: Position) -> Iterator[str]:
    """Yield a sentence for each difference between the match's row and its position."""
    if position.match.state.seats != len(info.seats):
        yield f"The match has {position.match.state.seats} seats, the table {len(info.seats)}."
    if info.status in ("playing", "over") and position.over != (info.status == "over"):
        yield f"The match is {'over' if position.over else 'not over'}, but it is kept as {info.status}."
    if info.status != "playing":
        return
    for seat in info.seats:
        # A seat that a computer plays has no waiting time.
        if (seat.waiting_since is not None) != (seat.seat in position.waiting_seats and seat.computer is None):
            saved_text = "not waited for" if seat.waiting_since is None else "waited for"
            yield f"Seat {seat.seat} is kept as {saved_text}, and the rules say otherwise."


def _entry_list(numbers: list[int]) -> str:
    return "entry " + ", ".join(map(str, numbers[:5])) + (" and more" if len(numbers) > 5 else "")
