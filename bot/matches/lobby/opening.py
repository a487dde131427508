"""Opening a lobby: by its host, for people who have found each other elsewhere, or for a rematch."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from bot.matches import refusals
from bot.matches.absence import service as absence
from bot.matches.lobby.base import LobbyBase
from bot.matches.lobby.rated import has_ladder
from bot.matches.lobby.settings_checks import checked_name, checked_options, renumbered
from bot.matches.seats import player_blocks
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import match_posts
from bot.store import outbox
from bot.store.statements import matches
from bot.store.statements.matches import ChannelTaken, NewMatch
from bot.store.statements.rows import ENDED_STATUSES
from bot.store.transactions import Transaction
from rules.kernel.content.packs import BASE
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, N_

#: The message that asks the players of a finished match for a rematch.
REMATCH = N_("{asked}: {who} asks for a rematch. Press *Join* in the lobby to sit down. The seats move by one.")
#: The message to the players of a lobby that was opened for them.
GATHERED = N_("{asked}: your table is here.")


@dataclass(frozen=True, slots=True)
class LobbyRequest:
    """The settings and the channel of a new lobby."""

    game: str
    guild_id: int
    channel_id: int
    locale: str
    options: dict[str, Any]
    pace: Mapping[str, Any] | None = None
    #: Whether hints are allowed; None stands for the default.
    hints: int | None = None
    #: 0 if players can't see their own points during the match, otherwise 1 or None.
    own_points: int | None = None


class LobbyOpening(LobbyBase):
    """Opens lobbies."""

    async def open(self, request: LobbyRequest, user_id: int, name: str) -> MatchInfo:
        """Open a lobby and seat its host."""
        request = self._checked(request)
        host = SeatInfo(0, user_id, checked_name(name))
        async with self._open_with_seats(request, [host]) as (tx, match_id):
            await absence.end_on_joining(tx, user_id)
        return await self._repo.get(match_id)

    async def gather(
        self,
        request: LobbyRequest,
        host_id: int,
        people: Sequence[SeatInfo],
        note: Callable[[Transaction, int], Awaitable[None]],
        *,
        watching: int | None = None,
        waits: bool = False,
        drawn: bool = False,
    ) -> MatchInfo:
        """Open a lobby in a thread with these players in this order, and add them to the thread.

        The host need not be one of them. `note` saves the lobby's id in the same transaction, and can prevent the
        opening by raising Refusal. `watching` is the thread for spectators if the lobby's own thread is private. If
        `waits`, the players are pinged, because they must do something before the match can start. If `drawn`, the
        players have agreed to play any opponent, even one they have blocked, with the version of the content pack that
        was current when they agreed.
        """
        request = self._checked(request)
        seats = renumbered(replace(seat, name=checked_name(seat.name)) for seat in people)
        users, now = [seat.user_id for seat in seats if seat.is_human], self._repo.clock.now()
        async with self._open_with_seats(request, seats, host_id=host_id, promised=drawn) as (tx, match_id):
            if not drawn:
                await player_blocks.check_together(tx, users)
            await note(tx, match_id)
            if watching is not None:
                await matches.set_watching(tx, match_id, watching)
            await outbox.enqueue(tx, match_id, [match_posts.member(user) for user in users], now=now)
            if waits and users:
                mentions = ", ".join(f"<@{user}>" for user in users)
                await match_posts.notice(tx, match_id, GATHERED, now=now, mentioned=users, asked=mentions)
        return await self._repo.get(match_id)

    def _checked(self, request: LobbyRequest) -> LobbyRequest:
        """Return the request with all options filled in. Raises Refusal for an unknown game or an invalid option."""
        if request.game not in self._repo.games:
            raise Refusal(N_("There's no such game here."))
        return replace(request, options=checked_options(self._repo.games[request.game], request.options))

    async def rematch(self, match_id: int, user_id: int, name: str) -> MatchInfo:
        """Open a lobby with the settings of a finished match, for this player and the match's computers.

        The other players are asked to join. The start of the match rotates the seats; see `start`. If the server has
        deleted the content pack, the built-in one is used.
        """
        old = await self._repo.get(match_id)
        _check_rematch(old, user_id)
        game = self._repo.games[old.game]
        valid_options = {option: value for option, value in old.options.items() if option in game.options.model_fields}
        if not await self._packs.is_available(old.guild_id, old.game, valid_options):
            valid_options["pack"] = BASE
        computers = [seat for seat in old.seats if not seat.is_human]
        seats = renumbered([SeatInfo(0, user_id, checked_name(name)), *computers])
        opponent_ids = [seat.user_id for seat in old.seats if seat.is_human and seat.user_id != user_id]
        incompatible_ids = await player_blocks.incompatible_with(self._repo.store.read, user_id, opponent_ids)
        incompatible_ids |= await self._limits.banned_among(self._repo.store.read, opponent_ids)
        options = checked_options(game, valid_options)
        request = LobbyRequest(
            old.game, old.guild_id, old.channel_id, old.locale, options, old.pace, old.hints, old.own_points
        )
        rated = bool(old.rated) and await has_ladder(self._repo.store.read, old.guild_id)
        async with self._open_with_seats(request, seats, rematch_of=old.id, rated=rated) as (tx, new_id):
            await absence.end_on_joining(tx, user_id)
            if old.watching_channel_id is not None:
                await matches.set_watching(tx, new_id, old.watching_channel_id)
            await matches.set_invitation(tx, new_id, old.invitation_channel_id, old.invitation_id)
            await self._invite_to_rematch(tx, new_id, [user for user in opponent_ids if user not in incompatible_ids])
        return await self._repo.get(new_id)

    async def _invite_to_rematch(self, tx: Transaction, match_id: int, user_ids: list[int]) -> None:
        """Ask these players of the finished match to join the rematch."""
        if user_ids:
            mentions = ", ".join(f"<@{user}>" for user in user_ids)
            now = self._repo.clock.now()
            await match_posts.notice(
                tx, match_id, REMATCH, now=now, people={"who": 0}, mentioned=user_ids, asked=mentions
            )

    @asynccontextmanager
    async def _open_with_seats(
        self,
        request: LobbyRequest,
        seats: list[SeatInfo],
        *,
        host_id: int | None = None,
        rematch_of: int | None = None,
        rated: bool = False,
        promised: bool = False,
    ) -> AsyncGenerator[tuple[Transaction, int]]:
        """Open a lobby with these seats, and yield the transaction and the match id. Raises Refusal.

        If there is no `host_id`, the first player is the host. If `promised`, the content pack is exactly the version
        that the options name, even if the server has changed it since.
        """
        repo, now = self._repo, self._repo.clock.now()
        game, guild_id, options = request.game, request.guild_id, dict(request.options)
        if not promised:
            options = await self._packs.resolve_options(guild_id, game, options)
        new = NewMatch(
            game=game,
            guild_id=guild_id,
            channel_id=request.channel_id,
            host_id=seats[0].user_id if host_id is None else host_id,
            locale=request.locale if request.locale in LOCALES else LOCALES[0],
            options=options,
            version=repo.versions[game],
            pace=request.pace,
            hints=request.hints,
            own_points=request.own_points,
            rematch_of=rematch_of,
            rated=rated,
        )
        try:
            async with repo.store.write() as tx:
                await self._packs.save_contents(tx, guild_id, game, options)
                # Check the players in the order of their ids, so two transactions can't deadlock.
                for seat in sorted((seat for seat in seats if seat.is_human), key=lambda seat: seat.user_id):
                    await self._limits.check_person(tx, seat.user_id, None if host_id is None else seat.name)
                await self._limits.check_server(tx, guild_id)
                match_id = await matches.create(tx, new, now)
                await matches.set_seats(tx, match_id, seats)
                await match_posts.update_lobby(tx, match_id, now)
                yield tx, match_id
        except ChannelTaken:
            raise Refusal(
                N_("This channel already has a match. Finish or end it first, or play in another channel.")
            ) from None


def _check_rematch(old: MatchInfo, user_id: int) -> None:
    """Raise Refusal unless the match is over and this user has played in it."""
    if old.status not in ENDED_STATUSES or old.started_at is None:
        raise Refusal(N_("This match isn't over yet."))
    if old.seat_of(user_id) is None:
        raise Refusal(N_("Only players of this match can ask for a rematch."))
    if old.unreadable:
        raise refusals.unreadable_settings()
