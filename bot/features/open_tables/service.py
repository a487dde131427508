"""Open tables and the servers' lists of them.

An open table is not a match yet: it has no turns and no channel. When it is full or its host starts it, the reconciler
in `bot.features.open_tables.jobs` opens a thread and a match for it. Each change to a table also queues an update of
its server's list in the same transaction, so nothing is lost if the process dies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Any

from bot.app.clock import DAY
from bot.features.open_tables import statements as open_table_statements
from bot.features.open_tables.model import OpenTableMemberRow, OpenTableRow
from bot.features.open_tables.statements import ListRow
from bot.matches import refusals
from bot.matches.absence import service as absence
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.lobby.service import Lobby
from bot.matches.lobby.settings_checks import checked_name, waits_for_people
from bot.matches.quotas import Quotas
from bot.matches.repository import MatchRepository
from bot.matches.seats import invitation_limits, player_blocks
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.matches.settings.servers import TABLES
from bot.store.leases import LEASE_SECONDS
from bot.store.statements import settings_audit_log
from bot.store.statements.settings_audit_log import ChangeRow
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, N_, Translator

#: Maximum number of open tables per person and per server, and the lifetime of an open table in seconds.
MAX_PER_PERSON, MAX_PER_SERVER, LIFETIME = 3, 200, 7 * DAY
#: Maximum number of people invited to one table.
MAX_INVITED = 20
#: The id of the lock that lets only one process at a time update the lists.
LIST_LOCK = 5
#: These values are stored instead of a list's channel if the server has turned off its list, and if the channel is
#: gone. In the second case, the next open table brings the list back. Tables can be opened in both cases.
LIST_TURNED_OFF, LIST_CHANNEL_GONE = 0, -1
_CLOSED = N_("This table is no longer open.")


class OpenTableChanged(Refusal):
    """Raised if a table changed while it was being opened, or if another process opened it.

    The list of the table's server is then due for another update.
    """


@dataclass(frozen=True, slots=True)
class OpenTableRequest:
    """The settings chosen for a new open table; see `bot.features.open_tables.model.OpenTableRow`."""

    game: str
    guild_id: int
    #: The channel for the table's thread, and whether that channel is an announcement channel.
    channel_id: int
    news: bool = False
    #: The match starts automatically once this many players have joined; None for the game's maximum.
    players: int | None = None
    pace: Mapping[str, Any] | None = None
    locale: str = LOCALES[0]
    #: Whether to use the game's setup for beginners.
    first: bool = False


def seat_limits(game: AnyGame, players: int | None) -> tuple[int, int]:
    """Return the minimum and maximum player count of a table for the requested player count; raises Refusal."""
    least, most = max(2, game.seats.start), game.seats.stop - 1
    if most < 2:
        raise Refusal(N_("You play this game on your own. `/match new` opens it."))
    if players is None:
        return least, most
    if players not in game.seats or players < 2:
        raise Refusal(N_("This game is for {least} to {most} players."), least=least, most=most)
    return least, players


class OpenTableLists:
    """Stores and updates the servers' lists of open tables."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def open_in(self, guild_id: int) -> list[OpenTableRow]:
        """Return the entries of a server's list: its open tables and the open seats of its matches, oldest first."""
        read = self._repo.store.read
        now = self._repo.clock.now()
        all_tables = await open_table_statements.open_in(read, guild_id)
        current_tables = [
            open_table for open_table in all_tables if open_table.game in self._repo.games and open_table.ends_at > now
        ]
        free_seats = await open_table_statements.seats_free(
            read,
            {
                open_table.match_id
                for open_table in current_tables
                if open_table.match_id and open_table.seat is not None
            },
        )
        return [
            open_table
            for open_table in current_tables
            if open_table.match_id is None or (open_table.match_id, open_table.seat) in free_seats
        ]

    async def joined_by(self, user_id: int) -> list[OpenTableRow]:
        """Return the open tables that a person has joined."""
        return [
            open_table
            for open_table in await open_table_statements.open_of(self._repo.store.read, user_id)
            if open_table.match_id is None
        ]

    async def list_channel(self, guild_id: int) -> int | None:
        """Return the channel that shows a server's list of open tables; None if there is no such channel."""
        row = await open_table_statements.list_of(self._repo.store.read, guild_id)
        return None if row is None or row.channel_id in (LIST_TURNED_OFF, LIST_CHANNEL_GONE) else row.channel_id

    async def set_list_channel(self, guild_id: int, channel_id: int | None, *, by: int | None = None) -> ListRow | None:
        """Set the channel that shows a server's list of open tables, or turn the list off.

        Return the previous row of the list, or None if nothing changed or there was no list. `by` is the user recorded
        as the author of the change.
        """
        async with self._repo.store.write() as tx:
            before = await open_table_statements.list_of(tx, guild_id)
            if before is not None and before.channel_id == (channel_id or LIST_TURNED_OFF):
                return None
            now = self._repo.clock.now()
            await open_table_statements.put_list(tx, guild_id, channel_id or LIST_TURNED_OFF, now)
            if by is not None:
                await settings_audit_log.save(tx, guild_id, ChangeRow(by, now, TABLES, channel_id))
            return before

    async def move_lost_list(self, row: ListRow) -> None:
        """Move a list whose channel is gone to another channel where a table of the server was opened.

        If there is no such channel, save that the list has lost its channel.
        """
        async with self._repo.store.write() as tx:
            places = [
                open_table.wanted["channel"]
                for open_table in await open_table_statements.open_in(tx, row.guild_id)
                if open_table.seat is None
            ]
            other_channels = [place for place in places if place != row.channel_id]
            await open_table_statements.put_list(
                tx, row.guild_id, other_channels[-1] if other_channels else LIST_CHANNEL_GONE, self._repo.clock.now()
            )

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Try to hold the lock for updating lists during the block; yield False if another process holds the lock."""
        return self._repo.store.try_task_lock(LIST_LOCK)

    async def due(self, limit: int) -> Sequence[ListRow]:
        """Return the lists that are due for an update."""
        return await open_table_statements.due_lists(self._repo.store.read, self._repo.clock.now(), limit)

    async def claim(self, row: ListRow) -> int | None:
        """Lease a list. Return the time when the lease ends, or None if the list has changed since it was read."""
        until = self._repo.clock.now() + LEASE_SECONDS
        async with self._repo.store.write() as tx:
            return until if await open_table_statements.lease_list(tx, row, until) else None

    async def save_list_message(
        self, row: ListRow, taken_until: int, message_id: int | None, *, again: int | None = None
    ) -> None:
        """Save the message id of a server's list.

        The list is due again when it changes, when a table expires, or at the time `again`.
        """
        async with self._repo.store.write() as tx:
            due = again if again is not None else await open_table_statements.next_end(tx, row.guild_id)
            await open_table_statements.save_list(tx, row, taken_until, message_id, due)

    async def close_expired(self, guild_id: int) -> list[OpenTableRow]:
        """Close a server's expired tables, and remove taken seats from its list.

        Return the expired tables, so their players can be notified.
        """
        now, shown = self._repo.clock.now(), {open_table.id for open_table in await self.open_in(guild_id)}
        expired: list[OpenTableRow] = []
        for open_table in await open_table_statements.open_in(self._repo.store.read, guild_id):
            is_taken_seat = open_table.seat is not None and open_table.id not in shown
            if not is_taken_seat and (
                open_table.ends_at > now or (open_table.seat is None and open_table.match_id is not None)
            ):
                continue
            async with self._repo.store.write() as tx:
                locked = await open_table_statements.lock_row(tx, open_table.id)
                if locked is None or locked.status != "open" or (locked.seat is None and locked.match_id is not None):
                    continue
                await open_table_statements.change(tx, open_table.id, status="closed")
                expired += [locked] if locked.seat is None else []
        for number in await open_table_statements.unreadable_in(self._repo.store.read, guild_id):
            async with self._repo.store.write() as tx:
                await open_table_statements.change(tx, number, status="closed")
        return expired

    async def ready_tables(self, guild_id: int) -> list[OpenTableRow]:
        """Return a server's tables that are ready to be opened, and the opened tables whose match has yet to begin."""
        all_tables = await open_table_statements.open_in(self._repo.store.read, guild_id)
        return [open_table for open_table in all_tables if open_table.is_ready and open_table.game in self._repo.games]

    async def seats_offered(self, tx: Transaction, guild_id: int, now: int) -> None:
        """Queue an update of a server's list, because the open seats of its matches may have changed."""
        await open_table_statements.mark_lists_due(tx, [guild_id], now)


class OpenTables(OpenTableLists):
    """Opens tables, lets people join and leave them, and creates their matches."""

    def __init__(self, repo: MatchRepository, lobby: Lobby, limits: Quotas) -> None:
        super().__init__(repo)
        self._lobby = lobby
        self._limits = limits

    async def get(self, open_table_id: int) -> OpenTableRow:
        """Return an open table; raises Refusal if it is closed."""
        open_table = _checked_open(await open_table_statements.get(self._repo.store.read, open_table_id))
        if open_table.game not in self._repo.games:
            raise Refusal(N_("There's no such game here."))
        return open_table

    async def open(self, request: OpenTableRequest, user_id: int, name: str) -> OpenTableRow:
        """Open a table, with its host as the first player."""
        if request.game not in self._repo.games:
            raise Refusal(N_("There's no such game here."))
        size, now = seat_limits(self._repo.games[request.game], request.players), self._repo.clock.now()
        what = {
            "channel": request.channel_id,
            "news": request.news,
            "pace": dict(request.pace or {}),
            "locale": request.locale if request.locale in LOCALES else LOCALES[0],
            "first": request.first,
        }
        async with self._repo.store.write() as tx:
            await self._check_person(tx, user_id)
            await tx.wait_for_lock(f"open tables of server {request.guild_id}")
            if len(await open_table_statements.open_in(tx, request.guild_id)) >= MAX_PER_SERVER:
                raise Refusal(N_("This server has no room for more open tables. Join one of them."))
            row = OpenTableRow(
                0, request.guild_id, request.game, user_id, *size, what, "open", None, now, now + LIFETIME
            )
            seek_id = await open_table_statements.add(tx, row)
            await open_table_statements.put_member(
                tx, seek_id, OpenTableMemberRow(user_id, checked_name(name), "in", now)
            )
            listed = await open_table_statements.list_of(tx, request.guild_id)
            if listed is None or listed.channel_id == LIST_CHANNEL_GONE:
                await open_table_statements.put_list(tx, request.guild_id, request.channel_id, now)
            await absence.end_on_joining(tx, user_id)
            return await self._queue_update(tx, seek_id)

    async def join(self, open_table_id: int, user_id: int, name: str, guild_id: int | None) -> OpenTableRow:
        """Join an open table. People outside the table's server can join only if they were invited."""
        async with self._repo.store.write() as tx:
            await self._check_person(tx, user_id, besides=open_table_id)
            open_table = _checked_open(await open_table_statements.lock_row(tx, open_table_id))
            if guild_id != open_table.guild_id and open_table.answer_of(user_id) is None:
                raise Refusal(_CLOSED)
            if open_table.seat is not None:
                raise Refusal(
                    N_("That seat is in a running match. Press *{take}*."),
                    take=Translator(open_table.wanted["locale"]).t("Take the seat"),
                )
            if user_id in open_table.user_ids:
                raise Refusal(N_("You're already at this table."))
            if len(open_table.seated) >= open_table.most:
                raise Refusal(N_("This table is full."))
            await player_blocks.check_seat(tx, user_id, open_table.user_ids)
            now = self._repo.clock.now()
            await open_table_statements.put_member(
                tx, open_table_id, OpenTableMemberRow(user_id, checked_name(name), "in", now)
            )
            await absence.end_on_joining(tx, user_id)
            return await self._queue_update(tx, open_table_id)

    async def _check_person(self, tx: Transaction, user_id: int, besides: int = 0) -> None:
        """Raise Refusal if a person has already joined the maximum number of open tables."""
        await tx.wait_for_lock(f"open tables of person {user_id}")
        await self._limits.check_person(tx, user_id)
        if (
            sum(open_table.id != besides for open_table in await open_table_statements.open_of(tx, user_id))
            >= MAX_PER_PERSON
        ):
            raise Refusal(
                N_("You're at {n} open tables, the most you can join. To leave one, use `/table leave`."),
                n=MAX_PER_PERSON,
            )

    async def leave(self, open_table_id: int, user_id: int) -> OpenTableRow:
        """Leave an open table.

        If the host leaves, another player becomes host. If the last player leaves, the table is closed.
        """
        async with self._repo.store.write() as tx:
            open_table = _checked_open(await open_table_statements.lock_row(tx, open_table_id))
            if user_id not in open_table.user_ids:
                raise Refusal(N_("You don't have a seat at this table."))
            return await self._remove_player(tx, open_table, user_id)

    async def _remove_player(self, tx: Transaction, open_table: OpenTableRow, user_id: int) -> OpenTableRow:
        self._check_unopened(open_table)
        await open_table_statements.remove_member(tx, open_table.id, user_id)
        staying = [player_id for player_id in open_table.user_ids if player_id != user_id]
        if not staying:
            await open_table_statements.change(tx, open_table.id, status="closed")
        elif open_table.host_id == user_id:
            await open_table_statements.change(tx, open_table.id, host_id=staying[0])
        if len(staying) < open_table.fewest and open_table.wanted.get("go"):
            await open_table_statements.change(tx, open_table.id, wanted=open_table.wanted | {"go": False})
        return await self._queue_update(tx, open_table.id)

    async def leave_all(self, user_id: int) -> None:
        """Remove a user from all open tables, except those that are being opened."""
        for open_table in await open_table_statements.open_of(self._repo.store.read, user_id):
            with suppress(Refusal):
                await self.leave(open_table.id, user_id)

    async def separate(self, user_id: int, other_id: int) -> None:
        """Separate a user from another user they have just blocked.

        The user leaves the open tables that both have joined. If the user hosts such a table, the other user is removed
        instead.
        """
        for open_table in await open_table_statements.open_of(self._repo.store.read, user_id):
            async with self._repo.store.write() as tx:
                locked = await open_table_statements.lock_row(tx, open_table.id)
                if locked is None or locked.status != "open" or locked.match_id is not None:
                    continue
                if {user_id, other_id} <= set(locked.user_ids):
                    await self._remove_player(tx, locked, other_id if locked.host_id == user_id else user_id)

    async def start_now(self, open_table_id: int, user_id: int) -> OpenTableRow:
        """Start an open table with its current players before it is full; only its host may do this."""
        async with self._repo.store.write() as tx:
            open_table = _checked_open(await open_table_statements.lock_row(tx, open_table_id))
            self._check_host(open_table, user_id)
            if len(open_table.seated) < open_table.fewest:
                raise Refusal(
                    N_("You need at least {least} players; there are {n}."),
                    least=open_table.fewest,
                    n=len(open_table.seated),
                )
            await open_table_statements.change(tx, open_table_id, wanted=open_table.wanted | {"go": True})
            return await self._queue_update(tx, open_table_id)

    async def close(self, open_table_id: int, user_id: int, *, is_admin: bool = False) -> OpenTableRow:
        """Close an open table, or take an open seat off the list; only the host and the server's managers may do this.

        Return the table as it was before, so its players can be notified.
        """
        async with self._repo.store.write() as tx:
            open_table = _checked_open(await open_table_statements.lock_row(tx, open_table_id))
            if not is_admin:
                self._check_host(open_table, user_id)
            self._check_unopened(open_table)
            await open_table_statements.change(tx, open_table_id, status="closed")
            await self._queue_update(tx, open_table_id)
            return open_table

    async def invite(self, open_table_id: int, user_id: int, people: Mapping[int, str]) -> list[int]:
        """Invite people to an open table that the user has joined; return the people who were newly invited.

        Raises Refusal if none of them can be invited.
        """
        async with self._repo.store.write() as tx:
            open_table = _checked_open(await open_table_statements.lock_row(tx, open_table_id))
            if user_id not in open_table.user_ids or open_table.seat is not None:
                raise Refusal(N_("You don't have a seat at this table."))
            invited = {guest_id: name for guest_id, name in people.items() if open_table.answer_of(guest_id) is None}
            if not invited and len(people) == 1:
                raise Refusal(N_("I've already asked this person."))
            if not invited:
                raise Refusal(N_("I've already asked them."))
            if len(open_table.members) + len(invited) > MAX_INVITED + open_table.most:
                raise Refusal(N_("You can invite at most {n} people to a table."), n=MAX_INVITED)
            await invitation_limits.invite(tx, self._limits, user_id, invited, open_table.user_ids)
            now = self._repo.clock.now()
            for guest_id, name in invited.items():
                await open_table_statements.put_member(
                    tx, open_table_id, OpenTableMemberRow(guest_id, checked_name(name), "invited", now)
                )
            return list(invited)

    async def decline(self, open_table_id: int, user_id: int) -> OpenTableRow:
        """Save that an invited person has declined."""
        async with self._repo.store.write() as tx:
            open_table = _checked_open(await open_table_statements.lock_row(tx, open_table_id))
            invited_member = next(
                (member for member in open_table.members if member.user_id == user_id and member.answer == "invited"),
                None,
            )
            if invited_member is None:
                raise Refusal(N_("You've already answered that."))
            await open_table_statements.put_member(
                tx, open_table_id, OpenTableMemberRow(user_id, invited_member.name, "declined", invited_member.at)
            )
            return open_table

    async def list_seat(self, match_id: int, user_id: int, seat: int) -> OpenTableRow:
        """Add an open seat of a match to the server's list, so anyone in the server can take it.

        Only the match's players may do this.
        """
        async with self._repo.lock_match(match_id) as tx:
            info, _ = await self._repo.match_and_seat(match_id, user_id)
            if (match_id, seat) not in await open_table_statements.seats_free(tx, [match_id]):
                raise Refusal(N_("That seat is no longer open."))
            if any(open_table.seat == seat for open_table in await open_table_statements.of_match(tx, match_id)):
                raise Refusal(N_("That seat is already listed."))
            now, size = self._repo.clock.now(), len(info.seats)
            what = {"seat": seat, "pace": dict(info.pace), "locale": info.locale, "channel": info.public_channel_id}
            row = OpenTableRow(
                0, info.guild_id, info.game, user_id, size, size, what, "open", match_id, now, now + LIFETIME
            )
            seek_id = await open_table_statements.add(tx, row)
            return await self._queue_update(tx, seek_id)

    # -- opening ----------------------------------------------------------------------------------------------

    async def open_with_people(self, open_table_id: int, channel_id: int, watching: int | None = None) -> MatchInfo:
        """Open a match for an open table's players in its thread, and record it.

        If the match already exists, only return the match.
        """
        open_table = await open_table_statements.get(self._repo.store.read, open_table_id)
        if open_table is None or open_table.status != "open":
            raise OpenTableChanged(_CLOSED)
        if open_table.match_id is not None:
            return await self._repo.get(open_table.match_id)
        game = self._repo.games[open_table.game]
        options = dict(game.first_match) if open_table.wanted["first"] else {}

        async def note(tx: Transaction, match_id: int) -> None:
            if await open_table_statements.lock_row(tx, open_table_id) != open_table:
                raise OpenTableChanged(N_("Someone has joined or left in the meantime. Please try again."))
            await open_table_statements.change(tx, open_table_id, match_id=match_id)

        return await self._lobby.gather(
            LobbyRequest(
                game=open_table.game,
                guild_id=open_table.guild_id,
                channel_id=channel_id,
                locale=open_table.wanted["locale"],
                options=options,
                pace=open_table.wanted["pace"],
            ),
            host_id=open_table.host_id,
            people=[SeatInfo(0, member.user_id, member.name) for member in open_table.seated],
            note=note,
            watching=watching,
            waits=waits_for_people(game, options),
        )

    async def mark_settled(self, open_table_id: int, *, begun: bool) -> None:
        """Save that an open table's match has begun, or that the match could not be opened."""
        async with self._repo.store.write() as tx:
            await open_table_statements.change(tx, open_table_id, status="begun" if begun else "closed")

    # -- shared -----------------------------------------------------------------------------------------------

    async def _queue_update(self, tx: Transaction, open_table_id: int) -> OpenTableRow:
        """Queue an update of the list that shows an open table, and return the updated table."""
        open_table = await open_table_statements.get(tx, open_table_id)
        if open_table is None:
            raise refusals.unknown_match()
        await open_table_statements.mark_lists_due(tx, [open_table.guild_id], self._repo.clock.now())
        return open_table

    @staticmethod
    def _check_unopened(open_table: OpenTableRow) -> None:
        if open_table.match_id is not None and open_table.seat is None:
            raise Refusal(_CLOSED)

    def _check_host(self, open_table: OpenTableRow, user_id: int) -> None:
        self._check_unopened(open_table)
        if user_id != open_table.host_id:
            raise Refusal(N_("Only the player who opened the table can do this."))


def _checked_open(open_table: OpenTableRow | None) -> OpenTableRow:
    """Return the table if it is still open; raises Refusal if not."""
    if open_table is None or open_table.status != "open":
        raise Refusal(_CLOSED)
    return open_table
