"""Seats that change hands: a player leaves a running match, and a new player takes over.

An open seat keeps its player until someone takes it. Meanwhile, the player isn't pinged, and their next move closes the
seat again. A new player gets everything that the seat has and knows, so someone who has had another seat in the match
can't take it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.matches import refusals
from bot.matches.lobby.settings_checks import checked_name
from bot.matches.quotas import Quotas
from bot.matches.repository import MatchRepository
from bot.matches.seats import invitation_limits, player_blocks
from bot.matches.service_results import LEFT_FIELD, MatchInfo, SeatInfo
from bot.notifications import match_posts
from bot.store.statements import matches, seat_history
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_


class SeatTransfer:
    """Opens seats of running matches, and gives them to new players."""

    def __init__(self, repo: MatchRepository, limits: Quotas) -> None:
        self._repo = repo
        self._limits = limits

    async def offer_seat(self, match_id: int, user_id: int) -> MatchInfo:
        """Open the user's own seat to anyone in the server."""
        async with self._repo.lock_match(match_id):
            info, seat = await self._repo.match_and_seat(match_id, user_id)
            if seat.open_since is not None and seat.open_for is None:
                raise Refusal(N_("Your seat is already open."))
            return await self.open_seat(info, seat, user_id)

    async def invite(self, match_id: int, user_id: int, invited: int) -> MatchInfo:
        """Reserve a seat for an invited user: the match's open seat or, if there is none, the seat of `user_id`."""
        async with self._repo.lock_match(match_id):
            info, own_seat = await self._repo.match_and_seat(match_id, user_id)
            seat = next((one for one in info.seats if one.open_since is not None), own_seat)
            await self.check_newcomer(info, seat, invited)
            return await self.open_seat(info, seat, user_id, invited=invited)

    async def open_seat(
        self,
        info: MatchInfo,
        seat: SeatInfo,
        user_id: int,
        invited: int | None = None,
        action: dict[str, Any] | None = None,
    ) -> MatchInfo:
        """Open a seat to anyone, or only to the user `invited`. The caller has locked the match."""
        now = self._repo.clock.now()
        if invited is not None:
            async with self._repo.store.write() as tx:
                await invitation_limits.invite(tx, self._limits, user_id, [invited], _others(info, seat))
        changed = replace(seat, open_since=now, open_for=invited, open_message_id=None, stand_in_at=None)

        async def ask(tx: Transaction) -> None:
            await match_posts.repost_question(tx, info, seat, now)

        return await self._repo.reseat(info, changed, "open", user_id, action=action, hook=ask)

    async def take_seat(self, match_id: int, user_id: int, name: str, number: int) -> MatchInfo:
        """Give an open seat to this user."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._repo.get(match_id)
            if info.status != "playing":
                raise refusals.not_playing(info.status, info.error_id)
            if not 0 <= number < len(info.seats) or info.seats[number].open_since is None:
                raise Refusal(N_("That seat is no longer open."))
            seat = info.seats[number]
            if seat.user_id == user_id:
                raise Refusal(N_("It's your own seat. Make a move, and it's yours alone again."))
            await self.check_newcomer(info, seat, user_id)
            if seat.open_for not in (None, user_id):
                raise Refusal(N_("This seat is reserved for someone who was invited."))
            await player_blocks.check_seat(self._repo.store.read, user_id, _others(info, seat))
            await self._limits.check_person(tx, user_id)
            return await self.give_seat(info, seat, user_id, name)

    async def give_seat(self, info: MatchInfo, seat: SeatInfo, user_id: int, name: str) -> MatchInfo:
        """Give a seat to a new player. The caller has locked the match.

        The new player doesn't get the former player's orders, clock, deferred answer and private message. The number of
        hints stays, because it belongs to the seat.
        """
        now = self._repo.clock.now()
        # Keep the entry of the seat's last notification, and the id of the message that offers the seat, which must
        # still be removed.
        pinged_seq, open_message_id = seat.pinged_seq, seat.open_message_id
        newcomer = SeatInfo(
            seat.seat,
            user_id,
            checked_name(name),
            pinged_seq=pinged_seq,
            open_message_id=open_message_id,
            hinted=seat.hinted,
        )

        async def hand_on(tx: Transaction) -> None:
            await seat_history.add(tx, info.id, seat, now)
            await self._repo.offer_seats(tx, info, now)
            if info.host_id == seat.user_id:
                others = (one.user_id for one in info.seats if one.is_human and one.seat != seat.seat)
                await matches.set_host(tx, info.id, next(others, user_id))
            await match_posts.announce_new_player(tx, info, seat, newcomer, now)

        return await self._repo.reseat(info, newcomer, "seat", user_id, action={LEFT_FIELD: seat.name}, hook=hand_on)

    async def return_seat(self, info: MatchInfo, seat: SeatInfo, user_id: int, name: str) -> MatchInfo:
        """Give a seat back to a former player. The caller has locked the match."""
        await self.check_guest(info, seat, user_id, user_id)
        return await self.give_seat(info, seat, user_id, name)

    async def check_guest(self, info: MatchInfo, seat: SeatInfo, asker: int, user_id: int) -> None:
        """Raise Refusal if a user may not take a seat. The message is for the player who invites them."""
        await self.check_newcomer(info, seat, user_id)
        await player_blocks.check_guest(self._repo.store.read, asker, user_id, _others(info, seat))
        await self._limits.check_guest(self._repo.store.read, user_id)

    async def check_newcomer(self, info: MatchInfo, seat: SeatInfo, user_id: int) -> None:
        """Raise Refusal if a user has a seat in the match, or once had another one and so knows its secrets."""
        if info.seat_of(user_id) is not None:
            raise Refusal(N_("Players in this match already have a seat."))
        before = await seat_history.of_match(self._repo.store.read, info.id)
        if any(former_seat.user_id == user_id and former_seat.seat != seat.seat for former_seat in before):
            raise Refusal(N_("Players who have had another seat in this match know too much to take this one."))


def _others(info: MatchInfo, seat: SeatInfo) -> list[int]:
    """Return the ids of the players in the other seats."""
    return [other_seat.user_id for other_seat in info.seats if other_seat.seat != seat.seat]
