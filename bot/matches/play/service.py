"""Playing a match: moves, standing orders, decisions with deadlines, and the end of the match."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from bot.matches import refusals
from bot.matches.play.move_batch import MoveBatch, earliest_deadline, holds, orders_of
from bot.matches.repository import MatchRepository, note_saved
from bot.matches.service_results import MOVE_KINDS, NOTE_KINDS, SEATING_KINDS, MatchInfo, MoveResult, Position, Table
from bot.matches.transaction_hook import TransactionHook
from bot.notifications import match_posts
from bot.notifications.turn_notification_decisions import CallPolicy
from bot.store import outbox
from bot.store.statements import journal, matches
from bot.store.statements.rows import ENDED_STATUSES, JournalRow
from bot.store.transactions import Transaction
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event
from rules.kernel.engine import planned_turns, reveal_check
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal
from rules.kernel.words.standing_orders import words_of
from rules.kernel.words.translation import N_, Translator

#: A player whose only opponent has missed this many deadlines in a row may claim the match.
MAX_MISSED_DEADLINES = 3
#: A function that changes a seat's plan and returns the seat's new orders.
ChangePlan = Callable[[Match[Any], int, Sequence[str], random.Random], list[str]]


class Play:
    """Makes moves and ends matches."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def act(
        self,
        match_id: int,
        user_id: int,
        action: Action,
        seq: int | None = None,
        calls: CallPolicy = CallPolicy.NEW,
        along: Sequence[Action] = (),
    ) -> MoveResult:
        """Make a player's move. `calls` says which seats are notified, and when.

        If `seq` is given, raise Refusal unless the move still means what it meant in that position. `along` are the
        actions that the player has chosen together with the move. They are saved with it, up to the first one that is
        no longer legal or about which the player must be asked.
        """
        async with self._repo.lock_match(match_id):
            table, seat = await self._repo.match_and_playing_seat(match_id, user_id)
            if seq is not None and not await self.is_still_valid(table, seat, seq):
                raise refusals.stale_press()
            return await self.move(table, seat, user_id, action, calls=calls, along=along)

    async def act_all(
        self, match_id: int, user_id: int, choose_actions: Callable[[Match[Any], int], Sequence[Action]]
    ) -> MoveResult:
        """Make all moves that `choose_actions` returns for the current position, or none of them if one fails."""
        async with self._repo.lock_match(match_id):
            table, seat = await self._repo.match_and_playing_seat(match_id, user_id)
            async with self._repo.freeze_on_error(table.info):
                batch = MoveBatch(table, self._repo.clock.now())
                for action in choose_actions(table.match, seat):
                    batch.act(seat, user_id, action)
                if not batch.rows:
                    return MoveResult(table, [])
                batch.follow_orders()
                position = batch.position
            return await self._commit(table.info, seat, batch, position)

    async def move(
        self,
        table: Table,
        seat: int,
        user_id: int,
        action: Action,
        kind: str = "act",
        calls: CallPolicy | None = None,
        along: Sequence[Action] = (),
    ) -> MoveResult:
        """Make a seat's move, and the actions `along` as in `act`. The caller has locked the match."""
        repo, info = self._repo, table.info
        async with repo.freeze_on_error(info):
            early = _is_early(table.position, seat, action)
        if early:
            return replace(await _defer(repo, table, seat), untaken=along)
        async with repo.freeze_on_error(info):
            batch = MoveBatch(table, self._repo.clock.now())
            batch.act(seat, user_id, action, kind)
            untaken = await _go_on(batch, info, seat, user_id, along)
            batch.follow_orders()
            position = batch.position
        result = await self._commit(info, seat, batch, position, calls=calls or CallPolicy.NEW)
        return replace(result, untaken=untaken)

    async def _commit(
        self,
        info: MatchInfo,
        seat: int,
        batch: MoveBatch,
        position: Position,
        own_orders: Sequence[str] | None = None,
        calls: CallPolicy = CallPolicy.NEW,
    ) -> MoveResult:
        """Save the moves of a batch, and the seats' remaining orders if some have lapsed.

        If `own_orders` is given, it replaces this seat's orders.
        """
        own = {} if own_orders is None else {seat: list(own_orders)}
        hook = _orders_saved(info, own | batch.seats_with_lapsed_orders)
        table = await self._repo.commit(info, position, batch.rows, calls, hook=hook)
        return MoveResult(table, table.events_for(seat))

    # -- orders -------------------------------------------------------------------------------------------

    async def set_orders(
        self, match_id: int, user_id: int, new_orders: Sequence[str], among: Sequence[str] | None = None
    ) -> MoveResult | None:
        """Set these standing orders. Delete the seat's other orders or, if `among` is given, only those that it lists.

        The new orders answer open decisions at once. Return the result, or None if they answer none.
        """
        repo = self._repo
        async with repo.lock_match(match_id):
            table, seat = await repo.match_and_playing_seat(match_id, user_id)
            info = table.info
            async with repo.freeze_on_error(info):
                orders = _orders_after(table, seat, new_orders, among)
                seats = tuple(replace(one, standing=tuple(orders)) if one.seat == seat else one for one in info.seats)
                ordering = replace(info, seats=seats)
                batch = MoveBatch(replace(table, info=ordering), repo.clock.now())
                batch.follow_orders()
                position = batch.position if batch.rows else None
            if position is not None:
                return await self._commit(ordering, seat, batch, position, orders)
            async with repo.store.write() as tx:
                await matches.set_standing(tx, info.id, seat, orders)
            return None

    async def plan_step(self, match_id: int, user_id: int, action: Action, *, instead: bool = False) -> None:
        """Add a step to a player's plan for their next turn. If `instead`, replace the answer in the last step."""
        await _replan(
            self._repo,
            match_id,
            user_id,
            lambda match, seat, orders, rng: planned_turns.with_step(match, seat, orders, action, rng, instead=instead),
        )

    async def drop_steps(self, match_id: int, user_id: int, *, keep: int = 0) -> None:
        """Keep this many steps of a player's plan, and delete the rest."""
        await _replan(
            self._repo, match_id, user_id, lambda _match, _seat, orders, _rng: planned_turns.shortened(orders, keep)
        )

    async def dry_run(
        self, table: Table, seat: int, say: Translator, orders: Sequence[str]
    ) -> planned_turns.DryRun | None:
        """Return how a seat's next turn would go with these orders; None if the turn can't be planned now."""
        async with self._repo.freeze_on_error(table.info):
            return planned_turns.rehearse(say, table.match, seat, orders, determinization_rng(table.info, seat))

    # -- holds --------------------------------------------------------------------------------------------

    async def expire_deadline(self, match_id: int) -> None:
        """Apply the deferred answers of overdue decisions. If there are no such answers, set a new deadline."""
        repo = self._repo
        async with repo.lock_match(match_id):
            now = repo.clock.now()
            info = await repo.get(match_id)
            if info.status != "playing" or info.stands_still or info.deadline is None or info.deadline > now:
                return
            table = Table(info, await repo.position(info))
            async with repo.freeze_on_error(info):
                batch = MoveBatch(table, now)
                batch.give_deferred_answers()
                if batch.rows:
                    batch.follow_orders()
                position = batch.position if batch.rows else None
                new_deadline = earliest_deadline(table.match, now)
            if position is not None:
                await self._commit(info, batch.rows[0].seat or 0, batch, position)
                return
            async with repo.store.write() as tx:
                await matches.set_deadline(tx, info.id, new_deadline, now)

    async def answer_late(self, match_id: int, seat: int) -> None:
        """Give the default answer for a seat whose clock has run out. The caller has locked the match."""
        repo = self._repo
        info = await repo.get(match_id)
        if info.status != "playing":
            return
        table = Table(info, await repo.position(info))
        async with repo.freeze_on_error(info):
            batch = MoveBatch(table, repo.clock.now())
            batch.answer_late(seat)
            if not batch.rows:
                return
            batch.follow_orders()
            position = batch.position
        await self._commit(info, seat, batch, position)

    async def concede_late(self, match_id: int, seat: int) -> None:
        """Concede for a seat whose clock has run out, if the game allows it. The caller has locked the match."""
        repo = self._repo
        info = await repo.get(match_id)
        if info.status == "playing" and repo.games[info.game].concede is not None:
            await self._concede(Table(info, await repo.position(info)), seat, info.seats[seat].user_id, seat)

    async def extend_deadline(self, match_id: int) -> None:
        """Set a decision's deadline again after the machine's clock was set back."""
        repo = self._repo
        async with repo.lock_match(match_id):
            info = await repo.get(match_id)
            now = repo.clock.now()
            if info.status != "playing" or info.deadline_set_at is None or info.deadline_set_at <= now:
                return
            before = await repo.position(info)
            async with repo.freeze_on_error(info):
                until = earliest_deadline(before.match, now)
            async with repo.store.write() as tx:
                await matches.set_deadline(tx, info.id, until, now)

    # -- checks -------------------------------------------------------------------------------------------

    async def is_still_valid(self, table: Table, seat: int, seq: int) -> bool:
        """Return whether a button press made for position `seq` still means the same in the current position.

        It does if only other seats have moved since, and this seat has the same question with the same legal answers. A
        second press by the same seat is never valid, so a double click acts only once.
        """
        info = table.info
        if seq == info.seq:
            return True
        if not 0 < seq < info.seq:
            return False
        later_entries = await journal.since(self._repo.store.read, info.id, seq)
        if any(row.kind not in (*MOVE_KINDS, *SEATING_KINDS, *NOTE_KINDS) or row.seat == seat for row in later_entries):
            return False
        data = await journal.snapshot(self._repo.store.read, info.id, seq)
        if data is None:
            return False
        async with self._repo.freeze_on_error(info):
            old_decision = self._repo.games[info.game].load(data).decisions().get(seat)
            return old_decision == table.match.decisions().get(seat)

    async def reveals_hidden_information(self, table: Table, seat: int, action: Action) -> list[Event] | None:
        """Return a legal move's events if, as far as the seat can know, it reveals something hidden; otherwise, None.

        Repeated calls in the same position return the same result.
        """
        async with self._repo.freeze_on_error(table.info):
            return reveal_check.uncovers(table.match, seat, action, determinization_rng(table.info, seat))

    # -- the end ------------------------------------------------------------------------------------------

    async def concede(self, match_id: int, user_id: int) -> MoveResult:
        """Let a player concede, which is possible at any time. The game determines the winner."""
        repo = self._repo
        async with repo.lock_match(match_id):
            table, seat = await repo.match_and_playing_seat(match_id, user_id)
            return await self._concede(table, seat, user_id, seat)

    async def claim(self, match_id: int, user_id: int) -> MoveResult:
        """End a match as if the opponent had conceded. The only opponent must have missed several deadlines."""
        repo = self._repo
        async with repo.lock_match(match_id):
            table, seat = await repo.match_and_playing_seat(match_id, user_id)
            rival = next((one for one in table.info.seats if one.seat != seat), None)
            rows = await journal.since(repo.store.read, match_id, 0)
            if rival is None or len(table.info.seats) > 2 or not _has_missed_last_deadlines(rows, rival.seat):
                raise Refusal(
                    N_("You can claim a match when the other player has missed {n} deadlines in a row."),
                    n=MAX_MISSED_DEADLINES,
                )
            return await self._concede(table, rival.seat, rival.user_id, seat)

    async def _concede(self, table: Table, loser: int, user_id: int, seat: int) -> MoveResult:
        """Let the seat `loser` concede. Return the result, with the events that `seat` may see."""
        async with self._repo.freeze_on_error(table.info):
            batch = MoveBatch(table, self._repo.clock.now())
            batch.concede(loser, user_id)
            position = batch.position
        return await self._commit(table.info, seat, batch, position)

    async def end(self, match_id: int, user_id: int, *, is_admin: bool) -> MatchInfo:
        """End a lobby or a running match without a result."""
        repo = self._repo
        async with repo.lock_match(match_id):
            info = await repo.get(match_id)
            if info.status in ENDED_STATUSES:
                raise Refusal(N_("This match is over."))
            has_opponents = any(seat.is_human and seat.user_id != user_id for seat in info.seats)
            is_only_player = info.seat_of(user_id) is not None and not has_opponents
            if info.rated and info.started_at is not None and has_opponents and not is_admin:
                raise Refusal(N_("This match counts for ratings, so you can only end it early if everyone agrees."))
            if user_id != info.host_id and not is_admin and not is_only_player:
                raise Refusal(N_("Only the player who opened the table or an administrator can end it."))
            row = JournalRow(info.seq + 1, repo.clock.now(), "end", info.seat_of(user_id), user_id)
            async with repo.store.write() as tx:
                await self.finish_match(tx, info, row)
                if info.status == "frozen":
                    ended = N_("This match was ended early.")
                    await match_posts.notice(tx, info.id, ended, now=row.at)
            return await repo.get(info.id)

    async def finish_match(self, tx: Transaction, info: MatchInfo, row: JournalRow) -> None:
        """End a lobby or a match with this journal entry. The closing post reports the end to the channel.

        A frozen match gets no closing post, because its board can't be drawn; the caller informs the channel instead.
        The caller has locked the match.
        """
        has_started = info.started_at is not None
        try:
            await matches.close(tx, info.id, info.seq + has_started, "ended", row.at)
            await match_posts.end_votes(tx, info, row.at)
            if has_started:
                await _write_end(tx, info, row)
                if info.status == "playing":
                    await match_posts.queue_closing_post(tx, info.id, row)
                for ended in self._repo.hooks.ended:
                    await ended(tx, info, row)
            else:
                await match_posts.update_lobby(tx, info.id, row.at)
        finally:
            self._repo.forget(info.id)


async def _go_on(
    batch: MoveBatch, info: MatchInfo, seat: int, user_id: int, actions: Sequence[Action]
) -> Sequence[Action]:
    """Make the actions that a player has chosen together with a move. Return those that weren't made."""
    rng = determinization_rng(info, seat)
    for place, action in enumerate(actions):
        await asyncio.sleep(0)  # each action is tried in several worlds, so let other tasks run in between
        if not batch.offers(seat, action):
            batch.follow_orders()
        if not batch.offers(seat, action) or batch.needs_consent(seat, action, rng):
            return actions[place:]
        batch.act(seat, user_id, action)
    return ()


async def _defer(repo: MatchRepository, table: Table, seat: int) -> MoveResult:
    """Save a deferred answer, which counts only at the decision's deadline. Only the seat itself knows about it."""
    async with repo.store.write() as tx:
        await matches.defer_answer(tx, table.info.id, seat, table.seq)
        tx.after_commit.append(note_saved)
    info = await repo.get(table.info.id)
    return MoveResult(replace(table, info=info), [], deferred_until=info.deadline)


async def _replan(repo: MatchRepository, match_id: int, user_id: int, change: ChangePlan) -> None:
    """Save a changed plan. The plan doesn't make a move yet, because the player's turn hasn't started."""
    async with repo.lock_match(match_id):
        table, seat = await repo.match_and_playing_seat(match_id, user_id)
        match, info = table.match, table.info
        async with repo.freeze_on_error(info):
            remaining_orders = match.game.standing(match, seat, orders_of(match, info.seats[seat]))
            orders = change(match, seat, remaining_orders, determinization_rng(info, seat))
        async with repo.store.write() as tx:
            await matches.set_standing(tx, info.id, seat, orders)


def _orders_saved(info: MatchInfo, orders: Mapping[int, list[str]]) -> TransactionHook | None:
    """Return the hook that saves the seats' standing orders; None if none have changed."""

    async def save(tx: Transaction) -> None:
        for seat, standing in orders.items():
            await matches.set_standing(tx, info.id, seat, standing)

    return save if orders else None


async def _write_end(tx: Transaction, info: MatchInfo, row: JournalRow) -> None:
    """Write the last journal entry, and the posts that the end of the match creates or updates."""
    await journal.append(tx, info.id, row)
    board = outbox.Post("board", {"seq": row.seq}, coalesce_key="board")
    questions = [match_posts.seat_question(seat, row.seq) for seat in info.seats if seat.open_message_id is not None]
    posts = [
        board,
        *match_posts.direct_messages(info, row.seq),
        *questions,
        *await match_posts.remove_reminder(tx, info),
    ]
    await outbox.enqueue(tx, info.id, posts, now=row.at, withdrawn=("turn", "reminder"))


def determinization_rng(info: MatchInfo, seat: int) -> random.Random:
    """Return the random source for a seat's determinizations. It is always the same for the same position."""
    return random.Random(f"{info.id}/{info.seq}/{seat}")  # noqa: S311 - worlds to try in, not a match's chance


def _has_missed_last_deadlines(rows: Sequence[JournalRow], seat: int) -> bool:
    """Return whether a seat has missed its last MAX_MISSED_DEADLINES deadlines. `rows` is the match's whole journal."""
    # Ignore answers of standing orders: they don't show whether the player is active. Default answers that were given
    # at the same time count as one missed deadline.
    own_entries = [row for row in rows if row.kind in ("act", "late") and row.seat == seat]
    entry_kinds = [kind for (kind, _), _ in groupby((row.kind, row.at) for row in own_entries)]
    return entry_kinds[-MAX_MISSED_DEADLINES:] == ["late"] * MAX_MISSED_DEADLINES


def _is_early(before: Position, seat: int, action: Action) -> bool:
    """Return whether this answer counts only at the decision's deadline."""
    hold = holds(before.match).get(seat)
    return hold is not None and hold.defers(action)


def _orders_after(table: Table, seat: int, new_orders: Sequence[str], among: Sequence[str] | None) -> list[str]:
    """Return a seat's orders after `set_orders`. Raises Refusal for an order that can't be set now."""
    match, game = table.match, table.match.game
    standing_orders = game.standing(match, seat, orders_of(match, table.info.seats[seat]))
    if not set(new_orders) <= {*standing_orders, *words_of(game.order_groups(Translator(), match, seat))}:
        raise Refusal(N_("This game has no such standing order."))
    stay = [] if among is None else [order for order in standing_orders if order not in among]
    return game.standing(match, seat, list(dict.fromkeys([*stay, *new_orders])))
