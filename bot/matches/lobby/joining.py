"""The seats of a lobby: joining, inviting, leaving, and adding computers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.matches.absence import service as absence
from bot.matches.lobby.base import LobbyBase
from bot.matches.lobby.settings_checks import checked_name, renumbered
from bot.matches.seats import invitation_limits, player_blocks
from bot.matches.seats.computers import checked_level, with_computer
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import match_posts
from bot.store import outbox
from bot.store.statements import matches
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: The notice that an invited person declines.
DECLINED = N_("{who} can't join this table.")


class LobbyJoining(LobbyBase):
    """Manages the seats of lobbies."""

    async def join(self, match_id: int, user_id: int, name: str) -> MatchInfo:
        """Give a user a free seat."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._waiting_room(match_id)
            if info.seat_of(user_id) is not None:
                raise Refusal(N_("You're already at this table."))
            if len(info.seats) >= self._repo.games[info.game].seats[-1]:
                raise Refusal(N_("This table is full."))
            await player_blocks.check_seat(tx, user_id, [seat.user_id for seat in info.seats])
            await self._limits.check_person(tx, user_id)
            await absence.end_on_joining(tx, user_id)
            seats = [*info.seats, SeatInfo(len(info.seats), user_id, checked_name(name))]
            if info.is_private:
                await outbox.enqueue(tx, info.id, [match_posts.member(user_id)], now=self._repo.clock.now())
            return await self._change(info, seats)

    async def invite(self, match_id: int, user_id: int, invited: int) -> None:
        """Invite a user to a lobby that `user_id` has joined. No one is invited twice to a lobby within a day."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._waiting_room(match_id)
            seat = info.seat_of(user_id)
            if seat is None:
                raise Refusal(N_("You don't have a seat at this table."))
            if info.seat_of(invited) is not None:
                raise Refusal(N_("They're already at this table."))
            if len(info.seats) >= self._repo.games[info.game].seats[-1]:
                raise Refusal(N_("This table is full."))
            key = match_posts.invite_key(invited)
            if await outbox.has_row(tx, info.id, key):
                raise Refusal(N_("I've already asked this person."))
            await invitation_limits.invite(
                tx, self._limits, user_id, [invited], [seat_holder.user_id for seat_holder in info.seats]
            )
            payload = {"user_id": invited, "by": info.seats[seat].name}
            await outbox.enqueue(
                tx, info.id, [outbox.Post("invite", payload, coalesce_key=key)], now=self._repo.clock.now()
            )

    async def decline(self, match_id: int, user_id: int, name: str) -> MatchInfo:
        """Inform the players in a lobby that a recently invited user declines."""
        async with self._repo.lock_match(match_id) as tx:
            info, decline_key = await self._waiting_room(match_id), f"declined:{user_id}"
            if info.seat_of(user_id) is not None or await outbox.has_row(tx, info.id, decline_key):
                raise Refusal(N_("You've already answered that."))
            if await outbox.has_row(tx, info.id, match_posts.invite_key(user_id)):
                payload: dict[str, Any] = {
                    "msgid": DECLINED,
                    "args": {},
                    "seats": {},
                    "users": [],
                    "names": {"who": checked_name(name)},
                }
                post = outbox.Post("notice", payload, coalesce_key=decline_key)
                await outbox.enqueue(tx, info.id, [post], now=self._repo.clock.now())
            return info

    async def leave(self, match_id: int, user_id: int) -> MatchInfo:
        """Remove a user from a lobby, and appoint a new host if necessary. If no users remain, the lobby closes."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._repo.get(match_id)
            if info.seat_of(user_id) is None:
                raise Refusal(N_("You don't have a seat at this table."))
            if info.status == "playing":
                raise Refusal(N_("The match has begun, so you can only leave by ending it."))
            info = await self._waiting_room(match_id)
            staying = [seat for seat in info.seats if seat.user_id != user_id]
            people = [seat.user_id for seat in staying if seat.is_human]
            if not people:
                return await self._close(info)
            host_id = info.host_id if info.host_id != user_id else people[0]
            if info.is_private:
                removal_post = match_posts.member(user_id, gone=True)
                await outbox.enqueue(tx, info.id, [removal_post], now=self._repo.clock.now())
            return await self._change(info, renumbered(staying), host_id=host_id)

    async def add_computer(self, match_id: int, user_id: int, level: str) -> MatchInfo:
        """Give a free seat to a computer. Only the host may do this."""
        async with self._repo.lock_match(match_id):
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            if len(info.seats) >= self._repo.games[info.game].seats[-1]:
                raise Refusal(N_("This table is full."))
            return await self._change(info, with_computer(info.seats, checked_level(level), info.locale))

    async def remove_computer(self, match_id: int, user_id: int) -> MatchInfo:
        """Remove the computer that was added last. Only the host may do this."""
        async with self._repo.lock_match(match_id):
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            last = max((seat.seat for seat in info.seats if not seat.is_human), default=None)
            if last is None:
                raise Refusal(N_("There's no computer at this table."))
            return await self._change(info, renumbered(seat for seat in info.seats if seat.seat != last))

    async def rename(self, info: MatchInfo, user_id: int, name: str) -> MatchInfo:
        """Save a player's current name, to be shown from now on."""
        seat = info.seat_of(user_id)
        if seat is None or info.status != "playing" or info.seats[seat].name == name:
            return info
        checked = checked_name(name)
        if info.seats[seat].name == checked:
            return info
        async with self._repo.store.write() as tx:
            await matches.set_name(tx, info.id, seat, checked)
        return replace(info, seats=tuple(replace(s, name=checked) if s.seat == seat else s for s in info.seats))

    async def _close(self, info: MatchInfo) -> MatchInfo:
        now = self._repo.clock.now()
        async with self._repo.store.write() as tx:
            await matches.set_seats(tx, info.id, [])
            await matches.close(tx, info.id, info.seq, "ended", now)
            await match_posts.update_lobby(tx, info.id, now)
        return await self._repo.get(info.id)
