"""The match itself: moves, orders, held decisions, and its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.matches import notices, refusal
from bot.matches.chain import Chain, holds, orders_of
from bot.matches.desk import Desk
from bot.matches.records import EXPORT, MOVES, MatchInfo, Outcome, Position, Table
from bot.matches.refusal import Refusal
from bot.store import JournalRow, Transaction, journal, matches, outbox
from rules.kernel.data.actions import Action
from rules.kernel.errors import IllegalAction
from rules.kernel.words.orders import words_of
from rules.kernel.words.text import N_, Say

#: Deadlines missed in a row after which the rival may claim the match.
LATES = 3


class Play:
    """Make moves and end matches."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def act(self, match_id: int, user_id: int, action: Action, seq: int | None = None) -> Outcome:
        """Make a move; with `seq`, only if it still means what it meant at that position."""
        desk = self._desk
        async with desk.turns.of(match_id):
            table, seat = await desk.playing(match_id, user_id)
            if seq is not None and not await self.still_means(table, seat, seq):
                raise refusal.stale()
            return await self.move(table, seat, user_id, action)

    async def move(self, table: Table, seat: int, user_id: int, action: Action, kind: str = "act") -> Outcome:
        """Make a seat's move at a table as it stands; the caller holds the match's turn."""
        desk, info = self._desk, table.info
        async with desk.guarded(info):
            early = self._is_early(table.position, seat, action)
        if early:
            return await self._keep(table, seat)
        async with desk.guarded(info):
            chain = Chain(table, self._desk.clock.now())
            chain.act(seat, user_id, action, kind)
            chain.follow_orders()
            position = chain.position
        return await self._commit(info, seat, chain, position)

    async def _commit(
        self, info: MatchInfo, seat: int, chain: Chain, position: Position, left: Sequence[str] | None = None
    ) -> Outcome:
        """Save a move and the ordered ones it called forth together, with the orders left or lapsed on the way."""
        orders = chain.changed if left is None else {seat: list(left)} | chain.changed

        async def leave(tx: Transaction) -> None:
            for one, standing in orders.items():
                await matches.set_standing(tx, info.id, one, standing)

        table = await self._desk.commit(info, position, chain.rows, along=leave)
        return Outcome(table, table.events_for(seat))

    # -- orders -------------------------------------------------------------------------------------------

    async def set_orders(
        self, match_id: int, user_id: int, chosen: Sequence[str], among: Sequence[str] | None = None
    ) -> Outcome | None:
        """Leave the chosen orders of those in `among` (None: of all), and no other of these.

        What they answer at once is answered, and told.
        """
        desk = self._desk
        async with desk.turns.of(match_id):
            table, seat = await desk.playing(match_id, user_id)
            info = table.info
            async with desk.guarded(info):
                orders = _chosen(table, seat, chosen, among)
                seats = tuple(replace(one, standing=tuple(orders)) if one.seat == seat else one for one in info.seats)
                ordering = replace(info, seats=seats)
                chain = Chain(replace(table, info=ordering), desk.clock.now())
                chain.follow_orders()
                position = chain.position if chain.rows else None
            if position is not None:
                return await self._commit(ordering, seat, chain, position, orders)
            async with desk.store.write() as tx:
                await matches.set_standing(tx, info.id, seat, orders)
            return None

    # -- holds --------------------------------------------------------------------------------------------

    @staticmethod
    def _is_early(before: Position, seat: int, action: Action) -> bool:
        """Tell whether an answer must wait until the decision's time is over."""
        hold = holds(before.match).get(seat)
        return hold is not None and not hold.early and action == hold.keeps

    async def _keep(self, table: Table, seat: int) -> Outcome:
        """Keep an answer back; nobody but its seat hears of it."""
        async with self._desk.store.write() as tx:
            await matches.set_kept(tx, table.info.id, seat, table.seq)
        info = await self._desk.get(table.info.id)
        return Outcome(replace(table, info=info), [], kept_until=info.held_until)

    async def pass_time(self, match_id: int) -> None:
        """Give the answers kept back for a decision whose time is over; one without waits for the next time."""
        desk = self._desk
        async with desk.turns.of(match_id):
            now = desk.clock.now()
            info = await desk.get(match_id)
            if info.status != "playing" or info.held_until is None or info.held_until > now:
                return
            table = Table(info, await desk.position(info))
            async with desk.guarded(info):
                chain = Chain(table, now)
                chain.time_is_up()
                if chain.rows:
                    chain.follow_orders()
                position = chain.position if chain.rows else None
                later = min((hold.due(now) for hold in holds(table.match).values()), default=None)
            if position is not None:
                await self._commit(info, chain.rows[0].seat or 0, chain, position)
                return
            async with desk.store.write() as tx:
                await matches.set_held(tx, info.id, later, now)

    async def hold_anew(self, match_id: int) -> None:
        """Hold a decision from now on that has been held since a later time: the clock was set back."""
        desk = self._desk
        async with desk.turns.of(match_id):
            info = await desk.get(match_id)
            now = desk.clock.now()
            if info.status != "playing" or info.held_since is None or info.held_since <= now:
                return
            before = await desk.position(info)
            async with desk.guarded(info):
                until = min((hold.due(now) for hold in holds(before.match).values()), default=None)
            async with desk.store.write() as tx:
                await matches.set_held(tx, info.id, until, now)

    # -- looking back -------------------------------------------------------------------------------------

    async def still_means(self, table: Table, seat: int, seq: int) -> bool:
        """Tell whether a press made at position `seq` means the same at this table.

        It does when only others have acted since, at the same time, and this seat's question and its
        answers are what they were. Its own second press never does: a double click acts once.
        """
        info = table.info
        if seq == info.seq:
            return True
        if not 0 < seq < info.seq:
            return False
        since = await journal.since(self._desk.store.read, info.id, seq)
        if any(row.kind not in (*MOVES, EXPORT) or row.seat == seat for row in since):
            return False
        data = await journal.snapshot(self._desk.store.read, info.id, seq)
        if data is None:
            return False
        async with self._desk.guarded(info):
            then = self._desk.games[info.game].load(data).decisions().get(seat)
            return then == table.match.decisions().get(seat)

    # -- the end ------------------------------------------------------------------------------------------

    async def concede(self, match_id: int, user_id: int) -> Outcome:
        """Let a player give the match up, whoever's turn it is; the game says who has won."""
        desk = self._desk
        async with desk.turns.of(match_id):
            table, seat = await desk.playing(match_id, user_id)
            return await self._concede(table, seat, user_id, seat)

    async def claim(self, match_id: int, user_id: int) -> Outcome:
        """Let a player win whose only rival has let the clock answer several times in a row (as if it conceded)."""
        desk = self._desk
        async with desk.turns.of(match_id):
            table, seat = await desk.playing(match_id, user_id)
            info = table.info
            rival = next((one for one in info.seats if one.seat != seat), None)
            rows = await journal.since(desk.store.read, info.id, 0)
            # What standing orders answered tells nothing of the player.
            last = [row.kind for row in rows if rival and row.kind in ("act", "late") and row.seat == rival.seat]
            if rival is None or len(info.seats) > 2 or last[-LATES:] != ["late"] * LATES:
                raise Refusal(
                    N_("A match can be claimed when the other player has missed {n} deadlines in a row."), n=LATES
                )
            return await self._concede(table, rival.seat, rival.user_id, seat)

    async def _concede(self, table: Table, loser: int, user_id: int, seat: int) -> Outcome:
        """Let `loser` concede; return what came of it for `seat`."""
        async with self._desk.guarded(table.info):
            chain = Chain(table, self._desk.clock.now())
            chain.concede(loser, user_id)
            position = chain.position
        return await self._commit(table.info, seat, chain, position)

    async def end(self, match_id: int, user_id: int, *, is_admin: bool) -> MatchInfo:
        """End a lobby or a match before its time."""
        desk = self._desk
        async with desk.turns.of(match_id):
            info = await desk.get(match_id)
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
            return await desk.get(info.id)

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


def _chosen(table: Table, seat: int, chosen: Sequence[str], among: Sequence[str] | None) -> list[str]:
    """Return all orders of a seat once these are chosen; raises IllegalAction for one that can't be left now."""
    match, game = table.match, table.match.game
    left = game.standing(match, seat, orders_of(game, table.info.seats[seat]))
    if not set(chosen) <= {*left, *words_of(game.order_groups(Say(), match, seat))}:
        raise IllegalAction(N_("This game has no such standing order."))
    stay = [] if among is None else [order for order in left if order not in among]
    return game.standing(match, seat, list(dict.fromkeys([*stay, *chosen])))
