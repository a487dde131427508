"""Take-backs. Players can take back their own last moves and sealed choices. Anything else needs a vote.

A take-back is a journal entry like any other. Entry numbers always rise, and undone entries stay in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from bot.matches import refusals
from bot.matches.history.service import has_event_for
from bot.matches.lobby.rated import is_rated_alone
from bot.matches.play.position_rebuild import DamagedMatch, position_at, redealt, was_revealed
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MOVE_KINDS, REDEALT_FIELD, SEED_FIELD, MatchInfo, MoveResult, Position, Table
from bot.notifications import match_posts, turn_notification_decisions
from bot.store.statements import journal, matches
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Transaction
from rules.kernel.engine import match_reseeding, planned_turns
from rules.kernel.engine.match import Match
from rules.kernel.engine.sealed_choices import may_withdraw, withdraw
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Standing orders by seat.
Orders = dict[int, list[str]]


class _FreeMove(NamedTuple):
    """A move that its player can take back without a vote: its last entry, and whether answers of the seat's orders
    are taken back as well.
    """

    row: JournalRow
    includes_orders: bool


class UndoEffect(NamedTuple):
    """The effect of taking back a player's last move."""

    #: The entry to go back to; None if a sealed choice is withdrawn.
    restores: int | None
    #: Whether the take-back is possible without a vote.
    needs_no_vote: bool
    #: Whether something hidden has been revealed since the move, judging only by what all players may know.
    reveals_hidden: bool = False


class Undo:
    """Takes back moves: a seat's own last move, or others' moves after a vote (see `bot.matches.votes.service`)."""

    def __init__(self, repo: MatchRepository, seed: Callable[[], str]) -> None:
        """`seed` returns a new secret random seed, which is needed if players know what the old seed would bring."""
        self._repo = repo
        self._seed = seed

    async def _find_free_move(self, table: Table, seat: int) -> _FreeMove | None:
        """Return the move that this seat can take back without a vote, or None.

        The seat's last move must be the last move of the match, except for answers of the seat's own orders. Nothing
        may have been drawn or revealed since.
        """
        db, row, includes_orders = self._repo.store.read, table.position.entry, False
        if row is None or row.restores is not None:
            row = await journal.last_effective_entry(db, table.info.id, table.seq)
        while row is not None and row.kind == "order" and row.seat == seat and row.epoch_before == table.match.epoch:
            row, includes_orders = await journal.last_effective_entry(db, table.info.id, row.seq - 1), True
        if row is None or row.kind != "act" or row.seat != seat:
            return None
        return _FreeMove(row, includes_orders) if row.epoch_before == table.match.epoch else None

    async def _press_of(self, match_id: int, last: JournalRow) -> list[JournalRow]:
        """Return the entries of the press that a move belongs to, newest first: the move, and those before it.

        All actions of one press are saved together, at the same time and without positions between them.
        """
        db = self._repo.store.read
        count = last.seq - 1 - await journal.previous_position(db, match_id, last.seq)
        rows = await journal.page(db, match_id, last.seq, count) if count > 0 else []
        return [last, *takewhile(lambda row: row.at == last.at, reversed(rows))]

    async def _whole_press(self, table: Table, seat: int, move: _FreeMove) -> tuple[int, bool]:
        """Return the entry to go back to if a seat takes back its whole last press, as far as it can without a vote.

        Also return whether answers of the seat's orders are taken back as well. If one of the press's actions has
        revealed something, only the actions after it are taken back.
        """
        press = await self._press_of(table.info.id, move.row)
        epoch = table.match.epoch
        undone = list(takewhile(lambda row: row.seat == seat and row.epoch_before == epoch, press))
        return undone[-1].seq - 1, move.includes_orders or any(row.kind == "order" for row in undone)

    async def can_take_back(self, table: Table, seat: int | None) -> bool:
        """Return whether a seat can take back its last move or its sealed choice without a vote."""
        if seat is None or table.info.status != "playing" or seat in table.info.computers:
            return False
        return await self._find_free_move(table, seat) is not None or may_withdraw(table.match, seat)

    async def preview(self, match_id: int, user_id: int) -> UndoEffect:
        """Return what taking back a player's last move would do. Raises Refusal if they have made no move."""
        async with self._repo.lock_match(match_id):
            table, seat = await self._repo.match_and_playing_seat(match_id, user_id)
        if (free_move := await self._find_free_move(table, seat)) is not None:
            return UndoEffect((await self._whole_press(table, seat, free_move))[0], needs_no_vote=True)
        if may_withdraw(table.match, seat):
            return UndoEffect(None, needs_no_vote=True)
        vote_data = await self.vote_data(table, seat)
        return UndoEffect(vote_data["restores"], needs_no_vote=False, reveals_hidden=bool(vote_data.get("seen")))

    async def take_back(self, match_id: int, user_id: int, seq: int | None = None) -> MoveResult:
        """Take back a player's own last move or sealed choice. Raises Refusal if that needs a vote."""
        async with self._repo.lock_match(match_id):
            table, seat = await self._repo.match_and_playing_seat(match_id, user_id)
            if seq is not None and seq != table.seq:
                raise refusals.stale_press()
            free_move = await self._find_free_move(table, seat)
            if free_move is not None:
                back, includes_orders = await self._whole_press(table, seat, free_move)
                dropped = orders_without_plans(table.info, seat) if includes_orders else {}
                calls = turn_notification_decisions.CallPolicy.NOT_ACTOR
                return await self.go_back(table, seat, user_id, back, calls, free=True, dropped=dropped)
            if not may_withdraw(table.match, seat):
                raise Refusal(N_("You can no longer take that back on your own, but you can ask the table to go back."))
            return await self._withdraw(table, seat, user_id)

    async def vote_data(self, table: Table, seat: int) -> dict[str, Any]:
        """Return the data of a vote on going back to before a seat's own last move. Raises Refusal."""
        if await self.can_take_back(table, seat):
            raise Refusal(N_("You can take that back without asking."))
        info = table.info
        if is_rated_alone(info):
            raise Refusal(
                N_("This match counts for ratings, and there's no other person to agree, so you can't go back.")
            )
        line = await journal.effective_entries(self._repo.store.read, info.id, info.seq)
        last_move = _last_move(line, seat)
        if last_move is None:
            raise Refusal(N_("You haven't made a move you could take back."))
        last_move = (await self._press_of(info.id, last_move))[-1]
        undone = [row for row in line if row.seq >= last_move.seq and row.kind in MOVE_KINDS]
        moves = sum(row.kind != "order" and has_event_for(row, None) for row in undone)
        game = table.match.game
        shown = {"round": game.round(table.view(None)), "round_named": game.round_named}
        data = {"restores": last_move.seq - 1, "moves": moves, **shown}
        if not game.secret_draws:
            data["seen"] = any(row.epoch_after != row.epoch_before for row in undone)
        return data

    async def _withdraw(self, table: Table, seat: int, user_id: int) -> MoveResult:
        """Withdraw this seat's sealed choice. Everything that others have done since then remains."""
        repo, info = self._repo, table.info
        async with repo.freeze_on_error(info):
            match = withdraw(table.match, seat)
            position = Position.from_match(match, table.seq + 1, ())
        epochs = (table.match.epoch, match.epoch)
        row = JournalRow(
            position.seq, repo.clock.now(), "withdraw", seat, user_id, epoch_before=epochs[0], epoch_after=epochs[1]
        )
        return MoveResult(
            await repo.commit(info, position, [row], turn_notification_decisions.CallPolicy.NOT_ACTOR), []
        )

    async def go_back(
        self,
        table: Table,
        asker: int,
        user_id: int | None,
        restores: int,
        calls: turn_notification_decisions.CallPolicy,
        *,
        free: bool = False,
        dropped: Orders | None = None,
    ) -> MoveResult:
        """Go back to the position after entry `restores`.

        `free` means that nothing has been drawn since, so the random seed doesn't change. `dropped` has the remaining
        orders of the seats whose plans are deleted; if it is None, the plans of all seats are deleted.

        The new entry names the seat that asked, and the user who took the move back or was the last to agree.
        """
        repo, info = self._repo, table.info
        restores = await self._original_entry(info.id, restores)
        match = await self._position_after(info, restores)
        hidden_was_revealed = not free and await was_revealed(repo.store.read, info, restores)
        async with repo.freeze_on_error(info):
            if hidden_was_revealed:
                seed, has_new_seed = self._seed(), True
                match = redealt(match, seed)
            elif free:
                seed, has_new_seed = match_reseeding.keep_seed(match, table.match), False
            else:
                seed, has_new_seed = match_reseeding.set_seed_for_undo(match, table.match, self._seed())
            position = Position.from_match(match, info.seq + 1, ())
        row = JournalRow(
            position.seq,
            repo.clock.now(),
            "undo",
            asker,
            user_id,
            action=None
            if seed is None
            else {SEED_FIELD: seed} | ({REDEALT_FIELD: True} if hidden_was_revealed else {}),
            epoch_before=table.match.epoch,
            epoch_after=position.match.epoch,
            restores=restores,
        )

        remaining_orders = orders_without_plans(info) if dropped is None else dropped

        async def along(tx: Transaction) -> None:
            for seat_number, left in remaining_orders.items():
                await matches.set_standing(tx, info.id, seat_number, left)
            if has_new_seed:
                await match_posts.announce_new_seed(tx, info, match, row.at)
            if hidden_was_revealed and position.seats_with_secrets:
                await match_posts.announce_redeal(tx, info, row.at)

        return MoveResult(
            await repo.commit(info, position, [row], calls, hook=along if has_new_seed or remaining_orders else None),
            [],
        )

    async def _position_after(self, info: MatchInfo, seq: int) -> Match[Any]:
        """Return the position after an entry. It is rebuilt if it wasn't saved, as between the actions of a press."""
        repo = self._repo
        data = await journal.snapshot(repo.store.read, info.id, seq)
        if data is not None:
            async with repo.freeze_on_error(info):
                return repo.games[info.game].load(data)
        try:
            return await position_at(repo.store.read, repo.games[info.game], info.id, seq)
        except DamagedMatch as error:
            raise Refusal(N_("That position is no longer stored.")) from error

    async def _original_entry(self, match_id: int, seq: int) -> int:
        """Return the earliest entry with the same position as entry `seq`, to keep chains of take-backs short."""
        row = await journal.entry(self._repo.store.read, match_id, seq)
        while row is not None and row.restores is not None and SEED_FIELD not in (row.action or {}):
            seq = row.restores
            row = await journal.entry(self._repo.store.read, match_id, seq)
        return seq


def orders_without_plans(info: MatchInfo, only: int | None = None) -> Orders:
    """Return the orders that remain without the plan, for all seats with a plan or only for the seat `only`."""
    orders = {seat.seat: seat.standing or () for seat in info.seats if only in (None, seat.seat)}
    return {seat: planned_turns.without(old) for seat, old in orders.items() if any(map(planned_turns.is_step, old))}


def _last_move(line: Sequence[JournalRow], seat: int) -> JournalRow | None:
    """Return a seat's newest move in a list of entries (newest first). Withdrawn sealed choices don't count."""
    undone_count = 0
    for row in line:
        if row.seat != seat:
            continue
        if row.kind == "withdraw":
            undone_count += 1
        elif row.kind in ("act", "order") and undone_count:
            undone_count -= 1
        elif row.kind == "act":
            return row
    return None
