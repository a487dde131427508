"""Locking and saving matches."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from typing import Any

from bot.app import metrics
from bot.app.clock import Clock
from bot.matches import refusals
from bot.matches.absence.seat_changes import MANUAL_KINDS, after_move, after_turn, without_computer
from bot.matches.hooks import MatchHooks
from bot.matches.journal_cache import ENTRIES_PER_MATCH, JournalTailCache
from bot.matches.match_reader import MatchReader, RulesFault
from bot.matches.play.move_batch import Deadline, find_hidden_hold
from bot.matches.service_results import MOVE_KINDS, SEATING_KINDS, MatchInfo, Position, SeatInfo, Table
from bot.matches.transaction_hook import TransactionHook
from bot.notifications import match_posts, turn_notification_decisions
from bot.notifications.turn_notification_posts import Presence
from bot.notifications.turn_notification_saving import close_settled_votes, notify_after_move
from bot.store import outbox, work_queue
from bot.store.decoding import UnreadableValue
from bot.store.statements import cups, journal, matches
from bot.store.statements.matches import NewPosition
from bot.store.statements.rows import ENDED_STATUSES, LIVE_STATUSES, JournalRow
from bot.store.store import Store
from bot.store.transactions import Transaction
from rules.kernel.game import AnyGame

log = logging.getLogger(__name__)

#: Whether this context, such as the handling of one button press, has saved a match.
has_saved: ContextVar[bool] = ContextVar("has_saved", default=False)


def note_saved() -> None:
    """Record that this context has saved a match."""
    has_saved.set(True)


class MatchRepository(MatchReader):
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
        super().__init__(store, clock, games, keep)
        self.hooks = MatchHooks()
        self.journal_cache = JournalTailCache()
        self._grace = grace
        self._pause = pause

    async def match_and_playing_seat(self, match_id: int, user_id: int) -> tuple[Table, int]:
        """Return a running match, and the seat that this user plays in it. Raises Refusal.

        If a substitute computer plays the seat, the user takes over. The caller has locked the match.
        """
        info, seat = await self.match_and_seat(match_id, user_id)
        if seat.stand_in is not None:
            info = await self._return_seat(info, seat)
        elif seat.computer is not None:
            raise refusals.handed_over()
        return Table(info, await self.position(info)), seat.seat

    async def _return_seat(self, info: MatchInfo, seat: SeatInfo) -> MatchInfo:
        """Remove the substitute computer from a seat, so its player plays it again."""

        async def tell(tx: Transaction) -> None:
            now = self.clock.now()
            await match_posts.notice(tx, info.id, match_posts.PLAYER_RETURNED, now=now, people={"who": seat.seat})

        calls = turn_notification_decisions.CallPolicy.NOT_ACTOR
        return await self.reseat(info, without_computer(seat), "back", seat.user_id, calls=calls, hook=tell)

    @asynccontextmanager
    async def lock_match(self, match_id: int) -> AsyncGenerator[Transaction]:
        """Lock a match during the `with` block. Everything that the block reads and writes is one transaction.

        Within this process, requests for the same match are served in order. If the rules fail or a row of the match
        can't be read, the transaction is rolled back and the match is frozen.
        """
        # The id may come from a forged button. Ids in the database are below 2**63.
        if not 0 < match_id < 2**63:
            raise refusals.unknown_match()
        try:
            async with self.locks.hold(match_id), self.store.lock_match(match_id) as tx:
                yield tx
        except RulesFault as fault:
            raise await self._freeze(fault.info, fault.error) from None
        except UnreadableValue as error:
            info = await matches.get(self.store.read, match_id)
            if info is None or info.status not in LIVE_STATUSES or not self.may_touch(info):
                raise
            raise await self._freeze(info, error) from None

    async def commit(
        self,
        info: MatchInfo,
        position: Position,
        rows: Sequence[JournalRow],
        calls: turn_notification_decisions.CallPolicy = turn_notification_decisions.CallPolicy.NEW,
        *,
        hook: TransactionHook | None = None,
    ) -> Table:
        """Save a position with its journal entries and posts. Don't answer the user before this returns.

        `hook` is called first, in the same transaction.
        """
        position = replace(position, entry=rows[-1])
        async with self.store.write() as tx:
            if hook is not None:
                await hook(tx)
            after = await self.save(tx, info, position, rows, calls)
            if hook is not None:
                after = await matches.get(tx, info.id) or after
            tx.after_commit += [partial(self.remember, info.id, position), note_saved]
        return Table(after, position)

    async def reseat(
        self,
        info: MatchInfo,
        seat: SeatInfo,
        kind: str,
        user_id: int | None,
        *,
        action: dict[str, Any] | None = None,
        calls: turn_notification_decisions.CallPolicy = turn_notification_decisions.CallPolicy.NEW,
        hook: TransactionHook | None = None,
    ) -> MatchInfo:
        """Save a change of who plays a seat, with a journal entry. The position doesn't change.

        `seat` is the seat after the change. The caller has locked the match.
        """
        before = await self.position(info)
        position = replace(before, seq=info.seq + 1, events=())
        epoch = before.match.epoch
        row = JournalRow(
            position.seq, self.clock.now(), kind, seat.seat, user_id, action, epoch_before=epoch, epoch_after=epoch
        )
        seats = tuple(seat if other_seat.seat == seat.seat else other_seat for other_seat in info.seats)

        async def change(tx: Transaction) -> None:
            await matches.change_seat(tx, info.id, info.seats[seat.seat], seat)
            await matches.carry_deferred(tx, info.id)
            if hook is not None:
                await hook(tx)

        return (await self.commit(replace(info, seats=seats), position, [row], calls, hook=change)).info

    async def save(
        self,
        tx: Transaction,
        info: MatchInfo,
        position: Position,
        rows: Sequence[JournalRow],
        calls: turn_notification_decisions.CallPolicy,
    ) -> MatchInfo:
        """Save the position after these entries, and its posts. Positions between the entries aren't saved.

        Return the updated match. If the caller has saved changes that aren't in `info`, they aren't in the returned
        match either.
        """
        previous = self.cached_position(info)
        status, now = "over" if position.over else "playing", rows[-1].at
        version = self.versions[info.game]
        new = NewPosition(position.seq, position.data, status, now, version, moves=len(rows))
        if not await matches.advance(tx, info.id, new):
            raise refusals.stale_press()
        # Players who have moved recently are probably still looking at the match, so they needn't be notified at once.
        recent = await self.journal_cache.newest(tx, info, ENTRIES_PER_MATCH) if self._grace else []
        await journal.append(tx, info.id, *rows)
        if info.status in ENDED_STATUSES:
            for reopened in self.hooks.reopened:
                await reopened(tx, info.id)
            await cups.match_changed(tx, info.id, now)
        cache_rows = partial(self.journal_cache.add, info.id, rows, over=position.over)
        tx.after_commit += [cache_rows, partial(_count_and_log, info, rows)]
        deadline = self._deadline(info, previous, position, rows[-1])
        if deadline.at != info.deadline:
            await matches.set_deadline(tx, info.id, deadline.at, now)
        await self._follow_up(tx, info, previous, position, rows)
        info = await _update_presence(tx, info, position, rows)
        change = turn_notification_decisions.Change(
            info,
            before=None if previous is None else _summary(previous),
            after=turn_notification_decisions.PositionSummary.from_position(
                position, hidden=bool(deadline.uncalled_seats)
            ),
            rows=tuple(rows),
            calls=calls,
            deadline=deadline,
            presence=Presence.from_entries([*recent, *rows], rows, self._grace),
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
            deadline=deadline.at,
            deadline_set_at=info.deadline_set_at if deadline.at == info.deadline else now,
        )

    async def _follow_up(
        self,
        tx: Transaction,
        info: MatchInfo,
        previous: Position | None,
        position: Position,
        rows: Sequence[JournalRow],
    ) -> None:
        """Announce open seats again, schedule computers' moves, and close votes that the new position has settled."""
        now = rows[-1].at
        if any(seat.open_since is not None for seat in info.seats):
            await self.offer_seats(tx, info, now)
        if info.computers.intersection(position.waiting_seats):
            await work_queue.schedule(tx, "thinking", [info.id], now, now)
        if info.vote_ends is not None:
            await close_settled_votes(tx, info, previous, position, rows)

    async def offer_seats(self, tx: Transaction, info: MatchInfo, now: int) -> None:
        """Call the hooks for changes of a match's open seats."""
        for hook in self.hooks.seats_offered:
            await hook(tx, info.guild_id, now)

    @staticmethod
    def _deadline(info: MatchInfo, previous: Position | None, position: Position, row: JournalRow) -> Deadline:
        """Return the deadline after an entry. Only public changes restart it, because everyone sees the deadline."""
        deadline = Deadline.for_position(position.match, info, row.at)
        is_hidden = (
            previous is not None
            and deadline.at is not None
            and not turn_notification_decisions.is_public(previous, position)
        )
        is_running = info.deadline is not None and row.at < info.deadline
        return (
            replace(deadline, at=info.deadline) if row.kind in SEATING_KINDS or (is_hidden and is_running) else deadline
        )


def _count_and_log(info: MatchInfo, rows: Sequence[JournalRow]) -> None:
    """Count the saved moves in the metrics, and log the save."""
    for row in rows:
        if row.kind in MOVE_KINDS:
            metrics.ACTS.labels(row.kind).inc()
    log.info("saved", extra={"match": info.id, "entry": rows[-1].seq})


def _summary(position: Position) -> turn_notification_decisions.PositionSummary:
    """Return the parts of an earlier position that notifications depend on."""
    return turn_notification_decisions.PositionSummary.from_position(
        position, hidden=find_hidden_hold(position.match) is not None
    )


async def _update_presence(
    tx: Transaction, info: MatchInfo, position: Position, rows: Sequence[JournalRow]
) -> MatchInfo:
    """Record that the players who moved are no longer away, and that substitute computers have finished their turns."""
    moved_seats = {row.seat for row in rows if row.kind in MANUAL_KINDS}
    seats: list[SeatInfo] = []
    for before in info.seats:
        after = after_move(before, rows[-1].at, info.paused_at) if before.seat in moved_seats else before
        if before.seat not in position.waiting_seats:
            after = after_turn(replace(after, late_since=None, stand_in_at=None))
        if after != before:
            await matches.change_seat(tx, info.id, before, after)
        if before.stand_in_at is not None and after.stand_in_at is None:
            # The player was warned that a computer would play this turn. Remove the warning, even if the same message
            # also reminds other players.
            await outbox.enqueue(tx, info.id, await match_posts.remove_reminder(tx, info), now=rows[-1].at)
            info = replace(info, reminder_message_id=None)
        seats.append(after)
    return replace(info, seats=tuple(seats))
