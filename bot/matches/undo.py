"""Going back: freely for one's own last moves and sealed choices, by agreement for anything else.

Going back is a journal entry like any other: the sequence number always rises, and undone entries stay in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.matches import limits, notices, refusal
from bot.matches.records import LUCK, MatchInfo, Outcome, Position, Table, UndoRequest
from bot.matches.repository import MatchRepository
from bot.store import JournalRow, Transaction, UndoRow, journal
from rules.kernel.engine import luck
from rules.kernel.engine.sealed import may_withdraw, withdraw
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_

#: A request calls everybody: so many within so many seconds may come of one seat without the table agreeing.
REQUESTS, REST = 2, 600
ASKED_OFTEN = N_("You have asked to go back often lately; you can ask again in {minutes} min.")


class Undo:
    """Takes back moves, and lets players ask for it and answer."""

    def __init__(self, repo: MatchRepository, seed: Callable[[], str]) -> None:
        """`seed` makes the secret of the chance that follows when the table goes back past a draw."""
        self._repo = repo
        self._seed = seed

    async def _free(self, table: Table, seat: int) -> int | None:
        """Return the entry this seat may go back to alone, or None.

        Its last move must be the table's last, with nothing drawn or revealed since.
        """
        row = table.position.entry
        if row is None or row.restores is not None:
            row = await journal.top(self._repo.store.read, table.info.id, table.seq)
        if row is None or row.kind != "act" or row.seat != seat:
            return None
        return row.seq - 1 if row.epoch_before == table.match.epoch else None

    async def can_take_back(self, table: Table, seat: int | None) -> bool:
        """Tell whether a seat may go back, or withdraw its sealed choice, without asking."""
        if seat is None or table.info.status != "playing" or seat in table.info.computers:
            return False
        return await self._free(table, seat) is not None or may_withdraw(table.match, seat)

    async def take_back(self, match_id: int, user_id: int, seq: int | None = None) -> Outcome:
        """Take back the person's own last move or sealed choice."""
        async with self._repo.held(match_id):
            table, seat = await self._repo.playing(match_id, user_id)
            if seq is not None and seq != table.seq:
                raise refusal.stale()
            restores = await self._free(table, seat)
            if restores is not None:
                return await self._go_back(table, seat, user_id, restores, notices.Calls.NOT_ACTOR, free=True)
            if not may_withdraw(table.match, seat):
                raise Refusal(N_("You can't take that back on your own any more; you can ask the table to go back."))
            return await self._withdraw(table, seat, user_id)

    async def request(self, request_id: int) -> UndoRow | None:
        """Return a request to go back, whatever its status."""
        return await journal.request(self._repo.store.read, request_id)

    async def ask(self, match_id: int, user_id: int) -> UndoRequest | Outcome:
        """Ask everybody to go back to before the person's own last move; with nobody to ask, go back."""
        repo = self._repo
        async with repo.held(match_id):
            table, seat = await repo.playing(match_id, user_id)
            info = table.info
            if await self.can_take_back(table, seat):
                raise Refusal(N_("You can take that back without asking."))
            if await journal.open_request(repo.store.read, info.id) is not None:
                raise Refusal(N_("Another request to go back is waiting for answers."))
            line = await journal.line(repo.store.read, info.id, info.seq)
            own = _last_act(line, seat)
            if own is None:
                raise Refusal(N_("You have made no move yet that could be taken back."))
            # Computers agree to everything.
            agreed = tuple(dict.fromkeys((seat, *sorted(info.computers))))
            if len(agreed) == len(info.seats):
                return await self._go_back(table, seat, user_id, own.seq - 1, notices.Calls.NOT_ACTOR)
            now = repo.clock.now()
            asked = await journal.asked_since(repo.store.read, info.id, seat, now - REST)
            limits.check_rest(asked, now, most=REQUESTS, span=REST, sentence=ASKED_OFTEN)
            async with repo.store.write() as tx:
                request_id = await journal.add_request(tx, info.id, seat, agreed, info.seq, own.seq - 1, now)
                await notices.notice(
                    tx,
                    info.id,
                    N_("{who} asks to go back to before their last move. Does everybody agree?"),
                    now=now,
                    seats={"who": seat},
                    users=[other.user_id for other in info.seats if other.seat not in agreed],
                    undo=request_id,
                )
            return await self._request(info, request_id)

    async def answer(
        self, match_id: int, user_id: int, yes: bool, request_id: int | None = None
    ) -> UndoRequest | Outcome:
        """Answer the open request, or the given one if it is still open. The last yes goes back, any no ends it."""
        repo = self._repo
        async with repo.held(match_id):
            table, seat = await repo.playing(match_id, user_id)
            info = table.info
            asked = await journal.open_request(repo.store.read, info.id)
            if asked is None or (request_id is not None and request_id != asked.id):
                raise Refusal(N_("That request to go back is no longer open."))
            if not yes:
                return await self._refuse(info, asked, seat)
            if seat in asked.agreed:
                raise Refusal(N_("You have agreed already; the others must answer."))
            agreed = tuple(dict.fromkeys((*asked.agreed, seat, *sorted(info.computers))))
            if len(agreed) == len(info.seats):
                done = replace(asked, agreed=agreed)
                return await self._go_back(
                    table, seat, user_id, asked.restores, notices.Calls.AFRESH, asker=asked.asker, done=done
                )
            async with repo.store.write() as tx:
                await journal.answer_request(tx, asked.id, agreed, "open")
            return await self._request(info, asked.id)

    async def _refuse(self, info: MatchInfo, asked: UndoRow, seat: int) -> UndoRequest:
        if seat == asked.asker:
            sentence = N_("{who} no longer asks to go back.")
        else:
            sentence = N_("{who} does not agree to go back; the match goes on.")
        async with self._repo.store.write() as tx:
            await journal.answer_request(tx, asked.id, asked.agreed, "refused")
            await notices.answered(tx, info, asked, self._repo.clock.now())
            await notices.notice(tx, info.id, sentence, now=self._repo.clock.now(), seats={"who": seat})
        return await self._request(info, asked.id)

    async def _request(self, info: MatchInfo, request_id: int) -> UndoRequest:
        row = await self.request(request_id)
        assert row is not None
        missing = tuple(seat.seat for seat in info.seats if seat.seat not in row.agreed)
        return UndoRequest(row.id, row.match_id, row.asker, row.seq, row.restores, row.agreed, missing, row.status)

    async def _withdraw(self, table: Table, seat: int, user_id: int) -> Outcome:
        """Withdraw this seat's sealed choice; what others have done since stays."""
        repo, info = self._repo, table.info
        async with repo.guarded(info):
            match = withdraw(table.match, seat)
            position = Position.of(match, table.seq + 1, ())
        epochs = (table.match.epoch, match.epoch)
        row = JournalRow(
            position.seq, repo.clock.now(), "withdraw", seat, user_id, epoch_before=epochs[0], epoch_after=epochs[1]
        )
        return Outcome(await repo.commit(info, position, [row], notices.Calls.NOT_ACTOR), [])

    async def _go_back(
        self,
        table: Table,
        seat: int,
        user_id: int,
        restores: int,
        calls: notices.Calls,
        *,
        asker: int | None = None,
        done: UndoRow | None = None,
        free: bool = False,
    ) -> Outcome:
        """Go back to the position after entry `restores`; `free` tells that nothing was drawn since."""
        repo, info = self._repo, table.info
        restores = await self._first(info.id, restores)
        data = await journal.snapshot(repo.store.read, info.id, restores)
        if data is None:
            raise Refusal(N_("That position is no longer kept."))
        async with repo.guarded(info):
            match = repo.games[info.game].load(data)
            if free:
                seed, fresh = luck.keep(match, table.match), False
            else:
                seed, fresh = luck.going_back(match, table.match, self._seed())
            position = Position.of(match, info.seq + 1, ())
        row = JournalRow(
            position.seq,
            repo.clock.now(),
            "undo",
            seat if asker is None else asker,
            user_id,
            action=None if seed is None else {LUCK: seed},
            epoch_before=table.match.epoch,
            epoch_after=position.match.epoch,
            restores=restores,
        )

        async def fulfil(tx: Transaction) -> None:
            if done is not None:
                await journal.answer_request(tx, done.id, done.agreed, "done")
                await notices.answered(tx, info, done, row.at)
            if fresh:
                await notices.new_luck(tx, info, match, row.at)

        return Outcome(await repo.commit(info, position, [row], calls, along=fulfil), [])

    async def _first(self, match_id: int, seq: int) -> int:
        """Return the first entry after which the match was as it was after this one, to keep chains of them short."""
        row = await journal.entry(self._repo.store.read, match_id, seq)
        while row is not None and row.restores is not None and LUCK not in (row.action or {}):
            seq = row.restores
            row = await journal.entry(self._repo.store.read, match_id, seq)
        return seq


def _last_act(line: Sequence[JournalRow], seat: int) -> JournalRow | None:
    """Return a seat's newest act of a line (newest first), without sealed choices that it withdrew."""
    withdrawn = 0
    for row in line:
        if row.seat != seat:
            continue
        if row.kind == "withdraw":
            withdrawn += 1
        elif row.kind in ("act", "order") and withdrawn:
            withdrawn -= 1
        elif row.kind == "act":
            return row
    return None
