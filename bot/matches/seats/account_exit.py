"""Removing a user from everything that is running, as if they had left on their own, so others can continue."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from bot.matches.lobby.service import Lobby
from bot.matches.play.service import Play
from bot.matches.repository import MatchRepository
from bot.matches.seats.service import SeatTransfer
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import match_posts
from bot.store import outbox
from bot.store.statements import matches
from bot.store.statements.rows import ENDED_STATUSES
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal

#: A function that removes a user from everything in one feature.
Leave: TypeAlias = Callable[[int], Awaitable[None]]


class AccountExit:
    """Removes users from lobbies and matches."""

    def __init__(self, repo: MatchRepository, lobby: Lobby, play: Play, seat_transfer: SeatTransfer) -> None:
        self._repo = repo
        self._lobby = lobby
        self._play = play
        self._seat_transfer = seat_transfer
        #: Functions to call first, because their features might otherwise put the user into new matches. `bot.wiring`
        #: fills the list.
        self.first: list[Leave] = []

    async def leave_everything(self, user_id: int) -> bool:
        """Remove a user from everything. Return whether they are still in a match, for example a frozen one."""
        for leave in self.first:
            await leave(user_id)
        has_unfinished = False
        for match_id in await matches.involving(self._repo.store.read, user_id):
            try:
                await self.leave_match(match_id, user_id)
                has_unfinished |= (await self._repo.get(match_id)).status == "frozen"
            except Refusal:
                has_unfinished = True  # a newer process must do it, or the match was just frozen
        return has_unfinished

    async def leave_match(self, match_id: int, user_id: int) -> None:
        """Remove a user from a lobby or a match."""
        await self.leave_lobby(match_id, user_id)
        async with self._repo.lock_match(match_id) as tx:
            await self.leave_seat(tx, await self._repo.get(match_id), user_id)

    async def leave_lobby(self, match_id: int, user_id: int) -> None:
        """Remove a user from a lobby."""
        if (await self._repo.get(match_id)).status == "lobby":
            with suppress(Refusal):
                await self._lobby.leave(match_id, user_id)

    async def leave_seat(self, tx: Transaction, info: MatchInfo, user_id: int) -> None:
        """Open a user's seat to others, and appoint another host if necessary. The transaction has locked the match."""
        if info.status in ENDED_STATUSES or info.status == "lobby":
            return
        number = info.seat_of(user_id)
        heir = next((seat.user_id for seat in info.seats if seat.is_human and seat.user_id != user_id), None)
        if heir is not None and info.host_id == user_id:
            await matches.set_host(tx, info.id, heir)
        if info.status == "playing" and number is not None:
            await self._open(tx, info, info.seats[number], alone=heir is None)

    async def _open(self, tx: Transaction, info: MatchInfo, seat: SeatInfo, *, alone: bool) -> None:
        """Open a seat to a new player. If the match has no other human players, end it instead."""
        if alone:
            await self._play.end(info.id, seat.user_id, is_admin=True)
            return
        if seat.open_since is not None and seat.open_for is None:
            return
        if seat.computer is None or seat.stand_in is not None:
            await self._seat_transfer.open_seat(info, seat, seat.user_id)
        if info.watching_channel_id is not None:
            removal_post = match_posts.member(seat.user_id, gone=True)
            await outbox.enqueue(tx, info.id, [removal_post], now=self._repo.clock.now())
