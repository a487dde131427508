"""The match itself: moves, and its end."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from bot.matches import notices, refusal
from bot.matches.desk import Along, Desk, Move
from bot.matches.records import MOVES, MatchInfo, Outcome, Position, seen_by
from bot.matches.refusal import Refusal
from bot.store import JournalRow, Transaction, journal, matches, outbox
from rules.kernel.actions import Action, to_json
from rules.kernel.events import to_json as event_to_json
from rules.kernel.match import Match
from rules.kernel.text import N_

#: More answers than this to one move are a loop, not an order: the rest is asked.
MOST_ORDERED = 50


def barrier(match: Match[Any], seat: int) -> int:
    """Return the epoch in which this seat's act counts: acting after somebody else opens a new one."""
    return match.epoch + (match.state.last_seat != seat)


def outcome(info: MatchInfo, position: Position, seat: int) -> Outcome:
    """Return what came of a move, for the seat that made it."""
    return Outcome(info, position.seq, seen_by(position.events, seat), position.over, position.waiting)


class Play:
    """Make moves and end matches."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def act(self, match_id: int, user_id: int, action: Action, seq: int | None) -> Outcome:
        """Make a move in the order of asking; it is on disk when this returns."""
        desk = self._desk
        async with desk.turns.of(match_id):
            info, seat = await desk.playing(match_id, user_id)
            before = await desk.position(info)
            if seq is not None and seq != info.seq and not await self._unaffected(info, before, seat, seq):
                raise refusal.stale()
            async with desk.guarded(info):
                now = desk.clock.now()
                moves = [self._move(info, before, seat, user_id, action, now)]
                moves += self._ordered(info, moves[-1][0], now)
            return await self._commit(info, seat, moves)

    def _move(
        self, info: MatchInfo, before: Position, seat: int, user_id: int, action: Action, now: int, kind: str = "act"
    ) -> Move:
        """Make one move on a copy: whoever looks at the table meanwhile sees only what is committed."""
        match = self._desk.games[info.game].load(before.data)
        events = match.apply(seat, action)
        position = Position.of(match, before.seq + 1, tuple(events))
        row = JournalRow(
            position.seq,
            now,
            kind,
            seat,
            user_id,
            to_json(action),
            tuple(map(event_to_json, events)),
            # Evidence for the operator: any outcome that JSON doesn't know is kept as words.
            tuple(json.loads(json.dumps(match.outcomes, default=str))),
            barrier(before.match, seat),
            match.epoch,
        )
        return position, row

    def _ordered(self, info: MatchInfo, position: Position, now: int) -> list[Move]:
        """Make the moves that standing orders answer now, one after another, all at one time."""
        game = self._desk.games[info.game]
        moves: list[Move] = []
        while len(moves) < MOST_ORDERED:
            answers = (
                (seat, game.ordered(position.match, seat.seat, seat.standing))
                for seat in info.seats
                if seat.standing and seat.seat in position.waiting
            )
            seat, action = next(((seat, action) for seat, action in answers if action is not None), (None, None))
            if seat is None or action is None:
                break
            moves.append(self._move(info, position, seat.seat, seat.user_id, action, now, "order"))
            position = moves[-1][0]
        return moves

    async def _commit(
        self,
        info: MatchInfo,
        seat: int,
        moves: list[Move],
        along: Along | None = None,
    ) -> Outcome:
        """Save a move and the ordered ones it called forth together, and post what came of them all."""
        *passed, (last, row) = moves
        events = tuple(event for position, _ in moves for event in position.events)
        shown = replace(last, events=events)
        return outcome(await self._desk.commit(info, [*passed, (shown, row)], along=along), shown, seat)

    async def set_order(self, match_id: int, user_id: int, order: str | None) -> Outcome | None:
        """Leave or withdraw a standing order; what it answers at once is answered, and told."""
        desk = self._desk
        async with desk.turns.of(match_id):
            info, seat = await desk.playing(match_id, user_id)
            if order is not None and order not in desk.games[info.game].orders:
                raise Refusal(N_("This game has no such standing order."))
            seats = tuple(replace(one, standing=order) if one.seat == seat else one for one in info.seats)
            ordering = replace(info, seats=seats)
            position = await desk.position(info)
            async with desk.guarded(info):
                moves = self._ordered(ordering, position, desk.clock.now())

            async def leave(tx: Transaction) -> None:
                await matches.set_standing(tx, info.id, seat, order)

            if moves:
                return await self._commit(ordering, seat, moves, leave)
            async with desk.store.write() as tx:
                await leave(tx)
            return None

    async def _unaffected(self, info: MatchInfo, now: Position, seat: int, seq: int) -> bool:
        """Tell whether a press made at an earlier position still means the same.

        It does when only others have acted since, at the same time, and this seat's question and its
        answers are what they were. Its own second press never is: a double click acts once.
        """
        if not 0 < seq < info.seq:
            return False
        since = await journal.since(self._desk.store.read, info.id, seq)
        if any(row.kind not in MOVES or row.seat == seat for row in since):
            return False
        data = await journal.snapshot(self._desk.store.read, info.id, seq)
        if data is None:
            return False
        async with self._desk.guarded(info):
            then = self._desk.games[info.game].load(data).decisions().get(seat)
            return then is not None and then == now.match.decisions().get(seat)

    async def end(self, match_id: int, user_id: int, *, is_admin: bool) -> MatchInfo:
        """End a lobby or a match before its time."""
        desk = self._desk
        async with desk.turns.of(match_id):
            info = await desk.info(match_id)
            if info.status in ("over", "ended"):
                raise Refusal(N_("This match is over."))
            if user_id != info.host_id and not is_admin:
                raise Refusal(N_("Only the player who opened the table or an administrator may end it."))
            now = desk.clock.now()
            seat = info.seat_of(user_id)
            begun = info.started_at is not None
            try:
                async with desk.store.write() as tx:
                    await matches.close(tx, info.id, info.seq + begun, "ended", now)
                    await journal.lapse_requests(tx, info.id)
                    if begun:
                        await self._announce(tx, info, JournalRow(info.seq + 1, now, "end", seat, user_id))
                    else:
                        await notices.lobby(tx, info.id, now)
            finally:
                desk.drop(info.id)
            return await desk.info(info.id)

    @staticmethod
    async def _announce(tx: Transaction, info: MatchInfo, row: JournalRow) -> None:
        await journal.append(tx, info.id, row)
        board = outbox.Post("board", {"seq": row.seq}, coalesce_key="board")
        await outbox.put(tx, info.id, [board], now=row.at, withdrawn=("turn",))
        if row.seat is None:
            await notices.notice(tx, info.id, N_("An administrator has ended this match."), now=row.at)
        else:
            sentence = N_("{who} has ended this match.")
            await notices.notice(tx, info.id, sentence, now=row.at, seats={"who": row.seat})
