"""Matches in the store and in memory: reading, committing, and freezing a broken one."""

from __future__ import annotations

import logging
import secrets
import traceback
from collections import OrderedDict
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from bot.app import metrics
from bot.app.clock import Clock
from bot.app.logs import places
from bot.matches import refusals as refusal
from bot.matches.absence.presence import BY_HAND, back, relieved, returned
from bot.matches.along import TransactionHook
from bot.matches.hooks import MatchHooks
from bot.matches.journal_cache import ENTRIES, JournalTailCache
from bot.matches.locks import MatchLocks
from bot.matches.packs.loading import PackCache
from bot.matches.play.batch import MOST_ORDERED, Deadline, find_hidden_hold
from bot.matches.records import MOVES, NOTES, SEATING, MatchInfo, Position, SeatInfo, Table
from bot.matches.refusals import NewerMatch
from bot.matches.ttl_cache import TTLCache
from bot.matches.versions import version_of
from bot.matches.waiting import WaitingMatch
from bot.notifications import posts as notices
from bot.notifications import turn_notifications as calling
from bot.notifications.turn_calls import Presence
from bot.notifications.turn_notifier import moved_on, notify_after_move
from bot.store import outbox
from bot.store import work_queue as work
from bot.store.connection import Transaction
from bot.store.decoding import UnreadableValue, report
from bot.store.errors import StoreError
from bot.store.statements import cups, journal, matches
from bot.store.statements.matches import NewPosition
from bot.store.statements.rows import ENDED, LIVE, JournalRow
from bot.store.store import Store
from rules.kernel.data.events import Event
from rules.kernel.errors import NewerSave, Refusal, SaveError
from rules.kernel.game import AnyGame

log = logging.getLogger(__name__)

#: The number of unknown event kinds that the log lists; there are few.
TOLD = 256


#: Whether this context, such as the handling of one press, has saved a match.
has_saved: ContextVar[bool] = ContextVar("has_saved", default=False)


def note_saved() -> None:
    """Mark this context's changes as saved to disk."""
    has_saved.set(True)


class _Fault(Exception):
    """The rules have failed while a match was held."""

    def __init__(self, info: MatchInfo, error: Exception) -> None:
        super().__init__()
        self.info = info
        self.error = error


class MatchRepository:
    """Reads and saves matches for all parts of the service. Only `commit` and `save` change a match's position."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        games: Mapping[str, AnyGame],
        *,
        keep: int,
        grace: int = 0,
        pause: int = 0,
    ) -> None:
        self.store = store
        self.clock = clock
        self.games = games
        self.hooks = MatchHooks()
        self.locks = MatchLocks()
        #: Content packs that matches reference by hash.
        self.contents = PackCache(store, games)
        self._grace = grace
        self._pause = pause
        self._keep = keep
        self._loaded: OrderedDict[int, Position] = OrderedDict()
        self.tails = JournalTailCache()
        #: Matches whose skipping for newer processes has been logged.
        self._told = TTLCache[str, bool]()

    # -- queries ------------------------------------------------------------------------------------------

    async def get(self, match_id: int) -> MatchInfo:
        """Return the match; raises Refusal for an unknown one, and NewerMatch if this process may not touch it."""
        info = await matches.get(self.store.read, match_id)
        if info is None:
            raise refusal.unknown()
        self.check(info)
        if _is_to_freeze(info):
            async with self.guarded(info):
                raise UnreadableValue(f"matches.{info.unreadable[0]}", info.id)
        await self.contents.ready(info.game, info.pack)
        return info

    @property
    def versions(self) -> dict[str, int]:
        """The versions in which this process saves matches, by game, and the highest version it can read."""
        return {game_id: version_of(game) for game_id, game in self.games.items()}

    def check(self, info: MatchInfo) -> None:
        """Raise NewerMatch if a newer process has saved the match."""
        if not self.knows(info):
            if info.game not in self._told:
                self._told[info.game] = True
                log.warning("matches that newer processes saved are left to those", extra={"match": info.id})
            raise NewerMatch

    def knows(self, info: MatchInfo) -> bool:
        """Return whether this process may touch a match: it knows its game, and no newer process has saved it."""
        return info.version <= self.versions.get(info.game, -1)

    async def in_channel(self, channel_id: int, *, live: bool = True) -> MatchInfo | None:
        """Return the channel's live match; with live=False, or else the last one played there."""
        info = await matches.in_channel(self.store.read, channel_id, live=live)
        if info is not None and _is_to_freeze(info) and self.knows(info):
            with suppress(Refusal):
                await self.get(info.id)
            info = await matches.in_channel(self.store.read, channel_id, live=live)
        if info is not None:
            await self.contents.ready(info.game, info.pack)
        return info

    async def seqs(self, match_ids: Collection[int]) -> dict[int, int]:
        """Return the number of the newest entry of each of these matches."""
        return await matches.seqs(self.store.read, match_ids)

    async def of_server(self, guild_id: int) -> list[MatchInfo]:
        """Return a server's live matches, oldest first."""
        return await matches.of_guild(self.store.read, guild_id)

    async def waiting(self, user_id: int) -> list[WaitingMatch]:
        """Return the matches where this person must act: least time left first, then the longest wait."""
        rows = await matches.waiting(self.store.read, user_id)
        return sorted((WaitingMatch.of(row) for row in rows if row.game in self.games), key=lambda one: one.urgency)

    async def has_finished(self, user_id: int, game: str) -> bool:
        """Return whether a user has finished a match of this game."""
        return await matches.has_finished(self.store.read, user_id, game)

    async def table(self, match_id: int) -> Table:
        """Return the current table of a match that has begun; raises Refusal."""
        return await self.table_of(await self.get(match_id))

    async def table_of(self, info: MatchInfo) -> Table:
        """Return the current table of a match whose row was just read; raises Refusal."""
        position = await self.position(info)
        if position.seq != info.seq and info.status == "playing":
            # A move was committed between the two reads.
            info = await self.get(info.id)
            position = await self.position(info)
        return Table(info, position)

    async def seated(self, match_id: int, user_id: int) -> tuple[MatchInfo, SeatInfo]:
        """Return a running match and the person's seat, even if a computer plays it now; raises Refusal."""
        info = await self.get(match_id)
        seat = info.seat_of(user_id)
        if seat is None:
            raise refusal.not_seated()
        if info.status != "playing":
            raise refusal.not_playing(info.status, info.error_id)
        return info, info.seats[seat]

    async def playing(self, match_id: int, user_id: int) -> tuple[Table, int]:
        """Return a running match and the person's seat; raises Refusal. The caller holds the match's lock."""
        info, seat = await self.seated(match_id, user_id)
        if seat.stand_in is not None:
            info = await self._relieve(info, seat)
        elif seat.computer is not None:
            raise refusal.handed_over()
        return Table(info, await self.position(info)), seat.seat

    async def _relieve(self, info: MatchInfo, seat: SeatInfo) -> MatchInfo:
        """Return a seat to its present player, if a computer was only standing in."""

        async def tell(tx: Transaction) -> None:
            now = self.clock.now()
            await notices.notice(tx, info.id, notices.RETURNED, now=now, seats={"who": seat.seat})

        calls = calling.Calls.NOT_ACTOR
        return await self.reseat(info, returned(seat), "back", seat.user_id, calls=calls, along=tell)

    async def position(self, info: MatchInfo) -> Position:
        """Return the match's position, from memory if that is current.

        A save that the rules can't open freezes the match.
        """
        kept = self._loaded.get(info.id)
        if kept is not None and kept.seq == info.seq:
            self._loaded.move_to_end(info.id)
            return kept
        async with self.guarded(info):
            saved = await matches.state(self.store.read, info.id)
        if saved is None:
            raise refusal.not_playing(info.status, info.error_id)
        seq, data = saved
        async with self.guarded(info):
            rows = await journal.page(self.store.read, info.id, seq + 1, MOST_ORDERED + 1)
        events, entry = self._last_events(info, rows), rows[-1] if rows else None
        _held = await self.contents.ready(info.game, info.pack)
        async with self.guarded(info):
            position = replace(Position.of(self.games[info.game].load(data), seq, events, data), entry=entry)
        self.keep(info.id, position)
        return position

    def _last_events(self, info: MatchInfo, newest: Sequence[JournalRow]) -> tuple[Event, ...]:
        """Return the events of the last move and of the automatic moves right after it."""
        rows = list(newest)
        while rows and rows[-1].kind in NOTES:
            rows.pop()
        chain = rows[-1:]
        # Orders set later have answered at another time.
        for earlier in reversed(rows[:-1]):
            if (
                chain[0].kind != "order"
                or earlier.kind not in ("act", "order", "computer")
                or earlier.at != chain[0].at
            ):
                break
            chain.insert(0, earlier)
        return tuple(event for row in chain for event in self.events(info.game, row.events))

    def events(self, game_id: str, data: Sequence[Mapping[str, Any]]) -> tuple[Event, ...]:
        """Return events of the journal, without kinds that this version no longer knows."""
        return events_of(self.games[game_id], data)

    # -- memory -------------------------------------------------------------------------------------------

    def keep(self, match_id: int, position: Position) -> None:
        """Keep a position in memory; drop the least recently used match if there are too many."""
        self._loaded[match_id] = position
        self._loaded.move_to_end(match_id)
        while len(self._loaded) > self._keep:
            self._loaded.popitem(last=False)

    def drop(self, match_id: int) -> None:
        """Drop a match's position from memory."""
        self._loaded.pop(match_id, None)

    @property
    def loaded(self) -> int:
        """Return the number of matches in memory."""
        return len(self._loaded)

    # -- changes ------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def held(self, match_id: int) -> AsyncGenerator[Transaction]:
        """Hold a match exclusively for the block: its reads and writes are one transaction.

        First come, first served within this process. If the rules fail, or a row of the match can't be read, only the
        freezing of the match is saved.
        """
        # Ids come from buttons, which can be forged; numbers of a database end at 2**63.
        if not 0 < match_id < 2**63:
            raise refusal.unknown()
        try:
            async with self.locks.of(match_id), self.store.hold(match_id) as tx:
                yield tx
        except _Fault as fault:
            raise await self._freeze(fault.info, fault.error) from None
        except UnreadableValue as error:
            info = await matches.get(self.store.read, match_id)
            if info is None or info.status not in LIVE or not self.knows(info):
                raise
            raise await self._freeze(info, error) from None

    async def commit(
        self,
        info: MatchInfo,
        position: Position,
        rows: Sequence[JournalRow],
        calls: calling.Calls = calling.Calls.NEW,
        *,
        along: TransactionHook | None = None,
    ) -> Table:
        """Save a position with its journal entries and posts. Answer no one before this returns.

        `along` writes first, in the same transaction.
        """
        position = replace(position, entry=rows[-1])
        async with self.store.write() as tx:
            if along is not None:
                await along(tx)
            after = await self.save(tx, info, position, rows, calls)
            if along is not None:
                after = await matches.get(tx, info.id) or after
            tx.afterwards += [partial(self.keep, info.id, position), note_saved]
        return Table(after, position)

    async def reseat(
        self,
        info: MatchInfo,
        seat: SeatInfo,
        kind: str,
        user_id: int | None,
        *,
        action: dict[str, Any] | None = None,
        calls: calling.Calls = calling.Calls.NEW,
        along: TransactionHook | None = None,
    ) -> MatchInfo:
        """Record that a seat has a new player or is open to one; the position stays the same.

        `seat` is the new seat. The caller holds the match.
        """
        before = await self.position(info)
        position = replace(before, seq=info.seq + 1, events=())
        epoch = before.match.epoch
        row = JournalRow(
            position.seq, self.clock.now(), kind, seat.seat, user_id, action, epoch_before=epoch, epoch_after=epoch
        )
        seats = tuple(seat if one.seat == seat.seat else one for one in info.seats)

        async def change(tx: Transaction) -> None:
            await matches.change_seat(tx, info.id, info.seats[seat.seat], seat)
            await matches.carry_deferred(tx, info.id)
            if along is not None:
                await along(tx)

        return (await self.commit(replace(info, seats=seats), position, [row], calls, along=change)).info

    async def save(
        self, tx: Transaction, info: MatchInfo, position: Position, rows: Sequence[JournalRow], calls: calling.Calls
    ) -> MatchInfo:
        """Write the position after these entries, and its posts; positions in between are not saved.

        Return the updated row, unless the caller has changed more of it than `info` shows.
        """
        kept = self._loaded.get(info.id)
        previous = kept if kept is not None and kept.seq == info.seq else None
        status, now = "over" if position.over else "playing", rows[-1].at
        version = self.versions[info.game]
        new = NewPosition(position.seq, position.data, status, now, version, moves=len(rows))
        if not await matches.advance(tx, info.id, new):
            raise refusal.stale()
        # Players with a recent move are present, and need no immediate call.
        recent = await self.tails.newest(tx, info.id, info.seq, ENTRIES) if self._grace else []
        await journal.append(tx, info.id, *rows)
        if info.status in ENDED:
            for reopened in self.hooks.reopened:
                await reopened(tx, info.id)
            await cups.match_changed(tx, info.id, now)
        tx.afterwards += [partial(self.tails.add, info.id, rows), partial(_tell, info, rows)]
        deadline = self._deadline(info, previous, position, rows[-1])
        if deadline.until != info.deadline:
            await matches.set_deadline(tx, info.id, deadline.until, now)
        if any(seat.open_since is not None for seat in info.seats):
            await self.offer_seats(tx, info, now)
        if info.computers.intersection(position.waiting):
            await work.schedule(tx, "thinking", [info.id], now, now)
        if info.vote_ends is not None:
            await moved_on(tx, info, previous, position, rows)
        info = await _there(tx, info, position, rows)
        change = calling.Change(
            info,
            before=None if previous is None else _summary(previous),
            after=calling.PositionSummary.of(position, hidden=bool(deadline.seats)),
            rows=tuple(rows),
            calls=calls,
            deadline=deadline,
            presence=Presence.of([*recent, *rows], rows, self._grace),
            pause=self._pause,
        )
        seats = await notify_after_move(tx, change)
        for moved in self.hooks.moved:
            await moved(tx, info, previous, position, rows)
        return replace(
            info,
            seq=position.seq,
            status=status,
            version=version,
            started_at=now if info.started_at is None else info.started_at,
            ended_at=now if position.over else None,
            seats=seats,
            deadline=deadline.until,
            deadline_set_at=info.deadline_set_at if deadline.until == info.deadline else now,
        )

    async def offer_seats(self, tx: Transaction, info: MatchInfo, now: int) -> None:
        """Announce that a match's open seats may have changed."""
        for offered in self.hooks.seats_offered:
            await offered(tx, info.guild_id, now)

    @staticmethod
    def _deadline(info: MatchInfo, previous: Position | None, position: Position, row: JournalRow) -> Deadline:
        """Return the deadline after an entry. Only public changes restart it: it is visible to all."""
        deadline = Deadline.of(position.match, info, row.at)
        unseen = previous is not None and deadline.until is not None and not calling.is_public(previous, position)
        runs = info.deadline is not None and row.at < info.deadline
        return replace(deadline, until=info.deadline) if row.kind in SEATING or (unseen and runs) else deadline

    @asynccontextmanager
    async def guarded(self, info: MatchInfo) -> AsyncGenerator[None]:
        """Run the rules in the block: a Refusal passes, and any other error freezes this match alone."""
        try:
            yield
        except (Refusal, StoreError, _Fault):
            raise  # not the fault of this match, or known already
        except NewerSave:
            raise NewerMatch from None
        except Exception as error:
            if self.store.is_held:
                # The transaction's changes must be rolled back.
                raise _Fault(info, error) from None
            raise await self._freeze(info, error) from None

    async def _freeze(self, info: MatchInfo, error: Exception) -> Refusal:
        error_id = secrets.token_hex(4)
        if isinstance(error, UnreadableValue):
            report(error, match=info.id)
        self.drop(info.id)
        metrics.FREEZES.inc()
        # The log omits the error's message; the operator finds it in the database under its id.
        extra = {"match": info.id, "game": info.game, "seq": info.seq, "error_id": error_id}
        log.error("match frozen: %s", places(error), extra=extra)
        text = "".join(traceback.format_exception(error))
        async with self.store.hold(info.id) as tx:
            if await matches.freeze(tx, info.id, error_id, text):
                await notices.end_votes(tx, info, self.clock.now())
                await notices.frozen(tx, info, error_id, self.clock.now())
                await cups.match_changed(tx, info.id, self.clock.now())
        return refusal.frozen(error_id)


def _is_to_freeze(info: MatchInfo) -> bool:
    """Return whether a match's own row can't be read and its fault is not saved yet."""
    return bool(info.unreadable) and info.status in LIVE and info.error_id is None


def events_of(game: AnyGame, data: Sequence[Mapping[str, Any]]) -> tuple[Event, ...]:
    """Return events of the journal, without kinds that this version no longer knows."""
    events: list[Event] = []
    for item in data:
        try:
            events.append(game.event_from_json(item))
        except SaveError:
            metrics.UNKNOWN_EVENTS.inc()
            _unknown(game.id, str(item.get("kind")))
    return tuple(events)


@lru_cache(TOLD)
def _unknown(game: str, kind: str) -> None:
    """Log a kind of events that this version doesn't know, once: every look at the match reads it again."""
    log.warning("an event in the journal is unknown", extra={"game": game, "kind": kind})


def _tell(info: MatchInfo, rows: Sequence[JournalRow]) -> None:
    """Count the saved moves, and report the entries."""
    for row in rows:
        if row.kind in MOVES:
            metrics.ACTS.labels(row.kind).inc()
    log.info("saved", extra={"match": info.id, "entry": rows[-1].seq})


def _summary(position: Position) -> calling.PositionSummary:
    """Summarise an earlier position for notifications."""
    return calling.PositionSummary.of(position, hidden=find_hidden_hold(position.match) is not None)


async def _there(tx: Transaction, info: MatchInfo, position: Position, rows: Sequence[JournalRow]) -> MatchInfo:
    """Save which players are present because they have moved, and which substitute computers have made their turn."""
    acting = {row.seat for row in rows if row.kind in BY_HAND}
    seats: list[SeatInfo] = []
    for before in info.seats:
        after = back(before, rows[-1].at, info.paused_at) if before.seat in acting else before
        if before.seat not in position.waiting:
            after = relieved(replace(after, late_since=None, stand_in_at=None))
        if after != before:
            await matches.change_seat(tx, info.id, before, after)
        if before.stand_in_at is not None and after.stand_in_at is None:
            # The warning to its player is about this turn, even if it reminds others, too.
            await outbox.enqueue(tx, info.id, await notices.no_reminder(tx, info), now=rows[-1].at)
            info = replace(info, reminder_message_id=None)
        seats.append(after)
    return replace(info, seats=tuple(seats))
