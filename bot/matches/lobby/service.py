"""The lobby, and the start of a match."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from bot.matches import refusals as refusal
from bot.matches.absence import service as absence
from bot.matches.clocks.time_control import OnTimeout, TimeControl
from bot.matches.lobby.brought_decks import at_table as decks_at_table
from bot.matches.lobby.presets import fitting
from bot.matches.lobby.rated import can_count, check_ladder, has_ladder
from bot.matches.packs.server_packs import Packs
from bot.matches.quotas import Quotas, storable
from bot.matches.records import MatchInfo, Position, SeatInfo
from bot.matches.repository import MatchRepository
from bot.matches.seats import invitations
from bot.matches.seats import player_blocks as blocks
from bot.matches.seats.computers import checked_level, with_computer
from bot.notifications import posts as notices
from bot.store import outbox
from bot.store.connection import Transaction
from bot.store.statements import brought_decks, matches
from bot.store.statements import option_consents as agreements
from bot.store.statements.matches import ChannelTaken
from bot.store.statements.rows import ENDED, JournalRow
from rules.kernel.content.decks import Deck
from rules.kernel.content.packs import BASE, pack_in
from rules.kernel.engine.match import Match
from rules.kernel.errors import ContentError, Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.text import LOCALES, N_, Translator

#: The rematch's proposer and the players asked.
REMATCH = N_("{asked}: {who} asks for a rematch. *Join* in the lobby seats you; the seats are turned by one.")
#: An invited person who declines.
DECLINED = N_("{who} can't join this table.")
#: The people whose table is opened for them.
GATHERED = N_("{asked}: your table is here.")
#: Discord's names are shorter; this limit protects the database.
NAME_LENGTH = 100


def new_seed() -> str:
    """Return the secret seed of a match's randomness."""
    return secrets.token_hex(16)


def checked_options(game: AnyGame, options: dict[str, Any]) -> dict[str, Any]:
    """Return all options of a match, with defaults; raises Refusal for an invalid one."""
    unknown = sorted(set(options) - set(game.options.model_fields))
    if unknown:
        raise Refusal(N_("This game has no option called {name}."), name=unknown[0][:NAME_LENGTH])
    try:
        return game.options.model_validate(options).model_dump(mode="json")
    except ValidationError as error:
        place = error.errors()[0]["loc"]
        if not place:
            raise Refusal(N_("These options don't go together.")) from None
        raise Refusal(N_("The option {name} can't have that value."), name=str(place[0])[:NAME_LENGTH]) from None


def checked_name(name: str) -> str:
    """Return a name that the database accepts: not too long, and valid Unicode."""
    return storable(name[:NAME_LENGTH])


def _check_seats(game: AnyGame, count: int) -> None:
    """Raise Refusal if the game is not for this number of players."""
    least, most = game.seats[0], game.seats[-1]
    if count in game.seats:
        return
    if least == most:
        raise Refusal(N_("This game is for exactly {least} players; you are {n}."), least=least, n=count)
    raise Refusal(N_("This game is for {least} to {most} players; you are {n}."), least=least, most=most, n=count)


def _in_order(seats: Iterable[SeatInfo]) -> list[SeatInfo]:
    """Return the seats numbered in this order, as before the start of a match."""
    return [SeatInfo(number, seat.user_id, seat.name, computer=seat.computer) for number, seat in enumerate(seats)]


def _filled(game: AnyGame, info: MatchInfo, level: str | None, players: int | None) -> list[SeatInfo]:
    """Return the seats with computers in the free ones; raises Refusal."""
    seats = list(info.seats)
    if level is None:
        if players is not None:
            raise Refusal(N_("To fill seats, say how the computers play: easy, normal or hard."))
        return seats
    most = game.seats[-1] if players is None else players
    if len(seats) >= most:
        raise Refusal(N_("There is no free seat for a computer at this table."))
    _check_seats(game, most)
    while len(seats) < most:
        seats = with_computer(seats, checked_level(level), info.locale)
    return seats


def waits_for_people(game: AnyGame, options: dict[str, Any]) -> bool:
    """Return whether people have something to do in a lobby with these options: bring decks, or agree."""
    brought = game.decks is not None and game.decks.are_brought(options)
    return brought or bool(game.consent(Translator(), checked_options(game, options)))


def ends_for(game: AnyGame) -> list[OnTimeout]:
    """Return the possible effects of a clock's end in a game."""
    knows = {OnTimeout.ANSWER: game.plainest is not None, OnTimeout.CONCEDE: game.concede is not None}
    return [end for end in OnTimeout if knows.get(end, True)]


class Lobby:
    """Opens lobbies, manages seats, options and agreements, and starts matches."""

    def __init__(self, repo: MatchRepository, seed: Callable[[], str], limits: Quotas, packs: Packs) -> None:
        self._repo = repo
        self._packs = packs
        self._seed = seed
        self._limits = limits
        #: Randomises the seats.
        self._shuffle = secrets.SystemRandom().shuffle

    async def open(
        self,
        *,
        game: str,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        locale: str,
        options: dict[str, Any],
        pace: Mapping[str, Any] | None = None,
    ) -> MatchInfo:
        """Open a lobby with its host in it."""
        if game not in self._repo.games:
            raise Refusal(N_("There is no such game here."))
        full = checked_options(self._repo.games[game], options)
        host = SeatInfo(0, user_id, checked_name(name))
        async with self._opened([host], game, guild_id, channel_id, locale, full, pace) as (tx, match_id):
            await absence.sits_down(tx, user_id)
        return await self._repo.get(match_id)

    async def gather(
        self,
        *,
        game: str,
        guild_id: int,
        channel_id: int,
        host_id: int,
        people: Sequence[SeatInfo],
        locale: str,
        options: dict[str, Any],
        note: Callable[[Transaction, int], Awaitable[None]],
        pace: Mapping[str, Any] | None = None,
        hints: int | None = None,
        watching: int | None = None,
        waits: bool = False,
        drawn: bool = False,
    ) -> MatchInfo:
        """Open a lobby in a thread with all these people seated in this order, and add them to it.

        The host need not be one of them. `note` records the lobby's id in case this process dies right after; by
        raising Refusal it prevents the opening. `watching` is the spectators' thread, if the lobby's own is private. A
        lobby that `waits` for its people's preparations calls them; the start of a match calls the seats that must act.
        People who were `drawn` have agreed to any opponent, blocked or not, and to the content pack of that time.
        """
        if game not in self._repo.games:
            raise Refusal(N_("There is no such game here."))
        full = checked_options(self._repo.games[game], options)
        seats = _in_order(replace(seat, name=checked_name(seat.name)) for seat in people)
        users, now = [seat.user_id for seat in seats if seat.is_human], self._repo.clock.now()
        async with self._opened(
            seats, game, guild_id, channel_id, locale, full, pace, hints, host_id=host_id, promised=drawn
        ) as (tx, match_id):
            if not drawn:
                await blocks.check_together(tx, users)
            await note(tx, match_id)
            if watching is not None:
                await matches.set_watching(tx, match_id, watching)
            await outbox.enqueue(tx, match_id, [notices.member(user) for user in users], now=now)
            if waits and users:
                asked = ", ".join(f"<@{user}>" for user in users)
                await notices.notice(tx, match_id, GATHERED, now=now, users=users, asked=asked)
        return await self._repo.get(match_id)

    async def rematch(self, match_id: int, user_id: int, name: str) -> MatchInfo:
        """Open a lobby like that of a finished match, with this player and its computers.

        The others are asked to join again. The new seats depend on the old ones: see `start`. With a content pack that
        the server has deleted, the built-in one is used.
        """
        old = await self._repo.get(match_id)
        if old.status not in ENDED or old.started_at is None:
            raise Refusal(N_("This match is not over yet."))
        if old.seat_of(user_id) is None:
            raise Refusal(N_("Only those who played this match can ask for a rematch."))
        if old.unreadable:
            raise refusal.unreadable()
        game = self._repo.games[old.game]
        known = {option: value for option, value in old.options.items() if option in game.options.model_fields}
        if not await self._packs.has(old.guild_id, old.game, known):
            known["pack"] = BASE
        computers = [seat for seat in old.seats if not seat.is_human]
        seats = _in_order([SeatInfo(0, user_id, checked_name(name)), *computers])
        others = [seat.user_id for seat in old.seats if seat.is_human and seat.user_id != user_id]
        apart = await blocks.apart(self._repo.store.read, user_id, others)
        apart |= await self._limits.unserved(self._repo.store.read, others)
        async with self._opened(
            seats,
            old.game,
            old.guild_id,
            old.channel_id,
            old.locale,
            checked_options(game, known),
            old.pace,
            old.hints,
            old.id,
            rated=bool(old.rated) and await has_ladder(self._repo.store.read, old.guild_id),
        ) as (tx, new_id):
            await absence.sits_down(tx, user_id)
            if old.watching_channel_id is not None:
                await matches.set_watching(tx, new_id, old.watching_channel_id)
            await matches.set_invitation(tx, new_id, old.invitation_channel_id, old.invitation_id)
            if wanted := [user for user in others if user not in apart]:
                asked = ", ".join(f"<@{user}>" for user in wanted)
                now = self._repo.clock.now()
                await notices.notice(tx, new_id, REMATCH, now=now, seats={"who": 0}, users=wanted, asked=asked)
        return await self._repo.get(new_id)

    @asynccontextmanager
    async def _opened(
        self,
        seats: list[SeatInfo],
        game: str,
        guild_id: int,
        channel_id: int,
        locale: str,
        options: dict[str, Any],
        pace: Mapping[str, Any] | None,
        hints: int | None = None,
        rematch_of: int | None = None,
        host_id: int | None = None,
        rated: bool = False,
        promised: bool = False,
    ) -> AsyncGenerator[tuple[Transaction, int]]:
        """Open a lobby for these seats, and yield the transaction and the lobby's id; raises Refusal.

        Without a given host, the first seat hosts. A pack that was `promised` is used in its version of then.
        """
        repo, now = self._repo, self._repo.clock.now()
        options = dict(options) if promised else await self._packs.settled(guild_id, game, options)
        try:
            async with repo.store.write() as tx:
                await self._packs.keep(tx, guild_id, game, options)
                # In order, so that two transactions never deadlock.
                for seat in sorted((seat for seat in seats if seat.is_human), key=lambda seat: seat.user_id):
                    await self._limits.check_person(tx, seat.user_id, None if host_id is None else seat.name)
                await self._limits.check_server(tx, guild_id)
                match_id = await matches.create(
                    tx,
                    game=game,
                    guild_id=guild_id,
                    channel_id=channel_id,
                    host_id=seats[0].user_id if host_id is None else host_id,
                    locale=locale if locale in LOCALES else LOCALES[0],
                    options=options,
                    now=now,
                    version=repo.versions[game],
                    pace=pace,
                    hints=hints,
                    rematch_of=rematch_of,
                    rated=int(rated),
                )
                await matches.set_seats(tx, match_id, seats)
                await notices.lobby(tx, match_id, now)
                yield tx, match_id
        except ChannelTaken:
            raise Refusal(
                N_("This channel already has a match; finish or end it first, or play in another channel.")
            ) from None

    async def join(self, match_id: int, user_id: int, name: str) -> MatchInfo:
        """Take a free seat."""
        async with self._repo.held(match_id) as tx:
            info = await self._waiting_room(match_id)
            if info.seat_of(user_id) is not None:
                raise Refusal(N_("You already sit at this table."))
            if len(info.seats) >= self._repo.games[info.game].seats[-1]:
                raise Refusal(N_("This table is full."))
            await blocks.check_seat(tx, user_id, [seat.user_id for seat in info.seats])
            await self._limits.check_person(tx, user_id)
            await absence.sits_down(tx, user_id)
            seats = [*info.seats, SeatInfo(len(info.seats), user_id, checked_name(name))]
            if info.is_private:
                await outbox.enqueue(tx, info.id, [notices.member(user_id)], now=self._repo.clock.now())
            return await self._change(info, seats)

    async def invite(self, match_id: int, user_id: int, invited: int) -> None:
        """Invite a person to a lobby one has joined; no one is invited twice within a day."""
        async with self._repo.held(match_id) as tx:
            info = await self._waiting_room(match_id)
            seat = info.seat_of(user_id)
            if seat is None:
                raise Refusal(N_("You don't sit at this table."))
            if info.seat_of(invited) is not None:
                raise Refusal(N_("They sit at this table already."))
            if len(info.seats) >= self._repo.games[info.game].seats[-1]:
                raise Refusal(N_("This table is full."))
            key = notices.invite_key(invited)
            if await outbox.was_put(tx, info.id, key):
                raise Refusal(N_("This person has been asked already."))
            await invitations.invite(tx, self._limits, user_id, [invited], [one.user_id for one in info.seats])
            asked = {"user_id": invited, "by": info.seats[seat].name}
            await outbox.enqueue(
                tx, info.id, [outbox.Post("invite", asked, coalesce_key=key)], now=self._repo.clock.now()
            )

    async def decline(self, match_id: int, user_id: int, name: str) -> MatchInfo:
        """Inform the table that a recently invited person declines."""
        async with self._repo.held(match_id) as tx:
            info, answered = await self._waiting_room(match_id), f"declined:{user_id}"
            if info.seat_of(user_id) is not None or await outbox.was_put(tx, info.id, answered):
                raise Refusal(N_("You have answered that already."))
            if await outbox.was_put(tx, info.id, notices.invite_key(user_id)):
                told: dict[str, Any] = {
                    "msgid": DECLINED,
                    "args": {},
                    "seats": {},
                    "users": [],
                    "names": {"who": checked_name(name)},
                }
                post = outbox.Post("notice", told, coalesce_key=answered)
                await outbox.enqueue(tx, info.id, [post], now=self._repo.clock.now())
            return info

    async def leave(self, match_id: int, user_id: int) -> MatchInfo:
        """Leave the lobby; another person becomes host, and the last one to leave closes it."""
        async with self._repo.held(match_id) as tx:
            info = await self._repo.get(match_id)
            if info.seat_of(user_id) is None:
                raise Refusal(N_("You don't sit at this table."))
            if info.status == "playing":
                raise Refusal(N_("The match has begun; only ending it lets you go."))
            info = await self._waiting_room(match_id)
            staying = [seat for seat in info.seats if seat.user_id != user_id]
            people = [seat.user_id for seat in staying if seat.is_human]
            if not people:
                return await self._close(info)
            host_id = info.host_id if info.host_id != user_id else people[0]
            if info.is_private:
                left = notices.member(user_id, gone=True)
                await outbox.enqueue(tx, info.id, [left], now=self._repo.clock.now())
            return await self._change(info, _in_order(staying), host_id=host_id)

    async def add_computer(self, match_id: int, user_id: int, level: str) -> MatchInfo:
        """Give a free seat to a computer; only the host may."""
        async with self._repo.held(match_id):
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            if len(info.seats) >= self._repo.games[info.game].seats[-1]:
                raise Refusal(N_("This table is full."))
            return await self._change(info, with_computer(info.seats, checked_level(level), info.locale))

    async def remove_computer(self, match_id: int, user_id: int) -> MatchInfo:
        """Remove the computer that came last; only the host may."""
        async with self._repo.held(match_id):
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            last = max((seat.seat for seat in info.seats if not seat.is_human), default=None)
            if last is None:
                raise Refusal(N_("There is no computer at this table."))
            return await self._change(info, _in_order(seat for seat in info.seats if seat.seat != last))

    async def agree(self, match_id: int, user_id: int) -> MatchInfo:
        """Agree to the options' terms; valid until the terms change."""
        async with self._repo.held(match_id) as tx:
            info = await self._waiting_room(match_id)
            terms = self._terms(info)
            if info.seat_of(user_id) is None:
                raise Refusal(N_("You don't sit at this table."))
            if not terms:
                raise Refusal(N_("These options need nobody's agreement."))
            await agreements.agree(tx, info.id, user_id, terms)
            await notices.lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(info.id)

    async def agreed(self, info: MatchInfo) -> frozenset[int]:
        """Return the people who have agreed to the options' terms."""
        terms = self._terms(info)
        return await agreements.who(self._repo.store.read, info.id, terms) if terms else frozenset()

    def _terms(self, info: MatchInfo) -> str:
        """Return the terms that all must agree to, in their saved words."""
        return self._repo.games[info.game].consent(Translator(), info.options)

    async def _check_agreement(self, info: MatchInfo, seats: Iterable[SeatInfo]) -> None:
        """Raise Refusal while a person has not agreed to the options."""
        if not self._terms(info):
            return
        agreed = await self.agreed(info)
        missing = [seat.name for seat in seats if seat.is_human and seat.user_id not in agreed]
        if missing:
            raise Refusal(
                N_("Everybody must agree first: press *I agree* in the lobby. Still missing: {names}."),
                names=", ".join(missing),
            )

    async def set_options(
        self, match_id: int, user_id: int, options: dict[str, Any], locale: str | None = None
    ) -> MatchInfo:
        """Change some options, or the language of the channel's posts."""
        async with self._repo.held(match_id) as tx:
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            if locale is not None and locale not in LOCALES:
                raise Refusal(N_("That language is not one of ours."))
            full = checked_options(self._repo.games[info.game], info.options | options)
            if full.get("pack") != info.options.get("pack"):
                full = await self._packs.settled(info.guild_id, info.game, full)
                await self._packs.keep(tx, info.guild_id, info.game, full)
            return await self._change(info, None, options=full, locale=locale)

    async def set_pace(self, match_id: int, user_id: int, pace: TimeControl) -> MatchInfo:
        """Choose the table's pace; only the host may, before the match begins."""
        async with self._repo.held(match_id) as tx:
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            if pace.end not in ends_for(self._repo.games[info.game]):
                raise Refusal(N_("The end of a clock can't do that in this game."))
            await matches.set_pace(tx, info.id, pace.data())
            await notices.lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(info.id)

    async def set_hints(self, match_id: int, user_id: int, hints: bool | None) -> MatchInfo:
        """Choose whether hints are allowed; None for the default. Only the host may."""
        async with self._repo.held(match_id) as tx:
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            await matches.set_hints(tx, info.id, None if hints is None else int(hints))
            await notices.lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(info.id)

    async def set_rated(self, match_id: int, user_id: int, rated: bool) -> MatchInfo:
        """Choose whether the match is rated; only the host may, in a server with ladders."""
        async with self._repo.held(match_id) as tx:
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            if rated:
                await check_ladder(tx, info.guild_id)
            if rated and not can_count(info.options, self._repo.games[info.game].seats[-1]):
                raise Refusal(N_("Only a match with the game's own cards, and for several, can count for ratings."))
            await matches.set_rated(tx, info.id, rated)
            await notices.lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(info.id)

    async def set_locale(self, match_id: int, user_id: int, locale: str, *, is_admin: bool) -> None:
        """Change the language of the channel's posts, in the lobby or during the match."""
        info = await self._repo.get(match_id)
        if info.status == "lobby":
            await self.set_options(match_id, user_id, {}, locale)
            return
        async with self._repo.held(match_id) as tx:
            info = await self._repo.get(match_id)
            if user_id != info.host_id and not is_admin:
                raise Refusal(N_("Only the player who opened the table may do this."))
            await self._set(tx, info, locale=locale)

    async def rename(self, info: MatchInfo, user_id: int, name: str) -> MatchInfo:
        """Save a player's current name, used from then on."""
        seat, checked = info.seat_of(user_id), checked_name(name)
        if seat is None or info.status != "playing" or info.seats[seat].name == checked:
            return info
        async with self._repo.store.write() as tx:
            await matches.set_name(tx, info.id, seat, checked)
        return replace(info, seats=tuple(replace(s, name=checked) if s.seat == seat else s for s in info.seats))

    async def start(
        self,
        match_id: int,
        user_id: int,
        computers: str | None = None,
        players: int | None = None,
        *,
        drawn: bool = True,
        promised: bool = False,
    ) -> MatchInfo:
        """Randomise the seats, set up the match, and call the first seats to act.

        In a rematch the seats rotate by one: the first player sits last, followed by newcomers. Unless seats are
        `drawn`, the lobby's order stays. With `computers`, a level, free seats are filled up to `players`, or all of
        them. A content pack that was `promised` is used even if the server has deleted it.
        """
        repo = self._repo
        async with repo.held(match_id):
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            game = repo.games[info.game]
            order = _filled(game, info, computers, players)
            _check_seats(game, len(order))
            await self._check_agreement(info, order)
            options = await self._packs.at_start(info.guild_id, info.game, info.options, promised=promised)
            _held = await repo.contents.ready(info.game, pack_in(options))
            if drawn:
                self._shuffle(order)
                order = await self._turned(info, order)
            brought = await decks_at_table(repo, info, order)
            info = replace(info, options=fitting(game, options, len(order)))
            async with repo.guarded(info):
                match = self._set_up(game, info, len(order), brought)
                position = Position.of(match, 1, ())
            seats, now = _in_order(order), repo.clock.now()
            rated = bool(info.rated) and can_count(info.options, len(seats))
            present = await absence.at_the_start(repo.store.read, seats, now)
            row = JournalRow(
                1,
                now,
                "start",
                user_id=user_id,
                action={"seats": len(seats), "options": info.options},
                chance=tuple(match.outcomes),
                epoch_after=match.epoch,
            )

            async def seat_everybody(tx: Transaction) -> None:
                await matches.set_seats(tx, info.id, seats)
                for seat, before in zip(present, seats, strict=True):
                    if seat.away_until is not None:
                        await matches.change_seat(tx, info.id, before, seat)
                        await absence.post_absence(tx, info, seat.seat, seat.away_until, now)
                await self._packs.keep(tx, info.guild_id, info.game, info.options)
                await self._set(tx, info)
                if bool(info.rated) != rated:
                    await matches.set_rated(tx, info.id, rated)
                # They are part of the match now.
                await brought_decks.take_away(tx, info.id)
                await notices.lobby(tx, info.id, row.at)

            seated = replace(info, seats=tuple(present), rated=int(rated))
            return (await repo.commit(seated, position, [row], along=seat_everybody)).info

    async def _turned(self, info: MatchInfo, order: list[SeatInfo]) -> list[SeatInfo]:
        """Return the seats in the drawn order, or in a rematch the earlier order rotated by one."""
        old = None if info.rematch_of is None else await matches.get(self._repo.store.read, info.rematch_of)
        if old is None:
            return order
        before = {seat.user_id: (seat.seat - 1) % len(old.seats) for seat in old.seats}
        return sorted(order, key=lambda seat: before.get(seat.user_id, len(before)))

    def _set_up(
        self, game: AnyGame, info: MatchInfo, seats: int, brought: tuple[Deck | None, ...] | None
    ) -> Match[Any]:
        """Return the new match; raises Refusal for impossible options or decks."""
        try:
            if brought is not None:
                return game.new_with_decks(seats, self._seed(), info.options, brought)
            return game.new(seats, self._seed(), info.options)
        except ContentError as error:
            raise Refusal(error.msgid, **error.args_by_name) from None
        except ValidationError:
            raise Refusal(N_("The options don't go together, or not with so many players.")) from None

    # -- shared -------------------------------------------------------------------------------------------

    async def _waiting_room(self, match_id: int) -> MatchInfo:
        info = await self._repo.get(match_id)
        if info.status == "playing":
            raise Refusal(N_("This match has already begun."))
        if info.status == "ended" and info.started_at is None:
            raise refusal.closed()
        if info.status != "lobby":
            raise refusal.not_playing(info.status, info.error_id)
        return info

    def check_host(self, info: MatchInfo, user_id: int) -> None:
        """Raise Refusal unless the match is an open lobby, and this person its host."""
        if info.status != "lobby":
            raise Refusal(N_("This match has already begun."))
        self._host_only(info, user_id)

    @staticmethod
    def _host_only(info: MatchInfo, user_id: int) -> None:
        if user_id != info.host_id:
            raise Refusal(N_("Only the player who opened the table may do this."))

    async def _change(
        self,
        info: MatchInfo,
        seats: list[SeatInfo] | None,
        *,
        host_id: int | None = None,
        locale: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> MatchInfo:
        async with self._repo.store.write() as tx:
            if seats is not None:
                await matches.set_seats(tx, info.id, seats)
                await brought_decks.take_those_of_others(tx, info.id)
            await self._set(tx, info, host_id=host_id, locale=locale, options=options)
            await notices.lobby(tx, info.id, self._repo.clock.now())
        return await self._repo.get(info.id)

    async def _set(
        self,
        tx: Transaction,
        info: MatchInfo,
        *,
        host_id: int | None = None,
        locale: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Save host, language and options; None keeps the present value."""
        await matches.set_lobby(
            tx,
            info.id,
            host_id=info.host_id if host_id is None else host_id,
            locale=locale or info.locale,
            options=info.options if options is None else options,
            version=self._repo.versions[info.game],
        )

    async def _close(self, info: MatchInfo) -> MatchInfo:
        now = self._repo.clock.now()
        async with self._repo.store.write() as tx:
            await matches.set_seats(tx, info.id, [])
            await matches.close(tx, info.id, info.seq, "ended", now)
            await notices.lobby(tx, info.id, now)
        return await self._repo.get(info.id)
